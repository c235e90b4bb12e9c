// Gasoline 0.1.0. Built from packages/gasoline-playwright/src/index.ts by scripts/build.mjs, do not edit.
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

// packages/gasoline-playwright/src/index.ts
var index_exports = {};
__export(index_exports, {
  captureContext: () => captureContext,
  expect: () => expect,
  test: () => test
});
module.exports = __toCommonJS(index_exports);
var import_test2 = require("@playwright/test");

// packages/gasoline-playwright/src/capture-context.ts
var import_promises6 = require("node:timers/promises");

// packages/gasoline-wire/src/index.ts
var WIRE_VERSION = 1;
var BATCH_ROUTES = {
  "/logs": "entries",
  "/websocket-events": "events",
  "/network-bodies": "bodies",
  "/enhanced-actions": "actions",
  "/dom-snapshots": "snapshots"
};

// packages/gasoline-wire/src/route.ts
var ENTRY_SEPARATOR = ",\n";
function isRoute(path) {
  return Object.hasOwn(BATCH_ROUTES, path);
}
function bodyOf(route, lines) {
  return `{"${BATCH_ROUTES[route]}":[${lines}]}`;
}

// packages/gasoline-playwright/src/stuck-close.ts
var import_promises = require("node:timers/promises");

// packages/gasoline-playwright/src/internal-call.ts
async function internally(owner, call2) {
  const wrap = Reflect.get(owner, "_wrapApiCall");
  if (!isWrap(wrap)) return call2();
  let result;
  await wrap.call(
    owner,
    async () => {
      result = await call2();
    },
    { internal: true }
  );
  return given(result);
}
function isWrap(value) {
  return typeof value === "function";
}
function given(result) {
  return result;
}

// packages/gasoline-playwright/src/stuck-close.ts
var CLOSE_MS = 500;
var EXCHANGE_MS = 500;
var departures = /* @__PURE__ */ new WeakMap();
function watchDepartures(page) {
  page.on("request", (request4) => {
    if (request4.isNavigationRequest()) departures.set(page, "under way");
  });
  const arrived = () => {
    departures.set(page, Date.now());
  };
  page.on("framenavigated", arrived);
  page.on("requestfailed", (request4) => {
    if (request4.isNavigationRequest()) arrived();
  });
}
function isExchanging(page) {
  const departure = departures.get(page) ?? 0;
  return departure === "under way" || Date.now() - departure < EXCHANGE_MS;
}
async function closedFor(pages, closing) {
  const suspects = pages.filter(isExchanging);
  if (suspects.length > 0) await Promise.race([closing, (0, import_promises.setTimeout)(CLOSE_MS, void 0, { ref: false })]);
  const open2 = suspects.filter((page) => !page.isClosed());
  await Promise.race([closing, Promise.allSettled(open2.map(closeAgain))]);
  await closing;
}
async function closeAgain(page) {
  await internally(page.context(), async () => {
    const session = await page.context().newCDPSession(page);
    await session.send("Page.close");
  });
}

// packages/gasoline-playwright/src/before-close.ts
function fetchBeforeClose(context, fetch2, drain) {
  const watch = (page) => {
    watchDepartures(page);
    const close2 = page.close.bind(page);
    page.close = async (options) => {
      await fetch2(page.frames());
      if (options?.runBeforeUnload === true) await close2(options);
      else await closedFor([page], close2(options));
    };
  };
  context.pages().forEach(watch);
  context.on("page", watch);
  const close = context.close.bind(context);
  context.close = async (options) => {
    await drain();
    await closedFor(context.pages(), close(options));
  };
  const browser = context.browser();
  if (browser === null) return;
  const open2 = openContexts(browser);
  open2.add(drain);
  context.on("close", () => open2.delete(drain));
}
var browsers = /* @__PURE__ */ new WeakMap();
function openContexts(browser) {
  const known = browsers.get(browser);
  if (known !== void 0) return known;
  const open2 = /* @__PURE__ */ new Set();
  browsers.set(browser, open2);
  const close = browser.close.bind(browser);
  browser.close = async (options) => {
    await Promise.all([...open2].map((drain) => drain()));
    await close(options);
  };
  return open2;
}

// packages/gasoline-playwright/src/captured-contexts.ts
var KEY = /* @__PURE__ */ Symbol.for("gasoline.playwright.captures");
var open = /* @__PURE__ */ new Set();
function captureOf(context) {
  return captures().get(context);
}
function rememberCapture(context, capture) {
  captures().set(context, capture);
  open.add(context);
  context.on("close", () => open.delete(context));
  return capture;
}
function openContexts2() {
  return [...open];
}
async function drainAll() {
  await Promise.all(openContexts2().map(async (context) => captureOf(context)?.drain()));
}
function captures() {
  const known = Reflect.get(globalThis, KEY);
  if (isCaptures(known)) return known;
  const captures2 = /* @__PURE__ */ new WeakMap();
  Object.defineProperty(globalThis, KEY, { value: captures2 });
  return captures2;
}
function isCaptures(value) {
  return value instanceof WeakMap;
}

// packages/gasoline-playwright/src/capture-script.ts
var import_promises2 = require("node:fs/promises");
var import_node_module = require("node:module");
function captureScripts(recording, read) {
  return recording === "recording" ? { first: () => read("min"), late: void 0 } : { first: () => read("light"), late: () => read("late") };
}
function installedScripts(recording) {
  const read = (name) => (0, import_promises2.readFile)((0, import_node_module.createRequire)(__filename).resolve(`gasoline-ci/${name}`), "utf8");
  return { ...captureScripts(recording, read), live: () => read("live") };
}
function withSettings(script, settings) {
  const defined = Object.entries(settings).filter(([, value]) => value !== void 0);
  const properties = defined.map(
    ([name, value]) => `${JSON.stringify(name)}: { __proto__: null, value: ${JSON.stringify(value)}, configurable: true }`
  );
  return `Object.defineProperties(globalThis, { __proto__: null, ${properties.join(", ")} });
${script}`;
}

// packages/gasoline-playwright/src/document-headers.ts
var import_promises3 = require("node:timers/promises");

// packages/gasoline-capture/src/primordials.ts
var { apply, deleteProperty, get, getPrototypeOf, set } = Reflect;
var { defineProperty: defineAsTold } = Reflect;
var { keys: objectKeys, hasOwn, is: isSameValue, getOwnPropertyDescriptor } = Object;
var { isArray } = Array;
var { isView } = ArrayBuffer;
var { isFinite: isFiniteNumber } = Number;
var { floor, max, min, round } = Math;
var { parseFloat, parseInt } = globalThis;
var { bind, call } = Function.prototype;
var bindCall = apply;
function uncurried(method) {
  return bindCall(bind, call, [method]);
}
function getterOf(prototype, name) {
  return uncurried(getOwnPropertyDescriptor(prototype, name)?.get ?? refuse);
}
function refuse() {
  throw new TypeError("the page removed this getter before we came");
}
var nativeTag = uncurried(Object.prototype.toString);
var { toStringTag } = Symbol;
var slice = uncurried(String.prototype.slice);
var indexOf = uncurried(
  String.prototype.indexOf
);
var lowerCase = uncurried(String.prototype.toLowerCase);
var upperCase = uncurried(String.prototype.toUpperCase);
var characterAt = uncurried(String.prototype.charAt);
var characterCodeAt = uncurried(
  String.prototype.charCodeAt
);
var lastIndexOf = uncurried(String.prototype.lastIndexOf);
var trim = uncurried(String.prototype.trim);
var wellFormed = uncurried(String.prototype.toWellFormed);
var bigintText = uncurried(BigInt.prototype.toString);
var symbolText = uncurried(Symbol.prototype.toString);
var dateTime = uncurried(Date.prototype.getTime);
var dateText = uncurried(Date.prototype.toISOString);
var regexpSource = getterOf(RegExp.prototype, "source");
var regexpFlags = getterOf(RegExp.prototype, "flags");
var mapSize = getterOf(Map.prototype, "size");
var setSize = getterOf(Set.prototype, "size");
var viewLength = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  "length"
);
var bufferLength = getterOf(ArrayBuffer.prototype, "byteLength");
var viewByteLength = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  "byteLength"
);
var viewBuffer = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  "buffer"
);
var viewOffset = getterOf(getPrototypeOf(Uint8Array.prototype) ?? {}, "byteOffset");
var dataViewBuffer = getterOf(DataView.prototype, "buffer");
var dataViewOffset = getterOf(DataView.prototype, "byteOffset");
var dataViewLength = getterOf(DataView.prototype, "byteLength");
var dereference = uncurried(WeakRef.prototype.deref);
var sorted = uncurried(Array.prototype.sort);
var execute = uncurried(
  RegExp.prototype.exec
);
var mapEntries = uncurried(Map.prototype.entries);
var setValues = uncurried(Set.prototype.values);
var nextOfMap = uncurried(mapEntries(/* @__PURE__ */ new Map()).next);
var nextOfSet = uncurried(setValues(/* @__PURE__ */ new Set()).next);
var hasMember = uncurried(Set.prototype.has);
var addMember = uncurried(Set.prototype.add);
var removeMember = uncurried(Set.prototype.delete);
var eachMember = uncurried(Set.prototype.forEach);
var { Set: OriginalSet, WeakMap: OriginalWeakMap } = globalThis;
var recall = uncurried(
  WeakMap.prototype.get
);
var remember = uncurried(WeakMap.prototype.set);
var createObject = Object.create;
function bareRecord() {
  return createObject(null);
}
var Member = class {
  constructor(value) {
    this.value = value;
  }
  value;
  writable = true;
  enumerable = true;
  configurable = true;
};
Object.setPrototypeOf(Member.prototype, null);
var arrayPrototype = Array.prototype;
var objectPrototype = Object.prototype;

// packages/gasoline-capture/src/redacted.ts
var REDACTED_HEADER = "[REDACTED]";

// packages/gasoline-capture/src/truncate.ts
function truncate(text, limit, length = text.length) {
  return length <= limit ? text : `${slice(text, 0, limit)}… [${length} characters]`;
}

