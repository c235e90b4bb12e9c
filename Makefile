# The commands of this repository. `make run` and `make test` work from a fresh clone with Rust, Node and make.

.PHONY: run demo test test-rust test-typescript test-conformance test-browser lint bundles bench soak clean

# Builds the product and starts it; it says what to do next.
run:
	cargo run --release --bin gasoline

# A person meets three bugs in a small shop, and an agent that saw nothing reads what happened. Real browser, real client.
demo: node_modules
	cargo build --release --bin gasoline
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" node demo/demo.mjs

# Everything CI runs, in the order of fastest refusal.
test: lint test-rust test-typescript test-conformance test-browser
	@echo "all tests passed"

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
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" CHROMEDRIVER_PATH="$$(scripts/find-chromedriver.sh)" \
	  SELENIUM_PYTHON="$$(scripts/find-selenium.sh)" npm run test:browser

lint: node_modules
	cargo fmt --check
	cargo xtask gen --check
	cargo clippy --profile ci --workspace --all-targets --features gasoline-server/conformance-fixtures -- -D warnings
	npm run lint
	npm run format:check

# Rebuilds what is generated and committed: wire types and browser bundles.
bundles: node_modules
	cargo xtask gen
	npm run build

# What the server can do, then what capture costs a page. Compared within one run, because machines are noisy.
bench: node_modules
	cargo build --release --bin gasoline
	cargo run --release --package gasoline-bench
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" GASOLINE_BINARY=target/release/gasoline npm run bench:browser

# Long runs: more cases, a minute of threads, a minute of overload, ten minutes of fuzzing (needs a nightly toolchain and
# cargo-fuzz), servers that are away for long, an hour's worth of events, repeats.
soak: node_modules
	PROPTEST_CASES=20000 GASOLINE_SOAK_SECONDS=60 cargo test --profile ci --workspace
	cargo build --release --bin gasoline
	cargo run --release --package gasoline-bench -- --soak --only memory
	cd fuzz && for target in ingest wire stdio; do \
	  cargo +nightly fuzz run $$target -- -max_total_time=200 -max_len=65536 || exit 1; \
	done
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" npm run test:soak
	CHROMIUM_PATH="$$(scripts/find-chromium.sh)" CHROMEDRIVER_PATH="$$(scripts/find-chromedriver.sh)" \
	  SELENIUM_PYTHON="$$(scripts/find-selenium.sh)" npm run test:browser -- --repeat-each=20 --grep-invert 'the generated test is green'

node_modules: package-lock.json
	npm ci --no-audit --no-fund
	@touch node_modules

conformance/node_modules: conformance/package-lock.json
	npm ci --prefix conformance --no-audit --no-fund
	@touch conformance/node_modules

clean:
	cargo clean
	rm -rf node_modules packages/*/node_modules e2e/node_modules conformance/node_modules
