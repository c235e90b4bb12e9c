import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { afterRunning } from '../src/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('calls back once the time is over', () => {
  const react = vi.fn();
  afterRunning(2000, react);
  vi.advanceTimersByTime(1999);
  expect(react).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(react).toHaveBeenCalledTimes(1);
});

test('a timer that comes late counts as one slice of the wait, however late it is', () => {
  const react = vi.fn();
  afterRunning(2000, react);
  // Every timer that is due runs at once, as after a pause of the whole process.
  for (let pause = 0; pause < 19; pause += 1) vi.runOnlyPendingTimers();
  expect(react).not.toHaveBeenCalled();
  vi.runOnlyPendingTimers();
  expect(react).toHaveBeenCalledTimes(1);
});

test('can be cancelled', () => {
  const react = vi.fn();
  const cancel = afterRunning(2000, react);
  vi.advanceTimersByTime(1000);
  cancel();
  vi.advanceTimersByTime(5000);
  expect(react).not.toHaveBeenCalled();
});
