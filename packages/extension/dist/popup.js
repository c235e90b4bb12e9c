// Gasoline 0.1.0: runs in the extension page. Built from packages/extension/src/popup/popup.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/extension/src/settings.ts
  var SERVER_PORT = "serverPort";
  var DEFAULT_PORT = 7890;
  async function readServerPort() {
    const stored = await chrome.storage.local.get(SERVER_PORT);
    const port = stored[SERVER_PORT];
    return isPort(port) ? port : DEFAULT_PORT;
  }
  function serverUrl(port) {
    return `http://127.0.0.1:${port}`;
  }
  function isPort(value) {
    return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65536;
  }

  // packages/extension/src/popup/popup.ts
  var TIMEOUT_MS = 2e3;
  async function askServer(url) {
    try {
      const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const health = await response.json();
      return isHealth(health) ? health.version : void 0;
    } catch {
      return void 0;
    }
  }
  function isHealth(answer) {
    return typeof answer === "object" && answer !== null && "version" in answer && typeof answer.version === "string";
  }
  function show(id, text) {
    const element = document.getElementById(id);
    if (element !== null) element.textContent = text;
  }
  async function render() {
    const port = await readServerPort();
    show("server", `127.0.0.1:${port}`);
    const version = await askServer(serverUrl(port));
    document.body.dataset["link"] = version === void 0 ? "disconnected" : "connected";
    show("state", version === void 0 ? "Not connected" : "Connected");
    show(
      "detail",
      version === void 0 ? `No Gasoline server answers on port ${port}. Start it by running gasoline.` : `Server version ${version}. Your agent can see this browser.`
    );
  }
  void render();
})();