// packages/gasoline-capture/src/network/headers.ts
var SENSITIVE = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|key|password/;
var MAX_HEADERS = 100;
var MAX_VALUE_CHARACTERS = 1024;
var HeaderCollector = class {
  values = bareRecord();
  #count = 0;
  /** Names and values that are no strings are converted as the browser does, objects left out. */
  add(name, value) {
    if (typeof name !== "string" || !isPlain(value) || this.#count >= MAX_HEADERS) return;
    this.#count += 1;
    const key = lowerCase(name);
    const before = this.values[key];
    const shown2 = execute(SENSITIVE, key) === null ? truncate(`${value}`, MAX_VALUE_CHARACTERS) : REDACTED_HEADER;
    this.values[key] = before === void 0 || shown2 === REDACTED_HEADER ? shown2 : `${before}, ${shown2}`;
  }
};
function sanitisedHeaders(headers) {
  const collector = new HeaderCollector();
  for (const [name, value] of headers) collector.add(name, value);
  return collector.values;
}
function isPlain(value) {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

// packages/gasoline-source-maps/src/clean.ts
var DECEPTIVE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
var DECEPTIVE_BUT_TAB = /[\p{Cf}\u2028\u2029\0-\u0008\u000a-\u001f\u007f-\u009f]/gu;
function cleanName(text, limit) {
  return bounded(text.slice(0, limit * 4).replace(DECEPTIVE, ""), limit);
}
function cleanLine(text) {
  return text.replace(DECEPTIVE_BUT_TAB, "");
}
function bounded(text, limit) {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

// packages/gasoline-source-maps/src/limits.ts
var LIMITS = {
  /** Files that are read for one error, and places that are shown of it. */
  files: 3,
  snippets: 3,
  /** Frames that are looked at: where everything is in one bundle, the first may all be a library's. */
  frames: 12,
  linesBefore: 5,
  linesAfter: 5,
  lineCharacters: 200,
  /** UTF-8 bytes of all snippets of an error. */
  snippetBytes: 10 * 1024,
  /** For one script with its map. */
  fileMs: 2e3,
  /** From loaded maps to snippets. */
  extractionMs: 50,
  /** For one error. */
  totalMs: 3e3,
  scriptBytes: 32 * 1024 * 1024,
  mapBytes: 32 * 1024 * 1024,
  /** One original source that its map does not hold. */
  sourceBytes: 2 * 1024 * 1024,
  cachedFiles: 20,
  /** What the cached files take in memory, roughly; while errors come, and when none has come for a while. */
  cachedBytes: 100 * 1024 * 1024,
  restingBytes: 8 * 1024 * 1024,
  restsAfterMs: 2e4,
  /** How long a file that could not be read is not asked for again. */
  failureMs: 1e4,
  fileCharacters: 300,
  functionCharacters: 100,
  reasonCharacters: 400
};

// packages/gasoline-source-maps/src/unavailable.ts
var ADDRESS_CHARACTERS = 160;
var Unavailable = class extends Error {
  name = "Unavailable";
};
function reasonOf(error) {
  const text = error instanceof Unavailable ? error.message : `source maps: ${String(error)}`;
  return cleanName(text, LIMITS.reasonCharacters);
}
function addressText(url) {
  if (url.startsWith("data:")) return "the inline map";
  const address = cleanName(url.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)[^/@]*@/, "$1"), 2e3);
  if (address.length <= ADDRESS_CHARACTERS) return bounded(address, ADDRESS_CHARACTERS);
  return `${address.slice(0, 60)}…${address.slice(-(ADDRESS_CHARACTERS - 61))}`;
}

// packages/gasoline-source-maps/src/deadline.ts
var SLICE_MS = 100;
function afterRunning(milliseconds, react) {
  let left = Math.ceil(milliseconds / SLICE_MS);
  let timer;
  const wait = () => {
    timer = setTimeout(() => {
      left -= 1;
      if (left > 0) wait();
      else react();
    }, SLICE_MS);
  };
  wait();
  return () => {
    clearTimeout(timer);
  };
}
async function withDeadline(milliseconds, reason, work) {
  const controller = new AbortController();
  let cancel = () => void 0;
  const late2 = new Promise((_resolve, reject) => {
    cancel = afterRunning(milliseconds, () => {
      reject(new Unavailable(reason));
      controller.abort();
    });
  });
  try {
    return await Promise.race([work(controller.signal), late2]);
  } finally {
    cancel();
  }
}

// packages/gasoline-source-maps/src/stack.ts
var MAX_LINE_CHARACTERS = 3e3;
var MAX_FRAMES = 60;
var PLACE = /^([a-z][a-z0-9+.-]*:.+):(\d{1,9}):(\d{1,9})$/i;
var EVAL_CALLER = /\(([a-z][a-z0-9+.-]*:[^\s]+:\d{1,9}:\d{1,9})\)/i;
var FIREFOX_EVAL = /^(.+?) line (\d{1,9}) > (?:eval|Function)\b.*$/;
var FIREFOX_SEPARATOR = /@(?=[a-z][a-z0-9+.-]*:)/i;
var FOREIGN = /^(?:gasoline|chrome|chrome-extension|moz-extension|safari-web-extension|resource|node|wasm):/i;
function parseStack(stack, message = "") {
  const text = message !== "" && stack.startsWith(message) ? stack.slice(message.length) : stack;
  const frames = [];
  for (const line of text.split("\n")) {
    const frame2 = line.length > MAX_LINE_CHARACTERS ? void 0 : parseLine(line.trim());
    if (frame2 !== void 0 && !FOREIGN.test(frame2.url)) frames.push(frame2);
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}
function parseLine(line) {
  return line.startsWith("at ") ? chromeFrame(line.slice(3)) : firefoxFrame(line);
}
function chromeFrame(text) {
  const bracket = text.endsWith(")") ? text.indexOf(" (") : -1;
  if (bracket < 0) return frameAt(void 0, text.replace(/^async /, ""));
  const location = text.slice(bracket + 2, -1);
  const name = text.slice(0, bracket);
  return location.startsWith("eval at ") ? evalCall(frameAt(name, EVAL_CALLER.exec(location)?.[1] ?? "")) : frameAt(name, location);
}
function firefoxFrame(text) {
  const separator = FIREFOX_SEPARATOR.exec(text)?.index ?? -1;
  const location = text.slice(separator + 1);
  const evaluated = FIREFOX_EVAL.exec(location);
  const place = evaluated === null ? location : `${evaluated[1] ?? ""}:${evaluated[2] ?? ""}:1`;
  if (separator < 0 && text.includes(" ")) return void 0;
  const frame2 = frameAt(separator < 0 ? void 0 : text.slice(0, separator), place);
  return evaluated === null ? frame2 : evalCall(frame2);
}
function evalCall(frame2) {
  return frame2 && { ...frame2, isEvalCall: true };
}
function frameAt(name, place) {
  const [, url, line, column] = PLACE.exec(place) ?? [];
  if (url === void 0 || Number(line) < 1) return void 0;
  return { functionName: plainName(name), url, line: Number(line), column: Math.max(1, Number(column)) };
}
var NO_FUNCTION = /* @__PURE__ */ new Set([
  "",
  "<anonymous>",
  "eval",
  "anonymous",
  "global code",
  "module code",
  "eval code"
]);
function plainName(name) {
  const plain2 = name?.replace(/^(?:async\*?|promise callback\*)\s*/, "").replace(/^(?:async |new |get |set )+/, "").replace(/ \[as [^\]]*\]$/, "").replace(
    /^(?:Object|Module|Window|window|globalThis|exports|HTML\w*Element|XMLHttpRequest|WebSocket)\./,
    ""
  ).replace(/(?:\/?<)+$/, "");
  return plain2 === void 0 || NO_FUNCTION.has(plain2) || plain2.endsWith(">") ? void 0 : plain2;
}

// packages/gasoline-source-maps/src/error-entry.ts
var IDENTITY = ["session", "tab", "page", "frame", "eventId", "test_id"];
function readEntry(text) {
  const isAmendment = text.includes('"_aiContext"');
  if (!isAmendment && !text.includes('"level":"error"')) return void 0;
  const entry = parsed(text);
  const { eventId } = entry;
  if (typeof eventId !== "string") return void 0;
  const context = entry["_aiContext"];
  if (isAmendment && isObject(context)) return pageAmendment(eventId, context);
  const stack = stackOf(entry);
  const frames = stack === void 0 ? placeOf(entry) : parseStack(stack.text, stack.message);
  const isPending = entry["enrichment"] === "pending";
  if (entry["level"] !== "error" || stack === void 0 && frames.length === 0 && !isPending)
    return void 0;
  return {
    kind: "error",
    type: textOf(entry["type"]),
    eventId,
    isPending,
    page: textOf(entry["page"]),
    url: textOf(entry["url"]),
    message: textOf(entry["message"]),
    frames,
    identity: identityOf(entry)
  };
}
function pageAmendment(eventId, { elementStack, missing }) {
  const reason = isObject(missing) ? textOf(missing["sourceSnippets"]) : "";
  const elementFrames = parseStack(textOf(elementStack));
  return { kind: "amendment", eventId, elementFrames, reason: reason === "" ? void 0 : reason };
}
function identityOf(entry) {
  return Object.fromEntries(IDENTITY.flatMap((name) => name in entry ? [[name, entry[name]]] : []));
}
function placeOf({ type, filename, lineno, colno }) {
  if (type !== "exception" && type !== "violation") return [];
  if (typeof filename !== "string" || typeof lineno !== "number") return [];
  const column = typeof colno === "number" ? Math.max(1, colno) : 1;
  return parseStack(`    at ${filename}:${lineno}:${column}`);
}
function stackOf(entry) {
  const { type, args } = entry;
  if (type === "exception") return stackIn(entry);
  if (type !== "console" || !Array.isArray(args)) return void 0;
  for (const value of args) {
    const stack = isObject(value) ? stackIn(value) : void 0;
    if (stack !== void 0) return stack;
  }
  return void 0;
}
function stackIn({ stack, message }) {
  return typeof stack === "string" && stack !== "" ? { text: stack, message: textOf(message) } : void 0;
}
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function textOf(value) {
  return typeof value === "string" ? value : "";
}

// packages/gasoline-source-maps/src/initiator.ts
function readInitiator(text) {
  if (!text.includes('"initiator":"')) return void 0;
  const entry = parsed(text);
  const { eventId, type, status, event } = entry;
  const [frame2] = parseStack(`    at ${textOf(entry["initiator"])}`);
  if (typeof eventId !== "string" || frame2 === void 0) return void 0;
  const isRefused = typeof status === "number" && (status === 0 || status >= 400);
  return {
    page: textOf(entry["page"]),
    url: textOf(entry["pageUrl"]),
    frame: frame2,
    hasFailed: type === "network" || isRefused || event === "connecting",
    identity: identityOf(entry)
  };
}

// packages/gasoline-source-maps/src/fragment.ts
function withoutFragment(url) {
  const start2 = url.indexOf("#");
  return start2 < 0 ? url : url.slice(0, start2);
}

// packages/gasoline-source-maps/src/library.ts
var LIBRARY = [
  /(?:^|[/\\])node_modules[/\\]/,
  /(?:^|[/\\])\.(?:vite|yarn|pnpm)[/\\]/,
  // Vite: its client and its plugins.
  /\/@(?:vite|react-refresh|id\/)/,
  /(?:^|\/)vite\/(?:dist\/|preload-helper|modulepreload-polyfill)/,
  // webpack and Next: runtime and framework chunks.
  /^webpack:\/\/[^/]*\/(?:\(webpack\)|webpack\/)/,
  /\/_next\/static\/chunks\/(?:framework|main|main-app|polyfills|webpack|node_modules_)[^/]*$/,
  /(?:^|[/\\])next[/\\]dist[/\\]/,
  /^\[?turbopack\]?[/:]/,
  // Common names of files that hold nothing but libraries.
  /(?:^|[/\\])(?:chunk-)?vendors?(?:[.~-][^/]*)?\.m?js/,
  /(?:^|[/\\])(?:jquery|react(?:-dom)?|vue|angular|lodash|bootstrap)(?:[.-][\w.-]+)?\.m?js$/
];
function isLibrary(address) {
  const path = address.replace(/[?#].*$/s, "");
  return LIBRARY.some((pattern) => pattern.test(path));
}

// node_modules/@jridgewell/sourcemap-codec/dist/sourcemap-codec.mjs
var comma = ",".charCodeAt(0);
var semicolon = ";".charCodeAt(0);
var chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
var intToChar = new Uint8Array(64);
var charToInt = new Uint8Array(128);
for (let i = 0; i < chars.length; i++) {
  const c = chars.charCodeAt(i);
  intToChar[i] = c;
  charToInt[c] = i;
}
function decodeInteger(reader) {
  let value = 0;
  let shift = 0;
  let integer = 0;
  do {
    const c = reader.next();
    integer = charToInt[c];
    value |= (integer & 31) << shift;
    shift += 5;
  } while (integer & 32);
  return value;
}
function decodeSign(num) {
  return num & 1 ? -2147483648 | -(num >>> 1) : num >>> 1;
}
function hasMoreVlq(reader, max2) {
  if (reader.pos >= max2) return false;
  return reader.peek() !== comma;
}
var bufLength = 1024 * 16;
var StringReader = class {
  constructor(buffer) {
    this.pos = 0;
    this.buffer = buffer;
  }
  next() {
    return this.buffer.charCodeAt(this.pos++);
  }
  peek() {
    return this.buffer.charCodeAt(this.pos);
  }
  indexOf(char) {
    const { buffer, pos } = this;
    const idx = buffer.indexOf(char, pos);
    return idx === -1 ? buffer.length : idx;
  }
};
function decode(mappings) {
  const { length } = mappings;
  const reader = new StringReader(mappings);
  const decoded3 = [];
  let genColumn = 0;
  let sourcesIndex = 0;
  let sourceLine = 0;
  let sourceColumn = 0;
  let namesIndex = 0;
  do {
    const semi = reader.indexOf(";");
    const line = [];
    let sorted2 = true;
    let lastCol = 0;
    genColumn = 0;
    while (reader.pos < semi) {
      let seg;
      genColumn += decodeSign(decodeInteger(reader));
      if (genColumn < lastCol) sorted2 = false;
      lastCol = genColumn;
      if (hasMoreVlq(reader, semi)) {
        sourcesIndex += decodeSign(decodeInteger(reader));
        sourceLine += decodeSign(decodeInteger(reader));
        sourceColumn += decodeSign(decodeInteger(reader));
        if (hasMoreVlq(reader, semi)) {
          namesIndex += decodeSign(decodeInteger(reader));
          seg = [genColumn, sourcesIndex, sourceLine, sourceColumn, namesIndex];
        } else {
          seg = [genColumn, sourcesIndex, sourceLine, sourceColumn];
        }
      } else {
        seg = [genColumn];
      }
      line.push(seg);
      reader.pos++;
    }
    if (!sorted2) sort(line);
    decoded3.push(line);
    reader.pos = semi + 1;
  } while (reader.pos <= length);
  return decoded3;
}
function sort(line) {
  line.sort(sortComparator);
}
function sortComparator(a, b) {
  return a[0] - b[0];
}

// node_modules/@jridgewell/resolve-uri/dist/resolve-uri.mjs
var schemeRegex = /^[\w+.-]+:\/\//;
var urlRegex = /^([\w+.-]+:)\/\/([^@/#?]*@)?([^:/#?]*)(:\d+)?(\/[^#?]*)?(\?[^#]*)?(#.*)?/;
var fileRegex = /^file:(?:\/\/((?![a-z]:)[^/#?]*)?)?(\/?[^#?]*)(\?[^#]*)?(#.*)?/i;
function isAbsoluteUrl(input) {
  return schemeRegex.test(input);
}
function isSchemeRelativeUrl(input) {
  return input.startsWith("//");
}
function isAbsolutePath(input) {
  return input.startsWith("/");
}
function isFileUrl(input) {
  return input.startsWith("file:");
}
function isRelative(input) {
  return /^[.?#]/.test(input);
}
function parseAbsoluteUrl(input) {
  const match = urlRegex.exec(input);
  return makeUrl(match[1], match[2] || "", match[3], match[4] || "", match[5] || "/", match[6] || "", match[7] || "");
}
function parseFileUrl(input) {
  const match = fileRegex.exec(input);
  const path = match[2];
  return makeUrl("file:", "", match[1] || "", "", isAbsolutePath(path) ? path : "/" + path, match[3] || "", match[4] || "");
}
function makeUrl(scheme, user, host, port, path, query, hash) {
  return {
    scheme,
    user,
    host,
    port,
    path,
    query,
    hash,
    type: 7
  };
}
function parseUrl(input) {
  if (isSchemeRelativeUrl(input)) {
    const url2 = parseAbsoluteUrl("http:" + input);
    url2.scheme = "";
    url2.type = 6;
    return url2;
  }
  if (isAbsolutePath(input)) {
    const url2 = parseAbsoluteUrl("http://foo.com" + input);
    url2.scheme = "";
    url2.host = "";
    url2.type = 5;
    return url2;
  }
  if (isFileUrl(input))
    return parseFileUrl(input);
  if (isAbsoluteUrl(input))
    return parseAbsoluteUrl(input);
  const url = parseAbsoluteUrl("http://foo.com/" + input);
  url.scheme = "";
  url.host = "";
  url.type = input ? input.startsWith("?") ? 3 : input.startsWith("#") ? 2 : 4 : 1;
  return url;
}
function stripPathFilename(path) {
  if (path.endsWith("/.."))
    return path;
  const index = path.lastIndexOf("/");
  return path.slice(0, index + 1);
}
function mergePaths(url, base2) {
  normalizePath(base2, base2.type);
  if (url.path === "/") {
    url.path = base2.path;
  } else {
    url.path = stripPathFilename(base2.path) + url.path;
  }
}
function normalizePath(url, type) {
  const rel = type <= 4;
  const pieces = url.path.split("/");
  let pointer = 1;
  let positive = 0;
  let addTrailingSlash = false;
  for (let i = 1; i < pieces.length; i++) {
    const piece = pieces[i];
    if (!piece) {
      addTrailingSlash = true;
      continue;
    }
    addTrailingSlash = false;
    if (piece === ".")
      continue;
    if (piece === "..") {
      if (positive) {
        addTrailingSlash = true;
        positive--;
        pointer--;
      } else if (rel) {
        pieces[pointer++] = piece;
      }
      continue;
    }
    pieces[pointer++] = piece;
    positive++;
  }
  let path = "";
  for (let i = 1; i < pointer; i++) {
    path += "/" + pieces[i];
  }
  if (!path || addTrailingSlash && !path.endsWith("/..")) {
    path += "/";
  }
  url.path = path;
}
function resolve(input, base2) {
  if (!input && !base2)
    return "";
  const url = parseUrl(input);
  let inputType = url.type;
  if (base2 && inputType !== 7) {
    const baseUrl = parseUrl(base2);
    const baseType = baseUrl.type;
    switch (inputType) {
      case 1:
        url.hash = baseUrl.hash;
      // fall through
      case 2:
        url.query = baseUrl.query;
      // fall through
      case 3:
      case 4:
        mergePaths(url, baseUrl);
      // fall through
      case 5:
        url.user = baseUrl.user;
        url.host = baseUrl.host;
        url.port = baseUrl.port;
      // fall through
      case 6:
        url.scheme = baseUrl.scheme;
    }
    if (baseType > inputType)
      inputType = baseType;
  }
  normalizePath(url, inputType);
  const queryHash = url.query + url.hash;
  switch (inputType) {
    // This is impossible, because of the empty checks at the start of the function.
    // case UrlType.Empty:
    case 2:
    case 3:
      return queryHash;
    case 4: {
      const path = url.path.slice(1);
      if (!path)
        return queryHash || ".";
      if (isRelative(base2 || input) && !isRelative(path)) {
        return "./" + path + queryHash;
      }
      return path + queryHash;
    }
    case 5:
      return url.path + queryHash;
    default:
      return url.scheme + "//" + url.user + url.host + url.port + url.path + queryHash;
  }
}

// node_modules/@jridgewell/trace-mapping/dist/trace-mapping.mjs
function stripFilename(path) {
  if (!path) return "";
  const index = path.lastIndexOf("/");
  return path.slice(0, index + 1);
}
function resolver(mapUrl, sourceRoot) {
  const from = stripFilename(mapUrl);
  const prefix = sourceRoot ? sourceRoot + "/" : "";
  return (source) => resolve(prefix + (source || ""), from);
}
var COLUMN = 0;
var SOURCES_INDEX = 1;
var SOURCE_LINE = 2;
var SOURCE_COLUMN = 3;
var NAMES_INDEX = 4;
function maybeSort(mappings, owned) {
  const unsortedIndex = nextUnsortedSegmentLine(mappings, 0);
  if (unsortedIndex === mappings.length) return mappings;
  if (!owned) mappings = mappings.slice();
  for (let i = unsortedIndex; i < mappings.length; i = nextUnsortedSegmentLine(mappings, i + 1)) {
    mappings[i] = sortSegments(mappings[i], owned);
  }
  return mappings;
}
function nextUnsortedSegmentLine(mappings, start2) {
  for (let i = start2; i < mappings.length; i++) {
    if (!isSorted(mappings[i])) return i;
  }
  return mappings.length;
}
function isSorted(line) {
  for (let j = 1; j < line.length; j++) {
    if (line[j][COLUMN] < line[j - 1][COLUMN]) {
      return false;
    }
  }
  return true;
}
function sortSegments(line, owned) {
  if (!owned) line = line.slice();
  return line.sort(sortComparator2);
}
function sortComparator2(a, b) {
  return a[COLUMN] - b[COLUMN];
}
var found = false;
function binarySearch(haystack, needle, low, high) {
  while (low <= high) {
    const mid = low + (high - low >> 1);
    const cmp = haystack[mid][COLUMN] - needle;
    if (cmp === 0) {
      found = true;
      return mid;
    }
    if (cmp < 0) {
      low = mid + 1;
    } else {
      high = mid - 1;
    }
  }
  found = false;
  return low - 1;
}
function upperBound(haystack, needle, index) {
  for (let i = index + 1; i < haystack.length; index = i++) {
    if (haystack[i][COLUMN] !== needle) break;
  }
  return index;
}
function lowerBound(haystack, needle, index) {
  for (let i = index - 1; i >= 0; index = i--) {
    if (haystack[i][COLUMN] !== needle) break;
  }
  return index;
}
function memoizedState() {
  return {
    lastKey: -1,
    lastNeedle: -1,
    lastIndex: -1
  };
}
function memoizedBinarySearch(haystack, needle, state, key) {
  const { lastKey, lastNeedle, lastIndex } = state;
  let low = 0;
  let high = haystack.length - 1;
  if (key === lastKey) {
    if (needle === lastNeedle) {
      found = lastIndex !== -1 && haystack[lastIndex][COLUMN] === needle;
      return lastIndex;
    }
    if (needle >= lastNeedle) {
      low = lastIndex === -1 ? 0 : lastIndex;
    } else {
      high = lastIndex;
    }
  }
  state.lastKey = key;
  state.lastNeedle = needle;
  return state.lastIndex = binarySearch(haystack, needle, low, high);
}
function parse(map) {
  return typeof map === "string" ? JSON.parse(map) : map;
}
var FlattenMap = function(map, mapUrl) {
  const parsed2 = parse(map);
  if (!("sections" in parsed2)) {
    return new TraceMap(parsed2, mapUrl);
  }
  const mappings = [];
  const sources = [];
  const sourcesContent = [];
  const names = [];
  const ignoreList = [];
  recurse(
    parsed2,
    mapUrl,
    mappings,
    sources,
    sourcesContent,
    names,
    ignoreList,
    0,
    0,
    Infinity,
    Infinity
  );
  const joined = {
    version: 3,
    file: parsed2.file,
    names,
    sources,
    sourcesContent,
    mappings,
    ignoreList
  };
  return presortedDecodedMap(joined);
};
function recurse(input, mapUrl, mappings, sources, sourcesContent, names, ignoreList, lineOffset, columnOffset, stopLine, stopColumn) {
  const { sections } = input;
  for (let i = 0; i < sections.length; i++) {
    const { map, offset } = sections[i];
    let sl = stopLine;
    let sc = stopColumn;
    if (i + 1 < sections.length) {
      const nextOffset = sections[i + 1].offset;
      sl = Math.min(stopLine, lineOffset + nextOffset.line);
      if (sl === stopLine) {
        sc = Math.min(stopColumn, columnOffset + nextOffset.column);
      } else if (sl < stopLine) {
        sc = columnOffset + nextOffset.column;
      }
    }
    addSection(
      map,
      mapUrl,
      mappings,
      sources,
      sourcesContent,
      names,
      ignoreList,
      lineOffset + offset.line,
      columnOffset + offset.column,
      sl,
      sc
    );
  }
}
function addSection(input, mapUrl, mappings, sources, sourcesContent, names, ignoreList, lineOffset, columnOffset, stopLine, stopColumn) {
  const parsed2 = parse(input);
  if ("sections" in parsed2) return recurse(...arguments);
  const map = new TraceMap(parsed2, mapUrl);
  const sourcesOffset = sources.length;
  const namesOffset = names.length;
  const decoded3 = decodedMappings(map);
  const { resolvedSources, sourcesContent: contents, ignoreList: ignores } = map;
  append(sources, resolvedSources);
  append(names, map.names);
  if (contents) append(sourcesContent, contents);
  else for (let i = 0; i < resolvedSources.length; i++) sourcesContent.push(null);
  if (ignores) for (let i = 0; i < ignores.length; i++) ignoreList.push(ignores[i] + sourcesOffset);
  for (let i = 0; i < decoded3.length; i++) {
    const lineI = lineOffset + i;
    if (lineI > stopLine) return;
    const out = getLine(mappings, lineI);
    const cOffset = i === 0 ? columnOffset : 0;
    const line = decoded3[i];
    for (let j = 0; j < line.length; j++) {
      const seg = line[j];
      const column = cOffset + seg[COLUMN];
      if (lineI === stopLine && column >= stopColumn) return;
      if (seg.length === 1) {
        out.push([column]);
        continue;
      }
      const sourcesIndex = sourcesOffset + seg[SOURCES_INDEX];
      const sourceLine = seg[SOURCE_LINE];
      const sourceColumn = seg[SOURCE_COLUMN];
      out.push(
        seg.length === 4 ? [column, sourcesIndex, sourceLine, sourceColumn] : [column, sourcesIndex, sourceLine, sourceColumn, namesOffset + seg[NAMES_INDEX]]
      );
    }
  }
}
function append(arr, other) {
  for (let i = 0; i < other.length; i++) arr.push(other[i]);
}
function getLine(arr, index) {
  for (let i = arr.length; i <= index; i++) arr[i] = [];
  return arr[index];
}
var LINE_GTR_ZERO = "`line` must be greater than 0 (lines start at line 1)";
var COL_GTR_EQ_ZERO = "`column` must be greater than or equal to 0 (columns start at column 0)";
var LEAST_UPPER_BOUND = -1;
var GREATEST_LOWER_BOUND = 1;
var TraceMap = class {
  constructor(map, mapUrl) {
    const isString = typeof map === "string";
    if (!isString && map._decodedMemo) return map;
    const parsed2 = parse(map);
    const { version, file, names, sourceRoot, sources, sourcesContent } = parsed2;
    this.version = version;
    this.file = file;
    this.names = names || [];
    this.sourceRoot = sourceRoot;
    this.sources = sources;
    this.sourcesContent = sourcesContent;
    this.ignoreList = parsed2.ignoreList || parsed2.x_google_ignoreList || void 0;
    const resolve2 = resolver(mapUrl, sourceRoot);
    this.resolvedSources = sources.map(resolve2);
    const { mappings } = parsed2;
    if (typeof mappings === "string") {
      this._encoded = mappings;
      this._decoded = void 0;
    } else if (Array.isArray(mappings)) {
      this._encoded = void 0;
      this._decoded = maybeSort(mappings, isString);
    } else if (parsed2.sections) {
      throw new Error(`TraceMap passed sectioned source map, please use FlattenMap export instead`);
    } else {
      throw new Error(`invalid source map: ${JSON.stringify(parsed2)}`);
    }
    this._decodedMemo = memoizedState();
    this._bySources = void 0;
    this._bySourceMemos = void 0;
  }
};
function cast(map) {
  return map;
}
function decodedMappings(map) {
  var _a;
  return (_a = cast(map))._decoded || (_a._decoded = decode(cast(map)._encoded));
}
function originalPositionFor(map, needle) {
  let { line, column, bias } = needle;
  line--;
  if (line < 0) throw new Error(LINE_GTR_ZERO);
  if (column < 0) throw new Error(COL_GTR_EQ_ZERO);
  const decoded3 = decodedMappings(map);
  if (line >= decoded3.length) return OMapping(null, null, null, null);
  const segments2 = decoded3[line];
  const index = traceSegmentInternal(
    segments2,
    cast(map)._decodedMemo,
    line,
    column,
    bias || GREATEST_LOWER_BOUND
  );
  if (index === -1) return OMapping(null, null, null, null);
  const segment = segments2[index];
  if (segment.length === 1) return OMapping(null, null, null, null);
  const { names, resolvedSources } = map;
  return OMapping(
    resolvedSources[segment[SOURCES_INDEX]],
    segment[SOURCE_LINE] + 1,
    segment[SOURCE_COLUMN],
    segment.length === 5 ? names[segment[NAMES_INDEX]] : null
  );
}
function sourceIndex(map, source) {
  const { sources, resolvedSources } = map;
  let index = sources.indexOf(source);
  if (index === -1) index = resolvedSources.indexOf(source);
  return index;
}
function isIgnored(map, source) {
  const { ignoreList } = map;
  if (ignoreList == null) return false;
  const index = sourceIndex(map, source);
  return index === -1 ? false : ignoreList.includes(index);
}
function presortedDecodedMap(map, mapUrl) {
  const tracer = new TraceMap(clone(map, []), mapUrl);
  cast(tracer)._decoded = map.mappings;
  return tracer;
}
function clone(map, mappings) {
  return {
    version: map.version,
    file: map.file,
    names: map.names,
    sourceRoot: map.sourceRoot,
    sources: map.sources,
    sourcesContent: map.sourcesContent,
    mappings,
    ignoreList: map.ignoreList || map.x_google_ignoreList
  };
}
function OMapping(source, line, column, name) {
  return { source, line, column, name };
}
function traceSegmentInternal(segments2, memo, line, column, bias) {
  let index = memoizedBinarySearch(segments2, column, memo, line);
  if (found) {
    index = (bias === LEAST_UPPER_BOUND ? upperBound : lowerBound)(segments2, column, index);
  } else if (bias === LEAST_UPPER_BOUND) index++;
  if (index === -1 || index === segments2.length) return -1;
  return index;
}

// packages/gasoline-source-maps/src/text-lines.ts
function lineStarts(text) {
  const starts = new Uint32Array(countLines(text));
  for (let index = 1, start2 = 0; index < starts.length; index += 1) {
    start2 = text.indexOf("\n", start2) + 1;
    starts[index] = start2;
  }
  return starts;
}
function countLines(text) {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
function lineStart(text, line) {
  let start2 = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf("\n", start2);
    if (next < 0) return void 0;
    start2 = next + 1;
  }
  return start2;
}
function lineLength(text, starts, line) {
  const start2 = starts[line - 1];
  return start2 === void 0 ? void 0 : (starts[line] ?? text.length + 1) - 1 - start2;
}
function linesBetween(text, first, last) {
  const lines = [];
  let start2 = lineStart(text, first);
  for (let number = first; number <= last && start2 !== void 0; number += 1) {
    const end = lineEnd(text, start2);
    lines.push(text.slice(start2, end).replace(/\r$/, ""));
    start2 = end + 1 < text.length ? end + 1 : void 0;
  }
  return lines;
}
function placeAt(text, offset) {
  let line = 1;
  let start2 = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start2)) {
    line += 1;
    start2 = next + 1;
  }
  return { line, column: offset - start2 };
}
function lineEnd(text, start2) {
  const next = text.indexOf("\n", start2);
  return next < 0 ? text.length : next;
}

// packages/gasoline-source-maps/src/function-name.ts
var REACH = 2e5;
var MINIFIED_CHARACTERS = 2;
var IDENTIFIER = /^[\w$]+$/;
function originalFunctionName(frame2, text, map) {
  const name = frame2.functionName;
  if (name === void 0) return void 0;
  const original = IDENTIFIER.test(name) ? declaredName(name, frame2, text, map) : void 0;
  const shown2 = original ?? withoutMinified(name);
  return shown2 === void 0 ? void 0 : cleanName(shown2, LIMITS.functionCharacters);
}
function withoutMinified(name) {
  const parts = name.split(".").filter((part) => part.length > MINIFIED_CHARACTERS);
  return parts.length === 0 ? void 0 : parts.join(".");
}
function declaredName(name, frame2, text, map) {
  const line = lineStart(text, frame2.line);
  if (line === void 0) return void 0;
  const end = line + frame2.column;
  const start2 = Math.max(0, end - REACH);
  const before = text.slice(start2, end);
  const escaped = name.replaceAll("$", "\\$");
  const declaration = new RegExp(
    `(?:\\bfunction\\s*\\*?\\s+|\\bclass\\s+)(${escaped})\\b|(?<![\\w$.])(${escaped})\\s*=\\s*(?:async\\b|function\\b|class\\b|\\(|[\\w$]+\\s*=>)`,
    "dg"
  );
  const [place] = [...before.matchAll(declaration)].at(-1)?.indices?.slice(1).filter(Boolean) ?? [];
  if (place === void 0) return void 0;
  return originalPositionFor(map, placeAt(text, start2 + place[0])).name ?? void 0;
}

// packages/gasoline-source-maps/src/readable-name.ts
var PROJECT_FOLDERS = /\/((?:src|app|apps|packages|pages|components|lib)\/.+)$/;
var TOOL_PREFIX = /^(?:webpack|webpack-internal|turbopack|ng|rsc|vite|rollup|esbuild|parcel|meteor):(?:\/\/[^/]*\/)?/;
var NAMESPACE = /^\/*(?:\([\w-]+\)|\[project\]|\[root-of-the-server\]__?)\//;
var SEGMENTS_OF_ABSOLUTE = 3;
function readableName({ raw, resolved: resolved2 }) {
  const name = pathOf(raw, resolved2);
  return cleanName(name === "" ? raw : name, LIMITS.fileCharacters);
}
function pathOf(raw, resolved2) {
  const plain2 = withoutQuery(raw).replaceAll("\\", "/");
  const library = /node_modules\/(?!.*node_modules\/).*$/.exec(withoutQuery(resolved2))?.[0];
  if (library !== void 0) return library;
  if (TOOL_PREFIX.test(plain2)) return relative(plain2.replace(TOOL_PREFIX, "").replace(NAMESPACE, ""));
  if (/^https?:/.test(plain2)) return servedPath(plain2);
  if (isAbsolute(plain2)) return fromProject(plain2.replace(/^file:\/\/+/, "/"));
  if (/^[a-z][\w+.-]+:/i.test(plain2)) return relative(plain2.replace(/^[a-z][\w+.-]+:\/*/i, ""));
  return plain2.includes("/") ? relative(plain2) : servedPath(withoutQuery(resolved2));
}
function withoutQuery(text) {
  return text.replace(/[?#].*$/s, "");
}
function isAbsolute(path) {
  return path.startsWith("/") || /^[a-z]:\//i.test(path) || path.startsWith("file:");
}
function servedPath(address) {
  const path = decoded(address.replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, ""));
  return path.startsWith("@fs/") ? fromProject(path.slice(3)) : relative(path);
}
function fromProject(path) {
  const inProject = PROJECT_FOLDERS.exec(path)?.[1];
  return relative(inProject ?? path.split("/").slice(-SEGMENTS_OF_ABSOLUTE).join("/"));
}
function relative(path) {
  const segments2 = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments2.pop();
    else if (segment !== "." && segment !== "") segments2.push(segment);
  }
  return segments2.join("/");
}
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// packages/gasoline-source-maps/src/original.ts
var MAX_WRITTEN_LINE = 200;
function originalOf(frame2, script) {
  if (frame2.isEvalCall === true)
    throw new Unavailable(
      `the code was made from a text by eval, at line ${frame2.line} of ${addressText(frame2.url)}: it has no source of its own`
    );
  if (!isWithin(frame2, script))
    throw new Unavailable(
      `${addressText(frame2.url)} has no line ${frame2.line}, column ${frame2.column}: it changed since the page loaded it, reload the page`
    );
  if ("missing" in script.map) return asServed(frame2, script, script.map.missing);
  return mapped(frame2, script, script.map);
}
function mapped(frame2, script, map) {
  const position = originalPositionFor(map, { line: frame2.line, column: frame2.column - 1 });
  const index = position.source === null ? -1 : sourceIndex2(map, position.source);
  if (position.source === null || index < 0)
    throw new Unavailable(
      `the map of ${addressText(frame2.url)} does not cover line ${frame2.line}, column ${frame2.column}`
    );
  const resolved2 = map.resolvedSources[index] ?? position.source;
  const raw = `${map.sourceRoot ?? ""}${map.sources[index] ?? position.source}`;
  return {
    file: readableName({ raw, resolved: resolved2 }),
    line: position.line,
    column: position.column + 1,
    functionName: () => originalFunctionName(frame2, script.text, map),
    isLibrary: isLibrary(resolved2) || isLibrary(raw) || isLibrary(frame2.url) || isIgnored(map, position.source),
    content: map.sourcesContent?.[index] ?? void 0,
    address: resolved2,
    note: void 0
  };
}
function asServed(frame2, script, missing) {
  if (script.text === "" || (lineLength(script.text, script.lineStarts, frame2.line) ?? 0) > MAX_WRITTEN_LINE)
    throw new Unavailable(missing);
  return {
    file: readableName({ raw: frame2.url, resolved: frame2.url }),
    line: frame2.line,
    column: frame2.column,
    functionName: () => frame2.functionName,
    isLibrary: isLibrary(frame2.url),
    content: script.text,
    address: frame2.url,
    note: `shown as it was served, not as it was written: ${missing}`
  };
}
function sourceIndex2(map, source) {
  const index = map.sources.indexOf(source);
  return index < 0 ? map.resolvedSources.indexOf(source) : index;
}
function isWithin({ line, column }, { text, lineStarts: lineStarts2 }) {
  return text === "" || column <= (lineLength(text, lineStarts2, line) ?? -1) + 1;
}

// packages/gasoline-source-maps/src/bounded-fetch.ts
function isHtml({ text, headers }) {
  return (headers.get("content-type") ?? "").includes("html") || /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 200));
}
async function fetchText(fetch2, url, limit, request4) {
  const name = addressText(url);
  const response = await fetch2(url, request4).catch((error) => {
    throw notFetched(name, request4.signal, error);
  });
  if (!response.ok) {
    await response.body?.cancel().catch(() => void 0);
    throw new Unavailable(`${name} answered ${response.status}`);
  }
  const text = await readBounded(response, name, limit).catch((error) => {
    throw notFetched(name, request4.signal, error);
  });
  return { text, url: response.url === "" ? url : response.url, headers: response.headers };
}
function notFetched(name, signal, error) {
  if (error instanceof Unavailable) return error;
  if (signal.aborted) return new Unavailable(`${name} did not arrive in time`);
  return new Unavailable(`${name} could not be fetched (${detailOf(error)}): refused, blocked or away`);
}
function detailOf(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== "" ? `${message}: ${cause.message}` : message;
}
async function readBounded(response, name, limit) {
  const tooLarge = (bytes2) => new Unavailable(
    `${name} is too large: ${megabytes(bytes2)} MB or more, at most ${megabytes(limit)} MB are read`
  );
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > limit) {
    await response.body?.cancel().catch(() => void 0);
    throw tooLarge(announced);
  }
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const pieces = [];
  let bytes = 0;
  for (let piece = await reader?.read(); piece?.value !== void 0; piece = await reader?.read()) {
    bytes += piece.value.byteLength;
    if (bytes > limit) {
      await reader?.cancel().catch(() => void 0);
      throw tooLarge(bytes);
    }
    pieces.push(decoder.decode(piece.value, { stream: true }));
  }
  return pieces.join("") + decoder.decode();
}
function megabytes(bytes) {
  return Math.floor(bytes / 1024 / 1024);
}

// packages/gasoline-source-maps/src/data-url.ts
function dataUrlText(url) {
  const comma2 = url.indexOf(",");
  if (comma2 < 0) throw new Unavailable("the inline map is cut off");
  if (url.length > LIMITS.mapBytes * 1.4) throw new Unavailable("the inline map is too large to be read");
  const isBase64 = url.slice(0, comma2).endsWith(";base64");
  const data = url.slice(comma2 + 1);
  try {
    return isBase64 ? decodeBase64(data) : decodeURIComponent(data);
  } catch {
    throw new Unavailable("the inline map is cut off or not encoded as it says");
  }
}
function decodeBase64(data) {
  const binary = atob(data);
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}

// packages/gasoline-source-maps/src/map-link.ts
var NAME = "sourceMappingURL=";
var COMMENT = /\/[/*][#@]\s*$/;
var NOT_IN_ADDRESS = /["'`\s]/;
function mapLink(text, headers) {
  const header2 = headers?.get("sourcemap") ?? headers?.get("x-sourcemap");
  return header2 === null || header2 === void 0 || header2 === "" ? linkInText(text) : header2;
}
function linkInText(text) {
  for (let at = text.lastIndexOf(NAME); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(NAME, at - 1)) {
    if (!COMMENT.test(text.slice(Math.max(0, at - 6), at))) continue;
    const lineEnd2 = text.indexOf("\n", at);
    const line = text.slice(at + NAME.length, lineEnd2 < 0 ? text.length : lineEnd2);
    const link = line.replace(/\s*(?:\*\/)?\s*$/, "");
    if (link !== "" && !NOT_IN_ADDRESS.test(link)) return link;
  }
  return void 0;
}
function linkOfEvaluated(bundle, moduleUrl) {
  const name = bundle.indexOf(`sourceURL=${moduleUrl}\\n`);
  if (name < 0) return void 0;
  const start2 = bundle.lastIndexOf(`${NAME}data:`, name);
  if (start2 < 0 || bundle.slice(start2, name).includes("sourceURL=")) return void 0;
  const link = /^[\w/+=:;,.-]+/.exec(bundle.slice(start2 + NAME.length, name))?.[0];
  return link === void 0 ? void 0 : { link, text: evaluatedText(bundle, start2) };
}
function evaluatedText(bundle, link) {
  const call2 = bundle.lastIndexOf("eval(", link);
  const start2 = call2 < 0 ? -1 : bundle.indexOf('"', call2);
  if (start2 < 0 || start2 > link) return "";
  try {
    const text = JSON.parse(`${bundle.slice(start2, link).replace(/\/\/# ?$/, "")}"`);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

// packages/gasoline-source-maps/src/read-map.ts
var MAX_DEPTH = 4;
var MAX_SECTIONS = 2e3;
var SPARE_LINES = 1e3;
async function readMap(text, origin) {
  const budget = { sections: MAX_SECTIONS };
  const checked = await checkedMap(parseMap(text, origin.name), origin, [origin.url], budget);
  try {
    const map = new FlattenMap(checked, origin.url);
    decodedMappings(map);
    return map;
  } catch (error) {
    throw new Unavailable(`${origin.name} cannot be decoded: ${String(error)}`);
  }
}
function parseMap(text, name) {
  const json = text.startsWith(")]}'") ? text.slice(text.indexOf("\n") + 1) : text;
  if (/^\s*</.test(json)) throw new Unavailable(`${name} answered with a page instead of a map`);
  try {
    return JSON.parse(json);
  } catch {
    throw new Unavailable(`${name} is no JSON: cut off, or not a source map`);
  }
}
async function checkedMap(value, origin, path, budget) {
  if (!isObject2(value)) throw new Unavailable(`${origin.name} is not a source map`);
  const version = value["version"];
  if (Number(version) !== 3)
    throw new Unavailable(`${origin.name} has version ${shown(version)}, only 3 is read`);
  if (!Array.isArray(value["sections"])) return plainMap(value, origin);
  if (path.length > MAX_DEPTH) throw new Unavailable(`${origin.name} nests its sections too deeply`);
  const listed = value["sections"];
  const sections = [];
  for (const section2 of listed) {
    budget.sections -= 1;
    if (budget.sections < 0) throw new Unavailable(`${origin.name} has more than ${MAX_SECTIONS} sections`);
    sections.push(await checkedSection(section2, origin, path, budget));
  }
  return { version: 3, sections };
}
async function checkedSection(value, origin, path, budget) {
  const offset = isObject2(value) ? value["offset"] : void 0;
  if (!isObject2(value) || !isObject2(offset))
    throw new Unavailable(`${origin.name} has a section without a place`);
  const place = { line: wholeNumber(offset["line"]), column: wholeNumber(offset["column"]) };
  const link = value["url"];
  if (typeof link !== "string")
    return { offset: place, map: await checkedMap(value["map"], origin, [...path, origin.url], budget) };
  const url = resolved(link, origin.url);
  if (path.includes(url)) throw new Unavailable(`${origin.name} is an index map that contains itself`);
  const text = await origin.fetchSection(url);
  const map = await checkedMap(parseMap(text, origin.name), { ...origin, url }, [...path, url], budget);
  return { offset: place, map };
}
function plainMap(value, { name, scriptLines }) {
  const { mappings, sources, names, sourcesContent, sourceRoot, ignoreList } = value;
  if (typeof mappings !== "string" || !Array.isArray(sources))
    throw new Unavailable(`${name} has no mappings or no sources`);
  if (lineCount(mappings) > scriptLines + SPARE_LINES)
    throw new Unavailable(`${name} is not the map of this script: it tells of more lines than there are`);
  return {
    version: 3,
    mappings,
    sources: sources.map(textOrNull),
    names: Array.isArray(names) ? names.map((each) => textOrNull(each) ?? "") : [],
    sourcesContent: Array.isArray(sourcesContent) ? sourcesContent.map(textOrNull) : [],
    ...typeof sourceRoot === "string" ? { sourceRoot } : {},
    ignoreList: numbers(ignoreList ?? value["x_google_ignoreList"])
  };
}
function lineCount(mappings) {
  let lines = 1;
  for (let at = mappings.indexOf(";"); at >= 0; at = mappings.indexOf(";", at + 1)) lines += 1;
  return lines;
}
function resolved(link, base2) {
  try {
    return new URL(link, base2).href;
  } catch {
    return link;
  }
}
function isObject2(value) {
  return typeof value === "object" && value !== null;
}
function textOrNull(value) {
  return typeof value === "string" ? value : null;
}
function numbers(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === "number") : [];
}
function wholeNumber(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}
function shown(value) {
  return typeof value === "number" || typeof value === "string" ? String(value).slice(0, 20) : "none";
}

// packages/gasoline-source-maps/src/seen-script.ts
function seenScript(header2) {
  const read = (name) => header2(name) ?? void 0;
  const length = read("content-length");
  return {
    etag: read("etag"),
    lastModified: read("last-modified"),
    length: length === void 0 ? void 0 : `${length} ${read("content-encoding") ?? ""}`
  };
}
function isSameScript(before, now) {
  if (before.etag !== void 0 && now.etag !== void 0) return strong(before.etag) === strong(now.etag);
  if (before.lastModified !== void 0 && now.lastModified !== void 0)
    return before.lastModified === now.lastModified;
  const [one = "", coding] = before.length?.split(" ") ?? [];
  const [other = "", otherCoding] = now.length?.split(" ") ?? [];
  return one !== "" && other !== "" && coding === otherCoding && one !== other ? false : void 0;
}
function strong(etag) {
  return etag.replace(/^W\//, "").replace(/-(?:gzip|br|zstd)"$/, '"');
}

// packages/gasoline-source-maps/src/script.ts
var BYTES_PER_SEGMENT = 72;
async function readScript(url, reading) {
  const fetched = await fetchScript(url, reading);
  const seen = seenScript((name) => fetched.headers.get(name));
  const link = mapLink(fetched.text, fetched.headers);
  const mapUrl = link === void 0 ? void 0 : resolved(link, fetched.url);
  const script = mapUrl === void 0 ? withoutMap(url, fetched.text, `${addressText(url)} names no source map: turn them on in the build`) : await withMap(url, fetched.text, mapUrl, reading);
  return { ..."missing" in script.map ? await withFoundMap(script, mapUrl, reading) : script, seen };
}
async function withFoundMap(script, mapUrl, reading) {
  const found2 = await reading.findMap?.(script);
  if (found2 === void 0) return script;
  try {
    return await decoded2(script, { ...found2, url: mapUrl ?? `${script.url}.map` }, reading);
  } catch (error) {
    return withoutMap(script.url, script.text, reasonOf(error));
  }
}
async function readEvaluated(moduleUrl, bundles, reading) {
  const evaluated = bundles.map(({ text }) => linkOfEvaluated(text, moduleUrl)).find((each) => each !== void 0);
  if (evaluated === void 0)
    throw new Unavailable(
      `${addressText(moduleUrl)} is evaluated from a string, and no script of the page holds a map of it: set devtool to "source-map" or "eval-source-map"`
    );
  return withMap(moduleUrl, evaluated.text, evaluated.link, reading);
}
async function withMap(url, text, mapUrl, reading) {
  try {
    const isInline = mapUrl.startsWith("data:");
    const mapText = isInline ? dataUrlText(mapUrl) : await fetchMap(mapUrl, reading);
    const map = { name: addressText(mapUrl), url: isInline ? url : mapUrl, text: mapText };
    return await decoded2({ url, text }, map, reading);
  } catch (error) {
    return withoutMap(url, text, reasonOf(error));
  }
}
async function decoded2({ url, text }, map, reading) {
  const fingerprint = await fingerprintOf(url, text, map.text);
  const known = reading.known(fingerprint);
  if (known !== void 0) return known;
  const starts = lineStarts(text);
  const read = await readMap(map.text, {
    name: map.name,
    url: map.url,
    scriptLines: text === "" ? Infinity : starts.length,
    fetchSection: (section2) => fetchMap(section2, reading)
  });
  const weight = text.length + starts.byteLength + map.text.length + segments(read) * BYTES_PER_SEGMENT;
  return { url, text, lineStarts: starts, map: read, weight, fingerprint, seen: void 0 };
}
function withoutMap(url, text, missing) {
  const starts = lineStarts(text);
  const weight = text.length + starts.byteLength;
  return { url, text, lineStarts: starts, map: { missing }, weight, fingerprint: "", seen: void 0 };
}
function segments(map) {
  return decodedMappings(map).reduce((sum, line) => sum + line.length, 0);
}
async function fetchScript(url, reading) {
  if (url.startsWith("data:")) return { text: dataUrlText(url), url, headers: new Headers() };
  const fetched = await fetchText(reading.fetch, url, LIMITS.scriptBytes, requestFor(url, reading));
  if (isHtml(fetched)) throw new Unavailable(`${addressText(url)} answered with a page instead of a script`);
  return fetched;
}
async function fetchMap(url, reading) {
  const fetched = await fetchText(reading.fetch, url, LIMITS.mapBytes, requestFor(url, reading));
  if (isHtml(fetched)) throw new Unavailable(`${addressText(url)} answered with a page instead of a map`);
  return fetched.text;
}
async function fetchSource(url, reading) {
  const name = addressText(url);
  if (originOf(url) !== reading.pageOrigin)
    throw new Unavailable(
      `${name} is not in its map, and not of the page's origin: build with sourcesContent`
    );
  const fetched = await fetchText(reading.fetch, url, LIMITS.sourceBytes, requestFor(url, reading));
  if (isHtml(fetched))
    throw new Unavailable(
      `${name} is not in its map, and its server does not have it: build with sourcesContent`
    );
  return fetched.text;
}
function requestFor(url, { signal, pageOrigin }) {
  const origin = originOf(url);
  if (origin === void 0)
    throw new Unavailable(`${addressText(url)} cannot be fetched from outside the page`);
  if (isLocal(origin) && !isLocal(pageOrigin))
    throw new Unavailable(`${addressText(url)} is on this machine or its network, but the page is not`);
  return {
    signal,
    credentials: origin === pageOrigin ? "include" : "omit",
    redirect: isLocal(pageOrigin) ? "follow" : "error"
  };
}
function originOf(url) {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : void 0;
}
var LOCAL_HOST = /^(?:[^.]+|.*\.(?:localhost|local|test|internal|lan|home|arpa)|(?:0|10|127)\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|169\.254\..*)$/;
function isLocal(origin) {
  return LOCAL_HOST.test(/^https?:\/\/(.+?)(?::\d+)?$/.exec(origin)?.[1] ?? "");
}
async function fingerprintOf(...texts) {
  const bytes = new TextEncoder().encode(texts.join("\0"));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// packages/gasoline-source-maps/src/script-cache.ts
var ScriptCache = class {
  #now;
  #cached = [];
  #decoded = /* @__PURE__ */ new Map();
  #bytes;
  #rest;
  /** `bytes` is what is kept while errors come. */
  constructor(now, bytes = LIMITS.cachedBytes) {
    this.#now = now;
    this.#bytes = bytes;
  }
  /** The script as a document has it. Errors that come at once share one reading. */
  async get(url, page, read) {
    this.#restLater();
    const found2 = this.#cached.find((each) => each.url === url && each.page === page);
    if (found2 !== void 0 && found2.until > this.#now()) {
      this.#cached = [...this.#cached.filter((each) => each !== found2), found2];
      return found2.script;
    }
    const script = read((fingerprint) => this.#decoded.get(fingerprint));
    const cached = { script, page, url, weight: 0, until: Infinity, fingerprint: "" };
    this.#cached = [...this.#cached.filter((each) => each !== found2), cached];
    this.#trim(this.#bytes);
    return script.then(
      (result) => this.#arrived(cached, result),
      (error) => {
        cached.until = this.#now() + LIMITS.failureMs;
        throw error;
      }
    );
  }
  /** Whether a script was read for a document, or is being read. */
  has(url, page) {
    return this.#cached.some((each) => each.url === url && each.page === page);
  }
  #arrived(cached, script) {
    cached.weight = script.weight;
    cached.fingerprint = script.fingerprint;
    if ("missing" in script.map) cached.until = this.#now() + LIMITS.failureMs;
    else if (this.#cached.includes(cached)) this.#decoded.set(script.fingerprint, script);
    this.#trim(this.#bytes);
    return script;
  }
  /** Node need not wait for it. */
  #restLater() {
    clearTimeout(this.#rest);
    const rest = this.#rest = setTimeout(() => {
      this.#trim(LIMITS.restingBytes);
    }, LIMITS.restsAfterMs);
    if (isReferenced(rest)) rest.unref();
  }
  #trim(bytes) {
    let weight = this.#cached.reduce((sum, each) => sum + each.weight, 0);
    while (this.#cached.length > LIMITS.cachedFiles || weight > bytes) {
      weight -= this.#cached.shift()?.weight ?? 0;
    }
    const kept = new Set(this.#cached.map(({ fingerprint }) => fingerprint));
    for (const fingerprint of this.#decoded.keys())
      if (!kept.has(fingerprint)) this.#decoded.delete(fingerprint);
  }
};
function isReferenced(timer) {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}

// packages/gasoline-source-maps/src/snippet.ts
function linesAround(content, line, column) {
  const first = Math.max(1, line - LIMITS.linesBefore);
  const lines = linesBetween(content, first, line + LIMITS.linesAfter);
  if (lines.length <= line - first) return void 0;
  return lines.map((text, index) => {
    const number = first + index;
    return number === line ? { line: number, text: cleanLine(cutAround(text, column)), isError: true } : { line: number, text: cleanLine(cutAround(text, 1)) };
  });
}
function cutAround(text, column) {
  const { lineCharacters } = LIMITS;
  if (text.length <= lineCharacters) return text;
  const room = lineCharacters - 2;
  const start2 = Math.max(0, Math.min(column - 1 - Math.floor(room / 2), text.length - room));
  const end = start2 + room;
  return `${start2 > 0 ? "…" : ""}${text.slice(start2, end)}${end < text.length ? "…" : ""}`;
}
function withinBytes(snippets, limit) {
  const kept = [];
  let bytes = 2;
  for (const snippet of snippets) {
    const fitting = shrunk(snippet, limit - bytes - 1);
    if (fitting === void 0) break;
    kept.push(fitting);
    bytes += byteLength(fitting) + 1;
  }
  return kept;
}
function shrunk(whole, limit) {
  let snippet = whole;
  while (byteLength(snippet) > limit) {
    if (snippet.snippet.length <= 1) return void 0;
    snippet = { ...snippet, snippet: withoutFarthest(snippet) };
  }
  return snippet;
}
function withoutFarthest({ snippet, line }) {
  const before = line - (snippet.at(0)?.line ?? line);
  const after = (snippet.at(-1)?.line ?? line) - line;
  return before > after ? snippet.slice(1) : snippet.slice(0, -1);
}
var encoder = new TextEncoder();
function byteLength(value) {
  return encoder.encode(JSON.stringify(value)).byteLength;
}

// packages/gasoline-source-maps/src/message-name.ts
var NAMED = [
  /^TypeError: Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '([\w$]+)'\)$/,
  /^TypeError: (?:.*\.)?([\w$]+) is not a function$/,
  /^TypeError: Cannot destructure property '([\w$]+)' of .+ as it is (?:undefined|null)\.$/,
  /^ReferenceError: ([\w$]+) is not defined$/,
  /^ReferenceError: Cannot access '([\w$]+)' before initialization$/
];
var REACH2 = 60;
var COMPUTED_REACH = 20;
function isNameAt(message, { line, column }, { text, lineStarts: lineStarts2 }) {
  const start2 = lineStarts2[line - 1];
  const name = nameIn(message);
  if (name === void 0 || text === "" || start2 === void 0) return true;
  const at = start2 + column - 1;
  const around = text.slice(Math.max(0, at - REACH2), at + REACH2 + name.length);
  return around.includes(name) || text.slice(Math.max(0, at - COMPUTED_REACH), at + 1).includes("[");
}
function nameIn(message) {
  const [line = ""] = message.split("\n", 1);
  for (const pattern of NAMED) {
    const name = pattern.exec(line)?.[1];
    if (name !== void 0) return name;
  }
  return void 0;
}

