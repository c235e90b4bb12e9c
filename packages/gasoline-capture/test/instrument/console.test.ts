import { describe, expect, it } from 'vitest';

import type { CaptureLevel } from '../../src/settings.ts';
import { capturePage, createTestEnv, createWindow, endOfTurn, QUIET, sabotaged } from '../page.ts';

describe('a console call', () => {
  it('becomes an entry with everything the wire asks for', async () => {
    const { window, entries } = capturePage({
      identity: { session: 's', tab: '3', frame: '0', testId: 't' },
    });
    window.console.warn('slow %s', 'query', { ms: 900 });
    await endOfTurn();
    expect(entries).toEqual([
      {
        type: 'console',
        ts: '2026-01-02T03:04:05.678Z',
        level: 'warn',
        message: 'slow query {"ms":900}',
        args: ['slow %s', 'query', { ms: 900 }],
        source: expect.stringMatching(/^console\.test\.ts:\d+$/),
        url: 'http://localhost:3000/cart',
        session: 's',
        tab: '3',
        page: 'id1',
        frame: '0',
        n: 1,
        eventId: 'id1-1',
        test_id: 't',
      },
    ]);
  });

  it('is recorded where an assertion fails, in the words of browsers', async () => {
    // unseen-03
    const { window, entries } = capturePage();
    const { console } = window;
    console.assert(true, 'fine');
    console.assert(false, 'basket %s', 'empty', { items: 0 });
    console.assert(0);
    await endOfTurn();
    expect(entries.map(({ level, message, args }) => ({ level, message, args }))).toEqual([
      {
        level: 'error',
        message: 'Assertion failed: basket empty {"items":0}',
        args: ['basket %s', 'empty', { items: 0 }],
      },
      { level: 'error', message: 'Assertion failed', args: [] },
    ]);
  });

  /** masked-in-page-01 */
  it('leaves the page without the values of sensitive fields', async () => {
    const { window, entries } = capturePage();
    window.console.log('login', { user: 'ann', password: 'hunter2', otp: 123456 }, 'token=abc123def456');
    await endOfTurn();
    expect(entries).toMatchObject([
      {
        message:
          'login {"user":"ann","password":"[redacted]","otp":"[redacted:sensitive-field:number:6:0]"} token=[redacted]',
        args: [
          'login',
          { user: 'ann', password: '[redacted]', otp: '[redacted:sensitive-field:number:6:0]' },
          'token=[redacted]',
        ],
      },
    ]);
  });

  it('is recorded at each of the five levels, and at no other', async () => {
    const { window, entries } = capturePage();
    const { console } = window;
    console.debug('1');
    console.log('2');
    console.info('3');
    console.warn('4');
    console.error('5');
    console.count('6');
    await endOfTurn();
    expect(entries.map(({ level, n }) => [level, n])).toEqual([
      ['debug', 1],
      ['log', 2],
      ['info', 3],
      ['warn', 4],
      ['error', 5],
    ]);
  });

  it('below the level asked for is not recorded, from the moment that is asked for', async () => {
    let level: CaptureLevel = 'warnings';
    const { window, entries } = capturePage({ settings: () => ({ ...QUIET, level }) });
    const say = (): void => {
      for (const method of ['log', 'warn', 'error'] as const) window.console[method](`${level} ${method}`);
    };
    say();
    level = 'errors';
    say();
    await endOfTurn();
    expect(entries.map(({ message, n }) => [message, n])).toEqual([
      ['warnings warn', 1],
      ['warnings error', 2],
      ['errors error', 3],
    ]);
  });

  it('holds its arguments as they were at the call', async () => {
    const { window, entries } = capturePage();
    const state = { step: 1 };
    window.console.log(state);
    state.step = 2;
    await endOfTurn();
    expect(entries[0]?.['args']).toEqual([{ step: 1 }]);
  });

  it('of one turn leaves in one batch', async () => {
    const { window, batches } = capturePage();
    for (let index = 0; index < 20; index += 1) window.console.log(index);
    await endOfTurn();
    expect(batches).toEqual([20]);
  });

  it('is recorded although the page replaced what we need', async () => {
    const window = createWindow();
    window.console.log = () => undefined;
    const { entries } = capturePage({}, createTestEnv(window));
    const throws = {
      value: (): never => {
        throw new Error('page code ran');
      },
    };
    const log = (): void => {
      window.console.log('still here');
    };
    sabotaged(JSON, 'stringify', throws, log);
    sabotaged(Object.prototype, 'toJSON', throws, log);
    sabotaged(Object.prototype, 'message', { set: throws.value }, log);
    sabotaged(Date.prototype, 'toISOString', throws, log);
    await endOfTurn();
    expect(entries.map(({ message, args }) => [message, args])).toEqual(
      Array(4).fill(['still here', ['still here']]),
    );
  });
});

describe('the page', () => {
  it('keeps a frozen console', () => {
    const window = createWindow();
    Object.freeze(window.console);
    const { log } = window.console;
    const { stop } = capturePage({}, createTestEnv(window));
    expect(window.console.log).toBe(log);
    stop();
  });

  it('sees nothing enumerable on its window', () => {
    const window = createWindow();
    const before = [Object.keys(window), Object.keys(window.console)];
    capturePage({}, createTestEnv(window));
    expect([Object.keys(window), Object.keys(window.console)]).toEqual(before);
  });

  it('is captured once, by the first to come, and anew after that one stopped', async () => {
    const window = createWindow();
    const { log } = window.console;
    const first = capturePage({}, createTestEnv(window));
    const second = capturePage({}, createTestEnv(window));
    window.console.log('one');
    await endOfTurn();
    expect([first.entries.length, second.entries.length]).toEqual([1, 0]);
    second.stop();
    first.stop();
    expect(window.console.log).toBe(log);
    const third = capturePage({}, createTestEnv(window));
    window.console.log('two');
    await endOfTurn();
    expect([first.entries.length, third.entries.length]).toEqual([1, 1]);
  });
});
