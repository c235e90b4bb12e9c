import { describe, expect, it } from 'vitest';

import type { PageWindow } from '../src/page-window.ts';

import { capturePage, createTestEnv, createWindow, endOfTurn } from './page.ts';

const RUN = `
  const kept = [];
  kept.push(__gasoline.annotate('big', 'x'.repeat(5000)), __gasoline.annotate(Symbol('s'), 1));
  for (let index = 0; index < 60; index += 1) kept.push(__gasoline.annotate('key' + index, index));
  console.error('full');
  __gasoline.clearAnnotations();
  const live = { count: 1 };
  __gasoline.annotate('live', live);
  live.count = 2;
  console.error('snapshot');
  console.warn('no error');
  console.log(JSON.stringify(kept.filter(Boolean).length), Object.isFrozen(__gasoline));`;

describe('window.__gasoline', () => {
  it('keeps at most fifty bounded values, as they were', async () => {
    const { window, entries } = capturePage();
    window.eval(RUN);
    await endOfTurn();
    const contexts = entries.map(({ _context }) => _context);
    const full = Object.entries(contexts[0] ?? {});
    expect(full).toHaveLength(50);
    expect(String(full[0]?.[1])).toMatch(/^"x+… \[5002 characters\]$/);
    expect(contexts.slice(1)).toEqual([{ live: { count: 1 } }, undefined, undefined]);
    expect(entries[3]?.['message']).toBe('50 true');
  });

  it('is hidden, says its version and goes with the capture', () => {
    const { window, stop } = capturePage();
    const api: unknown = Reflect.get(window, '__gasoline');
    expect(api).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      annotate: expect.any(Function),
      clearAnnotations: expect.any(Function),
      registerStore: expect.any(Function),
    });
    expect(Object.keys(window)).not.toContain('__gasoline');
    stop();
    expect('__gasoline' in window).toBe(false);
  });

  it('takes a bounded number of stores and reads none', () => {
    const { window } = capturePage();
    window.eval(`
      window.reads = 0;
      const store = new Proxy({}, { get: () => { reads += 1; } });
      window.kept = Array.from({ length: 25 }, (_, index) => __gasoline.registerStore('store' + index, store)).filter(Boolean).length;`);
    expect([Reflect.get(window, 'kept'), Reflect.get(window, 'reads')]).toEqual([20, 0]);
  });

  it('leaves a page’s own global alone', () => {
    const window: PageWindow = createWindow();
    Reflect.set(window, '__gasoline', 'mine');
    const { stop } = capturePage({}, createTestEnv(window));
    expect(Reflect.get(window, '__gasoline')).toBe('mine');
    stop();
    expect(Reflect.get(window, '__gasoline')).toBe('mine');
  });
});
