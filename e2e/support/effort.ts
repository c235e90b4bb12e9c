/** How much is tried: in `make test` enough to notice what a change breaks, in `make soak` everything. */

/** Whether everything is tried. */
export const IS_SOAK = process.env['GASOLINE_SOAK'] === '1';

/** In `make soak` the one, otherwise the other. */
export function inSoak<Value>(soak: Value, otherwise: Value): Value {
  return IS_SOAK ? soak : otherwise;
}

/**
 * All rows of a matrix in `make soak`; otherwise so few that each pair of values of two columns that occurs in any row occurs
 * in one of these. Most defects need no more than two circumstances to show themselves.
 */
export function rowsToTry<Row>(
  rows: readonly Row[],
  ...columns: readonly ((row: Row) => string)[]
): readonly Row[] {
  if (IS_SOAK) return rows;
  const pairsOf = (row: Row): readonly string[] => pairs(columns.map((column) => column(row)));
  const untried = new Set(rows.flatMap(pairsOf));
  const chosen = new Set<Row>();
  while (untried.size > 0) {
    const newIn = (row: Row): number => pairsOf(row).filter((pair) => untried.has(pair)).length;
    const best = rows.reduce((one, other) => (newIn(other) > newIn(one) ? other : one));
    chosen.add(best);
    for (const pair of pairsOf(best)) untried.delete(pair);
  }
  return rows.filter((row) => chosen.has(row));
}

/** Each two values, with the places they have. */
function pairs(values: readonly string[]): readonly string[] {
  return values.flatMap((value, at) =>
    values.slice(at + 1).map((other, distance) => JSON.stringify([at, value, distance, other])),
  );
}
