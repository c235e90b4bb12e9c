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
