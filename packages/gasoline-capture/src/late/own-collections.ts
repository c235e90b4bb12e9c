/**
 * The language's collections with their methods on prototypes of their own, taken before any page code ran: libraries in
 * the part that comes late use these in place of what the page may have replaced (`define` in scripts/build.mjs).
 */

const { defineProperties, getOwnPropertyDescriptors } = Object;

class OwnSet<Item> extends Set<Item> {}
class OwnMap<Key, Value> extends Map<Key, Value> {}
class OwnWeakMap<Key extends WeakKey, Value> extends WeakMap<Key, Value> {}

defineProperties(OwnSet.prototype, getOwnPropertyDescriptors(Set.prototype));
defineProperties(OwnMap.prototype, getOwnPropertyDescriptors(Map.prototype));
defineProperties(OwnWeakMap.prototype, getOwnPropertyDescriptors(WeakMap.prototype));

/** By the names of those they stand for. */
export const ownCollections = { Set: OwnSet, Map: OwnMap, WeakMap: OwnWeakMap };
