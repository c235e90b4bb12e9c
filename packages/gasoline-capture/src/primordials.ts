/**
 * The language's own functions, taken before any page code ran.
 *
 * The page may replace `JSON.stringify`, break `Array.prototype.push` or put setters on `Object.prototype`. What
 * runs inside a page's call therefore goes through here: no method is looked up on a prototype, no array is
 * iterated by protocol, nothing is assigned where a prototype could intercept it.
 */

export const { apply, deleteProperty, get, getPrototypeOf, set } = Reflect;
const { defineProperty: defineAsTold } = Reflect;
export const construct: (...args: Parameters<typeof Reflect.construct>) => object = Reflect.construct;
// `Reflect` has a `getOwnPropertyDescriptor` too, which takes the engine three times as long.
export const { keys: objectKeys, hasOwn, is: isSameValue, getOwnPropertyDescriptor } = Object;
export const { isArray } = Array;
export const { isView } = ArrayBuffer;
export const { isFinite: isFiniteNumber } = Number;
export const { floor, max, min, round } = Math;
export const { parseFloat, parseInt } = globalThis;

const { bind, call } = Function.prototype;
const bindCall: <Args extends unknown[], Result>(
  bindMethod: typeof bind,
  callMethod: typeof call,
  to: readonly [(...args: Args) => Result],
) => (self: unknown, ...args: Args) => Result = apply;

/** A method as a function of its receiver: `call` bound to it, which needs no array for the arguments. */
export function uncurried<Args extends unknown[], Result>(
  method: (...args: Args) => Result,
): (self: unknown, ...args: Args) => Result {
  return bindCall(bind, call, [method]);
}

/** A getter as a function of its receiver; throws for receivers of another kind, which makes it a brand check. */
function getterOf(prototype: object, name: string) {
  return uncurried(getOwnPropertyDescriptor(prototype, name)?.get ?? refuse);
}

function refuse(): never {
  throw new TypeError('the page removed this getter before we came');
}

export const quote: (text: string) => string = JSON.stringify;
export const parseJson: (text: string) => unknown = JSON.parse;
const nativeTag: (value: unknown) => string = uncurried(Object.prototype.toString);
const { toStringTag } = Symbol;

/** No class hierarchy is as deep. */
const MAX_PROTOTYPES = 100;

/** The property that reading a name of an object would find, on the object itself or up its prototypes. */
function findProperty(object: object, name: string | symbol): PropertyDescriptor | undefined {
  let owner: object | null = object;
  for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
    if (hasOwn(owner, name)) return getOwnPropertyDescriptor(owner, name);
    owner = getPrototypeOf(owner);
  }
  return undefined;
}

/** Whether an object has a prototype among its own; unlike `instanceof` this asks no class of the page. */
export function inherits(object: object, prototype: object): boolean {
  let owner: object | null = object;
  for (let depth = 0; owner !== null && depth < MAX_PROTOTYPES; depth += 1) {
    if (owner === prototype) return true;
    owner = getPrototypeOf(owner);
  }
  return false;
}

/** `Object.prototype.toString`, except that no getter of the page is asked for the tag. */
export function objectTag(value: unknown): string {
  if (typeof value !== 'object' || value === null || isView(value)) return nativeTag(value);
  const tag = findProperty(value, toStringTag);
  return tag === undefined || hasOwn(tag, 'value') ? nativeTag(value) : '[object Object]';
}

/** The class of what the browser itself promises. A library that came before us may have put its own in the window. */
export const BrowserPromise = /* @__PURE__ */ promiseClass();

function promiseClass(): PromiseConstructor {
  const resting = async (): Promise<void> => Promise.resolve();
  const constructor: unknown = get(resting(), 'constructor');
  return isPromiseClass(constructor) ? constructor : Promise;
}

function isPromiseClass(value: unknown): value is PromiseConstructor {
  return typeof value === 'function';
}

