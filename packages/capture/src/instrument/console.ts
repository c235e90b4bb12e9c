/** `console.log`, `info`, `debug`, `warn` and `error`. */

import type { JsonValue, Level } from 'wire';

import { callSiteFinder } from '../call-site.ts';
import type { Callable } from '../callable.ts';
import { consoleText } from '../console-text.ts';
import type { Emit } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { JsonText } from '../json.ts';
import { observeMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { append } from '../primordials.ts';
import { createSerializer } from '../serialize.ts';

const LEVELS: readonly Level[] = ['debug', 'log', 'info', 'warn', 'error'];

/** Records console calls until uninstalled. */
export function instrumentConsole(emit: Emit, env: Env): Uninstall {
  const serialize = createSerializer(env);
  const findCallSite = callSiteFinder(env.window);

  const record = (level: Level, args: readonly unknown[], wrapper: Callable): void => {
    const texts: string[] = [];
    let list = '';
    for (let index = 0; index < args.length; index += 1) {
      const text = serialize(args[index]);
      append(texts, text);
      list += `${index > 0 ? ',' : ''}${text}`;
    }
    emit('/logs', {
      type: 'console',
      ts: timestamp(env),
      level,
      message: consoleText(args, texts),
      args: new JsonText<JsonValue[]>(`[${list}]`),
      source: findCallSite(wrapper),
      url: documentUrl(env),
    });
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
