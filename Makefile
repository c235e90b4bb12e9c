# The commands of this repository. `make run` and `make test` work from a fresh clone with Rust, Node and make.

.PHONY: run demo test test-times check-rust check-crate check-package lint lint-rust lint-typescript test-rust test-typescript \
  test-conformance test-browser bundles bench soak fuzz clean

# What the browser tests need to find, and what they run.
BROWSER_TOOLS = CHROMIUM_PATH="$$(scripts/find-chromium.sh)" CHROMEDRIVER_PATH="$$(scripts/find-chromedriver.sh)" \
  SELENIUM_PYTHON="$$(scripts/find-selenium.sh)"

# Builds the product and starts it; it says what to do next.
run:
	cargo run --release --bin gasoline

# A person meets three bugs in a small shop, and an agent that saw nothing reads what happened. Real browser, real client.
demo: node_modules
	cargo build --release --bin gasoline
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" node demo/demo.mjs

# Everything CI runs: the stages below, Rust and TypeScript side by side, each printed only if it fails.
test: node_modules conformance/node_modules
	@node scripts/test-stages.mjs

# Where the time of the last `make test` went: each stage, the browser tests by file, and what they started.
test-times:
	@node scripts/test-stages.mjs --times

# A change that touches only Rust.
check-rust: lint-rust test-rust

# A change that touches only one crate: make check-crate C=gasoline-core. The first time its dependencies are compiled once more,
# with the features it asks for itself.
check-crate:
	cargo fmt --check --package $(C)
	cargo clippy --profile ci --package $(C) --all-targets -- -D warnings
	cargo test --profile ci --package $(C)

# A change that touches only one package: make check-package P=gasoline-capture
check-package: node_modules
	npm run typecheck
	npx eslint --max-warnings 0 packages/$(P)
	node scripts/check-imports.mjs
	npx prettier --check packages/$(P)
	npx vitest run packages/$(P)
	npm run build:check

lint: lint-rust lint-typescript

lint-rust:
	cargo fmt --check
	cargo xtask gen --check
	cargo xtask deny
	cargo clippy --profile ci --workspace --all-targets --features gasoline-server/conformance-fixtures -- -D warnings

lint-typescript: node_modules
	npm run lint
	npm run format:check

# The browser and conformance tests run the binary that this builds: asking cargo for the binary alone would choose other
# features for its dependencies and compile them all once more.
test-rust:
	cargo test --profile ci --workspace

test-typescript: node_modules
	npm run typecheck
	npm run build:check
	npm run test:unit

# Against the protocol's own suite: the product, and a server with the fixtures the suite asks for.
test-conformance: conformance/node_modules
	cargo test --profile ci --workspace --no-run
	cargo build --profile ci --workspace --example conformance_server --features gasoline-server/conformance-fixtures
	npm run test:conformance

test-browser: node_modules
	cargo test --profile ci --workspace --no-run
	$(BROWSER_TOOLS) GASOLINE_WHOLE_SUITE=1 npm run test:browser

# Rebuilds what is generated and committed: wire types and browser bundles.
bundles: node_modules
	cargo xtask gen
	npm run build

# What the server can do, then what capture costs a page. Compared within one run, because machines are noisy.
bench: node_modules
	cargo build --release --bin gasoline
	cargo run --release --package gasoline-bench
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" GASOLINE_BINARY=target/release/gasoline npm run bench:browser

# Long runs: other cases of the property tests and many of them, a minute of threads, a minute of overload, servers that are away
# for long, an hour's worth of events, the browser tests with whole matrices, then repeated. The seed is printed: with it a
# finding comes back, and becomes a test.
soak: SEED := $(shell date +%s)
soak: node_modules
	@echo "PROPTEST_RNG_SEED=$(SEED)"
	PROPTEST_RNG_SEED=$(SEED) PROPTEST_CASES=20000 GASOLINE_SOAK_SECONDS=60 cargo test --profile ci --workspace
	cargo build --release --bin gasoline
	cargo run --release --package gasoline-bench -- --soak --only memory
	$(BROWSER_TOOLS) npm run test:soak
	$(BROWSER_TOOLS) GASOLINE_SOAK=1 npm run test:browser
	$(BROWSER_TOOLS) npm run test:browser -- --repeat-each=20 --grep-invert 'the generated test is green'

# Ten minutes of bytes nobody would write; needs a nightly toolchain and cargo-fuzz.
fuzz:
	cd fuzz && for target in ingest wire stdio; do \
	  cargo +nightly fuzz run $$target -- -max_total_time=200 -max_len=65536 || exit 1; \
	done

node_modules: package-lock.json
	npm ci --no-audit --no-fund
	@touch node_modules

conformance/node_modules: conformance/package-lock.json
	npm ci --prefix conformance --no-audit --no-fund
	@touch conformance/node_modules

clean:
	cargo clean
	rm -rf node_modules packages/*/node_modules e2e/node_modules conformance/node_modules
