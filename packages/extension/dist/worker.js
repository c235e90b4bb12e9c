// Gasoline 0.1.0: runs in the service worker. Built from packages/extension/src/worker.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/wire/src/index.ts
  var WIRE_VERSION = 1;

  // packages/delivery/src/outbox.ts
  var Outbox = class {
    #limits;
    #waiting = [];
    #characters = 0;
    #dropped = 0;
    constructor(limits) {
      this.#limits = limits;
    }
    get size() {
      return this.#waiting.length;
    }
    get dropped() {
      return this.#dropped;
    }
    add({ endpoint, entries }) {
      for (const entry of entries) {
        this.#waiting.push({ endpoint, entry });
        this.#characters += entry.length;
      }
      this.#dropOldest();
    }
    /** Takes the oldest entries that may travel together; undefined when nothing waits. */
    take(limits) {
      const endpoint = this.#waiting[0]?.endpoint;
      if (endpoint === void 0) return void 0;
      let characters = 0;
      const end = this.#waiting.findIndex((waiting, index) => {
        characters += waiting.entry.length;
        const full = index >= limits.entries || characters > limits.characters;
        return waiting.endpoint !== endpoint || index > 0 && full;
      });
      const taken = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
      for (const { entry } of taken) this.#characters -= entry.length;
      return { endpoint, entries: taken.map(({ entry }) => entry) };
    }
    /** Returns a batch that could not be delivered to the head of the queue. */
    putBack({ endpoint, entries }) {
      this.#waiting = [...entries.map((entry) => ({ endpoint, entry })), ...this.#waiting];
      for (const entry of entries) this.#characters += entry.length;
      this.#dropOldest();
    }
    #dropOldest() {
      let surplus = 0;
      let characters = this.#characters;
      while (this.#waiting.length - surplus > this.#limits.entries || characters > this.#limits.characters) {
        characters -= this.#waiting[surplus]?.entry.length ?? 0;
        surplus += 1;
      }
      if (surplus === 0) return;
      this.#waiting.splice(0, surplus);
      this.#characters = characters;
      this.#dropped += surplus;
    }
  };

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
  var RETRY_DELAYS_MS = [100, 500, 2e3];
  var OUTBOX_LIMITS = { entries: 2e4, characters: 8 * 1024 * 1024 };
  var BATCH_LIMITS = { entries: 1e3, characters: 1024 * 1024 };
  var Delivery = class {
    #options;
    #outbox = new Outbox(OUTBOX_LIMITS);
    /** Known to be there; undefined until greeted. */
    #server;
    #run = Promise.resolve();
    #isRunning = false;
    #delivered = 0;
    #rejected = 0;
    #lastFailure;
    constructor(options) {
      this.#options = options;
    }
    /** Takes entries for delivery. */
    add(batch) {
      this.#outbox.add(batch);
      void this.settle();
    }
    /** Introduces the client again, for instance because the address changed. */
    reconnect() {
      this.#server = void 0;
      return this.settle();
    }
    /** Resolves when nothing waits any more, or when the server stayed away for all retries. */
    async settle() {
      if (!this.#isRunning) {
        this.#isRunning = true;
        this.#run = this.#deliverWithRetries();
      }
      await this.#run;
      return this.#report();
    }
    #report() {
      return {
        delivered: this.#delivered,
        rejected: this.#rejected,
        dropped: this.#outbox.dropped,
        waiting: this.#outbox.size,
        lastFailure: this.#lastFailure
      };
    }
    async #deliverWithRetries() {
      for (let failures = 0; this.#outbox.size > 0 || this.#server === void 0; ) {
        const failure = await this.#deliverWaiting();
        if (failure === void 0) {
          failures = 0;
          continue;
        }
        const delay = RETRY_DELAYS_MS[failures];
        if (failure.kind === "refused" || delay === void 0) break;
        failures += 1;
        await this.#wait(failure.retryAfterMs ?? delay);
      }
      this.#isRunning = false;
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
        const failure = error instanceof ExchangeFailure ? error : new ExchangeFailure("away", String(error));
        this.#failed(failure);
        return failure;
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
      this.#options.onState?.({ kind: "connected", serverVersion: welcome.version });
      return server;
    }
    async #deliver(server, batch) {
      try {
        const receipt = await postBatch(server, batch);
        this.#delivered += receipt.received;
        this.#rejected += receipt.rejected;
      } catch (error) {
        if (!(error instanceof ExchangeFailure) || error.kind !== "refused") {
          this.#outbox.putBack(batch);
          throw error;
        }
        this.#rejected += batch.entries.length;
        this.#lastFailure = error.message;
      }
    }
    #failed(failure) {
      this.#lastFailure = failure.message;
      if (failure.kind === "busy") return;
      this.#server = void 0;
      this.#options.onState?.({ kind: "disconnected", reason: failure.message });
    }
    #wait(milliseconds) {
      return this.#options.wait?.(milliseconds) ?? sleep(milliseconds);
    }
  };
  function sleep(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
  }

  // packages/extension/src/badge.ts
  var COLOURS = { connected: "#2e7d32", disconnected: "#757575" };
  async function showLink(state) {
    const title = state.kind === "connected" ? "Gasoline: connected" : `Gasoline: ${state.reason}`;
    await Promise.all([
      chrome.action.setBadgeBackgroundColor({ color: COLOURS[state.kind] }),
      // Without any text Chrome draws no badge.
      chrome.action.setBadgeText({ text: " " }),
      chrome.action.setTitle({ title })
    ]);
  }

  // packages/extension/src/capture-session.ts
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

  // packages/extension/src/messages.ts
  var RELAY_PORT = "relay";
  function isRelayMessage(message) {
    return typeof message === "object" && message !== null && "kind" in message && message.kind === "entries" && "endpoint" in message && typeof message.endpoint === "string" && isEndpoint(message.endpoint) && "lines" in message && typeof message.lines === "string";
  }

  // packages/extension/src/settings.ts
  var SERVER_PORT = "serverPort";
  var DEFAULT_PORT = 7890;
  async function readServerPort() {
    const stored = await chrome.storage.local.get(SERVER_PORT);
    const port = stored[SERVER_PORT];
    return isPort(port) ? port : DEFAULT_PORT;
  }
  function onServerPortChange(react) {
    chrome.storage.local.onChanged.addListener((changes) => {
      if (SERVER_PORT in changes) react();
    });
  }
  function serverUrl(port) {
    return `http://127.0.0.1:${port}`;
  }
  function isPort(value) {
    return typeof value === "number" && Number.isInteger(value) && value > 0 && value < 65536;
  }

  // packages/extension/src/worker.ts
  var RECONNECT_ALARM = "reconnect";
  var RECONNECT_MINUTES = 0.5;
  var delivery = new Delivery({
    client: "extension",
    version: chrome.runtime.getManifest().version,
    server: async () => serverUrl(await readServerPort()),
    session: captureSession,
    onState: (state) => void showLink(state)
  });
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name !== RELAY_PORT) return;
    port.onMessage.addListener((message) => {
      if (isRelayMessage(message)) void accept(message, port.sender);
    });
  });
  onServerPortChange(() => void delivery.reconnect());
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === RECONNECT_ALARM) void delivery.reconnect();
  });
  void chrome.alarms.create(RECONNECT_ALARM, { periodInMinutes: RECONNECT_MINUTES });
  void delivery.settle();
  async function accept(message, sender) {
    const identity = JSON.stringify({
      session: await captureSession(),
      tab: String(sender?.tab?.id ?? ""),
      frame: String(sender?.frameId ?? "")
    });
    const entries = message.lines.split(ENTRY_SEPARATOR);
    delivery.add({
      endpoint: message.endpoint,
      entries: entries.map((entry) => withIdentity(entry, identity))
    });
  }
  function withIdentity(entry, identity) {
    return `${identity.slice(0, -1)},${entry.slice(1)}`;
  }
})();
