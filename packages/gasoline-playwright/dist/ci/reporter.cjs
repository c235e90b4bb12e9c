// Gasoline 0.1.0. Built from packages/gasoline-playwright/src/gasoline-reporter.ts by scripts/build.mjs, do not edit.
"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// packages/gasoline-playwright/src/gasoline-reporter.ts
var gasoline_reporter_exports = {};
__export(gasoline_reporter_exports, {
  default: () => GasolineReporter
});
module.exports = __toCommonJS(gasoline_reporter_exports);

// packages/gasoline-playwright/src/environment.ts
function ciPort() {
  const named = variable("GASOLINE_CI_PORT");
  return named === void 0 ? void 0 : Number(named);
}
function variable(name) {
  const value = process.env[name];
  return value === "" ? void 0 : value;
}

// packages/gasoline-playwright/src/reported-file.ts
var import_node_path = require("node:path");
function reportedFile(file) {
  const { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: project } = process.env;
  for (const root of [workspace, project, process.cwd()]) {
    if (root === void 0 || root === "") continue;
    const below = (0, import_node_path.relative)(root, file);
    if (below !== "" && !below.startsWith("..") && !(0, import_node_path.isAbsolute)(below)) return below.split(import_node_path.sep).join("/");
  }
  return file;
}

// packages/gasoline-playwright/src/runner-error.ts
var MOST_ERRORS = 3;
var LONGEST_MESSAGE = 4e3;
var COLOURS = /\u001b\[[0-9;]*m/g;
function plain(text) {
  return text.replaceAll(COLOURS, "");
}
function runnerErrors(failures, calls) {
  const made = calls === void 0 ? {} : { calls };
  return failures.slice(0, MOST_ERRORS).map((failure) => ({ ...runnerError(failure), ...made }));
}
function runnerError({ message, stack, value, location, snippet = "" }) {
  const text = plain(message ?? stack ?? value ?? "no message");
  const place = location ?? placeOf(stack);
  const [, source] = MARKED.exec(plain(snippet)) ?? [];
  return {
    message: text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text,
    ...place === void 0 ? {} : { file: reportedFile(place.file), line: place.line },
    ...source === void 0 ? {} : { source }
  };
}
var MARKED = /^>\s*\d+ \|\s*(.+)$/m;
var FRAME = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/m;
function placeOf(stack) {
  const [, file, line] = FRAME.exec(plain(stack ?? "")) ?? [];
  return file === void 0 ? void 0 : { file: file.replace(/^file:\/\//, ""), line: Number(line) };
}

// packages/gasoline-playwright/src/server.ts
var TIMEOUT_MS = 3e3;
function serverUrl({ host, port }) {
  const isBare = host.includes(":") && !host.startsWith("[");
  return `http://${isBare ? `[${host}]` : host}:${port}`;
}
async function markBoundary(address, boundary) {
  return request(address, "/test-boundary", boundary);
}
async function request(address, path, body) {
  const url = `${serverUrl(address)}${path}`;
  const posted = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body)
  };
  const init = body === void 0 ? {} : posted;
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error) => {
      throw new Error(`no Gasoline server answers at ${serverUrl(address)}`, { cause: error });
    }
  );
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

// packages/gasoline-playwright/src/test-identity.ts
function runId({ project, testId, repeat, retry }) {
  return [project, testId, repeat, retry].join(":");
}
function statusOf(status, expected) {
  if (status === void 0) return "interrupted";
  if (status === expected) return status === "skipped" ? "skipped" : "passed";
  return status === "passed" ? "failed" : status;
}

// packages/gasoline-playwright/src/gasoline-reporter.ts
var GasolineReporter = class {
  #address = { host: "127.0.0.1", port: ciPort() ?? 0 };
  /** One after the other: the end of a test must not overtake its start. */
  #sent = Promise.resolve();
  onTestBegin(test, result) {
    this.#send({
      test_id: idOf(test, result),
      action: "start",
      title: titleOf(test),
      file: reportedFile(test.location.file),
      project: projectOf(test),
      retry: result.retry,
      worker: result.workerIndex
    });
  }
  onTestEnd(test, result) {
    this.#send({
      test_id: idOf(test, result),
      action: "end",
      status: statusOf(result.status, test.expectedStatus),
      duration_ms: Math.round(result.duration),
      errors: runnerErrors(result.errors, callsOf(result.steps))
    });
  }
  async onEnd() {
    await this.#sent;
  }
  printsToStdio() {
    return false;
  }
  #send(boundary) {
    this.#sent = this.#sent.then(() => markBoundary(this.#address, boundary)).then(
      () => void 0,
      () => void 0
    );
  }
};
function callsOf(steps) {
  return steps.reduce((calls, { category, steps: inner }) => {
    if (category === "pw:api") return calls + 1;
    return category === "test.step" ? calls + callsOf(inner) : calls;
  }, 0);
}
function idOf(test, { retry }) {
  return runId({ project: projectOf(test), testId: test.id, repeat: test.repeatEachIndex, retry });
}
function projectOf(test) {
  return test.parent.project()?.name ?? "";
}
function titleOf(test) {
  return test.titlePath().slice(3).join(" › ");
}