// packages/gasoline-source-maps/src/source-snippets.ts
var WEBPACK_EVALUATED = "webpack-internal:";
var MAX_BUNDLES = 8;
var SourceSnippets = class {
  #parts;
  #cache;
  constructor(parts) {
    this.#parts = parts;
    this.#cache = new ScriptCache(parts.now, parts.cacheBytes);
  }
  /** The source around the places of a stack. Never fails, and answers within the time for one error. */
  async of(frames, origin) {
    const found2 = { snippets: [], reasons: [] };
    try {
      await withDeadline(
        LIMITS.totalMs,
        "reading the source maps took too long",
        () => this.#find(frames.slice(0, LIMITS.frames), origin, found2)
      );
    } catch (error) {
      found2.reasons.push(reasonOf(error));
    }
    const missing = [...new Set(found2.reasons)].slice(0, LIMITS.files).join("; ");
    return { snippets: found2.snippets, missing: missing === "" ? void 0 : missing };
  }
  /**
   * Where a frame lies in original source; undefined where that cannot be told. Nothing is fetched unless `mayFetch`: then
   * only scripts count that were read for something else.
   */
  async place(frame2, origin, mayFetch) {
    if (!mayFetch && !this.#cache.has(frame2.url, origin.page)) return void 0;
    const scripts = await this.#scriptsOf([frame2], origin);
    const script = scripts.get(frame2.url);
    const place = script === void 0 ? void 0 : placeOf2(frame2, script, origin.seen?.(frame2.url), void 0);
    if (place === void 0 || !("original" in place) || place.original.note !== void 0) return void 0;
    const { file, line, column } = place.original;
    return { file, line, column };
  }
  async #find(frames, origin, found2) {
    if (frames.length === 0) throw new Unavailable("the stack names no script of the page");
    const scripts = await this.#scriptsOf(frames, origin);
    const deadline = this.#parts.now() + LIMITS.extractionMs;
    const inOrder = placesOf(frames, scripts, origin, () => this.#parts.now() > deadline);
    const places = ranked(inOrder, callerReason(inOrder));
    const sources = /* @__PURE__ */ new Map();
    const attempts = places.slice(0, LIMITS.frames / 2).map((place) => "missing" in place ? place : this.#snippetOf(place, origin, sources));
    for (const attempt of attempts) {
      if (found2.snippets.length === LIMITS.snippets) break;
      const snippet = await attempt;
      if (!("file" in snippet)) {
        if (found2.snippets.length === 0) found2.reasons.push(snippet.missing);
      } else found2.snippets = withinBytes([...found2.snippets, snippet], LIMITS.snippetBytes);
    }
  }
  /** The scripts of the frames by address, the app's first; each read, or the reason why not. */
  async #scriptsOf(frames, origin) {
    const urls = [...new Set(frames.map(({ url }) => url))];
    const app = urls.filter((url) => !isLibrary(url));
    const chosen = [...app, ...urls.filter(isLibrary)].slice(0, LIMITS.files);
    const bundles = urls.filter((url) => !url.startsWith(WEBPACK_EVALUATED)).slice(0, LIMITS.files);
    const reading = chosen.map(async (url) => {
      const script = this.#script(url, bundles, origin);
      return [url, await script.catch((error) => new Unavailable(reasonOf(error)))];
    });
    return new Map(await Promise.all(reading));
  }
  async #script(url, bundles, origin) {
    if (origin.documents.map(withoutFragment).includes(withoutFragment(url)))
      throw new Unavailable("the error is in an inline script, and documents are not fetched again");
    const late2 = `${addressText(url)} and its map did not arrive within ${LIMITS.fileMs / 1e3} s`;
    const read = (known) => withDeadline(LIMITS.fileMs, late2, async (signal) => {
      const reading = this.#reading(origin, signal, known);
      if (!url.startsWith(WEBPACK_EVALUATED)) return readScript(url, reading);
      return readEvaluated(url, await this.#bundles(bundles, origin), reading);
    });
    return this.#cache.get(url, origin.page, read);
  }
  /** Scripts that may hold evaluated modules: those of the stack, then the document's others. */
  async #bundles(ofStack, origin) {
    const others = await origin.scripts?.().catch(() => []) ?? [];
    const urls = [.../* @__PURE__ */ new Set([...ofStack, ...others])].slice(0, MAX_BUNDLES);
    const scripts = await Promise.allSettled(urls.map((url) => this.#script(url, [], origin)));
    return scripts.flatMap(fulfilled);
  }
  async #snippetOf({ original, callerBecause }, origin, sources) {
    const { file, line, column, note } = original;
    try {
      const lines = await this.#linesOf(original, origin, sources);
      const functionName = original.functionName();
      return {
        file,
        line,
        column,
        ...functionName === void 0 ? {} : { function: functionName },
        ...lines,
        ...note === void 0 ? {} : { note },
        ...callerBecause === void 0 ? {} : { callerBecause }
      };
    } catch (error) {
      return { missing: reasonOf(error) };
    }
  }
  /** The lines around a place; where the source cannot be had, the place stays and the reason is told. */
  async #linesOf({ content, address, file, line, column }, origin, sources) {
    let text;
    try {
      text = content ?? await this.#source(address, origin, sources);
    } catch (error) {
      return { snippet: [], missing: reasonOf(error) };
    }
    const snippet = linesAround(text, line, column);
    if (snippet === void 0)
      throw new Unavailable(`${file} has no line ${line}: the map is not of this source`);
    return { snippet };
  }
  /** A source that its map does not hold; once for all places in it. */
  async #source(address, origin, sources) {
    const late2 = `${addressText(address)} did not arrive within ${LIMITS.fileMs / 1e3} s`;
    const source = sources.get(address) ?? withDeadline(
      LIMITS.fileMs,
      late2,
      (signal) => fetchSource(
        address,
        this.#reading(origin, signal, () => void 0)
      )
    );
    sources.set(address, source);
    return source;
  }
  #reading({ documents }, signal, known) {
    const document = documents.find((url) => URL.canParse(url));
    const pageOrigin = document === void 0 ? "null" : new URL(document).origin;
    const { fetch: fetch2, findMap } = this.#parts;
    return { fetch: fetch2, findMap, signal, pageOrigin, known };
  }
};
function placesOf(frames, scripts, origin, isLate) {
  const places = [];
  for (const [index, frame2] of frames.entries()) {
    const script = scripts.get(frame2.url);
    if (script === void 0) continue;
    if (places.length > 0 && isLate()) break;
    const message = index === 0 ? origin.message : void 0;
    const isOfLibrary = isLibrary(frame2.url);
    places.push({ isOfLibrary, ...placeOf2(frame2, script, origin.seen?.(frame2.url), message) });
  }
  return places;
}
function placeOf2(frame2, script, seen, message) {
  if (script instanceof Unavailable) return { missing: script.message };
  try {
    checkSame(frame2, script, seen, message);
    return { original: originalOf(frame2, script) };
  } catch (error) {
    return { missing: reasonOf(error) };
  }
}
function checkSame(frame2, script, seen, message) {
  const isSame = seen === void 0 || script.seen === void 0 ? void 0 : isSameScript(seen, script.seen);
  if (isSame === true) return;
  const name = addressText(frame2.url);
  if (isSame === false)
    throw new Unavailable(`${name} changed since the page loaded it: reload the page for lines`);
  if (message !== void 0 && !isNameAt(message, frame2, script))
    throw new Unavailable(
      `at line ${frame2.line}, column ${frame2.column} ${name} does not have what the message names: it changed since the page loaded it, reload the page`
    );
}
function callerReason(places) {
  const top = places.find(
    (place) => !place.isOfLibrary && !("original" in place && place.original.isLibrary)
  );
  return top !== void 0 && "missing" in top ? top.missing : void 0;
}
function ranked(inOrder, callerBecause) {
  const places = inOrder.map(
    (place) => "original" in place && callerBecause !== void 0 ? { ...place, callerBecause } : place
  );
  const seen = /* @__PURE__ */ new Set();
  const distinct = places.filter((place) => {
    const key = "missing" in place ? place.missing : `${place.original.file}:${place.original.line}`;
    return !seen.has(key) && seen.add(key);
  });
  const isOfLibrary = (place) => "original" in place && place.original.isLibrary;
  return [...distinct.filter((place) => !isOfLibrary(place)), ...distinct.filter(isOfLibrary)];
}
function fulfilled(result) {
  return result.status === "fulfilled" ? [result.value] : [];
}

