import { describe, expect, it } from 'vitest';
import type { Route } from 'gasoline-wire/route';

import { Outbox } from '../src/outbox.ts';

const LARGE = { entries: 100, bytes: 1000 };

function filled(entries: readonly string[], limits = LARGE, route: Route = '/logs'): Outbox {
  const outbox = new Outbox(limits);
  outbox.add({ route, entries });
  return outbox;
}

describe('the outbox', () => {
  it('gives back entries in order, in batches within their bounds', () => {
    const outbox = filled(['a', 'bb', 'ccc', 'dddd']);
    expect(outbox.take({ entries: 2, bytes: 100 })?.entries).toEqual(['a', 'bb']);
    expect(outbox.take({ entries: 100, bytes: 3 })?.entries).toEqual(['ccc']);
    expect(outbox.take({ entries: 100, bytes: 1 })?.entries).toEqual(['dddd']);
    expect(outbox.take(LARGE)).toBeUndefined();
  });

  it('keeps routes apart without changing the order', () => {
    const outbox = filled(['1']);
    outbox.add({ route: '/network-bodies', entries: ['2'] });
    outbox.add({ route: '/logs', entries: ['3'] });
    const taken = [outbox.take(LARGE), outbox.take(LARGE), outbox.take(LARGE)];
    expect(taken.map((batch) => [batch?.route, batch?.entries])).toEqual([
      ['/logs', ['1']],
      ['/network-bodies', ['2']],
      ['/logs', ['3']],
    ]);
  });

  it('drops the oldest by count and by size, and counts them', () => {
    const byCount = filled(['a', 'b', 'c', 'd'], { entries: 2, bytes: 100 });
    expect([byCount.dropped, byCount.take(LARGE)?.entries]).toEqual([2, ['c', 'd']]);
    const bySize = filled(['aaaa', 'bbbb', 'cc'], { entries: 100, bytes: 6 });
    expect([bySize.dropped, bySize.take(LARGE)?.entries]).toEqual([1, ['bbbb', 'cc']]);
    const tooLarge = filled(['x'.repeat(2000)]);
    expect([tooLarge.dropped, tooLarge.size]).toEqual([1, 0]);
  });

  it('takes a batch back to its head, within the same bounds', () => {
    const outbox = filled(['a', 'b', 'c'], { entries: 3, bytes: 100 });
    const batch = outbox.take({ entries: 2, bytes: 100 });
    outbox.add({ route: '/logs', entries: ['d'] });
    if (batch !== undefined) outbox.putBack(batch);
    expect([outbox.dropped, outbox.take(LARGE)?.entries]).toEqual([1, ['b', 'c', 'd']]);
  });

  it('measures what text weighs when it travels', () => {
    const outbox = filled(['語'.repeat(10)]);
    expect(outbox.bytes).toBe(30);
    outbox.take(LARGE);
    expect(outbox.bytes).toBe(0);
  });

  it('knows entries by their position', () => {
    const outbox = filled(['a', 'b', 'c']);
    expect([outbox.first, outbox.added]).toEqual([1, 3]);
    const batch = outbox.take({ entries: 1, bytes: 100 });
    expect([outbox.first, outbox.since(2).map(({ entry }) => entry)]).toEqual([2, ['c']]);
    if (batch !== undefined) outbox.putBack(batch);
    expect([outbox.first, outbox.added]).toEqual([1, 3]);
  });

  it('drops more when its bounds are tightened', () => {
    const outbox = filled(['a', 'b', 'c', 'd']);
    outbox.limit({ entries: 2, bytes: 100 });
    expect([outbox.dropped, outbox.take(LARGE)?.entries]).toEqual([2, ['c', 'd']]);
  });

  it('counts no additions to entries among the newest', () => {
    const addition = '{"_outcome":{"effect":"none"},"eventId":"1"}';
    const outbox = filled(['1', '2', addition, addition], LARGE, '/enhanced-actions');
    outbox.keepNewest('/enhanced-actions', 2);
    expect(outbox.dropped).toBe(0);
  });

  it('keeps the newest of one route and everything of the others', () => {
    const outbox = filled(['1', '2', '3'], LARGE, '/enhanced-actions');
    outbox.add({ route: '/logs', entries: ['4'] });
    outbox.add({ route: '/enhanced-actions', entries: ['5'] });
    outbox.keepNewest('/enhanced-actions', 2);
    expect([outbox.dropped, outbox.bytes]).toEqual([2, 3]);
    expect(outbox.since(0).map(({ entry, position }) => [entry, position])).toEqual([
      ['3', 3],
      ['4', 4],
      ['5', 5],
    ]);
  });
});
