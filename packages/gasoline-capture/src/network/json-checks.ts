/**
 * Answers that the page read as JSON and that are none.
 *
 * No event tells whether the page dealt with that, or even that it happened. So the call is noted, and our copy of the
 * body is looked at when the page is idle: by then a rejection that nobody handled has been reported by itself.
 */

import type { Env } from '../env.ts';
import { errorLine, readAsError } from '../error-text.ts';
import type { Uninstall } from '../patch.ts';
import { append, execute, parseJson, slice } from '../primordials.ts';

import type { BodyText } from './content.ts';

const MAX_REASON_CHARACTERS = 300;

/** How much of a body is quoted. */
const QUOTED_CHARACTERS = 20;

/** What JSON never begins with. */
const NOT_JSON = /^\s*[^\s{["\dtfn-]/;

/** Why a body is no JSON, in the browser's words where it was read whole; undefined where it is, or may be. */
export function notJson({ text, truncated, isDescription, isNotJson }: BodyText): string | undefined {
  if (isNotJson === true) return 'SyntaxError: the response is null, because the body is not JSON';
  if (isDescription === true) return undefined;
  if (truncated)
    return execute(NOT_JSON, text) === null
      ? undefined
      : `SyntaxError: it begins with ${slice(text, 0, QUOTED_CHARACTERS)}`;
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    return errorLine(readAsError(error) ?? { name: 'SyntaxError', message: '' }, MAX_REASON_CHARACTERS);
  }
}

/** Looks at answers when there is time for it. */
export interface JsonChecks {
  add(check: () => void): void;
  stop: Uninstall;
}

/** The checks of one API of one window. */
export function createJsonChecks(env: Env): JsonChecks {
  let waiting: (() => void)[] = [];
  const checkAll = (): void => {
    const checks = waiting;
    waiting = [];
    for (let index = 0; index < checks.length; index += 1) checks[index]?.();
  };
  const stop = env.releases.watch(checkAll);
  return {
    add(check) {
      append(waiting, check);
      if (waiting.length === 1) env.whenIdle(checkAll);
    },
    stop,
  };
}
