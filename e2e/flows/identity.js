/**
 * Knows which element is which, for whoever drives and surveys the app.
 *
 * Apps write the name into `data-self`; it is taken off before anything else can see it, so that no selector can use
 * it. The same name stands on the same thing whatever the data; an empty one takes it back.
 */
globalThis.flow = (() => {
  const names = new WeakMap();
  const roots = [];

  function take(node) {
    if (node.dataset?.self !== undefined) {
      if (node.dataset.self === '') names.delete(node);
      else names.set(node, node.dataset.self);
      node.removeAttribute('data-self');
    }
    node.querySelectorAll?.('[data-self]').forEach(take);
  }

  /** Also to be called with each shadow root. */
  function watch(root) {
    roots.push(root);
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) [target, ...addedNodes].forEach(take);
    });
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-self'],
    });
    take(root);
  }

  const elements = () =>
    roots.flatMap((root) => [...root.querySelectorAll('*')]).filter((it) => it.isConnected);
  const find = (name) => elements().find((element) => names.get(element) === name) ?? null;

  watch(document);
  return { faults: [], watch, elements, find, nameOf: (element) => names.get(element) };
})();
// As real apps tell their makers of errors.
flow.report = (error) => navigator.sendBeacon('/errors', String(error));
addEventListener('error', ({ error }) => flow.report(error));
addEventListener('unhandledrejection', ({ reason }) => flow.report(reason));