// packages/gasoline-source-maps/src/enricher.ts
function pageParts(asked) {
  const parts = [];
  if (asked.componentTree) parts.push("componentAncestry");
  if (asked.stateSnapshot) parts.push("stateSnapshot");
  return parts;
}
var SAME_STACK_MS = 1e4;
var MAX_COPIES = 10;
var TOLD_BEFORE = `the same stack was explained ${MAX_COPIES} times in the last ${SAME_STACK_MS / 1e3} s`;
var MAX_STACKS = 200;
var MAX_AT_WORK = 20;
var PAGE_MS = 2500;
var PAGE_IS_LATE = `the page did not say within ${PAGE_MS / 1e3} s`;
var TELLING_FRAMES = 3;
var Enricher = class {
  #parts;
  #now;
  #snippets;
  #stacks = /* @__PURE__ */ new Map();
  /** Called when the page has amended an error that waits here. */
  #waiting = /* @__PURE__ */ new Map();
  #atWork = /* @__PURE__ */ new Set();
  #reading = 0;
  constructor(parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#snippets = new SourceSnippets({
      fetch: parts.fetch,
      findMap: parts.findMap,
      now: this.#now,
      cacheBytes: parts.cacheBytes
    });
  }
  /** Looks at an entry for `/logs` that has been handed on. */
  take(entry, wish) {
    const read = readEntry(entry);
    if (read?.kind === "amendment") this.#waiting.get(read.eventId)?.(read);
    if (read?.kind === "error" && (wish.snippets || read.isPending)) this.#work(this.#enrich(read, wish));
    else if (read === void 0) this.takeRequest(entry, "/logs", wish);
  }
  /** Looks at an entry that a script may have asked for: a request or a socket. */
  takeRequest(entry, route, wish) {
    const read = wish.snippets ? readInitiator(entry) : void 0;
    if (read !== void 0) this.#work(this.#findInitiator(read, route, wish));
  }
  #work(task) {
    const work = task.catch(() => void 0);
    this.#atWork.add(work);
    void work.then(() => this.#atWork.delete(work));
  }
  /** For requests that went well nothing is fetched: their place is told where the script has been read already. */
  async #findInitiator(entry, route, wish) {
    const place = await this.#snippets.place(entry.frame, originOf2(entry, wish), entry.hasFailed);
    if (place === void 0) return;
    this.#parts.send(JSON.stringify({ ...entry.identity, _initiator: place }), route);
  }
  /** Resolves when everything taken so far has been told. */
  async settled() {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork);
  }
  async #enrich(error, wish) {
    const isAwaited = error.isPending && wish.pageParts.length > 0;
    const pageHasAmended = isAwaited ? this.#pageAmends(error.eventId) : NOT_AWAITED;
    const known = error.frames.length > 0 ? this.#contextOf(error, error.frames, wish) : void 0;
    const amendment = await pageHasAmended;
    const context = await (known ?? this.#contextOf(error, amendment?.elementFrames ?? [], wish, amendment?.reason));
    const missing = { ...late(wish), ...context?.missing };
    this.#send(error, amendment === void 0 ? { ...context, missing } : context);
  }
  async #contextOf(error, frames, wish, reason = "the error has no stack that names a script of the page") {
    if (!wish.snippets) return void 0;
    if (frames.length === 0) return lacking(reason);
    const known = this.#recent(error, frames);
    if (known !== void 0) return (known.copies += 1) > MAX_COPIES ? lacking(TOLD_BEFORE) : known.context;
    const context = this.#read(error, frames, wish);
    this.#remember(error, frames, context);
    return context;
  }
  async #read(error, frames, wish) {
    if (this.#reading >= MAX_AT_WORK) return lacking("too many errors at once");
    this.#reading += 1;
    try {
      return await this.#sourceContext(error, frames, wish);
    } finally {
      this.#reading -= 1;
    }
  }
  async #sourceContext(error, frames, wish) {
    const origin = { ...originOf2(error, wish), message: error.message };
    const { snippets, missing } = await this.#snippets.of(frames, origin);
    return {
      ...snippets.length > 0 ? { sourceSnippets: snippets } : {},
      ...missing === void 0 ? {} : { missing: { sourceSnippets: missing } }
    };
  }
  /** Resolves when the page has said what it knows, or has had its time; to nothing where it did not say anything. */
  async #pageAmends(eventId) {
    let cancel = () => void 0;
    const amendment = await new Promise((resolve2) => {
      this.#waiting.set(eventId, resolve2);
      cancel = afterRunning(PAGE_MS, () => {
        resolve2(void 0);
      });
    });
    cancel();
    this.#waiting.delete(eventId);
    return amendment;
  }
  #recent(error, frames) {
    const read = this.#stacks.get(stackKey(error, frames));
    return read !== void 0 && this.#now() - read.at < SAME_STACK_MS ? read : void 0;
  }
  #remember(error, frames, context) {
    const key = stackKey(error, frames);
    this.#stacks.delete(key);
    this.#stacks.set(key, { at: this.#now(), context, copies: 0 });
    for (const oldest of this.#stacks.keys()) {
      if (this.#stacks.size <= MAX_STACKS) break;
      this.#stacks.delete(oldest);
    }
  }
  #send({ identity: identity2 }, context) {
    const told = context === void 0 ? {} : { _aiContext: context };
    const amendment = { ...identity2, ...told, enrichment: "done" };
    this.#parts.send(JSON.stringify(amendment), "/logs");
  }
};
var NOT_AWAITED = Promise.resolve({
  kind: "amendment",
  eventId: "",
  elementFrames: [],
  reason: void 0
});
function stackKey({ page, type }, frames) {
  const places = frames.slice(0, TELLING_FRAMES).map(({ url, line, column }) => `${url}:${line}:${column}`);
  return [page, type, ...places].join("\n");
}
function originOf2(entry, wish) {
  const documents = [entry.url, ...wish.documents ?? []];
  return { page: entry.page, documents, scripts: wish.scripts, seen: wish.seen };
}
function late({ pageParts: pageParts2 }) {
  return Object.fromEntries(pageParts2.map((part) => [part, PAGE_IS_LATE]));
}
function lacking(why) {
  return { missing: { sourceSnippets: why } };
}

