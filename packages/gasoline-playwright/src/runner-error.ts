/** The runner's own errors, as the server takes them. */

import type { RunnerError } from 'gasoline-wire';

import { reportedFile } from './reported-file.ts';

/** What both a worker and a reporter know of an error. */
export interface ReportedFailure {
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly value?: string | undefined;
  readonly location?: { readonly file: string; readonly line: number } | undefined;
  /** The lines around the failed one, which is marked. Only a reporter has them. */
  readonly snippet?: string | undefined;
}

/** Errors beyond these follow from the first. */
const MOST_ERRORS = 3;

/** Characters of one: a difference of long texts is told by its beginning. */
const LONGEST_MESSAGE = 4000;

/** The colours of a terminal. */
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Without the colours of a terminal. */
export function plain(text: string): string {
  return text.replaceAll(COLOURS, '');
}

/** The first errors, without colours. Who knows it says how many calls of the runner the test had made. */
export function runnerErrors(failures: readonly ReportedFailure[], calls?: number): RunnerError[] {
  const made = calls === undefined ? {} : { calls };
  return failures.slice(0, MOST_ERRORS).map((failure) => ({ ...runnerError(failure), ...made }));
}

function runnerError({ message, stack, value, location, snippet = '' }: ReportedFailure): RunnerError {
  const text = plain(message ?? stack ?? value ?? 'no message');
  const place = location ?? placeOf(stack);
  const [, source] = MARKED.exec(plain(snippet)) ?? [];
  return {
    message: text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text,
    ...(place === undefined ? {} : { file: reportedFile(place.file), line: place.line }),
    ...(source === undefined ? {} : { source }),
  };
}

/** `> 12 |   await page.goto('/');`. */
const MARKED = /^>\s*\d+ \|\s*(.+)$/m;

/** `    at /app/tests/pay.spec.ts:12:34` or `    at pay (/app/tests/pay.spec.ts:12:34)`. */
const FRAME = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/m;

/** In a worker an error has no location, but its stack has only the suite's own frames. */
function placeOf(stack: string | undefined): { file: string; line: number } | undefined {
  const [, file, line] = FRAME.exec(plain(stack ?? '')) ?? [];
  return file === undefined ? undefined : { file: file.replace(/^file:\/\//, ''), line: Number(line) };
}
