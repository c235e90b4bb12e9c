/** `console.log`, `info`, `debug`, `warn`, `error`, and `assert` where it fails. */

import type { JsonValue, Level } from 'gasoline-wire';

import { callSiteFinder } from '../call-site.ts';
import { consoleText } from '../console-text.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { errorLine, readAsError } from '../error-text.ts';
import type { Reporting } from '../instrument.ts';
import { JsonText } from '../json.ts';
import { maskLine } from '../mask.ts';
import { observeMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { append, execute, slice } from '../primordials.ts';
import { createSerializer } from '../serialize.ts';
import { isLevelWanted } from '../wanted.ts';

/** An error is the first argument, or comes after a text. */
const MAX_SEARCHED = 5;

const MAX_MESSAGE_CHARACTERS = 1000;

/** What browsers print before the arguments of an assertion that failed. */
const ASSERTION = 'Assertion failed';

const LEVELS: readonly Level[] = ['debug', 'log', 'info', 'warn', 'error'];

/** Records console calls until uninstalled. */
export function instrumentConsole(
  { emit, settings, annotations, enrichment }: Reporting,
  env: Env,
): Uninstall {
  const serializer = createSerializer(env);
  const findCallSite = callSiteFinder(env.window);

  const record = (level: Level, args: readonly unknown[], wrapper: object, lead = ''): void => {
    if (level === 'error' || level === 'warn') enrichment.notice(args);
    if (!isLevelWanted(level, settings().level)) return;
    const texts = masked(serializer.each(args));
    const message = level === 'error' ? errorIn(args) : undefined;
    const text = maskLine(consoleText(args, texts));
    const isWarning = level === 'error' && message === undefined && isReactWarning(args[0]);
    const follow =
      message !== undefined || isWarning
        ? enrichment.announce({ type: 'console', message: message ?? text, isWarning })
        : undefined;
    const entry = emit('/logs', {
      type: 'console',
      enrichment: follow && 'pending',
      ts: timestamp(env),
      level,
      message: lead + text,
      args: new JsonText<JsonValue[]>(joined(texts)),
      source: findCallSite(wrapper),
      url: documentUrl(env),
      _context: level === 'error' ? annotations.context() : undefined,
    });
    follow?.(entry);
  };

  const uninstalls = LEVELS.map((level) =>
    observeMethod(env.window.console, level, 'before', (args, wrapper) => {
      record(level, args, wrapper);
    }),
  );
  append(
    uninstalls,
    observeMethod(env.window.console, 'assert', 'before', (args, wrapper) => {
      if (args[0]) return;
      const rest = withoutFirst(args);
      record('error', rest, wrapper, rest.length > 0 ? `${ASSERTION}: ` : ASSERTION);
    }),
  );
  return () => {
    uninstalls.forEach((uninstall) => {
      uninstall();
    });
  };
}

/** How warnings of React begin, or what they point to. */
const REACT_WARNING = /^Warning: |react\.dev\/link\/|Check the (?:top-level )?render /;

function isReactWarning(first: unknown): boolean {
  return (
    typeof first === 'string' && execute(REACT_WARNING, slice(first, 0, MAX_MESSAGE_CHARACTERS)) !== null
  );
}

function withoutFirst(args: readonly unknown[]): unknown[] {
  const rest: unknown[] = [];
  for (let index = 1; index < args.length; index += 1) append(rest, args[index]);
  return rest;
}

/** An error among the arguments, in one line. */
function errorIn(args: readonly unknown[]): string | undefined {
  for (let index = 0; index < args.length && index < MAX_SEARCHED; index += 1) {
    const error = readAsError(args[index]);
    if (error !== undefined) return errorLine(error, MAX_MESSAGE_CHARACTERS);
  }
  return undefined;
}

/** Nothing waits anywhere with a sensitive field in it. */
function masked(texts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let index = 0; index < texts.length; index += 1) append(lines, maskLine(texts[index] ?? ''));
  return lines;
}

function joined(texts: readonly string[]): string {
  let list = '';
  for (let index = 0; index < texts.length; index += 1) {
    list += `${index > 0 ? ',' : ''}${texts[index] ?? ''}`;
  }
  return `[${list}]`;
}
