/**
 * Follows a response of `fetch` to its body.
 *
 * A body is read from a clone, and cloning has a price in Chromium (see `stream-start.ts`). Small bodies and those of
 * refusals are cloned when the response comes. Any other is cloned at the moment the page asks for the whole of it:
 * then it arrives in full in any case. JSON the page shows no interest in is read after a while. A page that streams a
 * body, or never reads one that may be long, is left alone.
 */

import type { Env } from '../env.ts';
import { removeOwnFrames } from '../own-frames.ts';
import { replaceMethod, unnoticed } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { numberFrom, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { apply, createWeakMap, getPrototypeOf, indexOf, lowerCase, parseInt } from '../primordials.ts';

import { binaryText, contentKind, described, mediaType } from './content.ts';
import { failureText, isRefusal, MAX_RESPONSE } from './exchange.ts';
import type { Exchange, ResponseFacts } from './exchange.ts';
import type { FetchRequest } from './fetch-request.ts';
import { headerReader } from './headers.ts';
import { passingOn } from './passing-on.ts';
import type { Reactions } from './passing-on.ts';
import { streamStartReader } from './stream-start.ts';

/** A body that takes more memory than this is worth waiting for the page. */
const SMALL_BYTES = 65_536;

/** How long a clone may keep open a response whose page has perhaps lost interest. */
const MAX_READING_MS = 5000;

/** A JSON document of unknown length is taken to be smaller than this. */
const MODEST_BYTES = 1_048_576;

/** How long a page may take to ask for a body, before we read it alone or report the request without it. */
const MAX_WAITING_MS = 2000;

/** Methods by which a page asks for the whole body, or prepares to. */
const WHOLE_BODY_METHODS = ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text'];

/** Follows responses. */
export interface ResponseFollower {
  follow(exchange: Exchange, request: FetchRequest, response: unknown): void;
  stop: Uninstall;
}

/** The follower of one window. */
export function responseFollower(env: Env, platform: Platform): ResponseFollower {
  const statusOf = platform.getter('Response', 'status');
  const statusTextOf = platform.getter('Response', 'statusText');
  const headersOf = platform.getter('Response', 'headers');
  const typeOf = platform.getter('Response', 'type');
  const readHeaders = headerReader(platform);
  const read = bodyReader(env, platform);
  const waiting = waitingRoom(env, platform);

  const followBody = (exchange: Exchange, reading: Reading, facts: ResponseFacts): void => {
    const { contentType } = reading;
    const size = parseInt(facts.headers['content-length'] ?? '');
    const kind = contentKind(contentType);
    if (kind === 'stream') exchange.finished(described(`[Stream: ${mediaType(contentType)}]`));
    else if (kind === 'binary')
      exchange.finished(described(binaryText(size >= 0 ? size : undefined, contentType)));
    else if (size <= SMALL_BYTES || isRefusal(facts.status)) read(exchange, reading, 'perhaps');
    else waiting.add(exchange, reading, isModest(contentType, size) ? 'read' : 'leave', read);
  };
  return {
    follow(exchange, request, response) {
      const headers = readHeaders(headersOf(response)).values;
      const status = numberFrom(statusOf(response));
      const facts = { status, statusText: textFrom(statusTextOf(response)), headers };
      exchange.answered(facts);
      const isHidden = typeOf(response) === 'opaque' || typeOf(response) === 'opaqueredirect';
      if (!exchange.wantsBody() || isHidden || hasNoBody(exchange.facts.method, status))
        exchange.finished(undefined);
      else {
        waiting.note(exchange, response);
        followBody(exchange, { request, response, contentType: headers['content-type'] ?? '' }, facts);
      }
    },
    stop: waiting.stop,
  };
}

/** A response whose body is to be read. */
interface Reading {
  readonly request: FetchRequest;
  readonly response: unknown;
  readonly contentType: string;
}

/** Whether the page waits for the body too. */
type IsAwaited = 'yes' | 'perhaps' | 'no';

/** Reads the body from a clone and ends the exchange: within a time, unless the page waits for it too. */
type ReadBody = (exchange: Exchange, reading: Reading, isAwaited: IsAwaited) => void;

function bodyReader(env: Env, platform: Platform): ReadBody {
  const cloneOf = platform.method('Response', 'clone');
  const bodyOf = platform.getter('Response', 'body');
  const readStart = streamStartReader(env.window, platform);

  const streamOf = (response: unknown): unknown => {
    try {
      return bodyOf(cloneOf(response));
    } catch {
      // The page reads it as a stream already.
      return undefined;
    }
  };
  return (exchange, { request, response, contentType }, isAwaited) => {
    const stream = streamOf(response);
    if (stream === undefined || stream === null) {
      exchange.finished(stream === null ? undefined : described(`[Stream: ${mediaType(contentType)}]`));
      return;
    }
    let cancelTimer: () => void = nothing;
    const { soFar, stop } = readStart(
      stream,
      { maxBytes: MAX_RESPONSE, contentType },
      {
        arrived() {
          if (isAwaited !== 'no') exchange.bodyArrived();
        },
        finished(body) {
          cancelTimer();
          exchange.finished(body);
        },
        failed(reason, body) {
          cancelTimer();
          exchange.failed(failureText(reason, request.wasAborted()), body);
        },
      },
    );
    exchange.follow({ isReading: true, soFar, hurry: nothing, conclude: stop });
    if (isAwaited !== 'yes') cancelTimer = env.after(MAX_READING_MS, stop);
  };
}

/** What becomes of a body the page does not ask for. */
type Unwanted = 'read' | 'leave';

/** Responses whose page has not yet asked for the body. */
interface WaitingRoom {
  /** Follows how the page reads a response. */
  note(exchange: Exchange, response: unknown): void;
  add(exchange: Exchange, reading: Reading, unwanted: Unwanted, read: ReadBody): void;
  stop: Uninstall;
}

/** Begins to read; too late where the page is no longer waited for. */
type Begin = (isAwaited: IsAwaited) => void;

function waitingRoom(env: Env, platform: Platform): WaitingRoom {
  const isUsed = platform.getter('Response', 'bodyUsed');
  const prototype = platform.prototype('Response');
  const byResponse = createWeakMap<Begin>();
  const followed = createWeakMap<Exchange>();
  let hasFollowed = false;
  const stop = watchWholeBodies(
    env,
    platform,
    () => hasFollowed,
    (response, name) => {
      // Of two copies the page may read only one.
      byResponse.get(response)?.(name === 'clone' ? 'perhaps' : 'yes');
      if (name === 'json') followed.get(response)?.readAsJson('response.json()');
    },
    (response, copy) => {
      const exchange = followed.get(response);
      if (exchange !== undefined) followed.set(objectOf(copy), exchange);
    },
  );
  return {
    note(exchange, response) {
      hasFollowed = true;
      followed.set(objectOf(response), exchange);
    },
    add(exchange, reading, unwanted, read) {
      let isWaiting = true;
      const leave = (): void => {
        isWaiting = false;
        cancelTimer();
      };
      const begin: Begin = (isAwaited) => {
        if (!isWaiting) return;
        leave();
        read(exchange, reading, isAwaited);
      };
      const giveUp = (): void => {
        leave();
        const what = isUsed(reading.response) === true ? 'Stream' : 'Not read by the page';
        exchange.finished(described(`[${what}: ${mediaType(reading.contentType)}]`));
      };
      const hurry = (): void => {
        if (unwanted === 'read') begin('no');
      };
      byResponse.set(objectOf(reading.response), begin);
      exchange.follow({ isReading: false, soFar: unread, hurry, conclude: giveUp });
      const cancelTimer = env.after(MAX_WAITING_MS, () => {
        hurry();
        if (isWaiting) giveUp();
      });
      // Of another window, whose methods we do not watch: `contentWindow.fetch.call(window, …)`.
      if (getPrototypeOf(objectOf(reading.response)) !== prototype) hurry();
    },
    stop,
  };
}

/**
 * Tells of each whole body that the page asks for, from the first response that is followed. Before that the calls are the
 * page's own, and so are the stacks of their rejections.
 */
function watchWholeBodies(
  env: Env,
  platform: Platform,
  isNeeded: () => boolean,
  asked: (response: unknown, name: string) => void,
  cloned: (response: unknown, copy: unknown) => void,
): Uninstall {
  const pass = passingOn(env.window);
  const willRefuse = refusalForeseer(platform);
  const prototype = platform.prototype('Response') ?? {};
  const watched = (name: string): Uninstall =>
    replaceMethod(
      prototype,
      name,
      (original) => (_target, response, args) => {
        unnoticed(() => {
          asked(response, name);
        });
        const isRefused = willRefuse(response, name);
        try {
          const answer = apply(original, response, args);
          if (name === 'clone')
            unnoticed(() => {
              cloned(response, answer);
            });
          return (isRefused ? pass(answer, CLEANING) : undefined) ?? answer;
        } catch (error) {
          removeOwnFrames(error);
          throw error;
        }
      },
      isNeeded,
    );
  const stops = WHOLE_BODY_METHODS.map(watched);
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

const CLEANING: Reactions = { fulfilled: nothing, rejected: removeOwnFrames };

/**
 * Whether the browser will refuse at once, in an error made while we are on the stack. Other promises are not touched: they
 * would settle a microtask late.
 */
function refusalForeseer(platform: Platform): (response: unknown, name: string) => boolean {
  const isUsed = platform.getter('Response', 'bodyUsed');
  const bodyOf = platform.getter('Response', 'body');
  const isLocked = platform.getter('ReadableStream', 'locked');
  const typeOf = platform.getter('Response', 'type');
  return (response, name) => {
    // Refused for the type of the body too.
    if (name === 'formData') return true;
    try {
      // Those the page made itself have their bodies, and what is wrong with these, at hand.
      if (isUsed(response) === true || typeOf(response) === 'default') return true;
      const body = bodyOf(response);
      return body !== null && isLocked(body) === true;
    } catch {
      return true;
    }
  };
}

function isModest(contentType: string, size: number): boolean {
  return indexOf(lowerCase(contentType), 'json') >= 0 && !(size > MODEST_BYTES);
}

function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304;
}

function objectOf(response: unknown): object {
  if (typeof response !== 'object' || response === null) throw new TypeError('not a response');
  return response;
}

function nothing(): void {
  // No timer runs, nothing was put off.
}

function unread(): undefined {
  // Nobody has begun to read the body.
}
