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
  block(milliseconds: number): void;
}> {
  const { timers, pass } = manualTimers();
  let setVital: SetVital = () => undefined;
  let block: (milliseconds: number) => void = () => undefined;
  const testEnv = createTestEnv();
  const env: Env = {
    ...testEnv,
    ...timers,
    timeline: {
      ...testEnv.timeline,
      observe(type, react) {
        if (type !== 'longtask') return testEnv.timeline.observe(type, react);
        block = (duration) => {
          react([{ duration, entryType: type, name: 'self', startTime: 0, toJSON: () => ({}) }]);
        };
        return { catchUp: () => undefined, stop: () => undefined };
      },
    },
    watchVitals: (react) => {
      setVital = react;
      return () => undefined;
    },
  };
  const { window, entries } = capturePage({ settings: () => PERFORMANCE }, env);
  block(700);
  window.dispatchEvent(new window.Event('load'));
  await endOfTurn();
  const leave = (): void => void window.dispatchEvent(new window.Event('pagehide'));
  return {
    entries,
    pass,
    leave,
    block: (milliseconds) => {
      block(milliseconds);
    },
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

describe('a task that blocks the page', () => {
  it('is reported when it happens after the load and takes more than half a second', async () => {
    const { entries, block } = await loadedPage();
    block(500);
    block(812);
    await endOfTurn();
    expect(
      entries
        .filter(({ type }) => type === 'longtask')
        .map(({ level, message, duration }) => ({ level, message, duration })),
    ).toEqual([{ level: 'warn', message: 'Main thread blocked for 812 ms', duration: 812 }]);
  });
});
