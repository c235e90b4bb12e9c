import { expect, it } from 'vitest';

import { VisibleTab } from '../../src/worker/visible-tab.ts';

/** A shutter with a clock that moves only while somebody sleeps. */
function shutter(answers: readonly (string | Error)[]): {
  tab: VisibleTab;
  times: number[];
} {
  let now = 0;
  const times: number[] = [];
  const tab = new VisibleTab({
    capture: () => {
      const answer = answers[times.length] ?? 'picture';
      times.push(now);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    now: () => now,
    sleep: (milliseconds) => {
      now += milliseconds;
      return Promise.resolve();
    },
  });
  return { tab, times };
}

const LIMIT = new Error('This request exceeds the MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND quota.');

it('takes pictures one after the other, at most two a second', async () => {
  const { tab, times } = shutter(['a', 'b', 'c']);
  const taken = await Promise.all([tab.capture(1), tab.capture(1), tab.capture(2)]);
  expect(taken).toEqual(['a', 'b', 'c']);
  expect(times).toEqual([0, 500, 1000]);
});

it('waits and tries again where Chrome finds it too early, but not for ever', async () => {
  const { tab, times } = shutter([LIMIT, LIMIT, 'a']);
  expect(await tab.capture(1)).toBe('a');
  expect(times).toEqual([0, 500, 1000]);
  await expect(shutter([LIMIT, LIMIT, LIMIT, LIMIT]).tab.capture(1)).rejects.toBe(LIMIT);
});

it('hands on any other refusal, and the next picture does not suffer', async () => {
  const denied = new Error("Either the '<all_urls>' or 'activeTab' permission is required.");
  const { tab } = shutter([denied, 'b']);
  const first = tab.capture(1);
  const second = tab.capture(1);
  await expect(first).rejects.toBe(denied);
  expect(await second).toBe('b');
});
