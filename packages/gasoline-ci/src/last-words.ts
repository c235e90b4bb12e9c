/**
 * What leaves first where there is no room for everything.
 *
 * Errors come before all else, and what is new before what is old: it tells more of how the page ended, and whatever
 * is missing before it shows as a gap in its numbers. What is new and missing would be missed by nobody.
 */

import { append, execute, indexOf, slice } from 'gasoline-capture';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

import type { Batch } from './batch.ts';

/** Small, so that the last of them fills what room there is. */
const PIECE_CHARACTERS = 4000;

/** How capture begins an entry that tells of an error. */
const ERROR = /^\{"type":"\w+",(?:"enrichment":"\w+",)?"ts":"[^"]*","level":"error"/;

/** The entries of batches in pieces of the same, what matters most first. Within a piece they are in their order. */
export function inOrderOfWorth(batches: readonly Batch[]): Batch[] {
  const errors: Batch[] = [];
  const others: Batch[] = [];
  for (let index = 0; index < batches.length; index += 1) {
    const batch = batches[index];
    if (batch !== undefined) divide(batch, errors, others);
  }
  const pieces: Batch[] = [];
  appendReversed(pieces, errors);
  appendReversed(pieces, others);
  return pieces;
}

/** The other way round. */
export function reversed(batches: readonly Batch[]): Batch[] {
  const list: Batch[] = [];
  appendReversed(list, batches);
  return list;
}

function appendReversed(list: Batch[], batches: readonly Batch[]): void {
  for (let index = batches.length - 1; index >= 0; index -= 1) {
    const batch = batches[index];
    if (batch !== undefined) append(list, batch);
  }
}

function divide({ route, lines }: Batch, errors: Batch[], others: Batch[]): void {
  let start = 0;
  while (start < lines.length) {
    const next = indexOf(lines, ENTRY_SEPARATOR, start);
    const end = next < 0 ? lines.length : next;
    const line = slice(lines, start, end);
    addLine(execute(ERROR, line) === null ? others : errors, route, line);
    start = end + ENTRY_SEPARATOR.length;
  }
}

function addLine(pieces: Batch[], route: Route, line: string): void {
  const last = pieces[pieces.length - 1];
  if (last?.route === route && last.lines.length + line.length < PIECE_CHARACTERS)
    pieces[pieces.length - 1] = { route, lines: `${last.lines}${ENTRY_SEPARATOR}${line}` };
  else append(pieces, { route, lines: line });
}