export const slice: (text: string, start: number, end?: number) => string = uncurried(String.prototype.slice);
export const indexOf: (text: string, part: string, from?: number) => number = uncurried(
  String.prototype.indexOf,
);
export const lowerCase: (text: string) => string = uncurried(String.prototype.toLowerCase);
export const upperCase: (text: string) => string = uncurried(String.prototype.toUpperCase);
export const characterAt: (text: string, index: number) => string = uncurried(String.prototype.charAt);
export const characterCodeAt: (text: string, index: number) => number = uncurried(
  String.prototype.charCodeAt,
);
export const lastIndexOf: (text: string, part: string) => number = uncurried(String.prototype.lastIndexOf);
export const trim: (text: string) => string = uncurried(String.prototype.trim);
export const wellFormed: (text: string) => string = uncurried(String.prototype.toWellFormed);
export const bigintText: (value: bigint) => string = uncurried(BigInt.prototype.toString);
export const symbolText: (value: symbol) => string = uncurried(Symbol.prototype.toString);

export const dateTime: (value: unknown) => number = uncurried(Date.prototype.getTime);
export const dateText: (value: unknown) => string = uncurried(Date.prototype.toISOString);
export const regexpSource: (value: unknown) => string = getterOf(RegExp.prototype, 'source');
export const regexpFlags: (value: unknown) => string = getterOf(RegExp.prototype, 'flags');
export const mapSize: (value: unknown) => number = getterOf(Map.prototype, 'size');
export const setSize: (value: unknown) => number = getterOf(Set.prototype, 'size');
export const viewLength: (value: unknown) => number = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  'length',
);

const bufferLength: (value: unknown) => number = getterOf(ArrayBuffer.prototype, 'byteLength');
const viewByteLength: (value: unknown) => number = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  'byteLength',
);
const viewBuffer: (value: unknown) => ArrayBuffer = getterOf(
  getPrototypeOf(Uint8Array.prototype) ?? {},
  'buffer',
);
const viewOffset = getterOf(getPrototypeOf(Uint8Array.prototype) ?? {}, 'byteOffset');
const dataViewBuffer: (value: unknown) => ArrayBuffer = getterOf(DataView.prototype, 'buffer');
const dataViewOffset = getterOf(DataView.prototype, 'byteOffset');
const dataViewLength = getterOf(DataView.prototype, 'byteLength');
const OriginalBytes = Uint8Array;

/** Bytes of the page. Methods of views would ask the page which class to use for their result. */
export function firstBytes(source: object, count: number): Uint8Array {
  const [buffer, offset, length] = bytesOf(source);
  return new OriginalBytes(buffer, offset, min(length, count));
}

/** How many bytes a buffer or view holds; throws for anything else. */
export function byteLengthOf(source: object): number {
  return bytesOf(source)[2];
}

/** Whether an object is a buffer or a view of one. */
export function isBytes(value: object): boolean {
  return isView(value) || objectTag(value) === '[object ArrayBuffer]';
}

function isBuffer(value: object): value is ArrayBuffer {
  return !isView(value) && bufferLength(value) >= 0;
}

function bytesOf(source: object): readonly [buffer: ArrayBuffer, offset: number, length: number] {
  if (isBuffer(source)) return [source, 0, bufferLength(source)];
  try {
    return [viewBuffer(source), viewOffset(source), viewByteLength(source)];
  } catch {
    return [dataViewBuffer(source), dataViewOffset(source), dataViewLength(source)];
  }
}

export const WeakReference = WeakRef;
export const dereference: <Target extends object>(reference: WeakRef<Target>) => Target | undefined =
  uncurried(WeakRef.prototype.deref);

export const sorted: (list: string[]) => string[] = uncurried(Array.prototype.sort);

/** Match of a pattern of ours; patterns are never global, so no state is kept between calls. */
export const execute: (pattern: RegExp, text: string) => RegExpExecArray | null = uncurried(
  RegExp.prototype.exec,
);

