/** Fewer rows of a matrix lose no pair of circumstances. */

import { expect, test } from '@playwright/test';

import { rowsToTry } from '../support/effort.ts';

const COLUMNS = [
  ['react', 'vue', 'svelte'],
  ['development', 'production'],
  ['esbuild', 'vite'],
  ['map', 'no map'],
] as const;

type Row = readonly string[];

const ROWS: readonly Row[] = COLUMNS.reduce<readonly Row[]>(
  (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
  [[]],
);

/** Each two values of a row; no value stands in two columns. */
function pairsIn(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => row.flatMap((one) => row.map((other) => `${one} ${other}`))));
}

test('each pair of values that occurs in a matrix is tried', () => {
  const columns = COLUMNS.map((_values, at) => (row: Row) => row[at] ?? '');
  const tried = rowsToTry(ROWS, ...columns);
  expect(pairsIn(tried)).toEqual(pairsIn(ROWS));
  expect([tried.length, ROWS.length]).toEqual([6, 24]);
});
