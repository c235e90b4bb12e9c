import { describe, expect, it } from 'vitest';

import type { PageWindow } from '../../src/page-window.ts';
import { capturePage, endOfTurn } from '../page.ts';
import type { Entry } from '../page.ts';

function throwIn(window: PageWindow, error: unknown, details: ErrorEventInit = {}): void {
  const place = {
    filename: 'http://localhost:3000/app.js',
    lineno: 3,
    colno: 9,
    message: 'Uncaught something',
  };
  window.dispatchEvent(new window.ErrorEvent('error', { ...place, ...details, error }));
}

function rejectIn(window: PageWindow, reason: unknown): void {
  const promise = Promise.resolve();
  window.dispatchEvent(new window.PromiseRejectionEvent('unhandledrejection', { promise, reason }));
}

/** An error whose stack is the same everywhere. */
function placed(error: Error, script: string): Error {
  return Object.assign(error, { stack: `${String(error)}\n    at http://localhost:3000/${script}:1:2` });
}

async function captured(act: (window: PageWindow) => void): Promise<Entry[]> {
  const { window, entries } = capturePage();
  act(window);
  await endOfTurn();
  return entries;
}

describe('an uncaught error', () => {
  it('becomes an entry with message, stack and place', async () => {
    const error = new TypeError('no basket');
    const entries = await captured((window) => {
      throwIn(window, error);
    });
    expect(entries).toEqual([
      {
        type: 'exception',
        ts: '2026-01-02T03:04:05.678Z',
        level: 'error',
        mechanism: 'error',
        message: 'TypeError: no basket',
        stack: error.stack,
        source: 'app.js:3',
        filename: 'http://localhost:3000/app.js',
        lineno: 3,
        colno: 9,
        url: 'http://localhost:3000/cart',
        page: 'id1',
        n: 1,
        eventId: 'id1-1',
      },
    ]);
  });

  /** masked-in-page-02 */
  it('leaves the page without the values of sensitive fields', async () => {
    const error = placed(new Error('refused: {"password":"hunter2"} api_key=abc123def456'), 'app.js');
    const [entry] = await captured((window) => {
      throwIn(window, error);
    });
    const message = 'Error: refused: {"password":"[redacted]"} api_key=[redacted]';
    expect(entry).toMatchObject({ message, stack: `${message}\n    at http://localhost:3000/app.js:1:2` });
  });

  it('of a foreign script says no more than the browser does', async () => {
    const hidden = { message: 'Script error.', filename: '', lineno: 0, colno: 0 };
    const [entry] = await captured((window) => {
      throwIn(window, null, hidden);
    });
    expect(entry).toMatchObject({ message: 'Script error.' });
    expect(Object.keys(entry ?? {})).not.toContain('filename');
  });

  it('may be anything', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const thrown = ['text', 7, { code: 1 }, Symbol('s'), proxy, new Error('')];
    const entries = await captured((window) => {
      for (const value of thrown) throwIn(window, value);
    });
    expect(entries.map(({ message }) => message)).toEqual([
      'text',
      '7',
      '{"code":1}',
      '[Symbol(s)]',
      '[Unreadable]',
      'Error',
    ]);
  });

  it('is cut where it is too long', async () => {
    const [entry] = await captured((window) => {
      throwIn(window, new Error('x'.repeat(50 * 1024 * 1024)));
    });
    expect(String(entry?.['message']).length).toBeLessThan(10_300);
    expect(String(entry?.['stack']).length).toBeLessThan(33_000);
  });

  it('tells its causes below its own stack', async () => {
    const cause = placed(new TypeError('no basket', { cause: { code: 'E42' } }), 'basket.js');
    const error = placed(new Error('no total', { cause }), 'total.js');
    const [entry] = await captured((window) => {
      throwIn(window, error);
    });
    expect(entry).toMatchObject({ message: 'Error: no total' });
    expect(entry?.['stack']).toBe(
      [
        'Error: no total',
        '    at http://localhost:3000/total.js:1:2',
        'Caused by: TypeError: no basket',
        '    at http://localhost:3000/basket.js:1:2',
        'Caused by: {"code":"E42"}',
      ].join('\n'),
    );
  });

  it('tells each of several errors, and stacks without a message with one', async () => {
    const first = Object.assign(new RangeError('too far'), { stack: 'go@http://localhost:3000/far.js:1:2' });
    const error = Object.assign(new AggregateError([first, 'text']), { stack: 'AggregateError' });
    const [entry] = await captured((window) => {
      rejectIn(window, error);
    });
    expect(entry?.['stack']).toBe(
      [
        'AggregateError',
        'Error 1 of 2: RangeError: too far',
        'go@http://localhost:3000/far.js:1:2',
        'Error 2 of 2: text',
      ].join('\n'),
    );
    expect(entry).not.toHaveProperty('source');
  });

  it('tells of causes without end a few, and calls no accessor for one', async () => {
    const circular = placed(new Error('circular'), 'a.js');
    circular.cause = circular;
    const deep = placed(new Error('deep'), 'b.js');
    for (let error = deep, depth = 0; depth < 50; depth += 1) {
      const cause = placed(new Error(`${depth}`), 'c.js');
      error.cause = cause;
      error = cause;
    }
    const wide = new AggregateError(
      Array.from({ length: 50 }, (_, index) => new Error('x'.repeat(99_999), { cause: index })),
    );
    let isCalled = false;
    const getter = Object.defineProperty(placed(new Error('getter'), 'd.js'), 'cause', {
      get: () => (isCalled = true),
    });
    const entries = await captured((window) => {
      for (const error of [circular, deep, wide, getter]) throwIn(window, error);
    });
    const stacks = entries.map(({ stack }) => String(stack));
    expect(stacks.map((stack) => stack.match(/^(?:Caused by|Error \d+ of 50): /gm)?.length ?? 0)).toEqual([
      0, 5, 10, 0,
    ]);
    expect(Math.max(...stacks.map(({ length }) => length))).toBeLessThan(66_000);
    expect(isCalled).toBe(false);
  });

  it('is not a resource that failed to load', async () => {
    const entries = await captured(({ document, Event }) => {
      const image = document.body.appendChild(document.createElement('img'));
      image.dispatchEvent(new Event('error'));
    });
    expect(entries).toEqual([]);
  });

  it('is seen before a page listener that stops it', async () => {
    const { window, entries } = capturePage();
    window.addEventListener(
      'error',
      (event) => {
        event.stopImmediatePropagation();
      },
      true,
    );
    throwIn(window, new Error('stopped'));
    await endOfTurn();
    expect(entries).toHaveLength(1);
  });
});

describe('an unhandled rejection', () => {
  it('is recorded with its reason, error or not', async () => {
    const entries = await captured((window) => {
      rejectIn(window, new RangeError('late'));
      rejectIn(window, undefined);
    });
    expect(entries).toMatchObject([
      {
        mechanism: 'unhandledrejection',
        message: 'RangeError: late',
        source: expect.stringContaining('.test.ts:'),
      },
      { mechanism: 'unhandledrejection', message: '[undefined]' },
    ]);
  });
});

describe('stopping', () => {
  it('removes the listeners', async () => {
    const { window, entries, stop } = capturePage();
    stop();
    throwIn(window, new Error('unheard'));
    rejectIn(window, 'unheard');
    await endOfTurn();
    expect(entries).toEqual([]);
  });
});
