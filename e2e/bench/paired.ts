/**
 * Paired, interleaved runs: in every round each variant does the same work once, and differences are taken within the
 * round. Whatever slows the machine down for a while slows all variants of that round.
 */

import type { Figure } from './figure.ts';
import { perOperation, rendererTime } from './renderer.ts';
import type { RendererTime } from './renderer.ts';
import { median, middleMean, ninetyNinth } from './statistics.ts';
import { VARIANTS } from './variants.ts';
import type { Variant, VariantName } from './variants.ts';

/** One variant's work in one round: milliseconds of each operation, and the renderer's time for one. */
interface Chunk {
  readonly samples: readonly number[];
  readonly cpu: RendererTime;
}

/** The rounds of each variant. */
export type Rounds = Readonly<Record<VariantName, readonly Chunk[]>>;

/** Does one round's work on a page; milliseconds of each operation. */
export type Work = (variant: Variant) => Promise<readonly number[]>;

/** Runs so many rounds, after one that only warms up. */
export async function inRounds(
  variants: readonly Variant[],
  rounds: number,
  operations: number,
  work: Work,
): Promise<Rounds> {
  const chunks: Record<VariantName, Chunk[]> = { without: [], instruments: [], binding: [] };
  for (const variant of variants) await work(variant);
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of rotated(variants, round)) {
      const before = await rendererTime(variant.session);
      const samples = await work(variant);
      const cpu = perOperation(before, await rendererTime(variant.session), operations);
      chunks[variant.name].push({ samples, cpu });
    }
  }
  return chunks;
}

/** No variant always comes first. */
export function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

const MICROSECONDS = 1000;

/** What an operation takes longer, in the call itself, as a figure of microseconds; everything else in its detail. */
export function addedFigure(figure: string, rounds: Rounds, limit: number): Figure {
  const value = added(rounds, 'instruments', ({ samples }) => middleMean(samples));
  const binding = added(rounds, 'binding', ({ samples }) => middleMean(samples));
  return {
    figure,
    value: value * MICROSECONDS,
    unit: 'microseconds',
    limit: limit * MICROSECONDS,
    detail: { added_with_binding: binding * MICROSECONDS, ...levels(rounds) },
  };
}

/** The slowest hundredth, compared: what an operation now and then takes longer. */
export function addedNinetyNinth(figure: string, rounds: Rounds): Figure {
  const of = (name: VariantName): number =>
    ninetyNinth(rounds[name].flatMap(({ samples }) => samples)) * MICROSECONDS;
  return {
    figure,
    value: of('instruments') - of('without'),
    unit: 'microseconds',
    detail: { without: of('without'), instruments: of('instruments'), binding: of('binding') },
  };
}

/** What an operation costs the renderer in all, the time after the call included. */
export function addedCpu(figure: string, rounds: Rounds): Figure {
  const of = (name: VariantName, kind: keyof RendererTime): number =>
    added(rounds, name, ({ cpu }) => cpu[kind]) * MICROSECONDS;
  return {
    figure,
    value: of('instruments', 'task'),
    unit: 'microseconds',
    detail: {
      without: median(rounds.without.map(({ cpu }) => cpu.task)) * MICROSECONDS,
      added_script: of('instruments', 'script'),
      added_process: of('instruments', 'process'),
      added_task_with_binding: of('binding', 'task'),
      added_process_with_binding: of('binding', 'process'),
    },
  };
}

/** The median over the rounds of the difference to the page without capture. */
function added(rounds: Rounds, name: VariantName, read: (chunk: Chunk) => number): number {
  const pairs = rounds[name].map((chunk, round) => {
    const without = rounds.without[round];
    return without === undefined ? NaN : read(chunk) - read(without);
  });
  return median(pairs);
}

function levels(rounds: Rounds): Record<string, number> {
  const typical = (name: VariantName): number =>
    median(rounds[name].map(({ samples }) => middleMean(samples))) * MICROSECONDS;
  return Object.fromEntries(VARIANTS.map((name) => [name, typical(name)]));
}
