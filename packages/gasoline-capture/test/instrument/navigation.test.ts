import { describe, expect, it } from 'vitest';

import { CAPTURE_ALL } from '../../src/settings.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, endOfTurn } from '../page.ts';

const ACTIONS = { ...CAPTURE_ALL, performance: false, domSnapshots: false };
const CART = 'http://localhost:3000/cart';

// jsdom has no Navigation API: this is the way by `history`.
describe('navigation by history', () => {
  it('is recorded where the address changes; what is replaced, once it rests', async () => {
    const { timers, pass } = manualTimers();
    const env = { ...createTestEnv(), ...timers };
    const { window, entries } = capturePage({ settings: () => ACTIONS }, env);
    window.history.pushState(null, '', '/cart/1');
    window.history.pushState({ again: true }, '', '/cart/1');
    window.history.replaceState(null, '', '/cart/1?q=a');
    window.history.replaceState(null, '', '/cart/1?q=ab');
    await endOfTurn();
    const seen = (): unknown[] => entries.map(({ type, fromUrl, toUrl }) => [type, fromUrl, toUrl]);
    const before = [
      ['navigate', undefined, CART],
      ['navigate', CART, `${CART}/1`],
    ];
    expect(seen()).toEqual(before);
    pass(1000);
    await endOfTurn();
    expect(seen()).toEqual([...before, ['navigate', `${CART}/1`, `${CART}/1?q=ab`]]);
  });

  it('is not recorded where actions are off, and not after the end', async () => {
    const { window, entries, stop } = capturePage();
    window.history.pushState(null, '', '/a');
    stop();
    window.history.pushState(null, '', '/b');
    await endOfTurn();
    expect(entries).toEqual([]);
    expect(String(window.history.pushState)).toContain('pushState');
  });
});