// packages/gasoline-playwright/src/document-headers.ts
var HEADERS_MS = 2e3;
var NOT_OBSERVED = "not_observed";
function watchDocumentHeaders(context) {
  const responses = /* @__PURE__ */ new WeakMap();
  context.on("response", (response) => {
    const frame2 = response.request().isNavigationRequest() ? frameOf(response) : void 0;
    if (frame2 !== void 0) responses.set(frame2, described(response));
  });
  return {
    async completed(entry, frame2) {
      if (!isDocument(entry)) return entry;
      const response = responses.get(frame2);
      if (response?.url !== withoutFragment(entry.url)) return entry;
      const responseHeaders = { observed: sanitisedHeaders(await response.headers) };
      return { ...entry, responseHeaders, status: response.status };
    },
    async letBeaconsPass(frame2, documentUrl) {
      const response = responses.get(frame2);
      if (response?.url !== withoutFragment(documentUrl)) return false;
      const headers = await response.headers;
      return !headers.some(([name]) => POLICY.test(name)) && response.isLocal;
    }
  };
}
var POLICY = /^content-security-policy(-report-only)?$/i;
var LOOPBACK_ADDRESS = /^(127\.|::1$|\[::1\]$)/;
async function isFromThisMachine(response) {
  const address = await response.serverAddr().catch(() => null);
  return address !== null && LOOPBACK_ADDRESS.test(address.ipAddress);
}
function described(response) {
  return {
    url: withoutFragment(response.url()),
    status: response.status(),
    isLocal: isFromThisMachine(response),
    headers: headersOf(response)
  };
}
async function headersOf(response) {
  const atHand = Object.entries(response.headers());
  const all = response.headersArray().then(pairs, () => atHand);
  return Promise.race([all, (0, import_promises3.setTimeout)(HEADERS_MS, atHand, { ref: false })]);
}
function pairs(headers) {
  return headers.map(({ name, value }) => [name, value]);
}
function frameOf(response) {
  try {
    return response.frame();
  } catch {
    return void 0;
  }
}
function isDocument(entry) {
  return "type" in entry && entry.type === "document" && "responseHeaders" in entry && entry.responseHeaders === NOT_OBSERVED && "url" in entry && typeof entry.url === "string";
}

// packages/gasoline-playwright/src/environment.ts
var import_node_path = require("node:path");
var DEFAULT_PORT = 7890;
var DEFAULT_HOST = "127.0.0.1";
var DEFAULT_BINARY = "gasoline";
function hostFromEnvironment() {
  return variable("GASOLINE_HOST") ?? DEFAULT_HOST;
}
function portFromEnvironment() {
  const named = variable("GASOLINE_PORT");
  if (named === void 0) return DEFAULT_PORT;
  const port = Number(named);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new RangeError(`GASOLINE_PORT is "${named}"; set it to a port number or leave it out.`);
}
function binaryFromEnvironment() {
  return variable("GASOLINE_BINARY") ?? DEFAULT_BINARY;
}
function ciPort() {
  const named = variable("GASOLINE_CI_PORT");
  return named === void 0 ? void 0 : Number(named);
}
function sourceMapFolders() {
  return (variable("GASOLINE_SOURCE_MAPS") ?? "").split(import_node_path.delimiter).filter((folder) => folder !== "");
}
function variable(name) {
  const value = process.env[name];
  return value === "" ? void 0 : value;
}

// packages/gasoline-playwright/src/local-maps.ts
var import_promises4 = require("node:fs/promises");
var import_node_path2 = require("node:path");
var LINK = /\/[/*][#@]\s*sourceMappingURL=[^\n]*\s*$/;
function findMapsIn(folders) {
  if (folders.length === 0) return void 0;
  return async ({ url, text }) => {
    const served = withoutLink(text);
    const places = folders.flatMap((folder) => pathsWithin(url).map((path) => ({ folder, path })));
    for (const { folder, path } of places) {
      const built = await textOf2((0, import_node_path2.join)(folder, path));
      if (built === void 0 || withoutLink(built) !== served) continue;
      const map = await textOf2((0, import_node_path2.join)(folder, `${path}.map`));
      if (map !== void 0) return { name: `${path}.map`, text: map };
    }
    return void 0;
  };
}
function pathsWithin(url) {
  const parts = decodedPath(url).split("/").filter((part) => part !== "");
  if (parts.some((part) => part === ".." || part.includes("\\"))) return [];
  return parts.map((_, index) => parts.slice(index).join("/"));
}
function decodedPath(url) {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return "";
  }
}
function withoutLink(script) {
  return script.replace(LINK, "").trimEnd();
}
async function textOf2(path) {
  try {
    const { size } = await (0, import_promises4.stat)(path);
    return size > LIMITS.mapBytes ? void 0 : await (0, import_promises4.readFile)(path, "utf8");
  } catch {
    return void 0;
  }
}

// packages/gasoline-playwright/src/enrichment.ts
function createEnricher(context, delivery) {
  return new Enricher({
    fetch: (url, request4) => fetchAs(context, url, request4),
    findMap: findMapsIn(sourceMapFolders()),
    send: (amendment, route) => void delivery.add({ route, entries: [amendment] })
  });
}
function enrichmentWish(options) {
  if (options === false) return void 0;
  const { sourceSnippets = true, componentTree = true, stateSnapshot = false } = options;
  return { snippets: sourceSnippets, pageParts: pageParts({ componentTree, stateSnapshot }) };
}
function wishFor(frame2, wish, scripts) {
  const sources = `Array.from(document.querySelectorAll('script[src]'), ({ src }) => src)`;
  return {
    ...wish,
    documents: [frame2.url()],
    scripts: () => frame2.evaluate(sources),
    seen: (url) => scripts.seen(frame2, url)
  };
}
async function fetchAs(context, url, { signal, credentials, redirect }) {
  const cookies = credentials === "omit" ? [] : await context.cookies(url).catch(() => []);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return fetch(url, { signal, redirect, headers: cookie === "" ? {} : { cookie } });
}

// packages/gasoline-playwright/src/in-order.ts
var InOrder = class {
  #last = Promise.resolve();
  /** Does the work in its turn. */
  async run(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => void 0);
    return done;
  }
  /** Waits for all that has been taken so far. */
  async settled() {
    await this.#last;
  }
};

