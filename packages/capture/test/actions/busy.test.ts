import { describe, expect, it } from 'vitest';

import { watchBusy } from '../../src/actions/busy.ts';
import type { BusyWatch } from '../../src/actions/busy.ts';
import { manualTimers } from '../manual-timers.ts';
import { createTestEnv } from '../page.ts';

/** A watched page: what it shows, presses, and time. */
function watched(): {
  watch: BusyWatch;
  show: (html: string) => void;
  press: () => void;
  pass: (milliseconds: number) => void;
} {
  const { timers, pass } = manualTimers();
  let now = 0;
  const env = { ...createTestEnv(), ...timers, now: () => now };
  const { document, Event } = env.window;
  return {
    watch: watchBusy(env),
    show: (html) => {
      document.body.innerHTML = html;
    },
    press: () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    pass: (milliseconds) => {
      now += milliseconds;
      pass(milliseconds);
    },
  };
}

const LOADING = '<p aria-busy="true">Orders</p>';

describe('a page is busy', () => {
  it.each([
    [LOADING, true],
    ['<p role="progressbar"></p>', true],
    ['<p class="large spinner"></p>', true],
    ['<p aria-busy="false" class="spinners"></p>', false],
  ])('that shows %s: %s', (html, isBusy) => {
    const { watch, show } = watched();
    show(html);
    expect(watch.isBusy()).toBe(isBusy);
  });

  it('as it was while the button was held down, once', () => {
    const { watch, show, press, pass } = watched();
    show(LOADING);
    press();
    pass(100);
    show('');
    expect([watch.isBusy(), watch.isBusy()]).toEqual([true, false]);
  });

  it('as it is now, if that was too long ago, or no time passed, or the press is another one', () => {
    const { watch, show, press, pass } = watched();
    show(LOADING);
    press();
    pass(0);
    pass(500);
    show('');
    expect(watch.isBusy()).toBe(false);
    press();
    expect(watch.isBusy()).toBe(false);
    show(LOADING);
    pass(0);
    show('');
    expect(watch.isBusy()).toBe(false);
    show(LOADING);
    press();
    pass(0);
    show('');
    press();
    expect(watch.isBusy()).toBe(false);
  });

  it('without looking at presses any more, once stopped', () => {
    const { watch, show, press, pass } = watched();
    show(LOADING);
    press();
    watch.stop();
    pass(0);
    press();
    pass(0);
    show('');
    expect(watch.isBusy()).toBe(false);
  });
});
