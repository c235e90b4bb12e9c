/** Tables of where the time of the tests goes. */

/** Seconds of each stage of `make test`, in the order in which they ended. */
export function stageTable(stages) {
  const rows = stages.map(({ target, seconds }) => [target, seconds.toFixed(1)]);
  return table(['stage', 'seconds'], rows);
}

/** Seconds of the browser tests by file, longest first, and what they started. */
export function browserTable({ seconds, files, starts }) {
  const sorted = Object.entries(files).sort(([, one], [, other]) => other.seconds - one.seconds);
  const rows = sorted.map(([file, { tests, seconds: own }]) => [file, String(tests), own.toFixed(1)]);
  const started = Object.entries(starts).map(([kind, count]) => `${count} ${kind}s`);
  const total = sorted.reduce((sum, [, { seconds: own }]) => sum + own, 0);
  return [
    table(['browser tests', 'tests', 'seconds'], rows),
    `${total.toFixed(1)} s of tests in ${seconds.toFixed(1)} s; started: ${started.join(', ')}`,
  ].join('\n');
}

/** First column to the left, the others to the right. */
function table(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])))
      .join('  ');
  return `${all.map(line).join('\n')}\n`;
}