// packages/gasoline-playwright/src/late-parts.ts
var import_promises5 = require("node:timers/promises");
var PAGE_ANSWER_MS = 1e3;
var LateParts = class {
  #read;
  /** Documents that have it, by the name they give themselves. */
  #brought = /* @__PURE__ */ new Set();
  #underWay = /* @__PURE__ */ new Set();
  constructor(read) {
    this.#read = read;
  }
  /** Looks at an entry: where an error waits to be explained, its document needs the part. */
  take(entry, frame2) {
    const { page, enrichment } = entry;
    if (this.#read === void 0 || enrichment !== "pending" || typeof page !== "string") return;
    if (this.#brought.has(page)) return;
    this.#brought.add(page);
    const brought = this.#bring(this.#read, frame2);
    this.#underWay.add(brought);
    void brought.finally(() => this.#underWay.delete(brought));
  }
  /** Waits for those that are on their way, as long as a page that answers takes. */
  async settled() {
    if (this.#underWay.size === 0) return;
    await Promise.race([Promise.all(this.#underWay), (0, import_promises5.setTimeout)(PAGE_ANSWER_MS, void 0, { ref: false })]);
  }
  async #bring(read, frame2) {
    try {
      const script = await read();
      await internally(frame2, () => frame2.evaluate(script));
    } catch {
    }
  }
};

// packages/gasoline-playwright/src/isolated-page.ts
var WORLD = "gasoline";
var MISSING = "live.js";
async function askIsolated(page, query, script) {
  const session = await page.context().newCDPSession(page);
  try {
    const context = await openWorld(session);
    const call2 = `globalThis.gasolineLive === undefined ? '${MISSING}' : gasolineLive(${JSON.stringify(query)})`;
    const first = await evaluate(session, context, call2);
    if (first !== MISSING) return outcome(first);
    await evaluate(session, context, `${await script()}
;undefined`);
    return outcome(await evaluate(session, context, call2));
  } finally {
    await session.detach().catch(() => void 0);
  }
}
async function openWorld(session) {
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = { frameId: frameTree.frame.id, worldName: WORLD };
  const { executionContextId } = await session.send("Page.createIsolatedWorld", world);
  return executionContextId;
}
async function evaluate(session, contextId, expression) {
  const { result } = await session.send("Runtime.evaluate", {
    ...{ expression, contextId },
    returnByValue: true,
    awaitPromise: true
  });
  return result.value;
}
function outcome(reply) {
  if (isOutcome(reply)) return reply;
  const message = "the page of a test run is not audited; open it with the extension or by `gasoline attach`";
  return { kind: "failed", reason: "failed", message };
}
function isOutcome(reply) {
  return typeof reply === "object" && reply !== null && "kind" in reply;
}

// packages/gasoline-playwright/src/live-picture.ts
var import_node_crypto = require("node:crypto");
var SETTLE_MS = 1500;
var PICTURE_MS = 5e3;
var HIGHEST_PAGE = 16384;
var TILE_HEIGHT = 1568;
var SECRET = ["current-password", "new-password", "one-time-code", "cc-number", "cc-csc"].reduce(
  (selectors, name) => `${selectors}, input[autocomplete~=${name}]`,
  "input[type=password]"
);
async function pictureOfPage(page, { selector, fullPage, mark }, identity2, ask) {
  const wanted = selector === void 0 ? {} : { selector };
  const survey = await ask({ kind: "survey", settleMs: SETTLE_MS, mark, ...wanted });
  if (survey.kind !== "survey") return survey;
  const shown2 = await (fullPage ? wholePage(page, survey) : view(page, survey));
  const capture = {
    ts: (/* @__PURE__ */ new Date()).toISOString(),
    url: survey.url,
    trigger: "explicit",
    ...shown2,
    ...identity2,
    eventId: `${(0, import_node_crypto.randomUUID)()}-screenshot`
  };
  return { kind: "screenshot", ...capture };
}
async function view(page, survey) {
  const { target, viewport, scroll, marks, elements, notes } = survey;
  if (target === void 0 || isWithin2(target, viewport)) {
    const crop = target === void 0 ? {} : { crop: target };
    return { data: await pictured(page), viewport, marks, elements, notes, ...crop };
  }
  const { width, height } = target;
  const clip = { x: target.x + scroll.x, y: target.y + scroll.y, width, height };
  const moved = fromCorner(-target.x, -target.y);
  return {
    data: await pictured(page, clip),
    viewport: { ...viewport, width, height },
    marks: marks.map(moved),
    elements: elements.map((element) => ({ ...element, boundingBox: moved(element.boundingBox) })),
    notes
  };
}
async function wholePage(page, survey) {
  const { viewport, scroll, documentSize, marks, elements, notes } = survey;
  const height = Math.min(Math.max(documentSize.height, viewport.height), HIGHEST_PAGE);
  const pieces = [];
  for (let y = 0; y < height; y += TILE_HEIGHT) {
    const clip = { x: 0, y, width: viewport.width, height: Math.min(TILE_HEIGHT, height - y) };
    pieces.push(await pictured(page, clip));
  }
  const moved = fromCorner(scroll.x, scroll.y);
  const cut = `the page is ${documentSize.height} px high; the picture ends at ${HIGHEST_PAGE} px`;
  const [data = "", ...tiles] = pieces;
  return {
    data,
    viewport: { ...viewport, height },
    ...tiles.length === 0 ? {} : { tiles, tileHeight: TILE_HEIGHT },
    marks: marks.map(moved),
    elements: elements.map((element) => ({ ...element, boundingBox: moved(element.boundingBox) })),
    notes: documentSize.height > HIGHEST_PAGE ? [...notes, cut] : notes
  };
}
async function pictured(page, clip) {
  const bytes = await page.screenshot({
    ...{ type: "png", timeout: PICTURE_MS, caret: "initial", scale: "css" },
    mask: [page.locator(SECRET)],
    maskColor: "#404040",
    ...clip === void 0 ? {} : { clip, fullPage: true }
  });
  return bytes.toString("base64");
}
function fromCorner(right, down) {
  return (area) => ({ ...area, x: area.x + right, y: area.y + down });
}
function isWithin2({ x, y, width, height }, viewport) {
  return x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
}

// packages/gasoline-playwright/src/web-socket.ts
var import_node_crypto2 = require("node:crypto");
var import_node_http = require("node:http");
var CONTINUED = 0;
var TEXT = 1;
var CLOSE = 8;
var PING = 9;
var PONG = 10;
var FINAL = 128;
var KIND = 15;
var MASKED = 128;
var LENGTH = 127;
var LENGTH_OF_TWO_BYTES = 126;
var LENGTH_OF_EIGHT_BYTES = 127;
function openSocket({ host, port }, path, events) {
  return new Promise((resolve2, reject) => {
    const opening = (0, import_node_http.request)({
      ...{ host: host.replaceAll(/^\[|\]$/g, ""), port, path },
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": (0, import_node_crypto2.randomBytes)(16).toString("base64")
      }
    });
    opening.on("upgrade", (_response, socket, head) => {
      resolve2(conversation(socket, head, events));
    });
    opening.on("response", ({ statusCode }) => {
      opening.destroy();
      reject(new Error(`the server answered ${statusCode ?? "nothing"}`));
    });
    opening.on("error", reject);
    opening.on("socket", (socket) => socket.unref());
    opening.end();
  });
}
function conversation(socket, head, { onText, onEnd }) {
  const reader = new FrameReader();
  let parts = [];
  const take = ({ isFinal, kind, payload }) => {
    if (kind === PING) socket.write(frame(PONG, payload));
    else if (kind === CLOSE) socket.end();
    else if (kind === TEXT || kind === CONTINUED) {
      parts.push(payload);
      if (!isFinal) return;
      const text = Buffer.concat(parts).toString();
      parts = [];
      onText(text);
    }
  };
  const read = (bytes) => {
    reader.frames(bytes).forEach(take);
  };
  socket.on("data", read);
  socket.on("error", () => socket.destroy());
  socket.on("close", onEnd);
  read(head);
  return {
    send: (text) => {
      socket.write(frame(TEXT, Buffer.from(text)));
    },
    close: () => {
      socket.end(frame(CLOSE, Buffer.alloc(0)));
    }
  };
}
var FrameReader = class {
  #rest = Buffer.alloc(0);
  /** The frames that are complete with these bytes. */
  frames(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const found2 = [];
    for (let next = this.#next(); next !== void 0; next = this.#next()) found2.push(next);
    return found2;
  }
  #next() {
    const rest = this.#rest;
    if (rest.length < 2) return void 0;
    const short = rest.readUInt8(1) & LENGTH;
    const start2 = 2 + extraLengthBytes(short);
    if (rest.length < start2) return void 0;
    const length = lengthOf(rest, short);
    if (rest.length < start2 + length) return void 0;
    this.#rest = rest.subarray(start2 + length);
    const first = rest.readUInt8(0);
    return {
      isFinal: (first & FINAL) !== 0,
      kind: first & KIND,
      payload: rest.subarray(start2, start2 + length)
    };
  }
};
function extraLengthBytes(short) {
  if (short === LENGTH_OF_EIGHT_BYTES) return 8;
  return short === LENGTH_OF_TWO_BYTES ? 2 : 0;
}
function lengthOf(bytes, short) {
  if (short === LENGTH_OF_EIGHT_BYTES) return Number(bytes.readBigUInt64BE(2));
  return short === LENGTH_OF_TWO_BYTES ? bytes.readUInt16BE(2) : short;
}
function frame(kind, payload) {
  const mask = (0, import_node_crypto2.randomBytes)(4);
  const masked = Buffer.from(payload);
  for (let index = 0; index < masked.length; index += 1)
    masked.writeUInt8(masked.readUInt8(index) ^ mask.readUInt8(index % 4), index);
  return Buffer.concat([header(kind, payload.length), mask, masked]);
}
function header(kind, length) {
  if (length < LENGTH_OF_TWO_BYTES) return Buffer.from([FINAL | kind, MASKED | length]);
  const isShort = length <= 65535;
  const bytes = Buffer.alloc(isShort ? 4 : 10);
  bytes.writeUInt8(FINAL | kind, 0);
  bytes.writeUInt8(MASKED | (isShort ? LENGTH_OF_TWO_BYTES : LENGTH_OF_EIGHT_BYTES), 1);
  if (isShort) bytes.writeUInt16BE(length, 2);
  else bytes.writeBigUInt64BE(BigInt(length), 2);
  return bytes;
}

// packages/gasoline-playwright/src/live-link.ts
var ALIVE_MS = 2e4;
var links = /* @__PURE__ */ new WeakMap();
function answerFor(context, link, options) {
  const live = links.get(link) ?? new LiveLink(link, options.script);
  links.set(link, live);
  live.add(context, options.identify);
}
var LiveLink = class {
  #link;
  #script;
  #contexts = /* @__PURE__ */ new Map();
  /** When a page was last opened or moved on: tests know no focus. */
  #usedAt = /* @__PURE__ */ new WeakMap();
  #socket;
  #alive;
  constructor(link, script) {
    this.#link = link;
    this.#script = script;
  }
  add(context, identify) {
    this.#contexts.set(context, identify);
    const watch = (page) => {
      this.#used(page);
      page.on("framenavigated", (frame2) => {
        if (frame2 === page.mainFrame()) this.#used(page);
      });
      page.on("close", () => {
        this.#tellPages();
      });
    };
    context.pages().forEach(watch);
    context.on("page", watch);
    context.on("close", () => {
      this.#contexts.delete(context);
      if (this.#contexts.size > 0) this.#tellPages();
      else this.#close();
    });
    this.#socket ??= this.#open();
  }
  #used(page) {
    this.#usedAt.set(page, Date.now());
    this.#tellPages();
  }
  async #open() {
    try {
      const socket = await openSocket(this.#link.address, "/live", {
        onText: (text) => void this.#hear(text),
        onEnd: () => {
          this.#socket = void 0;
          clearInterval(this.#alive);
        }
      });
      const say = (message) => {
        socket.send(JSON.stringify(message));
      };
      const { session } = this.#link;
      say({ kind: "hello", client: "ci", version: "0.1.0", wire: WIRE_VERSION, session });
      say({ kind: "pages", pages: this.#pages() });
      this.#alive = setInterval(() => {
        say({ kind: "alive" });
      }, ALIVE_MS).unref();
      return socket;
    } catch {
      return void 0;
    }
  }
  #close() {
    const socket = this.#socket;
    this.#socket = void 0;
    clearInterval(this.#alive);
    void socket?.then((open2) => open2?.close());
  }
  #say(message) {
    void this.#socket?.then((open2) => open2?.send(JSON.stringify(message)));
  }
  #tellPages() {
    this.#say({ kind: "pages", pages: this.#pages() });
  }
  #pages() {
    const pages = [...this.#contexts.keys()].flatMap((context) => context.pages());
    const shown2 = pages.filter((page) => !page.isClosed() && /^https?:|^file:/.test(page.url()));
    return shown2.map((page) => ({
      tab: this.#link.tabNumber(page),
      url: page.url(),
      title: "",
      focusedAt: this.#usedAt.get(page) ?? 0
    }));
  }
  async #hear(text) {
    const message = JSON.parse(text);
    if (!isQuery(message)) return;
    const outcome2 = await this.#answer(message.tab, message.query).catch(failure);
    this.#say({ kind: "answer", id: message.id, outcome: outcome2 });
  }
  async #answer(tab, query) {
    for (const [context, identify] of this.#contexts) {
      const page = context.pages().find((open2) => this.#link.tabNumber(open2) === tab);
      if (page === void 0) continue;
      const ask = (question) => askIsolated(page, question, this.#script);
      if (query.kind === "auto_screenshot") return ONLY_ON_FAILURE;
      return internally(
        context,
        () => query.kind === "screenshot" ? pictureOfPage(page, query, identify(page), ask) : ask(query)
      );
    }
    return { kind: "failed", reason: "tab_gone", message: "no such page" };
  }
};
var ONLY_ON_FAILURE = {
  kind: "failed",
  reason: "no_picture",
  message: "in a test run pictures are taken when a test fails, and when they are asked for"
};
function failure(error) {
  const message = error instanceof Error ? error.message : String(error);
  const isGone = /closed|crashed|detached/i.test(message);
  return { kind: "failed", reason: isGone ? "tab_gone" : "failed", message: wellFormed2(message) };
}
function wellFormed2(text) {
  return Buffer.from(text).toString();
}
function isQuery(message) {
  return typeof message === "object" && message !== null && "kind" in message && message.kind === "query";
}

// packages/gasoline-playwright/src/mocks.ts
var METHODS = ["route", "routeFromHAR", "routeWebSocket", "setOffline"];
var FAILED = 400;
var MOST_ANSWERS = 1e3;
function watchMocks(context) {
  const used = /* @__PURE__ */ new Set();
  const answers = /* @__PURE__ */ new Map();
  const watch = (owner) => {
    for (const method of METHODS)
      onRead(owner, method, () => {
        used.add(method);
      });
  };
  watch(context);
  context.pages().forEach(watch);
  context.on("page", watch);
  context.on("response", (response) => {
    if (used.size === 0 || response.status() < FAILED) return;
    if (answers.size < MOST_ANSWERS) answers.set(keyOf(described2(response)), isMadeUp(response));
  });
  return {
    async marked(entry) {
      if (used.size === 0) return entry;
      if (isBroken(entry)) return maybe(entry, used.has("routeWebSocket") || used.has("setOffline"));
      if (!isAnswer(entry)) return entry;
      if (entry.status === 0) return maybe(entry, true);
      const mocked = "yes";
      return await (answers.get(keyOf(entry)) ?? false) ? { ...entry, mocked } : entry;
    }
  };
}
function maybe(entry, isPossible) {
  const mocked = "perhaps";
  return isPossible ? { ...entry, mocked } : entry;
}
function isBroken(entry) {
  return "event" in entry && (entry.event === "close" || entry.event === "error");
}
function onRead(owner, method, note) {
  const original = Reflect.get(owner, method);
  if (typeof original !== "function") return;
  Object.defineProperty(owner, method, {
    configurable: true,
    enumerable: false,
    get() {
      note();
      return original;
    },
    set(value) {
      Object.defineProperty(owner, method, { configurable: true, enumerable: true, writable: true, value });
    }
  });
}
async function isMadeUp(response) {
  if (response.fromServiceWorker()) return false;
  const address = await response.serverAddr().catch(() => void 0);
  return address === null;
}
function keyOf({ url, status }) {
  return `${status} ${url.replace(/[?#].*$/s, "")}`;
}
function described2(response) {
  return { url: response.url(), status: response.status() };
}
function isAnswer(entry) {
  return "url" in entry && typeof entry.url === "string" && "status" in entry && typeof entry.status === "number" && (entry.status === 0 || entry.status >= FAILED);
}

// packages/gasoline-playwright/src/scripts.ts
function watchScripts(context) {
  const byPage = /* @__PURE__ */ new WeakMap();
  context.on("response", (response) => {
    const request4 = response.request();
    if (request4.resourceType() !== "script" || !response.ok()) return;
    const page = pageOf(() => request4.frame());
    if (page === void 0) return;
    const headers = response.headers();
    const scripts = byPage.get(page) ?? /* @__PURE__ */ new Map();
    scripts.set(
      response.url(),
      seenScript((name) => headers[name])
    );
    byPage.set(page, scripts);
  });
  return { seen: (frame2, url) => byPage.get(frame2.page())?.get(url) };
}
function pageOf(frame2) {
  try {
    return frame2().page();
  } catch {
    return void 0;
  }
}

// packages/gasoline-playwright/src/server-link.ts
var import_node_crypto3 = require("node:crypto");

// packages/gasoline-delivery/src/breaker.ts
var OPEN_MS = 3e4;
var LASTING = { delaysMs: [100, 500, 2e3, 2e3], openMs: OPEN_MS, timeoutMs: 1e4 };
var BRIEF = { delaysMs: [50], openMs: Infinity, timeoutMs: 3e3 };
var Breaker = class {
  #now;
  #patience;
  #failures = 0;
  #openUntil = 0;
  constructor(now, patience = LASTING) {
    this.#now = now;
    this.#patience = patience;
  }
  /** Whether nothing may be attempted now. */
  get isOpen() {
    return this.#now() < this.#openUntil;
  }
  succeeded() {
    this.#failures = 0;
    this.#openUntil = 0;
  }
  /** How long to wait before the next attempt, in milliseconds; undefined when the breaker has opened. */
  failed() {
    const delay = this.#patience.delaysMs[this.#failures];
    this.#failures += 1;
    if (delay === void 0) this.open();
    return delay;
  }
  /** Opens at once, where further attempts are pointless for now. */
  open() {
    this.#openUntil = this.#now() + this.#patience.openMs;
  }
  /** Allows an attempt now. If it fails like those before, the breaker opens again. */
  close() {
    this.#openUntil = 0;
  }
};

// packages/gasoline-delivery/src/outbox.ts
var encoder2 = new TextEncoder();
var Outbox = class {
  #limits;
  #waiting = [];
  #added = 0;
  #bytes = 0;
  #dropped = 0;
  constructor(limits) {
    this.#limits = limits;
  }
  get size() {
    return this.#waiting.length;
  }
  /** Bytes of everything that waits. */
  get bytes() {
    return this.#bytes;
  }
  get dropped() {
    return this.#dropped;
  }
  /** Position of the newest entry ever added. */
  get added() {
    return this.#added;
  }
  /** Position of the oldest entry that waits; undefined where none does. */
  get first() {
    return this.#waiting[0]?.position;
  }
  /** Tightens or loosens the bounds. */
  limit(limits) {
    this.#limits = limits;
    this.#dropOldest();
  }
  add({ route, entries }) {
    for (const entry of entries) {
      const bytes = encoder2.encode(entry).byteLength;
      this.#added += 1;
      this.#waiting.push({ route, entry, bytes, position: this.#added });
      this.#bytes += bytes;
    }
    this.#dropOldest();
  }
  /** Everything that waits and came after a position. */
  since(position) {
    return this.#waiting.filter((waiting) => waiting.position > position);
  }
  /** Takes the oldest entries that may travel together; undefined when nothing waits. */
  take(limits) {
    const route = this.#waiting[0]?.route;
    if (route === void 0) return void 0;
    let bytes = 0;
    const end = this.#waiting.findIndex((waiting2, index) => {
      bytes += waiting2.bytes;
      const full = index >= limits.entries || bytes > limits.bytes;
      return waiting2.route !== route || index > 0 && full;
    });
    const waiting = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    this.#bytes -= sizeOf(waiting);
    return { route, entries: waiting.map(({ entry }) => entry), waiting };
  }
  /** Returns a batch that could not be delivered to the head of the queue. */
  putBack({ waiting }) {
    this.#waiting = [...waiting, ...this.#waiting];
    this.#bytes += sizeOf(waiting);
    this.#dropOldest();
  }
  /** Keeps only the newest entries for a route; those in between stay. */
  keepNewest(route, count) {
    const own = this.#waiting.filter((waiting) => waiting.route === route && !isAddition(waiting.entry));
    const surplus = new Set(own.slice(0, Math.max(0, own.length - count)));
    if (surplus.size === 0) return;
    this.#waiting = this.#waiting.filter((waiting) => !surplus.has(waiting));
    this.#bytes -= sizeOf([...surplus]);
    this.#dropped += surplus.size;
  }
  #dropOldest() {
    let surplus = 0;
    let bytes = this.#bytes;
    while (this.#waiting.length - surplus > this.#limits.entries || bytes > this.#limits.bytes) {
      bytes -= this.#waiting[surplus]?.bytes ?? 0;
      surplus += 1;
    }
    if (surplus === 0) return;
    this.#waiting.splice(0, surplus);
    this.#bytes = bytes;
    this.#dropped += surplus;
  }
};
function sizeOf(waiting) {
  return waiting.reduce((sum, { bytes }) => sum + bytes, 0);
}
function isAddition(entry) {
  return !entry.includes('"ts":') && /[{,]"_\w+":/.test(entry);
}

// packages/gasoline-delivery/src/server-link.ts
var ExchangeFailure = class extends Error {
  constructor(kind, message, retryAfterMs) {
    super(message);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
  kind;
  retryAfterMs;
  name = "ExchangeFailure";
};
async function sayHello(server, hello, timeoutMs) {
  const answer = await post(`${server}/hello`, JSON.stringify(hello), timeoutMs);
  if (!isWelcome(answer)) throw new ExchangeFailure("away", `${server} is not a gasoline server`);
  if (answer.mismatch !== void 0) throw new ExchangeFailure("refused", answer.mismatch);
  return answer;
}
async function postBatch(server, batch, timeoutMs) {
  const answer = await post(
    `${server}${batch.route}`,
    bodyOf(batch.route, batch.entries.join(ENTRY_SEPARATOR)),
    timeoutMs
  );
  return { received: countOf(answer, "received"), rejected: countOf(answer, "rejected") };
}
async function post(url, body, timeoutMs) {
  const response = await request2(url, body, timeoutMs);
  if (response.ok) return readJson(response);
  throw new ExchangeFailure(
    kindOf(response.status),
    `${url} answered ${response.status}`,
    retryAfter(response)
  );
}
async function request2(url, body, timeoutMs) {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal: AbortSignal.timeout(timeoutMs)
    });
  } catch (error) {
    throw new ExchangeFailure("away", `${url} cannot be reached: ${reasonOf2(error)}`);
  }
}
async function readJson(response) {
  try {
    return await response.json();
  } catch {
    throw new ExchangeFailure("away", `${response.url} did not answer with JSON`);
  }
}
function kindOf(status) {
  if (status === 429) return "busy";
  return status >= 500 ? "away" : "refused";
}
function retryAfter(response) {
  const seconds = Number(response.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1e3 : void 0;
}
function isWelcome(answer) {
  return typeof answer === "object" && answer !== null && "wire" in answer && "run" in answer;
}
function countOf(answer, field) {
  if (typeof answer !== "object" || answer === null) return 0;
  const count = Reflect.get(answer, field);
  return typeof count === "number" ? count : 0;
}
function reasonOf2(error) {
  return error instanceof Error ? error.message : String(error);
}

// packages/gasoline-delivery/src/delivery.ts
var OUTBOX_LIMITS = { entries: 5e4, bytes: 8 * 1024 * 1024 };
var BATCH_LIMITS = { entries: 1e3, bytes: 1024 * 1024 };
var BUSY_MS = 500;
var Delivery = class {
  #options;
  #outbox = new Outbox(OUTBOX_LIMITS);
  #breaker;
  /** Known to be there; undefined until greeted. */
  #server;
  /** On its way, neither waiting nor settled. */
  #inFlight;
  #run = Promise.resolve();
  #isRunning = false;
  #delivered = 0;
  #rejected = 0;
  #settled = 0;
  #lastFailure;
  #isAway = false;
  /** Asked for while an attempt may be under way, whose failure must not count as an answer. */
  #isAttemptDue = false;
  #endPause = () => void 0;
  constructor(options) {
    this.#options = options;
    this.#breaker = new Breaker(options.now ?? Date.now, options.patience);
  }
  /** Takes entries for delivery; answers with the position of the last. */
  add(batch) {
    this.#outbox.add(batch);
    this.#keepNewestWhileAway(batch.route);
    this.#noteSettled();
    void this.settle();
    return this.#outbox.added;
  }
  /** Entries after a position that are not settled yet, in their order. */
  unsettled(since = 0) {
    const inFlight = this.#inFlight?.waiting ?? [];
    return [...inFlight.filter(({ position }) => position > since), ...this.#outbox.since(since)];
  }
  /** Changes how much is kept while the server is away. */
  limit(limits) {
    this.#outbox.limit(limits);
    this.#noteSettled();
  }
  /** Introduces the client again, for instance because the address changed or some time has passed. */
  reconnect() {
    this.#server = void 0;
    this.#breaker.close();
    this.#isAttemptDue = true;
    this.#endPause();
    return this.settle();
  }
  /** Tries now if the server is away, whatever pause or rest there is. Nothing happens while it is there. */
  seek() {
    if (this.#server !== void 0) return;
    this.#breaker.close();
    this.#endPause();
    void this.settle();
  }
  /** Resolves when nothing waits any more, or when the server is left alone for a while. */
  async settle() {
    if (!this.#isRunning) {
      this.#isRunning = true;
      this.#run = this.#deliverWithRetries();
    }
    await this.#run;
    return this.report();
  }
  /** What became of everything so far. */
  report() {
    const inFlight = this.#inFlight?.waiting ?? [];
    return {
      delivered: this.#delivered,
      rejected: this.#rejected,
      dropped: this.#outbox.dropped,
      waiting: this.#outbox.size + inFlight.length,
      bytes: this.#outbox.bytes + inFlight.reduce((sum, { bytes }) => sum + bytes, 0),
      lastFailure: this.#lastFailure
    };
  }
  async #deliverWithRetries() {
    while (this.#isAttemptDue || !this.#breaker.isOpen && this.#isSomethingToDo()) {
      this.#isAttemptDue = false;
      const failure3 = await this.#deliverWaiting();
      const delay = failure3 === void 0 ? void 0 : this.#delayAfter(failure3);
      if (failure3 === void 0) this.#breaker.succeeded();
      if (delay !== void 0) await this.#pause(delay);
    }
    this.#isRunning = false;
  }
  get #timeoutMs() {
    return (this.#options.patience ?? LASTING).timeoutMs;
  }
  #isSomethingToDo() {
    return this.#outbox.size > 0 || this.#server === void 0;
  }
  /** Undefined where the server is left alone for now. */
  #delayAfter({ kind, retryAfterMs }) {
    if (kind === "busy") return retryAfterMs ?? BUSY_MS;
    const delay = kind === "away" ? this.#breaker.failed() : void 0;
    if (kind === "refused") this.#breaker.open();
    if (delay === void 0) this.#options.onLeftAlone?.(this.#lastFailure ?? kind);
    return delay;
  }
  /** Undefined when the outbox was emptied, else what stands in the way. */
  async #deliverWaiting() {
    try {
      const server = this.#server ??= await this.#greet();
      for (let batch = this.#outbox.take(BATCH_LIMITS); batch; batch = this.#outbox.take(BATCH_LIMITS)) {
        await this.#deliver(server, batch);
      }
      return void 0;
    } catch (error) {
      const failure3 = error instanceof ExchangeFailure ? error : new ExchangeFailure("away", String(error));
      this.#failed(failure3);
      return failure3;
    }
  }
  /** Answers with the address at which the server was greeted. */
  async #greet() {
    const server = await this.#options.server();
    const welcome = await sayHello(
      server,
      {
        client: this.#options.client,
        version: this.#options.version,
        wire: WIRE_VERSION,
        session: await this.#options.session(),
        clock: Date.now()
      },
      this.#timeoutMs
    );
    if (this.#isAttemptDue) {
      this.#isAttemptDue = false;
      return this.#greet();
    }
    this.#lastFailure = void 0;
    this.#isAway = false;
    this.#options.onState?.({ kind: "connected", server, serverVersion: welcome.version });
    return server;
  }
  async #deliver(server, batch) {
    this.#inFlight = batch;
    try {
      const receipt = await postBatch(server, batch, this.#timeoutMs);
      this.#delivered += receipt.received;
      this.#rejected += receipt.rejected;
      this.#breaker.succeeded();
    } catch (error) {
      if (!(error instanceof ExchangeFailure) || error.kind !== "refused") {
        this.#outbox.putBack(batch);
        throw error;
      }
      this.#rejected += batch.entries.length;
      this.#lastFailure = error.message;
    } finally {
      this.#inFlight = void 0;
    }
    this.#noteSettled();
  }
  #keepNewestWhileAway(route) {
    const kept = this.#isAway ? this.#options.keptWhileAway?.() : void 0;
    if (kept?.route === route) this.#outbox.keepNewest(kept.route, kept.count);
  }
  /** Entries are settled in their order, so the oldest that is not tells how far it goes. */
  #noteSettled() {
    const oldest = this.#inFlight?.waiting[0]?.position ?? this.#outbox.first ?? this.#outbox.added + 1;
    if (oldest - 1 <= this.#settled) return;
    this.#settled = oldest - 1;
    this.#options.onSettled?.(this.#settled);
  }
  #failed(failure3) {
    this.#lastFailure = failure3.message;
    if (failure3.kind === "busy") return;
    this.#server = void 0;
    this.#isAway = true;
    this.#options.onState?.({ kind: "disconnected", reason: failure3.message });
  }
  /** Until the time is over or somebody asks for an attempt. */
  async #pause(milliseconds) {
    const wait = this.#options.wait ?? sleep4;
    const asked = new Promise((resolve2) => {
      this.#endPause = resolve2;
    });
    await Promise.race([wait(milliseconds), asked]);
  }
};
function sleep4(milliseconds) {
  return new Promise((resolve2) => setTimeout(resolve2, milliseconds));
}

