import { describe, expect, it } from 'vitest';

import type { Env } from '../../src/env.ts';
import { CAPTURE_ALL } from '../../src/settings.ts';
import type { Vitals } from '../../src/vitals.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, endOfTurn } from '../page.ts';
import type { Entry } from '../page.ts';

const PERFORMANCE = { ...CAPTURE_ALL, actions: false, domSnapshots: false };

type SetVital = (name: keyof Vitals, value: number) => void;

/** A page that has loaded, whose vitals and time the test decides. */
async function loadedPage(): Promise<{
  entries: Entry[];
  pass(milliseconds: number): void;
  setVital: SetVital;
  leave(): void;
}> {
  const { timers, pass } = manualTimers();
  let setVital: SetVital = () => undefined;
  const env: Env = {
    ...createTestEnv(),
    ...timers,
    watchVitals: (react) => {
      setVital = react;
      return () => undefined;
    },
  };
  const { window, entries } = capturePage({ settings: () => PERFORMANCE }, env);
  window.dispatchEvent(new window.Event('load'));
  await endOfTurn();
  const leave = (): void => void window.dispatchEvent(new window.Event('pagehide'));
  return {
    entries,
    pass,
    leave,
    setVital: (...vital) => {
      setVital(...vital);
    },
  };
}

function performanceOf(entries: readonly Entry[]): unknown[] {
  return entries
    .filter(({ type }) => type === 'performance')
    .map(({ eventId, timing, _vitals }) => ({ eventId, isSnapshot: timing !== undefined, _vitals }));
}

describe('a performance snapshot', () => {
  it('is sent two seconds after the load and completed when the page is left', async () => {
    const { entries, pass, setVital, leave } = await loadedPage();
    pass(1999);
    await endOfTurn();
    expect(performanceOf(entries)).toEqual([]);
    pass(1);
    setVital('cumulativeLayoutShift', 0.1);
    leave();
    leave();
    await endOfTurn();
    const { eventId } = entries.find(({ type }) => type === 'performance') ?? {};
    expect(performanceOf(entries)).toEqual([
      { eventId, isSnapshot: true, _vitals: undefined },
      { eventId, isSnapshot: false, _vitals: { cumulativeLayoutShift: 0.1 } },
    ]);
  });

  it('is sent at once when the page is left before that', async () => {
    const { entries, pass, leave } = await loadedPage();
    leave();
    pass(5000);
    await endOfTurn();
    expect(performanceOf(entries).filter((entry) => JSON.stringify(entry).includes('true'))).toHaveLength(1);
  });
});