const mapEntries = uncurried(Map.prototype.entries);
const setValues = uncurried(Set.prototype.values);
const nextOfMap = uncurried(mapEntries(new Map()).next);
const nextOfSet = uncurried(setValues(new Set()).next);

/** One step of a walk over a collection. */
export interface Step {
  readonly done?: boolean | undefined;
  readonly value: unknown;
}

/** Walks a map's entries, each a fresh pair. */
export function walkMap(map: unknown): () => Step {
  const entries = mapEntries(map);
  return () => nextOfMap(entries);
}

/** Walks a set's values. */
export function walkSet(set: unknown): () => Step {
  const values = setValues(set);
  return () => nextOfSet(values);
}

const hasMember = uncurried(Set.prototype.has);
const addMember = uncurried(Set.prototype.add);
const removeMember = uncurried(Set.prototype.delete);
const eachMember = uncurried(Set.prototype.forEach);
const { Set: OriginalSet, WeakMap: OriginalWeakMap } = globalThis;

/** A set whose methods the page cannot replace. */
export interface SafeSet<Item> {
  has(item: Item): boolean;
  add(item: Item): void;
  delete(item: Item): void;
  size(): number;
  each(visit: (item: Item) => void): void;
}

/** An empty set. */
export function createSet<Item>(): SafeSet<Item> {
  const members = new OriginalSet<Item>();
  return {
    has: (item) => hasMember(members, item),
    add: (item) => void addMember(members, item),
    delete: (item) => void removeMember(members, item),
    size: () => setSize(members),
    each: (visit) => {
      eachMember(members, (item: Item) => {
        visit(item);
      });
    },
  };
}

/** What we know about objects of the page, without a trace on them. */
export interface SafeWeakMap<Value> {
  get(key: unknown): Value | undefined;
  set(key: object, value: Value): void;
}

const recall: <Value>(map: WeakMap<object, Value>, key: object) => Value | undefined = uncurried(
  WeakMap.prototype.get,
);
const remember = uncurried(WeakMap.prototype.set);

/** An empty map. */
export function createWeakMap<Value>(): SafeWeakMap<Value> {
  const map = new OriginalWeakMap<object, Value>();
  return {
    get: (key) => (typeof key === 'object' && key !== null ? recall(map, key) : undefined),
    set: (key, value) => void remember(map, key, value),
  };
}

const createObject: (prototype: null) => Record<string, never> = Object.create;

/** An object that inherits nothing, so nothing a page put on `Object.prototype` shines through. */
export function bareObject(): object {
  return createObject(null);
}

/** The same as a dictionary of any names; assigning to it calls no setter. */
export function bareRecord<Value>(): Record<string, Value> {
  return createObject(null);
}

/** An ordinary member. Its class inherits nothing, like a bare object, but all of them share one hidden layout. */
class Member<Value> {
  readonly writable = true;
  readonly enumerable = true;
  readonly configurable = true;

  constructor(readonly value: Value) {}
}

Object.setPrototypeOf(Member.prototype, null);

const arrayPrototype = Array.prototype;
const objectPrototype = Object.prototype;

/** `list.push(item)` that no setter on a prototype can intercept. */
export function append<Item>(list: Item[], item: Item): void {
  const { length } = list;
  // An assignment is much faster, and safe where no prototype has anything in that place.
  if (getPrototypeOf(arrayPrototype) === objectPrototype && !(length in arrayPrototype)) list[length] = item;
  else defineAsTold(list, length, new Member(item));
}

/** A list but for one of its items. */
export function without<Item>(list: readonly Item[], one: Item | undefined): Item[] {
  const others: Item[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const other = list[index];
    if (other !== undefined && other !== one) append(others, other);
  }
  return others;
}

/** Defines a property; what somebody put on `Object.prototype` does not become a part of its description. */
export function defineProperty(owner: object, name: PropertyKey, description: PropertyDescriptor): boolean {
  const own = { __proto__: null, ...description };
  return defineAsTold(owner, name, own);
}
