/**
 * `fetch`: every request, and what became of it.
 *
 * The page gets the very response or rejection reason the browser gave, in a promise of ours (`passing-on.ts`).
 */

import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { failureText, followExchanges } from '../network/exchange.ts';
import type { Exchange } from '../network/exchange.ts';
import { fetchRequestReader } from '../network/fetch-request.ts';
import type { FetchRequest } from '../network/fetch-request.ts';
import { responseFollower } from '../network/fetch-response.ts';
import { passingOn } from '../network/passing-on.ts';
import { ownFrameRemover } from '../own-frames.ts';
import { replaceMethod, unnoticed } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { platformOf } from '../platform.ts';
import { apply, get } from '../primordials.ts';

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
  const pass = passingOn(env.window);
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
  const watch = (answer: unknown, watched: Watched | undefined): unknown => {
    const passed = pass(answer, {
      fulfilled(response) {
        if (watched === undefined) return;
        try {
          follower.follow(watched.exchange, watched.request, response);
        } catch {
          // No `Response` of the browser's.
          watched.exchange.forgotten();
        }
      },
      rejected(reason) {
        removeOwnFrames(reason);
        watched?.exchange.failed(failureText(reason, watched.request.wasAborted()));
      },
    });
    // Somebody replaced `fetch` before us.
    if (passed === undefined) watched?.exchange.forgotten();
    return passed ?? answer;
  };

  const restore = replaceMethod(env.window, 'fetch', (original) => (_target, receiver, args) => {
    const watched = active && args.length > 0 ? start(args) : undefined;
    const answer = apply(original, receiver, args);
    return active ? watch(answer, watched) : answer;
  });
  return () => {
    active = false;
    restore();
    follower.stop();
    exchanges.stop();
  };
}
