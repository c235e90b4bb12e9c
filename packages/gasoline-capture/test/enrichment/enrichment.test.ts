import { describe, expect, it } from 'vitest';

import type { AiContextSettings, Settings } from '../../src/settings.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, endOfTurn, QUIET, sabotaged } from '../page.ts';
import type { Entry } from '../page.ts';

import { COMPONENTS, EVERYTHING } from './app.ts';

/** A captured page whose time passes only when a test says so. */
function page(aiContext: AiContextSettings | undefined, now = createTestEnv().now) {
  const { timers, pass } = manualTimers();
  const env = { ...createTestEnv(), ...timers, now };
  const { window, entries, stop } = capturePage({ settings: () => ({ ...QUIET, aiContext }) }, env);
  const button = window.document.body.appendChild(window.document.createElement('button'));
  button.focus();
  return {
    window,
    entries,
    stop,
    pass,
    fail(message: string): void {
      window.dispatchEvent(new window.ErrorEvent('error', { message }));
    },
    /** Puts the focus on an element as React 19 makes it, in a component of this name. */
    focusOn(name: string): void {
      const fiber = { tag: 5, type: 'button', return: { tag: 0, type: { [name]: () => null }[name] } };
      Object.defineProperty(button, '__reactFiber$test', { value: fiber, enumerable: true });
    },
  };
}

const BASE = {
  type: 'exception',
  ts: '2026-01-02T03:04:05.678Z',
  level: 'error',
  mechanism: 'error',
  url: 'http://localhost:3000/cart',
  page: 'id1',
};

const ANCESTRY = { framework: 'react', components: [{ name: 'Cart' }], near: 'it has the focus' };

describe('an error', () => {
  it('leaves at once, and what is found out follows', async () => {
    const { entries, fail, focusOn, pass } = page(EVERYTHING);
    focusOn('Cart');
    fail('boom');
    await endOfTurn();
    const base = { ...BASE, message: 'boom', n: 1, eventId: 'id1-1' };
    expect(entries).toEqual([{ ...base, enrichment: 'pending' }]);
    pass(0);
    await endOfTurn();
    expect(entries.slice(1)).toEqual([
      {
        type: 'exception',
        enrichment: 'done',
        _aiContext: {
          componentAncestry: ANCESTRY,
          missing: {
            stateSnapshot: 'no store found; `window.__gasoline.registerStore(name, store)` names one',
          },
        },
        page: 'id1',
        eventId: 'id1-1',
      },
    ]);
  });

  it('that is printed is followed as well, if it is an error', async () => {
    const { window, entries, pass } = page(COMPONENTS);
    window.console.error('no error');
    window.console.error('while saving', new TypeError('no user'));
    pass(0);
    await endOfTurn();
    expect(entries.map(({ enrichment, _aiContext }) => [enrichment, _aiContext])).toEqual([
      [undefined, undefined],
      ['pending', undefined],
      [
        'done',
        {
          missing: {
            componentAncestry: 'the element belongs to no component of React, Vue or Svelte',
          },
        },
      ],
    ]);
  });

  it('is what it always was where nothing is wanted', async () => {
    for (const nothing of [undefined, { ...COMPONENTS, componentTree: false }]) {
      const { entries, fail, pass } = page(nothing);
      fail('boom');
      pass(10_000);
      await endOfTurn();
      expect(entries).toEqual([{ ...BASE, message: 'boom', n: 1, eventId: 'id1-1' }]);
    }
  });

  it('waits for others where only they can add something', async () => {
    const { entries, fail, pass } = page({
      componentTree: false,
      stateSnapshot: false,
      sourceSnippets: 'outside',
    });
    fail('boom');
    pass(10_000);
    await endOfTurn();
    expect(entries.map(({ enrichment }) => enrichment)).toEqual(['pending']);
  });

  it('says that nobody fetches its source where nobody can', async () => {
    const { entries, fail, pass } = page({
      componentTree: false,
      stateSnapshot: false,
      sourceSnippets: 'unavailable',
    });
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(entries[1]).toMatchObject({
      enrichment: 'done',
      _aiContext: {
        missing: {
          sourceSnippets:
            'nobody outside of the page to fetch source maps: use the extension or the Playwright fixture',
        },
      },
    });
  });

  it('gets what there is when the page is left', async () => {
    const { window, entries, fail, focusOn } = page(COMPONENTS);
    focusOn('Cart');
    fail('boom');
    window.dispatchEvent(new window.Event('pagehide'));
    await endOfTurn();
    expect(contexts(entries)).toEqual([{ componentAncestry: ANCESTRY }]);
  });

  it('gets it also when capture ends, and then never again', async () => {
    const { entries, fail, focusOn, stop, pass } = page(COMPONENTS);
    focusOn('Cart');
    fail('boom');
    stop();
    pass(10_000);
    await endOfTurn();
    expect(contexts(entries)).toEqual([{ componentAncestry: ANCESTRY }]);
  });
});

