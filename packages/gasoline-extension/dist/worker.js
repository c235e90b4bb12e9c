// Gasoline 0.1.0: runs in the service worker. Built from packages/gasoline-extension/src/worker.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  var __create = Object.create;
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __getProtoOf = Object.getPrototypeOf;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __commonJS = (cb, mod) => function __require() {
    try {
      return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
    } catch (e) {
      throw mod = 0, e;
    }
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
    // If the importer is in node compatibility mode or this is not an ESM
    // file that has been converted to a CommonJS file using a Babel-
    // compatible transform (i.e. "__esModule" has not been set), then set
    // "default" to the CommonJS "module.exports" for node compatibility.
    isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
    mod
  ));

  // node_modules/@jridgewell/resolve-uri/dist/resolve-uri.umd.js
  var require_resolve_uri_umd = __commonJS({
    "node_modules/@jridgewell/resolve-uri/dist/resolve-uri.umd.js"(exports, module) {
      (function(global, factory) {
        typeof exports === "object" && typeof module !== "undefined" ? module.exports = factory() : typeof define === "function" && define.amd ? define(factory) : (global = typeof globalThis !== "undefined" ? globalThis : global || self, global.resolveURI = factory());
      })(exports, (function() {
        "use strict";
        const schemeRegex = /^[\w+.-]+:\/\//;
        const urlRegex = /^([\w+.-]+:)\/\/([^@/#?]*@)?([^:/#?]*)(:\d+)?(\/[^#?]*)?(\?[^#]*)?(#.*)?/;
        const fileRegex = /^file:(?:\/\/((?![a-z]:)[^/#?]*)?)?(\/?[^#?]*)(\?[^#]*)?(#.*)?/i;
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
        function mergePaths(url, base) {
          normalizePath(base, base.type);
          if (url.path === "/") {
            url.path = base.path;
          } else {
            url.path = stripPathFilename(base.path) + url.path;
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
        function resolve(input, base) {
          if (!input && !base)
            return "";
          const url = parseUrl(input);
          let inputType = url.type;
          if (base && inputType !== 7) {
            const baseUrl = parseUrl(base);
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
              if (isRelative(base || input) && !isRelative(path)) {
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
        return resolve;
      }));
    }
  });

  // packages/gasoline-live/src/bundles.ts
  var BUNDLES = ["live.js", "axe.js"];

  // packages/gasoline-extension/src/live/pages.ts
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

  // packages/gasoline-extension/src/live/ask.ts
  async function askPage(tab, query, mayBeCaptured2, pictures) {
    const tabId = Number(tab);
    const closing = watchClosing(tabId);
    try {
      return await Promise.race([closing.closed, ask(tabId, query, mayBeCaptured2, pictures)]);
    } catch (error) {
      return await failure(tabId, error);
    } finally {
      closing.stop();
    }
  }
  async function ask(tabId, query, mayBeCaptured2, pictures) {
    if (query.kind === "auto_screenshot" && pictures !== void 0) return await pictures.configure(query);
    const tabs = await capturedTabs(mayBeCaptured2);
    const tab = tabs.find(({ id }) => id === tabId);
    if (tab === void 0) return await absent(tabId);
    if (tab.status === "unloaded") return noProcess(tab);
    if (query.kind === "screenshot" && pictures !== void 0)
      return await pictures.onDemand(tab, query, (question) => askDocument(tabId, question));
    return await askDocument(tabId, query);
  }
  async function askDocument(tabId, query) {
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

  // packages/gasoline-wire/src/index.ts
  var WIRE_VERSION = 1;
  var BATCH_ROUTES = {
    "/logs": "entries",
    "/websocket-events": "events",
    "/network-bodies": "bodies",
    "/enhanced-actions": "actions",
    "/dom-snapshots": "snapshots"
  };
  var SCREENSHOTS_ROUTE = "/screenshots";

  // packages/gasoline-extension/src/live/socket.ts
  var ALIVE_MS = 2e4;
  var RETRY_DELAYS_MS = [100, 500, 2e3, 5e3];
  var LiveSocket = class {
    #events;
    #server = "";
    #socket;
    #failures = 0;
    constructor(events) {
      this.#events = events;
    }
    get isOpen() {
      return this.#socket?.readyState === WebSocket.OPEN;
    }
    /** Opens the link unless it is open or being opened there. */
    connect(server) {
      if (this.#socket !== void 0 && this.#server === server) return;
      this.disconnect();
      this.#server = server;
      this.#socket = this.#opened(server);
    }
    /** Closes the link. */
    disconnect() {
      const socket = this.#socket;
      this.#socket = void 0;
      this.#failures = 0;
      socket?.close();
    }
    /** Says something; without a link there is nobody to hear it. */
    send(message) {
      if (this.isOpen) this.#socket?.send(JSON.stringify(message));
    }
    #opened(server) {
      const socket = new WebSocket(`${server.replace(/^http/, "ws")}/live`);
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
      return socket;
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

  // packages/gasoline-extension/src/live/start.ts
  function startLive(options) {
    const socket = new LiveSocket({
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
      connect: (server) => {
        socket.connect(server);
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
  async function answerQuery(socket, message, { mayBeCaptured: mayBeCaptured2, pictures }) {
    if (message.kind !== "query") return;
    const outcome = await askPage(message.tab, message.query, mayBeCaptured2, pictures);
    socket.send({ kind: "answer", id: message.id, outcome });
  }

  // packages/gasoline-wire/src/route.ts
  var ENTRY_SEPARATOR = ",\n";
  function isRoute(path) {
    return Object.hasOwn(BATCH_ROUTES, path);
  }
  function bodyOf(route, lines) {
    return `{"${BATCH_ROUTES[route]}":[${lines}]}`;
  }

  // packages/gasoline-extension/src/messages.ts
  var RELAY_PORT = "relay";
  function isRelayMessage(message) {
    if (!isObject(message)) return false;
    if (message["kind"] === "seek") return true;
    if (message["kind"] === "document") return isDocument(message);
    const { kind, id, route, lines, sifting, held } = message;
    return kind === "entries" && typeof id === "number" && typeof route === "string" && isRoute(route) && typeof lines === "string" && (sifting === "sifted" || sifting === "unsifted") && typeof held === "number";
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

  // packages/gasoline-extension/src/sites/pattern.ts
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
    const parsed3 = parsePattern(pattern);
    if (parsed3.kind === "refused") return false;
    const { scheme = "", host = "", port = "*", path = "" } = FORM.exec(parsed3.pattern)?.groups ?? {};
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

  // packages/gasoline-extension/src/sites/registration.ts
  var SCRIPTS = [
    { id: "page", world: "MAIN", runAt: "document_start" },
    { id: "relay", world: "ISOLATED", runAt: "document_start" },
    { id: "late", world: "MAIN", runAt: "document_idle" }
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
      const parsed3 = parsePattern(text);
      return parsed3.kind === "pattern" ? [parsed3.pattern] : [];
    });
  }
  function scriptsFor(matches, excludeMatches) {
    return SCRIPTS.map(({ id, world, runAt }) => ({
      id,
      world,
      runAt,
      js: [`${id}.js`],
      matches,
      ...excludeMatches.length > 0 ? { excludeMatches } : {},
      allFrames: true,
      matchOriginAsFallback: true,
      persistAcrossSessions: true
    }));
  }
  function describe2(scripts2) {
    return scripts2.map(({ id, matches = [], excludeMatches = [] }) => JSON.stringify([id, matches, excludeMatches])).sort().join("\n");
  }

  // packages/gasoline-extension/src/worker/badge.ts
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

  // packages/gasoline-extension/src/worker/capture-session.ts
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

  // packages/gasoline-extension/src/worker/debug-log.ts
  var KEY = "debugLog";
  var MAX_NOTES = 300;
  var MAX_CHARACTERS = 500;
  var WRITE_AFTER_MS = 250;
  var notes = [];
  var writing;
  var restored = restore();
  function note(what) {
    const text = what.slice(0, MAX_CHARACTERS);
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
      const frame = line.length > MAX_LINE_CHARACTERS ? void 0 : parseLine(line.trim());
      if (frame !== void 0 && !FOREIGN.test(frame.url)) frames.push(frame);
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
    const frame = frameAt(separator < 0 ? void 0 : text.slice(0, separator), place);
    return evaluated === null ? frame : evalCall(frame);
  }
  function evalCall(frame) {
    return frame && { ...frame, isEvalCall: true };
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
    const plain = name?.replace(/^(?:async\*?|promise callback\*)\s*/, "").replace(/^(?:async |new |get |set )+/, "").replace(/ \[as [^\]]*\]$/, "").replace(
      /^(?:Object|Module|Window|window|globalThis|exports|HTML\w*Element|XMLHttpRequest|WebSocket)\./,
      ""
    ).replace(/(?:\/?<)+$/, "");
    return plain === void 0 || NO_FUNCTION.has(plain) || plain.endsWith(">") ? void 0 : plain;
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
    if (isAmendment && isObject2(context)) return pageAmendment(eventId, context);
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
    const reason = isObject2(missing) ? textOf(missing["sourceSnippets"]) : "";
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
      const stack = isObject2(value) ? stackIn(value) : void 0;
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
      return isObject2(value) ? value : {};
    } catch {
      return {};
    }
  }
  function isObject2(value) {
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
    const [frame] = parseStack(`    at ${textOf(entry["initiator"])}`);
    if (typeof eventId !== "string" || frame === void 0) return void 0;
    const isRefused = typeof status === "number" && (status === 0 || status >= 400);
    return {
      page: textOf(entry["page"]),
      url: textOf(entry["pageUrl"]),
      frame,
      hasFailed: type === "network" || isRefused || event === "connecting",
      identity: identityOf(entry)
    };
  }

  // packages/gasoline-source-maps/src/fragment.ts
  function withoutFragment(url) {
    const start = url.indexOf("#");
    return start < 0 ? url : url.slice(0, start);
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

  // node_modules/@jridgewell/trace-mapping/dist/trace-mapping.mjs
  var import_resolve_uri = __toESM(require_resolve_uri_umd(), 1);
  function stripFilename(path) {
    if (!path) return "";
    const index = path.lastIndexOf("/");
    return path.slice(0, index + 1);
  }
  function resolver(mapUrl, sourceRoot) {
    const from = stripFilename(mapUrl);
    const prefix = sourceRoot ? sourceRoot + "/" : "";
    return (source) => (0, import_resolve_uri.default)(prefix + (source || ""), from);
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
  function nextUnsortedSegmentLine(mappings, start) {
    for (let i = start; i < mappings.length; i++) {
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
    const parsed3 = parse(map);
    if (!("sections" in parsed3)) {
      return new TraceMap(parsed3, mapUrl);
    }
    const mappings = [];
    const sources = [];
    const sourcesContent = [];
    const names = [];
    const ignoreList = [];
    recurse(
      parsed3,
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
      file: parsed3.file,
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
    const parsed3 = parse(input);
    if ("sections" in parsed3) return recurse(...arguments);
    const map = new TraceMap(parsed3, mapUrl);
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
      const parsed3 = parse(map);
      const { version, file, names, sourceRoot, sources, sourcesContent } = parsed3;
      this.version = version;
      this.file = file;
      this.names = names || [];
      this.sourceRoot = sourceRoot;
      this.sources = sources;
      this.sourcesContent = sourcesContent;
      this.ignoreList = parsed3.ignoreList || parsed3.x_google_ignoreList || void 0;
      const resolve = resolver(mapUrl, sourceRoot);
      this.resolvedSources = sources.map(resolve);
      const { mappings } = parsed3;
      if (typeof mappings === "string") {
        this._encoded = mappings;
        this._decoded = void 0;
      } else if (Array.isArray(mappings)) {
        this._encoded = void 0;
        this._decoded = maybeSort(mappings, isString);
      } else if (parsed3.sections) {
        throw new Error(`TraceMap passed sectioned source map, please use FlattenMap export instead`);
      } else {
        throw new Error(`invalid source map: ${JSON.stringify(parsed3)}`);
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
    for (let index = 1, start = 0; index < starts.length; index += 1) {
      start = text.indexOf("\n", start) + 1;
      starts[index] = start;
    }
    return starts;
  }
  function countLines(text) {
    let lines = 1;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
    return lines;
  }
  function lineStart(text, line) {
    let start = 0;
    for (let number = 1; number < line; number += 1) {
      const next = text.indexOf("\n", start);
      if (next < 0) return void 0;
      start = next + 1;
    }
    return start;
  }
  function lineLength(text, starts, line) {
    const start = starts[line - 1];
    return start === void 0 ? void 0 : (starts[line] ?? text.length + 1) - 1 - start;
  }
  function linesBetween(text, first2, last) {
    const lines = [];
    let start = lineStart(text, first2);
    for (let number = first2; number <= last && start !== void 0; number += 1) {
      const end = lineEnd(text, start);
      lines.push(text.slice(start, end).replace(/\r$/, ""));
      start = end + 1 < text.length ? end + 1 : void 0;
    }
    return lines;
  }
  function placeAt(text, offset) {
    let line = 1;
    let start = 0;
    for (let next = text.indexOf("\n"); next >= 0 && next < offset; next = text.indexOf("\n", start)) {
      line += 1;
      start = next + 1;
    }
    return { line, column: offset - start };
  }
  function lineEnd(text, start) {
    const next = text.indexOf("\n", start);
    return next < 0 ? text.length : next;
  }

  // packages/gasoline-source-maps/src/function-name.ts
  var REACH = 2e5;
  var MINIFIED_CHARACTERS = 2;
  var IDENTIFIER = /^[\w$]+$/;
  function originalFunctionName(frame, text, map) {
    const name = frame.functionName;
    if (name === void 0) return void 0;
    const original = IDENTIFIER.test(name) ? declaredName(name, frame, text, map) : void 0;
    const shown2 = original ?? withoutMinified(name);
    return shown2 === void 0 ? void 0 : cleanName(shown2, LIMITS.functionCharacters);
  }
  function withoutMinified(name) {
    const parts = name.split(".").filter((part) => part.length > MINIFIED_CHARACTERS);
    return parts.length === 0 ? void 0 : parts.join(".");
  }
  function declaredName(name, frame, text, map) {
    const line = lineStart(text, frame.line);
    if (line === void 0) return void 0;
    const end = line + frame.column;
    const start = Math.max(0, end - REACH);
    const before = text.slice(start, end);
    const escaped = name.replaceAll("$", "\\$");
    const declaration = new RegExp(
      `(?:\\bfunction\\s*\\*?\\s+|\\bclass\\s+)(${escaped})\\b|(?<![\\w$.])(${escaped})\\s*=\\s*(?:async\\b|function\\b|class\\b|\\(|[\\w$]+\\s*=>)`,
      "dg"
    );
    const [place] = [...before.matchAll(declaration)].at(-1)?.indices?.slice(1).filter(Boolean) ?? [];
    if (place === void 0) return void 0;
    return originalPositionFor(map, placeAt(text, start + place[0])).name ?? void 0;
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
    const plain = withoutQuery(raw).replaceAll("\\", "/");
    const library = /node_modules\/(?!.*node_modules\/).*$/.exec(withoutQuery(resolved2))?.[0];
    if (library !== void 0) return library;
    if (TOOL_PREFIX.test(plain)) return relative(plain.replace(TOOL_PREFIX, "").replace(NAMESPACE, ""));
    if (/^https?:/.test(plain)) return servedPath(plain);
    if (isAbsolute(plain)) return fromProject(plain.replace(/^file:\/\/+/, "/"));
    if (/^[a-z][\w+.-]+:/i.test(plain)) return relative(plain.replace(/^[a-z][\w+.-]+:\/*/i, ""));
    return plain.includes("/") ? relative(plain) : servedPath(withoutQuery(resolved2));
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
  function originalOf(frame, script) {
    if (frame.isEvalCall === true)
      throw new Unavailable(
        `the code was made from a text by eval, at line ${frame.line} of ${addressText(frame.url)}: it has no source of its own`
      );
    if (!isWithin(frame, script))
      throw new Unavailable(
        `${addressText(frame.url)} has no line ${frame.line}, column ${frame.column}: it changed since the page loaded it, reload the page`
      );
    if ("missing" in script.map) return asServed(frame, script, script.map.missing);
    return mapped(frame, script, script.map);
  }
  function mapped(frame, script, map) {
    const position = originalPositionFor(map, { line: frame.line, column: frame.column - 1 });
    const index = position.source === null ? -1 : sourceIndex2(map, position.source);
    if (position.source === null || index < 0)
      throw new Unavailable(
        `the map of ${addressText(frame.url)} does not cover line ${frame.line}, column ${frame.column}`
      );
    const resolved2 = map.resolvedSources[index] ?? position.source;
    const raw = `${map.sourceRoot ?? ""}${map.sources[index] ?? position.source}`;
    return {
      file: readableName({ raw, resolved: resolved2 }),
      line: position.line,
      column: position.column + 1,
      functionName: () => originalFunctionName(frame, script.text, map),
      isLibrary: isLibrary(resolved2) || isLibrary(raw) || isLibrary(frame.url) || isIgnored(map, position.source),
      content: map.sourcesContent?.[index] ?? void 0,
      address: resolved2,
      note: void 0
    };
  }
  function asServed(frame, script, missing) {
    if (script.text === "" || (lineLength(script.text, script.lineStarts, frame.line) ?? 0) > MAX_WRITTEN_LINE)
      throw new Unavailable(missing);
    return {
      file: readableName({ raw: frame.url, resolved: frame.url }),
      line: frame.line,
      column: frame.column,
      functionName: () => frame.functionName,
      isLibrary: isLibrary(frame.url),
      content: script.text,
      address: frame.url,
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
  async function fetchText(fetch2, url, limit, request2) {
    const name = addressText(url);
    const response = await fetch2(url, request2).catch((error) => {
      throw notFetched(name, request2.signal, error);
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => void 0);
      throw new Unavailable(`${name} answered ${response.status}`);
    }
    const text = await readBounded(response, name, limit).catch((error) => {
      throw notFetched(name, request2.signal, error);
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
    const header = headers?.get("sourcemap") ?? headers?.get("x-sourcemap");
    return header === null || header === void 0 || header === "" ? linkInText(text) : header;
  }
  function linkInText(text) {
    for (let at = text.lastIndexOf(NAME); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(NAME, at - 1)) {
      if (!COMMENT.test(text.slice(Math.max(0, at - 6), at))) continue;
      const lineEnd2 = text.indexOf("\n", at);
      const line = text.slice(at + NAME.length, lineEnd2 < 0 ? text.length : lineEnd2);
      const link2 = line.replace(/\s*(?:\*\/)?\s*$/, "");
      if (link2 !== "" && !NOT_IN_ADDRESS.test(link2)) return link2;
    }
    return void 0;
  }
  function linkOfEvaluated(bundle, moduleUrl) {
    const name = bundle.indexOf(`sourceURL=${moduleUrl}\\n`);
    if (name < 0) return void 0;
    const start = bundle.lastIndexOf(`${NAME}data:`, name);
    if (start < 0 || bundle.slice(start, name).includes("sourceURL=")) return void 0;
    const link2 = /^[\w/+=:;,.-]+/.exec(bundle.slice(start + NAME.length, name))?.[0];
    return link2 === void 0 ? void 0 : { link: link2, text: evaluatedText(bundle, start) };
  }
  function evaluatedText(bundle, link2) {
    const call2 = bundle.lastIndexOf("eval(", link2);
    const start = call2 < 0 ? -1 : bundle.indexOf('"', call2);
    if (start < 0 || start > link2) return "";
    try {
      const text = JSON.parse(`${bundle.slice(start, link2).replace(/\/\/# ?$/, "")}"`);
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
    const checked2 = await checkedMap(parseMap(text, origin.name), origin, [origin.url], budget);
    try {
      const map = new FlattenMap(checked2, origin.url);
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
    if (!isObject3(value)) throw new Unavailable(`${origin.name} is not a source map`);
    const version = value["version"];
    if (Number(version) !== 3)
      throw new Unavailable(`${origin.name} has version ${shown(version)}, only 3 is read`);
    if (!Array.isArray(value["sections"])) return plainMap(value, origin);
    if (path.length > MAX_DEPTH) throw new Unavailable(`${origin.name} nests its sections too deeply`);
    const listed = value["sections"];
    const sections = [];
    for (const section of listed) {
      budget.sections -= 1;
      if (budget.sections < 0) throw new Unavailable(`${origin.name} has more than ${MAX_SECTIONS} sections`);
      sections.push(await checkedSection(section, origin, path, budget));
    }
    return { version: 3, sections };
  }
  async function checkedSection(value, origin, path, budget) {
    const offset = isObject3(value) ? value["offset"] : void 0;
    if (!isObject3(value) || !isObject3(offset))
      throw new Unavailable(`${origin.name} has a section without a place`);
    const place = { line: wholeNumber(offset["line"]), column: wholeNumber(offset["column"]) };
    const link2 = value["url"];
    if (typeof link2 !== "string")
      return { offset: place, map: await checkedMap(value["map"], origin, [...path, origin.url], budget) };
    const url = resolved(link2, origin.url);
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
  function resolved(link2, base) {
    try {
      return new URL(link2, base).href;
    } catch {
      return link2;
    }
  }
  function isObject3(value) {
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
  function seenScript(header) {
    const read = (name) => header(name) ?? void 0;
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
    const link2 = mapLink(fetched.text, fetched.headers);
    const mapUrl = link2 === void 0 ? void 0 : resolved(link2, fetched.url);
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
    const known3 = reading.known(fingerprint);
    if (known3 !== void 0) return known3;
    const starts = lineStarts(text);
    const read = await readMap(map.text, {
      name: map.name,
      url: map.url,
      scriptLines: text === "" ? Infinity : starts.length,
      fetchSection: (section) => fetchMap(section, reading)
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
    const first2 = Math.max(1, line - LIMITS.linesBefore);
    const lines = linesBetween(content, first2, line + LIMITS.linesAfter);
    if (lines.length <= line - first2) return void 0;
    return lines.map((text, index) => {
      const number = first2 + index;
      return number === line ? { line: number, text: cleanLine(cutAround(text, column)), isError: true } : { line: number, text: cleanLine(cutAround(text, 1)) };
    });
  }
  function cutAround(text, column) {
    const { lineCharacters } = LIMITS;
    if (text.length <= lineCharacters) return text;
    const room = lineCharacters - 2;
    const start = Math.max(0, Math.min(column - 1 - Math.floor(room / 2), text.length - room));
    const end = start + room;
    return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
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
    const start = lineStarts2[line - 1];
    const name = nameIn(message);
    if (name === void 0 || text === "" || start === void 0) return true;
    const at = start + column - 1;
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
    async place(frame, origin, mayFetch) {
      if (!mayFetch && !this.#cache.has(frame.url, origin.page)) return void 0;
      const scripts2 = await this.#scriptsOf([frame], origin);
      const script = scripts2.get(frame.url);
      const place = script === void 0 ? void 0 : placeOf2(frame, script, origin.seen?.(frame.url), void 0);
      if (place === void 0 || !("original" in place) || place.original.note !== void 0) return void 0;
      const { file, line, column } = place.original;
      return { file, line, column };
    }
    async #find(frames, origin, found2) {
      if (frames.length === 0) throw new Unavailable("the stack names no script of the page");
      const scripts2 = await this.#scriptsOf(frames, origin);
      const deadline = this.#parts.now() + LIMITS.extractionMs;
      const inOrder = placesOf(frames, scripts2, origin, () => this.#parts.now() > deadline);
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
      const read = (known3) => withDeadline(LIMITS.fileMs, late2, async (signal) => {
        const reading = this.#reading(origin, signal, known3);
        if (!url.startsWith(WEBPACK_EVALUATED)) return readScript(url, reading);
        return readEvaluated(url, await this.#bundles(bundles, origin), reading);
      });
      return this.#cache.get(url, origin.page, read);
    }
    /** Scripts that may hold evaluated modules: those of the stack, then the document's others. */
    async #bundles(ofStack, origin) {
      const others = await origin.scripts?.().catch(() => []) ?? [];
      const urls = [.../* @__PURE__ */ new Set([...ofStack, ...others])].slice(0, MAX_BUNDLES);
      const scripts2 = await Promise.allSettled(urls.map((url) => this.#script(url, [], origin)));
      return scripts2.flatMap(fulfilled);
    }
    async #snippetOf({ original, callerBecause }, origin, sources) {
      const { file, line, column, note: note2 } = original;
      try {
        const lines = await this.#linesOf(original, origin, sources);
        const functionName = original.functionName();
        return {
          file,
          line,
          column,
          ...functionName === void 0 ? {} : { function: functionName },
          ...lines,
          ...note2 === void 0 ? {} : { note: note2 },
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
    #reading({ documents }, signal, known3) {
      const document2 = documents.find((url) => URL.canParse(url));
      const pageOrigin = document2 === void 0 ? "null" : new URL(document2).origin;
      const { fetch: fetch2, findMap } = this.#parts;
      return { fetch: fetch2, findMap, signal, pageOrigin, known: known3 };
    }
  };
  function placesOf(frames, scripts2, origin, isLate) {
    const places = [];
    for (const [index, frame] of frames.entries()) {
      const script = scripts2.get(frame.url);
      if (script === void 0) continue;
      if (places.length > 0 && isLate()) break;
      const message = index === 0 ? origin.message : void 0;
      const isOfLibrary = isLibrary(frame.url);
      places.push({ isOfLibrary, ...placeOf2(frame, script, origin.seen?.(frame.url), message) });
    }
    return places;
  }
  function placeOf2(frame, script, seen, message) {
    if (script instanceof Unavailable) return { missing: script.message };
    try {
      checkSame(frame, script, seen, message);
      return { original: originalOf(frame, script) };
    } catch (error) {
      return { missing: reasonOf(error) };
    }
  }
  function checkSame(frame, script, seen, message) {
    const isSame = seen === void 0 || script.seen === void 0 ? void 0 : isSameScript(seen, script.seen);
    if (isSame === true) return;
    const name = addressText(frame.url);
    if (isSame === false)
      throw new Unavailable(`${name} changed since the page loaded it: reload the page for lines`);
    if (message !== void 0 && !isNameAt(message, frame, script))
      throw new Unavailable(
        `at line ${frame.line}, column ${frame.column} ${name} does not have what the message names: it changed since the page loaded it, reload the page`
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
      const known3 = error.frames.length > 0 ? this.#contextOf(error, error.frames, wish) : void 0;
      const amendment = await pageHasAmended;
      const context = await (known3 ?? this.#contextOf(error, amendment?.elementFrames ?? [], wish, amendment?.reason));
      const missing = { ...late(wish), ...context?.missing };
      this.#send(error, amendment === void 0 ? { ...context, missing } : context);
    }
    async #contextOf(error, frames, wish, reason = "the error has no stack that names a script of the page") {
      if (!wish.snippets) return void 0;
      if (frames.length === 0) return lacking(reason);
      const known3 = this.#recent(error, frames);
      if (known3 !== void 0) return (known3.copies += 1) > MAX_COPIES ? lacking(TOLD_BEFORE) : known3.context;
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
      const amendment = await new Promise((resolve) => {
        this.#waiting.set(eventId, resolve);
        cancel = afterRunning(PAGE_MS, () => {
          resolve(void 0);
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
    #send({ identity }, context) {
      const told = context === void 0 ? {} : { _aiContext: context };
      const amendment = { ...identity, ...told, enrichment: "done" };
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

  // packages/gasoline-extension/src/worker/document-headers.ts
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
      // Without `extraHeaders` the browser leaves out that cookies are set.
      ["responseHeaders", "extraHeaders"]
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

  // packages/gasoline-extension/src/worker/loaded-scripts.ts
  var MAX_SCRIPTS = 1e3;
  var scripts = /* @__PURE__ */ new Map();
  function watchScripts(mayBeCaptured2) {
    chrome.webRequest.onResponseStarted.addListener(
      ({ tabId, url, initiator = url, responseHeaders = [] }) => {
        if (!mayBeCaptured2(initiator)) return;
        const headers = new Map(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
        const key = keyOf(tabId, url);
        scripts.delete(key);
        scripts.set(
          key,
          seenScript((name) => headers.get(name))
        );
        for (const oldest of scripts.keys()) {
          if (scripts.size <= MAX_SCRIPTS) break;
          scripts.delete(oldest);
        }
      },
      { urls: ["http://*/*", "https://*/*"], types: ["script"] },
      ["responseHeaders"]
    );
  }
  function seenIn(tab, url) {
    return scripts.get(keyOf(tab, url));
  }
  function keyOf(tab, url) {
    return `${tab} ${url}`;
  }

  // packages/gasoline-extension/src/worker/enrichment.ts
  var CACHE_BYTES = 48 * 1024 * 1024;
  function createEnricher(link2, fetch2 = fetchAnew) {
    return new Enricher({
      fetch: fetch2,
      cacheBytes: CACHE_BYTES,
      send: (amendment, route) => void link2.add({ route, entries: [amendment] })
    });
  }
  function enrichmentWish(settings, document2) {
    if (!settings.aiContextEnabled) return void 0;
    return {
      snippets: settings.aiContextSourceSnippets,
      pageParts: pageParts({
        componentTree: settings.aiContextComponentTree,
        stateSnapshot: settings.aiContextStateSnapshot
      }),
      documents: [document2.url],
      scripts: () => scriptsOf(document2),
      seen: (url) => seenIn(document2.tab, url)
    };
  }
  async function scriptsOf({ tab, documentId }) {
    if (documentId === void 0) return [];
    const [answer] = await chrome.scripting.executeScript({
      target: { tabId: tab, documentIds: [documentId] },
      func: () => Array.from(document.querySelectorAll("script[src]"), ({ src }) => src)
    });
    return answer?.result ?? [];
  }
  var fetchAnew = (url, request2) => fetch(url, { ...request2, cache: "no-store" });

  // packages/gasoline-extension/src/worker/error-count.ts
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
    shows(tab, document2) {
      if (this.#counts.tabs[String(tab)]?.document === document2) return false;
      this.#put(tab, { document: document2, errors: 0 });
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
      for (const [tab, { document: document2 }] of Object.entries(this.#counts.tabs)) tabs[tab] = { document: document2, errors: 0 };
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

  // packages/gasoline-capture/src/own-data.ts
  function ownData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value") ? descriptor.value : void 0;
  }

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

  // packages/gasoline-capture/src/settings.ts
  var AI_CONTEXT = {
    componentTree: true,
    stateSnapshot: false,
    sourceSnippets: "outside"
  };
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
    aiContext: AI_CONTEXT,
    ownServer: void 0
  };

  // packages/gasoline-capture/src/own-traffic.ts
  function isOwnTraffic(url, ownServer) {
    if (ownServer === void 0 || indexOf(url, ownServer) !== 0) return false;
    const next = url[ownServer.length];
    return next === void 0 || next === "/" || next === "?" || next === "#";
  }
  function socketOrigin(origin) {
    return origin === void 0 ? void 0 : `ws${slice(origin, 4)}`;
  }

  // packages/gasoline-capture/src/websocket/url-filter.ts
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

  // packages/gasoline-capture/src/wanted.ts
  function isLevelWanted(level, wanted) {
    return wanted === "all" || level === "error" || wanted === "warnings" && level === "warn";
  }
  function isWanted(route, entry, settings) {
    if (route === "/enhanced-actions") return settings.actions;
    if (route === "/dom-snapshots") return settings.domSnapshots;
    if (route === "/websocket-events") return isSocketEventWanted(entry, settings);
    if (route === "/network-bodies") return settings.networkBodies && !isOwn(entry, settings);
    return isLogWanted(entry, settings);
  }
  function isLogWanted(entry, settings) {
    const type = textOf2(entry, "type");
    if (hasOwn(entry, "_aiContext")) return settings.aiContext !== void 0;
    if (type === "console") return isLevelWanted(textOf2(entry, "level"), settings.level);
    if (type === "storage") return settings.storage;
    if (type === "document" || type === "performance" || type === "longtask") return settings.performance;
    if (type === "resource") return settings.performance && !isOwn(entry, settings);
    return type !== "network" || !isOwn(entry, settings);
  }
  function isSocketEventWanted(entry, settings) {
    const { webSocket, webSocketFilters, ownServer } = settings;
    if (webSocket === "off") return false;
    if (webSocket === "lifecycle" && textOf2(entry, "event") === "message") return false;
    const url = textOf2(entry, "url");
    return !isOwnTraffic(url, socketOrigin(ownServer)) && isSelected(url, webSocketFilters);
  }
  function isOwn(entry, { ownServer }) {
    return isOwnTraffic(textOf2(entry, "url"), ownServer);
  }
  function textOf2(entry, name) {
    const value = ownData(entry, name);
    return typeof value === "string" ? value : "";
  }

  // packages/gasoline-extension/src/settings/table.ts
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
    serverPort: wholeNumber2(1, 65535),
    gasolineCaptureMode: oneOf(["all", "errors-only"]),
    captureLevel: oneOf(["all", "warnings", "errors"]),
    networkBodiesEnabled: yesOrNo,
    webSocketEnabled: yesOrNo,
    webSocketMode: oneOf(["lifecycle", "messages"]),
    webSocketUrlFilters: listOf((text) => text !== ""),
    actionsEnabled: yesOrNo,
    enhancedSelectorsEnabled: yesOrNo,
    reproductionBufferSize: wholeNumber2(1, 1e4),
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
  function wholeNumber2(smallest, largest) {
    return (stored, fallback) => typeof stored === "number" && Number.isInteger(stored) && stored >= smallest && stored <= largest ? { value: stored, isSound: true } : { value: fallback, isSound: false };
  }
  function oneOf(choices) {
    return (stored, fallback) => {
      const value = choices.find((choice) => choice === stored);
      return value === void 0 ? { value: fallback, isSound: false } : { value, isSound: true };
    };
  }
  var MAX_ITEMS = 200;
  var MAX_CHARACTERS2 = 500;
  function listOf(isItem) {
    const accepts = (item) => typeof item === "string" && item.length <= MAX_CHARACTERS2 && isItem(item);
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
    const found2 = (name) => {
      const isThere = Object.hasOwn(stored, name);
      return isThere ? yesOrNo(Reflect.get(stored, name), fallback[name]) : { value: fallback[name], isSound: true };
    };
    const [error, navigation, action] = [found2("on_error"), found2("on_navigation"), found2("on_action")];
    return {
      value: { on_error: error.value, on_navigation: navigation.value, on_action: action.value },
      isSound: error.isSound && navigation.isSound && action.isSound
    };
  }

  // packages/gasoline-extension/src/settings/storage.ts
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
  async function saveSetting(name, value) {
    await chrome.storage.local.set({ [name]: value });
  }
  function serverUrl(port) {
    return `http://127.0.0.1:${port}`;
  }

  // packages/gasoline-extension/src/settings/orders.ts
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
      aiContext: aiContextSettings(settings),
      ownServer: serverUrl(settings.serverPort)
    };
    return settings.gasolineCaptureMode === "all" ? chosen : narrowed(chosen);
  }
  function aiContextSettings(settings) {
    if (!settings.aiContextEnabled) return void 0;
    return {
      componentTree: settings.aiContextComponentTree,
      stateSnapshot: settings.aiContextStateSnapshot,
      sourceSnippets: settings.aiContextSourceSnippets ? "outside" : "off"
    };
  }
  function narrowed(chosen) {
    const { level, networkBodies, performance, domSnapshots, storage } = CAPTURE_ERRORS;
    const webSocket = chosen.webSocket === "off" ? "off" : CAPTURE_ERRORS.webSocket;
    return { ...chosen, level, networkBodies, webSocket, performance, domSnapshots, storage };
  }

  // packages/gasoline-extension/src/sites/site.ts
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

  // packages/gasoline-extension/src/worker/annotation-watch.ts
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

  // packages/gasoline-extension/src/worker/entry.ts
  function identified(lines, sender) {
    const identity = JSON.stringify(sender).slice(0, -1);
    return lines.split(ENTRY_SEPARATOR).map((entry) => `${identity},${entry.slice(1)}`);
  }
  function sifted(route, lines, settings) {
    const entries = lines.split(ENTRY_SEPARATOR);
    return entries.filter((entry) => isWanted(route, parsed2(entry), settings)).join(ENTRY_SEPARATOR);
  }
  function errorFacts(entry) {
    if (!entry.includes('"level":"error"')) return { isError: false, context: 0 };
    const { level, _context: context } = parsed2(entry);
    return {
      isError: level === "error",
      context: context === void 0 ? 0 : JSON.stringify(context).length
    };
  }
  function nameOf(entry) {
    const { type, eventId, page, session, tab, frame, test_id: test } = parsed2(entry);
    if (typeof eventId !== "string") return { type, name: void 0 };
    const sender = { session: String(session), tab: String(tab), frame: String(frame) };
    const name = { ...sender, eventId, page: String(page) };
    return { type, name: typeof test === "string" ? { ...name, test_id: test } : name };
  }
  function outcomeOf(entry) {
    if (!entry.includes('"_outcome"')) return void 0;
    const { eventId, _outcome: outcome } = parsed2(entry);
    const effect = Reflect.get(Object(outcome), "effect");
    return typeof eventId === "string" ? { eventId, effect } : void 0;
  }
  var DOCUMENT = '"type":"document"';
  var NOT_OBSERVED = "not_observed";
  function withHeaders(entry, headers) {
    if (!entry.includes(DOCUMENT)) return entry;
    const document2 = parsed2(entry);
    if (document2["type"] !== "document" || document2["responseHeaders"] !== NOT_OBSERVED) return entry;
    const observed = headers();
    if (observed === void 0) return entry;
    const responseHeaders = { observed: sanitisedHeaders(observed) };
    return JSON.stringify({ ...document2, responseHeaders });
  }
  function parsed2(entry) {
    try {
      const value = JSON.parse(entry);
      return typeof value === "object" && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }

  // packages/gasoline-extension/src/worker/memory.ts
  var SOFT_LIMIT = 20 * 1024 * 1024;
  var HARD_LIMIT = 50 * 1024 * 1024;
  function pressureOf(bytes) {
    if (bytes > HARD_LIMIT) return "hard";
    return bytes > SOFT_LIMIT ? "soft" : "none";
  }

  // packages/gasoline-extension/src/worker/intake.ts
  var Intake = class {
    #parts;
    #clients = /* @__PURE__ */ new Set();
    #safe = 0;
    #pressure = "none";
    #isConnected = false;
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
      if (this.#isConnected) tell(client, { kind: "link", isConnected: true });
    }
    /** There is a server, or there is none any more. */
    linkChanged(isConnected) {
      if (isConnected === this.#isConnected) return;
      this.#isConnected = isConnected;
      for (const client of this.#clients) tell(client, { kind: "link", isConnected });
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
      else if (message.kind === "seek") this.#parts.link.seek();
      else this.#take(client, message, session, settings);
    }
    #began(client, { url, site }) {
      client.url = url;
      client.site = site;
      const document2 = client.port.sender?.documentId;
      if (client.frame !== 0 || document2 === void 0) return;
      if (this.#parts.errors.shows(client.tab, document2)) void showErrors(client.tab, 0);
    }
    #take(client, message, session, settings) {
      const { route, id } = message;
      client.held = message.held;
      const lines = message.sifting === "sifted" ? message.lines : wantedLines(client, message, settings);
      const sender = { session, tab: String(client.tab), frame: String(client.frame) };
      const entries = lines === "" ? [] : identified(lines, sender).map((entry) => this.#completed(client, entry));
      if (route === "/logs") this.#countErrors(client, entries);
      void this.#parts.screenshots.after(client.tab, route, entries);
      client.unsafe.push({ id, position: this.#parts.link.add({ route, entries }) });
      this.#confirm(client);
      this.#watchMemory();
      this.#enrich(client, route, entries, settings);
    }
    #enrich(client, route, entries, settings) {
      const { enricher: enricher2 } = this.#parts;
      const { url, tab, port } = client;
      const wish = enrichmentWish(settings, { url, tab, documentId: port.sender?.documentId });
      if (wish === void 0) return;
      for (const entry of entries)
        if (route === "/logs") enricher2.take(entry, wish);
        else enricher2.takeRequest(entry, route, wish);
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
  function wantedLines({ site }, { route, lines }, settings) {
    return isCapturedAt(site, settings, builtInSites()) ? sifted(route, lines, captureSettings(settings)) : "";
  }
  function tell({ port }, message) {
    try {
      port.postMessage(message);
    } catch {
    }
  }

  // packages/gasoline-delivery/src/breaker.ts
  var OPEN_MS = 3e4;
  var LASTING = { delaysMs: [100, 500, 2e3, 2e3], openMs: OPEN_MS, timeoutMs: 1e4 };
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
    const response = await request(url, body, timeoutMs);
    if (response.ok) return readJson(response);
    throw new ExchangeFailure(
      kindOf(response.status),
      `${url} answered ${response.status}`,
      retryAfter(response)
    );
  }
  async function request(url, body, timeoutMs) {
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
        const failure2 = await this.#deliverWaiting();
        const delay = failure2 === void 0 ? void 0 : this.#delayAfter(failure2);
        if (failure2 === void 0) this.#breaker.succeeded();
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
        const failure2 = error instanceof ExchangeFailure ? error : new ExchangeFailure("away", String(error));
        this.#failed(failure2);
        return failure2;
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
    #failed(failure2) {
      this.#lastFailure = failure2.message;
      if (failure2.kind === "busy") return;
      this.#server = void 0;
      this.#isAway = true;
      this.#options.onState?.({ kind: "disconnected", reason: failure2.message });
    }
    /** Until the time is over or somebody asks for an attempt. */
    async #pause(milliseconds) {
      const wait = this.#options.wait ?? sleep;
      const asked = new Promise((resolve) => {
        this.#endPause = resolve;
      });
      await Promise.race([wait(milliseconds), asked]);
    }
  };
  function sleep(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  // packages/gasoline-extension/src/worker/journal.ts
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
        this.#segments.push({ key, position: add({ route: segment.route, entries }) });
      }
      return restored2;
    }
    /** Stores entries; their order is that of their positions. */
    async write(waiting) {
      const items = {};
      const added = segmentsOf(waiting).map((segment) => {
        this.#lastNumber += 1;
        const key = `${PREFIX}${String(this.#lastNumber).padStart(KEY_DIGITS, "0")}`;
        items[key] = { route: segment.route, lines: segment.entries.join(ENTRY_SEPARATOR) };
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
    const segments2 = [];
    for (const { route, entry, bytes, position } of waiting) {
      const last = segments2.at(-1);
      if (last?.route === route && last.bytes + bytes <= MAX_SEGMENT) {
        last.entries.push(entry);
        last.bytes += bytes;
        last.position = position;
      } else segments2.push({ route, entries: [entry], bytes, position });
    }
    return segments2;
  }
  function isSegment(value) {
    return typeof value === "object" && value !== null && "route" in value && typeof value.route === "string" && isRoute(value.route) && "lines" in value && typeof value.lines === "string";
  }

  // packages/gasoline-extension/src/worker/link.ts
  var Link = class {
    #events;
    #journal = new Journal(chrome.storage.session);
    #delivery;
    #settings;
    #state;
    #lastNote = "";
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
        keptWhileAway: () => ({ route: "/enhanced-actions", count: this.#actionsKept })
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
    /** Looks for the server if it is away: somebody looks at a captured page. */
    seek() {
      this.#delivery.seek();
    }
    /** Where the server was greeted; undefined while it is away. */
    server() {
      return this.#state?.kind === "connected" ? this.#state.server : void 0;
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
      const text = state.kind === "connected" ? `connected to server ${state.serverVersion}` : `no link: ${state.reason}`;
      if (state.kind === "connected" || text !== this.#lastNote) note(text);
      this.#lastNote = text;
      this.#state = state;
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

  // packages/gasoline-extension/src/worker/requests.ts
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

  // packages/gasoline-extension/src/worker/action-outcomes.ts
  var LONGEST_MS = 6e3;
  var UNSEEN = [
    ...["none", "clipboard", "dialog", "download", "focus"],
    ...["message", "print", "scroll", "selection", "window"]
  ];
  var ActionOutcomes = class {
    #sleep;
    #waiting = /* @__PURE__ */ new Map();
    constructor(sleep2) {
      this.#sleep = sleep2;
    }
    /** Whether an action may have changed what is seen: true as well where nobody can tell. */
    async mayBeSeen(eventId) {
      const effect = new Promise((resolve) => {
        this.#waiting.set(eventId, resolve);
      });
      const seen = await Promise.race([effect, this.#sleep(LONGEST_MS)]);
      this.#waiting.delete(eventId);
      return !UNSEEN.includes(seen);
    }
    /** Takes what entries say of earlier actions. */
    hear(route, entries) {
      if (route !== "/enhanced-actions" || this.#waiting.size === 0) return;
      for (const entry of entries) {
        const outcome = outcomeOf(entry);
        if (outcome !== void 0) this.#waiting.get(outcome.eventId)?.(outcome.effect);
      }
    }
  };

  // packages/gasoline-extension/src/worker/debugger.ts
  var PROTOCOL = "1.3";
  function availableDebugger() {
    return "debugger" in chrome ? chrome.debugger : void 0;
  }
  async function underDebugger(chromeDebugger, tabId, use) {
    await chromeDebugger.attach({ tabId }, PROTOCOL);
    try {
      return await use((method, params) => chromeDebugger.sendCommand({ tabId }, method, { ...params }));
    } finally {
      await chromeDebugger.detach({ tabId }).catch(() => void 0);
    }
  }

  // packages/gasoline-extension/src/worker/occasion.ts
  var UNREMARKABLE = ["navigate", "scroll"];
  var WITH_OUTCOME = ["click", "doubleclick", "submit"];
  function firstOccasion(route, entries, wanted) {
    for (const entry of entries) {
      const occasion = occasionOf(route, entry, wanted);
      if (occasion !== void 0) return occasion;
    }
    return void 0;
  }
  function occasionOf(route, entry, wanted) {
    switch (route) {
      case "/logs":
        return wanted.on_error && entry.includes('"type":"exception"') ? named("error", entry, (type) => type === "exception") : void 0;
      case "/dom-snapshots":
        return wanted.on_navigation ? named("navigation", entry, () => true) : void 0;
      case "/enhanced-actions":
        return wanted.on_action ? actionOf(entry) : void 0;
      default:
        return void 0;
    }
  }
  function actionOf(entry) {
    const { type, name } = nameOf(entry);
    if (name === void 0 || typeof type !== "string" || UNREMARKABLE.includes(type)) return void 0;
    const occasion = { trigger: "action", name };
    return WITH_OUTCOME.includes(type) ? { ...occasion, awaitsOutcome: true } : occasion;
  }
  function named(trigger, entry, isMeant) {
    const { type, name } = nameOf(entry);
    return name !== void 0 && isMeant(type) ? { trigger, name } : void 0;
  }

  // packages/gasoline-extension/src/worker/visible-tab.ts
  var PAUSE_MS = 500;
  var MAX_ATTEMPTS = 4;
  var TOO_MANY = "MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND";
  var VisibleTab = class {
    #shutter;
    #turn = Promise.resolve();
    #last = -Infinity;
    constructor(shutter) {
      this.#shutter = shutter;
    }
    /** The picture of a window, when its turn has come. */
    async capture(windowId) {
      const turn2 = this.#turn.then(() => this.#attempt(windowId));
      this.#turn = turn2.catch(() => void 0);
      return turn2;
    }
    async #attempt(windowId) {
      const { capture, now, sleep: sleep2 } = this.#shutter;
      for (let attempt = 1; ; attempt += 1) {
        const wait = this.#last + PAUSE_MS - now();
        if (wait > 0) await sleep2(wait);
        this.#last = now();
        try {
          return await capture(windowId);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !String(error).includes(TOO_MANY)) throw error;
        }
      }
    }
  };

  // packages/gasoline-extension/src/worker/picture.ts
  var SURVEY = "survey.js";
  var visibleTab = new VisibleTab({
    capture: (windowId) => chrome.tabs.captureVisibleTab(windowId, { format: "png" }),
    now: () => Date.now(),
    sleep: (milliseconds) => new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    })
  });
  async function takePicture(tabId) {
    const { active, windowId } = await chrome.tabs.get(tabId);
    if (!active) return void 0;
    const before = await survey(tabId);
    const address = await visibleTab.capture(windowId);
    const [{ active: stillActive }, after] = await Promise.all([chrome.tabs.get(tabId), survey(tabId)]);
    if (!stillActive || after.url !== before.url) return void 0;
    const { url, viewport } = before;
    return { url, viewport, masks: [...before.masks, ...after.masks], data: base64Of(address) };
  }
  async function maskedAreas(tabId) {
    return (await survey(tabId)).masks;
  }
  async function hiddenBecause({ active, windowId }) {
    if (!active)
      return "the tab is behind another, and Chrome pictures only the one in front; turn to it, or use `gasoline attach`";
    const { state } = await chrome.windows.get(windowId);
    return state === "minimized" ? "its window is minimised; open the window again" : void 0;
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

  // packages/gasoline-extension/src/worker/whole-page.ts
  var LONGEST_EDGE = 16384;
  var TILE_HEIGHT = 1568;
  var MAX_PNG_CHARACTERS = 12e5;
  async function picturePage(camera, query) {
    const { send, ask: ask2 } = camera;
    const first2 = await ask2(surveyOf(query, camera.settleMs));
    if (first2.kind !== "survey") return { refused: first2 };
    const { viewport, documentSize } = first2;
    const [width, height] = [
      Math.min(Math.max(viewport.width, query.fullPage ? 0 : documentSize.width), LONGEST_EDGE),
      Math.min(Math.max(viewport.height, documentSize.height), LONGEST_EDGE)
    ];
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    try {
      const second = await ask2(surveyOf(query, camera.settleMs));
      if (second.kind !== "survey") return { refused: second };
      return await take(camera, second);
    } finally {
      await send("Emulation.clearDeviceMetricsOverride").catch(() => void 0);
    }
  }
  function surveyOf({ selector, mark }, settleMs) {
    return { kind: "survey", settleMs, mark, ...selector === void 0 ? {} : { selector } };
  }
  async function take(camera, survey2) {
    const { viewport, scroll, documentSize, target } = survey2;
    const page = {
      x: -scroll.x,
      y: -scroll.y,
      width: viewport.width,
      height: Math.min(documentSize.height, LONGEST_EDGE)
    };
    const area = target ?? page;
    const before = await camera.masks();
    const pieces = [];
    const inPage = { ...area, x: area.x + scroll.x, y: area.y + scroll.y };
    for (const piece of piecesOf(inPage)) pieces.push(await pictured(camera.send, piece));
    const masks = [...before, ...await camera.masks()];
    const [data = "", ...tiles] = pieces;
    return {
      url: survey2.url,
      viewport: sizeOf2(area, viewport),
      data,
      ...tiles.length === 0 ? {} : { tiles, tileHeight: TILE_HEIGHT },
      masks: masks.map((mask) => movedTo(area, mask)),
      marks: survey2.marks.map((mark) => movedTo(area, mark)),
      elements: survey2.elements.map((element) => ({
        ...element,
        boundingBox: movedTo(area, element.boundingBox)
      })),
      notes: [...survey2.notes, ...tooHigh(documentSize.height)]
    };
  }
  function piecesOf({ x, y, width, height }) {
    const pieces = [];
    for (let top = 0; top < height; top += TILE_HEIGHT)
      pieces.push({ x, y: y + top, width, height: Math.min(TILE_HEIGHT, height - top) });
    return pieces;
  }
  async function pictured(send, { x, y, width, height }) {
    const clip = { x, y, width, height, scale: 1 };
    const png = dataOf(await send("Page.captureScreenshot", { format: "png", clip }));
    if (png.length <= MAX_PNG_CHARACTERS) return png;
    return dataOf(await send("Page.captureScreenshot", { format: "jpeg", quality: 85, clip }));
  }
  function dataOf(answer) {
    const data = Reflect.get(Object(answer), "data");
    if (typeof data !== "string") throw new Error("Chrome took no picture");
    return data;
  }
  function movedTo({ x, y }, area) {
    return { ...area, x: area.x - x, y: area.y - y };
  }
  function sizeOf2({ width, height }, viewport) {
    return { ...viewport, width, height };
  }
  function tooHigh(height) {
    return height > LONGEST_EDGE ? [`the page is ${String(height)} px high; the picture ends at ${String(LONGEST_EDGE)} px`] : [];
  }

  // packages/gasoline-extension/src/worker/picture-on-demand.ts
  var SETTLE_MS = 1500;
  var TOLERANCE = 1;
  async function pictureOnDemand(tab, query, parts) {
    const hidden = await hiddenBecause(tab);
    if (hidden !== void 0) return noPicture(hidden);
    if (query.fullPage) return picturedByDebugger(tab, query, parts, BEYOND_VIEW);
    const { selector, mark } = query;
    const surveyed = await parts.ask({
      kind: "survey",
      settleMs: SETTLE_MS,
      mark,
      ...selector === void 0 ? {} : { selector }
    });
    if (surveyed.kind !== "survey") return surveyed;
    const { target, viewport, marks, elements, notes: notes2 } = surveyed;
    const shown2 = target === void 0 ? void 0 : visiblePart(target, viewport);
    const isWhole = shown2 === void 0 || shown2 !== "nothing" && shown2.isWhole;
    if (shown2 === "nothing" || !isWhole && typeof parts.debugger === "object")
      return picturedByDebugger(tab, query, parts, ELEMENT_OUTSIDE);
    const picture = tab.id === void 0 ? void 0 : await takePicture(tab.id);
    if (picture === void 0) return noPicture("another tab or page came in front meanwhile; ask again");
    if (picture.url !== surveyed.url.slice(0, picture.url.length))
      return { kind: "failed", reason: "navigated", message: "the page was left" };
    return captured(tab, parts.session, {
      ...picture,
      marks,
      elements,
      notes: [...notes2, ...isWhole ? [] : [PARTLY_SHOWN]],
      ...shown2 === void 0 ? {} : { crop: shown2.area }
    });
  }
  async function picturedByDebugger(tab, query, { ask: ask2, session, debugger: chromeDebugger }, refusal) {
    if (typeof chromeDebugger === "string" || tab.id === void 0)
      return noPicture(`${refusal}, or ${chromeDebugger === "off" ? TURN_ON : INSTALL}`);
    const tabId = tab.id;
    const masks = () => maskedAreas(tabId);
    const taken = await underDebugger(
      chromeDebugger,
      tabId,
      (send) => picturePage({ send, ask: ask2, masks, settleMs: SETTLE_MS }, query)
    );
    return "refused" in taken ? taken.refused : captured(tab, session, taken);
  }
  function captured(tab, session, taken) {
    const capture = {
      ...taken,
      ts: (/* @__PURE__ */ new Date()).toISOString(),
      trigger: "explicit",
      session,
      tab: String(tab.id),
      frame: "0",
      eventId: `${crypto.randomUUID()}-screenshot`
    };
    return { kind: "screenshot", ...capture };
  }
  var BEYOND_VIEW = "the extension pictures only what can be seen; leave out `full_page`, capture the whole page by `gasoline attach`";
  var ELEMENT_OUTSIDE = "the element lies outside of what can be seen; scroll to it, picture it by `gasoline attach`";
  var TURN_ON = "turn on debugger mode in the extension's options";
  var INSTALL = "install the build that `gasoline extension --debugger` writes";
  var PARTLY_SHOWN = "the element lies partly outside of what can be seen; the picture shows the rest";
  function visiblePart({ x, y, width, height }, viewport) {
    const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
    const [right, bottom] = [Math.min(x + width, viewport.width), Math.min(y + height, viewport.height)];
    const area = { x: left, y: top, width: right - left, height: bottom - top };
    if (area.width < TOLERANCE || area.height < TOLERANCE) return "nothing";
    const isWhole = area.width > width - TOLERANCE && area.height > height - TOLERANCE;
    return { area, isWhole };
  }
  var REFUSALS = [
    [/permission/i, "Chrome denies it; allow the extension on this site under chrome://extensions"],
    [/MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/, "too many pictures at once; ask again in a second"],
    [/debugger is already attached/i, "another program debugs the tab; end it, or leave out `full_page`"],
    [/debugger is not attached|detached while/i, "debugging was cancelled; ask again"],
    [/invisible|readback failed/i, "its window shows nothing; open the window again"]
  ];
  function refusalOf(error) {
    const words = error instanceof Error ? error.message : String(error);
    const known3 = REFUSALS.find(([pattern]) => pattern.test(words));
    return known3 === void 0 ? void 0 : noPicture(`${known3[1]} (${words})`);
  }
  function noPicture(message) {
    return { kind: "failed", reason: "no_picture", message: message.toWellFormed() };
  }

  // packages/gasoline-extension/src/worker/screenshots.ts
  var PAUSE_MS2 = 1e3;
  var Screenshots = class {
    #parts;
    /** When the last was begun, by tab; errors apart, so that no other picture keeps one from being seen. */
    #last = /* @__PURE__ */ new Map();
    #outcomes = new ActionOutcomes(
      (milliseconds) => new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      })
    );
    constructor(parts) {
      this.#parts = parts;
    }
    /** Pictures a tab if one of its entries calls for it. */
    async after(tab, route, entries) {
      const { screenshotsEnabled, auto_screenshot: wanted } = await this.#parts.settings();
      const occasion = screenshotsEnabled ? firstOccasion(route, entries, wanted) : void 0;
      const isMeant = occasion?.awaitsOutcome !== true || this.#outcomes.mayBeSeen(occasion.name.eventId);
      this.#outcomes.hear(route, entries);
      if (occasion === void 0 || !await isMeant || !this.#isDue(tab, occasion.trigger)) return;
      try {
        await this.#takeAndSend(tab, occasion);
      } catch (problem) {
        note(`no picture of the page: ${String(problem)}`);
      }
    }
    /** Pictures a tab because the server asks for it. */
    async onDemand(tab, query, ask2) {
      try {
        const { screenshotDebuggerMode } = await this.#parts.settings();
        const session = await this.#parts.session();
        return await pictureOnDemand(tab, query, { ask: ask2, session, debugger: usable(screenshotDebuggerMode) });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== void 0) return refusal;
        throw error;
      }
    }
    /** Changes when pictures are taken unasked, as the options page does. */
    async configure(change) {
      const { screenshotsEnabled, auto_screenshot: before } = await this.#parts.settings();
      const after = {
        on_error: change.on_error ?? before.on_error,
        on_navigation: change.on_navigation ?? before.on_navigation,
        on_action: change.on_action ?? before.on_action
      };
      await saveSetting("auto_screenshot", after);
      return { kind: "auto_screenshot", ...after, enabled: screenshotsEnabled };
    }
    /** A tab is closed. */
    closed(tab) {
      for (const key of [subjectOf(tab, "error"), subjectOf(tab, "action")]) this.#last.delete(key);
    }
    #isDue(tab, trigger) {
      const subject = subjectOf(tab, trigger);
      const now = Date.now();
      if (now - (this.#last.get(subject) ?? 0) < PAUSE_MS2) return false;
      this.#last.set(subject, now);
      return true;
    }
    async #takeAndSend(tab, { trigger, name }) {
      const server = this.#parts.server();
      const picture = server === void 0 ? void 0 : await this.#take(tab, trigger);
      if (server === void 0 || picture === void 0) return;
      const capture = {
        ...picture,
        ts: (/* @__PURE__ */ new Date()).toISOString(),
        ...name,
        trigger,
        relatedEventId: name.eventId,
        eventId: `${name.eventId}-screenshot`
      };
      const response = await fetch(`${server}${SCREENSHOTS_ROUTE}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(capture)
      });
      if (!response.ok) note(`the server refused a picture: ${response.status}`);
    }
    async #take(tab, trigger) {
      const { active } = await chrome.tabs.get(tab);
      if (!active) return void 0;
      const before = trigger === "error" ? void 0 : await this.#seen(tab, SETTLE_MS);
      const picture = await takePicture(tab);
      if (picture === void 0) return void 0;
      return { ...picture, ...before ?? await this.#seen(tab, 0) };
    }
    /** What can be seen in a page; nothing if it does not say. */
    async #seen(tab, settleMs) {
      const outcome = await this.#parts.ask(tab, { kind: "survey", settleMs, mark: [] });
      return outcome.kind === "survey" ? { elements: outcome.elements, notes: outcome.notes } : {};
    }
  };
  function usable(isWanted2) {
    const available = availableDebugger();
    if (available === void 0) return "missing";
    return isWanted2 ? available : "off";
  }
  function subjectOf(tab, trigger) {
    return `${tab} ${trigger === "error" ? "error" : "other"}`;
  }

  // packages/gasoline-extension/src/worker/settings.ts
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

  // packages/gasoline-extension/src/worker.ts
  var RECONNECT_ALARM = "reconnect";
  var RECONNECT_MINUTES = 0.5;
  var errors = new ErrorCounter();
  var link = new Link(currentSettings, {
    onSafe: (position) => {
      intake.safeUpTo(position);
    },
    onState: (state) => {
      void showLink(state);
      intake.linkChanged(state.kind === "connected");
      if (state.kind === "connected") live.connect(state.server);
    }
  });
  var ready = Promise.all([link.restore(), errors.restore()]);
  var screenshots = new Screenshots({
    settings: currentSettings,
    session: captureSession,
    server: () => link.server(),
    ask: (tab, query) => askPage(String(tab), query, mayBeCaptured)
  });
  var enricher = createEnricher(link);
  var intake = new Intake({ link, errors, screenshots, enricher, settings: currentSettings, ready });
  var live = startLive({
    session: captureSession,
    mayBeCaptured,
    seekServer: () => void ready.then(() => link.reconnect()),
    pictures: screenshots
  });
  watchDocumentHeaders(mayBeCaptured);
  watchScripts(mayBeCaptured);
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
