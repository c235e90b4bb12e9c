// Gasoline 0.1.0: runs in the isolated world. Built from packages/gasoline-extension/src/relay.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/gasoline-wire/src/index.ts
  var BATCH_ROUTES = {
    "/logs": "entries",
    "/websocket-events": "events",
    "/network-bodies": "bodies",
    "/enhanced-actions": "actions",
    "/dom-snapshots": "snapshots"
  };

  // packages/gasoline-wire/src/route.ts
  function isRoute(path) {
    return Object.hasOwn(BATCH_ROUTES, path);
  }

  // packages/gasoline-extension/src/channel.ts
  var OFFER = "gasoline:offer";
  var REQUEST = "gasoline:request";
  var ACCEPT = "accept";
  var ENTRIES = "entries";
  var UNSIFTED = "unsifted";
  var ORDERS = "orders";
  function acceptChannel(document2, receive) {
    let line;
    let lastOrders;
    const accept = (event) => {
      if (!(event instanceof MouseEvent) || event.relatedTarget === null) return;
      document2.removeEventListener(OFFER, accept, true);
      line = event.relatedTarget;
      line.addEventListener(ENTRIES, (batch) => {
        pass(batch, "sifted", receive);
      });
      line.addEventListener(UNSIFTED, (batch) => {
        pass(batch, "unsifted", receive);
      });
      line.dispatchEvent(new Event(ACCEPT));
      if (lastOrders !== void 0) tell2(lastOrders);
    };
    const tell2 = (orders) => {
      lastOrders = orders;
      line?.dispatchEvent(new CustomEvent(ORDERS, { detail: orders }));
    };
    document2.addEventListener(OFFER, accept, true);
    document2.dispatchEvent(new Event(REQUEST));
    return tell2;
  }
  function pass(batch, sifting, receive) {
    if (!(batch instanceof CustomEvent) || typeof batch.detail !== "string") return;
    const end = batch.detail.indexOf("\n");
    receive(batch.detail.slice(0, end), batch.detail.slice(end + 1), sifting);
  }

  // packages/gasoline-extension/src/messages.ts
  var RELAY_PORT = "relay";
  var PRESENCE = "gasoline:presence";
  function isWorkerMessage(message) {
    if (!isObject(message)) return false;
    if (message["kind"] === "safe") return typeof message["id"] === "number";
    if (message["kind"] === "link") return typeof message["isConnected"] === "boolean";
    const { kind, pressure } = message;
    return kind === "pressure" && (pressure === "none" || pressure === "soft" || pressure === "hard");
  }
  function isObject(value) {
    return typeof value === "object" && value !== null;
  }

  // packages/gasoline-extension/src/relay/courier.ts
  var MAX_HELD = 4 * 1024 * 1024;
  var REOPEN_DELAYS_MS = [0, 100, 500, 2e3];
  var LAST_DELAY_MS = 2e3;
  var Courier = class {
    #surroundings;
    #line;
    #copies = [];
    #held = 0;
    #limit = MAX_HELD;
    #lastId = 0;
    #disconnections = 0;
    #isOrphan = false;
    /** Whether the worker has a server. Unknown, and so missed, without a worker. */
    #isLinked = false;
    constructor(surroundings) {
      this.#surroundings = surroundings;
    }
    /** Passes a batch on. */
    send(route, lines, sifting) {
      if (this.#isOrphan) return;
      this.#lastId += 1;
      const copy = { kind: "entries", id: this.#lastId, route, lines, sifting };
      const isOpen = this.#line !== void 0;
      this.#keep(copy);
      if (isOpen) this.#post(copy);
      else this.#open();
    }
    /** Wakes the worker to look for a server, unless it has one. */
    seek() {
      if (this.#isOrphan || this.#isLinked) return;
      this.#open();
      try {
        this.#line?.postMessage({ kind: "seek" });
      } catch {
        this.#line = void 0;
      }
    }
    #keep(copy) {
      this.#copies.push(copy);
      this.#held += copy.lines.length;
      while (this.#held > this.#limit && this.#copies.length > 1) {
        this.#held -= this.#copies.shift()?.lines.length ?? 0;
      }
    }
    #open() {
      if (this.#line !== void 0 || this.#isOrphan) return;
      try {
        const line = this.#surroundings.connect();
        this.#line = line;
        line.onDisconnect.addListener(() => {
          this.#closed(line);
        });
        line.onMessage.addListener((message) => {
          this.#heard(message);
        });
        line.postMessage({ kind: "document", ...this.#surroundings.document });
        for (const copy of this.#copies) this.#post(copy);
      } catch {
        this.#orphaned();
      }
    }
    #post(copy) {
      try {
        this.#line?.postMessage({ ...copy, held: this.#held });
      } catch {
        this.#line = void 0;
        this.#isLinked = false;
        this.#open();
      }
    }
    #closed(line) {
      if (this.#line !== line) return;
      this.#line = void 0;
      this.#isLinked = false;
      if (this.#copies.length === 0) return;
      const delay = REOPEN_DELAYS_MS[this.#disconnections] ?? LAST_DELAY_MS;
      this.#disconnections += 1;
      this.#surroundings.after(delay, () => {
        this.#open();
      });
    }
    #heard(message) {
      if (!isWorkerMessage(message)) return;
      if (message.kind === "link") {
        this.#isLinked = message.isConnected;
        return;
      }
      if (message.kind === "pressure") {
        this.#limit = message.pressure === "none" ? MAX_HELD : MAX_HELD / 2;
        this.#surroundings.onPressure(message.pressure);
        return;
      }
      this.#disconnections = 0;
      this.#copies = this.#copies.filter(({ id }) => id > message.id);
      this.#held = this.#copies.reduce((sum, { lines }) => sum + lines.length, 0);
    }
    #orphaned() {
      this.#isOrphan = true;
      this.#copies = [];
      this.#surroundings.onOrphaned();
    }
  };

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
    const address2 = `http://${host.slice(star.length)}`;
    return URL.canParse(address2) ? `${star}${new URL(address2).hostname}` : host.toLowerCase();
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
    const parsed = parsePattern(pattern);
    if (parsed.kind === "refused") return false;
    const { scheme = "", host = "", port = "*", path = "" } = FORM.exec(parsed.pattern)?.groups ?? {};
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
    const settings2 = { ...DEFAULTS };
    const corrupted = [];
    for (const name of SETTING_NAMES) {
      if (!Object.hasOwn(stored, name)) continue;
      const { value, isSound } = checked(name, stored[name]);
      put(settings2, name, value);
      if (!isSound) corrupted.push(name);
    }
    return { settings: settings2, corrupted };
  }
  function isSettingName(text) {
    return Object.hasOwn(DEFAULTS, text);
  }
  var SETTING_NAMES = Object.keys(DEFAULTS).filter(isSettingName);
  function checked(name, stored) {
    const check = CHECKS[name];
    return check(stored, DEFAULTS[name]);
  }
  function put(settings2, name, value) {
    settings2[name] = value;
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
  function serverUrl(port) {
    return `http://127.0.0.1:${port}`;
  }

  // packages/gasoline-extension/src/settings/orders.ts
  function captureSettings(settings2, bodies2 = "as set") {
    const chosen = {
      level: settings2.captureLevel,
      networkBodies: settings2.networkBodiesEnabled && bodies2 === "as set",
      webSocket: settings2.webSocketEnabled ? settings2.webSocketMode : "off",
      webSocketFilters: settings2.webSocketUrlFilters,
      actions: settings2.actionsEnabled,
      enhancedSelectors: settings2.enhancedSelectorsEnabled,
      performance: true,
      domSnapshots: true,
      storage: true,
      aiContext: aiContextSettings(settings2),
      ownServer: serverUrl(settings2.serverPort)
    };
    return settings2.gasolineCaptureMode === "all" ? chosen : narrowed(chosen);
  }
  function aiContextSettings(settings2) {
    if (!settings2.aiContextEnabled) return void 0;
    return {
      componentTree: settings2.aiContextComponentTree,
      stateSnapshot: settings2.aiContextStateSnapshot,
      sourceSnippets: settings2.aiContextSourceSnippets ? "outside" : "off"
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
  function siteState(address2, lists, builtIn2) {
    const url = URL.canParse(address2) ? new URL(address2) : void 0;
    const obstacle = url === void 0 ? "There is no page here." : obstacleAt(url);
    if (url === void 0 || obstacle !== void 0)
      return { kind: "impossible", reason: obstacle ?? "There is no page here." };
    const matches = (pattern) => matchesPattern(url, pattern);
    if (lists.uncapturedSites.some(matches)) return { kind: "not captured" };
    if (builtIn2.some(matches)) return { kind: "captured", by: "manifest" };
    return lists.capturedSites.some(matches) ? { kind: "captured", by: "choice" } : { kind: "not captured" };
  }
  function isCapturedAt(address2, settings2, builtIn2) {
    if (address2 === void 0) return true;
    if (new URL(address2).origin === serverUrl(settings2.serverPort)) return false;
    return siteState(address2, settings2, builtIn2).kind === "captured";
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
  function addressOf(window2) {
    const { location: location2, origin } = window2;
    if (location2.protocol === "http:" || location2.protocol === "https:") return location2.href;
    return [origin, ...location2.ancestorOrigins].find((candidate) => candidate !== "null");
  }

  // packages/gasoline-extension/src/relay.ts
  var SEEK_MS = 1e3;
  var address = addressOf(window);
  var builtIn = builtInSites();
  var settings;
  var bodies = "as set";
  var isCaptured = true;
  var courier = new Courier({
    connect: () => chrome.runtime.connect({ name: RELAY_PORT }),
    document: { url: location.href, site: address },
    after: (milliseconds, react) => void setTimeout(react, milliseconds),
    onPressure(pressure) {
      bodies = pressure === "hard" ? "none" : "as set";
      giveOrders();
    },
    onOrphaned() {
      isCaptured = false;
      giveOrders();
    }
  });
  var tell = acceptChannel(document, (route, lines, sifting) => {
    if (isCaptured && isRoute(route)) courier.send(route, lines, sifting);
  });
  function giveOrders() {
    if (settings === void 0 && isCaptured) return;
    const orders = { isCaptured, settings: captureSettings(settings ?? DEFAULTS, bodies) };
    tell(JSON.stringify(orders));
  }
  followSettings((read) => {
    settings = read.settings;
    isCaptured = isCapturedAt(address, settings, builtIn);
    giveOrders();
  });
  chrome.runtime.onMessage.addListener((message, _sender, answer) => {
    if (message === PRESENCE) answer(isCaptured);
  });
  if (window === window.top)
    setInterval(() => {
      if (isCaptured && document.visibilityState === "visible") courier.seek();
    }, SEEK_MS);
})();
