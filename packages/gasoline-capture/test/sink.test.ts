import { describe, expect, it } from 'vitest';
import type { Route } from 'gasoline-wire/route';

import { createBatches } from '../src/sink.ts';
import type { Batches, BatchLimits } from '../src/sink.ts';

import { createTestEnv, endOfTurn } from './page.ts';

const LIMITS: BatchLimits = { entries: 3, characters: 20 };

function collecting(limits = LIMITS): { batches: Batches; sent: string[] } {
  const sent: string[] = [];
  const send = (route: Route, lines: string): void => void sent.push(`${route} ${lines}`);
  return { batches: createBatches(createTestEnv(), { send, close: () => undefined }, limits), sent };
}

describe('batches', () => {
  it('leave together at the end of the turn', async () => {
    const { batches, sent } = collecting();
    batches.add('/logs', '{1}');
    batches.add('/logs', '{2}');
    expect(sent).toEqual([]);
    await endOfTurn();
    expect(sent).toEqual(['/logs {1},\n{2}']);
  });

  it('leave at once when full by count, by size, or for another route', () => {
    const { batches, sent } = collecting();
    for (const entry of ['{1}', '{2}', '{3}', '{4}']) batches.add('/logs', entry);
    expect(sent).toEqual(['/logs {1},\n{2},\n{3}']);
    batches.add('/logs', '{5, and a long one}');
    batches.add('/network-bodies', '{6}');
    batches.flush();
    expect(sent.slice(1)).toEqual(['/logs {4}', '/logs {5, and a long one}', '/network-bodies {6}']);
  });

  it('leave one by one where the end of the turn will not come', () => {
    const sent: string[] = [];
    const sink = { send: (_: Route, lines: string) => void sent.push(lines), close: () => undefined };
    const batches = createBatches(createTestEnv(), { ...sink, isHurried: () => true }, LIMITS);
    batches.add('/logs', '{1}');
    batches.add('/logs', '{2}');
    expect(sent).toEqual(['{1}', '{2}']);
  });

  it('carry on after a sink failed, without the page noticing', async () => {
    let attempts = 0;
    const failing = {
      close: () => undefined,
      send: (): void => {
        attempts += 1;
        throw new Error('ours');
      },
    };
    const batches = createBatches(createTestEnv(), failing, LIMITS);
    batches.add('/logs', '{1}');
    await endOfTurn();
    batches.add('/logs', '{2}');
    await endOfTurn();
    expect(attempts).toBe(2);
  });

  it('send nothing when nothing happened', async () => {
    const { batches, sent } = collecting();
    batches.flush();
    await endOfTurn();
    expect(sent).toEqual([]);
  });
});