describe('a hostile page', () => {
  it('cannot keep an error from leaving', async () => {
    const { window, entries, fail, pass } = page(COMPONENTS);
    window.eval(`document.querySelector('button').__reactFiber$x = new Proxy({}, {
      getOwnPropertyDescriptor() { throw new Error('no'); } })`);
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(entries).toEqual([{ ...BASE, message: 'boom', n: 1, eventId: 'id1-1' }]);
  });

  it('cannot make us wait for ourselves', async () => {
    const { window, entries, fail, focusOn } = page(COMPONENTS);
    focusOn('Cart');
    fail('boom');
    window.eval(
      `console.log(new Proxy({}, { ownKeys() { dispatchEvent(new Event('pagehide')); return []; } }))`,
    );
    await endOfTurn();
    expect(contexts(entries)).toEqual([{ missing: { componentAncestry: 'left out: out of time' } }]);
  });

  it('may break every built-in', async () => {
    const { window, entries, fail, focusOn, pass } = page(EVERYTHING);
    focusOn('Cart');
    window.eval(`__gasoline.registerStore('shop', { error: 'x' })`);
    fail('boom');
    const broken = (): never => {
      throw new Error('broken');
    };
    sabotaged(Array.prototype, 'map', { value: broken }, () => {
      sabotaged(Array.prototype, 'push', { value: broken }, () => {
        sabotaged(Object.prototype, 'toJSON', { value: broken }, () => {
          pass(0);
        });
      });
    });
    await endOfTurn();
    expect(contexts(entries)).toEqual([
      {
        componentAncestry: ANCESTRY,
        stateSnapshot: { source: 'shop', keys: { error: { type: 'string' } }, relevantSlice: { error: 'x' } },
      },
    ]);
  });
});

describe('time', () => {
  it('that a step takes too much of cuts it short', async () => {
    let now = 0;
    const { entries, fail, focusOn, pass } = page(COMPONENTS, () => (now += 30));
    focusOn('Cart');
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toMatchObject([{ missing: { componentAncestry: 'cut short: out of time' } }]);
  });

  it('that was taken by somebody else does not', async () => {
    let now = 0;
    /** Looks at the clock, the third of which is the first within a step. */
    let looks = -Infinity;
    const { entries, fail, focusOn, pass } = page(COMPONENTS, () => {
      looks += 1;
      return looks === 3 ? (now += 100) : now;
    });
    focusOn('Cart');
    fail('boom');
    looks = 0;
    pass(0);
    await endOfTurn();
    expect([now, contexts(entries)]).toEqual([100, [{ componentAncestry: ANCESTRY }]]);
  });

  it('that has passed leaves steps out', async () => {
    let now = 0;
    const { entries, fail, focusOn, pass } = page(EVERYTHING, () => now);
    focusOn('Cart');
    fail('boom');
    now = 4000;
    pass(0);
    await endOfTurn();
    const reason = 'left out: out of time';
    expect(contexts(entries)).toEqual([{ missing: { componentAncestry: reason, stateSnapshot: reason } }]);
  });
});

describe('500 errors', () => {
  it('alike cost one search, and the first twenty get its result', async () => {
    const { window, entries, fail, focusOn, pass } = page(EVERYTHING);
    focusOn('Cart');
    window.eval(
      `window.asked = 0; __gasoline.registerStore('s', { getState: () => ({ asked: window.asked += 1 }) })`,
    );
    for (let count = 0; count < 500; count += 1) fail('boom');
    pass(0);
    await endOfTurn();
    expect(entries.filter(({ enrichment }) => enrichment === 'pending')).toHaveLength(20);
    expect(new Set(contexts(entries).map((context) => JSON.stringify(context))).size).toBe(1);
    expect(contexts(entries)).toHaveLength(20);
    expect(Reflect.get(window, 'asked')).toBe(1);
  });

  it('that differ are not all followed', async () => {
    const { entries, fail, pass } = page(COMPONENTS);
    for (let count = 0; count < 500; count += 1) fail(`boom ${count}`);
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toHaveLength(20);
  });

  it('are looked at anew after a while', async () => {
    const { entries, fail, focusOn, pass } = page(COMPONENTS);
    fail('boom');
    pass(6000);
    focusOn('Cart');
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toEqual([
      { missing: { componentAncestry: expect.stringContaining('no component') } },
      { componentAncestry: ANCESTRY },
    ]);
  });
});

