import { describe, expect, it } from 'vitest';

import { CAPTURE_ALL } from '../../src/settings.ts';
import type { Settings } from '../../src/settings.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, endOfTurn, QUIET } from '../page.ts';

/** How many snapshots leave a page whose settings are `first` when it loads and `later` a moment after. */
async function snapshots(first: Settings, later: Settings): Promise<number> {
  const { timers, pass } = manualTimers();
  let settings = first;
  const { window, entries } = capturePage({ settings: () => settings }, { ...createTestEnv(), ...timers });
  window.dispatchEvent(new window.Event('load'));
  await endOfTurn();
  settings = later;
  pass(1000);
  await endOfTurn();
  return entries.filter((entry) => 'landmarks' in entry).length;
}

describe('a snapshot of what a page shows', () => {
  it('is taken after the load', async () => {
    expect(await snapshots(CAPTURE_ALL, CAPTURE_ALL)).toBe(1);
  });

  it('is not taken where the page hears only after its load that nobody wants it', async () => {
    expect(await snapshots(CAPTURE_ALL, QUIET)).toBe(0);
  });
});
