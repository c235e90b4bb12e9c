import type { Batch } from 'gasoline-delivery';
import { beforeEach, describe, expect, it } from 'vitest';

import { Journal } from '../../src/worker/journal.ts';
import type { Area } from '../../src/worker/journal.ts';

let stored: Record<string, unknown>;
let area: Area;

beforeEach(() => {
  stored = { captureSession: 's' };
  area = {
    get: () => Promise.resolve({ ...stored }),
    set: (items) => Promise.resolve(void Object.assign(stored, items)),
    remove: (keys) => {
      stored = Object.fromEntries(Object.entries(stored).filter(([key]) => !keys.includes(key)));
      return Promise.resolve();
    },
  };
});

function waiting(
  route: Batch['route'],
  first: number,
  ...entries: string[]
): Parameters<Journal['write']>[0] {
  return entries.map((entry, index) => ({ route, entry, bytes: entry.length, position: first + index }));
}

/** What a new worker finds. */
async function found(): Promise<{ batches: Batch[]; journal: Journal; count: number }> {
  const batches: Batch[] = [];
  const journal = new Journal(area);
  let position = 0;
  const count = await journal.restore((batch) => {
    batches.push(batch);
    return (position += batch.entries.length);
  });
  return { batches, journal, count };
}

describe('the journal', () => {
  it('gives the next worker what was written, in order, routes apart', async () => {
    const journal = new Journal(area);
    await journal.write([
      ...waiting('/logs', 1, '{"a":1}', '{"a":2}'),
      ...waiting('/network-bodies', 3, '{"b":3}'),
    ]);
    await journal.write(waiting('/logs', 4, '{"a":4}'));
    expect(await found()).toMatchObject({
      count: 4,
      batches: [
        { route: '/logs', entries: ['{"a":1}', '{"a":2}'] },
        { route: '/network-bodies', entries: ['{"b":3}'] },
        { route: '/logs', entries: ['{"a":4}'] },
      ],
    });
  });

  it('forgets segments whose last entry is settled, and nothing else in storage', async () => {
    const journal = new Journal(area);
    await journal.write(waiting('/logs', 1, '1', '2'));
    await journal.write(waiting('/logs', 3, '3'));
    await journal.settle(1);
    expect((await found()).count).toBe(3);
    await journal.settle(2);
    expect((await found()).batches).toEqual([{ route: '/logs', entries: ['3'] }]);
    await journal.settle(3);
    expect(stored).toEqual({ captureSession: 's' });
  });

  it('continues after what it found', async () => {
    await new Journal(area).write(waiting('/logs', 1, '1'));
    const { journal } = await found();
    await journal.write(waiting('/logs', 2, '2'));
    expect((await found()).batches.flatMap(({ entries }) => entries)).toEqual(['1', '2']);
    await journal.settle(1);
    expect((await found()).batches.flatMap(({ entries }) => entries)).toEqual(['2']);
  });

  it('splits what is large, and writes nothing for nothing', async () => {
    const journal = new Journal(area);
    await journal.write([]);
    expect(Object.keys(stored)).toEqual(['captureSession']);
    await journal.write(waiting('/logs', 1, ...Array.from({ length: 3 }, () => 'x'.repeat(300 * 1024))));
    expect((await found()).batches.map(({ entries }) => entries.length)).toEqual([1, 1, 1]);
  });

  it('passes over segments that are none', async () => {
    stored['outbox/000000000001'] = { route: '/etc/passwd', lines: '1' };
    stored['outbox/000000000002'] = 'text';
    stored['outbox/000000000003'] = { route: '/logs', lines: '3' };
    expect((await found()).batches).toEqual([{ route: '/logs', entries: ['3'] }]);
  });
});
