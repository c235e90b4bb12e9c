import { describe, expect, it } from 'vitest';

import type { Settings } from '../src/settings.ts';

import { capturePage, endOfTurn, QUIET } from './page.ts';

/** A page whose settings come later. */
function pageWithLateSettings(): ReturnType<typeof capturePage> & { settle(settings: Settings): void } {
  let current = QUIET;
  let release = (): void => undefined;
  const page = capturePage({
    settings: () => current,
    held: (releaseHeld) => {
      release = releaseHeld;
    },
  });
  return {
    ...page,
    settle(settings) {
      current = settings;
      release();
    },
  };
}

describe('entries before the settings are known', () => {
  it('stay in the page, and leave in order once they are', async () => {
    const { window, entries, settle } = pageWithLateSettings();
    window.console.log('one');
    window.console.error('two');
    await endOfTurn();
    expect(entries).toEqual([]);
    settle(QUIET);
    window.console.log('three');
    await endOfTurn();
    expect(entries.map(({ message, n, eventId }) => [message, n, eventId])).toEqual([
      ['one', 1, 'id1-1'],
      ['two', 2, 'id1-2'],
      ['three', 3, 'id1-3'],
    ]);
  });

  it('are forgotten where they are not wanted, without looking lost', async () => {
    const { window, entries, settle } = pageWithLateSettings();
    window.console.log('chatter');
    window.console.error('first');
    window.console.log('chatter');
    settle({ ...QUIET, level: 'errors' });
    window.console.log('chatter');
    window.console.error('second');
    await endOfTurn();
    expect(entries.map(({ message, n }) => [message, n])).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
    expect(new Set(entries.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it('are dropped by halves when they are too many, and the gap says how many', async () => {
    const { window, entries, settle } = pageWithLateSettings();
    // 9,000 characters in the text and again in its arguments.
    for (let index = 0; index < 400; index += 1) window.console.log(`${index} ${'x'.repeat(9000)}`);
    settle(QUIET);
    await endOfTurn();
    const numbers = entries.map(({ n }) => Number(n));
    const first = Number(String(entries[0]?.['message']).split(' ')[0]);
    expect(first).toBeGreaterThan(0);
    expect(numbers).toEqual(Array.from({ length: 400 - first }, (_, index) => first + 1 + index));
  });

  it('are gone when capture ends before', async () => {
    const { window, entries, stop } = pageWithLateSettings();
    window.console.log('never');
    stop();
    await endOfTurn();
    expect(entries).toEqual([]);
  });
});
