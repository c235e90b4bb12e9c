/**
 * `fetch`: every request, and what became of it.
 *
 * The page gets the very response or rejection reason the browser gave, in a promise of ours. Handing out the browser's
 * own promise and watching it would mark it as handled: the page's forgotten rejections would never be reported. Ours
 * settles in the reaction of the browser's, one microtask later, and nothing else watches it.
 */

import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { failureText, followExchanges } from '../network/exchange.ts';
import type { Exchange } from '../network/exchange.ts';
import { fetchRequestReader } from '../network/fetch-request.ts';
import type { FetchRequest } from '../network/fetch-request.ts';
import { responseFollower } from '../network/fetch-response.ts';
import { ownFrameRemover } from '../own-frames.ts';
import { replaceMethod, unnoticed } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { platformOf } from '../platform.ts';
import { apply, BrowserPromise, get, getPrototypeOf } from '../primordials.ts';

interface Watched {
  readonly exchange: Exchange;
  readonly request: FetchRequest;
}

/** Records requests until uninstalled. */
export function instrumentFetch(report: Reporting, env: Env): Uninstall {
  if (!isCallable(get(env.window, 'fetch'))) return () => undefined;
  const platform = platformOf(env.window);
  const readRequest = fetchRequestReader(env, platform);
  const follower = responseFollower(env, platform);
  const exchanges = followExchanges(report, env);
  const removeOwnFrames = ownFrameRemover(env.window);
  const pass = passingOn(env);
  let active = true;

  const start = (args: readonly unknown[]): Watched | undefined => {
    let watched: Watched | undefined;
    unnoticed(() => {
      const request = readRequest(args[0], args[1]);
      const exchange = exchanges.begin(request.facts);
      if (exchange !== undefined) watched = { exchange, request };
    });
    return watched;
  };
  const watch = (answer: unknown, { exchange, request }: Watched): unknown => {
    const passed = pass(answer, {
      fulfilled(response) {
        try {
          follower.follow(exchange, request, response);
        } catch {
          // No `Response` of the browser's.
          exchange.forgotten();
        }
      },
      rejected(reason) {
        removeOwnFrames(reason);
        exchange.failed(failureText(reason, request.wasAborted()));
      },
    });
    // Somebody replaced `fetch` before us.
    if (passed === undefined) exchange.forgotten();
    return passed ?? answer;
  };

  const restore = replaceMethod(env.window, 'fetch', (original) => (_target, receiver, args) => {
    const watched = active && args.length > 0 ? start(args) : undefined;
    const answer = apply(original, receiver, args);
    return watched === undefined ? answer : watch(answer, watched);
  });
  return () => {
    active = false;
    restore();
    follower.stop();
    exchanges.stop();
  };
}

interface Reactions {
  fulfilled(value: unknown): void;
  rejected(reason: unknown): void;
}

/** Passes a promise on after a look at its outcome; undefined for what is none. */
type Pass = (answer: unknown, reactions: Reactions) => object | undefined;

/** Promises are of the window's class, or still of the browser's own where a library put another in the window before us. */
function passingOn(env: Env): Pass {
  const passWindows = passingOnAs(env.window.Promise);
  const passBrowsers = passingOnAs(BrowserPromise);
  return (answer, reactions) => passWindows(answer, reactions) ?? passBrowsers(answer, reactions);
}

function passingOnAs(Class: PromiseConstructor): Pass {
  const { prototype } = Class;
  const { then } = prototype;
  return (answer, reactions) => {
    if (!isPromise(answer, prototype)) return undefined;
    return new Class((resolve, reject) => {
      void apply(then, answer, [
        (value: unknown) => {
          unnoticed(() => {
            reactions.fulfilled(value);
          });
          resolve(value);
        },
        (reason: unknown) => {
          unnoticed(() => {
            reactions.rejected(reason);
          });
          // Whatever the browser gave.
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
          reject(reason);
        },
      ]);
    });
  };
}

function isPromise(value: unknown, prototype: object): boolean {
  return typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype;
}
