/** `console.log`, `info`, `debug`, `warn` and `error`. */

import type { JsonValue, Level } from 'gasoline-wire';

import { callSiteFinder } from '../call-site.ts';
import { consoleText } from '../console-text.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { errorLine, readAsError } from '../error-text.ts';
import type { Reporting } from '../instrument.ts';
import { JsonText } from '../json.ts';
import { observeMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { createSerializer } from '../serialize.ts';
import { isLevelWanted } from '../wanted.ts';

/** An error is the first argument, or comes after a text. */
const MAX_SEARCHED = 5;

const MAX_MESSAGE_CHARACTERS = 1000;

const LEVELS: readonly Level[] = ['debug', 'log', 'info', 'warn', 'error'];

/** Records console calls until uninstalled. */
export function instrumentConsole(
  { emit, settings, annotations, enrichment }: Reporting,
  env: Env,
): Uninstall {
  const serializer = createSerializer(env);
  const findCallSite = callSiteFinder(env.window);

  const record = (level: Level, args: readonly unknown[], wrapper: object): void => {
    if (level === 'error' || level === 'warn') enrichment.notice(args);
    if (!isLevelWanted(level, settings().level)) return;
    const texts = serializer.each(args);
    const message = level === 'error' ? errorIn(args) : undefined;
    const follow = message === undefined ? undefined : enrichment.announce({ type: 'console', message });
    const entry = emit('/logs', {
      type: 'console',
      enrichment: follow && 'pending',
      ts: timestamp(env),
      level,
      message: consoleText(args, texts),
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
  return () => {
    uninstalls.forEach((uninstall) => {
      uninstall();
    });
  };
}

/** An error among the arguments, in one line. */
function errorIn(args: readonly unknown[]): string | undefined {
  for (let index = 0; index < args.length && index < MAX_SEARCHED; index += 1) {
    const error = readAsError(args[index]);
    if (error !== undefined) return errorLine(error, MAX_MESSAGE_CHARACTERS);
  }
  return undefined;
}

function joined(texts: readonly string[]): string {
  let list = '';
  for (let index = 0; index < texts.length; index += 1) {
    list += `${index > 0 ? ',' : ''}${texts[index] ?? ''}`;
  }
  return `[${list}]`;
}
