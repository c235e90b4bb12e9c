/**
 * `fetch`: every request, and what became of it.
 *
 * The page gets the very response or rejection reason the browser gave, in a promise of ours (`passing-on.ts`).
 */

import { initiatorFinder } from '../call-site.ts';
import { isCallable } from '../callable.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { failureText, followExchanges } from '../network/exchange.ts';
import type { Exchange } from '../network/exchange.ts';
import { fetchRequestReader } from '../network/fetch-request.ts';
import type { FetchRequest } from '../network/fetch-request.ts';
import { responseFollower } from '../network/fetch-response.ts';
import { overhearing, overheardText } from '../network/overheard.ts';
import { passingOn } from '../network/passing-on.ts';
import type { Reactions } from '../network/passing-on.ts';
import { ownFrameRemover } from '../own-frames.ts';
import type { ApplyTrap } from '../disguise.ts';
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
  const reader = fetchRequestReader(env, platform);
  const overhear = overhearing(env.window, 'fetch');
  const follower = responseFollower(env, platform);
  const exchanges = followExchanges(report, env);
  const removeOwnFrames = ownFrameRemover(env.window);
  const pass = passingOn(env.window);
  const findInitiator = initiatorFinder(env.window);
  let active = true;

  const start = (
    args: readonly unknown[],
    address: string | undefined,
    trap: object,
  ): Watched | undefined => {
    let watched: Watched | undefined;
    if (address === undefined) return undefined;
    unnoticed(() => {
      const request = reader.request(args[0], args[1], address, findInitiator(trap));
      const exchange = exchanges.begin(request.facts);
      if (exchange !== undefined) watched = { exchange, request };
    });
    return watched;
  };
  const watch = (answer: unknown, receiver: unknown, watched: Watched | undefined): unknown => {
    const reactions: Reactions = {
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
    };
    const passed = pass(answer, reactions, receiver);
    // Somebody replaced `fetch` before us.
    if (passed === undefined) watched?.exchange.forgotten();
    return passed ?? answer;
  };

  const restore = replaceMethod(env.window, 'fetch', (original) => {
    const trap: ApplyTrap = (_target, receiver, args) => {
      if (!active) return apply(original, receiver, args);
      const address = args.length === 0 ? undefined : reader.address(args[0]);
      const watched = start(args, address, trap);
      if (address === undefined) overhear(args, 0);
      const answer = apply(original, receiver, args);
      return watch(answer, receiver, watched ?? start(args, overheardText(args[0]), trap));
    };
    return trap;
  });
  return () => {
    active = false;
    restore();
    follower.stop();
    exchanges.stop();
  };
}
