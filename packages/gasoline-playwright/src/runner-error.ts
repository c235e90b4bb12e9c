/** The runner's own errors, as the server takes them. */

import type { RunnerError } from 'gasoline-wire';

import { reportedFile } from './reported-file.ts';

/** What both a worker and a reporter know of an error. */
export interface ReportedFailure {
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly value?: string | undefined;
  readonly location?: { readonly file: string; readonly line: number } | undefined;
}

/** Errors beyond these follow from the first. */
const MOST_ERRORS = 3;

/** Characters of one: a difference of long texts is told by its beginning. */
const LONGEST_MESSAGE = 4000;

/** The colours of a terminal. */
const COLOURS = /\u001b\[[0-9;]*m/g;

/** The first errors, without colours. */
export function runnerErrors(failures: readonly ReportedFailure[]): RunnerError[] {
  return failures.slice(0, MOST_ERRORS).map(runnerError);
}

function runnerError({ message, stack, value, location }: ReportedFailure): RunnerError {
  const text = (message ?? stack ?? value ?? 'no message').replaceAll(COLOURS, '');
  const place = location ?? placeOf(stack);
  return {
    message: text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text,
    ...(place === undefined ? {} : { file: reportedFile(place.file), line: place.line }),
  };
}

/** `    at /app/tests/pay.spec.ts:12:34` or `    at pay (/app/tests/pay.spec.ts:12:34)`. */
const FRAME = /^\s+at (?:.*\()?(.+?):(\d+):\d+\)?$/m;

/** In a worker an error has no location, but its stack has only the suite's own frames. */
function placeOf(stack: string | undefined): { file: string; line: number } | undefined {
  const [, file, line] = FRAME.exec((stack ?? '').replaceAll(COLOURS, '')) ?? [];
  return file === undefined ? undefined : { file: file.replace(/^file:\/\//, ''), line: Number(line) };
}
