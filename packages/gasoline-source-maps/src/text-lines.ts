/** Lines of a text, found without taking megabytes apart. Lines count from one, columns and offsets from zero. */

/** Offsets at which the lines start, for texts that are asked about many lines. */
export function lineStarts(text: string): Uint32Array {
  const starts = new Uint32Array(countLines(text));
  for (let index = 1, start = 0; index < starts.length; index += 1) {
    start = text.indexOf('\n', start) + 1;
    starts[index] = start;
  }
  return starts;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Offset at which a line starts; undefined beyond the last. */
export function lineStart(text: string, line: number): number | undefined {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return undefined;
    start = next + 1;
  }
  return start;
}

/** Characters of a line; undefined beyond the last. */
export function lineLength(text: string, starts: Uint32Array, line: number): number | undefined {
  const start = starts[line - 1];
  return start === undefined ? undefined : (starts[line] ?? text.length + 1) - 1 - start;
}

/** The lines from one to another, both included, as far as there are such. */
export function linesBetween(text: string, first: number, last: number): string[] {
  const lines: string[] = [];
  let start = lineStart(text, first);
  for (let number = first; number <= last && start !== undefined; number += 1) {
    const end = lineEnd(text, start);
    lines.push(text.slice(start, end).replace(/\r$/, ''));
    // What follows the last line feed is no line.
    start = end + 1 < text.length ? end + 1 : undefined;
  }
  return lines;
}

/** Line and column of an offset. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < offset; next = text.indexOf('\n', start)) {
    line += 1;
    start = next + 1;
  }
  return { line, column: offset - start };
}

function lineEnd(text: string, start: number): number {
  const next = text.indexOf('\n', start);
  return next < 0 ? text.length : next;
}
