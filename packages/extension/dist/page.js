// Gasoline 0.1.0: runs in the page. Built from packages/extension/src/page.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/capture/src/callable.ts
  function isCallable(value) {
    return typeof value === "function";
  }

  // packages/capture/src/primordials.ts
  var { apply, defineProperty, get, getOwnPropertyDescriptor, getPrototypeOf, set } = Reflect;
  var { keys: objectKeys, hasOwn } = Object;
  var { isArray } = Array;
  var { isView } = ArrayBuffer;
  var { isFinite: isFiniteNumber } = Number;
  var { min } = Math;
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
  var objectTag = uncurried(Object.prototype.toString);
  var slice = uncurried(String.prototype.slice);
  var indexOf = uncurried(
    String.prototype.indexOf
  );
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
  var createObject = Object.create;
  function bareObject() {
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
      const wrapper = methodCalling(original, moment, (args) => {
        if (active)
          unnoticed(() => {
            observe(args, wrapper);
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
        notify(args);
        return apply(original, this, args);
      },
      after(...args) {
        try {
          return apply(original, this, args);
        } finally {
          notify(args);
        }
      }
    };
    return forms[moment];
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
  function hex(bytes) {
    let text = "";
    for (let index = 0; index < ID_BYTES; index += 1) {
      const byte = bytes[index] ?? 0;
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
  var MAX_FRAME_CHARACTERS = 3e3;
  var LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;
  function firstPageFrame(stack) {
    for (let start = 0; start <= stack.length; ) {
      const next = indexOf(stack, "\n", start);
      const end = next < 0 ? stack.length : next;
      const frame = end - start > MAX_FRAME_CHARACTERS ? null : execute(FRAME, slice(stack, start, end));
      const url = frame?.[1];
      if (url !== void 0 && !isExtension(url)) return place(url, frame?.[2] ?? "");
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
  function isExtension(url) {
    return indexOf(url, "chrome-extension:") === 0 || indexOf(url, "moz-extension:") === 0;
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
    return filename === "" ? {} : { source: place(filename, lineno), filename, lineno, colno };
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
  var INSTRUMENTS = [instrumentConsole, instrumentExceptions];
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
