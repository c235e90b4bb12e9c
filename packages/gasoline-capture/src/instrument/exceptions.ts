/** Uncaught errors and unhandled rejections. */

import type { ExceptionEvent, Mechanism } from 'gasoline-wire';

import { causesOf } from '../causes.ts';
import type { Unidentified } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { errorLine, readAsError } from '../error-text.ts';
import type { Reporting } from '../instrument.ts';
import { maskLine } from '../mask.ts';
import { firstPageFrame, OWN_SCHEME, place } from '../page-frame.ts';
import type { Uninstall } from '../patch.ts';
import { indexOf, slice } from '../primordials.ts';
import { createSerializer } from '../serialize.ts';
import type { Serializer } from '../serialize.ts';
import { truncate } from '../truncate.ts';

/** As much as one string in the console. */
const MAX_MESSAGE_CHARACTERS = 10_240;

/** Ten frames of very long URLs; beyond that it is a message repeated in its stack. */
const MAX_STACK_CHARACTERS = 32_768;

type Description = { readonly message: string } & Pick<Unidentified<ExceptionEvent>, 'stack' | 'source'>;
type Place = Pick<Unidentified<ExceptionEvent>, 'source' | 'filename' | 'lineno' | 'colno'>;

/** Records uncaught errors until uninstalled. */
export function instrumentExceptions(
  { emit, annotations, enrichment, rejections }: Reporting,
  env: Env,
): Uninstall {
  const { ErrorEvent, PromiseRejectionEvent } = env.window;
  const serializer = createSerializer(env);

  const report = (mechanism: Mechanism, description: Description, place: Place): void => {
    const follow = enrichment.announce({ type: 'exception', message: description.message });
    const entry = emit('/logs', {
      type: 'exception',
      enrichment: follow && 'pending',
      ts: timestamp(env),
      level: 'error',
      mechanism,
      ...description,
      ...place,
      url: documentUrl(env),
      _context: annotations.context(),
    });
    follow?.(entry);
  };
  const stopErrors = env.listen('error', (event) => {
    // A resource that failed to load is an `error` event too, without a message: `failed-resources.ts`.
    if (event instanceof ErrorEvent) report('error', describeEvent(event, serializer), placeOf(event));
  });
  const stopRejections = env.listen('unhandledrejection', (event) => {
    if (!(event instanceof PromiseRejectionEvent)) return;
    const description = describeThrown(event.reason, serializer);
    rejections.note(description.message);
    report('unhandledrejection', description, {});
  });
  return () => {
    stopErrors();
    stopRejections();
  };
}

function describeEvent(event: ErrorEvent, serializer: Serializer): Description {
  const thrown: unknown = event.error;
  // A script of another origin loaded without CORS: the browser hides everything but "Script error.".
  if (thrown === null || thrown === undefined) return { message: bounded(event.message) };
  return describeThrown(thrown, serializer);
}

/** Anything can be thrown or rejected with, not only errors. */
function describeThrown(thrown: unknown, serializer: Serializer): Description {
  const describe = (value: unknown): string =>
    maskLine(bounded(typeof value === 'string' ? value : bare(serializer.one(value))));
  const error = readAsError(thrown);
  if (error === undefined) return { message: describe(thrown) };
  const { stack } = error;
  const message = errorLine(error, MAX_MESSAGE_CHARACTERS);
  const causes = causesOf(thrown, describe);
  return {
    message: maskLine(message),
    stack:
      stack === undefined && causes === ''
        ? undefined
        : maskLine(`${truncate(stack ?? message, MAX_STACK_CHARACTERS)}${causes}`),
    source: stack === undefined ? undefined : firstPageFrame(stack),
  };
}

/** Markers such as `"[undefined]"` read better without quotes. */
function bare(text: string): string {
  return indexOf(text, '"') === 0 ? slice(text, 1, -1) : text;
}

function bounded(message: string): string {
  return truncate(message, MAX_MESSAGE_CHARACTERS);
}

/** Nothing where the browser names our own script: the call went through a wrapper, and the stack knows better. */
function placeOf({ filename, lineno, colno }: ErrorEvent): Place {
  return filename === '' || indexOf(filename, OWN_SCHEME) === 0
    ? {}
    : { source: place(filename, lineno), filename, lineno, colno };
}
