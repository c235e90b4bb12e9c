// Gasoline 0.1.0: runs in the page. Built from packages/extension/src/page.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/capture/src/callable.ts
  function isCallable(value) {
    return typeof value === "function";
  }

  // packages/capture/src/primordials.ts
  var { apply, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, set } = Reflect;
  var construct = Reflect.construct;
  var { keys: objectKeys, hasOwn } = Object;
  var { isArray } = Array;
  var { isView } = ArrayBuffer;
  var { isFinite: isFiniteNumber } = Number;
  var { floor, max, min } = Math;
  var { parseFloat, parseInt } = globalThis;
  function uncurried(method) {
    return (self, ...args) => apply(method, self, args);
  }
  function getterOf(prototype, name) {
    return uncurried(getOwnPropertyDescriptor(prototype, name)?.get ?? refuse);
  }
  function refuse() {
    throw new TypeError("the page removed this getter before we came");
  }
  var quote = JSON.stringify;
  var parseJson = JSON.parse;
  var objectTag = uncurried(Object.prototype.toString);
  var slice = uncurried(String.prototype.slice);
  var indexOf = uncurried(
    String.prototype.indexOf
  );
  var lowerCase = uncurried(String.prototype.toLowerCase);
  var upperCase = uncurried(String.prototype.toUpperCase);
  var characterAt = uncurried(String.prototype.charAt);
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
  var OriginalBytes = Uint8Array;
  function firstBytes(source, count) {
    const [buffer, offset, length] = bytesOf(source);
    return new OriginalBytes(buffer, offset, min(length, count));
  }
  function byteLengthOf(source) {
    return bytesOf(source)[2];
  }
  function isBytes(value) {
    return isView(value) || objectTag(value) === "[object ArrayBuffer]";
  }
  function isBuffer(value) {
    return !isView(value) && bufferLength(value) >= 0;
  }
  function bytesOf(source) {
    if (isBuffer(source)) return [source, 0, bufferLength(source)];
    try {
      return [viewBuffer(source), viewOffset(source), viewByteLength(source)];
    } catch {
      return [dataViewBuffer(source), dataViewOffset(source), dataViewLength(source)];
    }
  }
  var sorted = uncurried(Array.prototype.sort);
  var execute = uncurried(
    RegExp.prototype.exec
  );
  var mapEntries = uncurried(Map.prototype.entries);
  var setValues = uncurried(Set.prototype.values);
  var nextOfMap = uncurried(mapEntries(/* @__PURE__ */ new Map()).next);
  var nextOfSet = uncurried(setValues(/* @__PURE__ */ new Set()).next);
  function walkMap(map) {
    const entries = mapEntries(map);
    return () => nextOfMap(entries);
  }
  function walkSet(set2) {
    const values = setValues(set2);
    return () => nextOfSet(values);
  }
  var hasMember = uncurried(Set.prototype.has);
  var addMember = uncurried(Set.prototype.add);
  var removeMember = uncurried(Set.prototype.delete);
  function createSet() {
    const members = /* @__PURE__ */ new Set();
    const forEach = members.forEach.bind(members);
    return {
      has: (item) => hasMember(members, item),
      add: (item) => void addMember(members, item),
      delete: (item) => void removeMember(members, item),
      size: () => setSize(members),
      each: (visit) => {
        forEach((item) => {
          visit(item);
        });
      }
    };
  }
  function createWeakMap() {
    const map = /* @__PURE__ */ new WeakMap();
    const recall = map.get.bind(map);
    const remember = map.set.bind(map);
    return {
      get: (key) => typeof key === "object" && key !== null ? recall(key) : void 0,
      set: (key, value) => void remember(key, value)
    };
  }
  var createObject = Object.create;
  function bareObject() {
    return createObject(null);
  }
  function bareRecord() {
    return createObject(null);
  }
  function append(list, item) {
    const descriptor = bareObject();
    descriptor.value = item;
    descriptor.writable = true;
    descriptor.enumerable = true;
    descriptor.configurable = true;
    defineProperty(list, list.length, descriptor);
  }

  // packages/capture/src/disguise.ts
  var originals = /* @__PURE__ */ new WeakMap();
  var rememberOriginal = originals.set.bind(originals);
  var recallOriginal = originals.get.bind(originals);
  function disguise(replacement, original) {
    for (const property of ["length", "name"]) {
      const descriptor = getOwnPropertyDescriptor(original, property);
      if (descriptor !== void 0) defineProperty(replacement, property, descriptor);
    }
    rememberOriginal(replacement, original);
    return replacement;
  }
  function rememberDisguise(proxy, original) {
    rememberOriginal(proxy, original);
  }
  function undisguised(value) {
    return typeof value === "function" ? recallOriginal(value) ?? value : value;
  }

  // packages/capture/src/patch.ts
  function replaceMethod(owner, name, make) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    const original = descriptor?.value;
    if (descriptor === void 0 || !isCallable(original)) return nothing;
    const replacement = disguise(make(original), original);
    if (!defineProperty(owner, name, { ...descriptor, value: replacement })) return nothing;
    return () => {
      const current = getOwnPropertyDescriptor(owner, name)?.value;
      if (current === replacement) defineProperty(owner, name, descriptor);
    };
  }
  function observeMethod(owner, name, moment, observe) {
    let active = true;
    const restore = replaceMethod(owner, name, (original) => {
      const wrapper = methodCalling(original, moment, (args, receiver) => {
        if (active)
          unnoticed(() => {
            observe(args, wrapper, receiver);
          });
      });
      return wrapper;
    });
    return () => {
      active = false;
      restore();
    };
  }
  function methodCalling(original, moment, notify) {
    const forms = {
      before(...args) {
        notify(args, this);
        return apply(original, this, args);
      },
      after(...args) {
        try {
          return apply(original, this, args);
        } finally {
          notify(args, this);
        }
      }
    };
    return forms[moment];
  }
  function followMethod(owner, name, moments) {
    let active = true;
    const note = (task) => {
      if (active) unnoticed(task);
    };
    const restore = replaceMethod(owner, name, (original) => {
      const form = {
        method(...args) {
          note(() => moments.before?.(this, args));
          let result;
          try {
            result = apply(original, this, args);
          } catch (error) {
            note(() => moments.threw?.(this, error));
            throw error;
          }
          note(() => moments.returned?.(this, args));
          return result;
        }
      };
      return form.method;
    });
    return () => {
      active = false;
      restore();
    };
  }
  var observing = false;
  function unnoticed(task) {
    if (observing) return;
    observing = true;
    try {
      task();
    } catch {
    } finally {
      observing = false;
    }
  }
  function nothing() {
  }

  // packages/capture/src/listen.ts
  var CAPTURE = true;
  var OPENING_METHODS = ["open", "write", "writeln"];
  function createListen(window2) {
    const { addEventListener, removeEventListener } = window2.EventTarget.prototype;
    let registrations = [];
    let stopWatching = [];
    const arm = ({ type, listener }) => {
      apply(addEventListener, window2, [type, listener, CAPTURE]);
    };
    const armAll = () => {
      for (let index = 0; index < registrations.length; index += 1) {
        const registration = registrations[index];
        if (registration !== void 0) arm(registration);
      }
    };
    const remove = (registration) => {
      registrations = registrations.filter((other) => other !== registration);
      apply(removeEventListener, window2, [registration.type, registration.listener, CAPTURE]);
      if (registrations.length > 0) return;
      stopWatching.forEach((stop) => {
        stop();
      });
    };
    return (type, listener) => {
      const registration = { type, listener: quiet(listener) };
      if (registrations.length === 0) stopWatching = afterOpening(window2, armAll);
      registrations = [...registrations, registration];
      arm(registration);
      return () => {
        remove(registration);
      };
    };
  }
  function afterOpening(window2, react) {
    return OPENING_METHODS.map((name) => observeMethod(window2.Document.prototype, name, "after", react));
  }
  function quiet(listener) {
    return (event) => {
      try {
        listener(event);
      } catch {
      }
    };
  }

  // packages/capture/src/env.ts
  var MAX_URL_CHARACTERS = 2048;
  var ID_BYTES = 10;
  function createEnv(window2) {
    const { crypto, Uint8Array: Uint8Array2 } = window2;
    const { now } = window2.Date;
    const { getRandomValues } = crypto;
    const queue = window2.queueMicrotask;
    return {
      window: window2,
      now: () => now(),
      newId: () => hex(apply(getRandomValues, crypto, [new Uint8Array2(ID_BYTES)])),
      queueMicrotask: (task) => {
        apply(queue, window2, [task]);
      },
      listen: createListen(window2)
    };
  }
  var HEX_DIGITS = "0123456789abcdef";
  function hex(bytes2) {
    let text = "";
    for (let index = 0; index < ID_BYTES; index += 1) {
      const byte = bytes2[index] ?? 0;
      text += `${HEX_DIGITS[byte >> 4] ?? ""}${HEX_DIGITS[byte & 15] ?? ""}`;
    }
    return text;
  }
  var OriginalDate = Date;
  function timestamp(env) {
    return dateText(new OriginalDate(env.now()));
  }
  function documentUrl(env) {
    return slice(env.window.location.href, 0, MAX_URL_CHARACTERS);
  }

  // packages/capture/src/settings.ts
  var CAPTURE_ALL = {
    level: "all",
    networkBodies: true,
    webSocket: "messages",
    actions: true,
    performance: true,
    domSnapshots: true,
    storage: true,
    ownServer: void 0
  };

  // packages/capture/src/activity.ts
  function createActivity() {
    let pending = 0;
    return {
      requestStarted() {
        pending += 1;
        let ended = false;
        return () => {
          if (!ended) pending -= 1;
          ended = true;
        };
      },
      pendingRequests: () => pending
    };
  }

  // packages/capture/src/json.ts
  var JsonText = class {
    constructor(text) {
      this.text = text;
    }
    text;
  };
  function encodeString(text) {
    return quote(wellFormed(text));
  }
  function encode(value) {
    if (typeof value === "string") return encodeString(value);
    if (typeof value === "number") return isFiniteNumber(value) ? `${value}` : "null";
    if (typeof value === "boolean") return value ? "true" : "false";
    if (value === null || value === void 0) return "null";
    if (value instanceof JsonText) return value.text;
    return isArray(value) ? encodeList(value) : `{${encodeFields(value)}}`;
  }
  function encodeFields(fields) {
    const names = objectKeys(fields);
    let text = "";
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? "";
      const value = fields[name];
      if (value !== void 0) text += `${text && ","}${quote(name)}:${encode(value)}`;
    }
    return text;
  }
  function encodeList(list) {
    let text = "";
    for (let index = 0; index < list.length; index += 1) {
      text += `${index > 0 ? "," : ""}${encode(list[index])}`;
    }
    return `[${text}]`;
  }

  // packages/capture/src/emit.ts
  function createEmit(env, batches, identity) {
    const { session, tab, frame, testId } = identity;
    let { document } = env.window;
    let page = env.newId();
    let n = 0;
    const emit = (endpoint, event) => {
      if (document !== env.window.document) {
        document = env.window.document;
        page = env.newId();
        n = 0;
      }
      n += 1;
      const eventId = `${page}-${n}`;
      const own = { session, tab, page, frame, n, eventId, test_id: testId };
      batches.add(endpoint, `{${encodeFields(event)},${encodeFields(own)}}`);
      return { page, eventId };
    };
    const amend = (endpoint, name, fields) => {
      const own = { session, tab, page: name.page, frame, eventId: name.eventId, test_id: testId };
      batches.add(endpoint, `{${encodeFields(fields)},${encodeFields(own)}}`);
    };
    return { emit, amend };
  }

  // packages/capture/src/page-frame.ts
  var FRAME = /^(?:\s+at (?:.*[ (])?|[^@\s]*@)([^\s()]+):(\d+):\d+\)?$/;
  var OWN_SCHEME = "gasoline:";
  var MAX_FRAME_CHARACTERS = 3e3;
  var LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;
  function firstPageFrame(stack) {
    for (let start = 0; start <= stack.length; ) {
      const next = indexOf(stack, "\n", start);
      const end = next < 0 ? stack.length : next;
      const frame = end - start > MAX_FRAME_CHARACTERS ? null : execute(FRAME, slice(stack, start, end));
      const url = frame?.[1];
      if (url !== void 0 && !isForeign(url)) return place(url, frame?.[2] ?? "");
      start = end + 1;
    }
    return void 0;
  }
  function place(url, line) {
    return `${scriptName(url)}:${line}`;
  }
  function scriptName(url) {
    if (indexOf(url, "data:") === 0) return "(data)";
    const name = execute(LAST_SEGMENT, url)?.[1] ?? "";
    return name === "" ? "(index)" : name;
  }
  function isForeign(url) {
    return indexOf(url, OWN_SCHEME) === 0 || indexOf(url, "chrome-extension:") === 0 || indexOf(url, "moz-extension:") === 0;
  }

  // packages/capture/src/call-site.ts
  var DEEPER_FRAMES = 6;
  function callSiteFinder(window2) {
    const errors = window2.Error;
    const capture = getOwnPropertyDescriptor(errors, "captureStackTrace")?.value;
    if (!isCallable(capture)) return () => void 0;
    const stackBelow = (wrapper) => {
      const holder = bareObject();
      apply(capture, errors, [holder, wrapper]);
      const stack = get(holder, "stack");
      return typeof stack === "string" ? stack : "";
    };
    const find = (wrapper) => {
      const top = withFrames(errors, 1, () => stackBelow(wrapper));
      if (!hasFrame(top)) return void 0;
      return firstPageFrame(top) ?? firstPageFrame(withFrames(errors, DEEPER_FRAMES, () => stackBelow(wrapper)));
    };
    return (wrapper) => {
      try {
        return find(wrapper);
      } catch {
        return void 0;
      }
    };
  }
  function withFrames(errors, frames, read) {
    const limit = getOwnPropertyDescriptor(errors, "stackTraceLimit");
    const format = getOwnPropertyDescriptor(errors, "prepareStackTrace");
    if (limit?.writable !== true || format !== void 0 && format.writable !== true) return "";
    try {
      set(errors, "stackTraceLimit", frames);
      if (format !== void 0) set(errors, "prepareStackTrace", void 0);
      return read();
    } finally {
      set(errors, "stackTraceLimit", limit.value);
      if (format !== void 0) set(errors, "prepareStackTrace", format.value);
    }
  }
  function hasFrame(stack) {
    return indexOf(stack, "\n") >= 0;
  }

  // packages/capture/src/truncate.ts
  function truncate(text, limit) {
    return text.length <= limit ? text : `${slice(text, 0, limit)}… [${text.length} characters]`;
  }

  // packages/capture/src/error-text.ts
  var OriginalError = Error;
  function isErrorLike(object, tag) {
    return tag === "[object Error]" || tag === "[object DOMException]" || object instanceof OriginalError;
  }
  function readError(error) {
    const stack = textOf(error, "stack");
    return {
      name: textOf(error, "name") ?? "Error",
      message: textOf(error, "message") ?? "",
      ...stack === void 0 ? {} : { stack }
    };
  }
  function readAsError(value) {
    if (typeof value !== "object" || value === null) return void 0;
    try {
      return isErrorLike(value, objectTag(value)) ? readError(value) : void 0;
    } catch {
      return void 0;
    }
  }
  function errorLine({ name, message }, limit) {
    return truncate(message === "" ? name : `${name}: ${message}`, limit);
  }
  function textOf(error, property) {
    try {
      const value = get(error, property);
      return typeof value === "string" ? value : void 0;
    } catch {
      return void 0;
    }
  }

  // packages/capture/src/console-text.ts
  var MAX_MESSAGE_CHARACTERS = 10240;
  function consoleText(args, texts) {
    const format = args[0];
    let used = 0;
    let line = "";
    if (typeof format === "string" && args.length > 1 && indexOf(format, "%") >= 0) {
      ({ line, used } = expand(truncate(format, MAX_MESSAGE_CHARACTERS), args, texts));
    }
    for (let index = used; index < texts.length && line.length <= MAX_MESSAGE_CHARACTERS; index += 1) {
      line += `${index > 0 ? " " : ""}${display(args[index], texts[index])}`;
    }
    return truncate(line, MAX_MESSAGE_CHARACTERS);
  }
  function expand(format, args, texts) {
    let line = "";
    let used = 1;
    let start = 0;
    for (let at = indexOf(format, "%"); at >= 0; at = indexOf(format, "%", start)) {
      const directive = characterAt(format, at + 1);
      line += slice(format, start, at);
      start = at + 2;
      if (directive === "%") line += "%";
      else if (used < args.length && isDirective(directive)) {
        line += convert(directive, args[used], texts[used]);
        used += 1;
      } else line += `%${directive}`;
    }
    return { line: line + slice(format, start), used };
  }
  function isDirective(letter) {
    return letter !== "" && indexOf("sdifoOc", letter) >= 0;
  }
  function convert(directive, value, text) {
    switch (directive) {
      // Styling for people; it prints nothing.
      case "c":
        return "";
      case "d":
      case "i":
        return typeof value === "bigint" ? display(value, text) : `${numberOf(value, parseInt)}`;
      case "f":
        return `${numberOf(value, parseFloat)}`;
      default:
        return display(value, text);
    }
  }
  function numberOf(value, parse) {
    return typeof value === "string" || typeof value === "number" ? parse(`${value}`) : NaN;
  }
  function display(value, text = "") {
    switch (typeof value) {
      case "string":
        return truncate(value, MAX_MESSAGE_CHARACTERS);
      case "number":
      case "undefined":
        return `${value}`;
      case "object":
        return displayObject(value, text);
      default:
        return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
    }
  }
  function displayObject(value, text) {
    const error = readAsError(value);
    return error === void 0 ? text : errorLine(error, MAX_MESSAGE_CHARACTERS);
  }

  // packages/capture/src/node-text.ts
  var MAX_PART_CHARACTERS = 100;
  var SHOWN_ATTRIBUTES = ["id", "class", "name", "type", "data-testid"];
  function nodeDescriber(window2) {
    const readType = accessor(window2.Node.prototype, "nodeType");
    const readName = accessor(window2.Node.prototype, "nodeName");
    const readValue = accessor(window2.Node.prototype, "nodeValue");
    const readLocalName = accessor(window2.Element.prototype, "localName");
    const { getAttribute } = window2.Element.prototype;
    const describeElement = (element) => {
      let text = `<${readLocalName(element)}`;
      for (let index = 0; index < SHOWN_ATTRIBUTES.length; index += 1) {
        const name = SHOWN_ATTRIBUTES[index] ?? "";
        const value = apply(getAttribute, element, [name]);
        if (typeof value === "string") text += ` ${name}="${truncate(value, MAX_PART_CHARACTERS)}"`;
      }
      return `${text}>`;
    };
    return (object) => {
      try {
        if (readType(object) === "1") return describeElement(object);
        const value = readValue(object);
        return value === "" ? readName(object) : `${readName(object)} "${truncate(value, MAX_PART_CHARACTERS)}"`;
      } catch {
        return void 0;
      }
    };
  }
  function accessor(prototype, name) {
    const getter = getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => {
      const value = getter === void 0 ? void 0 : apply(getter, object, []);
      return typeof value === "string" || typeof value === "number" ? `${value}` : "";
    };
  }

  // packages/capture/src/own-data.ts
  function ownData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value") ? descriptor.value : void 0;
  }

  // packages/capture/src/primitive-text.ts
  var MAX_STRING_CHARACTERS = 10240;
  var LARGEST_PRINTED_BIGINT = 10n ** 100n;
  function primitiveText(value) {
    switch (typeof value) {
      case "string":
        return boundedString(value);
      case "number":
        return isFiniteNumber(value) ? `${value}` : `"[${value}]"`;
      case "boolean":
        return value ? "true" : "false";
      case "bigint":
        return isPrintable(value) ? `"${bigintText(value)}n"` : '"[BigInt]"';
      case "symbol":
        return boundedString(`[${symbolText(value)}]`);
      case "function":
        return functionText(value);
      case "undefined":
        return '"[undefined]"';
      default:
        return "null";
    }
  }
  function isPrintable(value) {
    return value < LARGEST_PRINTED_BIGINT && value > -LARGEST_PRINTED_BIGINT;
  }
  function functionText(value) {
    try {
      const name = ownData(value, "name");
      const label = typeof name === "string" && name !== "" ? `Function: ${name}` : "Function";
      return boundedString(`[${label}]`);
    } catch {
      return '"[Function]"';
    }
  }
  function boundedString(text) {
    return encodeString(truncate(text, MAX_STRING_CHARACTERS));
  }

  // packages/capture/src/serialize.ts
  var MAX_DEPTH = 10;
  var MAX_ITEMS = 100;
  var MAX_KEYS = 50;
  var MAX_TOTAL_CHARACTERS = 131072;
  function createSerializer(env) {
    const describeNode = nodeDescriber(env.window);
    return {
      one: (value) => new Snapshot(describeNode).write(value, void 0),
      each: (values) => new Snapshot(describeNode).writeEach(values)
    };
  }
  var Snapshot = class {
    #remaining = MAX_TOTAL_CHARACTERS;
    #describeNode;
    constructor(describeNode) {
      this.#describeNode = describeNode;
    }
    write(value, ancestors) {
      if (typeof value === "object" && value !== null) return this.#composite(value, ancestors);
      return this.#spend(primitiveText(value));
    }
    writeEach(values) {
      const shown = min(values.length, MAX_ITEMS);
      const texts = [];
      for (let index = 0; index < shown; index += 1) {
        append(texts, this.#remaining > 0 ? this.write(values[index], void 0) : this.#marker("…"));
      }
      if (shown < values.length) append(texts, this.#marker(`… ${values.length - shown} more`));
      return texts;
    }
    #composite(object, outer) {
      if (contains(outer, object)) return this.#marker("Circular");
      try {
        const depth = (outer?.depth ?? 0) + 1;
        return this.#byKind(object, objectTag(object), { object, depth, outer });
      } catch {
        return this.#marker("Unreadable");
      }
    }
    #byKind(object, tag, path) {
      if (isArray(object)) return this.#array(object, ownData(object, "length"), path);
      if (tag === "[object Object]") return this.#object(object, "Object", path);
      if (isErrorLike(object, tag)) return this.#error(object, path);
      return this.#builtIn(object, slice(tag, 8, -1), path) ?? this.#object(object, slice(tag, 8, -1), path);
    }
    /** Undefined where the object only claims to be of that kind. */
    #builtIn(object, kind, path) {
      try {
        switch (kind) {
          case "Date":
            return isFiniteNumber(dateTime(object)) ? this.#string(dateText(object)) : this.#marker("Invalid Date");
          case "RegExp":
            return this.#string(`/${regexpSource(object)}/${regexpFlags(object)}`);
          case "Map":
            return this.#collection(`Map(${mapSize(object)})`, walkMap(object), path);
          case "Set":
            return this.#collection(`Set(${setSize(object)})`, walkSet(object), path);
          case "Window":
            return this.#marker(kind);
          default:
            return this.#platformObject(object, path);
        }
      } catch {
        return void 0;
      }
    }
    #platformObject(object, path) {
      if (isView(object)) return this.#array(object, viewLength(object), path);
      const node = this.#describeNode(object);
      return node === void 0 ? void 0 : this.#string(node);
    }
    #array(array, length, path) {
      const count = typeof length === "number" ? length : 0;
      if (path.depth > MAX_DEPTH) return this.#marker(`Array(${count})`);
      const shown = min(count, MAX_ITEMS);
      let text = "";
      let index = 0;
      for (; index < shown && this.#remaining > 0; index += 1) {
        text += `${index > 0 ? "," : ""}${this.#property(array, index, path)}`;
      }
      return `[${text}${this.#omitted(count - index, text)}]`;
    }
    #collection(label, next, path) {
      if (path.depth > MAX_DEPTH) return this.#marker(label);
      let text = "";
      let step = next();
      for (let count = 0; step.done !== true && count < MAX_ITEMS && this.#remaining > 0; count += 1) {
        text += `${text && ","}${this.write(step.value, path)}`;
        step = next();
      }
      if (step.done !== true) text += `${text && ","}${this.#marker("… more")}`;
      return `{${this.#string(`[${label}]`)}:[${text}]}`;
    }
    #object(object, kind, path) {
      if (path.depth > MAX_DEPTH) return this.#marker(kind);
      if (kind === "Object") return `{${this.#members(object, objectKeys(object), path)}}`;
      const names = namesWhere(object, (name) => isData(object, name));
      return names.length === 0 ? this.#marker(kind) : `{${this.#members(object, names, path)}}`;
    }
    #members(object, names, path) {
      const shown = min(names.length, MAX_KEYS);
      let text = "";
      let index = 0;
      for (; index < shown && this.#remaining > 0; index += 1) {
        const name = names[index] ?? "";
        text += `${text && ","}${this.#string(name)}:${this.#property(object, name, path)}`;
      }
      const omitted = names.length - index;
      return omitted > 0 ? `${text}${text && ","}${this.#string("[…]")}:${this.#marker(`${omitted} more`)}` : text;
    }
    #error(error, path) {
      if (path.depth > MAX_DEPTH) return this.#marker("Error");
      const { name, message, stack } = readError(error);
      let text = `"name":${this.#string(name)},"message":${this.#string(message)}`;
      if (stack !== void 0) text += `,"stack":${this.#string(stack)}`;
      if (hasOwn(error, "cause")) text += `,"cause":${this.#property(error, "cause", path)}`;
      if (hasOwn(error, "errors")) text += `,"errors":${this.#property(error, "errors", path)}`;
      const members = this.#members(error, namesWhere(error, isNotErrorField), path);
      return `{${text}${members && ","}${members}}`;
    }
    #property(object, name, path) {
      const descriptor = getOwnPropertyDescriptor(object, name);
      if (descriptor === void 0) return this.#marker("Empty");
      return hasOwn(descriptor, "value") ? this.write(descriptor.value, path) : this.#marker("Getter");
    }
    #omitted(count, before) {
      return count > 0 ? `${before && ","}${this.#marker(`… ${count} more`)}` : "";
    }
    #string(text) {
      return this.#spend(primitiveText(text));
    }
    #marker(text) {
      return this.#string(`[${text}]`);
    }
    #spend(text) {
      this.#remaining -= text.length;
      return text;
    }
  };
  function contains(ancestors, object) {
    for (let link = ancestors; link !== void 0; link = link.outer) {
      if (link.object === object) return true;
    }
    return false;
  }
  function isData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value");
  }
  function isNotErrorField(name) {
    return name !== "name" && name !== "message" && name !== "stack" && name !== "cause" && name !== "errors";
  }
  function namesWhere(object, keep) {
    const names = objectKeys(object);
    const kept = [];
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? "";
      if (keep(name)) append(kept, name);
    }
    return kept;
  }

  // packages/capture/src/instrument/console.ts
  var LEVELS = ["debug", "log", "info", "warn", "error"];
  function instrumentConsole({ emit, settings }, env) {
    const serializer = createSerializer(env);
    const findCallSite = callSiteFinder(env.window);
    const record = (level, args, wrapper) => {
      if (!isWanted(level, settings().level)) return;
      const texts = serializer.each(args);
      emit("/logs", {
        type: "console",
        ts: timestamp(env),
        level,
        message: consoleText(args, texts),
        args: new JsonText(joined(texts)),
        source: findCallSite(wrapper),
        url: documentUrl(env)
      });
    };
    const uninstalls = LEVELS.map(
      (level) => observeMethod(env.window.console, level, "before", (args, wrapper) => {
        record(level, args, wrapper);
      })
    );
    return () => {
      uninstalls.forEach((uninstall) => {
        uninstall();
      });
    };
  }
  function isWanted(level, wanted) {
    return wanted === "all" || level === "error" || wanted === "warnings" && level === "warn";
  }
  function joined(texts) {
    let list = "";
    for (let index = 0; index < texts.length; index += 1) {
      list += `${index > 0 ? "," : ""}${texts[index] ?? ""}`;
    }
    return `[${list}]`;
  }

  // packages/capture/src/instrument/exceptions.ts
  var MAX_MESSAGE_CHARACTERS2 = 10240;
  var MAX_STACK_CHARACTERS = 32768;
  function instrumentExceptions({ emit }, env) {
    const { ErrorEvent, PromiseRejectionEvent } = env.window;
    const serializer = createSerializer(env);
    const report = (mechanism, description, place2) => {
      emit("/logs", {
        type: "exception",
        ts: timestamp(env),
        level: "error",
        mechanism,
        ...description,
        ...place2,
        url: documentUrl(env)
      });
    };
    const stopErrors = env.listen("error", (event) => {
      if (event instanceof ErrorEvent) report("error", describeEvent(event, serializer), placeOf(event));
    });
    const stopRejections = env.listen("unhandledrejection", (event) => {
      if (!(event instanceof PromiseRejectionEvent)) return;
      report("unhandledrejection", describeThrown(event.reason, serializer), {});
    });
    return () => {
      stopErrors();
      stopRejections();
    };
  }
  function describeEvent(event, serializer) {
    const thrown = event.error;
    if (thrown === null || thrown === void 0) return { message: bounded(event.message) };
    return describeThrown(thrown, serializer);
  }
  function describeThrown(thrown, serializer) {
    const error = readAsError(thrown);
    if (error === void 0)
      return { message: bounded(typeof thrown === "string" ? thrown : bare(serializer.one(thrown))) };
    const { stack } = error;
    return {
      message: errorLine(error, MAX_MESSAGE_CHARACTERS2),
      stack: stack === void 0 ? void 0 : truncate(stack, MAX_STACK_CHARACTERS),
      source: stack === void 0 ? void 0 : firstPageFrame(stack)
    };
  }
  function bare(text) {
    return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
  }
  function bounded(message) {
    return truncate(message, MAX_MESSAGE_CHARACTERS2);
  }
  function placeOf({ filename, lineno, colno }) {
    return filename === "" || indexOf(filename, OWN_SCHEME) === 0 ? {} : { source: place(filename, lineno), filename, lineno, colno };
  }

  // packages/capture/src/platform.ts
  function platformOf(window2) {
    const prototype = (className) => {
      const constructor = get(window2, className);
      const value = isCallable(constructor) ? get(constructor, "prototype") : void 0;
      return typeof value === "object" && value !== null ? value : void 0;
    };
    const member = (className, name) => {
      const owner = prototype(className);
      return owner === void 0 ? void 0 : getOwnPropertyDescriptor(owner, name);
    };
    return {
      prototype,
      getter(className, property) {
        const getter = member(className, property)?.get ?? refuse2;
        return (object) => apply(getter, object, []);
      },
      method(className, name) {
        const method = member(className, name)?.value;
        const callable = isCallable(method) ? method : refuse2;
        return (object, ...args) => apply(callable, object, args);
      }
    };
  }
  function accepts(check, object) {
    try {
      check(object);
      return true;
    } catch {
      return false;
    }
  }
  function textFrom(value) {
    return typeof value === "string" ? value : "";
  }
  function numberFrom(value) {
    return typeof value === "number" ? value : 0;
  }
  function refuse2() {
    throw new TypeError("not an object of this class");
  }

  // packages/capture/src/network/address.ts
  var MAX_URL_CHARACTERS2 = 2048;
  function createAddresses(env, platform) {
    const { URL: WindowUrl } = env.window;
    const baseOf = platform.getter("Node", "baseURI");
    const cookieOf = platform.getter("Document", "cookie");
    const hrefOf = platform.getter("URL", "href");
    const originOf = platform.getter("URL", "origin");
    const hasVisibleCookie = () => {
      try {
        return cookieOf(env.window.document) !== "";
      } catch {
        return false;
      }
    };
    return {
      resolve(address) {
        const text = slice(address, 0, MAX_URL_CHARACTERS2);
        try {
          const url = new WindowUrl(text, textFrom(baseOf(env.window.document)));
          return { url: slice(textFrom(hrefOf(url)), 0, MAX_URL_CHARACTERS2), origin: textFrom(originOf(url)) };
        } catch {
          return { url: text, origin: "" };
        }
      },
      cookies({ origin }, credentials) {
        if (credentials === "omit") return "false";
        const own = env.window.location.origin;
        if (own === "null") return "unknown";
        if (origin !== own) return credentials === "include" ? "unknown" : "false";
        return hasVisibleCookie() ? "true" : "unknown";
      }
    };
  }
  function isOwn(url, ownServer) {
    if (ownServer === void 0 || indexOf(url, ownServer) !== 0) return false;
    const next = url[ownServer.length];
    return next === void 0 || next === "/" || next === "?" || next === "#";
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
  function hasAuthorization(headers) {
    return headers["authorization"] !== void 0;
  }
  function headerReader(platform) {
    const forEach = platform.method("Headers", "forEach");
    return (init) => {
      const headers = new HeaderCollector();
      if (typeof init !== "object" || init === null) return headers;
      if (objectTag(init) !== "[object Headers]") addPlain(headers, init);
      else
        forEach(init, (value, name) => {
          headers.add(name, value);
        });
      return headers;
    };
  }
  function parseHeaders(text) {
    const headers = new HeaderCollector();
    for (let start = 0; start < text.length; ) {
      const next = indexOf(text, "\r\n", start);
      const end = next < 0 ? text.length : next;
      const line = slice(text, start, end);
      const colon = indexOf(line, ": ");
      if (colon > 0) headers.add(slice(line, 0, colon), slice(line, colon + 2));
      start = end + 2;
    }
    return headers.values;
  }
  function addPlain(headers, init) {
    if (isArray(init)) addPairs(headers, init);
    else if (objectTag(init) === "[object Map]") addMap(headers, init);
    else addMembers(headers, init);
  }
  function addPairs(headers, list) {
    const length = ownData(list, "length");
    const shown = min(typeof length === "number" ? length : 0, MAX_HEADERS);
    for (let index = 0; index < shown; index += 1) addPair(headers, ownData(list, `${index}`));
  }
  function addPair(headers, pair) {
    if (isArray(pair)) headers.add(ownData(pair, "0"), ownData(pair, "1"));
  }
  function addMap(headers, map) {
    const next = walkMap(map);
    for (let step = next(); step.done !== true; step = next()) addPair(headers, step.value);
  }
  function addMembers(headers, init) {
    const names = objectKeys(init);
    const shown = min(names.length, MAX_HEADERS);
    for (let index = 0; index < shown; index += 1) {
      const name = names[index] ?? "";
      headers.add(name, ownData(init, name));
    }
  }
  function isPlain(value) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  }

  // packages/capture/src/network/exchange.ts
  var MAX_RESPONSE = 16384;
  var MAX_ERROR_RESPONSE_CHARACTERS = 5120;
  var MAX_ERROR_CHARACTERS = 1024;
  var ABORTED = "aborted";
  function exchanges(report, env) {
    const prefix = env.newId();
    let count = 0;
    return (facts) => {
      if (isOwn(facts.url, report.settings().ownServer)) return void 0;
      count += 1;
      return new Exchange(report, env, facts, `${prefix}-${count}`);
    };
  }
  var Exchange = class {
    constructor(report, env, facts, requestId) {
      this.facts = facts;
      this.#report = report;
      this.#env = env;
      this.#requestId = requestId;
      this.#pageUrl = documentUrl(env);
      this.#started = timestamp(env);
      this.#startedAt = env.now();
      this.#noLongerPending = report.activity.requestStarted();
    }
    facts;
    #report;
    #env;
    #requestId;
    #pageUrl;
    #started;
    #startedAt;
    #noLongerPending;
    #response = NO_RESPONSE;
    #answeredAt;
    #ended = false;
    /** The response is here, its body perhaps not. */
    answered(response) {
      this.#response = response;
      this.#answeredAt = this.#now();
      this.#noLongerPending();
    }
    /** Whether anybody will look at the response's body. */
    wantsBody() {
      return !this.#ended && (this.#report.settings().networkBodies || isRefusal(this.#response.status));
    }
    /** Everything is known. */
    finished(body) {
      this.#end({ body });
    }
    /** No response, or not all of its body, will come. */
    failed(failure, body) {
      this.#end({ failure, body });
    }
    /** What became of it cannot be seen. */
    forgotten() {
      this.#ended = true;
      this.#noLongerPending();
    }
    #end(outcome) {
      if (this.#ended) return;
      this.#ended = true;
      this.#noLongerPending();
      if (outcome.failure !== void 0 || isRefusal(this.#response.status)) this.#reportError(outcome);
      if (this.#report.settings().networkBodies) this.#reportBody(outcome);
    }
    #reportError({ failure, body }) {
      const { method, url } = this.facts;
      const { status, statusText } = this.#response;
      const { ts, duration } = (failure === void 0 ? this.#answeredAt : void 0) ?? this.#now();
      this.#report.emit("/logs", {
        type: "network",
        ts,
        level: failure === void 0 && status < 500 ? "warn" : "error",
        message: requestLine(this.facts, this.#response, failure),
        method,
        url,
        pageUrl: this.#pageUrl,
        status,
        statusText: statusText === "" ? void 0 : statusText,
        duration,
        response: body === void 0 ? void 0 : slice(body.text, 0, MAX_ERROR_RESPONSE_CHARACTERS),
        requestId: this.#requestId
      });
    }
    #reportBody({ failure, body }) {
      const { method, url, headers, credentials, cookies } = this.facts;
      const response = this.#response;
      const requestBody = this.facts.body?.current();
      this.#report.emit("/network-bodies", {
        ts: this.#started,
        method,
        url,
        pageUrl: this.#pageUrl,
        status: response.status,
        error: failure,
        requestBody: requestBody?.text,
        responseBody: body?.text,
        contentType: response.headers["content-type"],
        duration: this.#now().duration,
        requestHeaders: headers,
        responseHeaders: response === NO_RESPONSE ? void 0 : response.headers,
        hasAuthHeader: hasAuthorization(headers),
        credentials,
        hasCookies: cookies,
        truncated: requestBody?.truncated === true || body?.truncated === true,
        requestId: this.#requestId
      });
    }
    #now() {
      return { ts: timestamp(this.#env), duration: this.#env.now() - this.#startedAt };
    }
  };
  var NO_RESPONSE = { status: 0, statusText: "", headers: bareRecord() };
  function isRefusal(status) {
    return status >= 400;
  }
  function requestLine({ method, url }, { status, statusText }, failure) {
    const answer = status === 0 ? "" : ` ${status}${statusText && " "}${statusText}`;
    if (failure === void 0) return `${method} ${url}${answer}`;
    return `${method} ${url}${answer} ${failure === ABORTED ? ABORTED : `failed: ${failure}`}`;
  }
  function failureText(reason, wasAborted) {
    const error = readAsError(reason);
    if (error?.name === "AbortError" || wasAborted && error?.name !== "TimeoutError") return ABORTED;
    if (error !== void 0) return errorLine(error, MAX_ERROR_CHARACTERS);
    return typeof reason === "string" ? slice(reason, 0, MAX_ERROR_CHARACTERS) : "unknown";
  }

  // packages/capture/src/plain-text.ts
  function plainText(value) {
    switch (typeof value) {
      case "string":
        return value;
      case "number":
      case "boolean":
      case "bigint":
      case "undefined":
        return `${value}`;
      default:
        return value === null ? "null" : "";
    }
  }

  // packages/capture/src/sensitive-names.ts
  var LONGEST_NAME = 64;
  var SEPARATORS = "_-.[] :$";
  var SENSITIVE_ENDING = /(?:password|passwd|passphrase|passcode|pwd|password(?:confirm|confirmation|again|repeat)|secret|token|jwt|authorization|apikey|accesskey|privatekey|secretkey|cardnumber|cardno|creditcard|ccnumber|ccnum|cccsc|cvc|cvv|cvn|csc|securitycode|ssn|socialsecurity|socialsecuritynumber|otp|otpcode|onetimecode|onetimepassword)\d*$/;
  function isSensitiveName(name) {
    return name.length <= LONGEST_NAME && execute(SENSITIVE_ENDING, folded(name)) !== null;
  }
  function folded(name) {
    let text = "";
    for (let index = 0; index < name.length; index += 1) {
      const character = name[index] ?? "";
      if (!isSeparator(character)) text += character;
    }
    return lowerCase(text);
  }
  function isSeparator(character) {
    for (let index = 0; index < SEPARATORS.length; index += 1) {
      if (SEPARATORS[index] === character) return true;
    }
    return false;
  }

  // packages/capture/src/mask.ts
  var REDACTED2 = "[redacted]";
  var HINT = /pass|pwd|secret|token|jwt|auth|key|card|cc|cv|csc|security|ssn|otp|one.?time/i;
  var JSON_MEMBER = /"([^"\\]{1,64})"\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*)/g;
  var FORM_PAIR = /(?:^|&)([^&=]{1,200})=([^&]*)/g;
  function maskFields(text, syntax) {
    if (execute(HINT, text) === null) return text;
    return syntax === "json" ? maskEach(text, JSON_MEMBER, isSensitiveName, `"${REDACTED2}"`) : maskEach(text, FORM_PAIR, isSensitiveFormName, REDACTED2);
  }
  function maskText(text) {
    return indexOf('{["', text[0] ?? " ") >= 0 ? maskFields(text, "json") : text;
  }
  function maskEach(text, field, isSensitive, replacement) {
    let masked2 = "";
    let copied = 0;
    field.lastIndex = 0;
    for (let match = execute(field, text); match !== null; match = execute(field, text)) {
      const [, name = "", value = ""] = match;
      if (value === "" || !isSensitive(name)) continue;
      const end = field.lastIndex;
      masked2 += `${slice(text, copied, end - value.length)}${replacement}`;
      copied = end;
    }
    return masked2 + slice(text, copied);
  }
  function isSensitiveFormName(name) {
    const plain = indexOf(name, "%") < 0 ? name : unescapedBrackets(name);
    return isSensitiveName(plain);
  }
  function unescapedBrackets(name) {
    let text = "";
    for (let index = 0; index < name.length; index += 1) {
      if (name[index] === "%") index += 2;
      else text += name[index] ?? "";
    }
    return text;
  }

  // packages/capture/src/network/content.ts
  var STREAM = /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|stream\+json|grpc)|multipart\/x-mixed-replace)/;
  var BINARY = /^(?:image|font|audio|video|model)\/|^application\/(?:octet-stream|wasm|zip|gzip|x-gzip|x-tar|pdf|font|x-font|vnd\.ms-fontobject|protobuf|x-protobuf|vnd\.google\.protobuf|msgpack|x-msgpack|cbor)/;
  function contentKind(contentType) {
    const type = lowerCase(contentType);
    if (execute(STREAM, type) !== null) return "stream";
    return execute(BINARY, type) === null ? "text" : "binary";
  }
  function binaryText(size, type) {
    const amount = size === void 0 ? "unknown size" : `${size} bytes`;
    return `[Binary: ${amount}${type && ", "}${mediaType(type)}]`;
  }
  function textBody(text, limit, contentType) {
    const truncated = text.length > limit;
    return { text: masked(truncated ? slice(text, 0, limit) : text, contentType), truncated };
  }
  function described(text) {
    return { text, truncated: false };
  }
  function mediaType(contentType) {
    const end = indexOf(contentType, ";");
    return end < 0 ? contentType : slice(contentType, 0, end);
  }
  function masked(text, contentType) {
    const syntax = declaredSyntax(lowerCase(contentType));
    return syntax === void 0 ? maskText(text) : maskFields(text, syntax);
  }
  function declaredSyntax(contentType) {
    if (indexOf(contentType, "json") >= 0) return "json";
    return indexOf(contentType, "x-www-form-urlencoded") >= 0 ? "form" : void 0;
  }

  // packages/capture/src/network/request-body.ts
  var MAX_REQUEST_CHARACTERS = 8192;
  function bodyDescriber(window2, platform) {
    const readBlob = blobReader(window2, platform);
    const blobType = platform.getter("Blob", "type");
    const blobSize = platform.getter("Blob", "size");
    const searchText = platform.method("URLSearchParams", "toString");
    const formText = formDescriber(platform);
    const decode = byteDecoder(window2);
    const bytes2 = (body, size, contentType) => {
      if (contentType === "" || contentKind(contentType) !== "text")
        return known(described(binaryText(size, contentType)));
      const { text } = textBody(decode(body, MAX_REQUEST_CHARACTERS), MAX_REQUEST_CHARACTERS, contentType);
      return known({ text, truncated: size > MAX_REQUEST_CHARACTERS });
    };
    const blob = (body, declared) => {
      const type = textFrom(blobType(body));
      const contentType = declared === "" ? type : declared;
      let current = described(binaryText(numberFrom(blobSize(body)), contentType));
      if (contentType !== "" && contentKind(contentType) === "text") {
        readBlob(body, MAX_REQUEST_CHARACTERS, contentType, (read) => {
          current = read;
        });
      }
      return { current: () => current, impliedType: type === "" ? void 0 : type };
    };
    const parameters = (body) => known(textBody(textFrom(searchText(body)), MAX_REQUEST_CHARACTERS, FORM_TYPE), FORM_TYPE);
    const object = (body, contentType) => {
      if (isBytes(body)) return bytes2(body, byteLengthOf(body), contentType);
      switch (objectTag(body)) {
        case "[object Blob]":
        case "[object File]":
          return blob(body, contentType);
        case "[object FormData]":
          return formText(body);
        case "[object URLSearchParams]":
          return parameters(body);
        case "[object ReadableStream]":
          return known(described("[Stream]"));
        case "[object HTMLDocument]":
        case "[object XMLDocument]":
        case "[object Document]":
          return known(described("[Document]"));
        default:
          return known(described("[Object]"));
      }
    };
    return (body, contentType) => {
      if (body === void 0 || body === null) return void 0;
      if (typeof body === "object") return object(body, contentType);
      return known(textBody(plainText(body), MAX_REQUEST_CHARACTERS, contentType), "text/plain;charset=UTF-8");
    };
  }
  var FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";
  function known(body, impliedType) {
    return { current: () => body, impliedType };
  }
  function byteDecoder(window2) {
    const Decoder = window2.TextDecoder;
    const { decode } = Decoder.prototype;
    return (source, maxBytes) => textFrom(apply(decode, new Decoder(), [firstBytes(source, maxBytes)]));
  }
  function blobReader(window2, platform) {
    const sizeOf = platform.getter("Blob", "size");
    const part = platform.method("Blob", "slice");
    const text = platform.method("Blob", "text");
    const { then } = window2.Promise.prototype;
    return (blob, limit, contentType, done) => {
      const truncated = numberFrom(sizeOf(blob)) > limit;
      const answer = text(truncated ? part(blob, 0, limit) : blob);
      void apply(then, answer, [
        (read) => {
          unnoticed(() => {
            done({ ...textBody(textFrom(read), limit, contentType), truncated });
          });
        },
        // A file that vanished from disk: its size and type remain.
        () => void 0
      ]);
    };
  }
  function formDescriber(platform) {
    const forEach = platform.method("FormData", "forEach");
    const fileName = platform.getter("File", "name");
    const size = platform.getter("Blob", "size");
    const type = platform.getter("Blob", "type");
    const valueText = (name, value) => {
      if (typeof value === "string") return isSensitiveName(name) ? REDACTED2 : value;
      return `[File: ${textFrom(fileName(value))}, ${numberFrom(size(value))} bytes, ${textFrom(type(value))}]`;
    };
    return (body) => {
      let text = "";
      forEach(body, (value, name) => {
        if (text.length > MAX_REQUEST_CHARACTERS) return;
        text += `${text && "\n"}${textFrom(name)}=${valueText(textFrom(name), value)}`;
      });
      const truncated = text.length > MAX_REQUEST_CHARACTERS;
      return known({ text: slice(text, 0, MAX_REQUEST_CHARACTERS), truncated }, "multipart/form-data");
    };
  }

  // packages/capture/src/network/stream-start.ts
  function streamStartReader(window2, platform) {
    const { then } = window2.Promise.prototype;
    const readerOf = platform.method("ReadableStream", "getReader");
    const readNext = platform.method("ReadableStreamDefaultReader", "read");
    const cancel = platform.method("ReadableStreamDefaultReader", "cancel");
    const createText = growingText(window2);
    return (stream, options, end) => {
      const reader = readerOf(stream);
      const text = createText(options);
      let ended = false;
      const once = (task) => {
        if (ended) return;
        ended = true;
        task();
      };
      const stop = () => {
        once(() => {
          void apply(then, cancel(reader), [ignore, ignore]);
          end.finished(text.body("cut"));
        });
      };
      const take = (result) => {
        if (ended) return;
        const chunk = ownData(result, "value");
        if (typeof chunk !== "object" || chunk === null) {
          once(() => {
            end.finished(text.body("whole"));
          });
        } else if (text.add(chunk) === "full") stop();
        else step();
      };
      const fail = (reason) => {
        once(() => {
          end.failed(reason, text.body("cut"));
        });
      };
      const step = () => {
        void apply(then, readNext(reader), [guarded(take), guarded(fail)]);
      };
      step();
      return stop;
    };
  }
  function growingText(window2) {
    const { TextDecoder: Decoder } = window2;
    const { decode } = Decoder.prototype;
    const inParts = bareRecord();
    inParts["stream"] = true;
    return ({ maxBytes, contentType }) => {
      const decoder = new Decoder();
      let text = "";
      let size = 0;
      return {
        add(chunk) {
          const length = byteLengthOf(chunk);
          const fits = size + length <= maxBytes;
          const part = firstBytes(chunk, maxBytes - size);
          text += textFrom(apply(decode, decoder, [part, inParts]));
          size += length;
          return fits ? "more" : "full";
        },
        body(extent) {
          if (indexOf(text, "\0") >= 0)
            return described(binaryText(extent === "whole" ? size : void 0, contentType));
          return { ...textBody(text, maxBytes, contentType), truncated: extent === "cut" };
        }
      };
    };
  }
  function guarded(react) {
    return (outcome) => {
      try {
        react(outcome);
      } catch {
      }
    };
  }
  function ignore() {
  }

  // packages/capture/src/network/request-clone.ts
  function clonedBodyReader(window2, platform) {
    const methodOf = platform.getter("Request", "method");
    const cloneOf = platform.method("Request", "clone");
    const bodyOf = platform.getter("Request", "body");
    const readStart = streamStartReader(window2, platform);
    const read = (request, contentType, done) => {
      const stream = bodyOf(cloneOf(request));
      if (stream === null) return;
      readStart(
        stream,
        { maxBytes: MAX_REQUEST_CHARACTERS, contentType },
        { finished: done, failed: () => void 0 }
      );
    };
    return (request, contentType) => {
      const method = methodOf(request);
      if (method === "GET" || method === "HEAD" || contentType === "") return void 0;
      let current = described(`[Unread: ${mediaType(contentType)}]`);
      if (isReadable(contentType)) {
        try {
          read(request, contentType, (body) => {
            current = body;
          });
        } catch {
        }
      }
      return { current: () => current, impliedType: void 0 };
    };
  }
  function isReadable(contentType) {
    return contentKind(contentType) === "text" && indexOf(contentType, "multipart/") !== 0;
  }

  // packages/capture/src/network/fetch-request.ts
  var MAX_PROTOTYPES = 8;
  function fetchRequestReader(env, platform) {
    const addresses = createAddresses(env, platform);
    const readHeaders = headerReader(platform);
    const describeBody = bodyDescriber(env.window, platform);
    const readClonedBody = clonedBodyReader(env.window, platform);
    const requestUrl = platform.getter("Request", "url");
    const requestOption = {
      method: platform.getter("Request", "method"),
      headers: platform.getter("Request", "headers"),
      credentials: platform.getter("Request", "credentials"),
      signal: platform.getter("Request", "signal")
    };
    const urlText = platform.getter("URL", "href");
    const aborted = platform.getter("AbortSignal", "aborted");
    const addressOf = (input, isRequest) => {
      if (isRequest) return textFrom(requestUrl(input));
      if (typeof input !== "object" || input === null) return plainText(input);
      if (input === env.window.location) return env.window.location.href;
      return accepts(urlText, input) ? textFrom(urlText(input)) : "[object]";
    };
    const bodyOf = (input, init, isRequest, headers) => {
      const contentType = headers.values["content-type"] ?? "";
      const given = option(init, "body");
      if (given !== void 0 && given !== null) return describeBody(given, contentType);
      return isRequest ? readClonedBody(input, contentType) : void 0;
    };
    return (input, init) => {
      const isRequest = typeof input === "object" && accepts(requestUrl, input);
      const read = (name) => option(init, name) ?? (isRequest ? requestOption[name](input) : void 0);
      const headers = readHeaders(read("headers"));
      const body = bodyOf(input, init, isRequest, headers);
      if (headers.values["content-type"] === void 0) headers.add("content-type", body?.impliedType);
      const address = addresses.resolve(addressOf(input, isRequest));
      const credentials = credentialsMode(read("credentials"));
      const signal = read("signal");
      return {
        facts: {
          method: upperCase(textFrom(read("method"))) || "GET",
          url: address.url,
          headers: headers.values,
          body,
          credentials,
          cookies: addresses.cookies(address, credentials)
        },
        wasAborted: () => accepts(aborted, signal) && aborted(signal) === true
      };
    };
  }
  function option(options, name) {
    if (typeof options !== "object" && typeof options !== "function" || options === null) return void 0;
    let owner = options;
    for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
      const descriptor = getOwnPropertyDescriptor(owner, name);
      if (descriptor !== void 0) return descriptor.value;
      owner = getPrototypeOf(owner);
    }
    return void 0;
  }
  function credentialsMode(value) {
    return value === "omit" || value === "include" ? value : "same-origin";
  }

  // packages/capture/src/network/fetch-response.ts
  var SMALL_BYTES = 65536;
  var MAX_READING_MS = 5e3;
  var MAX_WAITING_MS = 2e3;
  var WHOLE_BODY_METHODS = ["arrayBuffer", "blob", "bytes", "clone", "formData", "json", "text"];
  function responseFollower(env, platform) {
    const statusOf = platform.getter("Response", "status");
    const statusTextOf = platform.getter("Response", "statusText");
    const headersOf = platform.getter("Response", "headers");
    const typeOf = platform.getter("Response", "type");
    const readHeaders = headerReader(platform);
    const read = bodyReader(env, platform);
    const waiting = waitingRoom(env, platform);
    const followBody = (exchange, reading, facts) => {
      const { contentType } = reading;
      const size = parseInt(facts.headers["content-length"] ?? "");
      const kind = contentKind(contentType);
      if (kind === "stream") exchange.finished(described(`[Stream: ${mediaType(contentType)}]`));
      else if (kind === "binary")
        exchange.finished(described(binaryText(size >= 0 ? size : void 0, contentType)));
      else if (size <= SMALL_BYTES || isRefusal(facts.status)) read(exchange, reading, MAX_READING_MS);
      else waiting.add(exchange, reading, read);
    };
    return {
      follow(exchange, request, response) {
        const headers = readHeaders(headersOf(response)).values;
        const status = numberFrom(statusOf(response));
        const facts = { status, statusText: textFrom(statusTextOf(response)), headers };
        exchange.answered(facts);
        const isHidden = typeOf(response) === "opaque" || typeOf(response) === "opaqueredirect";
        if (!exchange.wantsBody() || isHidden || hasNoBody(exchange.facts.method, status))
          exchange.finished(void 0);
        else followBody(exchange, { request, response, contentType: headers["content-type"] ?? "" }, facts);
      },
      stop: waiting.stop
    };
  }
  function bodyReader(env, platform) {
    const cloneOf = platform.method("Response", "clone");
    const bodyOf = platform.getter("Response", "body");
    const readStart = streamStartReader(env.window, platform);
    const startTimer = timer(env);
    const streamOf = (response) => {
      try {
        return bodyOf(cloneOf(response));
      } catch {
        return void 0;
      }
    };
    return (exchange, { request, response, contentType }, limitMs) => {
      const stream = streamOf(response);
      if (stream === void 0 || stream === null) {
        exchange.finished(stream === null ? void 0 : described(`[Stream: ${mediaType(contentType)}]`));
        return;
      }
      let cancelTimer = nothing2;
      const stopReading = readStart(
        stream,
        { maxBytes: MAX_RESPONSE, contentType },
        {
          finished(body) {
            cancelTimer();
            exchange.finished(body);
          },
          failed(reason, body) {
            cancelTimer();
            exchange.failed(failureText(reason, request.wasAborted()), body);
          }
        }
      );
      if (limitMs !== void 0) cancelTimer = startTimer(stopReading, limitMs);
    };
  }
  function waitingRoom(env, platform) {
    const isUsed = platform.getter("Response", "bodyUsed");
    const startTimer = timer(env);
    const byResponse = createWeakMap();
    const all = createSet();
    const giveUpAll = () => {
      all.each((waiting) => {
        waiting.giveUp();
      });
    };
    const prototype = platform.prototype("Response");
    const stops = WHOLE_BODY_METHODS.map(
      (name) => observeMethod(prototype ?? {}, name, "before", (_args, _wrapper, receiver) => {
        byResponse.get(receiver)?.begin(name === "clone" ? MAX_READING_MS : void 0);
      })
    );
    const stopListening = env.listen("pagehide", giveUpAll);
    return {
      add(exchange, reading, read) {
        const leave = () => {
          all.delete(waiting);
          cancelTimer();
        };
        const waiting = {
          begin(limitMs) {
            if (!all.has(waiting)) return;
            leave();
            read(exchange, reading, limitMs);
          },
          giveUp() {
            leave();
            const what = isUsed(reading.response) === true ? "Stream" : "Not read by the page";
            exchange.finished(described(`[${what}: ${mediaType(reading.contentType)}]`));
          }
        };
        all.add(waiting);
        byResponse.set(objectOf(reading.response), waiting);
        const cancelTimer = startTimer(waiting.giveUp, MAX_WAITING_MS);
      },
      stop() {
        stopListening();
        stops.forEach((stop) => {
          stop();
        });
        giveUpAll();
      }
    };
  }
  function timer(env) {
    const { setTimeout: start, clearTimeout: cancel } = env.window;
    return (task, milliseconds) => {
      const id = apply(start, env.window, [
        () => {
          unnoticed(task);
        },
        milliseconds
      ]);
      return () => {
        apply(cancel, env.window, [id]);
      };
    };
  }
  function hasNoBody(method, status) {
    return method === "HEAD" || status === 204 || status === 205 || status === 304;
  }
  function objectOf(response) {
    if (typeof response !== "object" || response === null) throw new TypeError("not a response");
    return response;
  }
  function nothing2() {
  }

  // packages/capture/src/own-frames.ts
  function ownFrameRemover(window2) {
    const { Error: WindowError } = window2;
    const native = getOwnPropertyDescriptor(new WindowError(), "stack");
    const clean = (error) => {
      const descriptor = getOwnPropertyDescriptor(error, "stack");
      if (descriptor?.get === void 0 || descriptor.get !== native?.get || descriptor.set === void 0)
        return;
      const stack = apply(descriptor.get, error, []);
      if (typeof stack !== "string") return;
      const cleaned = withoutOwnFrames(stack);
      if (cleaned !== stack) apply(descriptor.set, error, [cleaned]);
    };
    return (error) => {
      if (typeof error !== "object" || error === null) return;
      try {
        if (get(WindowError, "prepareStackTrace") === void 0) clean(error);
      } catch {
      }
    };
  }
  function withoutOwnFrames(stack) {
    const first = indexOf(stack, "\n    at ");
    if (first < 0) return stack;
    let start = first;
    for (let end = lineEnd(stack, start); isOwnFrame(slice(stack, start, end)); end = lineEnd(stack, start)) {
      start = end;
    }
    return start === first ? stack : slice(stack, 0, first) + slice(stack, start);
  }
  function lineEnd(stack, start) {
    const end = indexOf(stack, "\n", start + 1);
    return end < 0 ? stack.length : end;
  }
  function isOwnFrame(line) {
    return indexOf(line, `(${OWN_SCHEME}`) > 0 || indexOf(line, `at ${OWN_SCHEME}`) > 0;
  }

  // packages/capture/src/instrument/fetch.ts
  function instrumentFetch(report, env) {
    if (!isCallable(get(env.window, "fetch"))) return () => void 0;
    const platform = platformOf(env.window);
    const readRequest = fetchRequestReader(env, platform);
    const begin = exchanges(report, env);
    const follower = responseFollower(env, platform);
    const removeOwnFrames = ownFrameRemover(env.window);
    const pass = passingOn(env);
    const { prototype: promisePrototype } = env.window.Promise;
    let active = true;
    const start = (args) => {
      let watched;
      unnoticed(() => {
        const request = readRequest(args[0], args[1]);
        const exchange = begin(request.facts);
        if (exchange !== void 0) watched = { exchange, request };
      });
      return watched;
    };
    const watch = (answer, { exchange, request }) => {
      if (!isPromise(answer, promisePrototype)) {
        exchange.forgotten();
        return answer;
      }
      return pass(answer, {
        fulfilled(response) {
          try {
            follower.follow(exchange, request, response);
          } catch {
            exchange.forgotten();
          }
        },
        rejected(reason) {
          removeOwnFrames(reason);
          exchange.failed(failureText(reason, request.wasAborted()));
        }
      });
    };
    const restore = replaceMethod(env.window, "fetch", (original) => {
      const form = {
        fetch(...args) {
          const watched = active && args.length > 0 ? start(args) : void 0;
          const answer = apply(original, this, args);
          return watched === void 0 ? answer : watch(answer, watched);
        }
      };
      return form.fetch;
    });
    return () => {
      active = false;
      restore();
      follower.stop();
    };
  }
  function passingOn(env) {
    const { Promise: WindowPromise } = env.window;
    const { then } = WindowPromise.prototype;
    return (answer, reactions) => new WindowPromise((resolve, reject) => {
      void apply(then, answer, [
        (value) => {
          unnoticed(() => {
            reactions.fulfilled(value);
          });
          resolve(value);
        },
        (reason) => {
          unnoticed(() => {
            reactions.rejected(reason);
          });
          reject(reason);
        }
      ]);
    });
  }
  function isPromise(value, prototype) {
    return typeof value === "object" && value !== null && getPrototypeOf(value) === prototype;
  }

  // packages/capture/src/websocket/key-sets.ts
  var MAX_PARSED_CHARACTERS = 4096;
  var MAX_KEY_SETS = 50;
  function createKeySets() {
    const known2 = createSet();
    return (message) => {
      if (message[0] !== "{" || message.length > MAX_PARSED_CHARACTERS || known2.size() >= MAX_KEY_SETS)
        return false;
      const keys = topLevelKeys(message);
      if (keys === void 0 || known2.has(keys)) return false;
      known2.add(keys);
      return true;
    };
  }
  function topLevelKeys(message) {
    try {
      const value = parseJson(message);
      if (typeof value !== "object" || value === null || isArray(value)) return void 0;
      const keys = sorted(objectKeys(value));
      let text = "";
      for (let index = 0; index < keys.length; index += 1) text += quote(keys[index] ?? "");
      return text;
    } catch {
      return void 0;
    }
  }

  // packages/capture/src/websocket/sampling.ts
  var ALWAYS_FIRST = 5;
  var WINDOW_SECONDS = 5;
  var SLICE_MS = 100;
  var SLICES = WINDOW_SECONDS * 1e3 / SLICE_MS;
  var TIERS = [
    { below: 10, kept: Infinity },
    { below: 50, kept: 10 },
    { below: 200, kept: 5 },
    { below: Infinity, kept: 2 }
  ];
  function createSampler() {
    const countRate = createRateCounter();
    let seen = 0;
    let skipped = 0;
    let lastKept = -Infinity;
    return {
      judge(now, isRemarkable) {
        const rate = countRate(now);
        const kept = keptAt(rate);
        seen += 1;
        if (seen > ALWAYS_FIRST && !isRemarkable && now - lastKept < 1e3 / kept) {
          skipped += 1;
          return "skip";
        }
        const isBusy = kept !== Infinity;
        const sampled = isBusy || skipped > 0 ? { messageRate: rate, keptRate: isBusy ? kept : rate, skipped } : void 0;
        skipped = 0;
        lastKept = now;
        return { sampled };
      }
    };
  }
  function keptAt(rate) {
    for (let index = 0; index < TIERS.length; index += 1) {
      const tier = TIERS[index];
      if (tier !== void 0 && rate < tier.below) return tier.kept;
    }
    return Infinity;
  }
  function createRateCounter() {
    const counts = [];
    for (let index = 0; index < SLICES; index += 1) counts[index] = 0;
    let newest = -Infinity;
    let total = 0;
    const forgetUntil = (slice2) => {
      for (let passed = max(newest + 1, slice2 - SLICES + 1); passed <= slice2; passed += 1) {
        total -= counts[passed % SLICES] ?? 0;
        counts[passed % SLICES] = 0;
      }
      newest = slice2;
    };
    return (now) => {
      const slice2 = max(floor(now / SLICE_MS), newest);
      if (slice2 > newest) forgetUntil(slice2);
      counts[slice2 % SLICES] = (counts[slice2 % SLICES] ?? 0) + 1;
      total += 1;
      return total / WINDOW_SECONDS;
    };
  }

  // packages/capture/src/websocket/connection.ts
  var Connection = class {
    #report;
    #env;
    #describe;
    #id;
    #url;
    #incoming = createTraffic();
    #outgoing = createTraffic();
    constructor(report, env, describe, id, url) {
      this.#report = report;
      this.#env = env;
      this.#describe = describe;
      this.#id = id;
      this.#url = url;
    }
    /** It was created, opened, failed or closed. */
    changed(event, details = {}) {
      if (this.#isWatched()) this.#emit(event, details);
    }
    /** A message came or was sent. */
    message(direction, data) {
      if (this.#report.settings().webSocket !== "messages" || !this.#isWatched()) return;
      const { sampler, hasNewKeys } = direction === "incoming" ? this.#incoming : this.#outgoing;
      const verdict = sampler.judge(this.#env.now(), typeof data === "string" && hasNewKeys(data));
      if (verdict === "skip") return;
      this.#emit("message", { direction, ...this.#describe(data), sampled: verdict.sampled });
    }
    #isWatched() {
      const { webSocket, ownServer } = this.#report.settings();
      return webSocket !== "off" && !isOwn(this.#url, socketOrigin(ownServer));
    }
    #emit(event, details) {
      this.#report.emit("/websocket-events", {
        ts: timestamp(this.#env),
        event,
        id: this.#id,
        url: this.#url,
        pageUrl: documentUrl(this.#env),
        ...details
      });
    }
  };
  function createTraffic() {
    return { sampler: createSampler(), hasNewKeys: createKeySets() };
  }
  function socketOrigin(origin) {
    return origin === void 0 ? void 0 : `ws${slice(origin, 4)}`;
  }

  // packages/capture/src/websocket/message-text.ts
  var MAX_TEXT_CHARACTERS = 4096;
  var MAX_COUNTED_CHARACTERS = 65536;
  var SMALL_BINARY_BYTES = 256;
  var PREVIEW_BYTES = 64;
  var MAGIC_BYTES = 8;
  var HEX_DIGITS2 = "0123456789abcdef";
  function messageDescriber(window2, platform) {
    const encoder = new window2.TextEncoder();
    const { encode: encode2 } = window2.TextEncoder.prototype;
    const blobSize = platform.getter("Blob", "size");
    const blobType = platform.getter("Blob", "type");
    const byteCount = (text2) => text2.length > MAX_COUNTED_CHARACTERS ? text2.length : byteLengthOf(apply(encode2, encoder, [text2]));
    const text = (message) => {
      const truncated = message.length > MAX_TEXT_CHARACTERS;
      const shown = truncated ? slice(message, 0, MAX_TEXT_CHARACTERS) : message;
      return { data: maskText(shown), size: byteCount(message), truncated };
    };
    return (data) => {
      if (typeof data === "string") return text(data);
      if (typeof data !== "object" || data === null) return text(plainText(data));
      if (isBytes(data)) return bytes(data);
      try {
        const size = numberFrom(blobSize(data));
        return { data: binaryText(size, textFrom(blobType(data))), size, truncated: false };
      } catch {
        return { data: "[Object]", size: 0, truncated: false };
      }
    };
  }
  function bytes(data) {
    const size = byteLengthOf(data);
    const isSmall = size < SMALL_BINARY_BYTES;
    const shown = hex2(firstBytes(data, isSmall ? PREVIEW_BYTES : MAGIC_BYTES));
    const isWhole = isSmall && size <= PREVIEW_BYTES;
    return { data: `[Binary: ${size} bytes] ${shown}${isWhole ? "" : "…"}`, size, truncated: !isWhole };
  }
  function hex2(view) {
    let text = "";
    for (let index = 0; index < byteLengthOf(view); index += 1) {
      const byte = view[index] ?? 0;
      text += `${HEX_DIGITS2[byte >> 4] ?? ""}${HEX_DIGITS2[byte & 15] ?? ""}`;
    }
    return text;
  }

  // packages/capture/src/instrument/websocket.ts
  var CAPTURE2 = true;
  function instrumentWebSocket(report, env) {
    const platform = platformOf(env.window);
    const prototype = platform.prototype("WebSocket");
    if (prototype === void 0) return () => void 0;
    const describe = messageDescriber(env.window, platform);
    const urlOf = platform.getter("WebSocket", "url");
    const removeOwnFrames = ownFrameRemover(env.window);
    const connections = createWeakMap();
    const observe = socketObserver(platform);
    let count = 0;
    let active = true;
    const created = (socket) => {
      count += 1;
      const connection = new Connection(report, env, describe, `socket-${count}`, textFrom(urlOf(socket)));
      connections.set(socket, connection);
      observe(socket, connection, () => active);
      connection.changed("connecting");
    };
    const restore = replaceConstructor(env.window, "WebSocket", prototype, created, removeOwnFrames);
    const stopSend = followMethod(prototype, "send", {
      returned: (socket, args) => {
        connections.get(socket)?.message("outgoing", args[0]);
      },
      threw: (_socket, error) => {
        removeOwnFrames(error);
      }
    });
    return () => {
      active = false;
      stopSend();
      restore();
    };
  }
  function socketObserver(platform) {
    const listen = platform.method("EventTarget", "addEventListener");
    const dataOf = platform.getter("MessageEvent", "data");
    const codeOf = platform.getter("CloseEvent", "code");
    const reasonOf = platform.getter("CloseEvent", "reason");
    return (socket, connection, isActive) => {
      const on = (type, react) => {
        const listener = (event) => {
          if (isActive() && event.isTrusted)
            unnoticed(() => {
              react(event);
            });
        };
        listen(socket, type, listener, CAPTURE2);
      };
      on("open", () => {
        connection.changed("open");
      });
      on("message", (event) => {
        connection.message("incoming", dataOf(event));
      });
      on("error", () => {
        connection.changed("error");
      });
      on("close", (event) => {
        connection.changed("close", { code: numberFrom(codeOf(event)), reason: textFrom(reasonOf(event)) });
      });
    };
  }
  var OriginalProxy = Proxy;
  function replaceConstructor(window2, name, prototype, created, removeOwnFrames) {
    const original = getOwnPropertyDescriptor(window2, name)?.value;
    if (!isCallable(original)) return () => void 0;
    const handler = bareObject();
    handler.construct = (target, args, newTarget) => {
      const object = constructed(target, args, newTarget, removeOwnFrames);
      unnoticed(() => {
        created(object);
      });
      return object;
    };
    const replacement = new OriginalProxy(original, handler);
    rememberDisguise(replacement, original);
    const restores = [
      replaceValue(window2, name, replacement),
      replaceValue(prototype, "constructor", replacement)
    ];
    return () => {
      restores.forEach((restore) => {
        restore();
      });
    };
  }
  function constructed(target, args, newTarget, removeOwnFrames) {
    try {
      return construct(target, args, newTarget);
    } catch (error) {
      removeOwnFrames(error);
      throw error;
    }
  }
  function replaceValue(owner, name, value) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    if (descriptor === void 0 || !defineProperty(owner, name, { ...descriptor, value }))
      return () => void 0;
    return () => {
      if (getOwnPropertyDescriptor(owner, name)?.value === value) defineProperty(owner, name, descriptor);
    };
  }

  // packages/capture/src/network/xhr-response.ts
  function xhrResponseReader(env, platform) {
    const responseType = platform.getter("XMLHttpRequest", "responseType");
    const responseText = platform.getter("XMLHttpRequest", "responseText");
    const response = platform.getter("XMLHttpRequest", "response");
    const blobSize = platform.getter("Blob", "size");
    const readBlob = blobReader(env.window, platform);
    const decode = byteDecoder(env.window);
    const serializer = createSerializer(env);
    const bytes2 = (buffer, contentType) => {
      if (typeof buffer !== "object" || buffer === null) return void 0;
      const size = byteLengthOf(buffer);
      if (!isText(contentType)) return described(binaryText(size, contentType));
      const { text } = textBody(decode(buffer, MAX_RESPONSE), MAX_RESPONSE, contentType);
      return { text, truncated: size > MAX_RESPONSE };
    };
    const blob = (value, contentType, done) => {
      if (typeof value === "object" && value !== null && isText(contentType))
        readBlob(value, MAX_RESPONSE, contentType, done);
      else done(described(binaryText(accepts(blobSize, value) ? numberFrom(blobSize(value)) : 0, contentType)));
    };
    return (xhr, headers, done) => {
      const contentType = headers["content-type"] ?? "";
      switch (responseType(xhr)) {
        case "":
        case "text":
          done(textual(textFrom(responseText(xhr)), contentType));
          return;
        case "json":
          done(textBody(serializer.one(response(xhr)), MAX_RESPONSE, "application/json"));
          return;
        case "arraybuffer":
          done(bytes2(response(xhr), contentType));
          return;
        case "blob":
          blob(response(xhr), contentType, done);
          return;
        default:
          done(described(`[Document: ${mediaType(contentType)}]`));
      }
    };
  }
  function textual(text, contentType) {
    return contentKind(contentType) === "binary" ? described(binaryText(void 0, contentType)) : textBody(text, MAX_RESPONSE, contentType);
  }
  function isText(contentType) {
    return contentType !== "" && contentKind(contentType) === "text";
  }

  // packages/capture/src/network/xhr-requests.ts
  var OPENED = 1;
  var DONE = 4;
  var END_EVENTS = ["load", "abort", "error", "timeout"];
  var CAPTURE3 = true;
  var XhrRequests = class {
    #requests = createWeakMap();
    #begin;
    #addresses;
    #describeBody;
    #readResponse;
    #object;
    #active = true;
    constructor(env, platform, begin) {
      this.#begin = begin;
      this.#addresses = createAddresses(env, platform);
      this.#describeBody = bodyDescriber(env.window, platform);
      this.#readResponse = xhrResponseReader(env, platform);
      this.#object = accessors(platform);
    }
    /** `open` is called. A page that does so before `load` was fired takes the response away. */
    opening(xhr) {
      if (this.#object.state(xhr) === DONE) this.#end(xhr, void 0);
    }
    /** `open` succeeded; it silently ends a request under way. */
    opened(xhr, [method, url, isAsync]) {
      if (typeof xhr !== "object" || xhr === null) return;
      this.#end(xhr, ABORTED);
      this.#requests.set(xhr, {
        method: upperCase(plainText(method)),
        address: this.#addresses.resolve(this.#object.address(url)),
        isSynchronous: isAsync !== void 0 && !isAsync,
        headers: new HeaderCollector(),
        exchange: void 0
      });
    }
    headerSet(xhr, [name, value]) {
      this.#requests.get(xhr)?.headers.add(name, value);
    }
    /** `send` is called; it may still refuse. */
    sending(xhr, body) {
      const request = this.#requests.get(xhr);
      if (request === void 0 || request.exchange !== void 0 || this.#object.state(xhr) !== OPENED) return;
      request.exchange = this.#begin(this.#facts(xhr, request, body));
      for (let index = 0; index < END_EVENTS.length; index += 1)
        this.#object.listen(xhr, END_EVENTS[index], this.#onEnd, CAPTURE3);
    }
    /** `send` returned: a synchronous request is over. */
    sent(xhr) {
      if (this.#requests.get(xhr)?.isSynchronous === true) this.#end(xhr, void 0);
    }
    /** `send` threw: a synchronous request failed. An asynchronous one sent twice throws too, and goes on. */
    notSent(xhr, error) {
      if (this.#requests.get(xhr)?.isSynchronous === true) this.#end(xhr, failureText(error, false));
    }
    stop() {
      this.#active = false;
    }
    #onEnd = (event) => {
      unnoticed(() => {
        if (!this.#active || !event.isTrusted) return;
        this.#end(this.#object.target(event), failureOf(textFrom(this.#object.eventType(event))));
      });
    };
    #facts(xhr, request, sent) {
      const { method, address, headers } = request;
      const hasBody = method !== "GET" && method !== "HEAD";
      const body = hasBody ? this.#describeBody(sent, headers.values["content-type"] ?? "") : void 0;
      if (headers.values["content-type"] === void 0) headers.add("content-type", body?.impliedType);
      const credentials = this.#object.withCredentials(xhr) === true ? "include" : "same-origin";
      const cookies = this.#addresses.cookies(address, credentials);
      return { method, url: address.url, headers: headers.values, body, credentials, cookies };
    }
    #end(xhr, failure) {
      const request = this.#requests.get(xhr);
      const exchange = request?.exchange;
      if (request === void 0 || exchange === void 0) return;
      request.exchange = void 0;
      if (failure === void 0) this.#answered(xhr, exchange);
      else exchange.failed(failure);
    }
    #answered(xhr, exchange) {
      const headers = parseHeaders(textFrom(this.#object.responseHeaders(xhr)));
      const statusText = textFrom(this.#object.statusText(xhr));
      exchange.answered({ status: numberFrom(this.#object.status(xhr)), statusText, headers });
      if (!exchange.wantsBody()) exchange.finished(void 0);
      else
        this.#readResponse(xhr, headers, (body) => {
          exchange.finished(body);
        });
    }
  };
  function accessors(platform) {
    const urlText = platform.getter("URL", "href");
    return {
      state: platform.getter("XMLHttpRequest", "readyState"),
      status: platform.getter("XMLHttpRequest", "status"),
      statusText: platform.getter("XMLHttpRequest", "statusText"),
      withCredentials: platform.getter("XMLHttpRequest", "withCredentials"),
      responseHeaders: platform.method("XMLHttpRequest", "getAllResponseHeaders"),
      listen: platform.method("EventTarget", "addEventListener"),
      target: platform.getter("Event", "currentTarget"),
      eventType: platform.getter("Event", "type"),
      address: (url) => typeof url === "object" && url !== null ? textFrom(urlText(url)) : plainText(url)
    };
  }
  function failureOf(eventType) {
    if (eventType === "load") return void 0;
    if (eventType === "abort") return ABORTED;
    return eventType === "timeout" ? "timeout" : "network error";
  }

  // packages/capture/src/instrument/xhr.ts
  function instrumentXhr(report, env) {
    const platform = platformOf(env.window);
    const prototype = platform.prototype("XMLHttpRequest");
    if (prototype === void 0) return () => void 0;
    const requests = new XhrRequests(env, platform, exchanges(report, env));
    const removeOwnFrames = ownFrameRemover(env.window);
    const uninstalls = [
      followMethod(prototype, "open", {
        before: (xhr) => {
          requests.opening(xhr);
        },
        returned: (xhr, args) => {
          requests.opened(xhr, args);
        },
        threw: (_xhr, error) => {
          removeOwnFrames(error);
        }
      }),
      followMethod(prototype, "setRequestHeader", {
        returned: (xhr, args) => {
          requests.headerSet(xhr, args);
        },
        threw: (_xhr, error) => {
          removeOwnFrames(error);
        }
      }),
      followMethod(prototype, "send", {
        before: (xhr, args) => {
          requests.sending(xhr, args[0]);
        },
        returned: (xhr) => {
          requests.sent(xhr);
        },
        threw: (xhr, error) => {
          removeOwnFrames(error);
          requests.notSent(xhr, error);
        }
      })
    ];
    return () => {
      requests.stop();
      uninstalls.forEach((uninstall) => {
        uninstall();
      });
    };
  }

  // packages/capture/src/mask-source.ts
  function maskSource(window2) {
    return replaceMethod(window2.Function.prototype, "toString", (original) => {
      const form = {
        toString() {
          return apply(original, undisguised(this), []);
        }
      };
      return form.toString;
    });
  }

  // packages/wire/src/endpoint.ts
  var ENTRY_SEPARATOR = ",\n";

  // packages/capture/src/sink.ts
  function createBatches(env, sink, limits) {
    let endpoint = "/logs";
    let lines = "";
    let count = 0;
    let scheduled = false;
    const flush = () => {
      if (count === 0) return;
      const batch = lines;
      lines = "";
      count = 0;
      try {
        sink.send(endpoint, batch);
      } catch {
      }
    };
    const flushLater = () => {
      if (scheduled) return;
      scheduled = true;
      env.queueMicrotask(() => {
        scheduled = false;
        flush();
      });
    };
    const add = (target, entry) => {
      if (target !== endpoint || lines.length + entry.length > limits.characters) flush();
      endpoint = target;
      lines += count === 0 ? entry : `${ENTRY_SEPARATOR}${entry}`;
      count += 1;
      if (count >= limits.entries) flush();
      else flushLater();
    };
    return { add, flush };
  }

  // packages/capture/src/start.ts
  var DEFAULT_LIMITS = { entries: 500, characters: 262144 };
  var INSTRUMENTS = [
    instrumentConsole,
    instrumentExceptions,
    instrumentFetch,
    instrumentXhr,
    instrumentWebSocket
  ];
  var INSTALLED = /* @__PURE__ */ Symbol.for("gasoline.capture");
  function startCapture(env, sink, options = {}) {
    if (!claim(env.window)) return () => void 0;
    const batches = createBatches(env, sink, options.limits ?? DEFAULT_LIMITS);
    const report = {
      ...createEmit(env, batches, options.identity ?? {}),
      settings: options.settings ?? (() => CAPTURE_ALL),
      activity: createActivity()
    };
    const uninstalls = [maskSource(env.window), ...INSTRUMENTS.map((instrument) => instrument(report, env))];
    return () => {
      uninstalls.reverse().forEach((uninstall) => {
        uninstall();
      });
      batches.flush();
      sink.close();
      Reflect.deleteProperty(env.window, INSTALLED);
    };
  }
  function claim(window2) {
    if (Object.hasOwn(window2, INSTALLED)) return false;
    return Reflect.defineProperty(window2, INSTALLED, { value: true, configurable: true });
  }

  // packages/extension/src/channel.ts
  var OFFER = "gasoline:offer";
  var REQUEST = "gasoline:request";
  var ACCEPT = "accept";
  var ENTRIES = "entries";
  function offerChannel(window2) {
    const { document, CustomEvent: CustomEvent2, MouseEvent: MouseEvent2, Reflect: Reflect2 } = window2;
    const { addEventListener, removeEventListener, dispatchEvent } = window2.EventTarget.prototype;
    const { apply: apply2 } = Reflect2;
    const node = document.createElement("i");
    const offer = () => {
      apply2(dispatchEvent, document, [new MouseEvent2(OFFER, { relatedTarget: node })]);
    };
    const withdraw = () => {
      apply2(removeEventListener, document, [REQUEST, offer, true]);
      apply2(removeEventListener, node, [ACCEPT, withdraw]);
    };
    apply2(addEventListener, document, [REQUEST, offer, true]);
    apply2(addEventListener, node, [ACCEPT, withdraw]);
    offer();
    return (endpoint, lines) => {
      apply2(dispatchEvent, node, [new CustomEvent2(ENTRIES, { detail: `${endpoint}
${lines}` })]);
    };
  }

  // packages/extension/src/page.ts
  var send = offerChannel(window);
  startCapture(createEnv(window), { send, close: () => void 0 });
})();
//# sourceURL=gasoline:page.js