it('an error held back until the settings came is as they want it', async () => {
  let settings: Settings = { ...QUIET, aiContext: COMPONENTS };
  let release = (): void => undefined;
  const { timers, pass } = manualTimers();
  const { window, entries } = capturePage(
    {
      settings: () => settings,
      held(letGo) {
        release = letGo;
      },
    },
    { ...createTestEnv(), ...timers },
  );
  window.console.error(new Error('x'), { enrichment: 'pending' });
  pass(0);
  settings = { ...QUIET, aiContext: undefined };
  release();
  await endOfTurn();
  expect(entries).toHaveLength(1);
  expect(entries[0]?.['enrichment']).toBeUndefined();
  expect(entries[0]?.['args']).toMatchObject([{ message: 'x' }, { enrichment: 'pending' }]);
});

describe('components', () => {
  it('of what has the focus are only near, and the element of the current event comes first', async () => {
    // components-01
    const { window, entries, pass } = page(COMPONENTS);
    const [editor, toolbar] = ['Editor', 'Toolbar'].map((name) => {
      const button = window.document.body.appendChild(window.document.createElement('button'));
      const root = { tag: 3, child: {}, stateNode: { current: {} } };
      root.stateNode.current = root;
      const fiber = {
        tag: 5,
        type: 'button',
        return: { tag: 0, type: { [name]: () => null }[name], return: root },
      };
      Object.defineProperty(button, '__reactFiber$test', { value: fiber, enumerable: true });
      return button;
    });
    editor?.focus();
    toolbar?.addEventListener('click', () => {
      window.dispatchEvent(new window.ErrorEvent('error', { message: 'in the toolbar' }));
    });
    toolbar?.click();
    window.dispatchEvent(new window.ErrorEvent('error', { message: 'of a timer' }));
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toEqual([
      { componentAncestry: { framework: 'react', components: [{ name: 'Toolbar' }] } },
      {
        componentAncestry: { framework: 'react', components: [{ name: 'Editor' }], near: 'it has the focus' },
      },
    ]);
  });

  it('that are left out are counted', async () => {
    // components-05
    const { window, entries, fail, pass } = page(COMPONENTS);
    let fiber: object | undefined;
    for (let index = 0; index < 13; index += 1)
      fiber = { tag: 0, type: { [`C${index}`]: () => null }[`C${index}`], return: fiber };
    const button = window.document.querySelector('button') ?? window.document.body;
    Object.defineProperty(button, '__reactFiber$test', {
      value: { tag: 5, type: 'button', return: fiber },
      enumerable: true,
    });
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toMatchObject([
      { componentAncestry: { components: { length: 10, 0: { name: 'C3' } }, outer: 3 } },
    ]);
  });

  it('of the first stack that is printed are kept', async () => {
    // components-04
    const { window, entries, fail, pass } = page(COMPONENTS);
    const warn = (...names: string[]): void => {
      const lines = names.flatMap((name, index) => [...(index > 0 ? ['\n'] : []), ` at <${name}`, '>']);
      window.console.warn('[Vue warn]: Unhandled error during execution of render function', '\n', ...lines);
    };
    warn('Bomb', 'App');
    warn('App');
    fail('boom');
    pass(0);
    await endOfTurn();
    expect(contexts(entries)).toMatchObject([
      { componentAncestry: { framework: 'vue', components: [{ name: 'App' }, { name: 'Bomb' }] } },
    ]);
  });
});

describe('names', () => {
  it('of components are data: bounded, and without anything hidden', async () => {
    const { entries, fail, focusOn, pass } = page(COMPONENTS);
    focusOn(`\u0000\u001b[2J\u202e<b>${'x'.repeat(1_000_000)}`);
    fail('boom');
    pass(0);
    await endOfTurn();
    const name = `[2J<b>${'x'.repeat(51)}`;
    expect(contexts(entries)).toEqual([{ componentAncestry: { ...ANCESTRY, components: [{ name }] } }]);
  });
});

function contexts(entries: readonly Entry[]): readonly unknown[] {
  return entries.filter((entry) => '_aiContext' in entry).map((entry) => entry['_aiContext']);
}