// packages/gasoline-playwright/src/server.ts
var TIMEOUT_MS = 3e3;
function serverUrl({ host, port }) {
  const isBare = host.includes(":") && !host.startsWith("[");
  return `http://${isBare ? `[${host}]` : host}:${port}`;
}
async function markBoundary(address, boundary) {
  return request3(address, "/test-boundary", boundary);
}
async function readSnapshot(address, testId, since) {
  const query = new URLSearchParams({ test_id: testId, ...since === void 0 ? {} : { since } });
  return request3(address, `/snapshot?${query.toString()}`);
}
async function clearTest(address, testId) {
  await request3(address, "/clear", { test_id: testId });
}
async function postScreenshot(address, screenshot) {
  await request3(address, "/screenshots", screenshot);
}
async function isListening(address) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`${serverUrl(address)}/health`, { signal }).then(
    () => true,
    () => false
  );
}
async function request3(address, path, body) {
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

// packages/gasoline-playwright/src/server-link.ts
var links2 = /* @__PURE__ */ new Map();
function linkTo(options) {
  const key = `${serverUrl(options.address)} ${options.session ?? ""}`;
  const link = links2.get(key) ?? new ServerLink(options);
  links2.set(key, link);
  return link;
}
var ServerLink = class {
  address;
  session;
  delivery;
  /** Names tabs of all contexts of the process. */
  tabNumber = numbering();
  frameNumber = numbering();
  /** The document that a page showed when it was last heard of: the `page` of its entries. */
  documents = /* @__PURE__ */ new WeakMap();
  #start;
  #opening;
  #problem;
  constructor({ address, session, start: start2 }) {
    this.address = address;
    this.session = session ?? (0, import_node_crypto3.randomUUID)();
    this.#start = start2;
    this.delivery = new Delivery({
      client: "ci",
      version: "0.1.0",
      server: () => Promise.resolve(serverUrl(address)),
      session: () => Promise.resolve(this.session),
      patience: BRIEF,
      onLeftAlone: (reason) => {
        this.turnOff(reason);
      }
    });
  }
  /** Why nothing is captured; undefined while all is well. */
  get problem() {
    return this.#problem;
  }
  /** Greets the server once; whether it is there. */
  async open() {
    this.#opening ??= this.#greet();
    await this.#opening;
    return this.#problem === void 0;
  }
  /** Ends capture in this process, and says why, once. */
  turnOff(reason) {
    if (this.#problem !== void 0) return;
    this.#problem = reason;
    process.stderr.write(`[gasoline] Nothing is captured in this worker: ${reason}. The tests go on.
`);
  }
  /** Notes the start or the end of a test. */
  async mark(boundary) {
    await this.#attempt(() => markBoundary(this.address, boundary));
  }
  /** Everything the server holds of a test. */
  async snapshot(testId, since) {
    const snapshot = await this.#attempt(() => readSnapshot(this.address, testId, since));
    return snapshot ?? emptySnapshot(this.#problem ?? "no server");
  }
  /** Removes what was captured of a test. */
  async clear(testId) {
    await this.#attempt(() => clearTest(this.address, testId));
  }
  /** Hands over a picture. */
  async show(screenshot) {
    await this.#attempt(() => postScreenshot(this.address, screenshot));
  }
  async #greet() {
    const problem = await this.#start?.(this.address);
    if (problem !== void 0) this.turnOff(problem);
    else await this.delivery.settle();
    return this.#problem === void 0;
  }
  async #attempt(ask) {
    if (!await this.open()) return void 0;
    try {
      return await ask();
    } catch (error) {
      this.turnOff(error instanceof Error ? error.message : String(error));
      return void 0;
    }
  }
};
function numbering() {
  const numbers2 = /* @__PURE__ */ new WeakMap();
  let last = 0;
  return (thing) => {
    const number = numbers2.get(thing) ?? (last += 1);
    numbers2.set(thing, number);
    return String(number);
  };
}
function emptySnapshot(unavailable) {
  return {
    timestamp: (/* @__PURE__ */ new Date()).toISOString(),
    logs: [],
    websocket_events: [],
    network_bodies: [],
    enhanced_actions: [],
    performance_snapshots: [],
    dom_snapshots: [],
    screenshots: [],
    stats: { total_logs: 0, error_count: 0, warning_count: 0, network_failures: 0, ws_connections: 0 },
    unavailable
  };
}

// packages/gasoline-playwright/src/version.ts
var import_node_module2 = require("node:module");
var HIDDEN_BEACONS = [1, 62];
var HIDDEN_BINDINGS = [1, 54];
var LEAST = { hidesBeacons: false, hidesBindings: false };
function abilitiesFrom(file, name) {
  try {
    const description = (0, import_node_module2.createRequire)(file)(`${name}/package.json`);
    const isDescription = typeof description === "object" && description !== null;
    const version = isDescription ? Reflect.get(description, "version") : void 0;
    return typeof version === "string" ? abilitiesOf(version) : LEAST;
  } catch {
    return LEAST;
  }
}
function abilitiesOf(version) {
  return {
    hidesBeacons: isSince(version, HIDDEN_BEACONS),
    hidesBindings: isSince(version, HIDDEN_BINDINGS)
  };
}
function isSince(version, [oldestMajor, oldestMinor]) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > oldestMajor || major === oldestMajor && minor >= oldestMinor;
}

// packages/gasoline-playwright/src/workers.ts
var import_node_crypto4 = require("node:crypto");
var LEVELS = {
  debug: "debug",
  log: "log",
  info: "info",
  warning: "warn",
  error: "error",
  assert: "error"
};
var PAGE_MS2 = 500;
var MAX_PLACES = 100;
function watchWorkers(context, parts) {
  let told = [];
  let waiting = [];
  const settle = () => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  };
  const numbering2 = /* @__PURE__ */ new WeakMap();
  const identityOf2 = (worker, page) => {
    const next = numbering2.get(worker) ?? numbered({ ...parts.identify(page) }, () => parts.testId());
    numbering2.set(worker, next);
    return next();
  };
  const send = (entry) => {
    parts.send(JSON.stringify(entry));
  };
  context.on("console", (message) => {
    const worker = workerOf(message);
    const level = LEVELS[message.type()];
    if (worker !== null && level !== void 0)
      send({ ...printed(message, worker, level), ...identityOf2(worker, message.page()) });
  });
  context.on("weberror", (error) => {
    const { stack = "" } = error.error();
    const worker = workerIn(stack, error.page()?.workers() ?? []);
    if (worker === void 0) return;
    waiting.push(() => {
      const wasThrown = told.some((place) => stack.includes(place));
      if (!wasThrown) send({ ...rejected(error, worker), ...identityOf2(worker, error.page()) });
    });
    setTimeout(settle, PAGE_MS2).unref();
  });
  const failed = (request4, status, reason) => {
    const worker = request4.serviceWorker();
    if (worker !== null) send({ ...failure2(request4, worker, status, reason), ...identityOf2(worker, null) });
  };
  context.on("response", (response) => {
    if (response.status() >= 400) failed(response.request(), response.status(), `${response.status()}`);
  });
  context.on("requestfailed", (request4) => {
    failed(request4, 0, `failed: ${request4.failure()?.errorText ?? "no answer"}`);
  });
  return {
    pageTold(entry) {
      const { type, filename, lineno, colno } = { ...entry };
      if (type !== "exception" || typeof filename !== "string") return;
      told = [...told, `${filename}:${String(lineno)}:${String(colno)}`].slice(-MAX_PLACES);
    },
    settle
  };
}
function numbered(identity2, testId) {
  const page = (0, import_node_crypto4.randomUUID)();
  let n = 0;
  return () => {
    n += 1;
    const current = testId();
    const test2 = current === void 0 ? {} : { test_id: current };
    return { ...identity2, ...test2, page, n, eventId: `${page}-${n}` };
  };
}
function workerOf(message) {
  try {
    return message.worker();
  } catch {
    return null;
  }
}
function printed(message, worker, level) {
  const text = message.type() === "assert" ? `Assertion failed: ${message.text()}` : message.text();
  const { url, lineNumber } = message.location();
  return {
    type: "console",
    ts: (/* @__PURE__ */ new Date()).toISOString(),
    level,
    message: text,
    args: [text],
    ...url === "" ? {} : { source: `${url.split("/").at(-1) ?? ""}:${lineNumber + 1}` },
    url: worker.url()
  };
}
function workerIn(stack, workers) {
  return workers.find((worker) => stack.includes(`${worker.url()}:`));
}
function rejected(error, worker) {
  const { name, message, stack } = error.error();
  return {
    type: "exception",
    ts: (/* @__PURE__ */ new Date()).toISOString(),
    level: "error",
    mechanism: "unhandledrejection",
    message: `${name}: ${message}`,
    ...stack === void 0 ? {} : { stack },
    url: worker.url()
  };
}
function failure2(request4, worker, status, reason) {
  const method = request4.method();
  return {
    type: "network",
    ts: (/* @__PURE__ */ new Date()).toISOString(),
    level: status === 0 || status >= 500 ? "error" : "warn",
    message: `${method} ${request4.url()} ${reason}, by a service worker`,
    method,
    url: request4.url(),
    pageUrl: worker.url(),
    status,
    duration: 0
  };
}

// packages/gasoline-playwright/src/capture-context.ts
var BINDING = "__gasolineBinding";
var KEPT = `if (globalThis.${BINDING}) Object.defineProperty(globalThis, '${BINDING}', { __proto__: null, enumerable: false, configurable: false });`;
var PAGE_ANSWER_MS2 = 1e3;
async function captureWith(context, options, scripts) {
  const { host = "127.0.0.1", port, session, mode, aiContext, record = true } = options;
  const { GASOLINE_TEST_ID: named } = process.env;
  const testId = options.testId ?? (named === "" ? void 0 : named);
  const link = linkTo({ address: { host, port }, session });
  return captureOn(context, {
    link,
    testId,
    mode,
    aiContext,
    abilities: abilitiesFrom(__filename, "@playwright/test"),
    scripts: scripts(record ? "recording" : "no recording")
  });
}
async function captureOn(context, settings) {
  const known = captureOf(context);
  if (known !== void 0) return known;
  if (!await settings.link.open()) return notCaptured(settings.link);
  return internally(context, () => install(context, settings));
}
async function install(context, settings) {
  const { delivery } = settings.link;
  const documents = watchAnswers(context);
  const scripts = watchScripts(context);
  const enricher = createEnricher(context, delivery);
  const wish = enrichmentWish(settings.aiContext ?? {});
  const identify = identifier(settings);
  const workers = watchWorkers(context, {
    identify: (page) => page === null ? { session: settings.link.session } : identify(page, page.mainFrame()),
    testId: () => settings.currentTest?.() ?? settings.testId,
    send: (entry) => void delivery.add({ route: "/logs", entries: [entry] })
  });
  const inOrder = new InOrder();
  const lateParts = new LateParts(wish === void 0 ? void 0 : settings.scripts.late);
  const allTaken = (frames) => internally(context, async () => {
    await lateParts.settled();
    await allArrived(frames);
    await inOrder.settled();
    workers.settle();
  });
  await context.exposeBinding(BINDING, async ({ page, frame: frame2 }, text) => {
    const message = JSON.parse(text);
    if (!isMessage(message) || !isRoute(message.path)) return void 0;
    const identity2 = identify(page, frame2);
    const route = message.path;
    const captured = Object.values(message.body).flat();
    for (const entry of captured) {
      workers.pageTold(entry);
      lateParts.take(entry, frame2);
      const document = documentOf(entry);
      if (document !== void 0 && frame2 === page.mainFrame()) settings.link.documents.set(page, document);
    }
    const completed = Promise.all(captured.map((entry) => documents.completed(entry, frame2)));
    await inOrder.run(async () => {
      const entries = (await completed).map((entry) => JSON.stringify({ ...identity2, ...entry }));
      delivery.add({ route, entries });
      if (wish === void 0) return;
      const wanted = wishFor(frame2, wish, scripts);
      for (const entry of entries)
        if (route === "/logs") enricher.take(entry, wanted);
        else enricher.takeRequest(entry, route, wanted);
    });
    if (!settings.abilities.hidesBeacons) return void 0;
    const passes = await documents.letBeaconsPass(frame2, documentUrlOf(captured[0]));
    return passes ? [identity2.tab, identity2.test_id] : void 0;
  });
  const content = withSettings(await settings.scripts.first(), pageSettings(settings));
  await context.addInitScript({
    content: settings.abilities.hidesBindings ? content : `${KEPT}
${content}`
  });
  const drain = async () => {
    await allTaken(context.pages().flatMap((page) => page.frames()));
    await enricher.settled();
    return delivery.settle();
  };
  fetchBeforeClose(context, allTaken, async () => {
    await settings.beforeClose?.(context);
    await drain();
  });
  const { link, testId, scripts: runs } = settings;
  const ofTest = testId === void 0 ? {} : { test_id: testId };
  if (runs.live !== void 0)
    answerFor(context, link, {
      script: runs.live,
      identify: (page) => ({ ...ofTest, ...identify(page, page.mainFrame()) })
    });
  return rememberCapture(context, { drain });
}
function watchAnswers(context) {
  const documents = watchDocumentHeaders(context);
  const mocks = watchMocks(context);
  return {
    ...documents,
    completed: async (entry, frame2) => mocks.marked(await documents.completed(entry, frame2))
  };
}
function notCaptured({ problem }) {
  const report = { delivered: 0, rejected: 0, dropped: 0, waiting: 0, lastFailure: problem };
  return { drain: () => Promise.resolve(report) };
}
function identifier({ link, currentTest: currentTest2 }) {
  return (page, frame2) => {
    const testId = currentTest2?.();
    return {
      session: link.session,
      tab: link.tabNumber(page),
      frame: frame2 === page.mainFrame() ? "0" : link.frameNumber(frame2),
      ...testId === void 0 ? {} : { test_id: testId }
    };
  };
}
function documentOf({ page }) {
  return typeof page === "string" ? page : void 0;
}
function documentUrlOf(entry) {
  const { url, pageUrl = url } = entry ?? {};
  return typeof pageUrl === "string" ? pageUrl : "";
}
function isMessage(value) {
  return typeof value === "object" && value !== null && "path" in value && typeof value.path === "string" && "body" in value && typeof value.body === "object" && value.body !== null && Object.values(value.body).every(Array.isArray);
}
function pageSettings({ link, testId, mode, aiContext = {} }) {
  const { host, port } = link.address;
  const parts = aiContext === false ? {} : aiContext;
  return {
    __GASOLINE_HOST: host,
    __GASOLINE_PORT: port,
    // For what leaves by beacon while the page goes, which does not pass here.
    __GASOLINE_SESSION: link.session,
    __GASOLINE_TEST_ID: testId,
    __GASOLINE_CAPTURE_MODE: mode,
    __GASOLINE_AI_CONTEXT: aiContext === false ? false : void 0,
    __GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS: parts.sourceSnippets,
    __GASOLINE_AI_CONTEXT_COMPONENT_TREE: parts.componentTree,
    __GASOLINE_AI_CONTEXT_STATE_SNAPSHOT: parts.stateSnapshot
  };
}
var READING_MS = 200;
var FLUSH = `window[Symbol.for('gasoline.capture')]?.flush?.(${READING_MS})`;
async function allArrived(frames) {
  const answers = Promise.allSettled(frames.map(flushed));
  await Promise.race([answers, (0, import_promises6.setTimeout)(PAGE_ANSWER_MS2, void 0, { ref: false })]);
}
async function flushed(frame2) {
  try {
    await frame2.evaluate(FLUSH);
  } catch {
    await frame2.evaluate(FLUSH);
  }
}

