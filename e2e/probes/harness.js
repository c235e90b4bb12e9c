/**
 * What the probes share. Each check has a name and becomes one line of text; the same page is loaded with and without
 * capture, and the lines are compared byte for byte.
 *
 * A classic script, as the oldest pages have: every file here runs in the page itself.
 */

'use strict';

const probe = {
  checks: [],
  mark: Symbol.for('gasoline.capture'),

  /** Names that have checks of their own: without them, the others would say nothing more. */
  isNotOurs(name) {
    return !/^__(?:gasoline$|GASOLINE_|playwright__)/.test(name);
  },

  check(name, act) {
    probe.checks.push({ name, act });
  },

  /** What an act throws, as text. */
  failure(act) {
    try {
      act();
      return 'no error';
    } catch (error) {
      return `${error?.name}: ${error?.message}`;
    }
  },

  /** What a promise is rejected with, as text. */
  rejection(promise) {
    return promise.then(
      () => 'no error',
      (error) => `${error?.name}: ${error?.message}`,
    );
  },

  /** The error that an act throws. */
  thrown(act) {
    try {
      act();
      return undefined;
    } catch (error) {
      return error;
    }
  },

  /** Resolves with the next event of a type. */
  event(target, type) {
    return new Promise((resolve) => {
      target.addEventListener(type, resolve, { once: true });
    });
  },

  /** A frame of our own origin, removed by `remove`. */
  frame(content = '') {
    const element = document.createElement('iframe');
    if (content !== '') element.srcdoc = content;
    document.body.append(element);
    return element;
  },

  /** After tasks and microtasks already queued. */
  turn() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  },

  async line({ name, act }) {
    const late = new Promise((resolve) => {
      setTimeout(resolve, 5000, 'no answer');
    });
    let value;
    try {
      value = await Promise.race([Promise.resolve(act()), late]);
    } catch (error) {
      value = `threw ${error?.stack ?? error}`;
    }
    return `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  },

  async run() {
    const lines = [];
    // One after the other, so that no check sees the events of another.
    for (const check of probe.checks) lines.push(await probe.line(check));
    probe.lines = lines;
  },
};
