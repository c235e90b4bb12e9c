// Gasoline 0.1.0: runs in the extension page. Built from packages/gasoline-extension/src/options/options.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/gasoline-extension/src/sites/pattern.ts
  var FORM = /^(?:(?<scheme>[^:/]*):\/\/)?(?<host>\[[^\]]*\]|[^:/]*)(?::(?<port>[^/]*))?(?<path>\/.*)?$/;
  var HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;
  var ADDRESS = /^\[[0-9a-f:.]+\]$/;
  function parsePattern(text) {
    const typed = text.trim();
    if (typed === "<all_urls>") return { kind: "pattern", pattern: typed };
    const { scheme = "*", host = "", port: port2, path = "/*" } = FORM.exec(typed)?.groups ?? {};
    if (!["http", "https", "*"].includes(scheme)) return refused("Only http and https sites can be captured.");
    if (host === "") return refused("Name a site, for example shop.example or *.shop.example.");
    const name = canonicalHost(host);
    if (!isHost(name))
      return refused("A * stands for all sites, or in front of a name as in *.shop.example; not elsewhere.");
    if (port2 !== void 0 && !isPort(port2)) return refused("A port is a number from 1 to 65535, or *.");
    return {
      kind: "pattern",
      pattern: `${scheme}://${name}${port2 === void 0 ? "" : `:${port2}`}${path === "/" ? "/*" : path}`
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
  function isPort(port2) {
    return port2 === "*" || /^\d{1,5}$/.test(port2) && Number(port2) > 0 && Number(port2) <= 65535;
  }
  var DEFAULT_PORTS = { "http:": "80", "https:": "443" };
  function shownPattern(pattern) {
    const { scheme = "", host = "", port: port2, path = "" } = FORM.exec(pattern)?.groups ?? {};
    if (scheme === "") return pattern;
    const isDefault = port2 === void 0 || port2 === DEFAULT_PORTS[`${scheme}:`];
    const place = `${host}${isDefault ? "" : `:${port2}`}${path === "/*" ? "" : path}`;
    return scheme === "*" ? place : `${scheme}://${place}`;
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
  function isSetting(name, value) {
    return checked(name, value).isSound;
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
    const accepts = (item2) => typeof item2 === "string" && item2.length <= MAX_CHARACTERS && isItem(item2);
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
  async function saveSetting(name, value) {
    await chrome.storage.local.set({ [name]: value });
  }
  function serverUrl(port2) {
    return `http://127.0.0.1:${port2}`;
  }

  // packages/gasoline-extension/src/pages/controls.ts
  function tieControls(react = () => void 0) {
    const bindings = [...document.querySelectorAll("[data-setting]")].flatMap(bindingOf);
    let saving = Promise.resolve();
    for (const binding of bindings) {
      binding.control.addEventListener("change", () => {
        const value = valueOf(binding.control);
        saving = saving.then(() => save(binding, value)).catch(() => void 0);
      });
    }
    followSettings(({ settings }) => {
      for (const binding of bindings) show(binding, settings);
      enableParts(settings);
      react(settings);
    });
  }
  function bindingOf(element) {
    const [name = "", member] = element.getAttribute("data-setting")?.split(".") ?? [];
    const isControl = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
    if (!isControl || !isSettingName(name)) throw new Error(`no setting is called ${name}`);
    return [{ control: element, name, member }];
  }
  function show({ control, name, member }, settings) {
    const setting = settings[name];
    const value = member === void 0 ? setting : memberOf(setting, member);
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === true;
    else if (control instanceof HTMLInputElement && control.type === "radio")
      control.checked = control.value === value;
    else if (document.activeElement !== control)
      control.value = Array.isArray(value) ? value.join("\n") : String(value);
  }
  async function save({ control, name, member }, value) {
    const { settings } = await loadSettings();
    const setting = settings[name];
    const complete = member === void 0 ? value : { ...isObject(setting) ? setting : {}, [member]: value };
    const isSound = isSetting(name, complete);
    complain(control, isSound);
    if (isSound) await chrome.storage.local.set({ [name]: complete });
  }
  function valueOf(control) {
    if (control instanceof HTMLTextAreaElement) return linesOf(control.value);
    if (control instanceof HTMLSelectElement) return control.value;
    if (control.type === "checkbox") return control.checked;
    return control.type === "number" ? control.valueAsNumber : control.value;
  }
  function linesOf(text) {
    return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  }
  function complain(control, isSound) {
    control.setAttribute("aria-invalid", String(!isSound));
    const complaint = document.getElementById(`${control.id}-error`);
    if (complaint !== null) complaint.hidden = isSound;
  }
  function enableParts(settings) {
    for (const element of document.querySelectorAll("fieldset[data-needs], select[data-needs]")) {
      const name = element.getAttribute("data-needs") ?? "";
      const isOff = isSettingName(name) && settings[name] === false;
      if (element instanceof HTMLFieldSetElement || element instanceof HTMLSelectElement)
        element.disabled = isOff;
    }
  }
  function memberOf(value, member) {
    return isObject(value) ? value[member] : void 0;
  }
  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  // packages/gasoline-extension/src/pages/elements.ts
  function part(id) {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`the page has no #${id}`);
    return element;
  }
  function button(id) {
    const element = part(id);
    if (!(element instanceof HTMLButtonElement)) throw new Error(`#${id} is no button`);
    return element;
  }
  function input(id) {
    const element = part(id);
    if (!(element instanceof HTMLInputElement)) throw new Error(`#${id} is no input`);
    return element;
  }
  function showText(id, text) {
    const element = part(id);
    element.textContent = text ?? "";
    element.hidden = text === void 0;
  }

  // packages/gasoline-wire/src/index.ts
  var WIRE_VERSION = 1;

  // packages/gasoline-extension/src/pages/server-check.ts
  var TIMEOUT_MS = 2e3;
  async function checkServer(port2, hello) {
    const url = serverUrl(port2);
    try {
      const health = await ask(`${url}/health`);
      if (health.status === 403) return { kind: "refused", reason: reasonIn(health.body) };
      if (!isHealth(health.body)) return { kind: "something else" };
      const welcome = await ask(`${url}/hello`, { ...hello, wire: WIRE_VERSION, clock: Date.now() });
      if (welcome.status === 403) return { kind: "refused", reason: reasonIn(welcome.body) };
      if (!isWelcome(welcome.body)) return { kind: "something else" };
      return fitting(health.body, welcome.body);
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === "TimeoutError";
      return { kind: isLate ? "silent" : "no server" };
    }
  }
  function fitting(health, { version, wire }) {
    if (WIRE_VERSION > wire.max) return { kind: "server older", version };
    if (WIRE_VERSION < wire.min) return { kind: "server newer", version };
    return { kind: "connected", version, entries: health.entries, agents: health.clients };
  }
  async function ask(url, body) {
    const response = await fetch(url, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...body === void 0 ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    });
    const text = await response.text();
    try {
      const parsed = JSON.parse(text);
      return { status: response.status, body: parsed };
    } catch {
      return { status: response.status, body: void 0 };
    }
  }
  function isHealth(body) {
    return isObject2(body) && body["status"] === "ok" && typeof body["version"] === "string" && typeof body["entries"] === "number" && typeof body["clients"] === "number";
  }
  function isWelcome(body) {
    if (!isObject2(body) || typeof body["version"] !== "string" || !isObject2(body["wire"])) return false;
    const { min, max } = body["wire"];
    return typeof min === "number" && typeof max === "number";
  }
  function reasonIn(body) {
    const error = isObject2(body) ? body["error"] : void 0;
    return typeof error === "string" ? error : "it gave no reason";
  }
  function isObject2(value) {
    return typeof value === "object" && value !== null;
  }
  function verdictOn(state, port2, ownVersion) {
    switch (state.kind) {
      case "connected":
        return { title: "Connected", detail: `Server ${state.version}, ${agents(state.agents)}.` };
      case "no server":
        return {
          title: "No server",
          detail: `Nothing answers on port ${port2}.`,
          remedy: "Start the server, or choose the port it listens on. What is captured meanwhile waits.",
          command: port2 === 7890 ? "gasoline" : `gasoline --port ${port2}`
        };
      case "silent":
        return {
          title: "No answer",
          detail: `Something listens on port ${port2} but does not answer.`,
          remedy: "See what holds the port:",
          command: "gasoline doctor"
        };
      case "something else":
        return {
          title: "Not a Gasoline server",
          detail: `Another program answers on port ${port2}. Nothing was sent to it.`,
          remedy: "Start Gasoline on a port of its own, and choose that port.",
          command: `gasoline --port ${port2 === 7891 ? 7892 : 7891}`
        };
      case "refused":
        return {
          title: "Refused",
          detail: `The server does not accept this extension: ${state.reason}.`,
          remedy: "Load the extension that belongs to the server:",
          command: "gasoline extension"
        };
      case "server older":
        return {
          title: "Server too old",
          detail: `Server ${state.version} cannot read what extension ${ownVersion} sends.`,
          remedy: "Update Gasoline and start the server again."
        };
      case "server newer":
        return {
          title: "Extension too old",
          detail: `Extension ${ownVersion} cannot be read by server ${state.version}.`,
          remedy: "Write the extension anew, then reload it in chrome://extensions.",
          command: "gasoline extension"
        };
    }
  }
  function agents(count) {
    if (count === 0) return "no agent listening";
    return count === 1 ? "one agent listening" : `${count} agents listening`;
  }

  // packages/gasoline-extension/src/pages/server-view.ts
  async function showServer(port2, session) {
    document.body.dataset["link"] = "unknown";
    part("state").textContent = "Checking…";
    const { version } = chrome.runtime.getManifest();
    const state = await checkServer(port2, { client: "extension", version, session: await session });
    const { title, detail, remedy, command } = verdictOn(state, port2, version);
    document.body.dataset["link"] = state.kind === "connected" ? "connected" : "broken";
    part("state").textContent = title;
    showText("detail", state.kind === "connected" ? `${detail} Port ${port2}.` : detail);
    showText("remedy", remedy);
    showText("command-text", command);
    part("command").hidden = command === void 0;
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

  // packages/gasoline-extension/src/worker/debugger.ts
  function availableDebugger() {
    return "debugger" in chrome ? chrome.debugger : void 0;
  }

  // packages/gasoline-extension/src/pages/worker-line.ts
  function askStatus(tab) {
    return ask2({ kind: "status", tab });
  }
  function askDebugLog() {
    return ask2({ kind: "debug log" });
  }
  function ask2(request) {
    return chrome.runtime.sendMessage(request);
  }

  // packages/gasoline-extension/src/options/debug-export.ts
  async function exportDebugLog() {
    const text = JSON.stringify(await report(), null, 2);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `gasoline-debug-${(/* @__PURE__ */ new Date()).toISOString().replaceAll(":", "-")}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  async function report() {
    const { settings, corrupted } = await loadSettings();
    const { version } = chrome.runtime.getManifest();
    const session = await captureSession();
    const { delivery, errorsInAll } = await askStatus(void 0);
    return {
      version,
      userAgent: navigator.userAgent,
      settings,
      corrupted,
      registeredSites: await chrome.scripting.getRegisteredContentScripts(),
      server: await checkServer(settings.serverPort, { client: "extension", version, session }),
      delivery,
      errors: errorsInAll,
      log: await askDebugLog()
    };
  }

  // packages/gasoline-extension/src/options/sites.ts
  function tieSiteForm() {
    part("add-site").addEventListener("submit", (event) => {
      event.preventDefault();
      void addSite(input("site").value);
    });
  }
  async function addSite(text) {
    const parsed = parsePattern(text);
    input("site").setAttribute("aria-invalid", String(parsed.kind === "refused"));
    showText("site-error", parsed.kind === "refused" ? parsed.reason : void 0);
    if (parsed.kind === "refused") return;
    const { settings } = await loadSettings();
    await saveSetting("capturedSites", [.../* @__PURE__ */ new Set([...settings.capturedSites, parsed.pattern])]);
    input("site").value = "";
  }
  function showSites(lists) {
    fill("captured-sites", "capturedSites", lists.capturedSites);
    fill("uncaptured-sites", "uncapturedSites", lists.uncapturedSites);
    part("captured-sites").hidden = lists.capturedSites.length === 0;
    part("exceptions").hidden = lists.uncapturedSites.length === 0;
  }
  function fill(id, name, patterns) {
    part(id).replaceChildren(...patterns.map((pattern) => item(name, pattern)));
  }
  function item(name, pattern) {
    const line = document.createElement("li");
    const text = document.createElement("code");
    text.textContent = shownPattern(pattern);
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove ${shownPattern(pattern)}`);
    remove.addEventListener("click", () => void removeSite(name, pattern));
    line.append(text, remove);
    return line;
  }
  async function removeSite(name, pattern) {
    const { settings } = await loadSettings();
    await saveSetting(
      name,
      settings[name].filter((other) => other !== pattern)
    );
  }

  // packages/gasoline-extension/src/options/options.ts
  var port;
  tieControls((settings) => {
    showSites(settings);
    if (settings.serverPort === port) return;
    port = settings.serverPort;
    void showServer(port, captureSession());
  });
  tieSiteForm();
  part("debugger-row").hidden = availableDebugger() === void 0;
  button("export").addEventListener("click", () => void exportDebugLog());
})();