// packages/gasoline-playwright/src/fixture.ts
var import_test = require("@playwright/test");

// packages/gasoline-playwright/src/server-start.ts
var import_node_child_process = require("node:child_process");
var import_node_events = require("node:events");
var import_promises7 = require("node:timers/promises");
var SLOWEST_START_MS = 5e3;
var POLL_MS = 10;
var LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/;
function serverStarter(options) {
  return async (address) => {
    if (await isListening(address)) return void 0;
    if (!LOOPBACK.test(address.host)) return `no Gasoline server answers at ${serverUrl(address)}`;
    return start(address, options);
  };
}
async function start(address, { binary, origins }) {
  const allowed = origins.flatMap((origin) => ["--allow-origin", origin]);
  const args = ["--port", String(address.port), "--until-exit", String(runnerProcess()), ...allowed];
  const child = (0, import_node_child_process.spawn)(binary, args, { detached: true, stdio: "ignore" });
  child.unref();
  const failure3 = (0, import_node_events.once)(child, "error").then(
    ([error]) => `\`${binary}\` cannot be started (${reasonOf3(error)})`
  );
  const waiting = new AbortController();
  const up = untilListening(address, waiting.signal);
  const late2 = (0, import_promises7.setTimeout)(SLOWEST_START_MS, `\`${binary}\` did not answer in time`, { ref: false });
  const problem = await Promise.race([failure3, up, late2]);
  waiting.abort();
  return problem;
}
async function untilListening(address, signal) {
  while (!signal.aborted && !await isListening(address)) await (0, import_promises7.setTimeout)(POLL_MS);
  return void 0;
}
function runnerProcess() {
  return process.env["TEST_WORKER_INDEX"] === void 0 ? process.pid : process.ppid;
}
function reasonOf3(error) {
  return error instanceof Error ? error.message : String(error);
}

// packages/gasoline-playwright/src/failure-evidence.ts
var import_node_crypto5 = require("node:crypto");
var import_promises8 = require("node:timers/promises");

// packages/gasoline-playwright/src/reported-file.ts
var import_node_path3 = require("node:path");
function reportedFile(file) {
  const { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: project } = process.env;
  for (const root of [workspace, project, process.cwd()]) {
    if (root === void 0 || root === "") continue;
    const below = (0, import_node_path3.relative)(root, file);
    if (below !== "" && !below.startsWith("..") && !(0, import_node_path3.isAbsolute)(below)) return below.split(import_node_path3.sep).join("/");
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
  return failures.slice(0, MOST_ERRORS).map((failure3) => ({ ...runnerError(failure3), ...made }));
}
function runnerError({ message, stack, value, location, snippet = "" }) {
  const text = plain(message ?? stack ?? value ?? "no message");
  const place = location ?? placeOf3(stack);
  const [, source] = MARKED.exec(plain(snippet)) ?? [];
  return {
    message: text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text,
    ...place === void 0 ? {} : { file: reportedFile(place.file), line: place.line },
    ...source === void 0 ? {} : { source }
  };
}
var MARKED = /^>\s*\d+ \|\s*(.+)$/m;
var FRAME = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/m;
function placeOf3(stack) {
  const [, file, line] = FRAME.exec(plain(stack ?? "")) ?? [];
  return file === void 0 ? void 0 : { file: file.replace(/^file:\/\//, ""), line: Number(line) };
}

// packages/gasoline-playwright/src/failure-evidence.ts
var MOST_PAGES = 2;
var PICTURE_MS2 = 2e3;
var LONGEST_OUTLINE = 2e4;
var JPEG_QUALITY = 70;
var SECOND_LOOK_MS = 1e3;
async function captureFailure(context, link, { testId, failure: failure3 = "" }) {
  return internally(context, async () => {
    const pages = context.pages().slice(-MOST_PAGES);
    const pictures = await Promise.all(pages.map((page) => captureFailedPage(page, link, testId)));
    if (deservesSecondLook(plain(failure3))) {
      await (0, import_promises8.setTimeout)(SECOND_LOOK_MS);
      await Promise.all(pages.map((page) => sendOutline(page, link, testId)));
    }
    return pictures.filter((picture) => picture !== void 0);
  });
}
var USUAL_WAIT_MS = 5e3;
var WAITED = /(?:Timeout:?|Timed out)\s+(\d+)ms/;
function deservesSecondLook(failure3) {
  const [, waited] = WAITED.exec(failure3) ?? [];
  return waited === void 0 ? failure3.includes("expect(received)") : Number(waited) < USUAL_WAIT_MS;
}
async function captureFailedPage(page, link, testId) {
  const [bytes] = await Promise.all([pictureOf(page), sendOutline(page, link, testId)]);
  if (bytes === void 0) return void 0;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await link.show({
    ...identity(page, link, testId),
    url: page.url(),
    trigger: "error",
    data: bytes.toString("base64"),
    viewport: { width, height, devicePixelRatio: 1 }
  });
  return { bytes, contentType: "image/jpeg" };
}
async function sendOutline(page, link, testId) {
  const [outline, title] = await Promise.all([outlineOf(page), page.title().catch(() => "")]);
  if (outline === "" && page.url() !== "about:blank") return;
  const entry = { ...identity(page, link, testId), url: page.url(), title, landmarks: [], outline };
  link.delivery.add({ route: "/dom-snapshots", entries: [JSON.stringify(entry)] });
}
function identity(page, link, testId) {
  const document = link.documents.get(page);
  return {
    session: link.session,
    tab: link.tabNumber(page),
    ...document === void 0 ? {} : { page: document },
    frame: "0",
    test_id: testId,
    eventId: (0, import_node_crypto5.randomUUID)(),
    ts: (/* @__PURE__ */ new Date()).toISOString()
  };
}
async function pictureOf(page) {
  const mask = [page.locator("input[type=password]")];
  return page.screenshot({
    type: "jpeg",
    quality: JPEG_QUALITY,
    timeout: PICTURE_MS2,
    mask,
    caret: "initial",
    scale: "css"
  }).catch(() => void 0);
}
var DETAILS = `(() => {
  const all = (css) => { try { return [...document.querySelectorAll(css)].slice(0, 200); } catch { return []; } };
  const textOf = (element) => ((element?.labels?.[0] ?? element)?.textContent ?? '').trim().slice(0, 100);
  const blocks = ({ form }) => form?.matches(':valid') && form.querySelector('[required]');
  const rows = [
    ...all('[data-testid]').map((element) => ['testid', element.dataset.testid]),
    ...all('[id]').map(({ id }) => ['id', id]),
    ...all(':is(input,select,textarea):user-invalid')
      .filter(({ validity, form }) => validity.valueMissing && form && !form.noValidate)
      .map((field) => ['missing', textOf(field) || field.name]),
    ...all('button:disabled:not([type]), :is(button,input)[type=submit]:disabled').filter(blocks)
      .map((button) => ['blocked', textOf(button) || button.value]),
  ];
  return rows.map(([role, name]) => '- ' + role + ' ' + JSON.stringify(String(name)));
})()`;
async function outlineOf(page) {
  const body = page.locator("body");
  const aria = typeof body.ariaSnapshot === "function" ? await body.ariaSnapshot({ timeout: PICTURE_MS2 }).catch(() => "") : "";
  const details = await page.evaluate(DETAILS).catch(() => []);
  return [...details, ...withoutValues(aria)].join("\n").slice(0, LONGEST_OUTLINE);
}
var FIELD = /^(\s*- (?:textbox|searchbox|spinbutton|combobox)(?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*):.*$/;
function withoutValues(outline) {
  const lines = outline.split("\n").filter((line) => line !== "");
  return lines.map((line) => FIELD.exec(line)?.[1] ?? line);
}

// packages/gasoline-playwright/src/test-identity.ts
function runId({ project, testId, repeat, retry }) {
  return [project, testId, repeat, retry].join(":");
}
function testIdentity({ project, testId, repeatEachIndex, retry }) {
  return runId({ project: project.name, testId, repeat: repeatEachIndex, retry });
}
function startOf(info) {
  return {
    test_id: testIdentity(info),
    action: "start",
    title: info.titlePath.slice(1).join(" › "),
    file: reportedFile(info.file),
    project: info.project.name,
    retry: info.retry,
    worker: info.workerIndex
  };
}
function endOf(info) {
  return {
    test_id: testIdentity(info),
    action: "end",
    status: statusOf(info.status, info.expectedStatus),
    duration_ms: Math.round(info.duration),
    errors: runnerErrors(info.errors)
  };
}
function statusOf(status, expected) {
  if (status === void 0) return "interrupted";
  if (status === expected) return status === "skipped" ? "skipped" : "passed";
  return status === "passed" ? "failed" : status;
}
function hasFailed({ status, expectedStatus, errors }) {
  return errors.length > 0 && status !== expectedStatus && status !== "skipped";
}

// packages/gasoline-playwright/src/suite-capture.ts
var SuiteCapture = class {
  #settings;
  /** Pictures by the id of the test they were taken for. */
  #pictures = /* @__PURE__ */ new Map();
  /** Tests whose failure in a context was looked at already. */
  #seen = /* @__PURE__ */ new WeakMap();
  constructor(settings) {
    this.#settings = settings;
  }
  /** Captures a new context. Nothing that goes wrong here is a matter of the test. */
  async capture(context) {
    const { link, scripts, abilities, mode, aiContext } = this.#settings;
    const currentTest2 = () => this.#currentId();
    const beforeClose = () => this.#lookIfFailed(context);
    currentTest2();
    try {
      await captureOn(context, { link, scripts, abilities, mode, aiContext, currentTest: currentTest2, beforeClose });
    } catch (error) {
      link.turnOff(`a browser context could not be prepared (${String(error)})`);
    }
  }
  /** Looks at open contexts if the test has failed, and waits until what they captured has reached the server. */
  async finishTest() {
    await Promise.all(
      openContexts2().map(async (context) => {
        await this.#lookIfFailed(context);
        await captureOf(context)?.drain();
      })
    );
  }
  /** The pictures that were taken of a test, handed out once. */
  takePictures(testId) {
    const pictures = this.#pictures.get(testId) ?? [];
    this.#pictures.delete(testId);
    return pictures;
  }
  #currentId() {
    const info = this.#settings.currentTest();
    if (info === void 0) return void 0;
    this.#settings.onTest?.(info);
    return testIdentity(info);
  }
  async #lookIfFailed(context) {
    const info = this.#settings.currentTest();
    if (info === void 0 || !hasFailed(info)) return;
    const id = testIdentity(info);
    const seen = this.#seen.get(context) ?? /* @__PURE__ */ new Set();
    this.#seen.set(context, seen);
    if (seen.has(id)) return;
    seen.add(id);
    const taken = await captureFailure(context, this.#settings.link, {
      testId: id,
      failure: info.errors[0]?.message
    }).catch(() => []);
    this.#pictures.set(id, [...this.#pictures.get(id) ?? [], ...taken]);
  }
};
function listenForContexts(owner, capture) {
  const instrumentation = Reflect.get(owner, "_instrumentation");
  if (!isInstrumentation(instrumentation)) return void 0;
  const listener = { runAfterCreateBrowserContext: capture, onDidCreateBrowserContext: capture };
  instrumentation.addListener(listener);
  return () => instrumentation.removeListener?.(listener);
}
function isInstrumentation(value) {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "addListener") === "function";
}

// packages/gasoline-playwright/src/summary.ts
var MOST_LINES = 20;
var LONGEST_BODY = 200;
function failureSummary(snapshot) {
  const { stats, timestamp } = snapshot;
  const lines = [
    "=== Gasoline Failure Context ===",
    `Captured at: ${timestamp}`,
    "",
    "--- Stats ---",
    `Total logs: ${stats.total_logs}`,
    `Errors: ${stats.error_count}`,
    `Warnings: ${stats.warning_count}`,
    `Network failures: ${stats.network_failures}`,
    `WebSocket connections: ${stats.ws_connections}`
  ];
  const errors = snapshot.logs.filter(({ level }) => level === "error").map(errorLines);
  const failures = snapshot.network_bodies.filter(isFailure).map(requestLines);
  return [...lines, ...section("Errors", errors), ...section("Network Failures", failures)].join("\n");
}
function section(title, items) {
  if (items.length === 0) return [];
  const more = items.length - MOST_LINES;
  const rest = more > 0 ? [`  … and ${more} more`] : [];
  return ["", `--- ${title} ---`, ...items.slice(0, MOST_LINES).flat(), ...rest];
}
function errorLines(entry) {
  const { type, message, stack } = entry;
  const [, frame2] = textOf3(stack).split("\n");
  return [`  [${textOf3(type)}] ${textOf3(message)}`, ...frame2 === void 0 ? [] : [`    ${frame2.trim()}`]];
}
function isFailure({ status }) {
  return typeof status === "number" && (status >= 400 || status === 0);
}
function requestLines(entry) {
  const { method, url, status, responseBody, error } = entry;
  const outcome2 = status === 0 ? "no answer" : String(status);
  const body = textOf3(responseBody) === "" ? textOf3(error) : textOf3(responseBody);
  return [
    `  ${textOf3(method)} ${textOf3(url)} → ${outcome2}`,
    ...body === "" ? [] : [`    ${body.slice(0, LONGEST_BODY)}`]
  ];
}
function textOf3(value) {
  return typeof value === "string" ? value : "";
}

// packages/gasoline-playwright/src/fixture.ts
var UNSEEN = { auto: true, box: true, title: "gasoline", timeout: 3e4 };
var gasolineTest = import_test.test.extend({
  gasolinePort: [portFromEnvironment(), { option: true, scope: "worker" }],
  gasolineHost: [hostFromEnvironment(), { option: true, scope: "worker" }],
  gasolineAutoStart: [true, { option: true, scope: "worker" }],
  gasolineBinary: [binaryFromEnvironment(), { option: true, scope: "worker" }],
  gasolineCaptureMode: ["all", { option: true, scope: "worker" }],
  gasolineAiContext: [{}, { option: true, scope: "worker" }],
  gasolineRecord: [false, { option: true, scope: "worker" }],
  gasolineAttachOnFailure: [true, { option: true }],
  gasolineWorker: [
    async ({
      gasolinePort: port,
      gasolineHost: host,
      gasolineAutoStart: autoStart,
      gasolineBinary: binary,
      gasolineCaptureMode: mode,
      gasolineAiContext: aiContext,
      gasolineRecord: record
    }, use, info) => {
      const ci = ciPort();
      if (ci !== void 0) {
        await use({ link: linkTo({ address: { host: "127.0.0.1", port: ci } }), suite: void 0 });
        return;
      }
      const start2 = autoStart ? serverStarter({ binary, origins: originsOf(info) }) : void 0;
      const link = linkTo({ address: { host, port }, start: start2 });
      const suite = new SuiteCapture({
        link,
        scripts: installedScripts(record ? "recording" : "no recording"),
        abilities: abilitiesFrom(__filename, "@playwright/test"),
        mode,
        aiContext,
        currentTest
      });
      await link.open();
      const stop = listenForContexts(import_test.chromium, (context) => suite.capture(context));
      if (stop === void 0) link.turnOff("this version of Playwright does not tell of new contexts");
      await use({ link, suite });
      stop?.();
    },
    { ...UNSEEN, scope: "worker" }
  ],
  gasolineTestRun: [
    async ({ gasolineWorker: { link, suite }, gasolineAttachOnFailure: attaches }, use, info) => {
      if (suite !== void 0) await link.mark(startOf(info));
      await use(void 0);
      await (suite === void 0 ? drainAll() : suite.finishTest());
      if (attaches && hasFailed(info) && link.problem === void 0) await attach(info, link, suite);
      if (suite !== void 0) await link.mark(endOf(info));
    },
    UNSEEN
  ],
  gasoline: [
    async ({ gasolineWorker: { link } }, use, info) => {
      await use(questions(link, testIdentity(info)));
    },
    { box: true }
  ]
});
function questions(link, testId) {
  return {
    testId,
    async getSnapshot(since) {
      await drainAll();
      return link.snapshot(testId, since);
    },
    async clear() {
      await drainAll();
      await link.clear(testId);
    },
    async markTest(id, action) {
      await link.mark({ test_id: id, action });
    }
  };
}
async function attach(info, link, suite) {
  const id = testIdentity(info);
  const snapshot = await link.snapshot(id);
  if (snapshot.unavailable !== void 0) return;
  const json = Buffer.from(JSON.stringify(snapshot, null, 2));
  const summary = Buffer.from(failureSummary(snapshot));
  info.attachments.push({ name: "gasoline-snapshot", contentType: "application/json", body: json });
  info.attachments.push({ name: "gasoline-summary", contentType: "text/plain", body: summary });
  for (const { bytes, contentType } of suite?.takePictures(id) ?? [])
    info.attachments.push({ name: "gasoline-screenshot", contentType, body: bytes });
}
function currentTest() {
  try {
    return import_test.test.info();
  } catch {
    return void 0;
  }
}
function originsOf({ project }) {
  const { baseURL } = project.use;
  return baseURL !== void 0 && URL.canParse(baseURL) ? [new URL(baseURL).origin] : [];
}

// packages/gasoline-playwright/src/index.ts
var test = gasolineTest;
var expect = import_test2.expect;
function captureContext(context, options) {
  return captureWith(context, options, installedScripts);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  captureContext,
  expect,
  test
});
