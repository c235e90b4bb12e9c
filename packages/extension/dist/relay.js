// Gasoline 0.1.0: runs in the isolated world. Built from packages/extension/src/relay.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/wire/src/endpoint.ts
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

  // packages/extension/src/channel.ts
  var OFFER = "gasoline:offer";
  var REQUEST = "gasoline:request";
  var ACCEPT = "accept";
  var ENTRIES = "entries";
  function acceptChannel(document2, receive) {
    const accept = (event) => {
      if (!(event instanceof MouseEvent) || event.relatedTarget === null) return;
      document2.removeEventListener(OFFER, accept, true);
      event.relatedTarget.addEventListener(ENTRIES, (entries) => {
        if (!(entries instanceof CustomEvent) || typeof entries.detail !== "string") return;
        const end = entries.detail.indexOf("\n");
        receive(entries.detail.slice(0, end), entries.detail.slice(end + 1));
      });
      event.relatedTarget.dispatchEvent(new Event(ACCEPT));
    };
    document2.addEventListener(OFFER, accept, true);
    document2.dispatchEvent(new Event(REQUEST));
  }

  // packages/extension/src/messages.ts
  var RELAY_PORT = "relay";

  // packages/extension/src/relay.ts
  var port;
  function connect() {
    const opened = chrome.runtime.connect({ name: RELAY_PORT });
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = void 0;
    });
    return opened;
  }
  function post(message) {
    port ??= connect();
    port.postMessage(message);
  }
  acceptChannel(document, (endpoint, lines) => {
    if (!isEndpoint(endpoint)) return;
    const message = { kind: "entries", endpoint, lines };
    try {
      post(message);
    } catch {
      port = void 0;
      retry(message);
    }
  });
  function retry(message) {
    try {
      post(message);
    } catch {
    }
  }
})();
