// Gasoline 0.1.0: runs in the service worker. Built from packages/extension/src/worker.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/wire/src/index.ts
  var WIRE_VERSION = 1;

  // packages/live/src/bundles.ts
  var BUNDLES = ["live.js", "axe.js"];

  // packages/extension/src/live/pages.ts
  var focusedAt = /* @__PURE__ */ new Map();
  async function capturedTabs(mayBeCaptured2) {
    const fixed = chrome.runtime.getManifest().content_scripts ?? [];
    const chosen = await chrome.scripting.getRegisteredContentScripts();
    const patterns = [...fixed, ...chosen].flatMap(({ matches }) => matches ?? []);
    const tabs = await chrome.tabs.query({ url: [...new Set(patterns)] });
    return tabs.filter(({ url = "" }) => mayBeCaptured2(url));
  }
  async function capturedPages(mayBeCaptured2) {
    const tabs = await capturedTabs(mayBeCaptured2);
    return tabs.flatMap((tab) => tab.id === void 0 ? [] : [describe(tab, tab.id)]);
  }
  function noteFocus() {
    chrome.tabs.onActivated.addListener(({ tabId }) => {
      focusedAt.set(tabId, Date.now());
    });
    chrome.windows.onFocusChanged.addListener((windowId) => void noteActive({ active: true, windowId }));
    chrome.tabs.onRemoved.addListener((tabId) => {
      focusedAt.delete(tabId);
    });
    void noteActive({ active: true, lastFocusedWindow: true });
  }
  function onPagesChange(react) {
    chrome.tabs.onActivated.addListener(react);
    chrome.tabs.onRemoved.addListener(react);
    chrome.tabs.onReplaced.addListener(react);
    chrome.windows.onFocusChanged.addListener(react);
    chrome.tabs.onUpdated.addListener((_tabId, { url, title, status }) => {
      if (url !== void 0 || title !== void 0 || status === "complete") react();
    });
  }
  async function noteActive(query) {
    if (query.windowId === chrome.windows.WINDOW_ID_NONE) return;
    const [tab] = await chrome.tabs.query(query);
    if (tab?.id === void 0) return;
    const { focused } = await chrome.windows.get(tab.windowId);
    if (focused) focusedAt.set(tab.id, Date.now());
  }
  function describe({ url, title, lastAccessed }, id) {
    return {
      tab: String(id),
      url: (url ?? "").toWellFormed(),
      title: (title ?? "").toWellFormed(),
      // Chrome before 121 does not say.
      focusedAt: Math.floor(Math.max(focusedAt.get(id) ?? 0, lastAccessed || 0))
    };
  }

  // packages/extension/src/live/ask.ts
  async function askPage(tab, query, mayBeCaptured2) {
    const tabId = Number(tab);
    const closing = watchClosing(tabId);
    try {
      return await Promise.race([closing.closed, ask(tabId, query, mayBeCaptured2)]);
    } catch (error) {
      return await failure(tabId, error);
    } finally {
      closing.stop();
    }
  }
  async function ask(tabId, query, mayBeCaptured2) {
    const tabs = await capturedTabs(mayBeCaptured2);
    const tab = tabs.find(({ id }) => id === tabId);
    if (tab === void 0) return await absent(tabId);
    if (tab.status === "unloaded") return noProcess(tab);
    let target = { tabId };
    for (let attempt = 0; attempt <= BUNDLES.length; attempt += 1) {
      const [injection] = await chrome.scripting.executeScript({
        target,
        func: callPage,
        args: [query],
        injectImmediately: true
      });
      const reply = injection?.result;
      if (isOutcome(reply)) return reply;
      const missing = BUNDLES.find((name) => name === reply);
      if (missing === void 0 || injection === void 0) return failed("navigated", "the page was left");
      target = { tabId, documentIds: [injection.documentId] };
      await chrome.scripting.executeScript({ target, files: [missing], injectImmediately: true });
    }
    return failed("failed", "the page gave no answer");
  }
  function callPage(query) {
    const answer = Reflect.get(globalThis, "gasolineLive");
    return typeof answer === "function" ? Reflect.apply(answer, void 0, [query]) : "live.js";
  }
  function watchClosing(tabId) {
    let stop = () => void 0;
    const closed = new Promise((resolve) => {
      const onRemoved = (removed) => {
        if (removed === tabId) resolve(failed("tab_gone", "the tab was closed"));
      };
      chrome.tabs.onRemoved.addListener(onRemoved);
      stop = () => {
        chrome.tabs.onRemoved.removeListener(onRemoved);
      };
    });
    return {
      closed,
      stop: () => {
        stop();
      }
    };
  }
  async function absent(tabId) {
    const exists = await chrome.tabs.get(tabId).catch(() => void 0);
    return exists === void 0 ? failed("tab_gone", "no such tab") : failed("not_captured", "capture does not run in this tab");
  }
  function noProcess({ discarded }) {
    return discarded ? failed("failed", "Chrome put the tab to sleep; turn to it once") : failed("crashed", "the page has no process");
  }
  var REASONS = [
    [/no tab with id|tab was closed/i, "tab_gone"],
    [/was removed|no frame with id|no document with id/i, "navigated"],
    [/cannot access|cannot be scripted|error page/i, "not_captured"]
  ];
  async function failure(tabId, error) {
    const message = error instanceof Error ? error.message : String(error);
    const exists = await chrome.tabs.get(tabId).catch(() => void 0);
    if (exists === void 0) return failed("tab_gone", message);
    if (exists.status === "unloaded") return noProcess(exists);
    const reason = REASONS.find(([words]) => words.test(message))?.[1];
    return failed(reason ?? "failed", message);
  }
  function failed(reason, message) {
    return { kind: "failed", reason, message: message.toWellFormed() };
  }
  function isOutcome(reply) {
    return typeof reply === "object" && reply !== null && "kind" in reply;
  }

  // packages/extension/src/live/socket.ts
  var ALIVE_MS = 2e4;
  var RETRY_DELAYS_MS = [100, 500, 2e3, 5e3];
  var LiveSocket = class {
    #server;
    #events;
    #socket;
    #isOpening = false;
    /** Changes with each `disconnect`: what was begun before counts no more. */
    #era = 0;
    #failures = 0;
    constructor(server, events) {
      this.#server = server;
      this.#events = events;
    }
    get isOpen() {
      return this.#socket?.readyState === WebSocket.OPEN;
    }
    /** Opens the link unless it is open or being opened. */
    connect() {
      if (this.#isOpening || this.#socket !== void 0) return;
      this.#isOpening = true;
      void this.#open(this.#era);
    }
    /** Closes the link. */
    disconnect() {
      const socket = this.#socket;
      this.#era += 1;
      this.#socket = void 0;
      this.#isOpening = false;
      this.#failures = 0;
      socket?.close();
    }
    /** Says something; without a link there is nobody to hear it. */
    send(message) {
      if (this.isOpen) this.#socket?.send(JSON.stringify(message));
    }
    async #open(era) {
      const address = await this.#server();
      if (era !== this.#era) return;
      this.#isOpening = false;
      const socket = new WebSocket(`${address.replace(/^http/, "ws")}/live`);
      this.#socket = socket;
      const alive = setInterval(() => {
        this.send({ kind: "alive" });
      }, ALIVE_MS);
      socket.addEventListener("open", () => {
        this.#failures = 0;
        void this.#events.onOpen();
      });
      socket.addEventListener("message", ({ data }) => {
        const message = typeof data === "string" ? readMessage(data) : void 0;
        if (message !== void 0) this.#events.onMessage(message);
      });
      socket.addEventListener("close", () => {
        clearInterval(alive);
        if (this.#socket === socket) this.#lost();
      });
    }
    #lost() {
      this.#socket = void 0;
      const delay = RETRY_DELAYS_MS[this.#failures];
      this.#failures += 1;
      if (delay !== void 0)
        setTimeout(() => {
          this.#events.onLost();
        }, delay);
    }
  };
  function readMessage(text) {
    const message = JSON.parse(text);
    return isServerMessage(message) ? message : void 0;
  }
  function isServerMessage(message) {
    if (typeof message !== "object" || message === null || !("kind" in message)) return false;
    return message.kind === "query" || message.kind === "refused";
  }

  // packages/extension/src/live/start.ts
  function startLive(options) {
    const socket = new LiveSocket(options.server, {
      onOpen: async () => {
        socket.send({ kind: "hello", ...await greeting(options) });
        tellPages();
      },
      onMessage: (message) => void answerQuery(socket, message, options),
      onLost: options.seekServer
    });
    const tellPages = inTurn(() => describePages(socket, options));
    noteFocus();
    onPagesChange(tellPages);
    return {
      connect: () => {
        socket.connect();
      },
      disconnect: () => {
        socket.disconnect();
      },
      tellPages
    };
  }
  async function greeting({ session }) {
    const { version } = chrome.runtime.getManifest();
    return { client: "extension", version, wire: WIRE_VERSION, session: await session() };
  }
  function inTurn(task) {
    let isRunning = false;
    let isDue = false;
    const run = async () => {
      isRunning = true;
      while (isDue) {
        isDue = false;
        await task().catch(() => void 0);
      }
      isRunning = false;
    };
    return () => {
      isDue = true;
      if (!isRunning) void run();
    };
  }
  async function describePages(socket, { mayBeCaptured: mayBeCaptured2 }) {
    if (socket.isOpen) socket.send({ kind: "pages", pages: await capturedPages(mayBeCaptured2) });
  }
  async function answerQuery(socket, message, { mayBeCaptured: mayBeCaptured2 }) {
    if (message.kind !== "query") return;
    const outcome = await askPage(message.tab, message.query, mayBeCaptured2);
    socket.send({ kind: "answer", id: message.id, outcome });
  }

  // packages/wire/src/endpoint.ts
  var ENTRY_SEPARATOR = ",\n";
  var FIELDS = {
    "/logs": "entries",
    "/websocket-events": "events",
    "/network-bodies": "bodies",
    "/enhanced-actions": "actions",
    "/dom-snapshots": "snapshots"
  };
  function isEndpoint(path) {
    return Object.hasOwn(FIELDS, path);
  }
  function bodyOf(endpoint, lines) {
    return `{"${FIELDS[endpoint]}":[${lines}]}`;
  }

  // packages/extension/src/messages.ts
  var RELAY_PORT = "relay";
  function isRelayMessage(message) {
    if (!isObject(message)) return false;
    if (message["kind"] === "document") return isDocument(message);
    const { kind, id, endpoint, lines, sifting, held } = message;
    return kind === "entries" && typeof id === "number" && typeof endpoint === "string" && isEndpoint(endpoint) && typeof lines === "string" && (sifting === "sifted" || sifting === "unsifted") && typeof held === "number";
  }
  function isRequest(message) {
    if (!isObject(message)) return false;
    const { kind, tab } = message;
    if (kind === "status") return tab === void 0 || typeof tab === "number";
    return kind === "reconnect" || kind === "cleared" || kind === "debug log";
  }
  function isDocument({ url, site }) {
    return typeof url === "string" && (site === void 0 || typeof site === "string");
  }
  function isObject(value) {
    return typeof value === "object" && value !== null;
  }

  // packages/extension/src/sites/pattern.ts
  var FORM = /^(?:(?<scheme>[^:/]*):\/\/)?(?<host>\[[^\]]*\]|[^:/]*)(?::(?<port>[^/]*))?(?<path>\/.*)?$/;
  var HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;
  var ADDRESS = /^\[[0-9a-f:.]+\]$/;
  function parsePattern(text) {
    const typed = text.trim();
    if (typed === "<all_urls>") return { kind: "pattern", pattern: typed };
    const { scheme = "*", host = "", port, path = "/*" } = FORM.exec(typed)?.groups ?? {};
    if (!["http", "https", "*"].includes(scheme)) return refused("Only http and https sites can be captured.");
    if (host === "") return refused("Name a site, for example shop.example or *.shop.example.");
    const name = canonicalHost(host);
    if (!isHost(name))
      return refused("A * stands for all sites, or in front of a name as in *.shop.example; not elsewhere.");
    if (port !== void 0 && !isPort(port)) return refused("A port is a number from 1 to 65535, or *.");
    return {
      kind: "pattern",
      pattern: `${scheme}://${name}${port === void 0 ? "" : `:${port}`}${path === "/" ? "/*" : path}`
    };
  }
  function refused(reason) {
    return { kind: "refused", reason };
  }
  function canonicalHost(host) {
    const star = host.startsWith("*.") ? "*." : "";
    const address = `http://${host.slice(star.length)}`;
    return URL.canParse(address) ? `${star}${new URL(address).hostname}` : host.toLowerCase();
  }
  function isHost(host) {
    const name = host.startsWith("*.") ? host.slice(2) : host;
    return host === "*" || ADDRESS.test(name) || HOST_NAME.test(name);
  }
  function isPort(port) {
    return port === "*" || /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65535;
  }
  var DEFAULT_PORTS = { "http:": "80", "https:": "443" };
  function matchesPattern(url, pattern) {
    if (!(url.protocol in DEFAULT_PORTS)) return false;
    if (pattern === "<all_urls>") return true;
    const parsed2 = parsePattern(pattern);
    if (parsed2.kind === "refused") return false;
    const { scheme = "", host = "", port = "*", path = "" } = FORM.exec(parsed2.pattern)?.groups ?? {};
    return (scheme === "*" || `${scheme}:` === url.protocol) && matchesHost(url.hostname, host) && (port === "*" || port === (url.port === "" ? DEFAULT_PORTS[url.protocol] : url.port)) && matchesPath(`${url.pathname}${url.search}`, path);
  }
  function matchesHost(hostname, host) {
    if (host === "*") return true;
    if (!host.startsWith("*.")) return hostname === host;
    return hostname === host.slice(2) || hostname.endsWith(host.slice(1));
  }
  function matchesPath(path, glob) {
    const parts = glob.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`, "s").test(path);
  }

  // packages/extension/src/settings/table.ts
  var DEFAULTS = {
    serverPort: 7890,
    gasolineCaptureMode: "all",
    captureLevel: "all",
    networkBodiesEnabled: true,
    webSocketEnabled: true,
    webSocketMode: "messages",
    webSocketUrlFilters: [],
    actionsEnabled: true,
    enhancedSelectorsEnabled: true,
    reproductionBufferSize: 50,
    screenshotsEnabled: true,
    auto_screenshot: { on_error: true, on_navigation: false, on_action: false },
    screenshotDebuggerMode: false,
    aiContextEnabled: true,
    aiContextSourceSnippets: true,
    aiContextComponentTree: true,
    aiContextStateSnapshot: false,
    capturedSites: [],
    uncapturedSites: []
  };
  var CHECKS = {
    serverPort: wholeNumber(1, 65535),
    gasolineCaptureMode: oneOf(["all", "errors-only"]),
    captureLevel: oneOf(["all", "warnings", "errors"]),
    networkBodiesEnabled: yesOrNo,
    webSocketEnabled: yesOrNo,
    webSocketMode: oneOf(["lifecycle", "messages"]),
    webSocketUrlFilters: listOf((text) => text !== ""),
    actionsEnabled: yesOrNo,
    enhancedSelectorsEnabled: yesOrNo,
    reproductionBufferSize: wholeNumber(1, 1e4),
    screenshotsEnabled: yesOrNo,
    auto_screenshot: triggers,
    screenshotDebuggerMode: yesOrNo,
    aiContextEnabled: yesOrNo,
    aiContextSourceSnippets: yesOrNo,
    aiContextComponentTree: yesOrNo,
    aiContextStateSnapshot: yesOrNo,
    capturedSites: listOf(isPattern),
    uncapturedSites: listOf(isPattern)
  };
  function readSettings(stored) {
    const settings = { ...DEFAULTS };
    const corrupted = [];
    for (const name of SETTING_NAMES) {
      if (!Object.hasOwn(stored, name)) continue;
      const { value, isSound } = checked(name, stored[name]);
      put(settings, name, value);
      if (!isSound) corrupted.push(name);
    }
    return { settings, corrupted };
  }
  function isSettingName(text) {
    return Object.hasOwn(DEFAULTS, text);
  }
  var SETTING_NAMES = Object.keys(DEFAULTS).filter(isSettingName);
  function checked(name, stored) {
    const check = CHECKS[name];
    return check(stored, DEFAULTS[name]);
  }
  function put(settings, name, value) {
    settings[name] = value;
  }
  function yesOrNo(stored, fallback) {
    return typeof stored === "boolean" ? { value: stored, isSound: true } : { value: fallback, isSound: false };
  }
  function wholeNumber(smallest, largest) {
    return (stored, fallback) => typeof stored === "number" && Number.isInteger(stored) && stored >= smallest && stored <= largest ? { value: stored, isSound: true } : { value: fallback, isSound: false };
  }
  function oneOf(choices) {
    return (stored, fallback) => {
      const value = choices.find((choice) => choice === stored);
      return value === void 0 ? { value: fallback, isSound: false } : { value, isSound: true };
    };
  }
  var MAX_ITEMS = 200;
  var MAX_CHARACTERS = 500;
  function listOf(isItem) {
    const accepts = (item) => typeof item === "string" && item.length <= MAX_CHARACTERS && isItem(item);
    return (stored, fallback) => {
      if (!Array.isArray(stored)) return { value: fallback, isSound: false };
      const value = stored.filter(accepts).slice(0, MAX_ITEMS);
      return { value, isSound: value.length === stored.length };
    };
  }
  function isPattern(text) {
    return parsePattern(text).kind === "pattern";
  }
  function triggers(stored, fallback) {
    if (typeof stored !== "object" || stored === null) return { value: fallback, isSound: false };
    const found = (name) => {
      const isThere = Object.hasOwn(stored, name);
      return isThere ? yesOrNo(Reflect.get(stored, name), fallback[name]) : { value: fallback[name], isSound: true };
    };
    const [error, navigation, action] = [found("on_error"), found("on_navigation"), found("on_action")];
    return {
      value: { on_error: error.value, on_navigation: navigation.value, on_action: action.value },
      isSound: error.isSound && navigation.isSound && action.isSound
    };
  }

  // packages/extension/src/settings/storage.ts
  async function loadSettings() {
    const stored = await chrome.storage.local.get(null).catch(() => ({}));
    return readSettings(stored);
  }
  function followSettings(react) {
    const look = () => void loadSettings().then(react);
    chrome.storage.local.onChanged.addListener((changes) => {
      if (Object.keys(changes).some(isSettingName)) look();
    });
    look();
  }
  function serverUrl(port) {
    return `http://127.0.0.1:${port}`;
  }

  // packages/extension/src/sites/registration.ts
  var SCRIPTS = [
    { id: "page", world: "MAIN" },
    { id: "relay", world: "ISOLATED" }
  ];
  var turn = Promise.resolve();
  function registerSites(settings) {
    const next = turn.then(() => replaceRegistrations(settings));
    turn = next.catch(() => void 0);
    return next;
  }
  async function replaceRegistrations(settings) {
    const matches = patternsOf(settings.capturedSites);
    const wanted = matches.length === 0 ? [] : scriptsFor(matches, patternsOf(settings.uncapturedSites));
    const present = await chrome.scripting.getRegisteredContentScripts();
    if (describe2(present) === describe2(wanted)) return matches;
    if (present.length > 0) await chrome.scripting.unregisterContentScripts();
    if (wanted.length > 0) await chrome.scripting.registerContentScripts(wanted);
    return matches;
  }
  function patternsOf(texts) {
    return texts.flatMap((text) => {
      const parsed2 = parsePattern(text);
      return parsed2.kind === "pattern" ? [parsed2.pattern] : [];
    });
  }
  function scriptsFor(matches, excludeMatches) {
    return SCRIPTS.map(({ id, world }) => ({
      id,
      world,
      js: [`${id}.js`],
      matches,
      ...excludeMatches.length > 0 ? { excludeMatches } : {},
      runAt: "document_start",
      allFrames: true,
      matchOriginAsFallback: true,
      persistAcrossSessions: true
    }));
  }
  function describe2(scripts) {
    return scripts.map(({ id, matches = [], excludeMatches = [] }) => JSON.stringify([id, matches, excludeMatches])).sort().join("\n");
  }

  // packages/extension/src/worker/badge.ts
  var COLOURS = { connected: "#2e7d32", disconnected: "#616161" };
  var MOST = 999;
  var BLANK = " ";
  async function showLink(state) {
    const title = state.kind === "connected" ? "Gasoline: connected" : `Gasoline: ${state.reason}`;
    await Promise.all([
      chrome.action.setBadgeBackgroundColor({ color: COLOURS[state.kind] }),
      chrome.action.setBadgeTextColor({ color: "#ffffff" }),
      chrome.action.setBadgeText({ text: BLANK }),
      chrome.action.setTitle({ title })
    ]);
  }
  async function showErrors(tab, errors2) {
    const text = errors2 === 0 ? BLANK : errors2 > MOST ? `${MOST}+` : String(errors2);
    await chrome.action.setBadgeText({ tabId: tab, text }).catch(() => void 0);
  }

  // packages/extension/src/worker/capture-session.ts
  var CAPTURE_SESSION = "captureSession";
  var known;
  function captureSession() {
    known ??= readOrCreate();
    return known;
  }
  async function readOrCreate() {
    const stored = await chrome.storage.session.get(CAPTURE_SESSION);
    const id = stored[CAPTURE_SESSION];
    if (typeof id === "string") return id;
    const created = crypto.randomUUID();
    await chrome.storage.session.set({ [CAPTURE_SESSION]: created });
    return created;
  }

  // packages/extension/src/worker/debug-log.ts
  var KEY = "debugLog";
  var MAX_NOTES = 300;
  var MAX_CHARACTERS2 = 500;
  var WRITE_AFTER_MS = 250;
  var notes = [];
  var writing;
  var restored = restore();
  function note(what) {
    const text = what.slice(0, MAX_CHARACTERS2);
    if (notes.at(-1)?.what === text) return;
    notes = [...notes, { at: (/* @__PURE__ */ new Date()).toISOString(), what: text }].slice(-MAX_NOTES);
    writing ??= setTimeout(() => void write(), WRITE_AFTER_MS);
  }
  async function readNotes() {
    await restored;
    return notes;
  }
  async function write() {
    writing = void 0;
    await restored;
    await chrome.storage.session.set({ [KEY]: notes });
  }
  async function restore() {
    const stored = await chrome.storage.session.get(KEY);
    const earlier = stored[KEY];
    if (Array.isArray(earlier)) notes = [...earlier.filter(isNote), ...notes].slice(-MAX_NOTES);
  }
  function isNote(value) {
    return typeof value === "object" && value !== null && "at" in value && "what" in value;
  }

  // packages/extension/src/worker/document-headers.ts
  var MAX_RESPONSES = 200;
  var responses = [];
  function watchDocumentHeaders(mayBeCaptured2) {
    chrome.webRequest.onHeadersReceived.addListener(
      ({ tabId, frameId, url, responseHeaders = [] }) => {
        if (!mayBeCaptured2(url)) return void 0;
        const headers = responseHeaders.map(({ name, value = "" }) => [name, value]);
        const response = { frame: frameKey(tabId, frameId), url: withoutFragment(url), headers };
        responses = [...responses, response].slice(-MAX_RESPONSES);
        return void 0;
      },
      { urls: ["http://*/*", "https://*/*"], types: ["main_frame", "sub_frame"] },
      ["responseHeaders"]
    );
  }
  function forgetUncaptured(mayBeCaptured2) {
    responses = responses.filter(({ url }) => mayBeCaptured2(url));
  }
  function headersOf(tab, frame, url) {
    const key = frameKey(tab, frame);
    const address = withoutFragment(url);
    return responses.findLast((response) => response.frame === key && response.url === address)?.headers;
  }
  function frameKey(tab, frame) {
    return `${tab}/${frame}`;
  }
  function withoutFragment(url) {
    const start = url.indexOf("#");
    return start < 0 ? url : url.slice(0, start);
  }

  // packages/extension/src/worker/error-count.ts
  var NONE = { total: 0, tabs: {} };
  var KEY2 = "errorCounts";
  var WRITE_AFTER_MS2 = 250;
  var ErrorCounter = class {
    #counts = NONE;
    #writing;
    /** Takes over what an earlier worker counted. */
    async restore() {
      const stored = await chrome.storage.session.get(KEY2);
      if (isCounts(stored[KEY2])) this.#counts = stored[KEY2];
    }
    get total() {
      return this.#counts.total;
    }
    in(tab) {
      return this.#counts.tabs[String(tab)]?.errors ?? 0;
    }
    /** A tab shows a document; true where it is another one than before. */
    shows(tab, document) {
      if (this.#counts.tabs[String(tab)]?.document === document) return false;
      this.#put(tab, { document, errors: 0 });
      return true;
    }
    add(tab, errors2) {
      this.#counts = { ...this.#counts, total: this.#counts.total + errors2 };
      const before = this.#counts.tabs[String(tab)] ?? { document: "", errors: 0 };
      this.#put(tab, { ...before, errors: before.errors + errors2 });
    }
    closed(tab) {
      const others = Object.entries(this.#counts.tabs).filter(([id]) => id !== String(tab));
      this.#replace({ ...this.#counts, tabs: Object.fromEntries(others) });
    }
    clear() {
      const tabs = {};
      for (const [tab, { document }] of Object.entries(this.#counts.tabs)) tabs[tab] = { document, errors: 0 };
      this.#replace({ total: 0, tabs });
    }
    #put(tab, count) {
      this.#replace({ ...this.#counts, tabs: { ...this.#counts.tabs, [String(tab)]: count } });
    }
    #replace(counts) {
      this.#counts = counts;
      this.#writing ??= setTimeout(() => {
        this.#writing = void 0;
        void chrome.storage.session.set({ [KEY2]: this.#counts });
      }, WRITE_AFTER_MS2);
    }
  };
  function isCounts(value) {
    return typeof value === "object" && value !== null && "total" in value && typeof value.total === "number" && "tabs" in value && typeof value.tabs === "object" && value.tabs !== null;
  }

  // packages/capture/src/primordials.ts
  var { apply, defineProperty, deleteProperty, get, getOwnPropertyDescriptor, getPrototypeOf, set } = Reflect;
  var { keys: objectKeys, hasOwn } = Object;
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

  // packages/capture/src/own-data.ts
  function ownData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value") ? descriptor.value : void 0;
  }

  // packages/capture/src/truncate.ts
  function truncate(text, limit) {
    return text.length <= limit ? text : `${slice(text, 0, limit)}… [${text.length} characters]`;
  }

  // packages/capture/src/network/headers.ts
  var REDACTED = "[REDACTED]";
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
      const shown = execute(SENSITIVE, key) === null ? truncate(`${value}`, MAX_VALUE_CHARACTERS) : REDACTED;
      this.values[key] = before === void 0 || shown === REDACTED ? shown : `${before}, ${shown}`;
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

  // packages/capture/src/settings.ts
  var CAPTURE_ERRORS = {
    level: "errors",
    networkBodies: false,
    webSocket: "lifecycle",
    webSocketFilters: [],
    actions: true,
    enhancedSelectors: true,
    performance: false,
    domSnapshots: false,
    storage: false,
    ownServer: void 0
  };

  // packages/capture/src/own-traffic.ts
  function isOwnTraffic(url, ownServer) {
    if (ownServer === void 0 || indexOf(url, ownServer) !== 0) return false;
    const next = url[ownServer.length];
    return next === void 0 || next === "/" || next === "?" || next === "#";
  }
  function socketOrigin(origin) {
    return origin === void 0 ? void 0 : `ws${slice(origin, 4)}`;
  }

  // packages/capture/src/websocket/url-filter.ts
  function isSelected(url, filters) {
    for (let index = 0; index < filters.length; index += 1) {
      if (matchesFilter(url, filters[index] ?? "")) return true;
    }
    return filters.length === 0;
  }
  function matchesFilter(url, filter) {
    return indexOf(filter, "*") < 0 ? indexOf(url, filter) >= 0 : matchesGlob(url, filter);
  }
  function matchesGlob(text, glob) {
    let position = 0;
    let place = 0;
    let lastStar = -1;
    let retryFrom = 0;
    while (position < text.length) {
      if (characterAt(glob, place) === "*") {
        lastStar = place;
        retryFrom = position;
        place += 1;
      } else if (place < glob.length && characterAt(glob, place) === characterAt(text, position)) {
        position += 1;
        place += 1;
      } else if (lastStar >= 0) {
        retryFrom += 1;
        position = retryFrom;
        place = lastStar + 1;
      } else return false;
    }
    while (characterAt(glob, place) === "*") place += 1;
    return place === glob.length;
  }

  // packages/capture/src/wanted.ts
  function isLevelWanted(level, wanted) {
    return wanted === "all" || level === "error" || wanted === "warnings" && level === "warn";
  }
  function isWanted(endpoint, entry, settings) {
    if (endpoint === "/enhanced-actions") return settings.actions;
    if (endpoint === "/dom-snapshots") return settings.domSnapshots;
    if (endpoint === "/websocket-events") return isSocketEventWanted(entry, settings);
    if (endpoint === "/network-bodies") return settings.networkBodies && !isOwn(entry, settings);
    return isLogWanted(entry, settings);
  }
  function isLogWanted(entry, settings) {
    const type = textOf(entry, "type");
    if (type === "console") return isLevelWanted(textOf(entry, "level"), settings.level);
    if (type === "storage") return settings.storage;
    if (type === "document" || type === "performance") return settings.performance;
    if (type === "resource") return settings.performance && !isOwn(entry, settings);
    return type !== "network" || !isOwn(entry, settings);
  }
  function isSocketEventWanted(entry, settings) {
    const { webSocket, webSocketFilters, ownServer } = settings;
    if (webSocket === "off") return false;
    if (webSocket === "lifecycle" && textOf(entry, "event") === "message") return false;
    const url = textOf(entry, "url");
    return !isOwnTraffic(url, socketOrigin(ownServer)) && isSelected(url, webSocketFilters);
  }
  function isOwn(entry, { ownServer }) {
    return isOwnTraffic(textOf(entry, "url"), ownServer);
  }
  function textOf(entry, name) {
    const value = ownData(entry, name);
    return typeof value === "string" ? value : "";
  }

  // packages/extension/src/settings/orders.ts
  function captureSettings(settings, bodies = "as set") {
    const chosen = {
      level: settings.captureLevel,
      networkBodies: settings.networkBodiesEnabled && bodies === "as set",
      webSocket: settings.webSocketEnabled ? settings.webSocketMode : "off",
      webSocketFilters: settings.webSocketUrlFilters,
      actions: settings.actionsEnabled,
      enhancedSelectors: settings.enhancedSelectorsEnabled,
      performance: true,
      domSnapshots: true,
      storage: true,
      ownServer: serverUrl(settings.serverPort)
    };
    return settings.gasolineCaptureMode === "all" ? chosen : narrowed(chosen);
  }
  function narrowed(chosen) {
    const { level, networkBodies, performance, domSnapshots, storage } = CAPTURE_ERRORS;
    const webSocket = chosen.webSocket === "off" ? "off" : CAPTURE_ERRORS.webSocket;
    return { ...chosen, level, networkBodies, webSocket, performance, domSnapshots, storage };
  }

  // packages/extension/src/sites/site.ts
  function builtInSites() {
    return chrome.runtime.getManifest().content_scripts?.flatMap(({ matches }) => matches ?? []) ?? [];
  }
  function siteState(address, lists, builtIn2) {
    const url = URL.canParse(address) ? new URL(address) : void 0;
    const obstacle = url === void 0 ? "There is no page here." : obstacleAt(url);
    if (url === void 0 || obstacle !== void 0)
      return { kind: "impossible", reason: obstacle ?? "There is no page here." };
    const matches = (pattern) => matchesPattern(url, pattern);
    if (lists.uncapturedSites.some(matches)) return { kind: "not captured" };
    if (builtIn2.some(matches)) return { kind: "captured", by: "manifest" };
    return lists.capturedSites.some(matches) ? { kind: "captured", by: "choice" } : { kind: "not captured" };
  }
  function isCapturedAt(address, settings, builtIn2) {
    if (address === void 0) return true;
    if (new URL(address).origin === serverUrl(settings.serverPort)) return false;
    return siteState(address, settings, builtIn2).kind === "captured";
  }
  var STORES = ["chromewebstore.google.com", "chrome.google.com", "microsoftedge.microsoft.com"];
  function obstacleAt({ protocol, hostname, pathname }) {
    const isStore = STORES.includes(hostname) && (hostname !== "chrome.google.com" || pathname.startsWith("/webstore"));
    if (isStore) return "Chrome lets no extension into its web store.";
    if (protocol === "http:" || protocol === "https:") return void 0;
    if (protocol === "file:") return "Files are not captured; serve them from localhost.";
    if (protocol === "about:" || protocol === "data:") return "An empty page has nothing to capture.";
    return "Pages of the browser and its extensions cannot be captured.";
  }

  // packages/extension/src/worker/annotation-watch.ts
  var LARGE = 20 * 1024;
  var ENTRIES = 3;
  var WITHIN_MS = 6e4;
  var KEY3 = "annotationWarning";
  var times = [];
  function isTooMuch(characters, now) {
    if (characters <= LARGE) return false;
    times = [...times.filter((time) => now - time < WITHIN_MS), now].slice(-ENTRIES);
    return times.length === ENTRIES;
  }
  async function warnOfAnnotations(warning) {
    await chrome.storage.session.set({ [KEY3]: warning });
  }
  async function annotationWarning() {
    const stored = await chrome.storage.session.get(KEY3);
    const warning = stored[KEY3];
    return isWarning(warning) ? warning : void 0;
  }
  async function clearAnnotationWarning() {
    times = [];
    await chrome.storage.session.remove(KEY3);
  }
  function isWarning(value) {
    return typeof value === "object" && value !== null && "url" in value && "at" in value;
  }

  // packages/extension/src/worker/entry.ts
  function identified(lines, sender) {
    const identity = JSON.stringify(sender).slice(0, -1);
    return lines.split(ENTRY_SEPARATOR).map((entry) => `${identity},${entry.slice(1)}`);
  }
  function sifted(endpoint, lines, settings) {
    const entries = lines.split(ENTRY_SEPARATOR);
    return entries.filter((entry) => isWanted(endpoint, parsed(entry), settings)).join(ENTRY_SEPARATOR);
  }
  function errorFacts(entry) {
    if (!entry.includes('"level":"error"')) return { isError: false, context: 0 };
    const { level, _context: context } = parsed(entry);
    return {
      isError: level === "error",
      context: context === void 0 ? 0 : JSON.stringify(context).length
    };
  }
  function nameOf(entry) {
    const { type, eventId, page, session, tab, frame, test_id: test } = parsed(entry);
    if (typeof eventId !== "string") return { type, name: void 0 };
    const sender = { session: String(session), tab: String(tab), frame: String(frame) };
    const name = { ...sender, eventId, page: String(page) };
    return { type, name: typeof test === "string" ? { ...name, test_id: test } : name };
  }
  var DOCUMENT = '"type":"document"';
  var NOT_OBSERVED = "not_observed";
  function withHeaders(entry, headers) {
    if (!entry.includes(DOCUMENT)) return entry;
    const document = parsed(entry);
    if (document["type"] !== "document" || document["responseHeaders"] !== NOT_OBSERVED) return entry;
    const observed = headers();
    if (observed === void 0) return entry;
    const responseHeaders = { observed: sanitisedHeaders(observed) };
    return JSON.stringify({ ...document, responseHeaders });
  }
  function parsed(entry) {
    try {
      const value = JSON.parse(entry);
      return typeof value === "object" && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }

  // packages/extension/src/worker/memory.ts
  var SOFT_LIMIT = 20 * 1024 * 1024;
  var HARD_LIMIT = 50 * 1024 * 1024;
  function pressureOf(bytes) {
    if (bytes > HARD_LIMIT) return "hard";
    return bytes > SOFT_LIMIT ? "soft" : "none";
  }

  // packages/extension/src/worker/intake.ts
  var Intake = class {
    #parts;
    #clients = /* @__PURE__ */ new Set();
    #safe = 0;
    #pressure = "none";
    constructor(parts) {
      this.#parts = parts;
    }
    /** Listens to a relay until it goes. */
    attach(port) {
      const { sender } = port;
      const client = {
        port,
        tab: sender?.tab?.id ?? chrome.tabs.TAB_ID_NONE,
        frame: sender?.frameId ?? 0,
        url: "",
        site: void 0,
        held: 0,
        unsafe: []
      };
      this.#clients.add(client);
      port.onDisconnect.addListener(() => this.#clients.delete(client));
      port.onMessage.addListener((message) => {
        if (isRelayMessage(message)) void this.#accept(client, message);
      });
      if (this.#pressure !== "none") tell(client, { kind: "pressure", pressure: this.#pressure });
    }
    /** Everything up to a position is safe. */
    safeUpTo(position) {
      this.#safe = Math.max(this.#safe, position);
      for (const client of this.#clients) this.#confirm(client);
    }
    async #accept(client, message) {
      const [session, settings] = await Promise.all([
        captureSession(),
        this.#parts.settings(),
        this.#parts.ready
      ]);
      if (message.kind === "document") this.#began(client, message);
      else this.#take(client, message, session, settings);
    }
    #began(client, { url, site }) {
      client.url = url;
      client.site = site;
      const document = client.port.sender?.documentId;
      if (client.frame !== 0 || document === void 0) return;
      if (this.#parts.errors.shows(client.tab, document)) void showErrors(client.tab, 0);
    }
    #take(client, message, session, settings) {
      const { endpoint, id } = message;
      client.held = message.held;
      const lines = message.sifting === "sifted" ? message.lines : wantedLines(client, message, settings);
      const sender = { session, tab: String(client.tab), frame: String(client.frame) };
      const entries = lines === "" ? [] : identified(lines, sender).map((entry) => this.#completed(client, entry));
      if (endpoint === "/logs") this.#countErrors(client, entries);
      void this.#parts.screenshots.after(client.tab, endpoint, entries);
      client.unsafe.push({ id, position: this.#parts.link.add({ endpoint, entries }) });
      this.#confirm(client);
      this.#watchMemory();
    }
    #completed(client, entry) {
      return withHeaders(entry, () => headersOf(client.tab, client.frame, client.url));
    }
    #countErrors(client, entries) {
      const facts = entries.map(errorFacts);
      const errors2 = facts.filter(({ isError }) => isError).length;
      if (errors2 > 0) {
        this.#parts.errors.add(client.tab, errors2);
        void showErrors(client.tab, this.#parts.errors.in(client.tab));
      }
      const now = Date.now();
      if (facts.filter(({ context }) => isTooMuch(context, now)).length > 0)
        void warnOfAnnotations({ url: client.url, at: now });
    }
    #confirm(client) {
      const last = client.unsafe.findLast(({ position }) => position <= this.#safe);
      if (last === void 0) return;
      client.unsafe = client.unsafe.filter(({ id }) => id > last.id);
      if (client.unsafe.length === 0) client.held = 0;
      tell(client, { kind: "safe", id: last.id });
    }
    #watchMemory() {
      const copies = [...this.#clients].reduce((sum, { held }) => sum + held, 0);
      const bytes = copies + this.#parts.link.report().bytes;
      const pressure = pressureOf(bytes);
      if (pressure === this.#pressure) return;
      this.#pressure = pressure;
      note(`memory pressure ${pressure}: ${Math.round(bytes / 1024 / 1024)} MB wait`);
      this.#parts.link.setPressure(pressure);
      for (const client of this.#clients) tell(client, { kind: "pressure", pressure });
    }
  };
  function wantedLines({ site }, { endpoint, lines }, settings) {
    return isCapturedAt(site, settings, builtInSites()) ? sifted(endpoint, lines, captureSettings(settings)) : "";
  }
  function tell({ port }, message) {
    try {
      port.postMessage(message);
    } catch {
    }
  }

  // packages/delivery/src/breaker.ts
  var RETRY_DELAYS_MS2 = [100, 500, 2e3];
  var LAST_DELAY_MS = 2e3;
  var FAILURES_UNTIL_OPEN = 5;
  var OPEN_MS = 3e4;
  var Breaker = class {
    #now;
    #failures = 0;
    #openUntil = 0;
    constructor(now) {
      this.#now = now;
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
      this.#failures += 1;
      if (this.#failures < FAILURES_UNTIL_OPEN) return RETRY_DELAYS_MS2[this.#failures - 1] ?? LAST_DELAY_MS;
      this.open();
      return void 0;
    }
    /** Opens at once, where further attempts are pointless for now. */
    open() {
      this.#openUntil = this.#now() + OPEN_MS;
    }
    /** Allows an attempt now. If it fails like those before, the breaker opens again. */
    close() {
      this.#openUntil = 0;
    }
  };

  // packages/delivery/src/outbox.ts
  var encoder = new TextEncoder();
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
    add({ endpoint, entries }) {
      for (const entry of entries) {
        const bytes = encoder.encode(entry).byteLength;
        this.#added += 1;
        this.#waiting.push({ endpoint, entry, bytes, position: this.#added });
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
      const endpoint = this.#waiting[0]?.endpoint;
      if (endpoint === void 0) return void 0;
      let bytes = 0;
      const end = this.#waiting.findIndex((waiting2, index) => {
        bytes += waiting2.bytes;
        const full = index >= limits.entries || bytes > limits.bytes;
        return waiting2.endpoint !== endpoint || index > 0 && full;
      });
      const waiting = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
      this.#bytes -= sizeOf(waiting);
      return { endpoint, entries: waiting.map(({ entry }) => entry), waiting };
    }
    /** Returns a batch that could not be delivered to the head of the queue. */
    putBack({ waiting }) {
      this.#waiting = [...waiting, ...this.#waiting];
      this.#bytes += sizeOf(waiting);
      this.#dropOldest();
    }
    /** Keeps only the newest entries for an endpoint; those in between stay. */
    keepNewest(endpoint, count) {
      const own = this.#waiting.filter((waiting) => waiting.endpoint === endpoint);
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

  // packages/delivery/src/server-link.ts
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
  var TIMEOUT_MS = 1e4;
  async function sayHello(server, hello) {
    const answer = await post(`${server}/hello`, JSON.stringify(hello));
    if (!isWelcome(answer)) throw new ExchangeFailure("away", `${server} is not a gasoline server`);
    if (answer.mismatch !== void 0) throw new ExchangeFailure("refused", answer.mismatch);
    return answer;
  }
  async function postBatch(server, batch) {
    const answer = await post(
      `${server}${batch.endpoint}`,
      bodyOf(batch.endpoint, batch.entries.join(ENTRY_SEPARATOR))
    );
    return { received: countOf(answer, "received"), rejected: countOf(answer, "rejected") };
  }
  async function post(url, body) {
    const response = await request(url, body);
    if (response.ok) return readJson(response);
    throw new ExchangeFailure(
      kindOf(response.status),
      `${url} answered ${response.status}`,
      retryAfter(response)
    );
  }
  async function request(url, body) {
    try {
      return await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS)
      });
    } catch (error) {
      throw new ExchangeFailure("away", `${url} cannot be reached: ${reasonOf(error)}`);
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
  function reasonOf(error) {
    return error instanceof Error ? error.message : String(error);
  }

  // packages/delivery/src/delivery.ts
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
    constructor(options) {
      this.#options = options;
      this.#breaker = new Breaker(options.now ?? Date.now);
    }
    /** Takes entries for delivery; answers with the position of the last. */
    add(batch) {
      this.#outbox.add(batch);
      this.#keepNewestWhileAway(batch.endpoint);
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
      return this.settle();
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
        const failure2 = await this.#deliverWaiting();
        const delay = failure2 === void 0 ? void 0 : this.#delayAfter(failure2);
        if (failure2 === void 0) this.#breaker.succeeded();
        if (delay !== void 0) await this.#wait(delay);
      }
      this.#isRunning = false;
    }
    #isSomethingToDo() {
      return this.#outbox.size > 0 || this.#server === void 0;
    }
    /** Undefined where the server is left alone for now. */
    #delayAfter({ kind, retryAfterMs }) {
      if (kind === "busy") return retryAfterMs ?? BUSY_MS;
      if (kind === "away") return this.#breaker.failed();
      this.#breaker.open();
      return void 0;
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
        const failure2 = error instanceof ExchangeFailure ? error : new ExchangeFailure("away", String(error));
        this.#failed(failure2);
        return failure2;
      }
    }
    async #greet() {
      const server = await this.#options.server();
      const welcome = await sayHello(server, {
        client: this.#options.client,
        version: this.#options.version,
        wire: WIRE_VERSION,
        session: await this.#options.session(),
        clock: Date.now()
      });
      this.#lastFailure = void 0;
      this.#isAway = false;
      this.#options.onState?.({ kind: "connected", serverVersion: welcome.version });
      return server;
    }
    async #deliver(server, batch) {
      this.#inFlight = batch;
      try {
        const receipt = await postBatch(server, batch);
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
    #keepNewestWhileAway(endpoint) {
      const kept = this.#isAway ? this.#options.keptWhileAway?.() : void 0;
      if (kept?.endpoint === endpoint) this.#outbox.keepNewest(kept.endpoint, kept.count);
    }
    /** Entries are settled in their order, so the oldest that is not tells how far it goes. */
    #noteSettled() {
      const oldest = this.#inFlight?.waiting[0]?.position ?? this.#outbox.first ?? this.#outbox.added + 1;
      if (oldest - 1 <= this.#settled) return;
      this.#settled = oldest - 1;
      this.#options.onSettled?.(this.#settled);
    }
    #failed(failure2) {
      this.#lastFailure = failure2.message;
      if (failure2.kind === "busy") return;
      this.#server = void 0;
      this.#isAway = true;
      this.#options.onState?.({ kind: "disconnected", reason: failure2.message });
    }
    #wait(milliseconds) {
      return this.#options.wait?.(milliseconds) ?? sleep(milliseconds);
    }
  };
  function sleep(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  // packages/extension/src/worker/journal.ts
  var PREFIX = "outbox/";
  var KEY_DIGITS = 12;
  var MAX_SEGMENT = 512 * 1024;
  var Journal = class {
    #area;
    /** Keys in order, with the position of their last entry. */
    #segments = [];
    #lastNumber = 0;
    constructor(area) {
      this.#area = area;
    }
    /** Hands over what an earlier worker left, oldest first; `add` answers with the position of the last entry. */
    async restore(add) {
      const stored = await this.#area.get(null);
      const keys = Object.keys(stored).filter((key) => key.startsWith(PREFIX)).sort();
      let restored2 = 0;
      for (const key of keys) {
        this.#lastNumber = Math.max(this.#lastNumber, Number(key.slice(PREFIX.length)) || 0);
        const segment = stored[key];
        if (!isSegment(segment)) continue;
        const entries = segment.lines.split(ENTRY_SEPARATOR);
        restored2 += entries.length;
        this.#segments.push({ key, position: add({ endpoint: segment.endpoint, entries }) });
      }
      return restored2;
    }
    /** Stores entries; their order is that of their positions. */
    async write(waiting) {
      const items = {};
      const added = segmentsOf(waiting).map((segment) => {
        this.#lastNumber += 1;
        const key = `${PREFIX}${String(this.#lastNumber).padStart(KEY_DIGITS, "0")}`;
        items[key] = { endpoint: segment.endpoint, lines: segment.entries.join(ENTRY_SEPARATOR) };
        return { key, position: segment.position };
      });
      if (added.length === 0) return;
      await this.#area.set(items);
      this.#segments.push(...added);
    }
    /** Forgets segments whose entries are all settled. */
    async settle(position) {
      const settled = this.#segments.filter((segment) => segment.position <= position);
      if (settled.length === 0) return;
      this.#segments = this.#segments.filter((segment) => segment.position > position);
      await this.#area.remove(settled.map(({ key }) => key));
    }
  };
  function segmentsOf(waiting) {
    const segments = [];
    for (const { endpoint, entry, bytes, position } of waiting) {
      const last = segments.at(-1);
      if (last?.endpoint === endpoint && last.bytes + bytes <= MAX_SEGMENT) {
        last.entries.push(entry);
        last.bytes += bytes;
        last.position = position;
      } else segments.push({ endpoint, entries: [entry], bytes, position });
    }
    return segments;
  }
  function isSegment(value) {
    return typeof value === "object" && value !== null && "endpoint" in value && typeof value.endpoint === "string" && isEndpoint(value.endpoint) && "lines" in value && typeof value.lines === "string";
  }

  // packages/extension/src/worker/link.ts
  var Link = class {
    #events;
    #journal = new Journal(chrome.storage.session);
    #delivery;
    #settings;
    #state;
    #actionsKept = Infinity;
    #written = 0;
    #writing = Promise.resolve();
    #isWritePlanned = false;
    #dropped = 0;
    constructor(settings, events) {
      this.#settings = settings;
      this.#events = events;
      this.#delivery = new Delivery({
        client: "extension",
        version: chrome.runtime.getManifest().version,
        server: () => this.#address(),
        session: captureSession,
        onState: (state) => {
          this.#changed(state);
        },
        onSettled: (position) => {
          this.#settled(position);
        },
        keptWhileAway: () => ({ endpoint: "/enhanced-actions", count: this.#actionsKept })
      });
    }
    /** Takes over what an earlier worker could not deliver; before anything else is added. */
    async restore() {
      const count = await this.#journal.restore((batch) => this.#delivery.add(batch)).catch((error) => {
        note(`cannot read undelivered entries: ${String(error)}`);
        return 0;
      });
      if (count > 0) note(`found ${count} undelivered entries of an earlier worker`);
      this.#written = this.#delivery.unsettled().at(-1)?.position ?? 0;
      void this.#delivery.settle();
    }
    /** Takes entries; answers with the position of the last. */
    add(batch) {
      const position = this.#delivery.add(batch);
      if (this.#state?.kind === "disconnected") this.#planWrite();
      this.#noteDrops();
      return position;
    }
    /** Looks for the server now. */
    reconnect() {
      return this.#delivery.reconnect();
    }
    /** The server's address; undefined while it is away. */
    async server() {
      return this.#state?.kind === "connected" ? this.#address() : void 0;
    }
    /** What became of everything so far. */
    report() {
      return this.#delivery.report();
    }
    /** Keeps half as much while memory is short. */
    setPressure(pressure) {
      const { entries, bytes } = OUTBOX_LIMITS;
      this.#delivery.limit(pressure === "none" ? OUTBOX_LIMITS : { entries: entries / 2, bytes: bytes / 2 });
    }
    async #address() {
      const { serverPort, reproductionBufferSize } = await this.#settings();
      this.#actionsKept = reproductionBufferSize;
      return serverUrl(serverPort);
    }
    #changed(state) {
      this.#state = state;
      note(
        state.kind === "connected" ? `connected to server ${state.serverVersion}` : `no link: ${state.reason}`
      );
      this.#events.onState(state);
      if (state.kind === "disconnected") this.#planWrite();
    }
    #settled(position) {
      this.#events.onSafe(position);
      void this.#journal.settle(position);
    }
    /** One write at a time; what comes during one goes together into the next. */
    #planWrite() {
      if (this.#isWritePlanned) return;
      this.#isWritePlanned = true;
      this.#writing = this.#writing.then(async () => {
        this.#isWritePlanned = false;
        await this.#write();
      });
    }
    async #write() {
      const waiting = this.#delivery.unsettled(this.#written);
      const last = waiting.at(-1)?.position;
      if (last === void 0) return;
      try {
        await this.#journal.write(waiting);
      } catch (error) {
        note(`cannot store undelivered entries: ${String(error)}`);
        return;
      }
      this.#written = last;
      this.#events.onSafe(last);
    }
    #noteDrops() {
      const { dropped } = this.#delivery.report();
      if (dropped === this.#dropped) return;
      note(
        `dropped ${dropped - this.#dropped} of the oldest entries, ${dropped} in all: more than can be kept`
      );
      this.#dropped = dropped;
    }
  };

  // packages/extension/src/worker/requests.ts
  function answerRequests(parts) {
    chrome.runtime.onMessage.addListener((message, sender, answer) => {
      if (sender.id !== chrome.runtime.id || !isRequest(message)) return void 0;
      void parts.ready.then(() => answerTo(message, parts)).then(answer);
      return true;
    });
  }
  async function answerTo(request2, { link: link2, errors: errors2 }) {
    switch (request2.kind) {
      case "status":
        return {
          errors: request2.tab === void 0 ? 0 : errors2.in(request2.tab),
          errorsInAll: errors2.total,
          delivery: link2.report(),
          annotations: await annotationWarning() ?? null
        };
      case "reconnect":
        return link2.reconnect();
      case "cleared":
        await clearCounts(errors2);
        return null;
      case "debug log":
        return readNotes();
    }
  }
  async function clearCounts(errors2) {
    errors2.clear();
    await clearAnnotationWarning();
    const tabs = await chrome.tabs.query({});
    await Promise.all(tabs.map(({ id = chrome.tabs.TAB_ID_NONE }) => showErrors(id, 0)));
  }

  // packages/extension/src/worker/occasion.ts
  var UNREMARKABLE = ["navigate", "scroll"];
  function firstOccasion(endpoint, entries, wanted) {
    for (const entry of entries) {
      const occasion = occasionOf(endpoint, entry, wanted);
      if (occasion !== void 0) return occasion;
    }
    return void 0;
  }
  function occasionOf(endpoint, entry, wanted) {
    switch (endpoint) {
      case "/logs":
        return wanted.on_error && entry.includes('"type":"exception"') ? named("error", entry, (type) => type === "exception") : void 0;
      case "/dom-snapshots":
        return wanted.on_navigation ? named("navigation", entry, () => true) : void 0;
      case "/enhanced-actions":
        return wanted.on_action ? named("action", entry, (type) => !UNREMARKABLE.includes(type)) : void 0;
      default:
        return void 0;
    }
  }
  function named(trigger, entry, isMeant) {
    const { type, name } = nameOf(entry);
    return name !== void 0 && isMeant(type) ? { trigger, name } : void 0;
  }

  // packages/extension/src/worker/screenshots.ts
  var PAUSE_MS = 1e3;
  var SURVEY = "survey.js";
  var Screenshots = class {
    #parts;
    #last = /* @__PURE__ */ new Map();
    constructor(parts) {
      this.#parts = parts;
    }
    /** Pictures a tab if one of its entries calls for it. */
    async after(tab, endpoint, entries) {
      const { screenshotsEnabled, auto_screenshot: wanted } = await this.#parts.settings();
      const occasion = screenshotsEnabled ? firstOccasion(endpoint, entries, wanted) : void 0;
      if (occasion === void 0 || !this.#isDue(tab)) return;
      try {
        await this.#takeAndSend(tab, occasion);
      } catch (problem) {
        note(`no picture of the page: ${String(problem)}`);
      }
    }
    /** A tab is closed. */
    closed(tab) {
      this.#last.delete(tab);
    }
    #isDue(tab) {
      const now = Date.now();
      if (now - (this.#last.get(tab) ?? 0) < PAUSE_MS) return false;
      this.#last.set(tab, now);
      return true;
    }
    async #takeAndSend(tab, { trigger, name }) {
      const server = await this.#parts.server();
      const picture = server === void 0 ? void 0 : await take(tab);
      if (server === void 0 || picture === void 0) return;
      const capture = {
        ...picture,
        ts: (/* @__PURE__ */ new Date()).toISOString(),
        ...name,
        trigger,
        relatedEventId: name.eventId,
        eventId: `${name.eventId}-screenshot`
      };
      const response = await fetch(`${server}/screenshots`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(capture)
      });
      if (!response.ok) note(`the server refused a picture: ${response.status}`);
    }
  };
  async function take(tabId) {
    const { active, windowId } = await chrome.tabs.get(tabId);
    if (!active) return void 0;
    const before = await survey(tabId);
    const address = await chrome.tabs.captureVisibleTab(windowId, { format: "png" });
    const [{ active: stillActive }, after] = await Promise.all([chrome.tabs.get(tabId), survey(tabId)]);
    if (!stillActive || after.url !== before.url) return void 0;
    const { url, viewport } = before;
    return { url, viewport, masks: [...before.masks, ...after.masks], data: base64Of(address) };
  }
  async function survey(tabId) {
    const [injection] = await chrome.scripting.executeScript({
      target: { tabId },
      files: [SURVEY],
      injectImmediately: true
    });
    const result = injection?.result;
    if (!isSurvey(result)) throw new Error("the page did not answer");
    return result;
  }
  function isSurvey(result) {
    return typeof result === "object" && result !== null && "masks" in result;
  }
  function base64Of(address) {
    return address.slice(address.indexOf(",") + 1);
  }

  // packages/extension/src/worker/settings.ts
  var builtIn = builtInSites();
  var current;
  var known2;
  var first = new Promise((resolve) => {
    known2 = resolve;
  });
  var wereCorrupted = [];
  async function currentSettings() {
    return current ?? first;
  }
  function mayBeCaptured(url) {
    return current === void 0 || siteState(url, current, builtIn).kind === "captured";
  }
  function onSettings(react) {
    followSettings(({ settings, corrupted }) => {
      const before = current;
      current = settings;
      known2?.(settings);
      for (const name of corrupted) if (!wereCorrupted.includes(name)) note(corruption(name));
      wereCorrupted = corrupted;
      react(settings, before);
    });
  }
  function corruption(name) {
    return `setting ${name} is corrupted in storage: its default, or what is sound of it, is used`;
  }

  // packages/extension/src/worker.ts
  var RECONNECT_ALARM = "reconnect";
  var RECONNECT_MINUTES = 0.5;
  var errors = new ErrorCounter();
  var link = new Link(currentSettings, {
    onSafe: (position) => {
      intake.safeUpTo(position);
    },
    onState: (state) => {
      void showLink(state);
      if (state.kind === "connected") live.connect();
    }
  });
  var ready = Promise.all([link.restore(), errors.restore()]);
  var screenshots = new Screenshots({ settings: currentSettings, server: () => link.server() });
  var intake = new Intake({ link, errors, screenshots, settings: currentSettings, ready });
  var live = startLive({
    server: async () => serverUrl((await currentSettings()).serverPort),
    session: captureSession,
    mayBeCaptured,
    seekServer: () => void ready.then(() => link.reconnect())
  });
  watchDocumentHeaders(mayBeCaptured);
  answerRequests({ link, errors, ready });
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === RELAY_PORT) intake.attach(port);
  });
  chrome.tabs.onRemoved.addListener((tab) => {
    errors.closed(tab);
    screenshots.closed(tab);
  });
  onSettings((settings, before) => {
    forgetUncaptured(mayBeCaptured);
    registerSites(settings).then(
      (patterns) => {
        note(`captured beside developer sites: ${patterns.join(" ") || "none"}`);
      },
      (error) => {
        note(`Chrome refused the sites: ${String(error)}`);
      }
    );
    live.tellPages();
    if (before === void 0 || before.serverPort === settings.serverPort) return;
    live.disconnect();
    void link.reconnect();
  });
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === RECONNECT_ALARM) void ready.then(() => link.reconnect());
  });
  void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: RECONNECT_MINUTES });
})();
