// Gasoline 0.1.0: runs in the page. Built from packages/gasoline-ci/src/index.ts by scripts/build.mjs, do not edit.
"use strict"; try {
"use strict";
(() => {
  // packages/gasoline-capture/src/primordials.ts
  var { apply, deleteProperty, get, getPrototypeOf, set } = Reflect;
  var { defineProperty: defineAsTold } = Reflect;
  var construct = Reflect.construct;
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
  var quote = JSON.stringify;
  var parseJson = JSON.parse;
  var nativeTag = uncurried(Object.prototype.toString);
  var { toStringTag } = Symbol;
  var MAX_PROTOTYPES = 100;
  function findProperty(object, name) {
    let owner = object;
    for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
      if (hasOwn(owner, name)) return getOwnPropertyDescriptor(owner, name);
      owner = getPrototypeOf(owner);
    }
    return void 0;
  }
  function inherits(object, prototype) {
    let owner = object;
    for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
      if (owner === prototype) return true;
      owner = getPrototypeOf(owner);
    }
    return false;
  }
  function objectTag(value) {
    if (typeof value !== "object" || value === null || isView(value)) return nativeTag(value);
    const tag = findProperty(value, toStringTag);
    return tag === void 0 || hasOwn(tag, "value") ? nativeTag(value) : "[object Object]";
  }
  var BrowserPromise = /* @__PURE__ */ promiseClass();
  function promiseClass() {
    const resting = async () => Promise.resolve();
    const constructor = get(resting(), "constructor");
    return isPromiseClass(constructor) ? constructor : Promise;
  }
  function isPromiseClass(value) {
    return typeof value === "function";
  }
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
  var WeakReference = WeakRef;
  var dereference = uncurried(WeakRef.prototype.deref);
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
  var eachMember = uncurried(Set.prototype.forEach);
  var { Set: OriginalSet, WeakMap: OriginalWeakMap } = globalThis;
  function createSet() {
    const members = new OriginalSet();
    return {
      has: (item) => hasMember(members, item),
      add: (item) => void addMember(members, item),
      delete: (item) => void removeMember(members, item),
      size: () => setSize(members),
      each: (visit) => {
        eachMember(members, (item) => {
          visit(item);
        });
      }
    };
  }
  var recall = uncurried(
    WeakMap.prototype.get
  );
  var remember = uncurried(WeakMap.prototype.set);
  function createWeakMap() {
    const map = new OriginalWeakMap();
    return {
      get: (key) => typeof key === "object" && key !== null ? recall(map, key) : void 0,
      set: (key, value) => void remember(map, key, value)
    };
  }
  var createObject = Object.create;
  function bareObject() {
    return createObject(null);
  }
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
  function append(list, item) {
    const { length } = list;
    if (getPrototypeOf(arrayPrototype) === objectPrototype && !(length in arrayPrototype)) list[length] = item;
    else defineAsTold(list, length, new Member(item));
  }
  function without(list, one) {
    const others = [];
    for (let index = 0; index < list.length; index += 1) {
      const other = list[index];
      if (other !== void 0 && other !== one) append(others, other);
    }
    return others;
  }
  function defineProperty(owner, name, description) {
    const own = { __proto__: null, ...description };
    return defineAsTold(owner, name, own);
  }

  // packages/gasoline-capture/src/quiet.ts
  function quiet(callback) {
    return (...args) => {
      try {
        callback(...args);
      } catch {
      }
    };
  }

  // packages/gasoline-capture/src/vitals-globals.ts
  var { addEventListener, removeEventListener } = EventTarget.prototype;
  var { setTimeout, queueMicrotask, requestIdleCallback, cancelIdleCallback, requestAnimationFrame } = globalThis;
  var OriginalObserver = globalThis.PerformanceObserver ?? class {
  };
  var { disconnect } = OriginalObserver.prototype;
  var { abort } = AbortController.prototype;
  var silenced = /* @__PURE__ */ new WeakMap();
  var remember2 = silenced.set.bind(silenced);
  var recall2 = silenced.get.bind(silenced);
  var listening = new AbortController();
  var { signal } = listening;
  var observers = [];
  function listen(type, listener, options) {
    const silent = recall2(listener) ?? quiet(listener);
    remember2(listener, silent);
    const once = typeof options === "object" && options.once === true;
    apply(addEventListener, globalThis, [type, silent, { capture: true, once, signal }]);
  }
  function unlisten(type, listener) {
    apply(removeEventListener, globalThis, [type, recall2(listener), true]);
  }
  function later(task, milliseconds) {
    return apply(setTimeout, globalThis, [quiet(task), milliseconds]);
  }
  function soon(task) {
    apply(queueMicrotask, globalThis, [quiet(task)]);
  }
  function nextFrame(task) {
    return apply(requestAnimationFrame, globalThis, [quiet(task)]);
  }
  function whenIdle(task, options) {
    if (typeof requestIdleCallback !== "function") return later(task);
    return apply(requestIdleCallback, globalThis, [quiet(task), options]);
  }
  function notWhenIdle(handle) {
    if (typeof cancelIdleCallback === "function") apply(cancelIdleCallback, globalThis, [handle]);
  }
  var SilentObserver = class extends OriginalObserver {
    constructor(callback) {
      super(quiet(callback));
      append(observers, this);
    }
  };
  function releaseGlobals() {
    apply(abort, listening, []);
    observers.forEach((observer) => {
      apply(disconnect, observer, []);
    });
  }

  // packages/gasoline-capture/src/callable.ts
  function isCallable(value) {
    return typeof value === "function";
  }

  // packages/gasoline-capture/src/disguise.ts
  var disguises = createDisguises();
  var OriginalProxy = Proxy;
  function standIn(original, trap, isNeeded) {
    const handler = disguiseHandler();
    if (isNeeded === void 0) handler.apply = trap;
    else defineProperty(handler, "apply", { get: () => isNeeded() ? trap : void 0 });
    return disguisedProxy(original, handler);
  }
  function disguisedProxy(original, handler) {
    const proxy = new OriginalProxy(original, handler);
    disguises.remember(proxy, original);
    return proxy;
  }
  function disguiseHandler() {
    const handler = bareObject();
    handler.get = (target, name) => get(target, name);
    return handler;
  }
  function undisguised(value) {
    return typeof value === "function" ? disguises.recall(value) ?? value : value;
  }
  function shareDisguises(offered) {
    if (isDisguises(offered)) disguises = offered;
    const { recall: recall3, remember: remember3 } = disguises;
    return { recall: recall3, remember: remember3 };
  }
  function createDisguises() {
    const originals = /* @__PURE__ */ new WeakMap();
    return Object.freeze({
      recall: originals.get.bind(originals),
      remember: originals.set.bind(originals)
    });
  }
  function isDisguises(value) {
    if (typeof value !== "object" || value === null) return false;
    return isCallable(get(value, "recall")) && isCallable(get(value, "remember"));
  }

  // packages/gasoline-capture/src/page-frame.ts
  var FRAME = /^(?:\s+at (?:async )?(?:.*? \(|.*, )?|[^@\s]*@)([^\s()]\S*):(\d+):\d+\)?$/;
  var FRAME_START = /^\s+at (?:async )?/;
  var OWN_SCHEME = "gasoline:";
  var MAX_FRAME_CHARACTERS = 3e3;
  var LAST_SEGMENT = /([^/?#]*)(?:[?#].*)?$/;
  function firstPageFrame(stack) {
    return first(stack, (_line, url, line) => place(url, line));
  }
  function firstFrameText(stack) {
    return first(stack, (text) => slice(text, execute(FRAME_START, text)?.[0].length ?? 0));
  }
  function first(stack, found2) {
    for (let start2 = 0; start2 <= stack.length; ) {
      const next2 = indexOf(stack, "\n", start2);
      const end = next2 < 0 ? stack.length : next2;
      const text = slice(stack, start2, end);
      const frame = end - start2 > MAX_FRAME_CHARACTERS ? null : execute(FRAME, text);
      const url = frame?.[1];
      if (url !== void 0 && !isForeign(url)) return found2(text, url, frame?.[2] ?? "");
      start2 = end + 1;
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

  // packages/gasoline-capture/src/own-frames.ts
  function ownFrameRemover(window2) {
    const { Error: WindowError } = window2;
    let native;
    const nativeStack = () => {
      native ??= getOwnPropertyDescriptor(new WindowError(), "stack");
      return native;
    };
    const clean = (error) => {
      const descriptor = getOwnPropertyDescriptor(error, "stack");
      if (descriptor?.get === void 0 || descriptor.set === void 0) return;
      if (descriptor.get !== nativeStack()?.get) return;
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
  var removeOwnFrames = ownFrameRemover(globalThis);
  function withoutOwnFrames(stack) {
    const first3 = indexOf(stack, "\n    at ");
    if (first3 < 0 || indexOf(stack, OWN_SCHEME, first3) < 0) return stack;
    let cleaned = slice(stack, 0, first3);
    for (let start2 = first3; start2 < stack.length; ) {
      const end = lineEnd(stack, start2);
      const line = slice(stack, start2, end);
      if (!isOwnFrame(line)) cleaned += line;
      start2 = end;
    }
    return cleaned;
  }
  function lineEnd(stack, start2) {
    const end = indexOf(stack, "\n", start2 + 1);
    return end < 0 ? stack.length : end;
  }
  function isOwnFrame(line) {
    return indexOf(line, `(${OWN_SCHEME}`) > 0 || indexOf(line, `at ${OWN_SCHEME}`) > 0;
  }

  // packages/gasoline-capture/src/patch.ts
  function replaceMethod(owner, name, make, isNeeded) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    const original = descriptor?.value;
    if (descriptor === void 0 || !isCallable(original)) return nothing;
    const replacement = standIn(original, make(original), isNeeded);
    if (!defineProperty(owner, name, { ...descriptor, value: replacement })) return nothing;
    return () => {
      const current = getOwnPropertyDescriptor(owner, name)?.value;
      if (current === replacement) defineProperty(owner, name, descriptor);
    };
  }
  function observeMethod(owner, name, moment, observe) {
    let active = true;
    const restore = replaceMethod(owner, name, (original) => {
      const trap = trapCalling(original, moment, (args, receiver) => {
        if (active)
          unnoticed(() => {
            observe(args, trap, receiver);
          });
      });
      return trap;
    });
    return () => {
      active = false;
      restore();
    };
  }
  function observeSetter(owner, name, observe) {
    const descriptor = getOwnPropertyDescriptor(owner, name);
    const original = descriptor?.set;
    if (descriptor === void 0 || !isCallable(original)) return nothing;
    let active = true;
    const trap = trapCalling(original, "after", ([value]) => {
      if (active)
        unnoticed(() => {
          observe(value);
        });
    });
    const set2 = standIn(original, trap);
    if (!defineProperty(owner, name, { ...descriptor, set: set2 })) return nothing;
    return () => {
      active = false;
      if (getOwnPropertyDescriptor(owner, name)?.set === set2) defineProperty(owner, name, descriptor);
    };
  }
  function trapCalling(original, moment, notify) {
    return (_target, receiver, args) => {
      if (moment === "before") notify(args, receiver);
      try {
        return apply(original, receiver, args);
      } catch (error) {
        removeOwnFrames(error);
        throw error;
      } finally {
        if (moment === "after") notify(args, receiver);
      }
    };
  }
  function followMethod(owner, name, moments) {
    let active = true;
    const note = (task) => {
      if (active) unnoticed(task);
    };
    const restore = replaceMethod(owner, name, (original) => {
      const trap = (_target, receiver, args) => {
        note(() => moments.before?.(receiver, args, trap));
        let result;
        try {
          result = apply(original, receiver, args);
        } catch (error) {
          note(() => moments.threw?.(receiver, error));
          throw error;
        }
        note(() => moments.returned?.(receiver, args, result));
        return result;
      };
      return trap;
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

  // packages/gasoline-capture/src/enrichment/list.ts
  function first2(list, ask) {
    let answer;
    for (let index = 0; index < list.length && answer === void 0; index += 1) {
      const item = list[index];
      if (item !== void 0) answer = ask(item);
    }
    return answer;
  }
  function each(list, visit) {
    first2(list, (item) => {
      visit(item);
    });
  }
  function collected(list, limit, make) {
    const results = [];
    first2(list, (item) => {
      if (results.length >= limit) return true;
      const result = make(item);
      if (result !== void 0) append(results, result);
      return void 0;
    });
    return results;
  }
  function reversed(list) {
    const turned = [];
    for (let index = list.length - 1; index >= 0; index -= 1) {
      const item = list[index];
      if (item !== void 0) append(turned, item);
    }
    return turned;
  }

  // packages/gasoline-capture/src/own-data.ts
  function ownData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value") ? descriptor.value : void 0;
  }

  // packages/gasoline-capture/src/enrichment/page-object.ts
  function objectAt(object, name) {
    const value = ownData(object, name);
    return isObject(value) ? value : void 0;
  }
  function objectAlong(start2, ...names) {
    let found2 = start2;
    first2(names, (name) => {
      found2 = found2 === void 0 ? void 0 : objectAt(found2, name);
      return found2 === void 0 ? true : void 0;
    });
    return found2;
  }
  function textAt(object, name) {
    const value = ownData(object, name);
    return typeof value === "string" && value !== "" ? value : void 0;
  }
  function numberAt(object, name) {
    const value = ownData(object, name);
    return typeof value === "number" ? value : 0;
  }
  function isObject(value) {
    return typeof value === "object" && value !== null || typeof value === "function";
  }
  function hasMembers(object, ...names) {
    return first2(names, (name) => hasOwn(object, name) ? void 0 : true) !== true;
  }
  var MAX_NAME_CHARACTERS = 60;
  var UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  function cleanName(name) {
    const short = slice(name, 0, MAX_NAME_CHARACTERS);
    if (execute(UNPRINTABLE, short) === null) return short;
    let clean = "";
    for (let index = 0; index < short.length; index += 1) {
      const character = short[index] ?? "";
      if (execute(UNPRINTABLE, character) === null) clean += character;
    }
    return clean;
  }
  function keysOf(object, limit, isKey) {
    return collected(
      rawKeysOf(object),
      limit,
      (name) => isKey === void 0 || isKey(name) ? cleanName(name) : void 0
    );
  }
  function rawKeysOf(object) {
    try {
      return objectKeys(object);
    } catch {
      return [];
    }
  }
  function byteLength(text) {
    let bytes2 = text.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = characterCodeAt(text, index);
      bytes2 += code < 128 ? 0 : min(2, code >> 7);
    }
    return bytes2;
  }

  // packages/gasoline-capture/src/enrichment/component-stack.ts
  var MAX_ARGUMENTS = 5;
  var MAX_NAMES = 50;
  var MAX_CHARACTERS = 1e5;
  var REACT_MESSAGE = /error occurred in the <([^<>\n]{1,200})> component/;
  var REACT_STACK = /^\n {4}(?:at|in) |component:\n+ {4}(?:at|in) /;
  var REACT_LINE = /\n {4}(at|in) ([^\s(]{1,200})(?: \((.{1,2000})\))?/g;
  var VUE_STACK = /^\[Vue warn\]: [^\n]*error during execution/;
  var VUE_LINE = /^ at <([^\s<>]{1,200})/;
  function componentStackIn(args) {
    for (let index = 0; index < args.length && index < MAX_ARGUMENTS; index += 1) {
      const text = args[index];
      if (typeof text !== "string" || text.length > MAX_CHARACTERS) continue;
      if (execute(VUE_STACK, text) !== null) return vueStack(args);
      const names = execute(REACT_STACK, text) === null ? [] : reactNames(text);
      if (names.length > 0) return { framework: "react", names, isWhole: true, text };
      const [, name] = execute(REACT_MESSAGE, text) ?? [];
      if (name !== void 0) return { framework: "react", names: [cleanName(name)], isWhole: false };
    }
    return void 0;
  }
  function reactNames(text) {
    const names = [];
    REACT_LINE.lastIndex = 0;
    for (let match = execute(REACT_LINE, text); match !== null && names.length < MAX_NAMES; match = execute(REACT_LINE, text)) {
      const [, word, name = "", place2 = ""] = match;
      if (isComponentName(name) || word === "at" && indexOf(place2, ":") > 0) append(names, cleanName(name));
    }
    return names;
  }
  function isComponentName(name) {
    const first3 = slice(name, 0, 1);
    return first3 < "a" || first3 > "z";
  }
  function vueStack(args) {
    const names = collected(args, MAX_NAMES, (text) => {
      const [, name] = typeof text === "string" ? execute(VUE_LINE, text) ?? [] : [];
      return name === void 0 ? void 0 : cleanName(name);
    });
    return names.length === 0 ? void 0 : { framework: "vue", names, isWhole: true };
  }

  // packages/gasoline-capture/src/json.ts
  var JsonText = class {
    constructor(text) {
      this.text = text;
    }
    text;
  };
  function encodeString(text) {
    return isPlain(text) ? `"${text}"` : quote(wellFormed(text));
  }
  var LONGEST_LOOKED_AT = 40;
  function isPlain(text) {
    if (text.length > LONGEST_LOOKED_AT) return false;
    for (let index = 0; index < text.length; index += 1) {
      const code = characterCodeAt(text, index);
      if (code < 32 || code > 126 || code === 34 || code === 92) return false;
    }
    return true;
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
      if (value !== void 0) text += `${text && ","}${memberName(name)}:${encode(value)}`;
    }
    return text;
  }
  var memberNames = bareRecord();
  var knownNames = 0;
  var MAX_KNOWN_NAMES = 500;
  var LONGEST_KNOWN_NAME = 50;
  function memberName(name) {
    const known = memberNames[name];
    if (known !== void 0) return known;
    const text = encodeString(name);
    if (knownNames < MAX_KNOWN_NAMES && name.length <= LONGEST_KNOWN_NAME) {
      knownNames += 1;
      memberNames[name] = text;
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

  // packages/gasoline-capture/src/enrichment/ancestry.ts
  var MAX_COMPONENTS = 10;
  var MAX_COUNTED = 100;
  var UNKNOWN = { name: "(unknown)" };
  var MAX_BYTES = 5120;
  var NO_ELEMENT = "no element to start from: nothing has the focus, and no action came just before";
  var NO_FRAMEWORK = "the element belongs to no component of React, Vue or Svelte";
  function ancestryOf(clues, isLate) {
    const { origins, stack } = clues;
    const around = ({ framework, trace, near, handling }) => {
      const components = trace.components(MAX_COUNTED, isLate);
      const isKnown = framework === "react" ? handling !== "nothing" && trace.isThere?.() === true : handling === "handler";
      return components.length > 0 ? { framework, components, near: isKnown ? void 0 : near } : void 0;
    };
    const boundary = caught(clues, isLate);
    const element = boundary === void 0 ? first2(origins, around) : void 0;
    const found2 = boundary ?? element;
    if (stack !== void 0 && (found2 === void 0 || stack.framework === found2.framework))
      return bounded({ framework: stack.framework, components: joined(stack, boundary, element) });
    if (found2 === void 0) return clues.hasElement ? NO_FRAMEWORK : NO_ELEMENT;
    return bounded(found2);
  }
  function caught({ origins, apps, stack, mayBeCaught }, isLate) {
    if (!mayBeCaught && stack?.framework !== "react") return void 0;
    const boundary = ({ framework, trace }) => {
      const components = trace.boundary?.(MAX_COUNTED, isLate);
      return components === void 0 ? void 0 : { framework, components };
    };
    const found2 = first2(origins, boundary) ?? first2(apps(), boundary);
    return mayBeCaught && stack?.isWhole !== true && found2?.components.length !== 0 ? found2 : void 0;
  }
  function joined({ names, isWhole }, boundary, element) {
    const known = (isWhole ? boundary ?? element : boundary)?.components ?? [];
    let met = known.length;
    const rootFirst = collected(reversed(names), names.length, (name) => {
      let index = met - 1;
      while (index >= 0 && known[index]?.name !== name) index -= 1;
      if (index >= 0) met = index;
      return known[index] ?? { name };
    });
    const components = reversed(rootFirst);
    if (isWhole) return components;
    if (met >= known.length && known.length > 0) append(components, UNKNOWN);
    for (let index = met < known.length ? met + 1 : 0; index < known.length; index += 1)
      append(components, known[index] ?? { name: "" });
    return components;
  }
  function bounded({ framework, components: upwards3, near }) {
    const components = reversed(collected(upwards3, MAX_COMPONENTS, (component2) => component2));
    const outer = upwards3.length - components.length;
    for (let index = 0; index < components.length; index += 1) {
      if (byteLength(encode({ components })) <= MAX_BYTES - 50) break;
      components[index] = { name: components[index]?.name ?? "" };
    }
    return {
      framework,
      components,
      ...near === void 0 ? {} : { near },
      ...outer > 0 ? { outer } : {}
    };
  }

  // packages/gasoline-capture/src/enrichment/store-state.ts
  function stateOf(store) {
    if (!isObject(store)) return void 0;
    try {
      return objectOnly(heldState(store));
    } catch {
      return void 0;
    }
  }
  function heldState(store) {
    const getState = ownData(store, "getState");
    if (isCallable(getState)) return apply(getState, store, []);
    const vuex = objectAt(store, "_state");
    if (vuex !== void 0) return ownData(vuex, "data");
    const subscribe2 = ownData(store, "subscribe");
    if (isCallable(subscribe2)) return subscribedState(store, subscribe2);
    const pinia = ownData(store, "$id") === void 0 ? void 0 : get(store, "$state");
    return pinia ?? store;
  }
  function subscribedState(store, subscribe2) {
    let state;
    const unsubscribe = apply(subscribe2, store, [
      (value) => {
        state = value;
      }
    ]);
    if (isCallable(unsubscribe)) apply(unsubscribe, void 0, []);
    return isObject(state) ? state : { value: state };
  }
  function objectOnly(value) {
    return typeof value === "object" && value !== null ? value : void 0;
  }

  // packages/gasoline-capture/src/enrichment/find-store.ts
  function findStore(stores, places, apps, isLate) {
    const storeAt = ({ trace }) => trace.store?.(isLate);
    const named2 = registered(stores);
    if (named2 !== void 0) return named2;
    const found2 = first2(places, storeAt);
    return (found2 === void 0 ? first2(apps(), storeAt) : found2) ?? void 0;
  }
  function registered(stores) {
    const states = bareRecord();
    let source = "";
    let count = 0;
    let only;
    stores.each((name, store) => {
      const state = stateOf(store);
      if (state === void 0 || !isObject(store)) return;
      states[name] = state;
      source += `${source && ", "}${name}`;
      count += 1;
      only = { source, state, store, read: stateOf };
    });
    if (count <= 1) return only;
    return { source, state: states, store: stores, read: () => registered(stores)?.state };
  }

  // packages/gasoline-capture/src/redacted.ts
  var REDACTED = "[redacted]";
  var REDACTED_HEADER = "[REDACTED]";
  function redactedNumber(text) {
    return `[redacted:sensitive-field:number:${text.length}:0]`;
  }

  // packages/gasoline-capture/src/truncate.ts
  function truncate(text, limit, length = text.length) {
    return length <= limit ? text : `${slice(text, 0, limit)}… [${length} characters]`;
  }

  // packages/gasoline-capture/src/primitive-text.ts
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

  // packages/gasoline-capture/src/sensitive-names.ts
  var LONGEST_NAME = 64;
  var WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
  var SECRETS = "pass ?(?:word|wd|phrase|code)|pwd|secret|token|jwt|auth(?:orization| ?code)|(?:api|access|private|secret|encryption|subscription|account|signing|master|service|auth|shared) ?key|connection.?s(?:tring)|card ?(?:number|no)|(?:credit) ?card|cc ?(?:number|num)|cv(?:c|v|n)|csc|security ?(?:code|answer)|(?:social) ?security|ssn|otp|mfa ?(?:code)|one.?time ?(?:code|password)|verification ?(?:code)|credential|iban|account.?n(?:umber)|routing ?(?:number)";
  var ABOUT = "(?:at|id|of|age|min|max|url|valid|(?:count|size|len|limit|amount|type|name|hint|polic|streng|label|err|stat|reset|enabl|requir|chang|updat|expir|index|symbol|addr|colo|balanc|endpoint)[a-z]*)";
  var SENSITIVE = new RegExp(
    `(?:${SECRETS})(?:code|number|input|field|value|confirm[a-z]*)?(?:(?<!token)s)?(?= |$)(?! ${ABOUT} |.* ${ABOUT}$)|(?:^|access |refresh |auth )tokens$|(?:^| )(?:pin|pass)$`
  );
  var judged = bareRecord();
  var judgedCount = 0;
  var MAX_JUDGED = 500;
  function isSensitiveName(name) {
    if (name.length > LONGEST_NAME) return false;
    const known = judged[name];
    if (known !== void 0) return known;
    const isSensitive = execute(SENSITIVE, wordsOf(name)) !== null;
    if (judgedCount < MAX_JUDGED) {
      judgedCount += 1;
      judged[name] = isSensitive;
    }
    return isSensitive;
  }
  function wordsOf(name) {
    let words = "";
    for (let word = execute(WORD, name); word !== null; word = execute(WORD, name)) {
      words += `${words && " "}${word[0]}`;
    }
    return lowerCase(words);
  }

  // packages/gasoline-capture/src/enrichment/mentions.ts
  var WORD2 = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
  var MAX_WORDS = 200;
  var SHORTEST_WORD = 3;
  var COMMON = " cannot read reading set setting properties property undefined null not function object error type is ";
  function mentionTest(message) {
    const mentioned = bareRecord();
    each(wordsOf2(message), (word) => {
      mentioned[word] = true;
    });
    return (name) => first2(wordsOf2(name), (word) => mentioned[word]) === true;
  }
  function wordsOf2(text) {
    const words = [];
    WORD2.lastIndex = 0;
    for (let match = execute(WORD2, text); match !== null && words.length < MAX_WORDS; match = execute(WORD2, text)) {
      const word = lowerCase(match[0]);
      if (word.length >= SHORTEST_WORD && indexOf(COMMON, ` ${word} `) < 0) append(words, word);
    }
    return words;
  }

  // packages/gasoline-capture/src/enrichment/state.ts
  var MAX_KEYS = 100;
  var MAX_INNER_KEYS = 20;
  var MAX_RELEVANT = 10;
  var MAX_VALUE_CHARACTERS = 200;
  var MAX_BYTES2 = 5120;
  var MAX_RELEVANT_BYTES = 3e3;
  var TELLING = /error|loading|status|fail/i;
  function snapshotOf({ source, state }, message, hasChanged, isLate) {
    const relevantSlice = relevantMembers(allMembers(state, isLate), mentionTest(message), hasChanged);
    const keys = bareRecord();
    let remaining = MAX_BYTES2 - byteLength(encode({ source, relevantSlice }));
    const isCut = first2(rawKeysOf(state), (name) => {
      const described2 = { [cleanName(name)]: keyOf(memberOf(state, name)) };
      remaining -= byteLength(encode(described2));
      if (remaining < 0 || isLate()) return true;
      keys[cleanName(name)] = described2[cleanName(name)];
      return void 0;
    });
    const slice2 = objectKeys(relevantSlice).length > 0 ? { relevantSlice } : {};
    return {
      text: new JsonText(encode({ source: cleanName(source), keys, ...slice2 })),
      isCut: isCut === true
    };
  }
  function relevantMembers(members, isMentioned, hasChanged) {
    const chosen = bareRecord();
    let bytes2 = 0;
    const choose = (isRelevant) => {
      first2(members, (member) => {
        if (hasOwn(chosen, member.path) || !isRelevant(member)) return void 0;
        const value = valueOf(member);
        bytes2 += byteLength(encode({ [member.path]: value }));
        if (bytes2 > MAX_RELEVANT_BYTES || objectKeys(chosen).length >= MAX_RELEVANT) return true;
        chosen[member.path] = value;
        return void 0;
      });
    };
    choose(({ name }) => isMentioned(name));
    choose(({ owner }) => owner !== void 0 && isMentioned(owner));
    choose(({ name }) => execute(TELLING, name) !== null);
    choose(({ path }) => hasChanged(path));
    return chosen;
  }
  function allMembers(state, isLate) {
    const members = [];
    const add2 = (object, owner) => {
      collected(rawKeysOf(object), MAX_KEYS, (name) => {
        const value = memberOf(object, name);
        if (owner === void 0 && typeof value === "object" && value !== null && !isArray(value))
          add2(value, name);
        else append(members, { path: pathOf(owner, name), name, owner, value });
        return isLate() ? void 0 : true;
      });
    };
    add2(state);
    return members;
  }
  function pathOf(owner, name) {
    return owner === void 0 ? cleanName(name) : `${cleanName(owner)}.${cleanName(name)}`;
  }
  var ACCESSOR = /* @__PURE__ */ Symbol("accessor");
  function memberOf(object, name) {
    try {
      const descriptor = getOwnPropertyDescriptor(object, name);
      if (descriptor === void 0 || !hasOwn(descriptor, "value")) return ACCESSOR;
      const value = descriptor.value;
      return isReference(value) ? ownData(value, hasOwn(value, "_rawValue") ? "_rawValue" : "_value") : value;
    } catch {
      return ACCESSOR;
    }
  }
  function isReference(value) {
    try {
      return isObject(value) && ownData(value, "__v_isRef") === true;
    } catch {
      return false;
    }
  }
  function keyOf(value) {
    if (value === ACCESSOR) return { type: "accessor" };
    if (value === null) return { type: "null" };
    if (isArray(value)) return { type: "array" };
    return typeof value === "object" ? { type: "object", keys: keysOf(value, MAX_INNER_KEYS) } : { type: typeof value };
  }
  function valueOf({ name, owner, value }) {
    if (isSensitiveName(name) || owner !== void 0 && isSensitiveName(owner)) return REDACTED;
    if (value === ACCESSOR) return "[Getter]";
    if (typeof value === "string") return truncate(value, MAX_VALUE_CHARACTERS - 30);
    if (isArray(value)) return `[Array(${value.length})]`;
    if (typeof value === "object" && value !== null) return "[Object]";
    return new JsonText(primitiveText(value));
  }

  // packages/gasoline-capture/src/enrichment/climb.ts
  var MAX_DEPTH = 5e3;
  function climb(start2, dom, visit) {
    let node = start2;
    for (let depth = 0; node !== null && depth < MAX_DEPTH; depth += 1) {
      if (dom.isElement(node) && visit(node)) return;
      node = dom.host(node) ?? dom.parent(node);
    }
  }

  // packages/gasoline-capture/src/enrichment/file-stem.ts
  function fileStem(file) {
    const name = slice(file, max(lastIndexOf(file, "/"), lastIndexOf(file, "\\")) + 1);
    const dot = lastIndexOf(name, ".");
    return dot > 0 ? slice(name, 0, dot) : name;
  }

  // packages/gasoline-capture/src/enrichment/framework.ts
  function component(name, propKeys, hasState, stateKeys) {
    return {
      name,
      ...propKeys.length > 0 ? { propKeys } : {},
      ...hasState ? { hasState } : {},
      ...stateKeys.length > 0 ? { stateKeys } : {}
    };
  }
  var MAX_PROP_KEYS = 20;
  var MAX_STATE_KEYS = 10;
  var ANONYMOUS = "Anonymous";

  // packages/gasoline-capture/src/enrichment/svelte.ts
  var MAX_STACK = 1e3;
  function createSvelteReader(dom) {
    return {
      framework: "svelte",
      trace(element) {
        const meta = objectAt(element, "__svelte_meta");
        const file = meta === void 0 ? void 0 : fileOf(meta);
        if (meta === void 0 || file === void 0) return void 0;
        const stack = objectAt(meta, "parent");
        const names = stack === void 0 ? namesAbove(element, dom) : namesInStack(file, stack);
        return { components: (limit) => collected(names, limit, (name) => ({ name: cleanName(name) })) };
      }
    };
  }
  function hasSvelte(window2) {
    return objectAt(window2, "__svelte") !== void 0;
  }
  function fileOf(meta) {
    const place2 = objectAt(meta, "loc");
    return place2 === void 0 ? void 0 : textAt(place2, "file");
  }
  function namesInStack(own, stack) {
    const names = [];
    let file;
    let entry = stack;
    for (let count = 0; entry !== void 0 && count < MAX_STACK; count += 1) {
      if (textAt(entry, "type") === "component") {
        file = textAt(entry, "file") ?? "";
        const tag = textAt(entry, "componentTag") ?? ANONYMOUS;
        append(names, names.length === 0 && file !== own ? fileStem(own) : tag);
      }
      entry = objectAt(entry, "parent");
    }
    append(names, fileStem(file ?? own));
    return names;
  }
  function namesAbove(start2, dom) {
    const names = [];
    let last;
    climb(start2, dom, (element) => {
      const place2 = objectAlong(element, "__svelte_meta", "loc");
      const file = place2 === void 0 ? void 0 : textAt(place2, "file");
      if (file !== void 0 && file !== last) append(names, fileStem(file));
      last = file ?? last;
      return false;
    });
    return names;
  }

  // packages/gasoline-capture/src/enrichment/job.ts
  var NO_SNIPPETS = "nobody outside of the page to fetch source maps: use the extension or the Playwright fixture";
  var NO_STORE = "no store found; `window.__gasoline.registerStore(name, store)` names one";
  var SVELTE_TELLS_NOTHING = "production builds of Svelte do not tell which component an element belongs to";
  var MOST_ELEMENTS = 3;
  var NO_ELEMENT_STACK = "a warning has no stack, and this build of React keeps none with its elements: development builds of React 19 do";
  var AT_THE_BEGINNING = {
    taken: 0,
    tries: 0,
    repeated: void 0,
    isDone: false,
    isSent: false,
    followers: 0
  };
  function createJob(error, wanted, moment) {
    const found2 = { parts: bareRecord(), missing: bareRecord(), entries: [] };
    return { error, wanted, ...moment, ...found2, ...AT_THE_BEGINNING };
  }
  function isFollowedBy(job, { type, message }, elements) {
    if (job.error.type !== type || job.error.message !== message) return false;
    for (let index = 0; index < MOST_ELEMENTS; index += 1)
      if (job.elements[index]?.element !== elements[index]?.element) return false;
    return true;
  }
  function advance(job, surroundings, isLate) {
    const step = next(job);
    const number = job.taken;
    job.tries += 1;
    job.taken += 1;
    if (step !== void 0) deleteProperty(job.missing, step.part);
    try {
      step?.run(job, surroundings, isLate);
      if (step !== void 0 && isLate()) {
        job.missing[step.part] = "cut short: out of time";
        if (job.repeated !== number) job.taken = job.repeated = number;
      }
    } catch {
      if (step !== void 0) job.missing[step.part] = "the page answered with an error";
    }
    job.isDone = next(job) === void 0;
  }
  function giveUp(job) {
    for (let step = next(job); step !== void 0; step = next(job)) {
      job.missing[step.part] ??= "left out: out of time";
      job.taken += 1;
    }
    job.isDone = true;
  }
  function next(job) {
    while (job.taken < STEPS.length && STEPS[job.taken]?.isWanted(job.wanted) !== true) job.taken += 1;
    return STEPS[job.taken];
  }
  function amendmentOf({ error, wanted, parts, missing }) {
    if (wanted.sourceSnippets === "unavailable") missing["sourceSnippets"] = NO_SNIPPETS;
    const gaps = objectKeys(missing).length > 0 ? { missing: new JsonText(encode(missing)) } : {};
    return {
      type: error.type,
      // Otherwise somebody adds the source, and says it then.
      ...wanted.sourceSnippets === "outside" ? {} : { enrichment: "done" },
      _aiContext: new JsonText(encode({ ...parts, ...gaps }))
    };
  }
  var NAMED = /Check the (?:top-level )?render (?:method of|call using) [`<](\w+)/;
  function addElementStack({ error, parts, missing, stack, origins }, apps, isLate) {
    const name = execute(NAMED, error.message)?.[1];
    const ask = ({ trace }) => name === void 0 ? void 0 : trace.elementStack?.(name, isLate);
    const text = stack?.text ?? first2(origins, ask) ?? first2(apps, ask);
    if (text === void 0) missing["sourceSnippets"] = NO_ELEMENT_STACK;
    else parts["elementStack"] = text;
  }
  function addAncestry(job, surroundings, isLate) {
    if (job.error.isWarning === true) addElementStack(job, surroundings.origins.apps(), isLate);
    const { elements, error } = job;
    const { apps } = surroundings.origins;
    const hasElement = elements.length > 0;
    const ancestry = ancestryOf({ ...job, hasElement, apps, mayBeCaught: error.type === "console" }, isLate);
    if (typeof ancestry !== "string") job.parts["componentAncestry"] = new JsonText(encode({ ...ancestry }));
    else job.missing["componentAncestry"] = hasSvelte(surroundings.window) ? SVELTE_TELLS_NOTHING : ancestry;
  }
  function addState(job, { origins, stores, changes }, isLate) {
    const store = findStore(stores, job.origins, origins.apps, isLate);
    if (store === void 0) {
      job.missing["stateSnapshot"] = NO_STORE;
      return;
    }
    const { text, isCut } = snapshotOf(store, job.error.message, changes.before(job.at, store), isLate);
    job.parts["stateSnapshot"] = text;
    if (isCut) job.missing["stateSnapshot"] = "cut short: the store has more keys";
  }
  var STEPS = [
    { part: "componentAncestry", isWanted: ({ componentTree }) => componentTree, run: addAncestry },
    { part: "stateSnapshot", isWanted: ({ stateSnapshot }) => stateSnapshot, run: addState }
  ];

  // packages/gasoline-capture/src/platform.ts
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
        return uncurried(member(className, property)?.get ?? refuse2);
      },
      method(className, name) {
        const method = member(className, name)?.value;
        return uncurried(isCallable(method) ? method : refuse2);
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

  // packages/gasoline-capture/src/enrichment/current-event.ts
  var TYPES = ["click", "submit", "input", "change", "keydown", "keyup", "pointerdown", "pointerup", "drop"];
  var NOT_DISPATCHED = 0;
  function watchCurrentEvent({ window: window2, dom, listen: listen2 }, begins) {
    const { getter: getter2 } = platformOf(window2);
    const phaseOf = getter2("Event", "eventPhase");
    let latest;
    const note = (event) => {
      latest = new WeakReference(event);
      const target = dom.path(event)[0];
      if (dom.isElement(target)) begins(target);
    };
    for (let index = 0; index < TYPES.length; index += 1) listen2(TYPES[index] ?? "", note);
    const current = () => {
      const event = latest === void 0 ? void 0 : dereference(latest);
      return event !== void 0 && phaseOf(event) !== NOT_DISPATCHED ? event : void 0;
    };
    return {
      handled() {
        const event = current();
        const target = event === void 0 ? void 0 : dom.path(event)[0];
        return event !== void 0 && dom.isElement(target) ? { type: event.type, element: target } : void 0;
      },
      isInHandler() {
        const event = current();
        return event !== void 0 && get(window2, "event") === event;
      }
    };
  }

  // packages/gasoline-capture/src/enrichment/likely-elements.ts
  function watchLikelyElements(env2, recent, begins) {
    const { window: window2, dom } = env2;
    const event = watchCurrentEvent(env2, begins);
    const isPlace = (element) => {
      const name = dom.localName(element);
      return name !== "body" && name !== "html";
    };
    const likely = (report) => {
      const handled = event.handled();
      const target = recent.current();
      const active = dom.focused(window2.document);
      const isInHandler = report === "console" && event.isInHandler();
      return [
        handled && {
          element: handled.element,
          near: `its ${handled.type} was being handled`,
          handling: isInHandler ? "handler" : "event"
        },
        target && { element: target, near: "the user acted on it shortly before", handling: "nothing" },
        active === null ? void 0 : { element: active, near: "it has the focus", handling: "nothing" }
      ];
    };
    return (report) => {
      const found2 = [];
      const all = likely(report);
      for (let index = 0; index < all.length; index += 1) {
        const item = all[index];
        const isNew = first2(found2, ({ element }) => element === item?.element ? true : void 0) !== true;
        if (item !== void 0 && isNew && isPlace(item.element)) append(found2, item);
      }
      return found2;
    };
  }

  // packages/gasoline-capture/src/error-text.ts
  var { prototype: errorPrototype } = Error;
  function isErrorLike(object, tag) {
    return tag === "[object Error]" || tag === "[object DOMException]" || inherits(object, errorPrototype);
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

  // packages/gasoline-capture/src/enrichment/react-component.ts
  var CLASS_COMPONENT = 1;
  var CONTEXT_PROVIDER = 10;
  var FORWARD_REF = /* @__PURE__ */ Symbol.for("react.forward_ref");
  var MAX_HOOKS = 100;
  function describeFiber(fiber) {
    const type = objectAt(fiber, "type");
    if (type === void 0) return void 0;
    const props = objectAt(fiber, "memoizedProps");
    if (numberAt(fiber, "tag") === CONTEXT_PROVIDER) return describeProvider(type, props);
    const name = nameOf(type, objectAt(fiber, "elementType"));
    if (name === void 0) return void 0;
    const states = statesOf(fiber);
    return component(cleanName(name), propKeysOf(props), states.length > 0, stateKeysOf(states));
  }
  function nameOf(type, elementType) {
    const given = elementType === void 0 ? void 0 : textAt(elementType, "displayName");
    if (typeof type === "function") return given ?? functionName(type);
    if (ownData(type, "$$typeof") !== FORWARD_REF) return void 0;
    const render = objectAt(type, "render");
    return textAt(type, "displayName") ?? (render === void 0 ? ANONYMOUS : functionName(render));
  }
  function functionName(type) {
    return textAt(type, "displayName") ?? textAt(type, "name") ?? ANONYMOUS;
  }
  function describeProvider(type, props) {
    const context = objectAt(type, "_context") ?? type;
    const name = `${textAt(context, "displayName") ?? "Context"}.Provider`;
    const value = props === void 0 ? void 0 : ownData(props, "value");
    const keys = isPlain2(value) ? keysOf(value, MAX_STATE_KEYS) : [];
    return component(cleanName(name), [], keys.length > 0, keys);
  }
  function propKeysOf(props) {
    return props === void 0 ? [] : keysOf(props, MAX_PROP_KEYS, (name) => name !== "children");
  }
  function statesOf(fiber) {
    const state = objectAt(fiber, "memoizedState");
    if (state === void 0) return [];
    if (numberAt(fiber, "tag") === CLASS_COMPONENT) return [state];
    const states = [];
    let hook = state;
    for (let count = 0; hook !== void 0 && count < MAX_HOOKS; count += 1) {
      const queue = objectAt(hook, "queue");
      if (queue !== void 0 && hasMembers(queue, "dispatch")) append(states, ownData(hook, "memoizedState"));
      hook = objectAt(hook, "next");
    }
    return states;
  }
  function stateKeysOf(states) {
    const keys = [];
    each(states, (state) => {
      const own = isPlain2(state) ? keysOf(state, MAX_STATE_KEYS - keys.length) : [];
      each(own, (key) => {
        append(keys, key);
      });
    });
    return keys;
  }
  function isPlain2(value) {
    return isObject(value) && objectTag(value) === "[object Object]";
  }

  // packages/gasoline-capture/src/enrichment/react-stores.ts
  var MAX_HOOKS2 = 100;
  function storeInFibers(visitFibers) {
    let redux;
    let zustand;
    visitFibers((fiber) => {
      if (typeof get(fiber, "type") === "string") return false;
      redux = reduxStoreOf(fiber);
      zustand ??= zustandStoreOf(fiber);
      return redux !== void 0;
    });
    return found("redux", redux) ?? found("zustand", zustand);
  }
  function found(source, store) {
    const state = store === void 0 ? void 0 : stateOf(store);
    return store === void 0 || state === void 0 ? void 0 : { source, state, store, read: stateOf };
  }
  function reduxStoreOf(fiber) {
    const props = objectAt(fiber, "memoizedProps");
    const store = props === void 0 ? void 0 : objectAt(props, "store");
    return store !== void 0 && hasMembers(store, "getState", "dispatch") ? store : void 0;
  }
  function zustandStoreOf(fiber) {
    let hook = objectAt(fiber, "memoizedState");
    for (let count = 0; hook !== void 0 && count < MAX_HOOKS2; count += 1) {
      const state = ownData(hook, "memoizedState");
      const dependencies = isArray(state) ? objectAt(state, "1") : void 0;
      const store = isArray(dependencies) ? objectAt(dependencies, "0") : void 0;
      if (store !== void 0 && hasMembers(store, "getState", "setState", "subscribe")) return store;
      hook = objectAt(hook, "next");
    }
    return void 0;
  }

  // packages/gasoline-capture/src/enrichment/react.ts
  var MAX_DEPTH2 = 2e3;
  var MAX_FIBERS = 2e4;
  function createReactReader() {
    const told = createWeakMap();
    return {
      framework: "react",
      trace(element) {
        const fiber = fiberOf(element);
        return fiber === void 0 ? void 0 : traceOf(upwards(fiber), told);
      }
    };
  }
  function traceOf(chain, told) {
    return {
      components: (limit, isLate) => componentsOf(currentFibers(chain, isLate), limit, isLate),
      isThere: () => isMounted(rootOf(chain)),
      elementStack(name, isLate) {
        const root = rootOf(chain);
        return root === void 0 ? void 0 : stackOfChild(root, name, isLate);
      },
      boundary(limit, isLate) {
        const root = rootOf(chain);
        if (root === void 0) return void 0;
        let found2 = [];
        visitBelow(root, isLate, (fiber) => {
          const instance = hasCaught(fiber) ? objectAt(fiber, "stateNode") : void 0;
          if (instance === void 0 || told.get(instance) === true) return false;
          told.set(instance, true);
          found2 = componentsOf(currentFibers(upwards(fiber), isLate), limit, isLate);
          return true;
        });
        return found2;
      },
      store(isLate) {
        const root = rootOf(chain);
        const found2 = storeInFibers((visit) => {
          if (first2(chain, (fiber) => visit(fiber) || void 0) !== true && root !== void 0)
            visitBelow(root, isLate, visit);
        });
        return found2 ?? (root === void 0 ? void 0 : null);
      }
    };
  }
  var FIBER = /^__react(?:Fiber|InternalInstance|Containere?)\$/;
  var LEGACY_ROOT = "_reactRootContainer";
  function fiberOf(element) {
    const found2 = first2(
      objectKeys(element),
      (name) => execute(FIBER, name) === null ? void 0 : objectAt(element, name)
    );
    return found2 ?? objectAlong(element, LEGACY_ROOT, "_internalRoot", "current");
  }
  function upwards(start2) {
    const chain = [];
    for (let fiber = start2; fiber !== void 0 && chain.length < MAX_DEPTH2; fiber = objectAt(fiber, "return")) {
      append(chain, fiber);
    }
    return chain;
  }
  function rootOf(chain) {
    const top = chain[chain.length - 1];
    const current = top === void 0 ? void 0 : objectAlong(top, "stateNode", "current");
    return current !== void 0 && isSame(current, top) ? current : void 0;
  }
  function currentFibers(chain, isLate) {
    let current;
    const rootFirst = collected(reversed(chain), chain.length, (fiber) => {
      const isTop2 = fiber === chain[chain.length - 1];
      current = isTop2 ? rootOf(chain) : current && childLike(fiber, current, isLate);
      return current ?? fiber;
    });
    return reversed(rootFirst);
  }
  function childLike(wanted, parent, isLate) {
    let child = objectAt(parent, "child");
    while (child !== void 0 && !isSame(child, wanted)) {
      child = isLate() ? void 0 : objectAt(child, "sibling");
    }
    return child;
  }
  function isSame(fiber, other) {
    return fiber === other || other !== void 0 && objectAt(fiber, "alternate") === other;
  }
  function componentsOf(fibers, limit, isLate) {
    return collected(fibers, limit, (fiber) => isLate() ? void 0 : describeFiber(fiber));
  }
  function visitBelow(root, isLate, visit) {
    let fiber = root;
    for (let count = 0; fiber !== void 0 && count < MAX_FIBERS && !isLate(); count += 1) {
      if (visit(fiber)) return;
      fiber = neighbour(fiber, "child") ?? following(fiber, root);
    }
  }
  function following(start2, root) {
    let fiber = start2;
    for (let depth = 0; fiber !== void 0 && fiber !== root && depth < MAX_DEPTH2; depth += 1) {
      const sibling = neighbour(fiber, "sibling");
      if (sibling !== void 0) return sibling;
      fiber = neighbour(fiber, "return");
    }
    return void 0;
  }
  function neighbour(fiber, name) {
    const found2 = get(fiber, name);
    return isObject(found2) ? found2 : void 0;
  }
  function isMounted(root) {
    return root !== void 0 && objectAt(root, "child") !== void 0;
  }
  function stackOfChild(root, name, isLate) {
    let found2;
    let isKeyless = false;
    visitBelow(root, isLate, (fiber) => {
      const owner = objectAt(fiber, "_debugOwner");
      if (owner === void 0 || describeFiber(owner)?.name !== name) return false;
      const stack = textOfStack(fiber);
      const isOneOfSeveral = neighbour(fiber, "sibling") !== void 0 || numberAt(fiber, "index") > 0;
      if (stack === void 0 || found2 !== void 0 && !isOneOfSeveral) return false;
      isKeyless = isOneOfSeveral && ownData(fiber, "key") === null;
      if (found2 === void 0 || isKeyless) found2 = stack;
      return isKeyless;
    });
    return found2;
  }
  function textOfStack(fiber) {
    const made = ownData(fiber, "_debugStack");
    return isObject(made) ? readAsError(made)?.stack : void 0;
  }
  var CLASS_COMPONENT2 = 1;
  function hasCaught(fiber) {
    if (get(fiber, "tag") !== CLASS_COMPONENT2) return false;
    const didCapture = hasOwn(fiber, "subtreeFlags") ? 128 : 64;
    return ((numberAt(fiber, "flags") | numberAt(fiber, "effectTag")) & didCapture) !== 0;
  }

  // packages/gasoline-capture/src/enrichment/vue-component.ts
  function describeInstance(instance) {
    const type = objectAt(instance, "type");
    const stateKeys = stateKeysOf2(instance);
    const name = type === void 0 ? ANONYMOUS : nameOf2(type);
    return component(cleanName(name), propKeysOf2(instance), stateKeys.length > 0, stateKeys);
  }
  function nameOf2(type) {
    const file = textAt(type, "__file");
    const given = textAt(type, "displayName") ?? textAt(type, "name") ?? textAt(type, "__name");
    return given ?? (file === void 0 ? ANONYMOUS : fileStem(file));
  }
  function propKeysOf2(instance) {
    const passed = objectAlong(instance, "vnode", "props");
    return passed === void 0 ? [] : keysOf(passed, MAX_PROP_KEYS, isProp);
  }
  function isProp(name) {
    return name !== "key" && name !== "ref" && name !== "ref_for" && name !== "ref_key";
  }
  function stateKeysOf2(instance) {
    const data = objectAt(instance, "data");
    const setup = objectAt(instance, "devtoolsRawSetupState") ?? objectAt(instance, "setupState");
    const keys = data === void 0 ? [] : keysOf(data, MAX_STATE_KEYS);
    if (setup === void 0) return keys;
    const own = keysOf(setup, MAX_STATE_KEYS - keys.length, (name) => isState(setup, name));
    each(own, (key) => {
      append(keys, key);
    });
    return keys;
  }
  function isState(setup, name) {
    const descriptor = getOwnPropertyDescriptor(setup, name);
    if (descriptor === void 0 || name === "__isScriptSetup") return false;
    if (!hasOwn(descriptor, "value")) return descriptor.set !== void 0;
    const value = descriptor.value;
    if (typeof value === "function") return false;
    return !isObject(value) || !(hasMembers(value, "setup") || hasMembers(value, "render"));
  }

  // packages/gasoline-capture/src/enrichment/vue.ts
  var MAX_DEPTH3 = 1e3;
  function createVueReader(dom) {
    return {
      framework: "vue",
      trace(element, origin) {
        const marked = objectAt(element, "__vueParentComponent");
        const tree = objectAt(element, "_vnode");
        const app = objectAt(element, "__vue_app__");
        if (marked === void 0 && (tree === void 0 || app === void 0)) return void 0;
        const context = app ?? marked;
        return {
          components(limit, isLate) {
            const instance = marked ?? innermost(tree ?? {}, origin, dom, isLate);
            return instance === void 0 ? [] : upwards2(instance, limit);
          },
          store: () => context === void 0 ? void 0 : storeOf(context) ?? null
        };
      }
    };
  }
  function upwards2(start2, limit) {
    const found2 = [];
    let instance = start2;
    while (instance !== void 0 && found2.length < limit) {
      append(found2, describeInstance(instance));
      instance = objectAt(instance, "parent");
    }
    return found2;
  }
  function innermost(tree, origin, dom, isLate) {
    const path = createSet();
    climb(origin, dom, (element) => {
      path.add(element);
      return false;
    });
    return instanceIn(tree, void 0, path, isLate, 0);
  }
  function instanceIn(node, owner, path, isLate, depth) {
    if (depth > MAX_DEPTH3 || isLate()) return void 0;
    const inner = (child, its = owner) => instanceIn(child, its, path, isLate, depth + 1);
    const instance = objectAt(node, "component");
    const drawn = instance === void 0 ? void 0 : objectAt(instance, "subTree");
    if (drawn !== void 0) return inner(drawn, instance);
    const branch = objectAlong(node, "suspense", "activeBranch");
    if (branch !== void 0) return inner(branch);
    const isElement2 = typeof ownData(node, "type") === "string";
    if (isElement2 && !path.has(ownData(node, "el"))) return void 0;
    const children = ownData(node, "children");
    const found2 = isArray(children) ? first2(children, (child) => isObject(child) ? inner(child) : void 0) : void 0;
    return found2 ?? (isElement2 ? owner : void 0);
  }
  function storeOf(context) {
    const shared = objectAlong(context, "_context", "config", "globalProperties") ?? objectAlong(context, "appContext", "config", "globalProperties");
    if (shared === void 0) return void 0;
    const pinia = objectAlong(shared, "$pinia", "state", "_rawValue");
    if (pinia !== void 0) return { source: "pinia", state: pinia, store: pinia, read: (state2) => state2 };
    const vuex = objectAt(shared, "$store");
    const state = vuex === void 0 ? void 0 : stateOf(vuex);
    return vuex === void 0 || state === void 0 ? void 0 : { source: "vuex", state, store: vuex, read: stateOf };
  }

  // packages/gasoline-capture/src/enrichment/origins.ts
  var MAX_SEARCHED = 300;
  function createOrigins(env2, recent) {
    const { window: window2, dom } = env2;
    const readers = [createReactReader(), createVueReader(dom), createSvelteReader(dom)];
    const around = (origin) => {
      let found2;
      climb(origin, dom, (element) => {
        found2 = traced(readers, element, origin);
        return found2 !== void 0;
      });
      return found2;
    };
    let begun;
    const elements = watchLikelyElements(env2, recent, (element) => {
      begun = { element, origin: around(element) };
    });
    return {
      elements,
      of: (elements2) => collected(elements2, elements2.length, ({ element, near, handling }) => {
        const origin = begun?.element === element ? begun.origin : around(element);
        return origin === void 0 ? void 0 : { ...origin, near, handling };
      }),
      apps() {
        const next2 = dom.walk(window2.document);
        let node = next2();
        for (let count = 0; node !== null && count < MAX_SEARCHED; count += 1) {
          const app = dom.isElement(node) ? traced(readers, node, node) : void 0;
          if (app !== void 0) return [app];
          node = next2();
        }
        return [];
      }
    };
  }
  function traced(readers, element, origin) {
    return first2(readers, (reader) => {
      const trace = reader.trace(element, origin);
      return trace === void 0 ? void 0 : { framework: reader.framework, trace };
    });
  }

  // packages/gasoline-capture/src/enrichment/recent-element.ts
  var RECENT_MS = 5e3;
  function createRecentElement(env2) {
    let reference;
    let at = 0;
    return {
      note(element) {
        reference = element === void 0 ? void 0 : new WeakReference(element);
        at = env2.now();
      },
      current: () => reference === void 0 || env2.now() - at > RECENT_MS ? void 0 : dereference(reference)
    };
  }

  // packages/gasoline-capture/src/enrichment/state-changes.ts
  var RECENT_MS2 = 2e3;
  var PAUSE_MS = 250;
  var LOOK_MS = 10;
  var MAX_KEPT_CHARACTERS = 200;
  var MAX_SEARCHES = 5;
  function createStateChanges(env2, isWanted2, find) {
    const subscribed = createWeakMap();
    let watched;
    let isScheduled = false;
    let searches = 0;
    const note = () => {
      if (isScheduled || !isWanted2() || searches >= MAX_SEARCHES) return;
      isScheduled = true;
      env2.after(PAUSE_MS, () => {
        env2.whenIdle(() => {
          isScheduled = false;
          if (isWanted2()) unnoticed(lookAgain);
        });
      });
    };
    const watch = ({ store, read }) => {
      watched = { store: new WeakReference(store), read, kept: void 0 };
      searches = 0;
      if (subscribed.get(store) === void 0) subscribe(store, note);
      subscribed.set(store, true);
    };
    const timeLimit = () => {
      const end = env2.now() + LOOK_MS;
      return () => env2.now() > end;
    };
    const look = (state) => {
      if (watched === void 0 || state === void 0) return;
      const isLate = timeLimit();
      const kept = seen(state, watched.kept, env2.now(), isLate);
      if (!isLate()) watched.kept = kept;
    };
    const lookAgain = () => {
      const store = watched && dereference(watched.store);
      if (store !== void 0) {
        look(watched?.read(store));
        return;
      }
      searches += 1;
      const found2 = find(timeLimit());
      if (found2 !== void 0) watch(found2);
      look(found2?.state);
    };
    return {
      note,
      before(at, found2) {
        if (watched === void 0 || dereference(watched.store) !== found2.store) watch(found2);
        look(found2.state);
        return (path) => (watched?.kept?.[path]?.at ?? 0) > at - RECENT_MS2;
      }
    };
  }
  function subscribe(store, listener) {
    const subscribe2 = ownData(store, "subscribe");
    if (!isCallable(subscribe2) || !isCallable(ownData(store, "getState"))) return;
    try {
      apply(subscribe2, store, [listener]);
    } catch {
    }
  }
  function seen(state, before, at, isLate) {
    const kept = bareRecord();
    each(allMembers(state, isLate), ({ path, value }) => {
      const known = before?.[path];
      if (hasOwn(kept, path)) return;
      kept[path] = known !== void 0 && isSame2(known.value, value) ? known : { value: remembered(value), at: before === void 0 ? 0 : at };
    });
    return kept;
  }
  function remembered(value) {
    if (isObject(value)) return new WeakReference(value);
    return typeof value === "string" && value.length > MAX_KEPT_CHARACTERS ? value.length : value;
  }
  function isSame2(known, value) {
    return isReference2(known) ? isObject(value) && dereference(known) === value : isSameValue(known, remembered(value));
  }
  function isReference2(known) {
    return isObject(known);
  }

  // packages/gasoline-capture/src/enrichment/enrichment.ts
  var STEP_MS = 30;
  var HURRY_MS = 10;
  var TOTAL_MS = 3e3;
  var REUSE_MS = 5e3;
  var MAX_JOBS = 20;
  var MAX_FOLLOWERS = 20;
  var SAME_MOMENT_MS = 100;
  var createEnrichment = (env2, amend, settings, stores) => {
    const recentElement = createRecentElement(env2);
    const origins = createOrigins(env2, recentElement);
    const changes = createStateChanges(
      env2,
      () => settings().aiContext?.stateSnapshot === true,
      (isLate) => findStore(stores, [], origins.apps, isLate)
    );
    const queue = createQueue(env2, amend, settings, { window: env2.window, origins, stores, changes });
    let noticed;
    const begin = (error, wanted, elements, at) => {
      const stack = noticed !== void 0 && at - noticed.at <= SAME_MOMENT_MS ? noticed.stack : void 0;
      noticed = void 0;
      const job = createJob(error, wanted, {
        at,
        begun: env2.now(),
        elements,
        origins: origins.of(elements),
        stack
      });
      queue.add(job);
      return job;
    };
    const announce = (error, earlier) => {
      const wanted = settings().aiContext;
      if (wanted === void 0) return void 0;
      if (!isPageAsked(wanted) && wanted.sourceSnippets !== "unavailable")
        return wanted.sourceSnippets === "outside" ? () => void 0 : void 0;
      const elements = earlier?.elements ?? origins.elements(error.type);
      const known = queue.find((job2) => isFollowedBy(job2, error, elements));
      if (known === void 0 && queue.isFull()) return void 0;
      const job = known ?? begin(error, wanted, elements, earlier?.at ?? env2.now());
      if (job.followers >= MAX_FOLLOWERS) return void 0;
      job.followers += 1;
      return (entry) => {
        if (job.isSent) amend("/logs", entry, amendmentOf(job));
        else append(job.entries, entry);
      };
    };
    return {
      noteAction(element) {
        recentElement.note(element);
        changes.note();
      },
      announce(error, earlier) {
        try {
          return announce(error, earlier);
        } catch {
          return void 0;
        }
      },
      notice(args, at = env2.now()) {
        const stack = componentStackIn(args);
        if (stack === void 0) return;
        if (noticed === void 0 || at - noticed.at > SAME_MOMENT_MS) noticed = { stack, at };
        queue.each((job) => {
          if (job.isSent || at - job.at > SAME_MOMENT_MS) return;
          job.stack ??= stack;
          noticed = void 0;
        });
      },
      finish: queue.finish
    };
  };
  function isPageAsked({ componentTree, stateSnapshot }) {
    return componentTree || stateSnapshot;
  }
  function createQueue(env2, amend, settings, surroundings) {
    let jobs = [];
    let isScheduled = false;
    const find = (test) => first2(jobs, (job) => test(job) ? job : void 0);
    const unsent = () => find((job) => !job.isSent);
    const work = (milliseconds) => {
      const job = unsent();
      if (job === void 0) return;
      const end = env2.now() + milliseconds;
      const { tries } = job;
      const wanted = settings().aiContext;
      job.wanted = wanted ?? job.wanted;
      if (wanted !== void 0 && env2.now() - job.begun <= TOTAL_MS && milliseconds > 0) {
        unnoticed(() => {
          advance(job, surroundings, () => env2.now() > end);
        });
      }
      if (job.tries === tries) giveUp(job);
      if (job.isDone) send(job, wanted === void 0 ? () => void 0 : amend);
    };
    const nextTask = (task) => env2.after(0, task);
    const schedule = () => {
      if (isScheduled || unsent() === void 0) return;
      isScheduled = true;
      const wait = unsent()?.tries === 0 ? env2.whenIdle : nextTask;
      wait(() => {
        isScheduled = false;
        work(STEP_MS);
        schedule();
      });
    };
    const forget = (job) => {
      jobs = collected(jobs, MAX_JOBS, (other) => other === job ? void 0 : other);
    };
    return {
      find,
      each(visit) {
        each(jobs, visit);
      },
      isFull: () => jobs.length >= MAX_JOBS,
      add(job) {
        append(jobs, job);
        env2.after(REUSE_MS, () => {
          forget(job);
        });
        schedule();
      },
      finish() {
        const end = env2.now() + HURRY_MS;
        while (unsent() !== void 0) work(end - env2.now());
      }
    };
  }
  function send(job, amend) {
    job.isSent = true;
    each(job.entries, (entry) => {
      amend("/logs", entry, amendmentOf(job));
    });
  }

  // packages/gasoline-capture/src/getter.ts
  function getter(prototype, name) {
    const read = getOwnPropertyDescriptor(prototype, name)?.get;
    return read === void 0 ? (self) => self[name] : uncurried(read);
  }

  // packages/gasoline-capture/src/document-properties.ts
  function documentProperties({ Document, Node }) {
    const { prototype } = Document;
    const prerendering = getter(prototype, "prerendering");
    return {
      title: getter(prototype, "title"),
      referrer: getter(prototype, "referrer"),
      readyState: getter(prototype, "readyState"),
      visibility: getter(prototype, "visibilityState"),
      base: getter(Node.prototype, "baseURI"),
      documentElement: getter(prototype, "documentElement"),
      body: getter(prototype, "body"),
      focused: getter(prototype, "activeElement"),
      // Not every browser has it.
      isPrerendering: (document2) => prerendering(document2) === true
    };
  }

  // packages/gasoline-capture/src/dom.ts
  var SHOW_ELEMENTS_AND_TEXT = 5;
  var ELEMENT_NODE = 1;
  var FRAGMENT_NODE = 11;
  var DOCUMENT_NODE = 9;
  var PLAIN_NAME = /^[A-Za-z][\w-]*$/;
  function createDom(window2) {
    const { Document, Element, Event, Node, ShadowRoot, TreeWalker } = window2;
    const { getAttribute, getAttributeNames, matches } = Element.prototype;
    const { getRootNode } = Node.prototype;
    const { createTreeWalker } = Document.prototype;
    const { nextNode } = TreeWalker.prototype;
    const { composedPath } = Event.prototype;
    const { getComputedStyle } = window2;
    const nodeType = getter(Node.prototype, "nodeType");
    const hostOf = getter(ShadowRoot.prototype, "host");
    const textOf6 = getter(Node.prototype, "textContent");
    return {
      isElement: elementTest(nodeType),
      attribute: (element, name) => apply(getAttribute, element, [name]),
      attributeNames: (element) => apply(getAttributeNames, element, []),
      localName: getter(Element.prototype, "localName"),
      parent: getter(Node.prototype, "parentNode"),
      previous: getter(Element.prototype, "previousElementSibling"),
      next: getter(Element.prototype, "nextElementSibling"),
      root: (node) => apply(getRootNode, node, []),
      host: (node) => nodeType(node) === FRAGMENT_NODE ? shadowHost(node, hostOf) : void 0,
      shadow: getter(Element.prototype, "shadowRoot"),
      text: (node) => textOf6(node) ?? "",
      ...documentProperties(window2),
      ...labelling(window2),
      ...queries(window2, nodeType),
      matches: (element, selector) => apply(matches, element, [selector]),
      walk(below) {
        const walker = apply(createTreeWalker, window2.document, [below, SHOW_ELEMENTS_AND_TEXT]);
        return () => apply(nextNode, walker, []);
      },
      nodeType,
      nodeValue: getter(Node.prototype, "nodeValue"),
      isVisible: visibilityTest(window2),
      escape: escaper(window2),
      computedStyle: (element, pseudo) => apply(getComputedStyle, window2, [element, pseudo]),
      path: (event) => apply(composedPath, event, [])
    };
  }
  function elementTest(nodeType) {
    return (value) => {
      try {
        return nodeType(value) === ELEMENT_NODE;
      } catch {
        return false;
      }
    };
  }
  function shadowHost(node, hostOf) {
    try {
      return hostOf(node);
    } catch {
      return void 0;
    }
  }
  function labelling(window2) {
    const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement } = window2;
    const { HTMLLabelElement } = window2;
    const ofInput2 = getter(HTMLInputElement.prototype, "labels");
    const ofSelect = getter(HTMLSelectElement.prototype, "labels");
    const ofTextArea = getter(HTMLTextAreaElement.prototype, "labels");
    const ofButton = getter(HTMLButtonElement.prototype, "labels");
    const controlOf = getter(HTMLLabelElement.prototype, "control");
    const labelsOf = (element) => {
      if (element instanceof HTMLInputElement) return ofInput2(element);
      if (element instanceof HTMLSelectElement) return ofSelect(element);
      if (element instanceof HTMLTextAreaElement) return ofTextArea(element);
      return element instanceof HTMLButtonElement ? ofButton(element) : null;
    };
    return {
      labels: (element) => labelsOf(element) ?? NO_LABELS,
      control: (label) => label instanceof HTMLLabelElement ? controlOf(label) : null
    };
  }
  var NO_LABELS = [];
  function queries(window2, nodeType) {
    const ofElement = queryMethods(window2.Element.prototype);
    const ofDocument = queryMethods(window2.Document.prototype);
    const ofFragment = queryMethods(window2.DocumentFragment.prototype);
    const methodsFor = (node) => {
      const type = nodeType(node);
      if (type === ELEMENT_NODE) return ofElement;
      return type === DOCUMENT_NODE ? ofDocument : ofFragment;
    };
    const findAll = (within, selector) => apply(methodsFor(within).querySelectorAll, within, [selector]);
    const { item } = window2.HTMLCollection.prototype;
    return {
      find: (within, selector) => apply(methodsFor(within).querySelector, within, [selector]),
      findAll,
      elementAt(below, index) {
        const { getElementsByTagName } = methodsFor(below);
        if (getElementsByTagName === void 0) return findAll(below, "*")[index] ?? null;
        return apply(item, apply(getElementsByTagName, below, ["*"]), [index]);
      },
      named(within, name) {
        const { getElementsByTagName } = methodsFor(within);
        return getElementsByTagName === void 0 ? findAll(within, name) : apply(getElementsByTagName, within, [name]);
      }
    };
  }
  function queryMethods(prototype) {
    const { querySelector, querySelectorAll, getElementsByTagName } = prototype;
    return { querySelector, querySelectorAll, ...getElementsByTagName && { getElementsByTagName } };
  }
  function visibilityTest({ Element }) {
    const check = getOwnPropertyDescriptor(Element.prototype, "checkVisibility")?.value;
    if (!isCallable(check)) return () => true;
    const options = { visibilityProperty: true };
    return (element) => apply(check, element, [options]) !== false;
  }
  function escaper(window2) {
    const holder = ownData(window2, "CSS");
    const escape = isObject2(holder) ? get(holder, "escape") : void 0;
    if (!isCallable(escape)) return (name) => execute(PLAIN_NAME, name) === null ? "" : name;
    return (name) => String(apply(escape, holder, [name]));
  }
  function isObject2(value) {
    return typeof value === "object" && value !== null || typeof value === "function";
  }

  // packages/gasoline-capture/src/clock.ts
  function createClock(window2) {
    const { now } = window2.Date;
    if (isNative(now, window2) || !isCallable(get(window2, "File"))) return () => now();
    const lastModified = getter(window2.File.prototype, "lastModified");
    const OriginalFile = window2.File;
    return () => lastModified(new OriginalFile([], ""));
  }
  function isNative(method, { Function: Function2 }) {
    return indexOf(apply(Function2.prototype.toString, method, []), "[native code]") >= 0;
  }

  // packages/gasoline-capture/src/leaving.ts
  function isOfCache(event) {
    return "persisted" in event && event.persisted === true;
  }
  function watchLeaving(window2, listen2) {
    let left;
    const stops = [
      listen2("pagehide", () => {
        left = window2.document;
      }),
      listen2("pageshow", () => {
        left = void 0;
      })
    ];
    return {
      isUnderWay: () => left === window2.document,
      stopWatching: () => {
        stops.forEach((stop) => {
          stop();
        });
      }
    };
  }

  // packages/gasoline-capture/src/listen.ts
  var OPENING_METHODS = ["open", "write", "writeln"];
  function createListen(window2) {
    const { addEventListener: addEventListener2, removeEventListener: removeEventListener2 } = window2.EventTarget.prototype;
    let registrations = [];
    let stopWatching = [];
    const arm = ({ type, listener, isCapture }) => {
      apply(addEventListener2, window2, [type, listener, isCapture]);
    };
    const armAll = () => {
      for (let index = 0; index < registrations.length; index += 1) {
        const registration = registrations[index];
        if (registration !== void 0) arm(registration);
      }
    };
    const remove = (registration) => {
      registrations = without(registrations, registration);
      apply(removeEventListener2, window2, [registration.type, registration.listener, registration.isCapture]);
      if (registrations.length > 0) return;
      for (let index = 0; index < stopWatching.length; index += 1) stopWatching[index]?.();
    };
    return (type, listener, way = "down") => {
      const registration = { type, listener: quiet(listener), isCapture: way === "down" };
      if (registrations.length === 0)
        stopWatching = [...afterOpening(window2, armAll), watchRoot(window2, armAll)];
      append(registrations, registration);
      arm(registration);
      return () => {
        remove(registration);
      };
    };
  }
  function afterOpening(window2, react) {
    const stops = [];
    for (let index = 0; index < OPENING_METHODS.length; index += 1) {
      append(stops, observeMethod(window2.Document.prototype, OPENING_METHODS[index] ?? "", "after", react));
    }
    return stops;
  }
  var CHILDREN = { __proto__: null, childList: true };
  function watchRoot(window2, react) {
    const { addEventListener: addEventListener2, removeEventListener: removeEventListener2 } = window2.EventTarget.prototype;
    const { method } = platformOf(window2);
    const observe = method("MutationObserver", "observe");
    const watch = quiet(() => {
      apply(addEventListener2, window2, ["readystatechange", watch, true]);
      observe(observer, window2.document, CHILDREN);
    });
    const observer = createObserver(
      window2,
      quiet(() => {
        watch();
        react();
      })
    );
    if (observer === void 0) return () => void 0;
    const disconnect2 = quiet(method("MutationObserver", "disconnect"));
    watch();
    return () => {
      apply(removeEventListener2, window2, ["readystatechange", watch, true]);
      disconnect2(observer);
    };
  }
  function createObserver({ MutationObserver }, react) {
    try {
      return new MutationObserver(react);
    } catch {
      return void 0;
    }
  }

  // packages/gasoline-capture/src/mutations.ts
  var EVERYTHING = {
    __proto__: null,
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true
  };
  function createWatchMutations(window2) {
    const { MutationObserver } = window2;
    if (!isCallable(get(window2, "MutationObserver"))) return void 0;
    const { observe, disconnect: disconnect2, takeRecords } = MutationObserver.prototype;
    return (react) => {
      const observer = new MutationObserver(quiet(react));
      return {
        observe(below) {
          apply(observe, observer, [below, EVERYTHING]);
        },
        take: () => apply(takeRecords, observer, []),
        stop() {
          apply(disconnect2, observer, []);
        }
      };
    };
  }

  // packages/gasoline-capture/src/releases.ts
  function createReleases() {
    let watching = [];
    let kept = 0;
    let begin;
    let end;
    const stop = () => {
      end?.();
      end = void 0;
    };
    return {
      watch(release) {
        append(watching, release);
        return () => {
          watching = without(watching, release);
        };
      },
      now(occasion) {
        let isMoreComing = false;
        for (let index = 0; index < watching.length; index += 1)
          if (letsGoMore(watching[index], occasion)) isMoreComing = true;
        return isMoreComing;
      },
      keep() {
        kept += 1;
        if (kept === 1) end = begin?.();
        return () => {
          kept -= 1;
          if (kept === 0) stop();
        };
      },
      whileKeeping(react) {
        begin = react;
        if (kept > 0) end = react();
        return () => {
          begin = void 0;
          stop();
        };
      }
    };
  }
  function letsGoMore(release, occasion) {
    try {
      return release?.(occasion) === true;
    } catch {
      return false;
    }
  }

  // packages/gasoline-capture/src/routes.ts
  function createWatchRoutes(window2, listen2) {
    const transition = platformOf(window2).getter("Navigation", "transition");
    const watchSource = accepts(transition, get(window2, "navigation")) ? watchNavigation(window2) : watchHistory(window2);
    return (react) => {
      let { document: document2 } = window2;
      let current = window2.location.href;
      const look = (kind) => {
        const from = current;
        const isSameDocument = document2 === window2.document;
        ({ document: document2 } = window2);
        current = window2.location.href;
        if (isSameDocument && from !== current) react({ from, to: current, kind });
      };
      const stops = [
        watchSource(look),
        // Also with the Navigation API, which is silent in documents of no origin.
        ...["popstate", "hashchange"].map(
          (type) => listen2(type, () => {
            look("pop");
          })
        )
      ];
      return () => {
        stops.forEach((stop) => {
          stop();
        });
      };
    };
  }
  function watchNavigation({ navigation, EventTarget: EventTarget2, NavigationCurrentEntryChangeEvent }) {
    const { addEventListener: addEventListener2, removeEventListener: removeEventListener2 } = EventTarget2.prototype;
    return (look) => {
      const listener = (event) => {
        const type = event instanceof NavigationCurrentEntryChangeEvent ? event.navigationType : null;
        look(type === "replace" || type === "push" ? type : "pop");
      };
      const args = ["currententrychange", quiet(listener), true];
      apply(addEventListener2, navigation, args);
      return () => {
        apply(removeEventListener2, navigation, args);
      };
    };
  }
  function watchHistory({ History }) {
    return (look) => {
      const stops = [
        observeMethod(History.prototype, "pushState", "after", () => {
          look("push");
        }),
        observeMethod(History.prototype, "replaceState", "after", () => {
          look("replace");
        })
      ];
      return () => {
        stops.forEach((stop) => {
          stop();
        });
      };
    };
  }

  // packages/gasoline-capture/src/timeline.ts
  function isResource(entry) {
    return entry?.entryType === "resource";
  }
  function isNavigation(entry) {
    return entry?.entryType === "navigation";
  }
  function createTimeline(window2, clock) {
    const { performance: performance2 } = window2;
    const { Performance, PerformanceObserver, PerformanceObserverEntryList } = window2;
    const ownNow = platformOf(window2).method("Performance", "now");
    if (!accepts(ownNow, performance2)) return withoutEntries(sinceNow(clock));
    const now = () => numberFrom(ownNow(performance2));
    const known = isCallable(get(window2, "PerformanceObserver")) ? PerformanceObserver.supportedEntryTypes : void 0;
    if (!isArray(known)) return withoutEntries(now);
    const getEntriesByType = Performance.prototype.getEntriesByType;
    const { getEntries } = PerformanceObserverEntryList.prototype;
    const { observe, disconnect: disconnect2, takeRecords } = PerformanceObserver.prototype;
    return {
      now,
      entries: (type) => apply(getEntriesByType, performance2, [type]),
      observe(type, react) {
        if (!known.includes(type)) return void 0;
        const handOver = quiet(react);
        const observer = new PerformanceObserver((list) => {
          handOver(apply(getEntries, list, []));
        });
        apply(observe, observer, [{ type, buffered: true }]);
        return {
          catchUp: () => {
            handOver(apply(takeRecords, observer, []));
          },
          stop: () => {
            apply(disconnect2, observer, []);
          }
        };
      },
      beforeForgetting: (react) => watchForgetting(window2, react)
    };
  }
  var FULL = "resourcetimingbufferfull";
  var FORGETTING_METHODS = ["clearResourceTimings", "setResourceTimingBufferSize"];
  function watchForgetting({ performance: performance2, Performance, EventTarget: EventTarget2 }, react) {
    const { addEventListener: addEventListener2, removeEventListener: removeEventListener2 } = EventTarget2.prototype;
    const listener = quiet(react);
    apply(addEventListener2, performance2, [FULL, listener]);
    const restores = FORGETTING_METHODS.map(
      (name) => observeMethod(Performance.prototype, name, "before", react)
    );
    return () => {
      apply(removeEventListener2, performance2, [FULL, listener]);
      restores.forEach((restore) => {
        restore();
      });
    };
  }
  function sinceNow(clock) {
    const begun = clock();
    return () => clock() - begun;
  }
  function withoutEntries(now) {
    return {
      now,
      entries: () => [],
      observe: () => void 0,
      beforeForgetting: () => () => void 0
    };
  }

  // packages/gasoline-capture/src/timers.ts
  var IDLE_TIMEOUT_MS = 1e3;
  function createTimers(window2) {
    const { setTimeout: setTimeout2, clearTimeout: clearTimeout2 } = window2;
    const after = (milliseconds, task) => {
      const timer = apply(setTimeout2, window2, [quiet(task), milliseconds]);
      return () => {
        apply(clearTimeout2, window2, [timer]);
      };
    };
    if (getOwnPropertyDescriptor(window2, "requestIdleCallback") === void 0) {
      return { after, whenIdle: (task) => after(0, task) };
    }
    const { requestIdleCallback: requestIdleCallback2, cancelIdleCallback: cancelIdleCallback2 } = window2;
    return {
      after,
      whenIdle(task) {
        const idle = apply(requestIdleCallback2, window2, [quiet(task), { timeout: IDLE_TIMEOUT_MS }]);
        return () => {
          apply(cancelIdleCallback2, window2, [idle]);
        };
      }
    };
  }

  // packages/gasoline-capture/src/env.ts
  var MAX_URL_CHARACTERS = 2048;
  var ID_BYTES = 10;
  function createEnv(window2, watchVitals2) {
    const now = createClock(window2);
    const queue = window2.queueMicrotask;
    const listen2 = createListen(window2);
    const leaving = watchLeaving(window2, listen2);
    return {
      window: window2,
      now,
      newId: createNewId(window2),
      queueMicrotask: (task) => {
        apply(queue, window2, [task]);
      },
      listen: listen2,
      watchRoutes: createWatchRoutes(window2, listen2),
      leaving,
      releases: createReleases(),
      dom: createDom(window2),
      watchMutations: createWatchMutations(window2),
      timeline: createTimeline(window2, now),
      watchVitals: watchVitals2,
      ...createTimers(window2)
    };
  }
  var HEX_DIGITS = "0123456789abcdef";
  function createNewId(window2) {
    const { Uint8Array: Uint8Array2 } = window2;
    const crypto = get(window2, "crypto");
    const getRandomValues = platformOf(window2).method("Crypto", "getRandomValues");
    const { random } = window2.Math;
    return () => {
      const bytes2 = new Uint8Array2(ID_BYTES);
      try {
        getRandomValues(crypto, bytes2);
      } catch {
        for (let index = 0; index < ID_BYTES; index += 1) bytes2[index] = random() * 256;
      }
      return hex(bytes2);
    };
  }
  function hex(bytes2) {
    let text = "";
    for (let index = 0; index < ID_BYTES; index += 1) {
      const byte = bytes2[index] ?? 0;
      text += `${HEX_DIGITS[byte >> 4] ?? ""}${HEX_DIGITS[byte & 15] ?? ""}`;
    }
    return text;
  }
  var OriginalDate = Date;
  function timestamp(env2, milliseconds = env2.now()) {
    return dateText(new OriginalDate(milliseconds));
  }
  function documentUrl(env2) {
    return boundedUrl(env2.window.location.href);
  }
  function boundedUrl(url) {
    return slice(url, 0, MAX_URL_CHARACTERS);
  }

  // packages/gasoline-capture/src/selectors/test-id.ts
  var ATTRIBUTES = ["data-testid", "data-test-id", "data-cy"];
  var WITH_TEST_ID = ["[data-testid]", "[data-test-id]", "[data-cy]"];
  function testIdAttributeOf(element, dom) {
    for (let index = 0; index < ATTRIBUTES.length; index += 1) {
      const attribute = ATTRIBUTES[index] ?? "";
      const value = dom.attribute(element, attribute);
      if (value !== null && value !== "") return { value, attribute, unusual: index > 0 ? { attribute } : {} };
    }
    return void 0;
  }

  // packages/gasoline-capture/src/text.ts
  var MAX_NODES = 200;
  var SILENT_ELEMENTS = "script,style,noscript,template,textarea,select,[contenteditable]";
  function textOf2(element, dom, limit) {
    if (dom.matches(element, SILENT_ELEMENTS)) return "";
    const next2 = dom.walk(element);
    let text = "";
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES && text.length <= limit; count += 1) {
      if (dom.nodeType(node) !== ELEMENT_NODE) text = joined2(text, dom.nodeValue(node) ?? "", limit);
      else if (dom.isElement(node) && dom.matches(node, SILENT_ELEMENTS)) {
        node = afterSubtree(node, next2, dom);
        continue;
      }
      node = next2();
    }
    return slice(withoutEnd(text), 0, limit + 1);
  }
  function afterSubtree(skipped, next2, dom) {
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES && isInside(node, skipped, dom); count += 1) {
      node = next2();
    }
    return node;
  }
  function isInside(node, ancestor, dom) {
    for (let current = node; current !== null; current = dom.parent(current)) {
      if (current === ancestor) return true;
    }
    return false;
  }
  function joined2(before, added, limit) {
    let text = before;
    let start2 = 0;
    for (let index = 0; index <= added.length && text.length <= limit; index += 1) {
      const isEnd = index === added.length;
      if (!isEnd && !isSpace(characterCodeAt(added, index))) continue;
      if (index > start2) text += slice(added, start2, index);
      if (!isEnd && text !== "" && characterCodeAt(text, text.length - 1) !== SPACE) text += " ";
      start2 = index + 1;
    }
    return text;
  }
  var SPACE = 32;
  var NO_BREAK_SPACE = 160;
  function isSpace(code) {
    return code === SPACE || code >= 9 && code <= 13 || code === NO_BREAK_SPACE;
  }
  function withoutEnd(text) {
    return text !== "" && characterCodeAt(text, text.length - 1) === SPACE ? slice(text, 0, -1) : text;
  }
  function inOneLine(text, limit) {
    return withoutEnd(joined2("", text, limit));
  }

  // packages/gasoline-capture/src/landmarks.ts
  var MAX_LANDMARKS = 5;
  var MAX_HEADINGS_BEFORE_TEST_IDS = 3;
  var MAX_CANDIDATES = 100;
  var MAX_SEARCHED2 = 3e3;
  var MAX_ROOTS = 20;
  var MAX_TEXT_CHARACTERS = 100;
  var HEADINGS = ["h1", "h2"];
  function landmarksOf(document2, dom) {
    const roots = rootsOf(document2, dom);
    const headings = collected2(roots, HEADINGS, dom, headingOf);
    const testIds = collected2(roots, WITH_TEST_ID, dom, markedOf);
    const landmarks = [];
    add(landmarks, headings, 0, MAX_HEADINGS_BEFORE_TEST_IDS);
    add(landmarks, testIds, 0, MAX_LANDMARKS);
    add(landmarks, headings, MAX_HEADINGS_BEFORE_TEST_IDS, MAX_LANDMARKS);
    return landmarks;
  }
  function rootsOf(document2, dom) {
    const roots = [document2];
    let searched = 0;
    for (let index = 0; index < roots.length; index += 1) {
      const elements = dom.named(roots[index] ?? document2, "*");
      for (let place2 = 0; searched < MAX_SEARCHED2 && roots.length < MAX_ROOTS; place2 += 1) {
        const element = elements[place2];
        if (element === void 0) break;
        searched += 1;
        const shadow = dom.shadow(element);
        if (shadow !== null) append(roots, shadow);
      }
    }
    return roots;
  }
  function collected2(roots, selectors, dom, read) {
    const found2 = [];
    for (let index = 0; index < selectors.length; index += 1) {
      for (let root = 0; root < roots.length && found2.length < MAX_LANDMARKS; root += 1) {
        const within = roots[root];
        if (within !== void 0) collect(found2, dom.findAll(within, selectors[index] ?? ""), dom, read);
      }
    }
    return found2;
  }
  function collect(found2, elements, dom, read) {
    const looked = min(elements.length, MAX_CANDIDATES);
    for (let index = 0; index < looked && found2.length < MAX_LANDMARKS; index += 1) {
      const element = elements[index];
      const landmark = element === void 0 ? void 0 : read(element, dom);
      if (landmark !== void 0) append(found2, landmark);
    }
  }
  function headingOf(element, dom) {
    if (!dom.isVisible(element)) return void 0;
    const text = slice(textOf2(element, dom, MAX_TEXT_CHARACTERS), 0, MAX_TEXT_CHARACTERS);
    const level = dom.localName(element) === "h1" ? 1 : 2;
    return text === "" ? void 0 : { kind: "heading", level, text };
  }
  function markedOf(element, dom) {
    const found2 = testIdAttributeOf(element, dom);
    if (found2 === void 0 || !dom.isVisible(element)) return void 0;
    const text = textOf2(element, dom, MAX_TEXT_CHARACTERS);
    if (text === "" || text.length > MAX_TEXT_CHARACTERS) return void 0;
    return { kind: "testId", testId: slice(found2.value, 0, MAX_TEXT_CHARACTERS), ...found2.unusual, text };
  }
  function add(to, from, start2, end) {
    for (let index = start2; index < end && to.length < MAX_LANDMARKS; index += 1) {
      const landmark = from[index];
      if (landmark !== void 0) append(to, landmark);
    }
  }

  // packages/gasoline-capture/src/outcomes/without-outcomes.ts
  var withoutOutcomes = () => ({ acted: () => void 0, stop: () => void 0 });

  // packages/gasoline-capture/src/selectors/recognised.ts
  var unrecognised = { recognise: () => ({ locators: [] }), classesOf: () => "" };

  // packages/gasoline-capture/src/network/headers.ts
  var SENSITIVE2 = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|key|password/;
  var MAX_HEADERS = 100;
  var MAX_VALUE_CHARACTERS2 = 1024;
  var HeaderCollector = class {
    values = bareRecord();
    #count = 0;
    /** Names and values that are no strings are converted as the browser does, objects left out. */
    add(name, value) {
      if (typeof name !== "string" || !isPlain3(value) || this.#count >= MAX_HEADERS) return;
      this.#count += 1;
      const key = lowerCase(name);
      const before = this.values[key];
      const shown = execute(SENSITIVE2, key) === null ? truncate(`${value}`, MAX_VALUE_CHARACTERS2) : REDACTED_HEADER;
      this.values[key] = before === void 0 || shown === REDACTED_HEADER ? shown : `${before}, ${shown}`;
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
    for (let start2 = 0; start2 < text.length; ) {
      const next2 = indexOf(text, "\r\n", start2);
      const end = next2 < 0 ? text.length : next2;
      const line = slice(text, start2, end);
      const colon = indexOf(line, ": ");
      if (colon > 0) headers.add(slice(line, 0, colon), slice(line, colon + 2));
      start2 = end + 2;
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
    const next2 = walkMap(map);
    for (let step = next2(); step.done !== true; step = next2()) addPair(headers, step.value);
  }
  function addMembers(headers, init) {
    const names = objectKeys(init);
    const shown = min(names.length, MAX_HEADERS);
    for (let index = 0; index < shown; index += 1) {
      const name = names[index] ?? "";
      headers.add(name, ownData(init, name));
    }
  }
  function isPlain3(value) {
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  }

  // packages/gasoline-capture/src/release-within.ts
  var STEP_MS2 = 10;
  function releaseWithin(env2, milliseconds) {
    return new BrowserPromise((resolve) => {
      const look = (left) => {
        if (left > 0 && env2.releases.now("announced")) {
          env2.after(STEP_MS2, () => {
            look(left - STEP_MS2);
          });
        } else {
          env2.releases.now("asked");
          resolve();
        }
      };
      look(milliseconds);
    });
  }

  // packages/gasoline-capture/src/documents.ts
  var EMPTY = "about:blank";
  function watchDocuments(env2, react) {
    let seen2;
    const look = () => {
      const { document: document2, location } = env2.window;
      if (document2 === seen2 || env2.dom.isPrerendering(document2) || location.href === EMPTY) return;
      seen2 = document2;
      react();
    };
    const stops = ["readystatechange", "prerenderingchange", "pageshow"].map((type) => env2.listen(type, look));
    look();
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function watchLoads(env2, react) {
    let loaded;
    const look = () => {
      const { document: document2, location } = env2.window;
      if (document2 === loaded || env2.dom.readyState(document2) !== "complete") return;
      if (env2.dom.isPrerendering(document2) || location.href === EMPTY) return;
      loaded = document2;
      react();
    };
    const stops = ["load", "prerenderingchange", "pageshow"].map((type) => env2.listen(type, look));
    look();
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function watchDepartures(env2, react) {
    return watchReleases(env2, (occasion) => {
      if (occasion === "leaving") react();
    });
  }
  function watchReleases(env2, react) {
    const leave = () => {
      react("leaving");
    };
    const stops = [
      env2.listen("pagehide", leave),
      env2.listen("visibilitychange", () => {
        if (env2.dom.visibility(env2.window.document) === "hidden") leave();
      }),
      env2.releases.watch(react)
    ];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function isTopDocument(window2) {
    return window2.parent === window2;
  }

  // packages/gasoline-capture/src/removal.ts
  function watchRemoval(env2) {
    if (isTopDocument(env2.window)) return { isUnderWay: () => false, stopWatching: () => void 0 };
    const stopWatching = env2.listen("pagehide", () => {
      env2.releases.now("leaving");
    });
    return { isUnderWay: env2.leaving.isUnderWay, stopWatching };
  }

  // packages/gasoline-capture/src/selectors/generated-class.ts
  var GENERATED = [
    // Emotion, styled-components, Chakra, JSS, styled-jsx, Svelte, Vue, Angular, Astro.
    /^(?:css|sc|emotion|styled|chakra|jss|jsx|svelte|makeStyles|_ng(?:content|host)|ng-tns|astro|data-v)-|^jss\d|^Mui\w+-\w+-\d+$/,
    // States that frameworks keep in classes.
    /^ng-(?:star-inserted|(?:un)?touched|(?:in)?valid|dirty|pristine|pending|submitted)$|-(?:enter|leave)(?:-from|-active|-to)?$/,
    // CSS modules: `Button_primary__x7Kq2`, `_primary_1a2b3_14`, `_3xKq9Zb1`.
    /__[A-Za-z0-9+/-]*(?:\d|[a-z][A-Z])[A-Za-z0-9+/-]*$/,
    /^_[A-Za-z][\w-]*_[a-z0-9]{5,}(?:_\d+)?$/,
    /^_(?=.*\d)(?=.*[A-Z])[\w-]{5,}$/,
    // Tailwind: variants, fractions, arbitrary values.
    /[:/[\]!()*]/,
    // Its scales (`mt-4`, `-left-1.5`, `text-2xl`) and colours (`bg-red-500`).
    /^-?(?:[mp][trblxyse]?|(?:min-|max-)?[wh]|z|size|gap|inset|top|left|right|bottom|text|border|rounded|ring|order|opacity|scale|rotate|duration|delay|basis|leading|outline|stroke|(?:space|gap|inset|translate|divide|border)-[trblxy]|(?:col|row)-(?:span|start|end)|grid-(?:cols|rows))-(?:[\d.]+|\d*x[sl])$/,
    /^[a-z]+-(?:[a-z]+-\d{2,3}|white|black|transparent|current|inherit)$/,
    // Its words: sizes, and what has no meaning but its look.
    /^(?:(?:min-|max-)?[wh]|size|inset|[mp][trblxy]?|gap|basis|flex|grid|order|col|row|z|top|left|right|bottom)-(?:full|screen|auto|fit|min|max|px|none|initial|first|last|wrap|nowrap|col|row|1)$/,
    /^(?:cursor-(?:pointer|default|wait|not-allowed)|(?:items|justify|self|content|place-items)-(?:start|end|center|between|around|evenly|stretch|baseline)|font-(?:bold|medium|normal|semibold|light|mono|sans|serif)|(?:text|rounded|shadow)-(?:sm|base|md|lg|left|right|center|full|none)|overflow-(?:hidden|auto|scroll|visible)|(?:leading|tracking|transition|ease)-[a-z-]+|sr-only|truncate|antialiased|inline-flex|inline-block|select-none|whitespace-nowrap)$/,
    // Hashes: letters around digits, digits first, capitals anywhere, or letters that nobody could pronounce.
    /^(?=.{5,})[A-Za-z_-]*[a-z]\d+[a-z]+\d*[A-Za-z0-9_-]*$/i,
    /^\d\w{5,}$/,
    /^(?=.{5,8}$)[a-z]+(?:[A-Z][a-z]?){2,}$/,
    /^[b-df-hj-np-tv-xz]{5,}$/i,
    /[b-df-hj-np-tv-xz]{6}/i
  ];
  function isGeneratedClass(name) {
    for (let index = 0; index < GENERATED.length; index += 1) {
      const pattern = GENERATED[index];
      if (pattern !== void 0 && execute(pattern, name) !== null) return true;
    }
    return false;
  }

  // packages/gasoline-capture/src/selectors/class-names.ts
  var MAX_CLASSES = 2;
  function classSelectorOf(element, dom) {
    const names = dom.attribute(element, "class") ?? "";
    let selector = "";
    let count = 0;
    for (let start2 = 0; start2 < names.length && count < MAX_CLASSES; ) {
      const end = endOfName(names, start2);
      const name = slice(names, start2, end);
      start2 = end + 1;
      if (name === "" || isGeneratedClass(name)) continue;
      selector += `.${dom.escape(name)}`;
      count += 1;
    }
    return selector;
  }
  function endOfName(names, start2) {
    let end = start2;
    while (end < names.length && characterCodeAt(names, end) > 32) end += 1;
    return end;
  }

  // packages/gasoline-capture/src/selectors/candidate.ts
  var RISK = {
    testId: 0,
    role: 10,
    label: 12,
    id: 14,
    placeholder: 16,
    altText: 18,
    title: 18,
    attribute: 20,
    text: 22,
    className: 30,
    /** The only one of its kind. */
    kind: 60,
    /** Added where the text must be the whole text. */
    exact: 1,
    /** Added for a container with a way of its own. */
    container: 3,
    /** Added for an id with a number in it: a key, or a place in a list. */
    numbered: 25,
    /** Added for such a test id, which at least was given for tests. */
    numberedTestId: 15,
    /** Added for text that is, or contains, data. */
    data: 40,
    /** Added for the text of a link whose address tells of something else. */
    doubt: 20,
    /** Added for text of a list or table, which may be data. */
    listed: 25,
    /** Added to that for what may be the key of a record. */
    key: 10,
    /** Added for a container that is recognised by what is written in it. */
    containedText: 20,
    /** Added for the place among others. */
    place: 100
  };
  function candidate(locator, risk, isOnlyIn) {
    return { locator, risk, isOnlyIn };
  }

  // packages/gasoline-capture/src/selectors/durable-text.ts
  var DATA = [
    // Numbers, prices, percentages, dates, times, versions, order numbers, counts in parentheses.
    /\d/,
    /^[-+]?[$€£¥₹₽]/,
    // Mail addresses, accounts, addresses of pages.
    /@|:\/\/|^www\./,
    // What moves with the calendar.
    /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?$/i,
    /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?),?$/i,
    /^(?:yesterday|today|tomorrow|ago|noon|midnight|[ap]\.?m\.?)[,.]?$/i,
    // Names of files.
    /^[\w-]+\.(?:png|jpe?g|gif|svg|pdf|csv|xlsx?|docx?|txt|zip|mp[34])$/i
  ];
  var MIN_CHARACTERS = 3;
  var LETTER = /\p{L}/u;
  function durablePartOf(text) {
    const words = wordsOf3(text);
    let part = "";
    let run = "";
    let isWhole = true;
    for (let index = 0; index <= words.length; index += 1) {
      const word = words[index];
      if (word !== void 0 && !isData(word)) {
        run += run === "" ? word : ` ${word}`;
        continue;
      }
      if (word !== void 0) isWhole = false;
      const glued = execute(BEFORE_NUMBER, word ?? "")?.[1] ?? "";
      const trimmed = withoutEdges(glued === "" || run === "" ? `${run}${glued}` : `${run} ${glued}`);
      if (trimmed.length > part.length) part = trimmed;
      run = execute(AFTER_NUMBER, word ?? "")?.[1] ?? "";
    }
    if (isWhole) return { part: text, isWhole: execute(LETTER, text) !== null };
    return { part: part.length < MIN_CHARACTERS ? "" : part, isWhole };
  }
  var BEFORE_NUMBER = /^(\p{Lu}\p{Ll}{3,}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,})[（(]?\d+[）)]?$/u;
  var AFTER_NUMBER = /^[\d.,]+([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,})$/;
  function isData(word) {
    for (let index = 0; index < DATA.length; index += 1) {
      const pattern = DATA[index];
      if (pattern !== void 0 && execute(pattern, word) !== null) return true;
    }
    return false;
  }
  function wordsOf3(text) {
    const words = [];
    let start2 = 0;
    for (let index = 0; index <= text.length; index += 1) {
      if (index < text.length && text[index] !== " ") continue;
      if (index > start2) append(words, slice(text, start2, index));
      start2 = index + 1;
    }
    return words;
  }
  var EDGES = /^[\s([{:,;·•|–—/#-]*(.*?)[\s([{:,;·•|–—/#-]*$/;
  function withoutEdges(run) {
    return execute(EDGES, run)?.[1] ?? run;
  }

  // packages/gasoline-capture/src/selectors/same-text.ts
  function normalised(text, limit) {
    let result = "";
    let gap = false;
    for (let index = 0; index < text.length && result.length <= limit; index += 1) {
      const code = characterCodeAt(text, index);
      if (isInvisible(code)) continue;
      if (isWhite(code)) {
        gap = result !== "";
        continue;
      }
      if (gap) result += " ";
      gap = false;
      result += slice(text, index, index + 1);
    }
    return slice(result, 0, limit + 1);
  }
  function isSameButForSpaces(one, other) {
    return one === other || withoutSpaces(one) === withoutSpaces(other);
  }
  function contains(text, words) {
    return text !== "" && countIn(lowerCase(upperCase(text)), upperCase(words), 1) === 1;
  }
  function countIn(lowerCaseText, words, most) {
    const wanted = lowerCase(words);
    const [start2, end] = rarestWord(wanted);
    if (end === start2) return 0;
    const rare = slice(wanted, start2, end);
    let count = 0;
    let at = indexOf(lowerCaseText, rare);
    while (at >= 0 && count < most) {
      if (agrees(lowerCaseText, at + rare.length, wanted, end, 1) && agrees(lowerCaseText, at - 1, wanted, start2 - 1, -1))
        count += 1;
      at = indexOf(lowerCaseText, rare, at + 1);
    }
    return count;
  }
  var DIGIT = /\d/;
  function rarestWord(wanted) {
    let best = [0, 0];
    let most = 0;
    for (let start2 = 0; start2 < wanted.length; ) {
      const space = indexOf(wanted, " ", start2);
      const end = space < 0 ? wanted.length : space;
      const length = end - start2;
      const weight = length > 0 && execute(DIGIT, slice(wanted, start2, end)) !== null ? length * 10 : length;
      if (weight > most) {
        most = weight;
        best = [start2, end];
      }
      start2 = end + 1;
    }
    return best;
  }
  function agrees(text, textStart, wanted, wantedStart, step) {
    let at = textStart;
    for (let index = wantedStart; index >= 0 && index < wanted.length; index += step) {
      const code = characterCodeAt(wanted, index);
      if (isWhite(code)) continue;
      while (at >= 0 && at < text.length && isSpacing(characterCodeAt(text, at))) at += step;
      if (at < 0 || at >= text.length || characterCodeAt(text, at) !== code) return false;
      at += step;
    }
    return true;
  }
  function withoutSpaces(text) {
    let result = "";
    for (let index = 0; index < text.length; index += 1) {
      if (!isSpacing(characterCodeAt(text, index))) result += slice(text, index, index + 1);
    }
    return result;
  }
  function isSpacing(code) {
    return isWhite(code) || isInvisible(code);
  }
  function isInvisible(code) {
    return code === 8203 || code === 173;
  }
  function isWhite(code) {
    if (code <= 32) return code === 32 || code >= 9 && code <= 13;
    if (code < 5760) return code === 160;
    return code >= 8192 && code <= 8202 || code === 5760 || code === 8232 || code === 8233 || code === 8239 || code === 8287 || code === 12288 || code === 65279;
  }

  // packages/gasoline-capture/src/selectors/by-attribute-text.ts
  var MAX_CHARACTERS2 = 80;
  function byAttributeText(search) {
    return [
      variants(search, "placeholder", "placeholder", RISK.placeholder),
      variants(search, "altText", "alt", RISK.altText),
      variants(search, "title", "title", RISK.title)
    ];
  }
  function variants(search, by, attribute, risk) {
    const { dom, element } = search;
    const value = dom.attribute(element, attribute) ?? "";
    if (value === "" || value.length > MAX_CHARACTERS2 || normalised(value, MAX_CHARACTERS2) !== value) return [];
    const selectors = [`[${attribute}]`];
    const partly = (text, added) => {
      const wanted = lowerCase(text);
      const isTwin = (other) => indexOf(lowerCase(dom.attribute(other, attribute) ?? ""), wanted) >= 0;
      return candidate(
        { by, value: text },
        risk + added,
        (scope) => search.isOnly(scope, selectors, element, isTwin)
      );
    };
    const isSame3 = (other) => dom.attribute(other, attribute) === value;
    const exactly2 = (added) => candidate(
      { by, value, exact: true },
      risk + added + RISK.exact,
      (scope) => search.isOnly(scope, selectors, element, isSame3)
    );
    const { part, isWhole } = durablePartOf(value);
    if (isWhole) return [partly(value, 0), exactly2(0)];
    const whole = [partly(value, RISK.data), exactly2(RISK.data)];
    return part === "" ? whole : [partly(part, RISK.exact), whole[0], whole[1]];
  }

  // packages/gasoline-capture/src/selectors/generated-id.ts
  var GENERATED2 = [
    // React's `useId`, in the three spellings it had: `:r1:`, `«r1»`, `_r_1_`.
    /:[rRS]\w*:|«\w+»|_r_\w+_/,
    // Component libraries, each with a counter or a random part of its own.
    /^(?:radix|reka|headlessui|melt|bits|mantine|react-aria|rac|downshift|tippy|popper|floating-ui|base-ui|ariakit|primevue|pv_id|v-\d|input-v-\d|el-id|rc[_-]|cdk|mat-|p-|ngb|ng-|ember|__BVID__|svelte-|chakra|zag|kobalte|formkit|uid|uuid|guid|auto|gen)[-_:]?.*\d/i,
    /^(?:mui|mat|ext-gen|yui_|gwt-uid|aria|id|el|item|node|field|input|select|control|checkbox|radio|menu|listbox|option|popover|dialog|tooltip|tab|panel)[-_:]?\d+$/i,
    // Random parts: UUIDs, hashes, moments, long numbers.
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/i,
    /\d{4,}/,
    /(?:^|[-_:.])(?=[a-z]*\d)[0-9a-f]{6,}(?:$|[-_:.])/i,
    /(?:^|[-_:./])(?=[a-z0-9]*[a-z]\d+[a-z])[a-z0-9]{6,}(?:$|[-_:./?#])/i,
    /(?:^|[-_:.])(?=[a-zA-Z0-9]*[a-z][A-Z0-9][a-z][A-Z0-9])[a-zA-Z0-9]{6,}$/
  ];
  var NUMBERED = /\d/;
  function originOfId(id) {
    for (let index = 0; index < GENERATED2.length; index += 1) {
      const pattern = GENERATED2[index];
      if (pattern !== void 0 && execute(pattern, id) !== null) return "generated";
    }
    return execute(NUMBERED, id) === null ? "written" : "numbered";
  }

  // packages/gasoline-capture/src/selectors/link-address.ts
  var NAMED_PATH = /^\/?[#?]?\/?[a-z]/i;
  var STEM = /\p{L}{3,5}/gu;
  var HEX_AFTER_HASH = /#(?:.*[^\da-z])?(?=[a-f]*\d)[\da-f]{4,}(?![\da-z])/i;
  function originOfAddress(address) {
    return execute(HEX_AFTER_HASH, address) === null ? originOfId(address) : "generated";
  }
  function isTextOfAddress(element, text, dom) {
    const address = dom.attribute(element, "href");
    if (address === null || execute(NAMED_PATH, address) === null) return true;
    if (indexOf(address, ":") >= 0 || originOfAddress(address) !== "written") return true;
    const path = lowerCase(address);
    const words = lowerCase(text);
    STEM.lastIndex = 0;
    for (let match = execute(STEM, words); match !== null; match = execute(STEM, words)) {
      if (indexOf(path, match[0]) >= 0) return true;
    }
    return false;
  }

  // packages/gasoline-capture/src/selectors/quoted-value.ts
  var MAX_CHARACTERS3 = 200;
  var SWITCH = /^(?:true|false)$/;
  function tellingValue(value) {
    return execute(SWITCH, value) === null ? quotedValue(value) : void 0;
  }
  function quotedValue(value) {
    if (value === "" || value.length > MAX_CHARACTERS3) return void 0;
    let quoted = '"';
    for (let index = 0; index < value.length; index += 1) {
      const character = characterAt(value, index);
      if (characterCodeAt(value, index) < 32) return void 0;
      quoted += character === '"' || character === "\\" ? `\\${character}` : character;
    }
    return `${quoted}"`;
  }

  // packages/gasoline-capture/src/selectors/by-css.ts
  var TELLING2 = ["name", "for", "href", "action", "formaction", "src", "list", "autocomplete"];
  var KINDS = ["type", "tabindex"];
  var PASSING = /^(?:aria|v|ng|x|hx|wire|up|accept|http)-|^_|-index$|^row-id$|^data-(?:v-|s-|reactid|react|radix|headlessui|state|active|selected|focus|hover|open|checked|disabled|highlighted|orientation|side|align|index|key$|sveltekit|turbo|astro|emotion|styled|theme|loading|expanded|testid|test-id|cy$|value-|gasoline)/;
  var ADDRESS = /^(?:href|action|formaction|src)$/;
  var BUILT = /^(?:data|blob|javascript|about):/;
  var MAX_OWN_ATTRIBUTES = 4;
  function byCss(search) {
    const { dom, element } = search;
    const name = dom.escape(dom.localName(element));
    if (name === "") return { attributes: [], keys: [], classes: [] };
    return { ...byAttributes(search, name), classes: byClass(search, name) };
  }
  function byKind(search) {
    const { dom, element } = search;
    const name = dom.escape(dom.localName(element));
    const variants2 = [];
    for (let index = 0; index < KINDS.length; index += 1) {
      const attribute = KINDS[index] ?? "";
      const quoted = tellingValue(dom.attribute(element, attribute) ?? "");
      if (quoted !== void 0) append(variants2, styled(search, `${name}[${attribute}=${quoted}]`, RISK.kind));
    }
    append(variants2, styled(search, name, RISK.kind + RISK.exact));
    return name === "" ? [] : variants2;
  }
  function byAttributes(search, name) {
    const { dom, element } = search;
    const attributes = [];
    const keys = [];
    const classes = classSelectorOf(element, dom);
    const selection = choice(search);
    const chosen = selection === "" ? "" : `/${dom.attribute(element, "value") ?? ""}`;
    const add2 = (attribute, added) => {
      const value = dom.attribute(element, attribute) ?? "";
      const quoted = tellingValue(value);
      if (quoted === void 0 || execute(BUILT, value) !== null) return;
      const isAddress = execute(ADDRESS, attribute) !== null;
      const origin = (isAddress ? originOfAddress : originOfId)(`${value}${chosen}`);
      if (origin === "generated") return;
      const list = attribute === "href" || indexOf(attribute, "-") > 0 ? keys : attributes;
      const risk = RISK.attribute + added + (origin === "numbered" ? RISK.numbered : 0);
      const selector = `${name}[${attribute}=${quoted}]${selection}`;
      append(list, styled(search, selector, risk));
      if (classes !== "") append(list, styled(search, `${selector}${classes}`, risk + RISK.exact));
    };
    for (let index = 0; index < TELLING2.length; index += 1) add2(TELLING2[index] ?? "", index);
    const names = dom.attributeNames(element);
    let count = 0;
    for (let index = 0; index < names.length && count < MAX_OWN_ATTRIBUTES; index += 1) {
      const attribute = names[index] ?? "";
      if (indexOf(attribute, "-") < 1 || execute(PASSING, attribute) !== null) continue;
      if (dom.escape(attribute) !== attribute) continue;
      add2(attribute, TELLING2.length + count);
      count += 1;
    }
    return { attributes, keys };
  }
  function byClass(search, name) {
    const { dom, element } = search;
    const classes = classSelectorOf(element, dom);
    const variants2 = [];
    const picture = trim(dom.text(element)) === "" ? dom.find(element, "svg,img,i") : null;
    if (picture !== null)
      append(variants2, styled(search, `${name}${classes}:has(${dom.localName(picture)})`, RISK.className));
    if (classes !== "") append(variants2, styled(search, `${name}${classes}`, RISK.className));
    return variants2;
  }
  function choice({ dom, element }) {
    const type = dom.attribute(element, "type");
    if (type !== "radio" && type !== "checkbox") return "";
    const value = quotedValue(dom.attribute(element, "value") ?? "");
    return value === void 0 ? "" : `[value=${value}]`;
  }
  function styled(search, selector, risk) {
    return candidate(
      { by: "css", value: selector },
      risk,
      (scope) => search.isOnly(scope, [selector], search.element)
    );
  }

  // packages/gasoline-capture/src/selectors/by-id.ts
  var MAX_CHARACTERS4 = 100;
  function byId(search, element = search.element) {
    const id = search.dom.attribute(element, "id") ?? "";
    const escaped = search.dom.escape(id);
    if (id === "" || escaped === "" || id.length > MAX_CHARACTERS4) return [];
    const origin = originOfId(id);
    if (origin === "generated") return [];
    const risk = RISK.id + (origin === "numbered" ? RISK.numbered : 0);
    return [
      candidate({ by: "id", value: id }, risk, (scope) => search.isOnly(scope, [`#${escaped}`], element))
    ];
  }

  // packages/gasoline-capture/src/selectors/label-text.ts
  var MAX_CHARACTERS5 = 80;
  var MAX_NODES2 = 50;
  var FIELD = "input,select,textarea,button";
  function labelTextOf(field, dom) {
    const label = dom.labels(field)[0];
    if (label === void 0) return void 0;
    const before = textBeforeField(label, dom);
    const text = before === "" ? normalised(dom.text(label), MAX_CHARACTERS5) : before;
    return text === "" || text.length > MAX_CHARACTERS5 ? void 0 : text;
  }
  function textBeforeField(label, dom) {
    const next2 = dom.walk(label);
    let text = "";
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES2; count += 1) {
      if (dom.nodeType(node) !== ELEMENT_NODE) text += dom.nodeValue(node) ?? "";
      else if (dom.isElement(node) && dom.matches(node, FIELD)) return normalised(text, MAX_CHARACTERS5);
      node = next2();
    }
    return node === null ? normalised(text, MAX_CHARACTERS5) : "";
  }

  // packages/gasoline-capture/src/selectors/references.ts
  function referredBy(element, attribute, dom) {
    const referred = [];
    let rest = trim(dom.attribute(element, attribute) ?? "");
    while (rest !== "") {
      const end = indexOf(rest, " ");
      const id = dom.escape(end < 0 ? rest : slice(rest, 0, end));
      rest = end < 0 ? "" : trim(slice(rest, end));
      const found2 = id === "" ? null : dom.find(dom.root(element), `#${id}`);
      if (found2 !== null) append(referred, found2);
    }
    return referred;
  }

  // packages/gasoline-capture/src/selectors/by-label.ts
  var MAX_CHARACTERS6 = 80;
  function byLabel(search) {
    const label = ownLabel(search);
    if (label === void 0) return [];
    const { text, isWhole } = label;
    const durable = durablePartOf(text);
    const risk = RISK.label + (durable.isWhole ? 0 : RISK.data);
    const variants2 = [];
    if (!durable.isWhole && durable.part !== "")
      append(variants2, labelled(search, durable.part, RISK.label + RISK.exact, "part"));
    append(variants2, labelled(search, text, risk, "part"));
    if (isWhole) append(variants2, labelled(search, text, risk + RISK.exact, "whole"));
    return variants2;
  }
  function ownLabel({ element, dom }) {
    if (dom.attribute(element, "aria-labelledby") !== null) return void 0;
    const own = normalised(dom.attribute(element, "aria-label") ?? "", MAX_CHARACTERS6);
    if (own !== "") return own.length > MAX_CHARACTERS6 ? void 0 : { text: own, isWhole: true };
    const text = labelTextOf(element, dom);
    if (text === void 0) return void 0;
    const label = dom.labels(element)[0];
    return { text, isWhole: label !== void 0 && normalised(dom.text(label), MAX_CHARACTERS6) === text };
  }
  function labelled(search, text, risk, extent) {
    const { dom, element } = search;
    const isMeant = (label) => extent === "whole" ? normalised(label, MAX_CHARACTERS6) === text : contains(label, text);
    const isLabelFor = (label) => {
      const field = dom.control(label);
      return field !== null && field !== element && isMeant(dom.text(label));
    };
    const labelsItself = (other) => isMeant(dom.attribute(other, "aria-label") ?? "");
    const isReferring = (other) => {
      const labels = referredBy(other, "aria-labelledby", dom);
      for (let index = 0; index < labels.length; index += 1) {
        const label = labels[index];
        if (label !== void 0 && isMeant(dom.text(label))) return true;
      }
      return false;
    };
    return candidate(
      { by: "label", value: text, ...extent === "whole" && { exact: true } },
      risk,
      (scope) => search.isOnly(scope, ["label"], element, isLabelFor) && search.isOnly(scope, ["[aria-label]"], element, labelsItself) && search.isOnly(scope, ["[aria-labelledby]"], element, isReferring)
    );
  }

  // packages/gasoline-capture/src/selectors/by-place.ts
  var MAX_LOOKED_UP = 12;
  var MAX_LEVELS = 50;
  var MAX_SIBLINGS = 2e3;
  var LARGE = 2e3;
  function byPlace(search, element = search.element) {
    const { dom, page } = search;
    const host = dom.host(dom.root(element));
    const scope = host === void 0 ? page : search.scopeOf(host);
    const isOnly = (path2, top, level) => isAnchored(path2, top, dom) || scope.size <= LARGE && level < MAX_LOOKED_UP && search.isOnly(scope, [path2], element);
    let path = "";
    let current = element;
    for (let level = 0; level < MAX_LEVELS; level += 1) {
      const step = stepTo(current, search);
      if (step === void 0) return [];
      path = path === "" ? step : `${step} > ${path}`;
      if (isOnly(path, current, level))
        return [candidate({ by: "css", value: path }, RISK.place, isPlaceIn(path, element, host, search))];
      const parent = dom.parent(current);
      const isEnd = characterAt(step, 0) === "#" || !dom.isElement(parent) || dom.shadow(parent) !== null;
      if (isEnd) return [];
      current = parent;
    }
    return [];
  }
  function isPlaceIn(path, element, host, { page, isOnly }) {
    return ({ top, isBeside }) => isBeside || top === host || top === page.top && (host === void 0 || isOnly(page, [path], element));
  }
  function isAnchored(path, top, dom) {
    return characterAt(path, 0) === "#" || dom.localName(top) === "body";
  }
  function stepTo(element, { dom, page, isOnly }) {
    const id = dom.attribute(element, "id") ?? "";
    const escaped = dom.escape(id);
    const isKnown = escaped !== "" && originOfId(id) === "written";
    if (isKnown && isOnly(page, [`#${escaped}`], element)) return `#${escaped}`;
    const name = dom.escape(dom.localName(element));
    const before = countOfType(element, dom.previous, dom);
    const after = countOfType(element, dom.next, dom);
    if (before === void 0 || after === void 0) return void 0;
    if (before + after === 0) return `${name}${classSelectorOf(element, dom)}`;
    return `${name}:nth-of-type(${before + 1}):nth-last-of-type(${after + 1})`;
  }
  function countOfType(element, step, dom) {
    const name = dom.localName(element);
    let count = 0;
    let sibling = step(element);
    for (let steps = 0; sibling !== null; steps += 1) {
      if (steps === MAX_SIBLINGS) return void 0;
      if (dom.localName(sibling) === name) count += 1;
      sibling = step(sibling);
    }
    return count;
  }

  // node_modules/dom-accessibility-api/dist/polyfills/array.from.mjs
  var array_from_default = (list) => {
    const array = [];
    for (let at = 0; at < list.length; at += 1) array[at] = list[at];
    return array;
  };

  // node_modules/dom-accessibility-api/dist/polyfills/SetLike.mjs
  var SetLike_default = class {
    items = [];
    add(item) {
      this.items[this.items.length] = item;
    }
    has(item) {
      for (let at = 0; at < this.items.length; at += 1) if (this.items[at] === item) return true;
      return false;
    }
  };

  // node_modules/dom-accessibility-api/dist/getRole.mjs
  function getLocalName(element) {
    var _element$localName;
    return (
      // eslint-disable-next-line no-restricted-properties -- actual guard for environments without localName
      (_element$localName = element.localName) !== null && _element$localName !== void 0 ? _element$localName : (
        // eslint-disable-next-line no-restricted-properties -- required for the fallback
        element.tagName.toLowerCase()
      )
    );
  }
  var localNameToRoleMappings = {
    article: "article",
    aside: "complementary",
    button: "button",
    datalist: "listbox",
    dd: "definition",
    details: "group",
    dialog: "dialog",
    dt: "term",
    fieldset: "group",
    figure: "figure",
    // WARNING: Only with an accessible name
    form: "form",
    footer: "contentinfo",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    header: "banner",
    hr: "separator",
    html: "document",
    legend: "legend",
    li: "listitem",
    math: "math",
    main: "main",
    menu: "list",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    // WARNING: Only in certain context
    option: "option",
    output: "status",
    progress: "progressbar",
    // WARNING: Only with an accessible name
    section: "region",
    summary: "button",
    table: "table",
    tbody: "rowgroup",
    textarea: "textbox",
    tfoot: "rowgroup",
    // WARNING: Only in certain context
    td: "cell",
    th: "columnheader",
    thead: "rowgroup",
    tr: "row",
    ul: "list"
  };
  var prohibitedAttributes = {
    caption: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    code: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    deletion: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    emphasis: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    generic: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby", "aria-roledescription"]),
    insertion: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    none: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    paragraph: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    presentation: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    strong: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    subscript: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"]),
    superscript: /* @__PURE__ */ new Set(["aria-label", "aria-labelledby"])
  };
  function hasGlobalAriaAttributes(element, role) {
    return [
      "aria-atomic",
      "aria-busy",
      "aria-controls",
      "aria-current",
      "aria-description",
      "aria-describedby",
      "aria-details",
      // "disabled",
      "aria-dropeffect",
      // "errormessage",
      "aria-flowto",
      "aria-grabbed",
      // "haspopup",
      "aria-hidden",
      // "invalid",
      "aria-keyshortcuts",
      "aria-label",
      "aria-labelledby",
      "aria-live",
      "aria-owns",
      "aria-relevant",
      "aria-roledescription"
    ].some(function(attributeName) {
      var _prohibitedAttributes;
      return element.hasAttribute(attributeName) && !((_prohibitedAttributes = prohibitedAttributes[role]) !== null && _prohibitedAttributes !== void 0 && _prohibitedAttributes.has(attributeName));
    });
  }
  function ignorePresentationalRole(element, implicitRole) {
    return hasGlobalAriaAttributes(element, implicitRole);
  }
  function getRole(element) {
    var explicitRole = getExplicitRole(element);
    if (explicitRole === null || presentationRoles.indexOf(explicitRole) !== -1) {
      var implicitRole = getImplicitRole(element);
      if (presentationRoles.indexOf(explicitRole || "") === -1 || ignorePresentationalRole(element, implicitRole || "")) {
        return implicitRole;
      }
    }
    return explicitRole;
  }
  function getImplicitRole(element) {
    var mappedByTag = localNameToRoleMappings[getLocalName(element)];
    if (mappedByTag !== void 0) {
      return mappedByTag;
    }
    switch (getLocalName(element)) {
      case "a":
      case "area":
      case "link":
        if (element.hasAttribute("href")) {
          return "link";
        }
        break;
      case "img":
        if (element.getAttribute("alt") === "" && !ignorePresentationalRole(element, "img")) {
          return "presentation";
        }
        return "img";
      case "input": {
        var _ref = element, type = _ref.type;
        switch (type) {
          case "button":
          case "image":
          case "reset":
          case "submit":
            return "button";
          case "checkbox":
          case "radio":
            return type;
          case "range":
            return "slider";
          case "email":
          case "tel":
          case "text":
          case "url":
            if (element.hasAttribute("list")) {
              return "combobox";
            }
            return "textbox";
          case "search":
            if (element.hasAttribute("list")) {
              return "combobox";
            }
            return "searchbox";
          case "number":
            return "spinbutton";
          default:
            return null;
        }
      }
      case "select":
        if (element.hasAttribute("multiple") || element.size > 1) {
          return "listbox";
        }
        return "combobox";
    }
    return null;
  }
  function getExplicitRole(element) {
    var role = element.getAttribute("role");
    if (role !== null) {
      var explicitRole = role.trim().split(" ")[0];
      if (explicitRole.length > 0) {
        return explicitRole;
      }
    }
    return null;
  }

  // node_modules/dom-accessibility-api/dist/util.mjs
  var presentationRoles = ["presentation", "none"];
  function isElement(node) {
    return node !== null && node.nodeType === node.ELEMENT_NODE;
  }
  function isHTMLTableCaptionElement(node) {
    return isElement(node) && getLocalName(node) === "caption";
  }
  function isHTMLInputElement(node) {
    return isElement(node) && getLocalName(node) === "input";
  }
  function isHTMLOptGroupElement(node) {
    return isElement(node) && getLocalName(node) === "optgroup";
  }
  function isHTMLSelectElement(node) {
    return isElement(node) && getLocalName(node) === "select";
  }
  function isHTMLTableElement(node) {
    return isElement(node) && getLocalName(node) === "table";
  }
  function isHTMLTextAreaElement(node) {
    return isElement(node) && getLocalName(node) === "textarea";
  }
  function safeWindow(node) {
    var _ref = node.ownerDocument === null ? node : node.ownerDocument, defaultView = _ref.defaultView;
    if (defaultView === null) {
      throw new TypeError("no window available");
    }
    return defaultView;
  }
  function isHTMLFieldSetElement(node) {
    return isElement(node) && getLocalName(node) === "fieldset";
  }
  function isHTMLLegendElement(node) {
    return isElement(node) && getLocalName(node) === "legend";
  }
  function isHTMLSlotElement(node) {
    return isElement(node) && getLocalName(node) === "slot";
  }
  function isSVGElement(node) {
    return isElement(node) && node.ownerSVGElement !== void 0;
  }
  function isSVGSVGElement(node) {
    return isElement(node) && getLocalName(node) === "svg";
  }
  function isSVGTitleElement(node) {
    return isSVGElement(node) && getLocalName(node) === "title";
  }
  function queryIdRefs(node, attributeName) {
    if (isElement(node) && node.hasAttribute(attributeName)) {
      var ids = node.getAttribute(attributeName).split(" ");
      var root = node.getRootNode ? node.getRootNode() : node.ownerDocument;
      return ids.map(function(id) {
        return root.getElementById(id);
      }).filter(
        function(element) {
          return element !== null;
        }
        // TODO: why does this not narrow?
      );
    }
    return [];
  }
  function hasAnyConcreteRoles(node, roles) {
    if (isElement(node)) {
      return roles.indexOf(getRole(node)) !== -1;
    }
    return false;
  }

  // node_modules/dom-accessibility-api/dist/accessible-name-and-description.mjs
  function asFlatString(s2) {
    return s2.trim().replace(/\s\s+/g, " ");
  }
  function isHidden(node, getComputedStyleImplementation) {
    if (!isElement(node)) {
      return false;
    }
    if (node.hasAttribute("hidden") || node.getAttribute("aria-hidden") === "true") {
      return true;
    }
    var style = getComputedStyleImplementation(node);
    return style.getPropertyValue("display") === "none" || style.getPropertyValue("visibility") === "hidden";
  }
  function isControl(node) {
    return hasAnyConcreteRoles(node, ["button", "combobox", "listbox", "textbox"]) || hasAbstractRole(node, "range");
  }
  function hasAbstractRole(node, role) {
    if (!isElement(node)) {
      return false;
    }
    switch (role) {
      case "range":
        return hasAnyConcreteRoles(node, ["meter", "progressbar", "scrollbar", "slider", "spinbutton"]);
      default:
        throw new TypeError("No knowledge about abstract role '".concat(role, "'. This is likely a bug :("));
    }
  }
  function querySelectorAllSubtree(element, selectors) {
    var elements = array_from_default(element.querySelectorAll(selectors));
    queryIdRefs(element, "aria-owns").forEach(function(root) {
      elements.push.apply(elements, array_from_default(root.querySelectorAll(selectors)));
    });
    return elements;
  }
  function querySelectedOptions(listbox) {
    if (isHTMLSelectElement(listbox)) {
      return listbox.selectedOptions || querySelectorAllSubtree(listbox, "[selected]");
    }
    return querySelectorAllSubtree(listbox, '[aria-selected="true"]');
  }
  function isMarkedPresentational(node) {
    return hasAnyConcreteRoles(node, presentationRoles);
  }
  function isNativeHostLanguageTextAlternativeElement(node) {
    return isHTMLTableCaptionElement(node);
  }
  function allowsNameFromContent(node) {
    return hasAnyConcreteRoles(node, ["button", "cell", "checkbox", "columnheader", "gridcell", "heading", "label", "legend", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "row", "rowheader", "switch", "tab", "tooltip", "treeitem"]);
  }
  function isDescendantOfNativeHostLanguageTextAlternativeElement(node) {
    return false;
  }
  function getValueOfTextbox(element) {
    if (isHTMLInputElement(element) || isHTMLTextAreaElement(element)) {
      return element.value;
    }
    return element.textContent || "";
  }
  function getTextualContent(declaration) {
    var content = declaration.getPropertyValue("content");
    if (/^["'].*["']$/.test(content)) {
      return content.slice(1, -1);
    }
    return "";
  }
  function isLabelableElement(element) {
    var localName = getLocalName(element);
    return localName === "button" || localName === "input" && element.getAttribute("type") !== "hidden" || localName === "meter" || localName === "output" || localName === "progress" || localName === "select" || localName === "textarea";
  }
  function findLabelableElement(element) {
    if (isLabelableElement(element)) {
      return element;
    }
    var labelableElement = null;
    element.childNodes.forEach(function(childNode) {
      if (labelableElement === null && isElement(childNode)) {
        var descendantLabelableElement = findLabelableElement(childNode);
        if (descendantLabelableElement !== null) {
          labelableElement = descendantLabelableElement;
        }
      }
    });
    return labelableElement;
  }
  function getControlOfLabel(label) {
    if (label.control !== void 0) {
      return label.control;
    }
    var htmlFor = label.getAttribute("for");
    if (htmlFor !== null) {
      return label.ownerDocument.getElementById(htmlFor);
    }
    return findLabelableElement(label);
  }
  function getLabels(element) {
    var labelsProperty = element.labels;
    if (labelsProperty === null) {
      return labelsProperty;
    }
    if (labelsProperty !== void 0) {
      return array_from_default(labelsProperty);
    }
    if (!isLabelableElement(element)) {
      return null;
    }
    var document2 = element.ownerDocument;
    return array_from_default(document2.querySelectorAll("label")).filter(function(label) {
      return getControlOfLabel(label) === element;
    });
  }
  function getSlotContents(slot) {
    var assignedNodes = slot.assignedNodes();
    if (assignedNodes.length === 0) {
      return array_from_default(slot.childNodes);
    }
    return assignedNodes;
  }
  function computeTextAlternative(root) {
    var options = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : {};
    var consultedNodes = new SetLike_default();
    var computedStyles = typeof Map === "undefined" ? void 0 : /* @__PURE__ */ new Map();
    var window2 = safeWindow(root);
    var _options$compute = options.compute, compute = _options$compute === void 0 ? "name" : _options$compute, _options$computedStyl = options.computedStyleSupportsPseudoElements, computedStyleSupportsPseudoElements = _options$computedStyl === void 0 ? options.getComputedStyle !== void 0 : _options$computedStyl, _options$getComputedS = options.getComputedStyle, uncachedGetComputedStyle = _options$getComputedS === void 0 ? window2.getComputedStyle.bind(window2) : _options$getComputedS, _options$hidden = options.hidden, hidden = _options$hidden === void 0 ? false : _options$hidden;
    var getComputedStyle = function getComputedStyle2(el, pseudoElement) {
      if (pseudoElement !== void 0) {
        throw new Error("use uncachedGetComputedStyle directly for pseudo elements");
      }
      if (computedStyles === void 0) {
        return uncachedGetComputedStyle(el);
      }
      var cachedStyles = computedStyles.get(el);
      if (cachedStyles) {
        return cachedStyles;
      }
      var style = uncachedGetComputedStyle(el, pseudoElement);
      computedStyles.set(el, style);
      return style;
    };
    function computeMiscTextAlternative(node, context) {
      var accumulatedText = "";
      if (isElement(node) && computedStyleSupportsPseudoElements) {
        var pseudoBefore = uncachedGetComputedStyle(node, "::before");
        var beforeContent = getTextualContent(pseudoBefore);
        accumulatedText = "".concat(beforeContent, " ").concat(accumulatedText);
      }
      var childNodes = isHTMLSlotElement(node) ? getSlotContents(node) : array_from_default(node.childNodes).concat(queryIdRefs(node, "aria-owns"));
      childNodes.forEach(function(child) {
        var result = computeTextAlternative2(child, {
          isEmbeddedInLabel: context.isEmbeddedInLabel,
          isReferenced: false,
          recursion: true
        });
        var display2 = isElement(child) ? getComputedStyle(child).getPropertyValue("display") : "inline";
        var separator = display2 !== "inline" ? " " : "";
        accumulatedText += "".concat(separator).concat(result).concat(separator);
      });
      if (isElement(node) && computedStyleSupportsPseudoElements) {
        var pseudoAfter = uncachedGetComputedStyle(node, "::after");
        var afterContent = getTextualContent(pseudoAfter);
        accumulatedText = "".concat(accumulatedText, " ").concat(afterContent);
      }
      return accumulatedText.trim();
    }
    function useAttribute(element, attributeName) {
      var attribute = element.getAttributeNode(attributeName);
      if (attribute !== null && !consultedNodes.has(attribute) && attribute.value.trim() !== "") {
        consultedNodes.add(attribute);
        return attribute.value;
      }
      return null;
    }
    function computeTooltipAttributeValue(node) {
      if (!isElement(node)) {
        return null;
      }
      return useAttribute(node, "title");
    }
    function computeElementTextAlternative(node) {
      if (!isElement(node)) {
        return null;
      }
      if (isHTMLFieldSetElement(node)) {
        consultedNodes.add(node);
        var children = array_from_default(node.childNodes);
        for (var i2 = 0; i2 < children.length; i2 += 1) {
          var child = children[i2];
          if (isHTMLLegendElement(child)) {
            return computeTextAlternative2(child, {
              isEmbeddedInLabel: false,
              isReferenced: false,
              recursion: false
            });
          }
        }
      } else if (isHTMLTableElement(node)) {
        consultedNodes.add(node);
        var _children = array_from_default(node.childNodes);
        for (var _i = 0; _i < _children.length; _i += 1) {
          var _child = _children[_i];
          if (isHTMLTableCaptionElement(_child)) {
            return computeTextAlternative2(_child, {
              isEmbeddedInLabel: false,
              isReferenced: false,
              recursion: false
            });
          }
        }
      } else if (isSVGSVGElement(node)) {
        consultedNodes.add(node);
        var _children2 = array_from_default(node.childNodes);
        for (var _i2 = 0; _i2 < _children2.length; _i2 += 1) {
          var _child2 = _children2[_i2];
          if (isSVGTitleElement(_child2)) {
            return _child2.textContent;
          }
        }
        return null;
      } else if (getLocalName(node) === "img" || getLocalName(node) === "area") {
        var nameFromAlt = useAttribute(node, "alt");
        if (nameFromAlt !== null) {
          return nameFromAlt;
        }
      } else if (isHTMLOptGroupElement(node)) {
        var nameFromLabel = useAttribute(node, "label");
        if (nameFromLabel !== null) {
          return nameFromLabel;
        }
      }
      if (isHTMLInputElement(node) && (node.type === "button" || node.type === "submit" || node.type === "reset")) {
        var nameFromValue = useAttribute(node, "value");
        if (nameFromValue !== null) {
          return nameFromValue;
        }
        if (node.type === "submit") {
          return "Submit";
        }
        if (node.type === "reset") {
          return "Reset";
        }
      }
      var labels = getLabels(node);
      if (labels !== null && labels.length !== 0) {
        consultedNodes.add(node);
        return array_from_default(labels).map(function(element) {
          return computeTextAlternative2(element, {
            isEmbeddedInLabel: true,
            isReferenced: false,
            recursion: true
          });
        }).filter(function(label) {
          return label.length > 0;
        }).join(" ");
      }
      if (isHTMLInputElement(node) && node.type === "image") {
        var _nameFromAlt = useAttribute(node, "alt");
        if (_nameFromAlt !== null) {
          return _nameFromAlt;
        }
        var nameFromTitle = useAttribute(node, "title");
        if (nameFromTitle !== null) {
          return nameFromTitle;
        }
        return "Submit Query";
      }
      if (hasAnyConcreteRoles(node, ["button"])) {
        var nameFromSubTree = computeMiscTextAlternative(node, {
          isEmbeddedInLabel: false,
          isReferenced: false
        });
        if (nameFromSubTree !== "") {
          return nameFromSubTree;
        }
      }
      return null;
    }
    function computeTextAlternative2(current, context) {
      if (consultedNodes.has(current)) {
        return "";
      }
      if (!hidden && isHidden(current, getComputedStyle) && !context.isReferenced) {
        consultedNodes.add(current);
        return "";
      }
      var labelAttributeNode = isElement(current) ? current.getAttributeNode("aria-labelledby") : null;
      var labelElements = labelAttributeNode !== null && !consultedNodes.has(labelAttributeNode) ? queryIdRefs(current, "aria-labelledby") : [];
      if (compute === "name" && !context.isReferenced && labelElements.length > 0) {
        consultedNodes.add(labelAttributeNode);
        return labelElements.map(function(element) {
          return computeTextAlternative2(element, {
            isEmbeddedInLabel: context.isEmbeddedInLabel,
            isReferenced: true,
            // this isn't recursion as specified, otherwise we would skip
            // `aria-label` in
            // <input id="myself" aria-label="foo" aria-labelledby="myself"
            recursion: false
          });
        }).join(" ");
      }
      var skipToStep2E = context.recursion && isControl(current) && compute === "name";
      if (!skipToStep2E) {
        var ariaLabel = (isElement(current) && current.getAttribute("aria-label") || "").trim();
        if (ariaLabel !== "" && compute === "name") {
          consultedNodes.add(current);
          return ariaLabel;
        }
        if (!isMarkedPresentational(current)) {
          var elementTextAlternative = computeElementTextAlternative(current);
          if (elementTextAlternative !== null) {
            consultedNodes.add(current);
            return elementTextAlternative;
          }
        }
      }
      if (hasAnyConcreteRoles(current, ["menu"])) {
        consultedNodes.add(current);
        return "";
      }
      if (skipToStep2E || context.isEmbeddedInLabel || context.isReferenced) {
        if (hasAnyConcreteRoles(current, ["combobox", "listbox"])) {
          consultedNodes.add(current);
          var selectedOptions = querySelectedOptions(current);
          if (selectedOptions.length === 0) {
            return isHTMLInputElement(current) ? current.value : "";
          }
          return array_from_default(selectedOptions).map(function(selectedOption) {
            return computeTextAlternative2(selectedOption, {
              isEmbeddedInLabel: context.isEmbeddedInLabel,
              isReferenced: false,
              recursion: true
            });
          }).join(" ");
        }
        if (hasAbstractRole(current, "range")) {
          consultedNodes.add(current);
          if (current.hasAttribute("aria-valuetext")) {
            return current.getAttribute("aria-valuetext");
          }
          if (current.hasAttribute("aria-valuenow")) {
            return current.getAttribute("aria-valuenow");
          }
          return current.getAttribute("value") || "";
        }
        if (hasAnyConcreteRoles(current, ["textbox"])) {
          consultedNodes.add(current);
          return getValueOfTextbox(current);
        }
      }
      if (allowsNameFromContent(current) || isElement(current) && context.isReferenced || isNativeHostLanguageTextAlternativeElement(current) || isDescendantOfNativeHostLanguageTextAlternativeElement(current)) {
        var accumulatedText2F = computeMiscTextAlternative(current, {
          isEmbeddedInLabel: context.isEmbeddedInLabel,
          isReferenced: false
        });
        if (accumulatedText2F !== "") {
          consultedNodes.add(current);
          return accumulatedText2F;
        }
      }
      if (current.nodeType === current.TEXT_NODE) {
        consultedNodes.add(current);
        return current.textContent || "";
      }
      if (context.recursion) {
        consultedNodes.add(current);
        return computeMiscTextAlternative(current, {
          isEmbeddedInLabel: context.isEmbeddedInLabel,
          isReferenced: false
        });
      }
      var tooltipAttributeValue = computeTooltipAttributeValue(current);
      if (tooltipAttributeValue !== null) {
        consultedNodes.add(current);
        return tooltipAttributeValue;
      }
      consultedNodes.add(current);
      return "";
    }
    return asFlatString(computeTextAlternative2(root, {
      isEmbeddedInLabel: false,
      // by spec computeAccessibleDescription starts with the referenced elements as roots
      isReferenced: compute === "description",
      recursion: false
    }));
  }

  // node_modules/dom-accessibility-api/dist/accessible-name.mjs
  function prohibitsNaming(node) {
    return hasAnyConcreteRoles(node, ["caption", "code", "deletion", "emphasis", "generic", "insertion", "none", "paragraph", "presentation", "strong", "subscript", "superscript"]);
  }
  function computeAccessibleName(root) {
    var options = arguments.length > 1 && arguments[1] !== void 0 ? arguments[1] : {};
    if (prohibitsNaming(root)) {
      return "";
    }
    return computeTextAlternative(root, options);
  }

  // packages/gasoline-capture/src/selectors/accessible-name.ts
  var MAX_NAME_CHARACTERS2 = 100;
  var NAMING_ATTRIBUTES = ["aria-label", "alt", "title", "placeholder", "value"];
  var NAMED_BY_VALUE = 'input[type="submit" i],input[type="button" i],input[type="reset" i]';
  var MAX_NODES3 = 100;
  function libraryNameOf(element, dom) {
    try {
      const { computedStyle } = dom;
      return normalised(
        computeAccessibleName(element, { getComputedStyle: computedStyle }),
        MAX_NAME_CHARACTERS2
      );
    } catch {
      return "";
    }
  }
  function agreedNameOf(element, name, dom) {
    for (let index = 0; index < NAMING_ATTRIBUTES.length; index += 1) {
      const attribute = NAMING_ATTRIBUTES[index] ?? "";
      const value = dom.attribute(element, attribute);
      if (value === null || normalised(value, MAX_NAME_CHARACTERS2) !== name) continue;
      if (attribute !== "value" || dom.matches(element, NAMED_BY_VALUE)) return { text: name, isWhole: true };
    }
    const text = dom.text(element);
    if (isSameButForSpaces(name, normalised(text, MAX_NAME_CHARACTERS2)) && dom.find(element, "br") === null)
      return { text: name, isWhole: true };
    const referred = referredBy(element, "aria-labelledby", dom);
    const only = referred.length === 1 ? referred[0] : void 0;
    if (only !== void 0 && normalised(dom.text(only), MAX_NAME_CHARACTERS2) === name)
      return { text: name, isWhole: true };
    const label = labelTextOf(element, dom);
    if (label !== void 0 && holds(name, label)) return { text: label, isWhole: label === name };
    const piece = longestPiece(element, name, dom);
    return piece === "" ? void 0 : { text: piece, isWhole: false };
  }
  function holds(name, piece) {
    return indexOf(lowerCase(name), lowerCase(piece)) >= 0;
  }
  function longestPiece(element, name, dom) {
    const next2 = dom.walk(element);
    let longest = "";
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES3; count += 1) {
      if (dom.nodeType(node) !== ELEMENT_NODE) {
        const piece = normalised(dom.nodeValue(node) ?? "", MAX_NAME_CHARACTERS2);
        if (piece.length > longest.length && holds(name, piece)) longest = piece;
      }
      node = next2();
    }
    return longest;
  }

  // packages/gasoline-capture/src/selectors/agreed-role.ts
  var NATIVE = {
    article: ["article"],
    banner: ["header"],
    button: ["button", "input"],
    checkbox: ["input"],
    combobox: ["select", "input[list]"],
    complementary: ["aside"],
    contentinfo: ["footer"],
    dialog: ["dialog"],
    form: ["form"],
    group: ["fieldset", "details", "optgroup"],
    heading: ["h1", "h2", "h3", "h4", "h5", "h6"],
    img: ["img", "svg"],
    link: ["a[href]", "area"],
    list: ["ul", "ol", "menu"],
    listbox: ["select", "datalist"],
    listitem: ["li"],
    main: ["main"],
    navigation: ["nav"],
    option: ["option"],
    radio: ["input"],
    region: ["section"],
    row: ["tr"],
    searchbox: ["input"],
    slider: ["input"],
    spinbutton: ["input"],
    table: ["table"],
    textbox: ["input", "textarea"]
  };
  var DECLARED = /^(?:alert|alertdialog|grid|gridcell|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|radiogroup|search|status|switch|tab|tablist|tabpanel|toolbar|tree|treegrid|treeitem)$/;
  var PLAIN = {
    article: "article",
    aside: "complementary",
    button: "button",
    dialog: "dialog",
    fieldset: "group",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    main: "main",
    nav: "navigation",
    option: "option",
    textarea: "textbox"
  };
  var CONDITIONAL = [
    { selector: "a[href],area[href]", role: "link" },
    { selector: 'input[type="checkbox" i]', role: "checkbox" },
    { selector: 'input[type="radio" i]', role: "radio" },
    { selector: 'input[type="range" i]', role: "slider" },
    { selector: 'input[type="number" i]', role: "spinbutton" },
    { selector: 'input[type="button" i],input[type="submit" i],input[type="reset" i]', role: "button" },
    { selector: 'input[type="search" i]:not([list])', role: "searchbox" },
    {
      selector: 'input:is(:not([type]),[type="text" i],[type="email" i],[type="tel" i],[type="url" i]):not([list])',
      role: "textbox"
    },
    { selector: "select:not([multiple],[size])", role: "combobox" },
    { selector: "select[multiple]", role: "listbox" },
    { selector: 'img[alt]:not([alt=""])', role: "img" },
    { selector: "form[aria-label],form[aria-labelledby]", role: "form" },
    { selector: "section[aria-label],section[aria-labelledby]", role: "region" },
    { selector: "ul > li,ol > li", role: "listitem" },
    { selector: "table > tr,table > * > tr", role: "row" },
    { selector: "table", role: "table" }
  ];
  var PRESENTATIONAL = '[role="none" i],[role="presentation" i]';
  function agreedRoleOf(element, dom) {
    const role = getRole(element) ?? void 0;
    return role !== void 0 && role === roleForPlaywright(element, dom) ? role : void 0;
  }
  function roleForPlaywright(element, dom) {
    const declared = dom.attribute(element, "role");
    if (declared !== null && declared !== "") {
      return hasOwn(NATIVE, declared) || execute(DECLARED, declared) !== null ? declared : void 0;
    }
    const name = dom.localName(element);
    if (hasOwn(PLAIN, name)) return PLAIN[name];
    for (let index = 0; index < CONDITIONAL.length; index += 1) {
      const condition = CONDITIONAL[index];
      if (condition === void 0 || !dom.matches(element, condition.selector)) continue;
      const { role } = condition;
      return isStructural(role) && isInPresentation(element, dom) ? void 0 : role;
    }
    return void 0;
  }
  function isStructural(role) {
    return role === "listitem" || role === "row";
  }
  function isInPresentation(element, dom) {
    let ancestor = dom.parent(element);
    for (let level = 0; level < 3 && dom.isElement(ancestor); level += 1) {
      if (dom.matches(ancestor, PRESENTATIONAL)) return true;
      ancestor = dom.parent(ancestor);
    }
    return false;
  }
  var selectorsByRole = bareRecord();
  function selectorsOfRole(role) {
    const known = selectorsByRole[role];
    if (known !== void 0) return known;
    const selectors = [];
    const native = hasOwn(NATIVE, role) ? NATIVE[role] ?? [] : [];
    for (let index = 0; index < native.length; index += 1) append(selectors, native[index] ?? "");
    append(selectors, `[role="${role}"]`);
    selectorsByRole[role] = selectors;
    return selectors;
  }
  function hasOtherRole(element, role, dom) {
    const declared = dom.attribute(element, "role");
    const name = dom.localName(element);
    if ((declared === null || declared === "") && name !== "input" && name !== "select") return false;
    const actual = getRole(element);
    return actual !== null && actual !== role && actual !== "none" && actual !== "presentation";
  }

  // packages/gasoline-capture/src/selectors/by-role.ts
  var LABEL_CHARACTERS = 60;
  function byRole(search, element = search.element, doubt = RISK.doubt) {
    const { dom } = search;
    const role = agreedRoleOf(element, dom);
    const name = role === void 0 || !isExposed(element, dom) ? void 0 : search.nameOf(element);
    if (role === void 0 || name === void 0) return [];
    if (name === "") return [nameless(search, element, role)];
    const agreed = name.length > MAX_NAME_CHARACTERS2 ? void 0 : agreedNameOf(element, name, dom);
    if (agreed === void 0) return [];
    const { text } = agreed;
    const durable = durablePartOf(text);
    const isLabel = durable.isWhole && text.length <= LABEL_CHARACTERS;
    const risk = RISK.role + (isLabel ? 0 : RISK.data) + (isTextOfAddress(element, text, dom) ? 0 : doubt);
    const variants2 = [];
    if (!durable.isWhole && durable.part !== "")
      append(variants2, named(search, element, role, durable.part, RISK.role + RISK.exact, "part"));
    append(variants2, named(search, element, role, text, risk, "part"));
    if (agreed.isWhole) append(variants2, named(search, element, role, text, risk + RISK.exact, "whole"));
    return variants2;
  }
  var SINGLE_ROLE = /^(?:banner|complementary|contentinfo|dialog|alertdialog|main|menubar|navigation|search|tablist|toolbar)$/;
  function nameless(search, element, role) {
    const { dom } = search;
    const isTwin = (other) => !hasOtherRole(other, role, dom) && isShown(other, dom);
    const risk = execute(SINGLE_ROLE, role) === null ? RISK.kind : RISK.role + RISK.container;
    return candidate(
      { by: "role", role, value: "" },
      risk,
      (scope) => search.isOnly(scope, selectorsOfRole(role), element, isTwin)
    );
  }
  function named(search, element, role, name, risk, extent) {
    const { dom } = search;
    const isMeant = (other) => {
      if (other === void 0) return true;
      return extent === "whole" ? other === name : indexOf(upperCase(other), upperCase(name)) >= 0;
    };
    return candidate(
      { by: "role", role, value: name, ...extent === "whole" && { exact: true } },
      risk,
      (scope) => {
        const isField = execute(FIELD_ROLE, role) !== null;
        const fields = isField ? fieldsLabelled(search, scope, name) : void 0;
        if (isField && fields === void 0) return false;
        const isTwin = (other) => (fields?.has(other) === true || mayBeNamed(other, name, dom)) && !hasOtherRole(other, role, dom) && isShown(other, dom) && isMeant(search.nameOf(other));
        return search.isOnly(scope, selectorsOfRole(role), element, isTwin);
      }
    );
  }
  var FIELD_ROLE = /^(?:textbox|searchbox|combobox|listbox|checkbox|radio|slider|spinbutton|switch)$/;
  var LABEL = 50;
  function fieldsLabelled(search, scope, name) {
    const { dom } = search;
    const lists = search.find(scope.isBeside ? scope : search.page, "label");
    if (lists === void 0) return void 0;
    const fields = createSet();
    for (let root = 0; root < lists.length; root += 1) {
      const labels = lists[root] ?? [];
      if (!search.spend(labels.length * LABEL)) return void 0;
      for (let index = 0; index < labels.length; index += 1) {
        const label = labels[index];
        const field = label !== void 0 && contains(dom.text(label), name) ? dom.control(label) : null;
        if (field !== null) fields.add(field);
      }
    }
    return fields;
  }
  var NAMING_ATTRIBUTES2 = ["aria-label", "title", "value", "placeholder", "alt"];
  var NAMING_CONTENT = "[alt],[aria-label],[title]";
  function mayBeNamed(element, name, dom) {
    const text = dom.text(element);
    if (contains(text, name)) return true;
    for (let index = 0; index < NAMING_ATTRIBUTES2.length; index += 1) {
      const value = dom.attribute(element, NAMING_ATTRIBUTES2[index] ?? "");
      if (value !== null && contains(value, name)) return true;
    }
    if (dom.attribute(element, "aria-labelledby") !== null) return true;
    return trim(text) === "" && (dom.find(element, NAMING_CONTENT) !== null || dom.localName(element) === "input");
  }
  var HIDDEN = '[aria-hidden="true" i],[aria-hidden="true" i] *';
  function isShown(element, dom) {
    if (dom.matches(element, HIDDEN)) return false;
    return dom.isVisible(element) || dom.computedStyle(element).display === "contents";
  }
  function isExposed(element, dom) {
    if (!dom.isVisible(element)) return false;
    let current = element;
    while (current !== void 0) {
      if (dom.matches(current, HIDDEN)) return false;
      current = dom.host(dom.root(current));
    }
    return true;
  }

  // packages/gasoline-capture/src/selectors/by-test-id.ts
  function byTestId(search, element = search.element) {
    const found2 = testIdAttributeOf(element, search.dom);
    if (found2 === void 0) return [];
    const quoted = tellingValue(found2.value);
    const origin = originOfId(found2.value);
    if (quoted === void 0 || origin === "generated") return [];
    const selectors = [`[${found2.attribute}=${quoted}]`];
    return [
      candidate(
        { by: "testId", value: found2.value, ...found2.unusual },
        RISK.testId + (origin === "numbered" ? RISK.numberedTestId : 0),
        (scope) => search.isOnly(scope, selectors, element)
      )
    ];
  }

  // packages/gasoline-capture/src/selectors/neighbours.ts
  var MAX_LEVELS2 = 8;
  var MAX_NEIGHBOURS = 4;
  var MAX_ELEMENTS = 60;
  function neighboursOf(element, dom) {
    const found2 = [];
    let current = element;
    for (let level = 0; level < MAX_LEVELS2 && dom.isElement(current); level += 1) {
      addLike(found2, current, dom.next(current), dom);
      addLike(found2, current, dom.previous(current), dom);
      if (found2.length >= MAX_NEIGHBOURS) break;
      current = dom.parent(current);
    }
    return found2;
  }
  function addLike(found2, element, sibling, dom) {
    if (sibling === null || dom.localName(sibling) !== dom.localName(element)) return;
    if (dom.elementAt(sibling, MAX_ELEMENTS) !== null) return;
    append(found2, { top: sibling, roots: [sibling], size: MAX_ELEMENTS, isBeside: true });
  }

  // packages/gasoline-capture/src/selectors/search.ts
  var MEANS = 5e4;
  var COMPARISON = 60;
  var ATTRIBUTE_FACTOR = 3;
  var MAX_COMPARED = 400;
  var MAX_SAMPLED = 20;
  var INPUT = 30;
  var NAME = 2e3;
  var MAX_LOOKED_THROUGH = 2e3;
  var MAX_ROOTS2 = 100;
  var SEARCHES_PER_COUNT = 16;
  var MAX_COUNTED2 = 400;
  function searchFor(element, dom, name) {
    let means = MEANS;
    const spend = (units) => {
      if (units > means) return false;
      means -= units;
      return true;
    };
    const page = pageAround(element, dom);
    const find = rememberedLists(dom, spend);
    const isOnlyIn = (list, one, isTwin) => {
      for (let index = 0; index < list.length; index += 1) {
        const other = list[index];
        if (other === void 0 || other === one) continue;
        if (index > (list.length > MAX_COMPARED ? MAX_SAMPLED : MAX_COMPARED)) return false;
        if (isTwin === void 0 || !spend(COMPARISON) || isTwin(other)) return false;
      }
      return true;
    };
    return {
      element,
      dom,
      page,
      find,
      spend,
      scopeOf: (container) => scopeWithin(container, page, dom),
      beside: rememberedNeighbours(page, dom),
      isOnly(scope, selectors, one, isTwin) {
        for (let index = 0; index < selectors.length; index += 1) {
          const lists = find(scope, selectors[index] ?? "");
          if (lists === void 0) return false;
          for (let root = 0; root < lists.length; root += 1) {
            if (!isOnlyIn(lists[root] ?? [], one, isTwin)) return false;
          }
        }
        return true;
      },
      textOf: rememberedTexts(dom, find, spend),
      nameOf: rememberedNames(dom, spend, { element, name })
    };
  }
  function rememberedLists(dom, spend) {
    const known = [];
    return (scope, selector) => {
      for (let index = 0; index < known.length; index += 1) {
        const entry = known[index];
        if (entry?.scope === scope && entry.selector === selector) return entry.lists;
      }
      if (!spend(priceOf(selector, scope))) return void 0;
      const lists = [];
      if (scope.isBeside && dom.isElement(scope.top) && dom.matches(scope.top, selector))
        append(lists, [scope.top]);
      const look = isName(selector) ? dom.named : dom.findAll;
      for (let index = 0; index < scope.roots.length; index += 1) {
        append(lists, look(scope.roots[index] ?? scope.top, selector));
      }
      append(known, { scope, selector, lists });
      return lists;
    };
  }
  var NAME_ONLY = /^[a-z]+$/;
  function isName(selector) {
    return execute(NAME_ONLY, selector) !== null;
  }
  function priceOf(selector, { size }) {
    if (isName(selector)) return size / 2;
    const first3 = characterAt(selector, 0);
    if (first3 === "#") return 1;
    return first3 === "[" && indexOf(selector, "=") < 0 ? ATTRIBUTE_FACTOR * size : size;
  }
  function rememberedNames(dom, spend, { element: one, name: ownName }) {
    const names = createWeakMap();
    if (ownName !== void 0) names.set(one, normalised(ownName, MAX_NAME_CHARACTERS2));
    return (element) => {
      const known = names.get(element);
      if (known !== void 0) return known;
      if (!spend(NAME)) return void 0;
      const name = libraryNameOf(element, dom);
      names.set(element, name);
      return name;
    };
  }
  function rememberedNeighbours(page, dom) {
    const known = createWeakMap();
    return (element) => {
      if (page.size <= MAX_LOOKED_THROUGH) return NO_SCOPES;
      const found2 = known.get(element) ?? neighboursOf(element, dom);
      known.set(element, found2);
      return found2;
    };
  }
  var NO_SCOPES = [];
  function rememberedTexts(dom, find, spend) {
    const known = [];
    return (scope) => {
      for (let index = 0; index < known.length; index += 1) {
        if (known[index]?.scope === scope) return known[index]?.text;
      }
      const inputs = find(scope, "input");
      if (inputs === void 0 || !spend(2 * scope.size + INPUT * countOf(inputs))) return void 0;
      const text = lowered(`${writtenIn(scope, dom)}${writtenOnButtons(inputs, dom)}`);
      append(known, { scope, text });
      return text;
    };
  }
  var SHORTEST_KEPT = 4096;
  var LONGEST_KEPT = 1e6;
  var lastText = "";
  var lastLowered = "";
  function lowered(text) {
    if (text.length < SHORTEST_KEPT || text.length > LONGEST_KEPT) return lowerCase(text);
    if (text !== lastText) {
      lastText = text;
      lastLowered = lowerCase(text);
    }
    return lastLowered;
  }
  function countOf(lists) {
    let count = 0;
    for (let root = 0; root < lists.length; root += 1) count += lists[root]?.length ?? 0;
    return count;
  }
  function writtenIn({ roots }, dom) {
    let text = "";
    for (let index = 0; index < roots.length; index += 1) {
      const root = roots[index];
      if (root === void 0) continue;
      const written = dom.text(dom.find(root, "body") ?? root);
      text = text === "" ? written : `${text}
${written}`;
    }
    return text;
  }
  var BUTTON_TYPE = /^(?:submit|button|reset)$/i;
  function writtenOnButtons(inputs, dom) {
    let text = "";
    for (let root = 0; root < inputs.length; root += 1) {
      const list = inputs[root] ?? [];
      for (let index = 0; index < list.length; index += 1) {
        const input = list[index];
        if (input !== void 0 && execute(BUTTON_TYPE, dom.attribute(input, "type") ?? "") !== null)
          text += `
${dom.attribute(input, "value") ?? ""}`;
      }
    }
    return text;
  }
  function pageAround(element, dom) {
    const hosts = hostsAround(element, dom);
    const top = dom.root(hosts[hosts.length - 1] ?? element);
    const roots = [top];
    let size = 0;
    for (let index = 0; index < roots.length; index += 1) {
      const root = roots[index] ?? top;
      if (dom.elementAt(root, MAX_LOOKED_THROUGH) === null) {
        const elements = dom.findAll(root, "*");
        size += elements.length;
        appendShadows(elements, roots, dom);
        continue;
      }
      size += sizeOf(root, dom);
      for (let host = 0; host < hosts.length; host += 1) {
        const name = dom.localName(hosts[host] ?? element);
        appendShadows(dom.findAll(root, dom.escape(name)), roots, dom);
      }
    }
    return { top, roots, size, isBeside: false };
  }
  var counted = createWeakMap();
  function sizeOf(root, dom) {
    const known = counted.get(root);
    if (known !== void 0 && known.searches < SEARCHES_PER_COUNT) {
      known.searches += 1;
      return known.size;
    }
    const size = dom.findAll(root, "*").length;
    counted.set(root, { size, searches: 0 });
    return size;
  }
  function hostsAround(element, dom) {
    const hosts = [];
    let host = dom.host(dom.root(element));
    while (host !== void 0) {
      append(hosts, host);
      host = dom.host(dom.root(host));
    }
    return hosts;
  }
  function appendShadows(elements, roots, dom) {
    for (let index = 0; index < elements.length && roots.length < MAX_ROOTS2; index += 1) {
      const element = elements[index];
      const shadow = element === void 0 ? null : dom.shadow(element);
      if (shadow !== null) append(roots, shadow);
    }
  }
  function scopeWithin(container, page, dom) {
    const roots = [container];
    let size = sizeWithin(container, page, dom);
    for (let index = 1; index < page.roots.length; index += 1) {
      const root = page.roots[index];
      if (root === void 0 || !isInside2(root, container, dom)) continue;
      append(roots, root);
      size += sizeWithin(root, page, dom);
    }
    return { top: container, roots, size, isBeside: false };
  }
  function sizeWithin(root, page, dom) {
    return dom.elementAt(root, MAX_COUNTED2) === null ? dom.findAll(root, "*").length : page.size;
  }
  function isInside2(node, ancestor, dom) {
    for (let current = aboveOf(node, dom); current !== null; current = aboveOf(current, dom)) {
      if (current === ancestor) return true;
    }
    return false;
  }
  function aboveOf(node, dom) {
    return dom.host(node) ?? dom.parent(node);
  }

  // packages/gasoline-capture/src/selectors/by-text.ts
  var MAX_CHARACTERS7 = 60;
  var MAX_COMPARED2 = 400;
  var CODE = "script";
  var NOT_READ = 'input,textarea,select,option,[contenteditable],[contenteditable] *,script,style,noscript,body,html,[role="combobox"],[role="textbox"],[role="searchbox"],[role="spinbutton"],[role="slider"]';
  function byText(search) {
    const { dom, element } = search;
    if (dom.matches(element, NOT_READ) || dom.shadow(element) !== null) return [];
    const text = normalised(dom.text(element), MAX_CHARACTERS7);
    if (text === "" || text.length > MAX_CHARACTERS7) return [];
    const durable = durablePartOf(text);
    const doubt = isTextOfAddress(element, text, dom) ? 0 : RISK.doubt;
    const risk = RISK.text + doubt + (durable.isWhole ? 0 : RISK.data);
    const variants2 = [];
    if (!durable.isWhole && durable.part !== "")
      appendPart(variants2, search, durable.part, RISK.text + RISK.exact);
    appendPart(variants2, search, text, risk);
    if (isInnermost(element, (child) => normalised(child, MAX_CHARACTERS7) === text, dom))
      append(variants2, exactly(search, text, risk + RISK.exact));
    return variants2;
  }
  function appendPart(variants2, search, text, risk) {
    if (!isInnermost(search.element, (child) => contains(child, text), search.dom)) return;
    append(
      variants2,
      candidate({ by: "text", value: text }, risk, (scope) => isWrittenOnce(search, scope, text))
    );
  }
  function isInnermost(element, hasText, dom) {
    const children = dom.findAll(element, "*");
    for (let index = 0; index < children.length; index += 1) {
      const child = children[index];
      if (child !== void 0 && hasText(dom.text(child))) return false;
    }
    return true;
  }
  function isWrittenOnce(search, scope, text, element = search.element) {
    const { dom } = search;
    const written = search.textOf(scope);
    if (written === void 0) return false;
    const own = scope.isBeside ? 0 : timesIn(writtenOn(element, dom), text);
    if (own === 0 && !scope.isBeside) return false;
    const most = own + MAX_IN_CODE;
    const times = countIn(written, text, most);
    return times < most && (times === own || times - timesInCode(search, scope, text) === own);
  }
  function writtenOn(element, dom) {
    const shadow = dom.shadow(element);
    const text = shadow === null ? dom.text(element) : `${dom.text(element)}${dom.text(shadow)}`;
    return `${text}${writtenOnButtons([dom.findAll(element, "input")], dom)}`;
  }
  var MAX_IN_CODE = 20;
  function timesIn(text, wanted) {
    return countIn(lowerCase(text), wanted, MAX_IN_CODE);
  }
  function timesInCode({ dom, find }, scope, text) {
    const lists = find(scope, CODE) ?? [];
    let times = 0;
    for (let root = 0; root < lists.length; root += 1) {
      const list = lists[root] ?? [];
      for (let index = 0; index < list.length; index += 1) {
        const code = list[index];
        if (code !== void 0 && dom.matches(code, "body *")) times += timesIn(dom.text(code), text);
      }
    }
    return times;
  }
  function exactly(search, text, risk) {
    const { dom, element } = search;
    const hasText = (other) => normalised(dom.text(other), MAX_CHARACTERS7) === text;
    const isTwin = (other) => hasText(other) && isInnermost(other, (child) => normalised(child, MAX_CHARACTERS7) === text, dom);
    const isOnButton = (input) => normalised(writtenOnButtons([[input]], dom), MAX_CHARACTERS7) === text;
    return candidate(
      { by: "text", value: text, exact: true },
      risk,
      (scope) => scope.size <= MAX_COMPARED2 && search.isOnly(scope, ["*"], element, isTwin) && search.isOnly(scope, ["input"], element, isOnButton)
    );
  }

  // packages/gasoline-capture/src/selectors/rows.ts
  var ROW = 'li,tr,article,[role="row"],[role="listitem"],[role="article"],[role="option"],[role="treeitem"]';
  var MENU = 'nav *,header *,footer *,[role="navigation"] *,[role="menu"] *,[role="menubar"] *,[role="tablist"] *,[role="toolbar"] *,fieldset *';
  var FIELD2 = "input,select,textarea,label,option";
  var MAX_LEVELS3 = 30;
  var MAX_NODES4 = 120;
  var MAX_PIECES = 3;
  var MAX_LABELS = 12;
  var MAX_FIRST_LEVELS = 8;
  var MIN_CHARACTERS2 = 3;
  var MAX_CHARACTERS8 = 60;
  function isRow(element, dom) {
    if (dom.matches(element, ROW)) return true;
    const first3 = firstInside(element, dom);
    if (first3 === "") return false;
    const isLike = (sibling) => sibling !== null && dom.localName(sibling) === dom.localName(element) && firstInside(sibling, dom) === first3 && classSelectorOf(sibling, dom) === classSelectorOf(element, dom);
    return isLike(dom.previous(element)) || isLike(dom.next(element));
  }
  function firstInside(element, dom) {
    const first3 = dom.find(dom.shadow(element) ?? element, "*");
    return first3 === null ? "" : dom.localName(first3);
  }
  function rowOf(element, dom) {
    if (dom.matches(element, MENU) || dom.matches(element, FIELD2)) return void 0;
    let current = element;
    for (let level = 0; level < MAX_LEVELS3 && dom.isElement(current); level += 1) {
      if (isRow(current, dom)) return current;
      current = aboveOf(current, dom);
    }
    return void 0;
  }
  function rowByText(row, search) {
    const { dom } = search;
    if (!isRow(row, dom)) return void 0;
    const kind = kindOf(row, dom);
    if (kind === void 0 || isNested(row, kind.selectors, dom)) return void 0;
    const pieces = piecesOf(row, search);
    for (let index = 0; index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (piece !== void 0 && isOwnText(piece, row, kind.selectors, search))
        return { ...kind.locator, hasText: piece.text };
    }
    return void 0;
  }
  function byOwnText(search) {
    const locator = rowByText(search.element, search);
    return locator === void 0 ? [] : [
      candidate(
        locator,
        RISK.role + RISK.containedText,
        (scope) => scope.isBeside || scope === search.page
      )
    ];
  }
  function isOwnText({ text, isCompared }, row, selectors, search) {
    const { dom } = search;
    const holdsToo = (other) => contains(writtenOn(other, dom), text);
    const beside = search.beside(row);
    for (let index = 0; index < beside.length; index += 1) {
      const neighbour2 = beside[index];
      if (neighbour2 !== void 0 && !isWrittenOnce(search, neighbour2, text, row)) return false;
    }
    const isInNoOther = isWrittenOnce(search, search.page, text, row) || isCompared && search.isOnly(search.page, selectors, row, holdsToo);
    return isInNoOther && search.isOnly(search.scopeOf(row), selectors, row, holdsToo);
  }
  function kindOf(row, dom) {
    const role = agreedRoleOf(row, dom);
    if (role !== void 0 && dom.isVisible(row) && dom.matches(row, ROW))
      return { locator: { by: "role", role, value: "" }, selectors: selectorsOfRole(role) };
    const name = dom.escape(dom.localName(row));
    const testId = testIdAttributeOf(row, dom);
    const quoted = testId && originOfId(testId.value) === "written" ? tellingValue(testId.value) : void 0;
    const classes = classSelectorOf(row, dom);
    if (testId !== void 0 && quoted !== void 0) return styled2(`${name}[${testId.attribute}=${quoted}]`);
    if (classes !== "" || name !== "div" && name !== "span") return styled2(`${name}${classes}`);
    const content = firstContent(row, dom);
    return content === void 0 ? void 0 : styled2(`${name}:has(${content})`);
  }
  function firstContent(row, dom) {
    let path = "";
    let current = row;
    for (let level = 0; level < MAX_FIRST_LEVELS; level += 1) {
      current = dom.find(dom.shadow(current) ?? current, "*");
      if (current === null) return void 0;
      const name = dom.localName(current);
      if (dom.escape(name) !== name) return void 0;
      path += `${path === "" ? "" : " "}> ${name}`;
      if (name !== "div") return path;
    }
    return void 0;
  }
  function styled2(selector) {
    return { locator: { by: "css", value: selector }, selectors: [selector] };
  }
  function isNested(row, selectors, dom) {
    for (let above = aboveOf(row, dom); above !== null; above = aboveOf(above, dom)) {
      for (let index = 0; index < selectors.length; index += 1) {
        if (dom.isElement(above) && dom.matches(above, selectors[index] ?? "*")) return true;
      }
    }
    return false;
  }
  function piecesOf(row, { dom, element }) {
    const labels = [];
    const own = [];
    const data = [];
    const joined4 = [];
    const next2 = dom.walk(dom.shadow(row) ?? row);
    let before = "";
    let gap = "";
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES4; count += 1, node = next2()) {
      if (dom.nodeType(node) === ELEMENT_NODE) continue;
      const written = dom.nodeValue(node) ?? "";
      const text = normalised(written, MAX_CHARACTERS8);
      if (execute(SPACE_BEFORE, written) !== null) gap = " ";
      if (text === "") continue;
      if (before !== "") append(joined4, trim(`${before}${gap}${execute(START, text)?.[0] ?? ""}`));
      before = "";
      gap = execute(SPACE_AFTER, written) === null ? "" : " ";
      if (!isTelling(text) || isTyped(node, dom)) continue;
      const { part, isWhole } = durablePartOf(text);
      if (row !== element && isInside2(node, element, dom)) {
        if (isTelling(part)) append(own, part);
        continue;
      }
      append(isWhole || execute(ADDRESS2, text) !== null ? labels : data, text);
      if (isWhole) before = text;
    }
    const pieces = [];
    appendPieces(pieces, labels, 0, MAX_PIECES);
    appendPieces(pieces, own, 0, MAX_PIECES);
    appendPieces(pieces, labels, MAX_PIECES, MAX_LABELS);
    appendPieces(pieces, joined4, 0, MAX_PIECES);
    appendPieces(pieces, data, 0, MAX_PIECES);
    return pieces;
  }
  var DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}/;
  function isTelling(text) {
    const isLong = text.length >= MIN_CHARACTERS2 || execute(DENSE, text) !== null;
    return isLong && text.length <= MAX_CHARACTERS8;
  }
  var TYPED_INTO = "textarea,select,option,[contenteditable],[contenteditable] *";
  function isTyped(text, dom) {
    const parent = dom.parent(text);
    return dom.isElement(parent) && dom.matches(parent, TYPED_INTO);
  }
  var ADDRESS2 = /^\S+@\S+$/;
  var SPACE_BEFORE = /^\s/;
  var SPACE_AFTER = /\s$/;
  var START = /^[^\d\s]{0,12}/;
  function appendPieces(pieces, texts2, start2, end) {
    for (let index = start2; index < texts2.length && index < end; index += 1) {
      const text = texts2[index];
      if (text !== void 0) append(pieces, { text, isCompared: start2 === 0 });
    }
  }

  // packages/gasoline-capture/src/selectors/containers.ts
  var MAX_LEVELS4 = 40;
  var MAX_CONTAINERS = 4;
  var HOLDING = ",alertdialog,article,banner,complementary,contentinfo,dialog,form,group,listbox,main,menu,menubar,navigation,radiogroup,region,search,tablist,tabpanel,toolbar,";
  function containersOf(search) {
    const found2 = [];
    let ancestor = nextAncestor(search.element, search.dom);
    let level = 0;
    return (index) => {
      while (found2.length <= index && ancestor !== void 0 && level < MAX_LEVELS4) {
        const container = found2.length < MAX_CONTAINERS ? containerAt(ancestor, search) : void 0;
        if (container !== void 0) append(found2, container);
        ancestor = nextAncestor(ancestor, search.dom);
        level += 1;
      }
      return found2[index];
    };
  }
  function nextAncestor(element, dom) {
    let above = aboveOf(element, dom);
    while (above !== null && !dom.isElement(above)) above = aboveOf(above, dom);
    const isTop2 = above === null || dom.matches(above, "body,html");
    return isTop2 ? void 0 : above ?? void 0;
  }
  function containerAt(element, search) {
    const { dom, page } = search;
    const ways = [byTestId(search, element), byId(search, element)];
    const role = agreedRoleOf(element, dom);
    if (role !== void 0 && indexOf(HOLDING, `,${role},`) >= 0) append(ways, byRole(search, element));
    for (let index = 0; index < ways.length; index += 1) {
      const unique = firstOnly(ways[index] ?? [], page);
      if (unique !== void 0)
        return {
          locator: unique.locator,
          risk: unique.risk / 4 + RISK.container,
          scope: search.scopeOf(element)
        };
    }
    return dom.shadow(element) === null ? rowAt(element, search) : hostAt(element, search);
  }
  function firstOnly(variants2, scope) {
    for (let index = 0; index < variants2.length; index += 1) {
      const variant = variants2[index];
      if (variant?.isOnlyIn(scope) === true) return variant;
    }
    return void 0;
  }
  function rowAt(row, search) {
    const locator = rowByText(row, search);
    return locator && { locator, risk: RISK.containedText, scope: search.scopeOf(row) };
  }
  function hostAt(host, search) {
    const name = search.dom.escape(search.dom.localName(host));
    const scope = search.scopeOf(host);
    if (search.isOnly(search.page, [name], host))
      return { locator: { by: "css", value: name }, risk: RISK.container, scope };
    const row = rowAt(host, search);
    if (row !== void 0) return row;
    const placed = firstOnly(byPlace(search, host), search.page);
    return placed && { locator: placed.locator, risk: placed.risk, scope };
  }

  // packages/gasoline-capture/src/selectors/row-text.ts
  var MAX_CHARACTERS9 = 60;
  var MIN_CHARACTERS3 = 2;
  var MAX_NODES5 = 60;
  var MAX_ROWS = 3;
  function rowTextOf(element, row, dom) {
    if (element === row || isTitle(element, row, dom)) return "title";
    const selector = `${dom.escape(dom.localName(element))}${classSelectorOf(element, dom)}`;
    const place2 = placeOf(element, dom.findAll(row, selector));
    const said = saidBy(element, dom);
    const isSame3 = (other) => {
      const counterpart = dom.findAll(other, selector)[place2];
      return counterpart === void 0 || saidBy(counterpart, dom) === said;
    };
    return isTrueOf(row, dom.previous, isSame3, dom) && isTrueOf(row, dom.next, isSame3, dom) ? "shared" : "detail";
  }
  function isTitle(element, row, dom) {
    const next2 = dom.walk(dom.shadow(row) ?? row);
    let node = next2();
    for (let count = 0; node !== null && count < MAX_NODES5; count += 1, node = next2()) {
      if (dom.nodeType(node) === ELEMENT_NODE) continue;
      const text = normalised(dom.nodeValue(node) ?? "", MAX_CHARACTERS9);
      if (text.length >= MIN_CHARACTERS3 && durablePartOf(text).isWhole) return isInside2(node, element, dom);
    }
    return false;
  }
  function placeOf(element, list) {
    let place2 = 0;
    while (place2 < list.length && list[place2] !== element) place2 += 1;
    return place2;
  }
  function saidBy(element, dom) {
    const { part: text } = durablePartOf(normalised(dom.text(element), MAX_CHARACTERS9));
    const { part: label } = durablePartOf(dom.attribute(element, "aria-label") ?? "");
    return `${text}|${label}|${dom.attribute(element, "title") ?? ""}`;
  }
  function isTrueOf(row, step, test, dom) {
    let sibling = step(row);
    for (let count = 0; count < MAX_ROWS && sibling !== null; count += 1) {
      if (dom.localName(sibling) === dom.localName(row) && !test(sibling)) return false;
      sibling = step(sibling);
    }
    return true;
  }

  // packages/gasoline-capture/src/selectors/locators.ts
  var MAX_LOCATORS = 4;
  var ENOUGH = 3;
  var LARGE2 = 3e3;
  var ENOUGH_IN_LARGE = 2;
  var locatorsOf = (element, dom, name) => {
    try {
      return locatorsOfRanked(ranked(searchFor(element, dom, name)));
    } catch {
      return [];
    }
  };
  function ranked(search) {
    const { element, dom, page } = search;
    const found2 = [];
    const containerAt2 = containersOf(search);
    const row = rowOf(element, dom);
    const { text, key } = risksOf(element, row, dom);
    const isLarge = page.size > LARGE2;
    const last = (isLarge ? ENOUGH_IN_LARGE : ENOUGH) - 1;
    const take = (variants2, risks = NO_RISKS) => {
      if ((found2[last]?.risk ?? RISK.numbered) < RISK.numbered) return;
      const best = firstUnique(variants2, risks, search, containerAt2);
      if (best !== void 0) insert(found2, best);
    };
    const takeBuilt = () => {
      const { attributes, keys, classes } = byCss(search);
      take(attributes);
      take(keys, key);
      take(classes);
    };
    take(byTestId(search));
    take(byId(search));
    if (isLarge) takeBuilt();
    if (row !== void 0) containerAt2(0);
    take(byRole(search, element, text.inPage > 0 ? 0 : RISK.doubt), text);
    if (!isLarge) take(byLabel(search), text);
    const written = byAttributeText(search);
    for (let index = 0; index < written.length; index += 1) take(written[index] ?? [], text);
    take(byOwnText(search));
    if (!isLarge) takeBuilt();
    take(byText(search), text);
    if (isLarge) take(byLabel(search), text);
    if ((found2[0]?.risk ?? RISK.place) < RISK.data) return found2;
    const before = found2.length;
    take(byKind(search));
    if (found2.length === before) take(byPlace(search));
    return found2;
  }
  var NO_RISKS = { inPage: 0, inRow: 0 };
  function risksOf(element, row, dom) {
    if (row === void 0) return { text: NO_RISKS, key: NO_RISKS };
    const detail = rowTextOf(element, row, dom) === "detail" ? RISK.data : 0;
    return {
      text: { inPage: RISK.listed + detail, inRow: detail },
      key: { inPage: RISK.listed + RISK.key, inRow: 0 }
    };
  }
  function isDataAnyway({ risk }) {
    return risk >= RISK.data && risk < RISK.place;
  }
  function riskInPage(variant, { inPage }) {
    return variant.risk + (isDataAnyway(variant) ? min(inPage, RISK.listed) : inPage);
  }
  function isData2({ risk }, { inRow }) {
    return risk >= RISK.data || inRow > 0;
  }
  function firstUnique(variants2, risks, search, containerAt2) {
    if (variants2.length === 0) return void 0;
    const twins = neighboursWith(variants2, search);
    const { page, spend } = search;
    const inside = (most) => firstInside2(variants2, risks, twins, search, containerAt2, most);
    let contained;
    const least = leastRiskInPage(variants2, risks, twins);
    if (least > 0 && spend(page.size)) {
      contained = inside(page.size);
      spend(-page.size);
      if (contained !== void 0 && contained.risk < least) return contained;
    }
    const inPage = firstIn(variants2, (variant, index) => twins[index] === void 0 && variant.isOnlyIn(page));
    const best = inPage && { locator: inPage.locator, risk: riskInPage(inPage, risks) };
    if (inPage !== void 0 && !isData2(inPage, risks)) return best;
    contained ??= inside(Infinity);
    return contained === void 0 || best !== void 0 && best.risk <= contained.risk ? best : contained;
  }
  function leastRiskInPage(variants2, risks, twins) {
    let least = Infinity;
    for (let index = 0; index < variants2.length; index += 1) {
      const variant = variants2[index];
      if (variant !== void 0 && twins[index] === void 0)
        least = min(least, isData2(variant, risks) ? riskInPage(variant, risks) : 0);
    }
    return least;
  }
  function firstInside2(variants2, { inRow }, twins, search, containerAt2, most) {
    for (let index = 0; ; index += 1) {
      const container = containerAt2(index);
      if (container === void 0 || container.scope.size >= most) return void 0;
      const inside = firstIn(
        variants2,
        (variant, place2) => !isAround(container, twins[place2], search) && variant.isOnlyIn(container.scope)
      );
      if (inside === void 0) continue;
      const risk = inside.risk + container.risk + (isDataAnyway(inside) ? 0 : inRow);
      return { locator: { ...inside.locator, within: container.locator }, risk };
    }
  }
  function neighboursWith(variants2, { beside, element }) {
    const neighbours = beside(element);
    const found2 = [];
    for (let index = 0; index < variants2.length; index += 1) {
      const variant = variants2[index];
      append(found2, variant === void 0 ? void 0 : neighbourWith(variant, neighbours));
    }
    return found2;
  }
  function neighbourWith(variant, neighbours) {
    for (let index = 0; index < neighbours.length; index += 1) {
      const neighbour2 = neighbours[index];
      if (neighbour2 !== void 0 && !variant.isOnlyIn(neighbour2)) return neighbour2;
    }
    return void 0;
  }
  function isAround({ scope }, neighbour2, { dom }) {
    return neighbour2 !== void 0 && dom.isElement(scope.top) && isInside2(neighbour2.top, scope.top, dom);
  }
  function firstIn(variants2, test) {
    for (let index = 0; index < variants2.length; index += 1) {
      const variant = variants2[index];
      if (variant !== void 0 && test(variant, index)) return variant;
    }
    return void 0;
  }
  function insert(list, added) {
    append(list, added);
    for (let index = list.length - 1; index > 0; index -= 1) {
      const before = list[index - 1];
      if (before === void 0 || before.risk <= added.risk) return;
      list[index] = before;
      list[index - 1] = added;
    }
  }
  function locatorsOfRanked(list) {
    const locators = [];
    for (let index = 0; index < list.length && index < MAX_LOCATORS; index += 1) {
      const item = list[index];
      if (item !== void 0) append(locators, item.locator);
    }
    return locators;
  }

  // packages/gasoline-capture/src/selectors/role-name.ts
  var MAX_NAMING_ELEMENTS = 50;
  var MAX_NAME_CHARACTERS3 = 100;
  var TYPED_INTO2 = "input,textarea,[contenteditable]";
  function roleNameOf(element, dom) {
    try {
      const role = getRole(element);
      if (role === null || role === "presentation" || role === "none") return void 0;
      if (dom.elementAt(element, MAX_NAMING_ELEMENTS) !== null || isNamedByContent(element, dom))
        return void 0;
      const { computedStyle } = dom;
      const name = inOneLine(
        computeAccessibleName(element, { getComputedStyle: computedStyle }),
        MAX_NAME_CHARACTERS3
      );
      return name === "" || name.length > MAX_NAME_CHARACTERS3 ? void 0 : { role, name };
    } catch {
      return void 0;
    }
  }
  function isNamedByContent(element, dom) {
    const label = enclosingLabel(element, dom);
    if (label !== void 0 && dom.findAll(label, TYPED_INTO2).length > 1) return true;
    const referred = referredBy(element, "aria-labelledby", dom);
    for (let index = 0; index < referred.length; index += 1) {
      const other = referred[index];
      if (other === void 0) continue;
      if (dom.matches(other, TYPED_INTO2) || dom.find(other, TYPED_INTO2) !== null) return true;
    }
    return false;
  }
  function enclosingLabel(element, dom) {
    for (let node = dom.parent(element); dom.isElement(node); node = dom.parent(node)) {
      if (dom.localName(node) === "label") return node;
    }
    return void 0;
  }

  // packages/gasoline-capture/src/selectors/recognise.ts
  var recogniser = {
    recognise(element, dom) {
      const role = roleNameOf(element, dom);
      return { role, locators: locatorsOf(element, dom, role?.name) };
    },
    classesOf: classSelectorOf
  };

  // packages/gasoline-capture/src/settings.ts
  var AI_CONTEXT = {
    componentTree: true,
    stateSnapshot: false,
    sourceSnippets: "outside"
  };
  var CAPTURE_ALL = {
    level: "all",
    networkBodies: true,
    webSocket: "messages",
    webSocketFilters: [],
    actions: true,
    enhancedSelectors: true,
    performance: true,
    domSnapshots: true,
    storage: true,
    aiContext: AI_CONTEXT,
    ownServer: void 0
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

  // packages/gasoline-capture/src/emit.ts
  function createEmit(env2, batches, identity, held) {
    const { session, tab, frame, testId } = identity;
    let { document: document2 } = env2.window;
    let page = env2.newId();
    let count = 0;
    const before = () => encodeFields({ session, tab, page, frame });
    const after = testId === void 0 ? "" : `,${encodeFields({ test_id: testId })}`;
    let pageFields = before();
    const pass = numberedPassage(batches);
    const emit = (route, event) => {
      if (document2 !== env2.window.document) {
        document2 = env2.window.document;
        page = env2.newId();
        pageFields = before();
        count = 0;
      }
      count += 1;
      const eventId = `${page}-${count}`;
      const start2 = `{${encodeFields(event)},${pageFields}`;
      const end = `"eventId":"${eventId}"${after}}`;
      if (held?.isHolding() === true) held.add({ route, event, page, start: start2, end }, pass);
      else pass(route, page, start2, end);
      return { page, eventId };
    };
    const amend = (route, name, fields) => {
      const own = { session, tab, page: name.page, frame, eventId: name.eventId, test_id: testId };
      const start2 = `{${encodeFields(fields)}`;
      const end = `${encodeFields(own)}}`;
      if (held?.isHolding() === true) held.add({ route, event: fields, page: void 0, start: start2, end }, pass);
      else pass(route, void 0, start2, end);
    };
    return { emit, amend };
  }
  function numberedPassage(batches) {
    let numbered = "";
    let n2 = 0;
    return (route, page, start2, end, lostBefore = 0) => {
      if (page === void 0) {
        batches.add(route, `${start2},${end}`);
        return;
      }
      if (page !== numbered) {
        numbered = page;
        n2 = 0;
      }
      n2 += 1 + lostBefore;
      batches.add(route, `${start2},"n":${n2},${end}`);
    };
  }

  // packages/gasoline-capture/src/enrichment/without-enrichment.ts
  var withoutEnrichment = () => ({
    noteAction: () => void 0,
    announce: () => void 0,
    notice: () => void 0,
    finish: () => void 0
  });

  // packages/gasoline-capture/src/own-traffic.ts
  function isOwnTraffic(url, ownServer) {
    if (ownServer === void 0 || indexOf(url, ownServer) !== 0) return false;
    const next2 = url[ownServer.length];
    return next2 === void 0 || next2 === "/" || next2 === "?" || next2 === "#";
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
    let position2 = 0;
    let place2 = 0;
    let lastStar = -1;
    let retryFrom = 0;
    while (position2 < text.length) {
      if (characterAt(glob, place2) === "*") {
        lastStar = place2;
        retryFrom = position2;
        place2 += 1;
      } else if (place2 < glob.length && characterAt(glob, place2) === characterAt(text, position2)) {
        position2 += 1;
        place2 += 1;
      } else if (lastStar >= 0) {
        retryFrom += 1;
        position2 = retryFrom;
        place2 = lastStar + 1;
      } else return false;
    }
    while (characterAt(glob, place2) === "*") place2 += 1;
    return place2 === glob.length;
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
    const type = textOf3(entry, "type");
    if (hasOwn(entry, "_aiContext")) return settings.aiContext !== void 0;
    if (type === "console") return isLevelWanted(textOf3(entry, "level"), settings.level);
    if (type === "storage") return settings.storage;
    if (type === "document" || type === "performance" || type === "longtask") return settings.performance;
    if (type === "resource") return settings.performance && !isOwn(entry, settings);
    return type !== "network" || !isOwn(entry, settings);
  }
  function isSocketEventWanted(entry, settings) {
    const { webSocket, webSocketFilters, ownServer } = settings;
    if (webSocket === "off") return false;
    if (webSocket === "lifecycle" && textOf3(entry, "event") === "message") return false;
    const url = textOf3(entry, "url");
    return !isOwnTraffic(url, socketOrigin(ownServer)) && isSelected(url, webSocketFilters);
  }
  function isOwn(entry, { ownServer }) {
    return isOwnTraffic(textOf3(entry, "url"), ownServer);
  }
  function textOf3(entry, name) {
    const value = ownData(entry, name);
    return typeof value === "string" ? value : "";
  }

  // packages/gasoline-capture/src/held.ts
  var MAX_CHARACTERS10 = 4 * 1024 * 1024;
  function holdEntries(settings) {
    let waiting = [];
    let characters = 0;
    let lost = 0;
    let passOn;
    const dropOlderHalf = (entries) => {
      const kept = [];
      characters = 0;
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (entry === void 0) continue;
        if (index < entries.length / 2) lost += entry.page === void 0 ? 0 : 1;
        else {
          append(kept, entry);
          characters += entry.start.length;
        }
      }
      return kept;
    };
    return {
      isHolding: () => waiting !== void 0,
      add(entry, pass) {
        if (waiting === void 0) return;
        passOn = pass;
        append(waiting, entry);
        characters += entry.start.length;
        if (characters > MAX_CHARACTERS10) waiting = dropOlderHalf(waiting);
      },
      release() {
        const entries = waiting ?? [];
        waiting = void 0;
        for (let index = 0; index < entries.length; index += 1) {
          const entry = entries[index];
          if (entry === void 0 || !isWanted(entry.route, entry.event, settings())) continue;
          passOn?.(entry.route, entry.page, asWanted(entry, settings()), entry.end, lost);
          if (entry.page !== void 0) lost = 0;
        }
      }
    };
  }
  var PENDING = ',"enrichment":"pending"';
  function asWanted({ event, start: start2 }, { aiContext: aiContext2 }) {
    if (aiContext2 !== void 0 || ownData(event, "enrichment") !== "pending") return start2;
    const at = indexOf(start2, PENDING);
    return `${slice(start2, 0, at)}${slice(start2, at + PENDING.length)}`;
  }

  // packages/gasoline-capture/src/activity.ts
  function createActivity() {
    let pending = 0;
    let watching;
    return {
      requestStarted() {
        pending += 1;
        watching?.("request");
        let ended = false;
        return () => {
          if (ended) return;
          ended = true;
          pending -= 1;
          watching?.("answer");
        };
      },
      messageSent() {
        watching?.("message");
      },
      pendingRequests: () => pending,
      watch(react) {
        watching = react;
        return () => {
          if (watching === react) watching = void 0;
        };
      }
    };
  }

  // packages/gasoline-capture/src/annotations.ts
  var MAX_KEYS2 = 50;
  var MAX_KEY_CHARACTERS = 100;
  var MAX_VALUE_CHARACTERS3 = 4096;
  function createAnnotations() {
    let kept = [];
    const remove = (key) => {
      const others = [];
      for (let index = 0; index < kept.length; index += 1) {
        const annotation = kept[index];
        if (annotation !== void 0 && annotation.key !== key) append(others, annotation);
      }
      kept = others;
    };
    return {
      put(name, text) {
        const key = truncate(name, MAX_KEY_CHARACTERS);
        remove(key);
        if (kept.length >= MAX_KEYS2) return false;
        append(kept, { key, text: bounded2(text) });
        return true;
      },
      remove(name) {
        remove(truncate(name, MAX_KEY_CHARACTERS));
      },
      clear() {
        kept = [];
      },
      context() {
        let members = "";
        for (let index = 0; index < kept.length; index += 1) {
          const annotation = kept[index];
          if (annotation !== void 0)
            members += `${members && ","}${encodeString(annotation.key)}:${annotation.text}`;
        }
        return members === "" ? void 0 : new JsonText(`{${members}}`);
      }
    };
  }
  function bounded2(text) {
    return text.length <= MAX_VALUE_CHARACTERS3 ? text : encodeString(truncate(text, MAX_VALUE_CHARACTERS3 / 2));
  }

  // packages/gasoline-capture/src/blocked.ts
  var MAX_ADDRESSES = 200;
  function createBlocked() {
    const addresses = bareRecord();
    let count = 0;
    return {
      note(url) {
        if (count < MAX_ADDRESSES && addresses[url] === void 0) count += 1;
        else if (count >= MAX_ADDRESSES) return;
        addresses[url] = true;
      },
      has: (url) => addresses[url] === true
    };
  }

  // packages/gasoline-capture/src/rejections.ts
  var MAX_LINES = 20;
  function createRejections() {
    let lines = [];
    return {
      note(line) {
        const kept = [];
        for (let index = lines.length < MAX_LINES ? 0 : 1; index < lines.length; index += 1)
          append(kept, lines[index] ?? "");
        append(kept, line);
        lines = kept;
      },
      has(line) {
        for (let index = 0; index < lines.length; index += 1) if (lines[index] === line) return true;
        return false;
      }
    };
  }

  // packages/gasoline-capture/src/resource-log.ts
  var LOADING_MS = 3e3;
  function createResourceLog(env2, settings) {
    let watchers = [];
    let observation;
    let stops = [];
    const handOver = (entries) => {
      const resources = foreign(entries, settings().ownServer);
      for (let index = 0; index < watchers.length; index += 1) watchers[index]?.(resources);
    };
    const begin = () => {
      observation ??= env2.timeline.observe("resource", handOver);
    };
    const arm = () => {
      stops = [
        env2.timeline.beforeForgetting(begin),
        env2.after(LOADING_MS, begin),
        watchLoads(env2, () => {
          env2.whenIdle(begin);
        })
      ];
    };
    const disarm = () => {
      stops.forEach((stop) => {
        stop();
      });
      observation?.stop();
      observation = void 0;
    };
    return {
      watch(watcher) {
        if (watchers.length === 0) arm();
        watchers = [...watchers, watcher];
        return {
          catchUp() {
            begin();
            observation?.catchUp();
          },
          stop() {
            watchers = watchers.filter((other) => other !== watcher);
            if (watchers.length === 0) disarm();
          }
        };
      }
    };
  }
  function foreign(entries, ownServer) {
    const resources = [];
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (isResource(entry) && !isOwnTraffic(entry.name, ownServer)) append(resources, entry);
    }
    return resources;
  }

  // packages/gasoline-capture/src/settling.ts
  var REST_MS = 500;
  var TYPING_REST_MS = 1e3;
  function createSettling(env2) {
    let held = [];
    const isAbout = (item, topic, subject) => item.subject === subject && item.topic === topic;
    const take = (topic, subject) => {
      const others = [];
      let taken;
      for (let index = 0; index < held.length; index += 1) {
        const item = held[index];
        if (item === void 0) continue;
        if (isAbout(item, topic, subject)) taken = item;
        else append(others, item);
      }
      held = others;
      taken?.cancel();
      return taken;
    };
    const release = (topic, subject) => {
      take(topic, subject)?.report();
    };
    const hold = (topic, subject, report, restMilliseconds = REST_MS) => {
      const letGo = env2.releases.keep();
      take(topic, subject);
      const stopTimer = env2.after(restMilliseconds, () => {
        release(topic, subject);
      });
      const cancel = () => {
        stopTimer();
        letGo();
      };
      append(held, { topic, subject, report, cancel });
    };
    const isHeld = (topic, subject) => {
      for (let index = 0; index < held.length; index += 1) {
        const item = held[index];
        if (item !== void 0 && isAbout(item, topic, subject)) return true;
      }
      return false;
    };
    const releaseAll = () => {
      while (held[0] !== void 0) release(held[0].topic, held[0].subject);
    };
    return { hold, isHeld, release, releaseAll };
  }

  // packages/gasoline-capture/src/stores.ts
  var MAX_STORES = 20;
  function createStores() {
    const known = [];
    const find = (name) => {
      for (let index = 0; index < known.length; index += 1) {
        if (known[index]?.name === name) return known[index];
      }
      return void 0;
    };
    return {
      register(name, store) {
        const named2 = find(name);
        if (named2 !== void 0) named2.store = store;
        else if (known.length < MAX_STORES) append(known, { name, store });
        else return false;
        return true;
      },
      each(visit) {
        for (let index = 0; index < known.length; index += 1) {
          const named2 = known[index];
          if (named2 !== void 0) visit(named2.name, named2.store);
        }
      }
    };
  }

  // packages/gasoline-capture/src/instrument.ts
  function createReporting(env2, emit, amend, settings, recogniser2, landmarksOf2, createEnrichment2, createOutcomes, unseenInWorkers = []) {
    const stores = createStores();
    const activity = createActivity();
    return {
      emit,
      amend,
      settings,
      activity,
      settling: createSettling(env2),
      annotations: createAnnotations(),
      stores,
      resources: createResourceLog(env2, settings),
      rejections: createRejections(),
      blocked: createBlocked(),
      enrichment: createEnrichment2(env2, amend, settings, stores),
      outcomes: createOutcomes(env2, amend, activity),
      recogniser: recogniser2,
      landmarksOf: landmarksOf2,
      notCaptured: [],
      unseenInWorkers
    };
  }

  // packages/gasoline-capture/src/actions/hit-test.ts
  var LEAST_PIXELS = 4;
  function hitTest({ window: window2 }) {
    const { getBoundingClientRect } = window2.Element.prototype;
    const find = window2.Document.prototype.elementFromPoint;
    return (element) => {
      const { left, top, width, height } = apply(getBoundingClientRect, element, []);
      if (!isCallable(find)) return true;
      const hit = apply(find, window2.document, [left + width / 2, top + height / 2]);
      return width >= LEAST_PIXELS && hit === element;
    };
  }

  // packages/gasoline-capture/src/selectors/visible-text.ts
  var MAX_CHARACTERS11 = 50;
  var CLICKABLE = 'button,a[href],summary,label,option,[role="button"],[role="link"],[role="tab"],[role="menuitem"],[role="menuitemcheckbox"],[role="menuitemradio"],[role="option"],[role="switch"],[role="checkbox"],[role="radio"],[role="treeitem"],[onclick]';
  function visibleTextOf(element, dom) {
    if (!dom.matches(element, CLICKABLE)) return void 0;
    const text = textOf2(element, dom, MAX_CHARACTERS11);
    return text === "" || text.length > MAX_CHARACTERS11 ? void 0 : text;
  }

  // packages/gasoline-capture/src/actions/target.ts
  var INTERACTIVE = `${CLICKABLE},input,select,textarea`;
  function targetOf(event, dom) {
    const innermost2 = dom.path(event)[0];
    return dom.isElement(innermost2) ? innermost2 : void 0;
  }
  function clickedElement(event, dom) {
    const path = dom.path(event);
    for (let index = 0; index < path.length; index += 1) {
      const target = path[index];
      if (dom.isElement(target) && dom.matches(target, INTERACTIVE)) return target;
    }
    return targetOf(event, dom);
  }

  // packages/gasoline-capture/src/actions/choice.ts
  function watchChoices(recorder, env2, settling) {
    const { HTMLInputElement } = env2.window;
    const { dom } = env2;
    const typeOf = getter(HTMLInputElement.prototype, "type");
    const isChecked = getter(HTMLInputElement.prototype, "checked");
    const isHit = hitTest(env2);
    let clicked;
    const isChoice = (element) => {
      if (!(element instanceof HTMLInputElement)) return false;
      const type = typeOf(element);
      return type === "checkbox" || type === "radio";
    };
    const observedAt = (field) => recorder.observe(isHit(field) ? field : dom.labels(field)[0] ?? field);
    const changed = (field) => {
      const observed = (clicked?.field === field ? clicked.observed : void 0) ?? observedAt(field);
      const type = isChecked(field) ? "check" : "uncheck";
      clicked = void 0;
      settling.hold("choice", field, () => {
        recorder.sendHeld({ type }, observed);
      });
      settling.releaseAll();
    };
    const stop = env2.listen("change", (event) => {
      const field = targetOf(event, dom) ?? null;
      if (isChoice(field)) changed(field);
    });
    return {
      fieldOf(element) {
        const field = element === void 0 ? null : dom.control(element) ?? element;
        return isChoice(field) ? field : void 0;
      },
      clicked(field, element, details, observed) {
        settling.releaseAll();
        clicked = { field, observed: element === field || isHit(field) ? void 0 : observed };
        const report = () => {
          clicked = void 0;
          recorder.sendHeld(details, observed);
        };
        settling.hold("choice", field, report, 0);
      },
      stop
    };
  }

  // packages/gasoline-capture/src/actions/modifiers.ts
  function modifiersOf(event) {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    const held = [];
    if (altKey) append(held, "Alt");
    if (ctrlKey) append(held, "Control");
    if (metaKey) append(held, "Meta");
    if (shiftKey) append(held, "Shift");
    return held.length === 0 ? void 0 : held;
  }

  // packages/gasoline-capture/src/actions/click.ts
  var MAX_TEXT_CHARACTERS2 = 100;
  function watchClicks(recorder, env2, settling) {
    const { MouseEvent } = env2.window;
    const enter = watchEnter(env2);
    const isForwarded = forwardingTest(env2);
    const choices = watchChoices(recorder, env2, settling);
    const detailsOf = (type, event, element) => {
      const text = element === void 0 ? "" : textOf2(element, env2.dom, MAX_TEXT_CHARACTERS2);
      const position2 = positionOf(event);
      return { type, text: text === "" ? void 0 : text, modifiers: modifiersOf(event), position: position2 };
    };
    const click = env2.listen("click", (event) => {
      if (!(event instanceof MouseEvent)) return;
      const element = clickedElement(event, env2.dom);
      if (isForwarded(element) || positionOf(event) === void 0 && enter.isDown()) return;
      const details = detailsOf("click", event, element);
      const field = choices.fieldOf(element);
      if (field === void 0 || element === void 0) recorder.send(details, recorder.observe(element));
      else choices.clicked(field, element, details, recorder.observe(element));
    });
    const other = (name, type) => env2.listen(name, (event) => {
      if (!(event instanceof MouseEvent)) return;
      const element = clickedElement(event, env2.dom);
      recorder.send(detailsOf(type, event, element), recorder.observe(element));
    });
    const stops = [click, other("dblclick", "doubleclick"), other("contextmenu", "rightclick"), choices.stop];
    return () => {
      enter.stop();
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function positionOf({ detail, clientX, clientY }) {
    return detail === 0 && clientX === 0 && clientY === 0 ? void 0 : { x: clientX, y: clientY };
  }
  function watchEnter(env2) {
    const { KeyboardEvent } = env2.window;
    let isDown = false;
    const stops = ["keydown", "keyup"].map(
      (type) => env2.listen(type, (event) => {
        if (event instanceof KeyboardEvent && event.key === "Enter") isDown = type === "keydown";
      })
    );
    return {
      isDown: () => isDown,
      stop: () => {
        stops.forEach((stop) => {
          stop();
        });
      }
    };
  }
  function forwardingTest({ window: window2, after }) {
    const { HTMLLabelElement } = window2;
    const controlOf = getter(HTMLLabelElement.prototype, "control");
    let expected;
    return (element) => {
      if (element !== void 0 && element === expected) return true;
      if (element instanceof HTMLLabelElement) {
        expected = controlOf(element) ?? void 0;
        after(0, () => {
          expected = void 0;
        });
      }
      return false;
    };
  }

  // packages/gasoline-capture/src/actions/bounded.ts
  var MAX_ENTERED_CHARACTERS = 1e5;
  function bounded3(text) {
    return text.length <= MAX_ENTERED_CHARACTERS ? { text, truncated: void 0 } : { text: slice(text, 0, MAX_ENTERED_CHARACTERS), truncated: true };
  }

  // packages/gasoline-capture/src/actions/dialog.ts
  var DIALOGS = ["alert", "confirm", "prompt"];
  var MAX_MESSAGE_CHARACTERS = 500;
  var PUNCTUATION = /^(.*?)[\s:?.!…]*$/s;
  function watchDialogs(recorder, env2, isWanted2) {
    const stops = DIALOGS.map((dialog) => {
      let asked = "";
      return followMethod(env2.window, dialog, {
        before: () => {
          asked = timestamp(env2);
          env2.releases.now("announced");
        },
        returned: (_receiver, args, result) => {
          if (!isWanted2()) return;
          const message = textOf4(args[0]);
          const details = {
            type: "dialog",
            dialog,
            text: message,
            ...answerOf(dialog, result, message)
          };
          recorder.send(details, { ...recorder.observePage(), ts: asked });
        },
        threw: (_receiver, error) => {
          removeOwnFrames(error);
        }
      });
    });
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function answerOf(dialog, result, message) {
    if (dialog === "confirm") return { accepted: result === true };
    if (dialog === "alert") return { accepted: true };
    if (typeof result !== "string") return { accepted: false };
    const question = execute(PUNCTUATION, message ?? "")?.[1] ?? "";
    if (result !== "" && isSensitiveName(question)) return { accepted: true, value: REDACTED };
    const { text, truncated } = bounded3(result);
    return { accepted: true, value: text, truncated };
  }
  function textOf4(message) {
    if (typeof message === "string") return truncate(message, MAX_MESSAGE_CHARACTERS);
    return typeof message === "number" || typeof message === "boolean" ? `${message}` : void 0;
  }

  // packages/gasoline-capture/src/actions/drag.ts
  var RECEIVING = '[draggable="true"],[ondrop],li,tr,section,[role="listitem"],[role="row"],[role="list"],[role="region"],[data-testid],[data-test-id],[data-cy],[id]';
  function watchDrags(recorder, env2) {
    const { dom } = env2;
    let dragged;
    const receiverOf = (event) => {
      const path = dom.path(event);
      for (let index = 0; index < path.length; index += 1) {
        const target = path[index];
        if (dom.isElement(target) && dom.matches(target, RECEIVING)) return target;
      }
      return targetOf(event, dom);
    };
    const stops = [
      env2.listen("dragstart", (event) => {
        const element = targetOf(event, dom);
        dragged = element === void 0 ? void 0 : recorder.observe(element);
      }),
      env2.listen("drop", (event) => {
        if (dragged === void 0) return;
        recorder.send({ type: "drag", to: recorder.selectorsOf(receiverOf(event)) }, dragged);
        dragged = void 0;
      }),
      env2.listen("dragend", () => {
        dragged = void 0;
      })
    ];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }

  // packages/gasoline-capture/src/actions/typed-text.ts
  var LINE = /^(?:address|article|aside|blockquote|d[dlt]|div|fig.*|h\d|li|ol|p|pre|section|t[dhr]|ul)$/;
  var MAX_NODES6 = 2e4;
  function typedText(field, dom, maxNodes = MAX_NODES6) {
    const next2 = dom.walk(field);
    let text = "";
    let nodes = 0;
    let line = null;
    let isBroken = false;
    for (let node = next2(); node !== null; node = next2()) {
      nodes += 1;
      if (nodes > maxNodes || text.length > MAX_ENTERED_CHARACTERS) return { text, isCut: true };
      const isElement2 = dom.nodeType(node) === ELEMENT_NODE;
      const value = isElement2 ? "" : dom.nodeValue(node) ?? "";
      if (isElement2 ? nameOf3(node, dom) !== "br" : isIndentation(value)) continue;
      const own = lineOf(node, field, dom);
      if (own === line ? isBroken : line !== null) text += "\n";
      line = own;
      isBroken = isElement2;
      text += value;
    }
    return { text, isCut: false };
  }
  function isIndentation(text) {
    return trim(text) === "" && indexOf(text, "\n") >= 0;
  }
  function lineOf(node, field, dom) {
    let line = dom.parent(node);
    while (line !== null && line !== field && execute(LINE, nameOf3(line, dom)) === null)
      line = dom.parent(line);
    return line ?? field;
  }
  function nameOf3(node, dom) {
    return dom.isElement(node) ? dom.localName(node) : "";
  }

  // packages/gasoline-capture/src/actions/field-value.ts
  var MAX_NODES_AT_ONCE = 200;
  var EDITOR = "contenteditable";
  var MAX_LABEL_CHARACTERS = 100;
  var TELLING_ATTRIBUTES = ["name", "id", "autocomplete", "aria-label", "placeholder", "data-testid"];
  var EXAMPLES = /,|e\.g\.|\S\s+\S+\s+\S+\s+\S+\s+\S/i;
  var CLICKED_TYPES = ["checkbox", "radio", "button", "submit", "reset", "image"];
  function fieldReader({ window: window2, dom }) {
    const { HTMLInputElement, HTMLTextAreaElement, HTMLElement } = window2;
    const typeOf = getter(HTMLInputElement.prototype, "type");
    const inputValue = getter(HTMLInputElement.prototype, "value");
    const areaValue = getter(HTMLTextAreaElement.prototype, "value");
    const isEditable = getter(HTMLElement.prototype, "isContentEditable");
    const inputLabels = getter(HTMLInputElement.prototype, "labels");
    const labelTells = (element) => {
      const labels = element instanceof HTMLInputElement ? inputLabels(element) : null;
      const label = labels?.[0];
      return label !== void 0 && isSensitiveName(textOf2(label, dom, MAX_LABEL_CHARACTERS));
    };
    const isSensitive = (element) => {
      if (element instanceof HTMLInputElement && typeOf(element) === "password") return true;
      for (let index = 0; index < TELLING_ATTRIBUTES.length; index += 1) {
        const attribute = TELLING_ATTRIBUTES[index] ?? "";
        const text = dom.attribute(element, attribute);
        if (text === null || !isSensitiveName(text)) continue;
        if (attribute !== "placeholder" || execute(EXAMPLES, text) === null) return true;
      }
      return labelTells(element);
    };
    const masked4 = (element, text) => text !== "" && isSensitive(element) ? REDACTED : text;
    const ofEditor = (element, maxNodes) => {
      const { text, isCut } = typedText(element, dom, maxNodes);
      return { value: text, inputType: EDITOR, truncated: isCut || void 0 };
    };
    const read = (element, maxNodes) => {
      if (element instanceof HTMLInputElement) return ofInput(typeOf(element), inputValue(element));
      if (element instanceof HTMLTextAreaElement) return { value: areaValue(element), inputType: "textarea" };
      return element instanceof HTMLElement && isEditable(element) ? ofEditor(element, maxNodes) : void 0;
    };
    const told = (element, field) => {
      const { text, truncated } = bounded3(field.value);
      return { ...field, value: masked4(element, text), truncated: field.truncated ?? truncated };
    };
    const later2 = (element) => {
      if (isSensitive(element)) return () => ({ value: REDACTED, inputType: EDITOR });
      let value;
      return () => value ??= told(element, ofEditor(element, MAX_NODES6));
    };
    return {
      valueOf(element) {
        const field = read(element, MAX_NODES6);
        return field && told(element, field);
      },
      typedIn(element) {
        const field = read(element, MAX_NODES_AT_ONCE);
        if (field === void 0 || field.inputType === "file") return void 0;
        const { inputType } = field;
        if (field.truncated) return { inputType, read: later2(element) };
        const value = told(element, field);
        return { inputType, read: () => value };
      },
      masked: masked4
    };
  }
  function ofInput(inputType, value) {
    for (let index = 0; index < CLICKED_TYPES.length; index += 1) {
      if (CLICKED_TYPES[index] === inputType) return void 0;
    }
    return { value: inputType === "file" ? slice(value, lastIndexOf(value, "\\") + 1) : value, inputType };
  }

  // packages/gasoline-capture/src/actions/input.ts
  var OF_PARTS = /^(?:date|datetime-local|month|time|week)$/;
  function watchInputs(recorder, env2, settling) {
    const { typedIn } = fieldReader(env2);
    let typing;
    const typed = env2.listen("input", (event) => {
      const field = targetOf(event, env2.dom);
      const content = field && typedIn(field);
      if (field === void 0 || content === void 0) return;
      const earlier = typing?.field === field ? typing.observed : void 0;
      const startTs = earlier?.startTs ?? earlier?.ts;
      const observed = { ...earlier ?? recorder.observe(field), ts: timestamp(env2), startTs };
      typing = { ...content, field, observed };
      const report = () => {
        typing = void 0;
        recorder.sendHeld({ type: "input", ...content.read() }, observed);
      };
      settling.hold("typing", field, report, TYPING_REST_MS);
    });
    const changed = env2.listen("change", (event) => {
      const field = targetOf(event, env2.dom);
      const isOfParts = typing?.field === field && execute(OF_PARTS, typing?.inputType ?? "") !== null;
      if (field !== void 0 && !isOfParts) settling.release("typing", field);
    });
    const left = env2.listen("focusout", (event) => {
      const field = targetOf(event, env2.dom);
      if (field !== void 0) settling.release("typing", field);
    });
    const pressed = env2.listen("pointerdown", () => {
      typing?.read();
    });
    return () => {
      [typed, changed, left, pressed].forEach((stop) => {
        stop();
      });
    };
  }

  // packages/gasoline-capture/src/actions/keypress.ts
  var EVERYWHERE = /^(?:Enter|Escape|Tab|Arrow(?:Up|Down))$/;
  var OUTSIDE_FIELDS = /^(?:Arrow\w+|Delete|Backspace)$/;
  var SHORTCUT = /^(?:.|F\d+|Home|End|Page\w+|Arrow\w+|Delete|Backspace)$/u;
  var EDITING = /^(?:[acvxyz]|Home|End|Arrow\w+|Delete|Backspace)$/i;
  var OF_BROWSER = /^(?:(?:Control|Meta)[rl]|AltArrow(?:Left|Right))$/i;
  var ASCII = /^[!-~]+$/;
  var MOST_SINGLE = 10;
  function watchKeys(recorder, env2, settling) {
    let row;
    const { KeyboardEvent } = env2.window;
    const { typedIn } = fieldReader(env2);
    const isMeant = (event, target) => {
      const { key, altKey, ctrlKey, metaKey } = event;
      if (execute(EVERYWHERE, key) !== null) return true;
      const isInField = target !== void 0 && typedIn(target) !== void 0;
      if (!altKey && !ctrlKey && !metaKey) return !isInField && execute(OUTSIDE_FIELDS, key) !== null;
      const held = ctrlKey ? "Control" : metaKey ? "Meta" : "Alt";
      if (execute(SHORTCUT, key) === null || execute(OF_BROWSER, `${held}${key}`) !== null) return false;
      return !isInField || !altKey && execute(EDITING, key) === null;
    };
    return env2.listen("keydown", (event) => {
      if (!(event instanceof KeyboardEvent)) return;
      const { key, code, repeat, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (repeat || isComposing) return;
      const target = targetOf(event, env2.dom);
      if (!isMeant(event, target)) return;
      const name = execute(ASCII, key) === null ? code : key;
      const modifiers = modifiersOf(event);
      const details = { type: "keypress", key: name, modifiers };
      const subject = target ?? env2.window;
      const pressed = `${altKey ? "a" : ""}${ctrlKey ? "c" : ""}${metaKey ? "m" : ""}${shiftKey ? "s" : ""} ${name}`;
      const continues = row?.name === pressed && row.subject === subject && settling.isHeld("keys", subject) && !settling.isHeld("typing", subject);
      const presses = continues ? (row?.presses ?? 0) + 1 : 1;
      row = { name: pressed, subject, presses };
      const observed = recorder.observe(target);
      if (presses <= MOST_SINGLE) {
        recorder.send(details, observed);
        settling.hold("keys", subject, () => void 0, TYPING_REST_MS);
        return;
      }
      const count = presses - MOST_SINGLE;
      const report = () => {
        recorder.sendHeld(count === 1 ? details : { ...details, count }, observed);
      };
      settling.hold("keys", subject, report, TYPING_REST_MS);
    });
  }

  // packages/gasoline-capture/src/actions/changes.ts
  var ALWAYS_CHANGED = { watch: () => void 0, isChanged: () => true, stop: () => void 0 };
  function createChangeWatch({ window: window2, dom, watchMutations }) {
    if (watchMutations === void 0) return ALWAYS_CHANGED;
    let isChanged = false;
    const observer = watchMutations(() => {
      isChanged = true;
      observer.stop();
    });
    return {
      watch(element) {
        observer.stop();
        isChanged = false;
        observer.observe(window2.document);
        let host = element && dom.host(dom.root(element));
        while (host !== void 0) {
          const root = dom.shadow(host);
          if (root !== null) observer.observe(root);
          host = dom.host(dom.root(host));
        }
      },
      isChanged: () => isChanged || observer.take().length > 0,
      stop: observer.stop
    };
  }

  // packages/gasoline-capture/src/actions/look-ahead.ts
  var PRESS_MS = 500;
  function lookAhead(looks, env2) {
    const changes = createChangeWatch(env2);
    let seen2;
    let cancel;
    const forget = () => {
      cancel?.();
      changes.stop();
      seen2 = void 0;
    };
    const look = (element) => {
      changes.watch(element);
      seen2 = { element, selectors: looks.selectorsOf(element), isBusy: looks.isBusy() };
      cancel = env2.after(PRESS_MS, forget);
    };
    const stillSeen = () => {
      if (seen2 === void 0 || changes.isChanged()) forget();
      return seen2;
    };
    const stop = env2.listen("pointerdown", (event) => {
      forget();
      const element = clickedElement(event, env2.dom);
      cancel = env2.after(0, () => {
        look(element);
      });
    });
    return {
      selectorsOf(element) {
        const known = stillSeen();
        return known?.element === element ? known?.selectors : looks.selectorsOf(element);
      },
      isBusy: () => stillSeen()?.isBusy ?? looks.isBusy(),
      stop() {
        forget();
        stop();
      }
    };
  }

  // packages/gasoline-capture/src/actions/new-tab.ts
  var SAME_TAB = /^(?:_self|_top|_parent)?$/i;
  var MIDDLE_BUTTON = 1;
  function watchNewTabs(recorder, env2, settling, isWanted2) {
    const stops = [watchOpen(recorder, env2, isWanted2), ...watchLinks(recorder, env2, settling)];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function watchOpen(recorder, env2, isWanted2) {
    const { URL } = env2.window;
    const hrefOf = getter(URL.prototype, "href");
    const addressOf = (address) => {
      const text = address instanceof URL ? hrefOf(address) : typeof address === "string" ? address : "";
      return text === "" ? "about:blank" : boundedUrl(hrefOf(new URL(text, env2.dom.base(env2.window.document))));
    };
    return followMethod(env2.window, "open", {
      returned: (_receiver, [address, target, features], result) => {
        if (!isWanted2() || !isOpened(result, features) || !isNewTab(target, env2)) return;
        recorder.send({ type: "newtab", toUrl: addressOf(address) }, recorder.observePage());
      },
      threw: (_receiver, error) => {
        removeOwnFrames(error);
      }
    });
  }
  function isOpened(result, features) {
    if (result !== null) return true;
    return typeof features === "string" && execute(/noopener|noreferrer/i, features) !== null;
  }
  function isNewTab(target, { window: window2, dom }) {
    if (target === void 0 || target === "") return true;
    if (typeof target !== "string" || execute(SAME_TAB, target) !== null) return false;
    const quoted = quotedValue(target);
    return quoted === void 0 || dom.find(window2.document, `iframe[name=${quoted}]`) === null;
  }
  function watchLinks(recorder, env2, settling) {
    const { MouseEvent, HTMLAnchorElement } = env2.window;
    const { dom } = env2;
    const hrefOf = getter(HTMLAnchorElement.prototype, "href");
    const isPrevented = getter(env2.window.Event.prototype, "defaultPrevented");
    const linkOf = (event) => {
      const path = dom.path(event);
      for (let index = 0; index < path.length; index += 1) {
        const target = path[index];
        if (target instanceof HTMLAnchorElement && dom.attribute(target, "href") !== null) return target;
      }
      return void 0;
    };
    const opensTab = (event, link) => {
      const { button, ctrlKey, metaKey, shiftKey } = event;
      if (button === MIDDLE_BUTTON) return true;
      if (button !== 0) return false;
      if (ctrlKey || metaKey || shiftKey) return true;
      const base = dom.find(env2.window.document, "base[target]");
      const target = dom.attribute(link, "target") ?? (base === null ? "" : dom.attribute(base, "target"));
      return target !== null && target !== "" && isNewTab(target, env2);
    };
    const followed = (event) => {
      const link = event instanceof MouseEvent ? linkOf(event) : void 0;
      if (link === void 0 || !(event instanceof MouseEvent) || !opensTab(event, link)) return;
      const toUrl = boundedUrl(hrefOf(link));
      if (indexOf(lowerCase(toUrl), "javascript:") === 0) return;
      const observed = event.button === MIDDLE_BUTTON ? recorder.observe(link) : recorder.observePage();
      settling.hold(
        "link",
        event,
        () => {
          if (!isPrevented(event)) recorder.sendHeld({ type: "newtab", toUrl }, observed);
        },
        0
      );
    };
    return ["click", "auxclick"].map((type) => env2.listen(type, followed));
  }

  // packages/gasoline-capture/src/selectors/aria-label.ts
  function ariaLabelOf(element, dom) {
    const label = dom.attribute(element, "aria-label");
    return label === null || label === "" ? void 0 : label;
  }

  // packages/gasoline-capture/src/selectors/unique-id.ts
  function uniqueIdOf(element, dom) {
    const id = dom.attribute(element, "id");
    if (id === null || id === "") return void 0;
    const escaped = dom.escape(id);
    return escaped !== "" && dom.findAll(dom.root(element), `#${escaped}`).length === 1 ? id : void 0;
  }

  // packages/gasoline-capture/src/selectors/css-path.ts
  var MAX_LEVELS5 = 5;
  var MAX_COMPARED_SIBLINGS = 20;
  function cssPathOf(element, dom, recogniser2) {
    if (isTop(element, dom)) return dom.localName(element);
    let path = "";
    let current = element;
    for (let level = 1; ; level += 1) {
      const name = dom.localName(current);
      const id = uniqueIdOf(current, dom);
      const step = id === void 0 ? stepTo2(current, name, dom, recogniser2) : `#${dom.escape(id)}`;
      path = `${step}${path}`;
      const above = id === void 0 ? dom.parent(current) : dom.root(current);
      const host = above === null ? void 0 : dom.host(above);
      const next2 = host ?? (id === void 0 && dom.isElement(above) ? above : void 0);
      if (next2 === void 0 || level === MAX_LEVELS5 || isTop(next2, dom)) return path;
      current = next2;
      path = `${host === void 0 ? " > " : " "}${path}`;
    }
  }
  function isTop(element, dom) {
    const name = dom.localName(element);
    return name === "body" || name === "html";
  }
  function stepTo2(element, name, dom, { classesOf }) {
    const classes = classesOf(element, dom);
    const selector = `${dom.escape(name)}${classes}`;
    return hasTwin(element, selector, dom) ? `${selector}:nth-child(${position(element, dom)})` : selector;
  }
  function hasTwin(element, selector, dom) {
    const isTwin = (sibling) => dom.matches(sibling, selector);
    return anyFrom(element, dom.previous, isTwin) || anyFrom(element, dom.next, isTwin);
  }
  function anyFrom(element, step, test) {
    let sibling = step(element);
    for (let count = 0; sibling !== null; count += 1) {
      if (count === MAX_COMPARED_SIBLINGS || test(sibling)) return true;
      sibling = step(sibling);
    }
    return false;
  }
  function position(element, dom) {
    let count = 1;
    for (let sibling = dom.previous(element); sibling !== null; sibling = dom.previous(sibling)) count += 1;
    return count;
  }

  // packages/gasoline-capture/src/selectors/selectors.ts
  var MAX_CHARACTERS12 = 500;
  function selectorsOf(element, dom, recogniser2) {
    const { role, locators } = recogniser2.recognise(element, dom);
    const testId = testIdAttributeOf(element, dom);
    return {
      testId: bounded4(testId?.value),
      testIdAttribute: testId?.unusual.attribute,
      ariaLabel: bounded4(ariaLabelOf(element, dom)),
      role,
      id: bounded4(uniqueIdOf(element, dom)),
      text: visibleTextOf(element, dom),
      cssPath: bounded4(cssPathOf(element, dom, recogniser2)),
      locators: atLeastOne(locators),
      inShadow: dom.host(dom.root(element)) === void 0 ? void 0 : true
    };
  }
  function bounded4(text) {
    return text === void 0 ? void 0 : slice(text, 0, MAX_CHARACTERS12);
  }
  function atLeastOne(list) {
    return list.length === 0 ? void 0 : list;
  }

  // packages/gasoline-capture/src/selectors/short-form.ts
  var MAX_CHARACTERS13 = 200;
  function shortFormOf(element, dom, { classesOf }) {
    const id = dom.attribute(element, "id");
    const name = dom.localName(element);
    const form = id === null || id === "" ? `${name}${classesOf(element, dom)}` : `${name}#${id}`;
    return truncate(form, MAX_CHARACTERS13);
  }

  // packages/gasoline-capture/src/actions/busy.ts
  var BUSY = [
    ...['[aria-busy="true"]', '[role="progressbar"]'],
    ...[".loading", ".is-loading", ".spinner", ".skeleton"]
  ];
  function looksBusy({ window: window2, dom }) {
    for (let index = 0; index < BUSY.length; index += 1) {
      const shown = dom.find(window2.document, BUSY[index] ?? "");
      if (shown !== null && dom.isVisible(shown)) return true;
    }
    return false;
  }

  // packages/gasoline-capture/src/actions/frames.ts
  var MAX_FRAMES = 10;
  function framesAround({ window: window2, dom }, { recognise }) {
    const inward = [];
    let current = window2;
    for (let depth = 0; depth < MAX_FRAMES; depth += 1) {
      const parent = parentOf(current);
      if (parent === void 0) break;
      const element = frameElementOf(current);
      append(inward, {
        locators: element === null ? [] : recognise(element, dom).locators,
        url: boundedUrl(current.location.href),
        ...current.name !== "" && { name: current.name }
      });
      if (element === null) break;
      current = parent;
    }
    return inward.length === 0 ? void 0 : outermostFirst(inward);
  }
  function outermostFirst(inward) {
    const outward = [];
    for (let index = inward.length - 1; index >= 0; index -= 1) {
      const step = inward[index];
      if (step !== void 0) append(outward, step);
    }
    return outward;
  }
  function parentOf(window2) {
    const { parent } = window2;
    return parent === window2 ? void 0 : parent;
  }
  function frameElementOf(window2) {
    try {
      return window2.frameElement;
    } catch {
      return null;
    }
  }

  // packages/gasoline-capture/src/actions/record.ts
  function createLooks({ settings, recogniser: recogniser2 }, env2) {
    return {
      selectorsOf: (element) => element === void 0 || !settings().enhancedSelectors ? void 0 : new JsonText(`{${encodeFields(selectorsOf(element, env2.dom, recogniser2))}}`),
      isBusy: () => looksBusy(env2)
    };
  }
  function createRecorder({ emit, settings, activity, settling, enrichment, outcomes, recogniser: recogniser2 }, env2, looks) {
    let latest;
    const emitted = (details, observed, element) => {
      if (!settings().actions) return;
      const { ts = timestamp(env2), url = documentUrl(env2) } = observed;
      const name = emit("/enhanced-actions", { ts, url, ...observed, ...details });
      if (typeof details.type === "string") outcomes.acted({ type: details.type, name, element });
    };
    const observePage = () => ({
      ts: timestamp(env2),
      url: documentUrl(env2),
      frames: framesAround(env2, recogniser2),
      scroll: scrollOf(env2),
      pendingRequests: activity.pendingRequests(),
      busy: looks.isBusy()
    });
    return {
      observe(element) {
        enrichment.noteAction(element);
        latest = element;
        const described2 = element === void 0 ? { target: "document" } : { target: shortFormOf(element, env2.dom, recogniser2), selectors: looks.selectorsOf(element) };
        return { ...described2, ...observePage() };
      },
      observePage,
      selectorsOf: looks.selectorsOf,
      send(details, observed) {
        settling.releaseAll();
        emitted(details, observed, latest);
      },
      sendHeld(details, observed) {
        emitted(details, observed, void 0);
      }
    };
  }
  function scrollOf({ window: window2, dom }) {
    return dom.body(window2.document) === null ? { x: 0, y: 0 } : { x: window2.scrollX, y: window2.scrollY };
  }

  // packages/gasoline-capture/src/actions/scroll.ts
  function watchScrolls(recorder, env2, settling) {
    const { window: window2 } = env2;
    const leftOf = getter(window2.Element.prototype, "scrollLeft");
    const topOf = getter(window2.Element.prototype, "scrollTop");
    return env2.listen("scroll", (event) => {
      const pane = targetOf(event, env2.dom);
      if (pane !== void 0 && (settling.isHeld("typing", pane) || env2.dom.localName(pane) === "input"))
        return;
      settling.hold("scroll", pane ?? window2, () => {
        const [scrollX, scrollY] = pane === void 0 ? [window2.scrollX, window2.scrollY] : [leftOf(pane), topOf(pane)];
        recorder.sendHeld({ type: "scroll", scrollX, scrollY }, recorder.observe(pane));
      });
    });
  }

  // packages/gasoline-capture/src/actions/select.ts
  function watchSelects(recorder, env2) {
    const { HTMLSelectElement, HTMLOptionElement } = env2.window;
    const optionsOf = getter(HTMLSelectElement.prototype, "selectedOptions");
    const isMultiple = getter(HTMLSelectElement.prototype, "multiple");
    const sizeOf2 = getter(HTMLSelectElement.prototype, "size");
    const valueOf2 = getter(HTMLOptionElement.prototype, "value");
    const textOf6 = getter(HTMLOptionElement.prototype, "text");
    const { masked: masked4 } = fieldReader(env2);
    const chosen = (select, read) => {
      const options = optionsOf(select);
      const texts2 = [];
      for (let index = 0; index < options.length; index += 1) {
        const option2 = options[index];
        if (option2 !== void 0) append(texts2, masked4(select, read(option2)));
      }
      return texts2;
    };
    return env2.listen("change", (event) => {
      const select = targetOf(event, env2.dom);
      if (!(select instanceof HTMLSelectElement)) return;
      const values = chosen(select, valueOf2);
      const isList = isMultiple(select) || sizeOf2(select) > 1;
      const { text, truncated } = bounded3(listed(values));
      recorder.send(
        {
          type: "select",
          selectedValue: text,
          selectedValues: isList && truncated === void 0 ? values : void 0,
          truncated,
          selectedText: bounded3(listed(chosen(select, textOf6))).text
        },
        recorder.observe(select)
      );
    });
  }
  function listed(texts2) {
    let list = "";
    for (let index = 0; index < texts2.length; index += 1)
      list += `${index > 0 ? ", " : ""}${texts2[index] ?? ""}`;
    return list;
  }

  // packages/gasoline-capture/src/actions/submit.ts
  function watchSubmits(recorder, env2) {
    const { SubmitEvent, HTMLFormElement } = env2.window;
    const actionOf = getter(HTMLFormElement.prototype, "action");
    const methodOf = getter(HTMLFormElement.prototype, "method");
    return env2.listen("submit", (event) => {
      const form = targetOf(event, env2.dom);
      if (!(form instanceof HTMLFormElement)) return;
      const submitter = event instanceof SubmitEvent ? event.submitter : null;
      recorder.send(
        { type: "submit", formAction: boundedUrl(actionOf(form)), formMethod: methodOf(form) },
        recorder.observe(submitter ?? form)
      );
    });
  }

  // packages/gasoline-capture/src/actions/upload.ts
  var MAX_FILES = 20;
  var MAX_NAME_CHARACTERS4 = 200;
  function watchUploads(recorder, env2) {
    const { HTMLInputElement, File } = env2.window;
    const typeOf = getter(HTMLInputElement.prototype, "type");
    const filesOf = getter(HTMLInputElement.prototype, "files");
    const nameOf4 = getter(File.prototype, "name");
    return env2.listen("change", (event) => {
      const field = targetOf(event, env2.dom);
      if (!(field instanceof HTMLInputElement) || typeOf(field) !== "file") return;
      const chosen = filesOf(field);
      const files = [];
      for (let index = 0; chosen !== null && index < chosen.length && index < MAX_FILES; index += 1) {
        const file = chosen[index];
        if (file !== void 0) append(files, truncate(nameOf4(file), MAX_NAME_CHARACTERS4));
      }
      recorder.send({ type: "upload", files }, recorder.observe(field));
    });
  }

  // packages/gasoline-capture/src/instrument/actions.ts
  function instrumentActions(report, env2) {
    const { settings, settling } = report;
    const listen2 = (type, listener) => env2.listen(type, (event) => {
      if (settings().actions && (event.isTrusted || isOfField(type))) listener(event);
    });
    const ofUser = { ...env2, listen: listen2 };
    const looks = lookAhead(createLooks(report, env2), ofUser);
    const recorder = createRecorder(report, env2, looks);
    const isWanted2 = () => settings().actions;
    const stops = [
      watchClicks(recorder, ofUser, settling),
      watchNewTabs(recorder, ofUser, settling, isWanted2),
      watchDialogs(recorder, env2, isWanted2),
      watchDrags(recorder, ofUser),
      watchUploads(recorder, ofUser),
      watchInputs(recorder, ofUser, settling),
      watchSelects(recorder, ofUser),
      watchKeys(recorder, ofUser, settling),
      watchSubmits(recorder, ofUser),
      watchScrolls(recorder, ofUser, settling),
      watchReleases(env2, settling.releaseAll),
      looks.stop,
      report.outcomes.stop
    ];
    return () => {
      settling.releaseAll();
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function isOfField(type) {
    return type === "input" || type === "change";
  }

  // packages/gasoline-capture/src/call-site.ts
  var DEEPER_FRAMES = 6;
  function callSiteFinder(window2) {
    return finder(window2, firstPageFrame);
  }
  function initiatorFinder(window2) {
    return finder(window2, firstFrameText);
  }
  function finder(window2, read) {
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
      return read(top) ?? read(withFrames(errors, DEEPER_FRAMES, () => stackBelow(wrapper)));
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

  // packages/gasoline-capture/src/node-text.ts
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
    const getter2 = getOwnPropertyDescriptor(prototype, name)?.get;
    return (object) => {
      const value = getter2 === void 0 ? void 0 : apply(getter2, object, []);
      return typeof value === "string" || typeof value === "number" ? `${value}` : "";
    };
  }

  // packages/gasoline-capture/src/serialize.ts
  var MAX_DEPTH4 = 10;
  var MAX_ITEMS = 100;
  var MAX_KEYS3 = 50;
  var MAX_TOTAL_CHARACTERS = 131072;
  function createSerializer(env2) {
    const describeNode = nodeDescriber(env2.window);
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
      const texts2 = [];
      for (let index = 0; index < shown; index += 1) {
        append(texts2, this.#remaining > 0 ? this.write(values[index], void 0) : this.#marker("…"));
      }
      if (shown < values.length) append(texts2, this.#marker(`… ${values.length - shown} more`));
      return texts2;
    }
    #composite(object, outer) {
      if (contains2(outer, object)) return this.#marker("Circular");
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
      if (path.depth > MAX_DEPTH4) return this.#marker(`Array(${count})`);
      const shown = min(count, MAX_ITEMS);
      let text = "";
      let index = 0;
      for (; index < shown && this.#remaining > 0; index += 1) {
        text += `${index > 0 ? "," : ""}${this.#property(array, index, path)}`;
      }
      return `[${text}${this.#omitted(count - index, text)}]`;
    }
    #collection(label, next2, path) {
      if (path.depth > MAX_DEPTH4) return this.#marker(label);
      let text = "";
      let step = next2();
      for (let count = 0; step.done !== true && count < MAX_ITEMS && this.#remaining > 0; count += 1) {
        text += `${text && ","}${this.write(step.value, path)}`;
        step = next2();
      }
      if (step.done !== true) text += `${text && ","}${this.#marker("… more")}`;
      return `{${this.#string(`[${label}]`)}:[${text}]}`;
    }
    #object(object, kind, path) {
      if (path.depth > MAX_DEPTH4) return this.#marker(kind);
      if (kind === "Object") return `{${this.#members(object, objectKeys(object), path)}}`;
      const names = namesWhere(object, (name) => isData3(object, name));
      return names.length === 0 ? this.#marker(kind) : `{${this.#members(object, names, path)}}`;
    }
    #members(object, names, path) {
      const shown = min(names.length, MAX_KEYS3);
      let text = "";
      let index = 0;
      for (; index < shown && this.#remaining > 0; index += 1) {
        const name = names[index] ?? "";
        text += `${index > 0 ? "," : ""}${this.#name(name)}:${this.#property(object, name, path)}`;
      }
      const omitted = names.length - index;
      return omitted > 0 ? `${text}${text && ","}${this.#string("[…]")}:${this.#marker(`${omitted} more`)}` : text;
    }
    #error(error, path) {
      if (path.depth > MAX_DEPTH4) return this.#marker("Error");
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
    #name(name) {
      return this.#spend(memberName(truncate(name, MAX_STRING_CHARACTERS)));
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
  function contains2(ancestors, object) {
    for (let link = ancestors; link !== void 0; link = link.outer) {
      if (link.object === object) return true;
    }
    return false;
  }
  function isData3(object, name) {
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

  // packages/gasoline-capture/src/console-text.ts
  var MAX_MESSAGE_CHARACTERS2 = 10240;
  function consoleText(args, texts2) {
    const format = args[0];
    let used = 0;
    let line = "";
    let length = 0;
    const add2 = (part) => {
      length += part.length;
      if (line.length <= MAX_MESSAGE_CHARACTERS2) line += slice(part, 0, MAX_MESSAGE_CHARACTERS2);
    };
    if (typeof format === "string" && args.length > 1 && indexOf(format, "%") >= 0) {
      used = expand(slice(format, 0, MAX_MESSAGE_CHARACTERS2), args, texts2, add2);
      add2(slice(format, MAX_MESSAGE_CHARACTERS2));
    }
    for (let index = used; index < texts2.length; index += 1) {
      if (index > 0) add2(" ");
      const text = texts2[index] ?? "";
      add2(index < MAX_ITEMS ? display(args[index], text) : unquoted(text));
    }
    return truncate(line, MAX_MESSAGE_CHARACTERS2, length);
  }
  function expand(format, args, texts2, add2) {
    let used = 1;
    let start2 = 0;
    for (let at = indexOf(format, "%"); at >= 0; at = indexOf(format, "%", start2)) {
      const directive = characterAt(format, at + 1);
      add2(slice(format, start2, at));
      start2 = at + 2;
      if (directive === "%") add2("%");
      else if (used < min(args.length, MAX_ITEMS) && isDirective(directive)) {
        add2(convert(directive, args[used], texts2[used]));
        used += 1;
      } else add2(`%${directive}`);
    }
    add2(slice(format, start2));
    return used;
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
        return value;
      case "number":
      case "undefined":
        return `${value}`;
      case "object":
        return displayObject(value, text);
      default:
        return unquoted(text);
    }
  }
  function unquoted(text) {
    return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
  }
  function displayObject(value, text) {
    const error = readAsError(value);
    return error === void 0 ? text : errorLine(error, Infinity);
  }

  // packages/gasoline-capture/src/mask.ts
  var HINT = new RegExp(`${SECRETS.replaceAll(/ \?|\(\?:[^)]*\)/g, "")}|pin\\d*[\\]"=%]`, "i");
  var JSON_MEMBER = /"([^"\\]{1,64})"\s*:\s*(?:("[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*)|[[{])/g;
  var JSON_PART = /"[^"\\]*(?:\\.[^"\\]*)*"?(\s*:)?|-?\d[\d.eE+-]*|([[{])|([\]}]|$)/g;
  var ABOUT2 = /^"(?:[$<{%:*•]|\[redacted|(?:null|undefined|string|number|required|invalid|expired)"|(?:.* )?(?:is|must|be|not|too|required|invalid|expired|missing|match|enter|your|password|token)\b.* |.* (?:is|required|invalid|short|match|password|token)\b)/i;
  var ASSIGNED = /([\w$.-]{2,64})["']?\s?[:=]\s?["']?(?:(?:bearer|basic|token|digest) )?([^\s"'\\,;&<>(){}[\]]*\d[^\s"'\\,;&<>(){}[\]]*)/gi;
  var FORM_PAIR = /(?:^|&)([^&=]{1,200})=([^&]*)/g;
  function maskFields(text, syntax) {
    if (execute(HINT, text) === null) return text;
    return syntax === "json" ? maskEach(text, JSON_MEMBER, isSensitiveMember, masked) : maskEach(text, FORM_PAIR, isSensitiveFormName, () => REDACTED);
  }
  function maskLine(text) {
    if (execute(HINT, text) === null) return text;
    return maskEach(maskFields(text, "json"), ASSIGNED, isAssigned, () => REDACTED);
  }
  var JSON_START = /^\d*[{["]/;
  function maskText(text) {
    return execute(JSON_START, text) === null ? text : maskFields(text, "json");
  }
  function maskEach(text, field, isSensitive, replacement) {
    let masked4 = "";
    let copied = 0;
    field.lastIndex = 0;
    for (let match = execute(field, text); match !== null; match = execute(field, text)) {
      const [, name = "", value] = match;
      if (value === "" || !isSensitive(name, value)) continue;
      const start2 = field.lastIndex - (value?.length ?? 1);
      masked4 += slice(text, copied, start2) + (value === void 0 ? maskBelow(text, start2) : replacement(value));
      if (value === void 0) field.lastIndex = JSON_PART.lastIndex;
      copied = field.lastIndex;
    }
    return masked4 + slice(text, copied);
  }
  function maskBelow(text, start2) {
    let below = "";
    let copied = start2;
    let depth = 0;
    JSON_PART.lastIndex = start2;
    do {
      const [part = "", colon, opening, closing] = execute(JSON_PART, text) ?? [];
      if (opening !== void 0) depth += 1;
      else if (closing !== void 0) depth = closing === "" ? 0 : depth - 1;
      else if (colon === void 0 && execute(ABOUT2, part) === null) {
        below += slice(text, copied, JSON_PART.lastIndex - part.length) + masked(part);
        copied = JSON_PART.lastIndex;
      }
    } while (depth > 0);
    return below + slice(text, copied, JSON_PART.lastIndex);
  }
  function masked(value) {
    return `"${value[0] === '"' ? REDACTED : redactedNumber(value)}"`;
  }
  function isSensitiveMember(name, value = '"') {
    if (value[0] !== '"') return isSensitiveName(name) && execute(/tokens$/i, name) === null;
    return isSensitiveName(name) && execute(ABOUT2, value) === null;
  }
  function isAssigned(name, value = "") {
    return isSensitiveName(name) && value.length > 5 && execute(/^[[$]|:(?:string|number)/, value) === null;
  }
  function isSensitiveFormName(name) {
    const plain = indexOf(name, "%") < 0 ? name : unescapedBrackets(name);
    return isSensitiveName(plain);
  }
  function unescapedBrackets(name) {
    let text = "";
    for (let index = 0; index < name.length; index += 1) {
      const isEscape = name[index] === "%";
      text += isEscape ? "." : name[index] ?? "";
      if (isEscape) index += 2;
    }
    return text;
  }

  // packages/gasoline-capture/src/instrument/console.ts
  var MAX_SEARCHED3 = 5;
  var MAX_MESSAGE_CHARACTERS3 = 1e3;
  var ASSERTION = "Assertion failed";
  var LEVELS = ["debug", "log", "info", "warn", "error"];
  function instrumentConsole({ emit, settings, annotations, enrichment }, env2) {
    const serializer = createSerializer(env2);
    const findCallSite = callSiteFinder(env2.window);
    const record = (level, args, wrapper, lead = "") => {
      if (level === "error" || level === "warn") enrichment.notice(args);
      if (!isLevelWanted(level, settings().level)) return;
      const texts2 = masked2(serializer.each(args));
      const message = level === "error" ? errorIn(args) : void 0;
      const text = maskLine(consoleText(args, texts2));
      const isWarning = level === "error" && message === void 0 && isReactWarning(args[0]);
      const follow = message !== void 0 || isWarning ? enrichment.announce({ type: "console", message: message ?? text, isWarning }) : void 0;
      const entry = emit("/logs", {
        type: "console",
        enrichment: follow && "pending",
        ts: timestamp(env2),
        level,
        message: lead + text,
        args: new JsonText(joined3(texts2)),
        source: findCallSite(wrapper),
        url: documentUrl(env2),
        _context: level === "error" ? annotations.context() : void 0
      });
      follow?.(entry);
    };
    const uninstalls = LEVELS.map(
      (level) => observeMethod(env2.window.console, level, "before", (args, wrapper) => {
        record(level, args, wrapper);
      })
    );
    append(
      uninstalls,
      observeMethod(env2.window.console, "assert", "before", (args, wrapper) => {
        if (args[0]) return;
        const rest = withoutFirst(args);
        record("error", rest, wrapper, rest.length > 0 ? `${ASSERTION}: ` : ASSERTION);
      })
    );
    return () => {
      uninstalls.forEach((uninstall) => {
        uninstall();
      });
    };
  }
  var REACT_WARNING = /^Warning: |react\.dev\/link\/|Check the (?:top-level )?render /;
  function isReactWarning(first3) {
    return typeof first3 === "string" && execute(REACT_WARNING, slice(first3, 0, MAX_MESSAGE_CHARACTERS3)) !== null;
  }
  function withoutFirst(args) {
    const rest = [];
    for (let index = 1; index < args.length; index += 1) append(rest, args[index]);
    return rest;
  }
  function errorIn(args) {
    for (let index = 0; index < args.length && index < MAX_SEARCHED3; index += 1) {
      const error = readAsError(args[index]);
      if (error !== void 0) return errorLine(error, MAX_MESSAGE_CHARACTERS3);
    }
    return void 0;
  }
  function masked2(texts2) {
    const lines = [];
    for (let index = 0; index < texts2.length; index += 1) append(lines, maskLine(texts2[index] ?? ""));
    return lines;
  }
  function joined3(texts2) {
    let list = "";
    for (let index = 0; index < texts2.length; index += 1) {
      list += `${index > 0 ? "," : ""}${texts2[index] ?? ""}`;
    }
    return `[${list}]`;
  }

  // packages/gasoline-capture/src/workers-seen.ts
  var SCRIPT = /\.[cm]?[jt]sx?(?:[?#]|$)/;
  function isWorkerScript({ initiatorType, name, responseStatus }) {
    return initiatorType === "other" && responseStatus < 400 && execute(SCRIPT, name) !== null;
  }
  function hasServiceWorker({ window: window2 }) {
    const { getter: getter2 } = platformOf(window2);
    try {
      const container = getter2("Navigator", "serviceWorker")(window2.navigator);
      return getter2("ServiceWorkerContainer", "controller")(container) !== null;
    } catch {
      return false;
    }
  }

  // packages/gasoline-capture/src/instrument/document.ts
  var MAX_TITLE_CHARACTERS = 500;
  function instrumentDocument({ emit, amend, settings, notCaptured, unseenInWorkers, resources }, env2) {
    const { window: window2, dom } = env2;
    let described2;
    const tellOfWorkers = () => {
      if (described2 === void 0) return;
      const kinds = new JsonText(encode([...unseenInWorkers]));
      amend("/logs", described2, { type: "document", _notCaptured: kinds });
      described2 = void 0;
    };
    let hasWorkers = false;
    const observation = resources.watch((entries) => {
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (entry !== void 0 && isWorkerScript(entry)) hasWorkers = true;
      }
      if (described2 !== void 0 && (hasWorkers || hasServiceWorker(env2))) tellOfWorkers();
    });
    let pending;
    const settle = () => {
      const report = pending;
      pending = void 0;
      report?.();
    };
    const stops = [
      watchDocuments(env2, () => {
        hasWorkers = false;
        const begun = { ts: timestamp(env2), viewport: viewportOf(env2) };
        pending = () => {
          if (!settings().performance) return;
          const referrer = dom.referrer(window2.document);
          described2 = emit("/logs", {
            type: "document",
            ...begun,
            url: documentUrl(env2),
            userAgent: window2.navigator.userAgent,
            title: truncate(dom.title(window2.document), MAX_TITLE_CHARACTERS),
            referrer: referrer === "" ? void 0 : boundedUrl(referrer),
            responseHeaders: "not_observed",
            notCaptured: notCaptured.length > 0 ? notCaptured : void 0
          });
        };
        if (dom.readyState(window2.document) !== "loading") settle();
      }),
      env2.listen("DOMContentLoaded", settle),
      watchDepartures(env2, settle)
    ];
    return () => {
      observation.stop();
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function viewportOf({ window: window2 }) {
    const { innerWidth, innerHeight, devicePixelRatio } = window2;
    return { width: innerWidth, height: innerHeight, devicePixelRatio };
  }

  // packages/gasoline-capture/src/instrument/dom-snapshots.ts
  var AFTER_LOAD_MS = 200;
  var AFTER_ROUTE_MS = 500;
  var MAX_TRIES = 50;
  var MAX_TITLE_CHARACTERS2 = 500;
  function instrumentDomSnapshots({ emit, settings, landmarksOf: landmarksOf2 }, env2) {
    let cancel = () => void 0;
    let tries = 0;
    const take = () => {
      if (!settings().domSnapshots) return;
      const { document: document2 } = env2.window;
      const landmarks = landmarksOf2(document2, env2.dom);
      if (landmarks === void 0) {
        tries += 1;
        if (tries < MAX_TRIES) takeAfter(AFTER_LOAD_MS);
        return;
      }
      emit("/dom-snapshots", {
        ts: timestamp(env2),
        url: documentUrl(env2),
        title: truncate(env2.dom.title(document2), MAX_TITLE_CHARACTERS2),
        landmarks
      });
    };
    const takeAfter = (milliseconds) => {
      cancel();
      if (!settings().domSnapshots) return;
      cancel = env2.after(milliseconds, () => {
        cancel = env2.whenIdle(take);
      });
    };
    const stops = [
      watchLoads(env2, () => {
        if (isTopDocument(env2.window)) takeAfter(AFTER_LOAD_MS);
      }),
      env2.watchRoutes(() => {
        takeAfter(AFTER_ROUTE_MS);
      }),
      // A picture of what is no longer shown would be put to the wrong moment.
      env2.listen("pagehide", () => {
        cancel();
      })
    ];
    return () => {
      cancel();
      stops.forEach((stop) => {
        stop();
      });
    };
  }

  // packages/gasoline-capture/src/instrument/enrichment.ts
  function instrumentEnrichment({ enrichment }, env2) {
    const stop = watchDepartures(env2, enrichment.finish);
    return () => {
      enrichment.finish();
      stop();
    };
  }

  // packages/gasoline-capture/src/causes.ts
  var MAX_DEPTH5 = 5;
  var MAX_CAUSES = 10;
  var MAX_CAUSE_CHARACTERS = 3e3;
  function causesOf(thrown, describe) {
    const seen2 = createSet();
    seen2.add(thrown);
    let remaining = MAX_CAUSES;
    let text = "";
    const tell = (label, value, depth) => {
      if (value === void 0 || remaining === 0 || seen2.has(value)) return;
      seen2.add(value);
      remaining -= 1;
      text += `
${label}: ${truncate(textOf5(value, describe), MAX_CAUSE_CHARACTERS)}`;
      follow(value, depth + 1);
    };
    const follow = (error, depth) => {
      if (depth > MAX_DEPTH5 || typeof error !== "object" || error === null) return;
      tell("Caused by", ownData(error, "cause"), depth);
      const errors = ownData(error, "errors");
      if (!isArray(errors)) return;
      for (let index = 0; index < errors.length && remaining > 0; index += 1)
        tell(`Error ${index + 1} of ${errors.length}`, ownData(errors, `${index}`), depth);
    };
    try {
      follow(thrown, 1);
    } catch {
    }
    return text;
  }
  function textOf5(value, describe) {
    const error = readAsError(value);
    if (error === void 0) return describe(value);
    const line = errorLine(error, MAX_CAUSE_CHARACTERS);
    const { stack = line } = error;
    return indexOf(stack, line) === 0 ? stack : `${line}
${stack}`;
  }

  // packages/gasoline-capture/src/instrument/exceptions.ts
  var MAX_MESSAGE_CHARACTERS4 = 10240;
  var MAX_STACK_CHARACTERS = 32768;
  function instrumentExceptions({ emit, annotations, enrichment, rejections }, env2) {
    const { ErrorEvent, PromiseRejectionEvent } = env2.window;
    const serializer = createSerializer(env2);
    const report = (mechanism, description, place2) => {
      const follow = enrichment.announce({ type: "exception", message: description.message });
      const entry = emit("/logs", {
        type: "exception",
        enrichment: follow && "pending",
        ts: timestamp(env2),
        level: "error",
        mechanism,
        ...description,
        ...place2,
        url: documentUrl(env2),
        _context: annotations.context()
      });
      follow?.(entry);
    };
    const stopErrors = env2.listen("error", (event) => {
      if (event instanceof ErrorEvent) report("error", describeEvent(event, serializer), placeOf2(event));
    });
    const stopRejections = env2.listen("unhandledrejection", (event) => {
      if (!(event instanceof PromiseRejectionEvent)) return;
      const description = describeThrown(event.reason, serializer);
      rejections.note(description.message);
      report("unhandledrejection", description, {});
    });
    return () => {
      stopErrors();
      stopRejections();
    };
  }
  function describeEvent(event, serializer) {
    const thrown = event.error;
    if (thrown === null || thrown === void 0) return { message: bounded5(event.message) };
    return describeThrown(thrown, serializer);
  }
  function describeThrown(thrown, serializer) {
    const describe = (value) => maskLine(bounded5(typeof value === "string" ? value : bare(serializer.one(value))));
    const error = readAsError(thrown);
    if (error === void 0) return { message: describe(thrown) };
    const { stack } = error;
    const message = errorLine(error, MAX_MESSAGE_CHARACTERS4);
    const causes = causesOf(thrown, describe);
    return {
      message: maskLine(message),
      stack: stack === void 0 && causes === "" ? void 0 : maskLine(`${truncate(stack ?? message, MAX_STACK_CHARACTERS)}${causes}`),
      source: stack === void 0 ? void 0 : firstPageFrame(stack)
    };
  }
  function bare(text) {
    return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
  }
  function bounded5(message) {
    return truncate(message, MAX_MESSAGE_CHARACTERS4);
  }
  function placeOf2({ filename, lineno, colno }) {
    return filename === "" || indexOf(filename, OWN_SCHEME) === 0 ? {} : { source: place(filename, lineno), filename, lineno, colno };
  }

  // packages/gasoline-capture/src/failed-element.ts
  function failedElementReader({
    window: window2,
    dom
  }) {
    const { getter: getter2 } = platformOf(window2);
    const source = (className, kind) => ({
      kind,
      addressOf: getter2(className, "src")
    });
    const loaders = {
      script: source("HTMLScriptElement", "script"),
      link: { kind: "stylesheet", addressOf: getter2("HTMLLinkElement", "href") },
      img: { kind: "image", addressOf: getter2("HTMLImageElement", "currentSrc") },
      input: source("HTMLInputElement", "image"),
      video: { kind: "media", addressOf: getter2("HTMLMediaElement", "currentSrc") },
      audio: { kind: "media", addressOf: getter2("HTMLMediaElement", "currentSrc") },
      source: source("HTMLSourceElement", "media"),
      track: source("HTMLTrackElement", "media"),
      embed: source("HTMLEmbedElement", "other")
    };
    const imageSource = getter2("HTMLImageElement", "src");
    return (target) => {
      if (!dom.isElement(target)) return void 0;
      const name = dom.localName(target);
      const loader = loaders[name];
      if (loader === void 0) return void 0;
      const url = textFrom(loader.addressOf(target)) || (name === "img" ? textFrom(imageSource(target)) : "");
      if (url !== "") return { url, kind: kindOf3(name, loader.kind, target), isInline: false };
      return name === "script" ? { url: window2.location.href, kind: "script", isInline: true } : void 0;
    };
    function kindOf3(name, kind, element) {
      const isStylesheet = name !== "link" || dom.attribute(element, "rel") === "stylesheet";
      return isStylesheet ? kind : "other";
    }
  }

  // packages/gasoline-capture/src/resource-type.ts
  var EXTENSION = /\.([a-z0-9]{2,5})(?:[?#]|$)/i;
  var BY_EXTENSION = {
    js: "script",
    mjs: "script",
    css: "style",
    png: "image",
    jpg: "image",
    jpeg: "image",
    gif: "image",
    svg: "image",
    webp: "image",
    avif: "image",
    ico: "image",
    woff: "font",
    woff2: "font",
    ttf: "font",
    otf: "font"
  };
  var BY_INITIATOR = {
    script: "script",
    css: "image",
    img: "image",
    image: "image",
    fetch: "fetch",
    xmlhttprequest: "fetch",
    beacon: "fetch"
  };
  function resourceTypeOf({ name, initiatorType }) {
    const initiated = BY_INITIATOR[initiatorType];
    if (initiated === "fetch" || initiated === "script") return initiated;
    const extension = lowerCase(execute(EXTENSION, name)?.[1] ?? "");
    return BY_EXTENSION[extension] ?? initiated ?? "other";
  }

  // packages/gasoline-capture/src/instrument/failed-resources.ts
  var MAX_TOLD = 100;
  var OTHERS = " fetch xmlhttprequest beacon navigation iframe frame ";
  function instrumentFailedResources({ emit, settings, resources, annotations, blocked }, env2) {
    const read = failedElementReader(env2);
    const told = bareRecord();
    let toldCount = 0;
    let waiting = [];
    const tell = (url, kind, why, ts, timing) => {
      const isKnown = told[url] === true || toldCount >= MAX_TOLD || blocked.has(url);
      if (isKnown || isOwnTraffic(url, settings().ownServer)) return;
      told[url] = true;
      toldCount += 1;
      emit("/logs", {
        type: "network",
        ts,
        level: "error",
        message: `${kind === "other" ? "resource" : kind} ${boundedUrl(url)} failed to load: ${why}`,
        resourceKind: kind,
        method: "GET",
        url: boundedUrl(url),
        pageUrl: documentUrl(env2),
        status: timing?.responseStatus ?? 0,
        duration: timing?.duration ?? 0,
        _context: annotations.context()
      });
    };
    const tellWaiting = () => {
      const failed = waiting;
      waiting = [];
      for (let index = 0; index < failed.length; index += 1) {
        const { url, kind, isInline, ts } = failed[index] ?? NOTHING;
        const timing = timingOf(env2, url);
        if (url !== "") tell(url, kind, isInline ? INLINE : reasonOf(timing), ts, timing);
      }
    };
    const stopEvents = env2.listen("error", (event) => {
      const failed = event.isTrusted ? read(event.target) : void 0;
      if (failed === void 0) return;
      append(waiting, { ...failed, ts: timestamp(env2) });
      if (waiting.length === 1) env2.whenIdle(tellWaiting);
    });
    const observation = resources.watch((entries) => {
      const began = env2.now() - env2.timeline.now();
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (entry !== void 0 && hasFailed(entry, env2.window.location.origin))
          tell(entry.name, kindOf2(entry), reasonOf(entry), timestamp(env2, began + entry.responseEnd), entry);
      }
    });
    const stopReleases = watchReleases(env2, () => {
      tellWaiting();
      observation.catchUp();
    });
    return () => {
      stopReleases();
      stopEvents();
      tellWaiting();
      observation.stop();
    };
  }
  var NOTHING = { url: "", kind: "other", isInline: false, ts: "" };
  var INLINE = "a module that this inline script imports could not be loaded";
  function timingOf(env2, url) {
    const entries = env2.timeline.entries("resource");
    for (let index = entries.length - 1; index >= 0; index -= 1) {
      const entry = entries[index];
      if (isResource(entry) && entry.name === url) return entry;
    }
    return void 0;
  }
  function reasonOf(timing) {
    const { responseStatus: status = 0, contentType = "" } = timing ?? {};
    if (status >= 400) return `${status}`;
    if (status > 0)
      return `it answered ${status}${contentType && " "}${contentType}, but the browser could not use that`;
    return "no answer, or the browser does not tell";
  }
  function hasFailed(entry, origin) {
    const { name, initiatorType, responseStatus, responseStart, transferSize } = entry;
    if (indexOf(OTHERS, ` ${initiatorType} `) >= 0 || isOwnIdea(name, initiatorType)) return false;
    if (responseStatus >= 400) return true;
    return responseStatus === 0 && responseStart === 0 && transferSize === 0 && indexOf(name, `${origin}/`) === 0;
  }
  function isOwnIdea(name, initiatorType) {
    return initiatorType === "other" && execute(DEFAULT_ICON, name) !== null;
  }
  var DEFAULT_ICON = /^\w+:\/\/[^/]+\/favicon\.ico$/;
  function kindOf2(entry) {
    const type = resourceTypeOf(entry);
    if (type === "style") return "stylesheet";
    return type === "script" || type === "image" || type === "font" ? type : "other";
  }

  // packages/gasoline-capture/src/network/json-checks.ts
  var MAX_REASON_CHARACTERS = 300;
  var QUOTED_CHARACTERS = 20;
  var NOT_JSON = /^\s*[^\s{["\dtfn-]/;
  function notJson({ text, truncated, isDescription, isNotJson }) {
    if (isNotJson === true) return "SyntaxError: the response is null, because the body is not JSON";
    if (isDescription === true) return void 0;
    if (truncated)
      return execute(NOT_JSON, text) === null ? void 0 : `SyntaxError: it begins with ${slice(text, 0, QUOTED_CHARACTERS)}`;
    try {
      parseJson(text);
      return void 0;
    } catch (error) {
      return errorLine(readAsError(error) ?? { name: "SyntaxError", message: "" }, MAX_REASON_CHARACTERS);
    }
  }
  function createJsonChecks(env2) {
    let waiting = [];
    const checkAll = () => {
      const checks = waiting;
      waiting = [];
      for (let index = 0; index < checks.length; index += 1) checks[index]?.();
    };
    const stop = env2.releases.watch(checkAll);
    return {
      add(check) {
        append(waiting, check);
        if (waiting.length === 1) env2.whenIdle(checkAll);
      },
      stop
    };
  }

  // packages/gasoline-capture/src/network/exchange.ts
  var MAX_RESPONSE = 16384;
  var MAX_ERROR_RESPONSE_CHARACTERS = 5120;
  var MAX_ERROR_CHARACTERS = 1024;
  var LONGEST_WAIT_MS = 1e3;
  var LONGEST_ERROR_WAIT_MS = 500;
  var ABORTED = "aborted";
  var LEFT = "page left";
  function followExchanges(report, env2) {
    const prefix = env2.newId();
    const open = createSet();
    const checks = createJsonChecks(env2);
    let count = 0;
    const releaseAll = () => {
      open.each((exchange) => {
        exchange.release();
      });
    };
    const hurryAll = () => {
      let isMoreComing = false;
      open.each((exchange) => {
        exchange.hurry();
        if (exchange.isReading()) isMoreComing = true;
      });
      return isMoreComing;
    };
    const leave = () => {
      open.each((exchange) => {
        if (exchange.isReading()) exchange.tellRefusal();
        else exchange.release();
      });
      env2.after(0, releaseAll);
    };
    const releases = { announced: hurryAll, asked: releaseAll, leaving: leave };
    const stops = [
      env2.listen("pagehide", () => {
        open.each((exchange) => {
          exchange.left();
        });
      }),
      env2.releases.watch((occasion) => releases[occasion]())
    ];
    return {
      begin(facts) {
        if (isOwnTraffic(facts.url, report.settings().ownServer)) return void 0;
        count += 1;
        return new Exchange(report, env2, facts, `${prefix}-${count}`, open, checks);
      },
      stop() {
        stops.forEach((stop) => {
          stop();
        });
        releaseAll();
        checks.stop();
      }
    };
  }
  var Exchange = class {
    constructor(report, env2, facts, requestId, open, checks) {
      this.facts = facts;
      this.#checks = checks;
      this.#report = report;
      this.#env = env2;
      this.#requestId = requestId;
      this.#pageUrl = documentUrl(env2);
      this.#started = timestamp(env2);
      this.#startedAt = env2.now();
      this.#noLongerPending = report.activity.requestStarted();
      this.#open = open;
      open.add(this);
    }
    facts;
    #report;
    #env;
    #requestId;
    #pageUrl;
    #started;
    #startedAt;
    #noLongerPending;
    #open;
    #checks;
    /** How the page read the body as JSON, if it did. */
    #readBy;
    #body;
    #response = NO_RESPONSE;
    #answeredAt;
    #course;
    /** How long it took until the latest part of the answer was here. */
    #arrivedAfter = 0;
    #ended = false;
    #isErrorTold = false;
    #cancelError = nothing2;
    /** From the answer on it is kept back, until it is told. */
    #letGo = nothing2;
    /** Reports without what is still waited for, once everything else is known. */
    #reportNow = nothing2;
    /** The response is here, its body perhaps not. */
    answered(response) {
      this.#response = response;
      this.#answeredAt = this.#now();
      this.#arrivedAfter = this.#answeredAt.duration;
      this.#noLongerPending();
      this.#letGo();
      this.#letGo = this.#env.releases.keep();
      if (isRefusal(response.status))
        this.#cancelError = this.#env.after(LONGEST_ERROR_WAIT_MS, () => {
          this.tellRefusal();
        });
    }
    /** Reports a refusal with what is here of its body. */
    tellRefusal() {
      if (isRefusal(this.#response.status)) this.#reportError({ body: this.#course?.soFar() });
    }
    /** Something is done about the body, in place of what was done before. */
    follow(course) {
      this.#course = course;
    }
    /** More of the body is here, or its end. */
    bodyArrived() {
      this.#arrivedAfter = this.#duration();
    }
    /** The page reads the body as JSON, by `call`. */
    readAsJson(call2) {
      if (this.#readBy !== void 0) return;
      this.#readBy = call2;
      this.#checkJson();
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
      if (!this.#env.leaving.isUnderWay()) this.#end({ failure, body });
      else if (this.#answeredAt === void 0) this.left();
      else this.finished(body);
    }
    /** What became of it cannot be seen. */
    forgotten() {
      this.#ended = true;
      this.#noLongerPending();
      this.#close();
    }
    /** Begins to read where that was only put off. */
    hurry() {
      if (!this.#ended) this.#course?.hurry();
    }
    /** Whether more may be known in a moment: of the answer's body, or of the one that was sent. */
    isReading() {
      return this.#ended || this.#answeredAt !== void 0 && this.#course?.isReading !== false;
    }
    /** Tells what is known of an answer. A request without one goes on. */
    release() {
      if (this.#answeredAt !== void 0) {
        this.#course?.conclude();
        this.finished(void 0);
      }
      this.#reportNow();
    }
    /**
     * The page is left, and the browser broke the request off: of `fetch` it tells the page, of `XMLHttpRequest` it does not.
     * That is no error, pages are left all the time while requests are under way.
     */
    left() {
      this.release();
      if (this.#ended) return;
      this.forgotten();
      if (this.#report.settings().networkBodies) this.#reportBody({ failure: LEFT }, this.#duration());
    }
    #end(outcome) {
      if (this.#ended) return;
      this.#ended = true;
      this.#noLongerPending();
      this.#cancelError();
      if (outcome.failure !== void 0 || isRefusal(this.#response.status)) this.#reportError(outcome);
      else this.#body = outcome.body;
      this.#checkJson();
      if (this.#report.settings().networkBodies) this.#reportBodyWhenKnown(outcome);
      else this.#close();
    }
    /** Nothing more will be told. */
    #close() {
      this.#open.delete(this);
      this.#letGo();
      this.#letGo = nothing2;
    }
    /** A short answer may come before we have read what was sent: that is waited for, within reason. */
    #reportBodyWhenKnown(outcome) {
      const duration = outcome.failure === void 0 ? this.#arrivedAfter : this.#duration();
      const { body } = this.facts;
      let cancel = nothing2;
      const report = () => {
        if (!this.#open.has(this)) return;
        this.#close();
        cancel();
        this.#reportBody(outcome, duration);
      };
      if (body === void 0 || body.isKnown()) {
        report();
        return;
      }
      this.#reportNow = report;
      cancel = this.#env.after(LONGEST_WAIT_MS, report);
      body.whenKnown(report);
    }
    /** When both are known, the page's call and the body. Each answer is looked at once. */
    #checkJson() {
      const body = this.#body;
      const call2 = this.#readBy;
      if (body === void 0 || call2 === void 0) return;
      this.#body = void 0;
      const moment = this.#now();
      this.#checks.add(() => {
        const reason = notJson(body);
        if (reason !== void 0 && !this.#report.rejections.has(reason))
          this.#tell(
            moment,
            "error",
            `${requestLine(this.facts, this.#response, void 0)}: ${call2}: ${reason}`,
            body,
            "unknown"
          );
      });
    }
    #reportError({ failure, body }) {
      if (this.#isErrorTold) return;
      this.#isErrorTold = true;
      const moment = (failure === void 0 ? this.#answeredAt : void 0) ?? this.#now();
      const level = isSerious(failure, this.#response.status) ? "error" : "warn";
      this.#tell(moment, level, requestLine(this.facts, this.#response, failure), body);
    }
    #tell({ ts, duration }, level, message, body, handled) {
      const { method, url } = this.facts;
      const { status, statusText } = this.#response;
      this.#report.emit("/logs", {
        type: "network",
        ts,
        level,
        message,
        handled,
        method,
        url,
        pageUrl: this.#pageUrl,
        status,
        statusText: statusText === "" ? void 0 : statusText,
        duration,
        response: body === void 0 ? void 0 : slice(body.text, 0, MAX_ERROR_RESPONSE_CHARACTERS),
        initiator: this.facts.initiator,
        requestId: this.#requestId,
        _context: this.#report.annotations.context()
      });
    }
    #reportBody({ failure, body }, duration) {
      const { method, url, headers, credentials, cookies } = this.facts;
      const response = this.#response;
      const requestBody = this.facts.body?.current();
      const isRequestCut = requestBody?.truncated === true;
      const isResponseCut = body?.truncated === true;
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
        duration,
        requestHeaders: headers,
        responseHeaders: response === NO_RESPONSE ? void 0 : response.headers,
        hasAuthHeader: hasAuthorization(headers),
        credentials,
        hasCookies: cookies,
        truncated: isRequestCut || isResponseCut,
        responseTruncated: isRequestCut && !isResponseCut ? false : void 0,
        initiator: this.facts.initiator,
        requestId: this.#requestId
      });
    }
    #now() {
      return { ts: timestamp(this.#env), duration: this.#duration() };
    }
    #duration() {
      return this.#env.now() - this.#startedAt;
    }
  };
  var NO_RESPONSE = { status: 0, statusText: "", headers: bareRecord() };
  function nothing2() {
  }
  function isRefusal(status) {
    return status >= 400;
  }
  function isSerious(failure, status) {
    return status >= 500 || failure !== void 0 && failure !== ABORTED;
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

  // packages/gasoline-capture/src/plain-text.ts
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

  // packages/gasoline-capture/src/network/address.ts
  var MAX_URL_CHARACTERS2 = 2048;
  function createAddresses(env2, platform) {
    const { URL: WindowUrl } = env2.window;
    const baseOf = platform.getter("Node", "baseURI");
    const cookieOf = platform.getter("Document", "cookie");
    const hrefOf = platform.getter("URL", "href");
    const originOf = platform.getter("URL", "origin");
    const hasVisibleCookie = () => {
      try {
        return cookieOf(env2.window.document) !== "";
      } catch {
        return false;
      }
    };
    return {
      resolve(address) {
        const text = slice(address, 0, MAX_URL_CHARACTERS2);
        try {
          const url = new WindowUrl(text, textFrom(baseOf(env2.window.document)));
          return { url: slice(textFrom(hrefOf(url)), 0, MAX_URL_CHARACTERS2), origin: textFrom(originOf(url)) };
        } catch {
          return { url: text, origin: "" };
        }
      },
      cookies({ origin }, credentials) {
        if (credentials === "omit") return "false";
        const own = env2.window.location.origin;
        if (own === "null") return "unknown";
        if (origin !== own) return credentials === "include" ? "unknown" : "false";
        return hasVisibleCookie() ? "true" : "unknown";
      }
    };
  }

  // packages/gasoline-capture/src/network/content.ts
  var STREAM = /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|stream\+json|grpc)|multipart\/x-mixed-replace)/;
  var BINARY = /^(?:image|font|audio|video|model)\/|^application\/(?:octet-stream|wasm|zip|gzip|x-gzip|x-tar|pdf|font|x-font|vnd\.ms-fontobject|protobuf|x-protobuf|vnd\.google\.protobuf|msgpack|x-msgpack|cbor)/;
  function contentKind(contentType) {
    const type = lowerCase(contentType);
    if (execute(STREAM, type) !== null) return "stream";
    return execute(BINARY, type) === null ? "text" : "binary";
  }
  function binaryText(size, type) {
    return sizedText("Binary", size, type);
  }
  function notJsonText(size, type) {
    return sizedText("Not JSON", size, type);
  }
  function sizedText(what, size, type) {
    const amount = size === void 0 ? "unknown size" : `${size} bytes`;
    return `[${what}: ${amount}${type && ", "}${mediaType(type)}]`;
  }
  function declaredSize(headers) {
    if (headers["content-encoding"] !== void 0) return void 0;
    const size = parseInt(headers["content-length"] ?? "");
    return size >= 0 ? size : void 0;
  }
  function textBody(text, limit, contentType) {
    const truncated = text.length > limit;
    return { text: masked3(truncated ? slice(text, 0, limit) : text, contentType), truncated };
  }
  function described(text) {
    return { text, truncated: false, isDescription: true };
  }
  function mediaType(contentType) {
    const end = indexOf(contentType, ";");
    return end < 0 ? contentType : slice(contentType, 0, end);
  }
  function masked3(text, contentType) {
    const syntax = declaredSyntax(lowerCase(contentType));
    return syntax === void 0 ? maskText(text) : maskFields(text, syntax);
  }
  function declaredSyntax(contentType) {
    if (indexOf(contentType, "json") >= 0) return "json";
    return indexOf(contentType, "x-www-form-urlencoded") >= 0 ? "form" : void 0;
  }

  // packages/gasoline-capture/src/network/sent-body.ts
  function knownBody(body, impliedType) {
    return {
      current: () => body,
      isKnown: () => true,
      whenKnown(task) {
        task();
      },
      impliedType
    };
  }
  function lateBody(description, impliedType, read) {
    const waiting = [];
    let current = description;
    let isKnown = false;
    const settle = (body) => {
      current = body ?? current;
      isKnown = true;
      for (let index = 0; index < waiting.length; index += 1) waiting[index]?.();
      waiting.length = 0;
    };
    try {
      read(settle);
    } catch {
      settle(void 0);
    }
    return {
      current: () => current,
      isKnown: () => isKnown,
      whenKnown(task) {
        if (isKnown) task();
        else append(waiting, task);
      },
      impliedType
    };
  }

  // packages/gasoline-capture/src/network/request-body.ts
  var MAX_REQUEST_CHARACTERS = 8192;
  function bodyDescriber(window2, platform) {
    const readBlob = blobReader(platform);
    const blobType = platform.getter("Blob", "type");
    const blobSize = platform.getter("Blob", "size");
    const searchText = platform.method("URLSearchParams", "toString");
    const formText = formDescriber(platform);
    const decode = byteDecoder(window2);
    const bytes2 = (body, size, contentType) => {
      if (contentType === "" || contentKind(contentType) !== "text")
        return knownBody(described(binaryText(size, contentType)));
      const { text } = textBody(decode(body, MAX_REQUEST_CHARACTERS), MAX_REQUEST_CHARACTERS, contentType);
      return knownBody({ text, truncated: size > MAX_REQUEST_CHARACTERS });
    };
    const blob = (body, declared) => {
      const type = textFrom(blobType(body));
      const contentType = declared === "" ? type : declared;
      const description = described(binaryText(numberFrom(blobSize(body)), contentType));
      return lateBody(description, type === "" ? void 0 : type, (settle) => {
        if (contentType === "" || contentKind(contentType) !== "text") settle(void 0);
        else readBlob(body, MAX_REQUEST_CHARACTERS, contentType, settle);
      });
    };
    const parameters = (body) => knownBody(textBody(textFrom(searchText(body)), MAX_REQUEST_CHARACTERS, FORM_TYPE), FORM_TYPE);
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
          return knownBody(described("[Stream]"));
        case "[object HTMLDocument]":
        case "[object XMLDocument]":
        case "[object Document]":
          return knownBody(described("[Document]"));
        default:
          return knownBody(described("[Object]"));
      }
    };
    return (body, contentType) => {
      if (body === void 0 || body === null) return void 0;
      if (typeof body === "object") return object(body, contentType);
      return knownBody(
        textBody(plainText(body), MAX_REQUEST_CHARACTERS, contentType),
        "text/plain;charset=UTF-8"
      );
    };
  }
  var FORM_TYPE = "application/x-www-form-urlencoded;charset=UTF-8";
  function byteDecoder(window2) {
    const Decoder = window2.TextDecoder;
    const { decode } = Decoder.prototype;
    return (source, maxBytes) => textFrom(apply(decode, new Decoder(), [firstBytes(source, maxBytes)]));
  }
  function blobReader(platform) {
    const sizeOf2 = platform.getter("Blob", "size");
    const part = platform.method("Blob", "slice");
    const text = platform.method("Blob", "text");
    const { then } = BrowserPromise.prototype;
    return (blob, limit, contentType, done) => {
      const truncated = numberFrom(sizeOf2(blob)) > limit;
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
      if (typeof value === "string") return isSensitiveName(name) ? REDACTED : value;
      return `[File: ${textFrom(fileName(value))}, ${numberFrom(size(value))} bytes, ${textFrom(type(value))}]`;
    };
    return (body) => {
      let text = "";
      forEach(body, (value, name) => {
        if (text.length > MAX_REQUEST_CHARACTERS) return;
        text += `${text && "\n"}${textFrom(name)}=${valueText(textFrom(name), value)}`;
      });
      const truncated = text.length > MAX_REQUEST_CHARACTERS;
      return knownBody({ text: slice(text, 0, MAX_REQUEST_CHARACTERS), truncated }, "multipart/form-data");
    };
  }

  // packages/gasoline-capture/src/network/stream-start.ts
  function streamStartReader(window2, platform) {
    const { then } = BrowserPromise.prototype;
    const readerOf = platform.method("ReadableStream", "getReader");
    const readNext = platform.method("ReadableStreamDefaultReader", "read");
    const cancel = platform.method("ReadableStreamDefaultReader", "cancel");
    const createText = growingText(window2);
    return (stream, options, course) => {
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
          course.finished(text.body("cut"));
        });
      };
      const take = (result) => {
        if (ended) return;
        course.arrived();
        const chunk = ownData(result, "value");
        if (typeof chunk !== "object" || chunk === null) {
          once(() => {
            course.finished(text.body("whole"));
          });
        } else if (text.add(chunk) === "full") stop();
        else step();
      };
      const fail = (reason) => {
        once(() => {
          course.failed(reason, text.body("cut"));
        });
      };
      const step = () => {
        void apply(then, readNext(reader), [quiet(take), quiet(fail)]);
      };
      step();
      return { soFar: () => text.isEmpty() ? void 0 : text.body("cut"), stop };
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
        isEmpty: () => size === 0,
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
  function ignore() {
  }

  // packages/gasoline-capture/src/network/request-clone.ts
  function clonedBodyReader(window2, platform) {
    const methodOf = platform.getter("Request", "method");
    const cloneOf = platform.method("Request", "clone");
    const bodyOf2 = platform.getter("Request", "body");
    const urlOf = platform.getter("Request", "url");
    const readStart = streamStartReader(window2, platform);
    const hasBody = (request) => accepts(bodyOf2, request) && bodyOf2(request) !== null;
    const read = (request, contentType, settle) => {
      const stream = bodyOf2(cloneOf(request));
      if (stream === null) settle(void 0);
      else
        readStart(
          stream,
          { maxBytes: MAX_REQUEST_CHARACTERS, contentType },
          {
            arrived: () => void 0,
            finished: settle,
            failed: () => {
              settle(void 0);
            }
          }
        );
    };
    return (request, contentType) => {
      const method = methodOf(request);
      if (method === "GET" || method === "HEAD" || contentType === "" && !hasBody(request)) return void 0;
      const description = described(contentType === "" ? "[Unread]" : `[Unread: ${mediaType(contentType)}]`);
      return lateBody(description, void 0, (settle) => {
        if (contentType === "" ? isPlainHttp(textFrom(urlOf(request))) : isReadable(contentType))
          read(request, contentType, settle);
        else settle(void 0);
      });
    };
  }
  function isPlainHttp(url) {
    return indexOf(url, "http:") === 0;
  }
  function isReadable(contentType) {
    return contentKind(contentType) === "text" && indexOf(contentType, "multipart/") !== 0;
  }

  // packages/gasoline-capture/src/network/fetch-request.ts
  var MAX_PROTOTYPES2 = 8;
  function fetchRequestReader(env2, platform) {
    const addresses = createAddresses(env2, platform);
    const readHeaders = headerReader(platform);
    const describeBody = bodyDescriber(env2.window, platform);
    const readClonedBody = clonedBodyReader(env2.window, platform);
    const requestUrl = platform.getter("Request", "url");
    const requestOption = {
      method: platform.getter("Request", "method"),
      headers: platform.getter("Request", "headers"),
      credentials: platform.getter("Request", "credentials"),
      signal: platform.getter("Request", "signal")
    };
    const urlText = platform.getter("URL", "href");
    const aborted = platform.getter("AbortSignal", "aborted");
    const bodyOf2 = (input, init, isRequest, headers) => {
      const contentType = headers.values["content-type"] ?? "";
      const given = option(init, "body");
      if (given !== void 0 && given !== null) return describeBody(given, contentType);
      return isRequest ? readClonedBody(input, contentType) : void 0;
    };
    const request = (input, init, text, initiator) => {
      const isRequest = typeof input === "object" && accepts(requestUrl, input);
      const read = (name) => option(init, name) ?? (isRequest ? requestOption[name](input) : void 0);
      const headers = readHeaders(read("headers"));
      const body = bodyOf2(input, init, isRequest, headers);
      if (headers.values["content-type"] === void 0) headers.add("content-type", body?.impliedType);
      const address = addresses.resolve(text);
      const credentials = credentialsMode(read("credentials"));
      const signal2 = read("signal");
      return {
        facts: {
          method: upperCase(textFrom(read("method"))) || "GET",
          url: address.url,
          headers: headers.values,
          body,
          credentials,
          cookies: addresses.cookies(address, credentials),
          initiator
        },
        wasAborted: () => accepts(aborted, signal2) && aborted(signal2) === true
      };
    };
    return {
      address(input) {
        if (typeof input === "symbol" || typeof input === "function") return void 0;
        if (typeof input !== "object" || input === null) return plainText(input);
        if (accepts(requestUrl, input)) return textFrom(requestUrl(input));
        return accepts(urlText, input) ? textFrom(urlText(input)) : void 0;
      },
      request
    };
  }
  function option(options, name) {
    if (typeof options !== "object" && typeof options !== "function" || options === null) return void 0;
    let owner = options;
    for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES2; depth += 1) {
      const descriptor = getOwnPropertyDescriptor(owner, name);
      if (descriptor !== void 0) return descriptor.value;
      owner = getPrototypeOf(owner);
    }
    return void 0;
  }
  function credentialsMode(value) {
    return value === "omit" || value === "include" ? value : "same-origin";
  }

  // packages/gasoline-capture/src/network/passing-on.ts
  function passingOn(window2) {
    const passWindows = passingOnAs(window2.Promise);
    const passBrowsers = passingOnAs(BrowserPromise);
    const passReceivers = (answer, reactions, receiver) => {
      const Class = receiver === void 0 || receiver === window2 ? void 0 : promiseClassOf(receiver);
      return Class === void 0 ? void 0 : passingOnAs(Class)(answer, reactions);
    };
    return (answer, reactions, receiver) => passWindows(answer, reactions) ?? passBrowsers(answer, reactions) ?? passReceivers(answer, reactions, receiver);
  }
  function promiseClassOf(window2) {
    try {
      const Class = typeof window2 === "object" && window2 !== null ? ownData(window2, "Promise") : void 0;
      return isPromiseClass2(Class) ? Class : void 0;
    } catch {
      return void 0;
    }
  }
  function isPromiseClass2(value) {
    return typeof value === "function";
  }
  function passingOnAs(Class) {
    const { prototype } = Class;
    const { then } = prototype;
    return (answer, reactions) => {
      if (!isPromise(answer, prototype)) return void 0;
      return new Class((resolve, reject) => {
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
    };
  }
  function isPromise(value, prototype) {
    return typeof value === "object" && value !== null && getPrototypeOf(value) === prototype;
  }

  // packages/gasoline-capture/src/network/fetch-response.ts
  var SMALL_BYTES = 65536;
  var MAX_READING_MS = 5e3;
  var MODEST_BYTES = 1048576;
  var MAX_WAITING_MS = 2e3;
  var WHOLE_BODY_METHODS = ["arrayBuffer", "blob", "bytes", "clone", "formData", "json", "text"];
  function responseFollower(env2, platform) {
    const statusOf = platform.getter("Response", "status");
    const statusTextOf = platform.getter("Response", "statusText");
    const headersOf = platform.getter("Response", "headers");
    const typeOf = platform.getter("Response", "type");
    const readHeaders = headerReader(platform);
    const read = bodyReader(env2, platform);
    const waiting = waitingRoom(env2, platform);
    const followBody = (exchange, reading, facts) => {
      const { contentType } = reading;
      const size = parseInt(facts.headers["content-length"] ?? "");
      const kind = contentKind(contentType);
      if (kind === "stream") exchange.finished(described(`[Stream: ${mediaType(contentType)}]`));
      else if (kind === "binary")
        exchange.finished(described(binaryText(size >= 0 ? size : void 0, contentType)));
      else if (size <= SMALL_BYTES || isRefusal(facts.status)) read(exchange, reading, "perhaps");
      else waiting.add(exchange, reading, isModest(contentType, size) ? "read" : "leave", read);
    };
    return {
      follow(exchange, request, response) {
        const headers = readHeaders(headersOf(response)).values;
        const status = numberFrom(statusOf(response));
        const facts = { status, statusText: textFrom(statusTextOf(response)), headers };
        exchange.answered(facts);
        const isHidden2 = typeOf(response) === "opaque" || typeOf(response) === "opaqueredirect";
        if (!exchange.wantsBody() || isHidden2 || hasNoBody(exchange.facts.method, status))
          exchange.finished(void 0);
        else {
          waiting.note(exchange, response);
          followBody(exchange, { request, response, contentType: headers["content-type"] ?? "" }, facts);
        }
      },
      stop: waiting.stop
    };
  }
  function bodyReader(env2, platform) {
    const cloneOf = platform.method("Response", "clone");
    const bodyOf2 = platform.getter("Response", "body");
    const readStart = streamStartReader(env2.window, platform);
    const streamOf = (response) => {
      try {
        return bodyOf2(cloneOf(response));
      } catch {
        return void 0;
      }
    };
    return (exchange, { request, response, contentType }, isAwaited) => {
      const stream = streamOf(response);
      if (stream === void 0 || stream === null) {
        exchange.finished(stream === null ? void 0 : described(`[Stream: ${mediaType(contentType)}]`));
        return;
      }
      let cancelTimer = nothing3;
      const { soFar, stop } = readStart(
        stream,
        { maxBytes: MAX_RESPONSE, contentType },
        {
          arrived() {
            if (isAwaited !== "no") exchange.bodyArrived();
          },
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
      exchange.follow({ isReading: true, soFar, hurry: nothing3, conclude: stop });
      if (isAwaited !== "yes") cancelTimer = env2.after(MAX_READING_MS, stop);
    };
  }
  function waitingRoom(env2, platform) {
    const isUsed = platform.getter("Response", "bodyUsed");
    const prototype = platform.prototype("Response");
    const byResponse = createWeakMap();
    const followed = createWeakMap();
    let hasFollowed = false;
    const stop = watchWholeBodies(
      env2,
      platform,
      () => hasFollowed,
      (response, name) => {
        byResponse.get(response)?.(name === "clone" ? "perhaps" : "yes");
        if (name === "json") followed.get(response)?.readAsJson("response.json()");
      },
      (response, copy) => {
        const exchange = followed.get(response);
        if (exchange !== void 0) followed.set(objectOf(copy), exchange);
      }
    );
    return {
      note(exchange, response) {
        hasFollowed = true;
        followed.set(objectOf(response), exchange);
      },
      add(exchange, reading, unwanted, read) {
        let isWaiting = true;
        const leave = () => {
          isWaiting = false;
          cancelTimer();
        };
        const begin = (isAwaited) => {
          if (!isWaiting) return;
          leave();
          read(exchange, reading, isAwaited);
        };
        const giveUp2 = () => {
          leave();
          const what = isUsed(reading.response) === true ? "Stream" : "Not read by the page";
          exchange.finished(described(`[${what}: ${mediaType(reading.contentType)}]`));
        };
        const hurry = () => {
          if (unwanted === "read") begin("no");
        };
        byResponse.set(objectOf(reading.response), begin);
        exchange.follow({ isReading: false, soFar: unread, hurry, conclude: giveUp2 });
        const cancelTimer = env2.after(MAX_WAITING_MS, () => {
          hurry();
          if (isWaiting) giveUp2();
        });
        if (getPrototypeOf(objectOf(reading.response)) !== prototype) hurry();
      },
      stop
    };
  }
  function watchWholeBodies(env2, platform, isNeeded, asked, cloned) {
    const pass = passingOn(env2.window);
    const willRefuse = refusalForeseer(platform);
    const prototype = platform.prototype("Response") ?? {};
    const watched = (name) => replaceMethod(
      prototype,
      name,
      (original) => (_target, response, args) => {
        unnoticed(() => {
          asked(response, name);
        });
        const isRefused = willRefuse(response, name);
        try {
          const answer = apply(original, response, args);
          if (name === "clone")
            unnoticed(() => {
              cloned(response, answer);
            });
          return (isRefused ? pass(answer, CLEANING) : void 0) ?? answer;
        } catch (error) {
          removeOwnFrames(error);
          throw error;
        }
      },
      isNeeded
    );
    const stops = WHOLE_BODY_METHODS.map(watched);
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  var CLEANING = { fulfilled: nothing3, rejected: removeOwnFrames };
  function refusalForeseer(platform) {
    const isUsed = platform.getter("Response", "bodyUsed");
    const bodyOf2 = platform.getter("Response", "body");
    const isLocked = platform.getter("ReadableStream", "locked");
    const typeOf = platform.getter("Response", "type");
    return (response, name) => {
      if (name === "formData") return true;
      try {
        if (isUsed(response) === true || typeOf(response) === "default") return true;
        const body = bodyOf2(response);
        return body !== null && isLocked(body) === true;
      } catch {
        return true;
      }
    };
  }
  function isModest(contentType, size) {
    return indexOf(lowerCase(contentType), "json") >= 0 && !(size > MODEST_BYTES);
  }
  function hasNoBody(method, status) {
    return method === "HEAD" || status === 204 || status === 205 || status === 304;
  }
  function objectOf(response) {
    if (typeof response !== "object" || response === null) throw new TypeError("not a response");
    return response;
  }
  function nothing3() {
  }
  function unread() {
  }

  // packages/gasoline-capture/src/network/overheard.ts
  var NATIVE2 = /^function (\w+)\(\)\s*\{\s*\[native code\]\s*\}$/;
  var sourceOf = uncurried(Function.prototype.toString);
  var { toPrimitive } = Symbol;
  var texts = createWeakMap();
  function overhearing(owner, name) {
    const method = getOwnPropertyDescriptor(owner, name)?.value;
    const isBrowsers = typeof method === "function" && execute(NATIVE2, sourceOf(method))?.[1] === name;
    return (args, index) => {
      const value = args[index];
      if (isBrowsers && isObject3(value)) args[index] = overheard(value);
    };
  }
  function overheardText(argument) {
    return texts.get(argument);
  }
  function overheard(value) {
    const place2 = bareObject();
    const hear = (result) => {
      if (!isObject3(result) && typeof result !== "symbol") texts.set(place2, plainText(result));
      return result;
    };
    const passOn = (name) => {
      defineProperty(place2, name, {
        get() {
          const method = get(value, name);
          return isCallable(method) ? (...args) => hear(apply(method, value, args)) : method;
        }
      });
    };
    passOn(toPrimitive);
    passOn("toString");
    passOn("valueOf");
    return place2;
  }
  function isObject3(value) {
    return typeof value === "object" && value !== null || typeof value === "function";
  }

  // packages/gasoline-capture/src/instrument/fetch.ts
  function instrumentFetch(report, env2) {
    if (!isCallable(get(env2.window, "fetch"))) return () => void 0;
    const platform = platformOf(env2.window);
    const reader = fetchRequestReader(env2, platform);
    const overhear = overhearing(env2.window, "fetch");
    const follower = responseFollower(env2, platform);
    const exchanges = followExchanges(report, env2);
    const removeOwnFrames2 = ownFrameRemover(env2.window);
    const pass = passingOn(env2.window);
    const findInitiator = initiatorFinder(env2.window);
    let active = true;
    const start2 = (args, address, trap) => {
      let watched;
      if (address === void 0) return void 0;
      unnoticed(() => {
        const request = reader.request(args[0], args[1], address, findInitiator(trap));
        const exchange = exchanges.begin(request.facts);
        if (exchange !== void 0) watched = { exchange, request };
      });
      return watched;
    };
    const watch = (answer, receiver, watched) => {
      const reactions = {
        fulfilled(response) {
          if (watched === void 0) return;
          try {
            follower.follow(watched.exchange, watched.request, response);
          } catch {
            watched.exchange.forgotten();
          }
        },
        rejected(reason) {
          removeOwnFrames2(reason);
          watched?.exchange.failed(failureText(reason, watched.request.wasAborted()));
        }
      };
      const passed = pass(answer, reactions, receiver);
      if (passed === void 0) watched?.exchange.forgotten();
      return passed ?? answer;
    };
    const restore = replaceMethod(env2.window, "fetch", (original) => {
      const trap = (_target, receiver, args) => {
        if (!active) return apply(original, receiver, args);
        const address = args.length === 0 ? void 0 : reader.address(args[0]);
        const watched = start2(args, address, trap);
        if (address === void 0) overhear(args, 0);
        const answer = apply(original, receiver, args);
        return watch(answer, receiver, watched ?? start2(args, overheardText(args[0]), trap));
      };
      return trap;
    });
    return () => {
      active = false;
      restore();
      follower.stop();
      exchanges.stop();
    };
  }

  // packages/gasoline-capture/src/instrument/navigation.ts
  var ADDRESS3 = {};
  function instrumentNavigation({ emit, settings, settling }, env2) {
    const send2 = (navigation, fromUrl, ts = timestamp(env2), toUrl = documentUrl(env2)) => {
      if (!settings().actions) return;
      const frames = framesAround(env2, unrecognised);
      emit("/enhanced-actions", { ts, type: "navigate", url: toUrl, fromUrl, toUrl, navigation, frames });
    };
    let replacedFrom;
    const replaced = (from) => {
      replacedFrom ??= from;
      const ts = timestamp(env2);
      const toUrl = documentUrl(env2);
      const report = () => {
        const fromUrl = replacedFrom;
        replacedFrom = void 0;
        if (fromUrl !== toUrl) send2("replace", fromUrl, ts, toUrl);
      };
      settling.hold("address", ADDRESS3, report, TYPING_REST_MS);
    };
    const changed = ({ from, kind }) => {
      if (kind === "replace") {
        replaced(boundedUrl(from));
        return;
      }
      settling.releaseAll();
      send2(kind, boundedUrl(from));
    };
    const stops = [
      watchDocuments(env2, () => {
        if (isVisited(env2)) send2(loadKind(env2), ownReferrer(env2));
      }),
      env2.listen("pageshow", (event) => {
        if (isOfCache(event) && isTopDocument(env2.window)) send2("history", void 0);
      }),
      env2.watchRoutes(changed)
    ];
    return () => {
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function isVisited({ window: window2 }) {
    if (isTopDocument(window2)) return true;
    if (!("navigation" in window2) || !window2.navigator.userActivation.hasBeenActive) return false;
    const { activation } = window2.navigation;
    return activation !== null && activation.from !== null;
  }
  function loadKind({ timeline }) {
    const entry = timeline.entries("navigation")[0];
    const type = isNavigation(entry) ? entry.type : "navigate";
    if (type === "reload") return "reload";
    return type === "back_forward" ? "history" : "load";
  }
  function ownReferrer({ window: window2, dom }) {
    const referrer = dom.referrer(window2.document);
    const { origin } = window2.location;
    return referrer !== "" && indexOf(`${referrer}/`, `${origin}/`) === 0 ? boundedUrl(referrer) : void 0;
  }

  // packages/gasoline-capture/src/navigation-timing.ts
  function navigationTiming({ timeline }, vitals) {
    const entry = timeline.entries("navigation")[0];
    const now = timeline.now();
    const navigation = isNavigation(entry) ? entry : void 0;
    const shown = navigation?.activationStart ?? 0;
    const since = (time) => inTenths(max((time === void 0 || time === 0 ? now : time) - shown, 0));
    const { largestContentfulPaint, interactionToNextPaint } = vitals;
    return {
      domContentLoaded: since(navigation?.domContentLoadedEventEnd),
      load: since(navigation?.loadEventEnd),
      firstContentfulPaint: firstPaint(timeline.entries("paint"), shown),
      largestContentfulPaint: largestContentfulPaint === void 0 ? null : inTenths(largestContentfulPaint),
      ...interactionToNextPaint === void 0 ? {} : { interactionToNextPaint },
      timeToFirstByte: since(navigation?.responseStart),
      domInteractive: since(navigation?.domInteractive)
    };
  }
  function firstPaint(paints, shown) {
    for (let index = 0; index < paints.length; index += 1) {
      const paint = paints[index];
      if (paint?.name === "first-contentful-paint") return inTenths(max(paint.startTime - shown, 0));
    }
    return null;
  }
  function inTenths(milliseconds) {
    return round(milliseconds * 10) / 10;
  }

  // packages/gasoline-capture/src/load-totals.ts
  var LONG_TASK_MS = 50;
  var MAX_SLOWEST = 3;
  var MAX_URL_CHARACTERS3 = 500;
  function createLoadTotals({ timeline }, log, onTask) {
    const network = emptyNetwork();
    const longTasks = emptyTasks();
    const resources = log.watch((entries) => {
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (entry !== void 0) addResource(network, entry);
      }
    });
    const tasks = timeline.observe("longtask", (entries) => {
      for (let index = 0; index < entries.length; index += 1) {
        const duration = entries[index]?.duration ?? 0;
        addTask(longTasks, duration);
        onTask(duration);
      }
    });
    return {
      read() {
        resources.catchUp();
        tasks?.catchUp();
        return { network, longTasks };
      },
      stop() {
        resources.stop();
        tasks?.stop();
      }
    };
  }
  function emptyNetwork() {
    return { requestCount: 0, transferSize: 0, decodedSize: 0, byType: emptyTypes(), slowestRequests: [] };
  }
  function emptyTypes() {
    const none = { count: 0, size: 0 };
    return {
      script: { ...none },
      style: { ...none },
      image: { ...none },
      font: { ...none },
      fetch: { ...none },
      other: { ...none }
    };
  }
  function emptyTasks() {
    return { count: 0, totalBlockingTime: 0, longest: 0 };
  }
  function addResource(network, entry) {
    const { duration, transferSize } = entry;
    network.requestCount += 1;
    network.transferSize += transferSize;
    network.decodedSize += entry.decodedBodySize;
    const total = network.byType[resourceTypeOf(entry)];
    total.count += 1;
    total.size += transferSize;
    if (duration <= (network.slowestRequests[MAX_SLOWEST - 1]?.duration ?? -1)) return;
    const request = {
      url: slice(entry.name, 0, MAX_URL_CHARACTERS3),
      duration: inTenths(duration),
      size: transferSize
    };
    network.slowestRequests = withRequest(network.slowestRequests, request);
  }
  function withRequest(slowest, request) {
    const merged = [];
    let isPlaced = false;
    for (let index = 0; index < slowest.length && merged.length < MAX_SLOWEST; index += 1) {
      const other = slowest[index];
      if (other === void 0) continue;
      if (!isPlaced && request.duration > other.duration) {
        append(merged, request);
        isPlaced = true;
      }
      if (merged.length < MAX_SLOWEST) append(merged, other);
    }
    if (!isPlaced && merged.length < MAX_SLOWEST) append(merged, request);
    return merged;
  }
  function addTask(tasks, duration) {
    tasks.count += 1;
    tasks.totalBlockingTime = inTenths(tasks.totalBlockingTime + max(duration - LONG_TASK_MS, 0));
    tasks.longest = max(tasks.longest, duration);
  }

  // packages/gasoline-capture/src/instrument/performance.ts
  var AFTER_LOAD_MS2 = 2e3;
  var VITALS_REST_MS = 1e3;
  var REPORTED_TASK_MS = 500;
  function instrumentPerformance({ emit, amend, settings, resources }, env2) {
    if (env2.window.top !== env2.window) return () => void 0;
    let isLoaded = false;
    const totals = createLoadTotals(env2, resources, (duration) => {
      if (!isLoaded || duration <= REPORTED_TASK_MS || !settings().performance) return;
      const message = `Main thread blocked for ${duration} ms`;
      const url = documentUrl(env2);
      emit("/logs", { type: "longtask", ts: timestamp(env2), level: "warn", message, duration, url });
    });
    const vitals = {};
    const causes = {};
    let due;
    let cancel = () => void 0;
    let sent;
    const send2 = () => {
      cancel();
      const url = due;
      due = void 0;
      if (url !== void 0 && settings().performance)
        sent = emit("/logs", {
          type: "performance",
          ts: timestamp(env2),
          url,
          ...snapshotOf2(env2, vitals, totals)
        });
    };
    let cancelFinish = () => void 0;
    let told = "";
    const finish = () => {
      send2();
      const figures = figuresOf(vitals);
      if (sent === void 0 || figures === told) return;
      told = figures;
      amend("/logs", sent, { type: "performance", _vitals: { ...vitals, ...causes } });
    };
    let stopVitals;
    const watchVitals2 = () => {
      stopVitals ??= env2.watchVitals((name, value, cause) => {
        vitals[name] = value;
        if (cause === void 0) return;
        causes.largestPaint = cause.largestPaint ?? causes.largestPaint;
        causes.interaction = cause.interaction ?? causes.interaction;
        cancelFinish();
        cancelFinish = env2.after(VITALS_REST_MS, () => {
          if (sent !== void 0) finish();
        });
      });
    };
    const stops = [
      watchLoads(env2, () => {
        isLoaded = true;
        due = documentUrl(env2);
        env2.whenIdle(watchVitals2);
        cancel = env2.after(AFTER_LOAD_MS2, () => {
          cancel = env2.whenIdle(causes.largestPaint === void 0 ? send2 : finish);
        });
      }),
      watchDepartures(env2, finish),
      totals.stop
    ];
    return () => {
      cancel();
      cancelFinish();
      stopVitals?.();
      stops.forEach((stop) => {
        stop();
      });
    };
  }
  function snapshotOf2(env2, vitals, totals) {
    const { cumulativeLayoutShift } = vitals;
    return {
      timing: navigationTiming(env2, vitals),
      ...totals.read(),
      ...cumulativeLayoutShift === void 0 ? {} : { cumulativeLayoutShift }
    };
  }
  function figuresOf({
    largestContentfulPaint,
    cumulativeLayoutShift,
    interactionToNextPaint
  }) {
    return `${largestContentfulPaint} ${cumulativeLayoutShift} ${interactionToNextPaint}`;
  }

  // packages/gasoline-capture/src/integrity.ts
  var MAX_ELEMENTS2 = 500;
  function integrityFinder({
    window: window2,
    dom
  }) {
    const { HTMLScriptElement, HTMLLinkElement } = window2;
    const sourceOf2 = getter(HTMLScriptElement.prototype, "src");
    const addressOf = getter(HTMLLinkElement.prototype, "href");
    const loads = (element, url) => element instanceof HTMLScriptElement ? sourceOf2(element) === url : element instanceof HTMLLinkElement && addressOf(element) === url;
    return ({ name, initiatorType }) => {
      if (initiatorType !== "script" && initiatorType !== "link") return void 0;
      const elements = dom.named(window2.document, initiatorType);
      for (let index = 0; index < MAX_ELEMENTS2; index += 1) {
        const element = elements[index];
        if (element === void 0) break;
        const integrity = dom.attribute(element, "integrity");
        if (integrity !== null && loads(element, name)) return integrity;
      }
      return void 0;
    };
  }

  // packages/gasoline-capture/src/instrument/resources.ts
  var MAX_RESOURCES = 250;
  var MAX_AT_ONCE = 20;
  function instrumentResources({ emit, settings, resources }, env2) {
    let waiting = [];
    let next2 = 0;
    let noted = 0;
    let cancel;
    const integrityOf = integrityFinder(env2);
    const reportUntil = (end) => {
      cancel?.();
      cancel = void 0;
      const began = env2.now() - env2.timeline.now();
      const pageUrl = documentUrl(env2);
      const isWanted2 = settings().performance;
      for (; next2 < end && next2 < waiting.length; next2 += 1) {
        const entry = waiting[next2];
        if (entry !== void 0 && isWanted2) report(entry, began, pageUrl);
      }
      if (next2 < waiting.length) cancel = env2.whenIdle(reportSome);
      else {
        waiting = [];
        next2 = 0;
      }
    };
    const reportSome = () => {
      reportUntil(next2 + MAX_AT_ONCE);
    };
    const reportAll = () => {
      reportUntil(waiting.length);
    };
    const report = (entry, began, pageUrl) => {
      const { startTime, responseStatus } = entry;
      emit("/logs", {
        type: "resource",
        ts: timestamp(env2, began + startTime),
        url: boundedUrl(entry.name),
        pageUrl,
        initiatorType: entry.initiatorType,
        // 0 where the browser keeps it from us.
        responseStatus: responseStatus > 0 ? responseStatus : void 0,
        integrity: integrityOf(entry),
        transferSize: entry.transferSize,
        decodedSize: entry.decodedBodySize,
        startTime,
        duration: entry.duration
      });
    };
    const observation = resources.watch((entries) => {
      for (let index = 0; index < entries.length && noted < MAX_RESOURCES; index += 1) {
        const entry = entries[index];
        if (entry === void 0) continue;
        append(waiting, entry);
        noted += 1;
      }
      cancel ??= env2.whenIdle(reportSome);
    });
    const stopWatching = watchReleases(env2, () => {
      observation.catchUp();
      reportAll();
    });
    return () => {
      reportAll();
      stopWatching();
      observation.stop();
    };
  }

  // packages/gasoline-capture/src/cookie.ts
  var MAX_ATTRIBUTE_CHARACTERS = 200;
  var MAX_ATTRIBUTES = 30;
  var NAMES = {
    domain: "domain",
    path: "path",
    expires: "expires",
    "max-age": "maxAge",
    samesite: "sameSite"
  };
  function readCookie(text) {
    const attributes = { secure: false };
    const [pair, rest] = cut(text, ";");
    for (let remaining = rest, count = 0; remaining !== void 0 && count < MAX_ATTRIBUTES; count += 1) {
      const [part, further] = cut(remaining, ";");
      remaining = further;
      const [name2, value2 = ""] = cut(part, "=");
      addAttribute(attributes, lowerCase(trim(name2)), slice(trim(value2), 0, MAX_ATTRIBUTE_CHARACTERS));
    }
    const [name, value] = cut(pair, "=");
    return value === void 0 ? { name: "", value: trim(name), attributes } : { name: trim(name), value: trim(value), attributes };
  }
  function addAttribute(attributes, name, value) {
    if (name === "secure") attributes.secure = true;
    const known = hasOwn(NAMES, name) ? NAMES[name] : void 0;
    if (known !== void 0) attributes[known] = value;
  }
  function cut(text, mark) {
    const at = indexOf(text, mark);
    return at < 0 ? [text, void 0] : [slice(text, 0, at), slice(text, at + 1)];
  }

  // packages/gasoline-capture/src/instrument/storage.ts
  var MAX_VALUE_CHARACTERS4 = 1e3;
  var LAST_CHARACTERS = 3;
  var MAX_KEY_CHARACTERS2 = 200;
  function instrumentStorage({ emit, settings }, env2) {
    const { Storage, Document } = env2.window;
    const areaOf = areaFinder(env2);
    const stopItems = followMethod(Storage.prototype, "setItem", {
      // What does not fit is refused, and nothing was written.
      returned(receiver, [key, value]) {
        if (!settings().storage) return;
        const area = areaOf(receiver);
        if (area === void 0 || !isPlain4(key) || !isPlain4(value)) return;
        emit("/logs", {
          type: "storage",
          ts: timestamp(env2),
          url: documentUrl(env2),
          area,
          key: truncate(String(key), MAX_KEY_CHARACTERS2),
          ...shortened(String(value))
        });
      },
      threw(_2, error) {
        removeOwnFrames(error);
      }
    });
    const stopCookies = observeSetter(Document.prototype, "cookie", (text) => {
      if (!settings().storage || typeof text !== "string") return;
      const { name, value, attributes } = readCookie(text);
      emit("/logs", {
        type: "storage",
        ts: timestamp(env2),
        url: documentUrl(env2),
        area: "cookie",
        key: truncate(name, MAX_KEY_CHARACTERS2),
        ...shortened(value),
        attributes
      });
    });
    return () => {
      stopItems();
      stopCookies();
    };
  }
  function shortened(value) {
    const { length } = value;
    if (length <= MAX_VALUE_CHARACTERS4) return { value };
    const start2 = slice(value, 0, MAX_VALUE_CHARACTERS4 - LAST_CHARACTERS);
    return { value: start2 + slice(value, -LAST_CHARACTERS), valueLength: length };
  }
  function areaFinder({ window: window2 }) {
    const local = getOwnPropertyDescriptor(window2, "localStorage")?.get;
    const session = getOwnPropertyDescriptor(window2, "sessionStorage")?.get;
    const isArea = (receiver, read) => {
      try {
        return read !== void 0 && receiver === apply(read, window2, []);
      } catch {
        return false;
      }
    };
    return (receiver) => {
      if (isArea(receiver, local)) return "localStorage";
      return isArea(receiver, session) ? "sessionStorage" : void 0;
    };
  }
  function isPlain4(value) {
    return value === null || typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol";
  }

  // packages/gasoline-capture/src/instrument/violations.ts
  var BLOCKED = {
    inline: "inline code",
    eval: "code made from text (eval)",
    "wasm-eval": "WebAssembly",
    self: "a resource of this page",
    data: "a data: address",
    blob: "a blob: address"
  };
  function instrumentViolations({ emit, settings, annotations, blocked }, env2) {
    const { getter: getter2 } = platformOf(env2.window);
    const of = (name) => getter2("SecurityPolicyViolationEvent", name);
    const uriOf = of("blockedURI");
    const directiveOf = of("effectiveDirective");
    const dispositionOf = of("disposition");
    const fileOf2 = of("sourceFile");
    const lineOf2 = of("lineNumber");
    const columnOf = of("columnNumber");
    return env2.listen("securitypolicyviolation", (event) => {
      const uri = textFrom(uriOf(event));
      if (isOwnTraffic(uri, settings().ownServer)) return;
      const isBlocked = dispositionOf(event) !== "report";
      if (isBlocked) blocked.note(uri);
      const directive = textFrom(directiveOf(event));
      const filename = textFrom(fileOf2(event));
      const isPages = filename !== "" && indexOf(filename, OWN_SCHEME) !== 0;
      const lineno = numberFrom(lineOf2(event));
      const what = BLOCKED[uri] ?? boundedUrl(uri);
      emit("/logs", {
        type: "violation",
        ts: timestamp(env2),
        level: isBlocked ? "error" : "warn",
        message: isBlocked ? `Content Security Policy (${directive}) blocked ${what}` : `Content Security Policy (${directive}, report only) would block ${what}`,
        directive,
        blocked: boundedUrl(uri),
        ...isPages && lineno > 0 ? { source: place(filename, lineno), filename, lineno, colno: numberFrom(columnOf(event)) } : {},
        url: documentUrl(env2),
        _context: isBlocked ? annotations.context() : void 0
      });
    });
  }

  // packages/gasoline-capture/src/websocket/key-sets.ts
  var MAX_PARSED_CHARACTERS = 4096;
  var MAX_KEY_SETS = 50;
  function createKeySets() {
    const known = createSet();
    let last;
    return (message) => {
      if (message[0] !== "{" || message.length > MAX_PARSED_CHARACTERS || known.size() >= MAX_KEY_SETS)
        return false;
      const object = parsedObject(message);
      if (object === void 0) return false;
      const keys = objectKeys(object);
      if (last !== void 0 && areEqual(keys, last)) return false;
      last = keys;
      const text = inOneText(sorted(objectKeys(object)));
      if (known.has(text)) return false;
      known.add(text);
      return true;
    };
  }
  function parsedObject(message) {
    try {
      const value = parseJson(message);
      return typeof value !== "object" || value === null || isArray(value) ? void 0 : value;
    } catch {
      return void 0;
    }
  }
  function areEqual(keys, others) {
    if (keys.length !== others.length) return false;
    for (let index = 0; index < keys.length; index += 1) if (keys[index] !== others[index]) return false;
    return true;
  }
  function inOneText(keys) {
    let text = "";
    for (let index = 0; index < keys.length; index += 1) text += quote(keys[index] ?? "");
    return text;
  }

  // packages/gasoline-capture/src/websocket/sampling.ts
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
  var MOST_KEPT = 10;
  var WHOLE = 1 - 1e-6;
  function createSampler() {
    const countRate = createRateCounter();
    let seen2 = 0;
    let skipped = 0;
    let rate = 0;
    let savedUp = 0;
    let savedAt = -Infinity;
    const save = (now, perSecond) => {
      const passed = max(0, now - savedAt) / 1e3;
      savedUp = min(perSecond, savedUp + passed * perSecond);
      savedAt = now;
    };
    return {
      judge(now, isRemarkable) {
        rate = countRate(now);
        const kept = keptAt(rate);
        save(now, min(kept, MOST_KEPT));
        seen2 += 1;
        if (seen2 > ALWAYS_FIRST && !isRemarkable && kept !== Infinity && savedUp < WHOLE) {
          skipped += 1;
          return "skip";
        }
        const sampled = kept === Infinity && skipped === 0 ? void 0 : sampledAt(rate, skipped);
        skipped = 0;
        savedUp = max(0, savedUp - 1);
        return { sampled };
      },
      unreported: () => skipped === 0 ? void 0 : sampledAt(rate, skipped)
    };
  }
  function sampledAt(messageRate, skipped) {
    return { messageRate, keptRate: min(keptAt(messageRate), messageRate), skipped };
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
      for (let passed = max(newest + 1, slice2 - SLICES + 1, 0); passed <= slice2; passed += 1) {
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

  // packages/gasoline-capture/src/websocket/connection.ts
  var Connection = class {
    #report;
    #env;
    #describe;
    #out;
    #id;
    #url;
    #incoming = createTraffic();
    #outgoing = createTraffic();
    #isOpen = true;
    /** Whether the filters select this connection, and which filters said so: they rarely change, messages are many. */
    #selection;
    constructor(report, env2, describe, out, id, url) {
      this.#report = report;
      this.#env = env2;
      this.#describe = describe;
      this.#out = out;
      this.#id = id;
      this.#url = url;
    }
    /** Whether its end is still to come. */
    get isOpen() {
      return this.#isOpen;
    }
    /** It was created, opened, failed or closed. */
    changed(event, details = {}) {
      if (event === "close") this.#isOpen = false;
      if (!this.#isWatched()) return;
      this.#out.add(
        this.#draft(event, event === "close" ? { ...details, sampled: this.#unreported() } : details)
      );
    }
    /** A message came or was sent. */
    message(direction, data) {
      if (this.#report.settings().webSocket !== "messages" || !this.#isWatched()) return;
      const { sampler, hasNewKeys } = direction === "incoming" ? this.#incoming : this.#outgoing;
      const verdict = sampler.judge(this.#env.timeline.now(), typeof data === "string" && hasNewKeys(data));
      if (verdict === "skip") return;
      const { text, readLater } = this.#describe(data);
      const draft = this.#draft("message", { direction, ...text, sampled: verdict.sampled });
      if (readLater === void 0) this.#out.add(draft);
      else
        this.#out.addLate(draft, (settle) => {
          readLater((read) => {
            settle(read && { ...draft, ...read });
          });
        });
    }
    /** What was left out of both directions together. */
    #unreported() {
      const incoming = this.#incoming.sampler.unreported();
      const outgoing = this.#outgoing.sampler.unreported();
      if (outgoing === void 0) return incoming;
      return {
        messageRate: (incoming?.messageRate ?? 0) + outgoing.messageRate,
        keptRate: (incoming?.keptRate ?? 0) + outgoing.keptRate,
        skipped: (incoming?.skipped ?? 0) + outgoing.skipped,
        skippedOutgoing: outgoing.skipped
      };
    }
    #isWatched() {
      const { webSocket, webSocketFilters, ownServer } = this.#report.settings();
      if (webSocket === "off" || isOwnTraffic(this.#url, socketOrigin(ownServer))) return false;
      if (this.#selection?.filters !== webSocketFilters)
        this.#selection = { filters: webSocketFilters, isSelected: isSelected(this.#url, webSocketFilters) };
      return this.#selection.isSelected;
    }
    #draft(event, details) {
      return {
        ts: timestamp(this.#env),
        event,
        id: this.#id,
        url: this.#url,
        pageUrl: documentUrl(this.#env),
        ...details
      };
    }
  };
  function createTraffic() {
    return { sampler: createSampler(), hasNewKeys: createKeySets() };
  }

  // packages/gasoline-capture/src/websocket/in-order.ts
  var MAX_LATE = 16;
  var MAX_WAITING = 100;
  function createInOrder(letGo) {
    let waiting = [];
    let late = 0;
    const advance2 = (which) => {
      const before = waiting;
      waiting = [];
      let isBlocked = false;
      for (let index = 0; index < before.length; index += 1) {
        const place2 = before[index];
        if (place2 === void 0) continue;
        isBlocked ||= which === "complete" && !place2.isComplete;
        if (isBlocked) append(waiting, place2);
        else letGo(place2.item);
      }
    };
    const add2 = (item) => {
      if (waiting.length >= MAX_WAITING) advance2("all");
      if (waiting.length === 0) letGo(item);
      else append(waiting, { item, isComplete: true });
    };
    return {
      add: add2,
      addLate(item, complete) {
        if (late >= MAX_LATE) {
          add2(item);
          return;
        }
        const place2 = { item, isComplete: false };
        append(waiting, place2);
        late += 1;
        complete((completed2) => {
          late -= 1;
          place2.item = completed2 ?? place2.item;
          place2.isComplete = true;
          advance2("complete");
        });
      },
      letAllGo() {
        advance2("all");
      }
    };
  }

  // packages/gasoline-capture/src/websocket/open-connections.ts
  var GOING_AWAY = { code: 1001, reason: "the page was left" };
  var FIRST_LOOK = 32;
  function createOpenConnections() {
    let known = [];
    let nextLook = FIRST_LOOK;
    const look = () => {
      const open = [];
      for (let index = 0; index < known.length; index += 1) {
        const connection = known[index];
        if (connection?.isOpen === true) append(open, connection);
      }
      known = open;
      nextLook = known.length * 2 + FIRST_LOOK;
    };
    return {
      add(connection) {
        append(known, connection);
        if (known.length >= nextLook) look();
      },
      leave() {
        look();
        for (let index = 0; index < known.length; index += 1) known[index]?.changed("close", GOING_AWAY);
      }
    };
  }

  // packages/gasoline-capture/src/websocket/message-text.ts
  var MAX_TEXT_CHARACTERS3 = 4096;
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
    const readStart = blobStartReader(platform);
    const byteCount = (text2) => text2.length > MAX_COUNTED_CHARACTERS ? text2.length : byteLengthOf(apply(encode2, encoder, [text2]));
    const text = (message) => {
      const truncated = message.length > MAX_TEXT_CHARACTERS3;
      const shown = truncated ? slice(message, 0, MAX_TEXT_CHARACTERS3) : message;
      return { data: maskText(shown), size: byteCount(message), truncated };
    };
    const blob = (data) => {
      const size = numberFrom(blobSize(data));
      const description = binaryText(size, textFrom(blobType(data)));
      return {
        text: { data: description, size, truncated: false },
        readLater: (done) => {
          readStart(data, shownBytes(size), (start2) => {
            done(start2 === void 0 ? void 0 : preview(description, size, start2));
          });
        }
      };
    };
    return (data) => {
      if (typeof data === "string") return atOnce(text(data));
      if (typeof data !== "object" || data === null) return atOnce(text(plainText(data)));
      if (isBytes(data)) return atOnce(bytes(data));
      try {
        return blob(data);
      } catch {
        return atOnce({ data: "[Object]", size: 0, truncated: false });
      }
    };
  }
  function atOnce(text) {
    return { text, readLater: void 0 };
  }
  function bytes(data) {
    const size = byteLengthOf(data);
    return preview(binaryText(size, ""), size, data);
  }
  function shownBytes(size) {
    return size < SMALL_BINARY_BYTES ? PREVIEW_BYTES : MAGIC_BYTES;
  }
  function preview(description, size, start2) {
    const isWhole = size <= PREVIEW_BYTES;
    const shown = hex2(firstBytes(start2, shownBytes(size)));
    return { data: `${description} ${shown}${isWhole ? "" : "…"}`, size, truncated: !isWhole };
  }
  function blobStartReader(platform) {
    const part = platform.method("Blob", "slice");
    const buffer = platform.method("Blob", "arrayBuffer");
    const { then } = BrowserPromise.prototype;
    return (blob, count, done) => {
      const settle = quiet((start2) => {
        done(typeof start2 === "object" && start2 !== null ? start2 : void 0);
      });
      const fail = () => {
        settle(void 0);
      };
      try {
        void apply(then, buffer(part(blob, 0, count)), [settle, fail]);
      } catch {
        fail();
      }
    };
  }
  function hex2(view) {
    let text = "";
    for (let index = 0; index < byteLengthOf(view); index += 1) {
      const byte = view[index] ?? 0;
      text += `${HEX_DIGITS2[byte >> 4] ?? ""}${HEX_DIGITS2[byte & 15] ?? ""}`;
    }
    return text;
  }

  // packages/gasoline-capture/src/instrument/websocket.ts
  var CAPTURE = true;
  var ID_PREFIX = 8;
  function instrumentWebSocket(report, env2) {
    const platform = platformOf(env2.window);
    const prototype = platform.prototype("WebSocket");
    if (prototype === void 0) return () => void 0;
    const describe = messageDescriber(env2.window, platform);
    const urlOf = platform.getter("WebSocket", "url");
    const removeOwnFrames2 = ownFrameRemover(env2.window);
    const connections = createWeakMap();
    const out = createInOrder((draft) => {
      report.emit("/websocket-events", draft);
    });
    const open = createOpenConnections();
    const observe = socketObserver(platform);
    const prefix = slice(env2.newId(), 0, ID_PREFIX);
    let count = 0;
    let active = true;
    const findInitiator = initiatorFinder(env2.window);
    const created = (socket, wrapper) => {
      count += 1;
      const url = textFrom(urlOf(socket));
      const connection = new Connection(report, env2, describe, out, `${prefix}-${count}`, url);
      connections.set(socket, connection);
      open.add(connection);
      observe(socket, connection, () => active);
      connection.changed("connecting", { initiator: findInitiator(wrapper) });
    };
    const restore = replaceConstructor(env2.window, "WebSocket", prototype, created, removeOwnFrames2);
    const stopSend = followMethod(prototype, "send", {
      returned: (socket, args) => {
        report.activity.messageSent();
        connections.get(socket)?.message("outgoing", args[0]);
      },
      threw: (_socket, error) => {
        removeOwnFrames2(error);
      }
    });
    const stopLeaving = env2.listen("pagehide", (event) => {
      if (!isOfCache(event)) open.leave();
      out.letAllGo();
    });
    return () => {
      active = false;
      stopLeaving();
      stopSend();
      restore();
      out.letAllGo();
    };
  }
  function socketObserver(platform) {
    const listen2 = platform.method("EventTarget", "addEventListener");
    const dataOf = platform.getter("MessageEvent", "data");
    const codeOf = platform.getter("CloseEvent", "code");
    const reasonOf2 = platform.getter("CloseEvent", "reason");
    return (socket, connection, isActive) => {
      const on = (type, react) => {
        const listener = (event) => {
          if (isActive() && event.isTrusted)
            unnoticed(() => {
              react(event);
            });
        };
        listen2(socket, type, listener, CAPTURE);
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
        connection.changed("close", { code: numberFrom(codeOf(event)), reason: textFrom(reasonOf2(event)) });
      });
    };
  }
  function replaceConstructor(window2, name, prototype, created, removeOwnFrames2) {
    const original = getOwnPropertyDescriptor(window2, name)?.value;
    if (!isCallable(original)) return () => void 0;
    const handler = disguiseHandler();
    const trap = (target, args, newTarget) => {
      const object = constructed(target, args, newTarget, removeOwnFrames2);
      unnoticed(() => {
        created(object, trap);
      });
      return object;
    };
    handler.construct = trap;
    const replacement = disguisedProxy(original, handler);
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
  function constructed(target, args, newTarget, removeOwnFrames2) {
    try {
      return construct(target, args, newTarget);
    } catch (error) {
      removeOwnFrames2(error);
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

  // packages/gasoline-capture/src/network/json-start.ts
  var MAX_DEPTH6 = 500;
  function jsonStart(value, limit) {
    const writer = new Writer(limit);
    writer.value(value, 0);
    return writer;
  }
  var Writer = class {
    text = "";
    isWhole = true;
    #limit;
    constructor(limit) {
      this.#limit = limit;
    }
    value(value, depth) {
      if (typeof value === "string") this.text += encodeString(slice(value, 0, this.#limit));
      else if (typeof value === "boolean" || value === null || isFinite2(value)) this.text += `${value}`;
      else if (typeof value === "object" && depth < MAX_DEPTH6) this.#readable(value, depth + 1);
      else this.#leaveOut();
    }
    #readable(object, depth) {
      try {
        this.#composite(object, depth);
      } catch {
        this.#leaveOut();
      }
    }
    #composite(object, depth) {
      if (!isArray(object)) {
        this.#members(object, objectKeys(object), depth);
        return;
      }
      this.text += "[";
      for (let index = 0; index < object.length && this.#hasRoom(); index += 1) {
        if (index > 0) this.text += ",";
        this.value(ownData(object, `${index}`), depth);
      }
      this.text += "]";
    }
    #members(object, names, depth) {
      this.text += "{";
      for (let index = 0; index < names.length && this.#hasRoom(); index += 1) {
        const name = names[index] ?? "";
        this.text += `${index > 0 ? "," : ""}${memberName(slice(name, 0, this.#limit))}:`;
        this.value(ownData(object, name), depth);
      }
      this.text += "}";
    }
    #hasRoom() {
      return this.text.length <= this.#limit;
    }
    #leaveOut() {
      this.text += "null";
      this.isWhole = false;
    }
  };
  function isFinite2(value) {
    return typeof value === "number" && isFiniteNumber(value);
  }

  // packages/gasoline-capture/src/network/xhr-response.ts
  function xhrResponseReader(env2, platform) {
    const responseType = platform.getter("XMLHttpRequest", "responseType");
    const responseText = platform.getter("XMLHttpRequest", "responseText");
    const response = platform.getter("XMLHttpRequest", "response");
    const blobSize = platform.getter("Blob", "size");
    const readBlob = blobReader(platform);
    const decode = byteDecoder(env2.window);
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
          done(parsed(response(xhr), headers));
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
  function parsed(value, headers) {
    if (value === null && !mayBeNull(headers)) return notJsonBody(headers);
    const { text, isWhole } = jsonStart(value, MAX_RESPONSE);
    const body = textBody(text, MAX_RESPONSE, "application/json");
    return isWhole ? body : { text: body.text, truncated: true };
  }
  function notJsonBody(headers) {
    const size = declaredSize(headers);
    const body = described(notJsonText(size, headers["content-type"] ?? ""));
    return size === 0 ? body : { ...body, isNotJson: true };
  }
  function mayBeNull(headers) {
    const size = declaredSize(headers) ?? NULL_BYTES;
    return size === NULL_BYTES && indexOf(lowerCase(headers["content-type"] ?? ""), "json") >= 0;
  }
  var NULL_BYTES = 4;
  function isText(contentType) {
    return contentType !== "" && contentKind(contentType) === "text";
  }

  // packages/gasoline-capture/src/network/xhr-requests.ts
  var OPENED = 1;
  var DONE = 4;
  var END_EVENTS = ["readystatechange", "load", "abort", "error", "timeout", "loadend"];
  var CAPTURE2 = true;
  var NETWORK_ERROR = "network error";
  var XhrRequests = class {
    #requests = createWeakMap();
    #begin;
    #addresses;
    #describeBody;
    #readResponse;
    #object;
    #active = true;
    constructor(env2, platform, begin) {
      this.#begin = begin;
      this.#addresses = createAddresses(env2, platform);
      this.#describeBody = bodyDescriber(env2.window, platform);
      this.#readResponse = xhrResponseReader(env2, platform);
      this.#object = accessors(platform);
    }
    /** `open` is called. A page that does so before we heard of the end takes the response away. */
    opening(xhr) {
      if (this.#object.state(xhr) === DONE) this.#over(xhr);
    }
    /** `abort` is called. Of a response that is here the page takes leave by it, and no event tells. */
    aborting(xhr) {
      const request = this.#requests.get(xhr);
      if (this.#hasAnswer(xhr)) this.#end(xhr, void 0);
      else if (request !== void 0) request.failure = ABORTED;
    }
    /** `open` succeeded; it silently ends a request under way. */
    opened(xhr, [method, url, isAsync]) {
      if (typeof xhr !== "object" || xhr === null) return;
      this.#end(xhr, ABORTED);
      const address = this.#object.address(url);
      this.#requests.set(
        xhr,
        address === void 0 ? void 0 : {
          method: upperCase(overheardText(method) ?? plainText(method)),
          address: this.#addresses.resolve(address),
          isSynchronous: isAsync !== void 0 && !isAsync,
          headers: new HeaderCollector(),
          exchange: void 0,
          failure: NETWORK_ERROR
        }
      );
      for (let index = 0; index < END_EVENTS.length; index += 1)
        this.#object.listen(xhr, END_EVENTS[index], this.#onEvent, CAPTURE2);
    }
    headerSet(xhr, [name, value]) {
      this.#requests.get(xhr)?.headers.add(name, value);
    }
    /** `send` is called; it may still refuse. */
    sending(xhr, body, initiator) {
      const request = this.#requests.get(xhr);
      if (request === void 0 || request.exchange !== void 0 || this.#object.state(xhr) !== OPENED) return;
      request.exchange = this.#begin({ ...this.#facts(xhr, request, body), initiator });
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
    #onEvent = (event) => {
      unnoticed(() => {
        const xhr = this.#object.target(event);
        if (!this.#active || !event.isTrusted || this.#object.state(xhr) !== DONE) return;
        const type = textFrom(this.#object.eventType(event));
        if (type === "load" || this.#hasAnswer(xhr)) this.#end(xhr, void 0);
        else if (type === "loadend") this.#over(xhr);
        else if (type !== "readystatechange") this.#end(xhr, failureOf(type));
      });
    };
    #hasAnswer(xhr) {
      return this.#object.state(xhr) === DONE && this.#object.status(xhr) !== 0;
    }
    /** It has come to its end, whichever. */
    #over(xhr) {
      this.#end(xhr, this.#hasAnswer(xhr) ? void 0 : this.#requests.get(xhr)?.failure);
    }
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
          if (body?.isNotJson === true) exchange.readAsJson("responseType 'json'");
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
      /** Undefined where only the page's own code can tell. */
      address: (url) => {
        const isPlain5 = url === null || typeof url !== "object" && typeof url !== "function";
        if (isPlain5) return plainText(url);
        return overheardText(url) ?? (accepts(urlText, url) ? textFrom(urlText(url)) : void 0);
      }
    };
  }
  function failureOf(eventType) {
    if (eventType === "abort") return ABORTED;
    return eventType === "timeout" ? "timeout" : NETWORK_ERROR;
  }

  // packages/gasoline-capture/src/instrument/xhr.ts
  function instrumentXhr(report, env2) {
    const platform = platformOf(env2.window);
    const prototype = platform.prototype("XMLHttpRequest");
    if (prototype === void 0) return () => void 0;
    const exchanges = followExchanges(report, env2);
    const requests = new XhrRequests(env2, platform, exchanges.begin);
    const overhear = overhearing(prototype, "open");
    const removeOwnFrames2 = ownFrameRemover(env2.window);
    const findInitiator = initiatorFinder(env2.window);
    const uninstalls = [
      followMethod(prototype, "open", {
        before: (xhr, args) => {
          requests.opening(xhr);
          overhear(args, 0);
          overhear(args, 1);
        },
        returned: (xhr, args) => {
          requests.opened(xhr, args);
        },
        threw: (_xhr, error) => {
          removeOwnFrames2(error);
        }
      }),
      followMethod(prototype, "setRequestHeader", {
        returned: (xhr, args) => {
          requests.headerSet(xhr, args);
        },
        threw: (_xhr, error) => {
          removeOwnFrames2(error);
        }
      }),
      followMethod(prototype, "send", {
        before: (xhr, args, wrapper) => {
          requests.sending(xhr, args[0], findInitiator(wrapper));
        },
        returned: (xhr) => {
          requests.sent(xhr);
        },
        threw: (xhr, error) => {
          removeOwnFrames2(error);
          requests.notSent(xhr, error);
        }
      }),
      followMethod(prototype, "abort", {
        before: (xhr) => {
          requests.aborting(xhr);
        },
        threw: (_xhr, error) => {
          removeOwnFrames2(error);
        }
      })
    ];
    return () => {
      requests.stop();
      exchanges.stop();
      uninstalls.forEach((uninstall) => {
        uninstall();
      });
    };
  }

  // packages/gasoline-capture/src/mask-source.ts
  function maskSource(window2) {
    return replaceMethod(window2.Function.prototype, "toString", (original) => (_target, receiver) => {
      try {
        return apply(original, undisguised(receiver), []);
      } catch (error) {
        removeOwnFrames(error);
        throw error;
      }
    });
  }

  // packages/gasoline-capture/src/public-api.ts
  var NAME2 = "__gasoline";
  function offerPublicApi({ annotations, stores }, env2) {
    const { window: window2 } = env2;
    if (hasOwn(window2, NAME2)) return () => void 0;
    const serializer = createSerializer(env2);
    const api = Object.freeze({
      version: "0.1.0",
      annotate(key, value) {
        if (typeof key !== "string") return false;
        if (value !== void 0) return annotations.put(key, serializer.one(value));
        annotations.remove(key);
        return true;
      },
      clearAnnotations() {
        annotations.clear();
      },
      registerStore: (name, store) => typeof name === "string" && stores.register(name, store)
    });
    defineProperty(window2, NAME2, { value: api, configurable: true });
    return () => {
      annotations.clear();
      if (getOwnPropertyDescriptor(window2, NAME2)?.value === api) deleteProperty(window2, NAME2);
    };
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

  // packages/gasoline-wire/src/route.ts
  var ENTRY_SEPARATOR = ",\n";
  function bodyOf(route, lines) {
    return `{"${BATCH_ROUTES[route]}":[${lines}]}`;
  }

  // packages/gasoline-capture/src/sink.ts
  function createBatches(env2, sink, limits) {
    let route = "/logs";
    let lines = "";
    let count = 0;
    let scheduled = false;
    const flush = () => {
      if (count === 0) return;
      const batch = lines;
      lines = "";
      count = 0;
      try {
        sink.send(route, batch);
      } catch {
      }
    };
    const flushLater = () => {
      if (scheduled) return;
      scheduled = true;
      env2.queueMicrotask(() => {
        scheduled = false;
        flush();
      });
    };
    const add2 = (target, entry) => {
      if (target !== route || lines.length + entry.length > limits.characters) flush();
      route = target;
      lines += count === 0 ? entry : `${ENTRY_SEPARATOR}${entry}`;
      count += 1;
      if (count >= limits.entries || sink.isHurried?.() === true) flush();
      else flushLater();
    };
    return { add: add2, flush };
  }

  // packages/gasoline-capture/src/start.ts
  var DEFAULT_LIMITS = { entries: 500, characters: 262144 };
  var INSTRUMENTS = [
    ["annotations", offerPublicApi],
    ["console", instrumentConsole],
    ["exceptions", instrumentExceptions],
    ["violations", instrumentViolations],
    ["error_context", instrumentEnrichment],
    ["navigation", instrumentNavigation],
    ["actions", instrumentActions],
    ["fetch", instrumentFetch],
    ["xhr", instrumentXhr],
    ["websocket", instrumentWebSocket],
    ["storage", instrumentStorage],
    ["resources", instrumentResources],
    ["failed_resources", instrumentFailedResources],
    ["performance", instrumentPerformance],
    ["dom_snapshots", instrumentDomSnapshots],
    // Last: a document that is there already is described at once, with what failed before.
    ["document", instrumentDocument]
  ];
  var INSTALLED = /* @__PURE__ */ Symbol.for("gasoline.capture");
  function isCaptured(window2) {
    return Object.hasOwn(window2, INSTALLED);
  }
  function startCapture(env2, sink, options = {}) {
    if (!claim(env2.window, options.offered)) {
      env2.leaving.stopWatching();
      return () => void 0;
    }
    const batches = createBatches(env2, sink, options.limits ?? DEFAULT_LIMITS);
    const settings = options.settings ?? (() => CAPTURE_ALL);
    const held = options.held === void 0 ? void 0 : holdEntries(settings);
    const { emit, amend } = createEmit(env2, batches, options.identity ?? {}, held);
    const {
      recogniser: recogniser2 = unrecognised,
      landmarksOf: landmarksOf2 = () => void 0,
      createEnrichment: createEnrichment2 = withoutEnrichment,
      createOutcomes = withoutOutcomes,
      unseenInWorkers = ["worker requests"]
    } = options;
    const report = createReporting(
      env2,
      emit,
      amend,
      settings,
      recogniser2,
      landmarksOf2,
      createEnrichment2,
      createOutcomes,
      unseenInWorkers
    );
    if (held !== void 0) options.held?.(held.release);
    const uninstalls = [
      env2.leaving.stopWatching,
      maskSource(env2.window),
      ...allInstalled(report, env2),
      // Last: what the others let go leaves with it.
      env2.releases.watch(() => {
        batches.flush();
        sink.passOn?.();
      })
    ];
    return () => {
      uninstalls.reverse().forEach((uninstall) => {
        uninstall();
      });
      batches.flush();
      sink.close();
      Reflect.deleteProperty(env2.window, INSTALLED);
    };
  }
  function allInstalled(report, env2) {
    const uninstalls = [];
    for (const [name, instrument] of INSTRUMENTS) {
      try {
        append(uninstalls, instrument(report, env2));
      } catch {
        append(report.notCaptured, name);
      }
    }
    return uninstalls;
  }
  function claim(window2, offered) {
    if (isCaptured(window2)) return false;
    const around = window2.frameElement === null ? void 0 : Reflect.get(window2.parent, INSTALLED);
    const value = Object.freeze({ ...shareDisguises(around), ...offered });
    return defineProperty(window2, INSTALLED, { value, configurable: true });
  }

  // node_modules/web-vitals/dist/web-vitals.js
  var t = -1;
  var n = () => t;
  var e = (n2) => {
    listen("pageshow", (e2) => {
      e2.persisted && (t = e2.timeStamp, n2(e2));
    }, true);
  };
  var i = (t2, n2, e2, i2) => {
    let o2, s2;
    return (a2) => {
      n2.value >= 0 && (a2 || i2) && (s2 = n2.value - (o2 ?? 0), (s2 || void 0 === o2) && (o2 = n2.value, n2.delta = s2, n2.rating = ((t3, n3) => t3 > n3[1] ? "poor" : t3 > n3[0] ? "needs-improvement" : "good")(n2.value, e2), t2(n2)));
    };
  };
  var o = (t2) => {
    nextFrame(() => nextFrame(() => t2()));
  };
  var s = () => {
    const t2 = performance.getEntriesByType("navigation")[0];
    if (t2 && t2.responseStart > 0 && t2.responseStart < performance.now()) return t2;
  };
  var a = () => s()?.activationStart ?? 0;
  var r = -1;
  var c = /* @__PURE__ */ new Set();
  var f = () => "hidden" !== document.visibilityState || document.prerendering ? 1 / 0 : 0;
  var h = (t2) => {
    if ("hidden" === document.visibilityState) {
      if ("visibilitychange" === t2.type) for (const t3 of c) t3();
      isFinite(r) || (r = "visibilitychange" === t2.type ? t2.timeStamp : 0, unlisten("prerenderingchange", h, true));
    }
  };
  var d = (t2 = false) => {
    if (t2 && (r = 1 / 0), r < 0) {
      const t3 = a(), n2 = document.prerendering ? void 0 : globalThis.performance.getEntriesByType("visibility-state").find((n3) => "hidden" === n3.name && n3.startTime >= t3)?.startTime;
      r = n2 ?? f(), listen("visibilitychange", h, true), listen("prerenderingchange", h, true), e(() => {
        later(() => {
          r = f();
        });
      });
    }
    return { get firstHiddenTime() {
      return r;
    }, onHidden(t3) {
      c.add(t3);
    } };
  };
  var l = (t2, e2 = -1, i2, o2 = 0, r2, c2, f2) => {
    const h2 = s(), d2 = h2?.navigationId || 0;
    let l2 = "navigate";
    i2 ? l2 = i2 : n() >= 0 ? l2 = "back-forward-cache" : h2 && (document.prerendering || a() > 0 ? l2 = "prerender" : document.wasDiscarded ? l2 = "restore" : h2.type && (l2 = h2.type.replace(/_/g, "-")));
    return { name: t2, value: e2, rating: "good", delta: 0, entries: [], id: `v6-${Date.now()}-${Math.floor(8999999999999 * Math.random()) + 1e12}`, navigationType: l2, navigationId: o2 || d2, navigationInteractionId: r2, navigationURL: c2 || h2?.name, navigationStartTime: f2 || 0 };
  };
  var g = /* @__PURE__ */ new WeakMap();
  function u(t2, n2) {
    let e2 = g.get(n2);
    return e2 || (e2 = /* @__PURE__ */ new WeakMap(), g.set(n2, e2)), e2.get(t2) || e2.set(t2, new n2()), e2.get(t2);
  }
  var v = class {
    t;
    i = 0;
    o = [];
    h(t2) {
      if (t2.hadRecentInput) return;
      const n2 = this.o[0], e2 = this.o.at(-1);
      this.i && n2 && e2 && t2.startTime - e2.startTime < 1e3 && t2.startTime - n2.startTime < 5e3 ? (this.i += t2.value, this.o.push(t2)) : (this.i = t2.value, this.o = [t2]), this.t?.(t2);
    }
  };
  var m = (t2, n2, e2 = {}) => {
    try {
      const i2 = t2.filter((t3) => SilentObserver.supportedEntryTypes.includes(t3));
      if (i2.length > 0) {
        const t3 = new SilentObserver((t4) => {
          soon(() => {
            const e3 = t4.getEntries();
            i2.length > 1 && e3.sort((t5, n3) => t5.startTime + t5.duration - (n3.startTime + n3.duration)), n2(e3);
          });
        });
        for (const n3 of i2) t3.observe({ type: n3, buffered: true, ...e2 });
        return t3;
      }
    } catch {
    }
  };
  var p = (t2) => globalThis.PerformanceObserver?.supportedEntryTypes?.includes("soft-navigation") && "function" == typeof globalThis.PerformanceSoftNavigation?.prototype?.getLargestInteractionContentfulPaint && t2 && t2.reportSoftNavs;
  var b = (t2, n2) => {
    if (t2.set(n2.navigationId, n2), t2.size > 2) {
      const n3 = t2.keys().next().value;
      void 0 !== n3 && t2.delete(n3);
    }
  };
  var T = (t2) => {
    let n2 = false;
    return () => {
      n2 || (t2(), n2 = true);
    };
  };
  var y = class {
    l;
  };
  var _ = (t2) => {
    document.prerendering ? listen("prerenderingchange", t2, true) : t2();
  };
  var E = [1800, 3e3];
  var M = (t2, s2 = {}) => {
    const r2 = p(s2);
    _(() => {
      const c2 = u(s2, y), f2 = d();
      let h2, g2 = l("FCP");
      const v2 = m(["paint"], (t3) => {
        for (const n2 of t3) "first-contentful-paint" === n2.name && (v2.disconnect(), n2.startTime < f2.firstHiddenTime && (g2.value = Math.max(n2.startTime - a(), 0), g2.entries.push(n2), g2.navigationId = n2.navigationId || g2.navigationId, h2(true)));
      });
      if (v2 && (h2 = i(t2, g2, E, s2.reportAllChanges), e((e2) => {
        g2 = l("FCP", -1, "back-forward-cache", g2.navigationId, g2.navigationInteractionId, g2.navigationURL, n()), h2 = i(t2, g2, E, s2.reportAllChanges), o(() => {
          g2.value = performance.now() - e2.timeStamp, h2(true);
        });
      })), r2) {
        m(["soft-navigation"], (n2) => {
          n2.forEach((n3) => {
            c2.l && n3.navigationId && b(c2.l, n3);
            const e2 = Math.max((n3.presentationTime || n3.paintTime || 0) - n3.startTime, 0);
            g2 = l("FCP", e2, "soft-navigation", n3.navigationId, n3.interactionId, n3.name, n3.startTime), h2 = i(t2, g2, E, s2.reportAllChanges), h2(true);
          });
        }, s2);
      }
    });
  };
  var L = [0.1, 0.25];
  var P = (t2, s2 = {}) => {
    const a2 = d();
    M(T(() => {
      let r2, c2 = l("CLS", 0);
      const f2 = u(s2, v), h2 = (n2, e2, o2, a3, h3) => {
        c2 = l("CLS", 0, n2, e2, o2, a3, h3), f2.i = 0, r2 = i(t2, c2, L, s2.reportAllChanges);
      }, d2 = (t3 = false) => {
        f2.i > c2.value && (c2.value = f2.i, c2.entries = f2.o), r2(t3);
      }, g2 = (t3) => {
        d2(true), h2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
      }, b2 = (t3) => {
        for (const n2 of t3) "soft-navigation" !== n2.entryType ? f2.h(n2) : g2(n2);
        d2();
      }, T2 = ["layout-shift"];
      p(s2) && T2.push("soft-navigation");
      const y2 = m(T2, b2);
      y2 && (r2 = i(t2, c2, L, s2.reportAllChanges), a2.onHidden(() => {
        b2(y2.takeRecords()), r2(true);
      }), e(() => {
        h2("back-forward-cache", c2.navigationId, c2.navigationInteractionId, c2.navigationURL, n()), o(r2);
      }), later(r2));
    }));
  };
  var w = 0;
  var I = 1 / 0;
  var k = 0;
  var C = (t2) => {
    for (const n2 of t2) n2.interactionId && (I = Math.min(I, n2.interactionId), k = Math.max(k, n2.interactionId), w = k ? (k - I) / 7 + 1 : 0);
  };
  var F;
  var N = () => F ? w : performance.interactionCount ?? 0;
  var B = () => {
    "interactionCount" in performance || F || (F = m(["event"], C, { durationThreshold: 0 }));
  };
  var S = class {
    u = 0;
    v = [];
    m = /* @__PURE__ */ new Map();
    p;
    T;
    _() {
      return N() - this.u;
    }
    M() {
      this.u = N(), this.v.length = 0, this.m.clear();
    }
    L(t2) {
      const n2 = this._(), e2 = Math.min(this.v.length - 1, Math.floor(n2 / 50));
      return !n2 || -1 !== e2 || "soft-navigation" !== t2 && "back-forward-cache" !== t2 ? this.v[e2] : { P: 8, id: -1, entries: [] };
    }
    h(t2) {
      if (this.p?.(t2), !t2.interactionId) return;
      const n2 = this.v.at(-1);
      let e2 = this.m.get(t2.interactionId);
      if (e2 || this.v.length < 10 || t2.duration > n2.P) {
        if (e2 ? t2.duration > e2.P ? (e2.entries = [t2], e2.P = t2.duration) : t2.duration === e2.P && t2.startTime === e2.entries[0].startTime && e2.entries.push(t2) : (e2 = { id: t2.interactionId, entries: [t2], P: t2.duration }, this.m.set(e2.id, e2), this.v.push(e2)), this.v.sort((t3, n3) => n3.P - t3.P), this.v.length > 10) {
          const t3 = this.v.splice(10);
          for (const n3 of t3) this.m.delete(n3.id);
        }
        this.T?.(e2);
      }
    }
  };
  var q = (t2) => {
    const n2 = "requestIdleCallback" in globalThis ? 1e3 : 0, e2 = whenIdle || later, i2 = notWhenIdle || clearTimeout;
    if ("hidden" === document.visibilityState) t2();
    else {
      const o2 = T(t2);
      let s2 = -1;
      const a2 = () => {
        i2(s2), o2();
      };
      listen("visibilitychange", a2, { once: true, capture: true }), s2 = e2(() => {
        unlisten("visibilitychange", a2, { capture: true }), o2();
      }, { timeout: n2 });
    }
  };
  var A = [200, 500];
  var x = (t2, o2 = {}) => {
    if (!globalThis.PerformanceEventTiming || !("interactionId" in PerformanceEventTiming.prototype)) return;
    const s2 = d();
    _(() => {
      B();
      let a2, r2 = l("INP");
      const c2 = u(o2, S), f2 = (n2, e2, s3, f3, h3) => {
        c2.M(), r2 = l("INP", -1, n2, e2, s3, f3, h3), a2 = i(t2, r2, A, o2.reportAllChanges);
      }, h2 = () => {
        const t3 = c2.L(r2.navigationType);
        t3 && t3.P !== r2.value && (r2.value = t3.P, r2.entries = t3.entries, a2());
      }, d2 = (t3) => {
        h2(), a2(true), f2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
      }, g2 = (t3, n2 = false) => {
        q(() => {
          for (const n3 of t3) "soft-navigation" !== n3.entryType ? c2.h(n3) : d2(n3);
          h2(), n2 && a2(true);
        });
      }, v2 = ["event", "first-input"];
      p(o2) && v2.push("soft-navigation");
      const b2 = m(v2, g2, { ...o2, durationThreshold: o2.durationThreshold ?? 40 });
      a2 = i(t2, r2, A, o2.reportAllChanges), b2 && (s2.onHidden(() => {
        g2(b2.takeRecords(), true);
      }), e(() => {
        f2("back-forward-cache", r2.navigationId, r2.navigationInteractionId, r2.navigationURL, n());
      }));
    });
  };
  var H = class {
    p;
    l;
    h(t2) {
      this.p?.(t2);
    }
  };
  var O = [2500, 4e3];
  var U = (t2, s2 = {}) => {
    let r2 = false;
    const c2 = p(s2);
    _(() => {
      let f2, h2 = d(), g2 = l("LCP");
      const v2 = u(s2, H), p2 = (n2, e2, o2, a2, c3) => {
        g2 = l("LCP", -1, n2, e2, o2, a2, c3), f2 = i(t2, g2, O, s2.reportAllChanges), r2 = false, "soft-navigation" === n2 && (h2 = d(true));
      }, T2 = (t3) => {
        v2.l && t3.navigationId && b(v2.l, t3), r2 || f2(true), p2("soft-navigation", t3.navigationId, t3.interactionId, t3.name, t3.startTime);
        const n2 = t3.getLargestInteractionContentfulPaint?.();
        n2 && y2([n2]);
      }, y2 = (t3) => {
        s2.reportAllChanges || c2 || (t3 = t3.slice(-1));
        for (const n2 of t3) {
          if (!n2) continue;
          if ("soft-navigation" === n2.entryType) {
            T2(n2);
            continue;
          }
          let t4 = 0, e2 = [], i2 = n2.startTime;
          if ("largest-contentful-paint" === n2.entryType) t4 = Math.max(n2.startTime - a(), 0), v2.h(n2), e2 = [n2];
          else if ("interaction-contentful-paint" === n2.entryType) {
            const o2 = n2;
            if (!g2.navigationId) continue;
            if ("interactionId" in o2 && o2.interactionId != g2.navigationInteractionId) continue;
            i2 = o2.largestContentfulPaint?.renderTime || 0, t4 = Math.max(i2 - n2.startTime, 0), o2.largestContentfulPaint && (v2.h(o2.largestContentfulPaint), e2 = [o2.largestContentfulPaint]);
          }
          i2 < h2.firstHiddenTime && (g2.value = t4, g2.entries = e2, f2());
        }
      }, _2 = ["largest-contentful-paint"];
      c2 && _2.push("interaction-contentful-paint", "soft-navigation");
      const E2 = m(_2, y2);
      if (E2) {
        f2 = i(t2, g2, O, s2.reportAllChanges);
        const a2 = ["keydown", "click", "visibilitychange"], h3 = (t3) => {
          if (t3.isTrusted && !r2) {
            const t4 = g2.id;
            q(() => {
              if (!r2) {
                if (!c2) {
                  E2.disconnect();
                  for (const t5 of a2) unlisten(t5, h3, { capture: true });
                }
                t4 === g2.id && (r2 = true, f2(true));
              }
            });
          }
        };
        for (const t3 of a2) listen(t3, h3, { capture: true });
        e((e2) => {
          p2("back-forward-cache", g2.navigationId, g2.navigationInteractionId, g2.navigationURL, n()), f2 = i(t2, g2, O, s2.reportAllChanges), o(() => {
            g2.value = performance.now() - e2.timeStamp, r2 = true, f2(true);
          });
        });
      }
    });
  };

  // packages/gasoline-capture/src/vitals.ts
  var NAMES2 = {
    LCP: "largestContentfulPaint",
    CLS: "cumulativeLayoutShift",
    INP: "interactionToNextPaint"
  };
  var watchVitals = (react) => {
    const report = (metric) => {
      if (metric.navigationType === "back-forward-cache" || !isWatched(metric.name)) return;
      react(NAMES2[metric.name], metric.value);
    };
    U(report, { reportAllChanges: true });
    P(report, { reportAllChanges: true });
    x(report, { reportAllChanges: true });
    return releaseGlobals;
  };
  function isWatched(name) {
    return name in NAMES2;
  }

  // packages/gasoline-ci/src/departure.ts
  function watchDeparture(env2, { hidden, back }) {
    let over;
    const { window: window2, leaving } = env2;
    const lastTurn = () => {
      if (env2.dom.visibility(window2.document) === "visible" && window2.top === window2) return;
      if (leaving.isUnderWay()) over = window2.document;
      hidden();
    };
    const ownPlace = lastInLine(env2, lastTurn);
    const stopped = stoppedEvents(env2, () => {
      if (over === void 0) lastTurn();
    });
    const stops = [
      env2.listen("pagehide", stopped.watch),
      env2.listen("pageshow", (event) => {
        stopped.leave();
        over = void 0;
        if (isOfCache(event)) back?.();
      }),
      env2.listen("load", ownPlace.queueAgain),
      afterPage(env2, "visibilitychange", () => {
        lastTurn();
        ownPlace.queueAgain();
      }),
      ownPlace.leave,
      stopped.leave
    ];
    return {
      isOver: () => over === window2.document,
      stopWatching: () => {
        stops.forEach((stop) => {
          stop();
        });
      }
    };
  }
  function afterPage(env2, type, react) {
    let stopLast;
    const stopFirst = env2.listen(type, () => {
      stopLast?.();
      const stop = env2.listen(
        type,
        () => {
          stop();
          react();
        },
        "up"
      );
      stopLast = stop;
    });
    return () => {
      stopFirst();
      stopLast?.();
    };
  }
  function lastInLine(env2, react) {
    let stop = env2.listen("pagehide", react, "up");
    return {
      queueAgain() {
        stop();
        stop = env2.listen("pagehide", react, "up");
      },
      leave() {
        stop();
      }
    };
  }
  function stoppedEvents(env2, react) {
    const prototype = platformOf(env2.window).prototype("Event");
    const quietly = quiet(react);
    let stops = [];
    const watched = (name) => observeMethod(prototype ?? {}, name, "after", (_args, _wrapper, event) => {
      if (isOfBrowser(event)) env2.queueMicrotask(quietly);
    });
    const leave = () => {
      for (let index = 0; index < stops.length; index += 1) stops[index]?.();
      stops = [];
    };
    return {
      watch() {
        leave();
        stops = [watched("stopPropagation"), watched("stopImmediatePropagation")];
      },
      leave
    };
  }
  function isOfBrowser(event) {
    return typeof event === "object" && event !== null && get(event, "isTrusted") === true;
  }

  // packages/gasoline-ci/src/loopback.ts
  var LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[^/]+\.localhost)(:\d+)?$/;
  function isWithoutOrigin({ origin }) {
    return origin === "null";
  }
  function isFromLoopback({ origin }) {
    return LOOPBACK_ORIGIN.test(origin);
  }

  // packages/gasoline-ci/src/batch.ts
  var BEACON_CHARACTERS = 2e4;
  function enqueue(waiting, batch) {
    const last = waiting[waiting.length - 1];
    if (last?.route === batch.route && last.lines.length + batch.lines.length < BEACON_CHARACTERS) {
      const lines = `${last.lines}${ENTRY_SEPARATOR}${batch.lines}`;
      waiting[waiting.length - 1] = { route: batch.route, lines };
      return;
    }
    append(waiting, batch);
  }

  // packages/gasoline-ci/src/last-words.ts
  var PIECE_CHARACTERS = 4e3;
  var ERROR = /^\{"type":"\w+",(?:"enrichment":"\w+",)?"ts":"[^"]*","level":"error"/;
  function inOrderOfWorth(batches) {
    const errors = [];
    const others = [];
    for (let index = 0; index < batches.length; index += 1) {
      const batch = batches[index];
      if (batch !== void 0) divide(batch, errors, others);
    }
    const pieces = [];
    appendReversed(pieces, errors);
    appendReversed(pieces, others);
    return pieces;
  }
  function reversed2(batches) {
    const list = [];
    appendReversed(list, batches);
    return list;
  }
  function appendReversed(list, batches) {
    for (let index = batches.length - 1; index >= 0; index -= 1) {
      const batch = batches[index];
      if (batch !== void 0) append(list, batch);
    }
  }
  function divide({ route, lines }, errors, others) {
    let start2 = 0;
    while (start2 < lines.length) {
      const next2 = indexOf(lines, ENTRY_SEPARATOR, start2);
      const end = next2 < 0 ? lines.length : next2;
      const line = slice(lines, start2, end);
      addLine(execute(ERROR, line) === null ? others : errors, route, line);
      start2 = end + ENTRY_SEPARATOR.length;
    }
  }
  function addLine(pieces, route, line) {
    const last = pieces[pieces.length - 1];
    if (last?.route === route && last.lines.length + line.length < PIECE_CHARACTERS)
      pieces[pieces.length - 1] = { route, lines: `${last.lines}${ENTRY_SEPARATOR}${line}` };
    else append(pieces, { route, lines: line });
  }

  // packages/gasoline-ci/src/waiting.ts
  var MAX_WAITING2 = 200;
  function createWaiting(poster2) {
    let batches = [];
    const flush = () => {
      for (let batch = batches[0]; batch !== void 0; batch = batches[0]) {
        if (!poster2.send(batch.route, batch.lines)) break;
        batches.shift();
      }
    };
    return {
      add(batch) {
        enqueue(batches, batch);
        if (batches.length > MAX_WAITING2) batches.shift();
      },
      characters() {
        let characters = 0;
        for (let index = 0; index < batches.length; index += 1) characters += batches[index]?.lines.length ?? 0;
        return characters;
      },
      flush,
      flushLast() {
        if (poster2.hasRoomFor(batches)) flush();
        if (batches.length === 0) return;
        batches = inOrderOfWorth(batches);
        flush();
        batches = reversed2(batches);
      },
      clear() {
        batches = [];
      }
    };
  }

  // packages/gasoline-ci/src/beacon.ts
  var FLUSH_MS = 100;
  var RETRY_MS = 10;
  var REST_MS2 = 700;
  var PRESSING_CHARACTERS = 32e3;
  function beaconSink(env2, poster2) {
    const { after, window: window2 } = env2;
    const isLocal = isFromLoopback(window2);
    const waiting = createWaiting(poster2);
    let isHeld = true;
    let isPressing = false;
    let endRest;
    let cancel;
    const deliver = () => {
      cancel = void 0;
      isPressing = false;
      if (isHeld || waiting.characters() === 0) return;
      waiting.flush();
      if (waiting.characters() > 0) deliverAfter(RETRY_MS);
      else rest();
    };
    const deliverAfter = (milliseconds) => {
      cancel?.();
      cancel = after(milliseconds, deliver);
    };
    const rest = () => {
      endRest?.();
      endRest = after(REST_MS2, () => {
        endRest = void 0;
        if (waiting.characters() > 0 && cancel === void 0) deliverAfter(0);
      });
    };
    const schedule = () => {
      if (isHeld || isPressing) return;
      isPressing = waiting.characters() > PRESSING_CHARACTERS;
      if (isPressing) deliverAfter(0);
      else if (cancel === void 0 && endRest === void 0) deliverAfter(FLUSH_MS);
    };
    const flushIfAllowed = () => {
      if (!isHeld || env2.leaving.isUnderWay() && isLocal) waiting.flushLast();
    };
    const departure = watchDeparture(env2, { hidden: flushIfAllowed });
    return {
      send(route, lines) {
        waiting.add({ route, lines });
        if (departure.isOver()) flushIfAllowed();
        else schedule();
      },
      passOn() {
        if (!isHeld || isLocal) waiting.flushLast();
      },
      hold() {
        isHeld = true;
      },
      release() {
        isHeld = false;
        schedule();
      },
      close() {
        departure.stopWatching();
        waiting.clear();
      }
    };
  }

  // packages/gasoline-ci/src/recent.ts
  var RECENT_MILLISECONDS = 500;
  function createRecent(now) {
    let said = [];
    let characters = 0;
    return {
      add({ route, lines }) {
        append(said, { route, lines, at: now() });
        characters += lines.length;
        for (let oldest = said[0]; oldest !== void 0 && characters > BEACON_CHARACTERS; oldest = said[0]) {
          said = without(said, oldest);
          characters -= oldest.lines.length;
        }
      },
      batches() {
        const earliest = now() - RECENT_MILLISECONDS;
        const recent = [];
        for (let index = 0; index < said.length; index += 1) {
          const batch = said[index];
          if (batch !== void 0 && batch.at >= earliest) append(recent, batch);
        }
        return recent;
      }
    };
  }

  // packages/gasoline-ci/src/undisturbed.ts
  function undisturbedBy(window2) {
    const { JSON: JSON2, Map: Map2, Array: Array2, Object: Object2 } = window2;
    const dependences = [
      ...["JSON", "Map"].map((name) => dependence(window2, name)),
      // Not that of a library which came before us: its promises would run in the page's own turns.
      { owner: window2, name: "Promise", original: BrowserPromise },
      dependence(JSON2, "stringify"),
      ...["get", "set", "has"].map((name) => dependence(Map2.prototype, name)),
      ...[Array2, Object2].map(({ prototype }) => dependence(prototype, "toJSON"))
    ];
    return (call2) => {
      const undos = [];
      for (let index = 0; index < dependences.length; index += 1) putBack(dependences[index], undos);
      try {
        call2();
      } finally {
        for (let index = undos.length - 1; index >= 0; index -= 1) undos[index]?.();
      }
    };
  }
  function dependence(owner, name) {
    return { owner, name, original: hasOwn(owner, name) ? get(owner, name) : void 0 };
  }
  function putBack(dependent, undos) {
    if (dependent === void 0) return;
    const { owner, name, original } = dependent;
    const current = getOwnPropertyDescriptor(owner, name);
    if (current === void 0 ? original === void 0 : hasOwn(current, "value") && current.value === original)
      return;
    const own = {
      value: original,
      writable: current?.writable ?? true,
      enumerable: current?.enumerable ?? false,
      configurable: current?.configurable ?? true
    };
    if (!defineProperty(owner, name, own)) return;
    append(undos, () => {
      if (current === void 0) deleteProperty(owner, name);
      else defineProperty(owner, name, current);
    });
  }

  // packages/gasoline-ci/src/binding.ts
  var BINDING = "__gasolineBinding";
  var MAX_UNHEARD = 20;
  function takeBinding(window2) {
    const binding2 = Reflect.get(window2, BINDING);
    if (!isBinding(binding2)) return void 0;
    Reflect.deleteProperty(window2, BINDING);
    return binding2;
  }
  function bindingSink(env2, binding2, remainder) {
    const undisturbed = undisturbedBy(env2.window);
    let unheard = [];
    const recent = createRecent(env2.now);
    let saidLeaving = [];
    let stopListening;
    const releaseAll = () => {
      env2.releases.now("leaving");
    };
    const stopKeeping = env2.releases.whileKeeping(() => env2.listen("beforeunload", releaseAll));
    const say = (batch) => {
      const { document: document2 } = env2.window;
      undisturbed(() => {
        const answer = binding2(messageOf(batch));
        if (!isPromise2(answer)) {
          if (!env2.leaving.isUnderWay()) recent.add(batch);
          return;
        }
        stopListening ??= env2.listen("beforeunload", releaseAll);
        unheard = withNewest(unheard, batch);
        void heed(answer, (value) => {
          unheard = without(unheard, batch);
          if (isPair(value)) remainder.allow(document2, value[0], value[1]);
        });
      });
    };
    const removal = watchRemoval(env2);
    const departure = watchDeparture(env2, {
      hidden() {
        if (!env2.leaving.isUnderWay()) return;
        remainder.send(saidLeaving);
        remainder.send(unheard);
        remainder.send(recent.batches());
      },
      back() {
        const again = saidLeaving;
        saidLeaving = [];
        for (let index = 0; index < again.length; index += 1) {
          const batch = again[index];
          if (batch !== void 0) say(batch);
        }
      }
    });
    return {
      send(route, lines) {
        const batch = { route, lines };
        if (env2.leaving.isUnderWay()) saidLeaving = withNewest(saidLeaving, batch);
        if (departure.isOver()) remainder.send([batch]);
        say(batch);
      },
      isHurried: removal.isUnderWay,
      close() {
        departure.stopWatching();
        removal.stopWatching();
        stopKeeping();
        stopListening?.();
      }
    };
  }
  function withNewest(list, batch) {
    const kept = list.length < MAX_UNHEARD ? list : without(list, list[0]);
    const next2 = without(kept, void 0);
    append(next2, batch);
    return next2;
  }
  function messageOf({ route, lines }) {
    return `{"path":"${route}","body":${bodyOf(route, lines)}}`;
  }
  function isPair(value) {
    return typeof value === "object" && value !== null;
  }
  function isPromise2(answer) {
    return typeof answer === "object" && answer !== null;
  }
  async function heed(answer, react) {
    try {
      react(await answer);
    } catch {
    }
  }
  function isBinding(value) {
    return typeof value === "function";
  }

  // packages/gasoline-ci/src/config.ts
  var DEFAULT_HOST = "127.0.0.1";
  var DEFAULT_PORT = "7890";
  var LONGEST_TEST_ID = 1024;
  function readConfig(window2, outside) {
    const read = (name) => {
      const value = Reflect.get(window2, name);
      if (getOwnPropertyDescriptor(window2, name)?.writable === false) deleteProperty(window2, name);
      return value;
    };
    const host = setting(read, "__GASOLINE_HOST") ?? DEFAULT_HOST;
    const port = setting(read, "__GASOLINE_PORT") ?? DEFAULT_PORT;
    const isBare = host.includes(":") && !host.startsWith("[");
    const server = `http://${isBare ? `[${host}]` : host}:${port}`;
    const errorsOnly = setting(read, "__GASOLINE_CAPTURE_MODE") === "errors-only";
    return {
      server,
      settings: {
        ...errorsOnly ? CAPTURE_ERRORS : CAPTURE_ALL,
        aiContext: aiContext(read, outside),
        ownServer: server
      },
      session: setting(read, "__GASOLINE_SESSION"),
      tab: setting(read, "__GASOLINE_TAB"),
      testId: testIdOf(read)
    };
  }
  function aiContext(read, outside) {
    const isWanted2 = isOn(read("__GASOLINE_AI_CONTEXT"), true);
    const snippets = read("__GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS");
    const source = outside === "somebody" && snippets !== "unavailable" ? "outside" : "unavailable";
    const { componentTree, stateSnapshot } = AI_CONTEXT;
    const parts = {
      componentTree: isOn(read("__GASOLINE_AI_CONTEXT_COMPONENT_TREE"), componentTree),
      stateSnapshot: isOn(read("__GASOLINE_AI_CONTEXT_STATE_SNAPSHOT"), stateSnapshot),
      sourceSnippets: isOn(snippets, true) ? source : "off"
    };
    return isWanted2 ? parts : void 0;
  }
  function isOn(value, fallback) {
    if (typeof value === "boolean") return value;
    return value === "on" || value !== "off" && fallback;
  }
  function setting(read, name) {
    const value = read(name);
    return typeof value === "string" && value !== "" || typeof value === "number" ? String(value) : void 0;
  }
  function testIdOf(read) {
    const testId = setting(read, "__GASOLINE_TEST_ID");
    if (testId === void 0 || new TextEncoder().encode(testId).length <= LONGEST_TEST_ID) return testId;
    console.warn(
      `[gasoline] This page is captured without its test: __GASOLINE_TEST_ID is longer than ${LONGEST_TEST_ID} bytes.`
    );
    return void 0;
  }

  // packages/gasoline-ci/src/failures.ts
  function watchFailures(env2, server, react) {
    const observation = env2.timeline.observe("resource", (entries) => {
      for (let index = 0; index < entries.length; index += 1) {
        const entry = entries[index];
        if (!isResource2(entry) || entry.initiatorType !== "beacon" || entry.responseStatus !== 0) continue;
        if (indexOf(entry.name, `${server}/`) === 0) {
          react();
          return;
        }
      }
    });
    return () => observation?.stop();
  }
  function isResource2(entry) {
    return entry?.entryType === "resource";
  }

  // packages/gasoline-ci/src/frame-path.ts
  function framePath(window2) {
    let path = "";
    let frame = window2;
    while (frame !== frame.parent) {
      path = `.${indexAmongSiblings(frame)}${path}`;
      frame = frame.parent;
    }
    return `0${path}`;
  }
  function indexAmongSiblings(frame) {
    const siblings = frame.parent;
    for (let index = 0; index < siblings.length; index += 1) {
      if (siblings[index] === frame) return index;
    }
    return siblings.length;
  }

  // packages/gasoline-ci/src/post.ts
  var KEEPALIVE_BYTES = 65536;
  var JSON_TYPE = "application/json";
  function createPoster(window2, server) {
    const { Blob, navigator, Response, Reflect: Reflect2 } = window2;
    const { text } = Response.prototype;
    const { apply: apply2 } = Reflect2;
    const { fetch } = window2;
    const beacon = "sendBeacon" in navigator ? navigator.sendBeacon.bind(navigator) : void 0;
    let keptAlive = 0;
    const post = async (path, body, keepalive) => {
      const response = await apply2(fetch, window2, [
        `${server}${path}`,
        { method: "POST", headers: { "Content-Type": JSON_TYPE }, body, keepalive, credentials: "omit" }
      ]);
      await apply2(text, response, []);
      return response;
    };
    const bodyFor = ({ route, lines }) => new Blob([bodyOf(route, lines)], { type: JSON_TYPE });
    return {
      hasRoomFor(batches) {
        let bytes2 = 0;
        for (let index = 0; index < batches.length; index += 1) {
          const batch = batches[index];
          if (batch !== void 0) bytes2 += bodyFor(batch).size;
        }
        return bytes2 <= KEEPALIVE_BYTES;
      },
      async hello(session) {
        const hello = {
          client: "ci",
          version: "0.1.0",
          wire: WIRE_VERSION,
          session,
          clock: Date.now()
        };
        try {
          return (await post("/hello", JSON.stringify(hello), true)).ok;
        } catch {
          return false;
        }
      },
      send(route, lines) {
        const body = bodyFor({ route, lines });
        const fits = body.size <= KEEPALIVE_BYTES;
        if (fits && beacon !== void 0) return beacon(`${server}${route}`, body);
        if (fits && keptAlive + body.size > KEEPALIVE_BYTES) return false;
        const size = fits ? body.size : 0;
        keptAlive += size;
        const done = () => {
          keptAlive -= size;
        };
        post(route, body, fits).then(done, done);
        return true;
      }
    };
  }

  // packages/gasoline-ci/src/remainder.ts
  var POLICY = 'meta[http-equiv="content-security-policy" i]';
  function createRemainder({ window: window2, dom }, poster2) {
    const isLocal = isFromLoopback(window2);
    let allowed;
    return {
      allow(document2, tab, testId) {
        if (typeof tab !== "string" || window2.top !== window2) return;
        const test = typeof testId === "string" ? `"test_id":${quote(testId)},` : "";
        allowed = { document: document2, fields: `"tab":${quote(tab)},${test}` };
      },
      send(batches) {
        const { document: document2 } = window2;
        if (batches.length === 0 || allowed?.document !== document2 || !isLocal) return;
        if (dom.find(document2, POLICY) !== null) return;
        const together = [];
        for (let index = 0; index < batches.length; index += 1) {
          const batch = batches[index];
          if (batch === void 0) continue;
          const { route, lines } = batch;
          enqueue(together, { route, lines: completed(lines, allowed.fields) });
        }
        for (let index = 0; index < together.length; index += 1) {
          const batch = together[index];
          if (batch !== void 0) poster2.send(batch.route, batch.lines);
        }
      }
    };
  }
  function completed(lines, fields) {
    const next2 = indexOf(lines, ENTRY_SEPARATOR);
    const line = `{${fields}${slice(lines, 1, next2 < 0 ? void 0 : next2)}`;
    if (next2 < 0) return line;
    const start2 = next2 + ENTRY_SEPARATOR.length;
    return `${line}${ENTRY_SEPARATOR}${completed(slice(lines, start2), fields)}`;
  }

  // packages/gasoline-ci/src/start-with-binding.ts
  var LIMITS = { entries: 500, characters: BEACON_CHARACTERS };
  function startWithBinding({ env: env2, config: config2, poster: poster2, send: send2, parts, offered }) {
    const remainder = createRemainder(env2, poster2);
    const { session, testId } = config2;
    const frame = window.top === window ? "0" : void 0;
    startCapture(env2, bindingSink(env2, send2, remainder), {
      identity: { session, frame, testId },
      limits: LIMITS,
      settings: () => config2.settings,
      ...parts,
      offered: {
        ...offered,
        // Who gives no time may be about to lose the page.
        flush(milliseconds) {
          if (typeof milliseconds === "number") return releaseWithin(env2, milliseconds);
          env2.releases.now("asked");
          return void 0;
        },
        allowBeacons(tab) {
          remainder.allow(window.document, tab);
        }
      }
    });
  }

  // packages/gasoline-ci/src/index.ts
  var env = createEnv(window, watchVitals);
  var binding = takeBinding(window);
  var config = readConfig(window, binding === void 0 ? "nobody" : "somebody");
  var poster = createPoster(window, config.server);
  async function startWithBeacons() {
    const session = config.session ?? env.newId();
    const identity = {
      session,
      tab: config.tab ?? env.newId(),
      frame: framePath(window),
      testId: config.testId
    };
    const options = {
      identity,
      limits: LIMITS,
      settings: () => config.settings,
      recogniser,
      landmarksOf,
      createEnrichment,
      unseenInWorkers: ["worker console", "worker rejections", "worker requests"]
    };
    const sink = beaconSink(env, poster);
    const stop = startCapture(env, sink, options);
    let isAsking = false;
    let wasReached = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      sink.hold();
      const { document: document2 } = window;
      if (await poster.hello(session)) {
        isAsking = false;
        wasReached = true;
        sink.release();
        return;
      }
      env.after(0, () => {
        if (document2 === window.document) {
          end();
          return;
        }
        isAsking = false;
        void ask();
      });
    };
    const end = () => {
      stopWatching();
      stop();
      sayUnreachable(wasReached ? "Nothing more" : "Nothing");
    };
    const stopWatching = watchFailures(env, config.server, () => void ask());
    await ask();
  }
  function sayUnreachable(extent) {
    console.warn(`[gasoline] ${extent} is captured: this page cannot reach ${config.server}.`);
  }
  function endWithoutOrigin() {
    env.leaving.stopWatching();
    const isBlank = window.location.href === "about:blank";
    if (window.top === window && !isBlank) sayUnreachable("Nothing");
  }
  function start() {
    if (isCaptured(window)) env.leaving.stopWatching();
    else if (binding !== void 0)
      startWithBinding({
        env,
        config,
        poster,
        send: binding,
        parts: { recogniser, landmarksOf, createEnrichment }
      });
    else if (isWithoutOrigin(window)) endWithoutOrigin();
    else void startWithBeacons();
  }
  start();
})();
} catch {}
//# sourceURL=gasoline:ci.js
