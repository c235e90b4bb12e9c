/** `XMLHttpRequest`: every request, and what became of it. */

import { initiatorFinder } from '../call-site.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { followExchanges } from '../network/exchange.ts';
import { overhearing } from '../network/overheard.ts';
import { XhrRequests } from '../network/xhr-requests.ts';
import { ownFrameRemover } from '../own-frames.ts';
import { followMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { platformOf } from '../platform.ts';

/** Records requests until uninstalled. */
export function instrumentXhr(report: Reporting, env: Env): Uninstall {
  const platform = platformOf(env.window);
  const prototype = platform.prototype('XMLHttpRequest');
  if (prototype === undefined) return () => undefined;
  const exchanges = followExchanges(report, env);
  const requests = new XhrRequests(env, platform, exchanges.begin);
  const overhear = overhearing(prototype, 'open');
  const removeOwnFrames = ownFrameRemover(env.window);
  const findInitiator = initiatorFinder(env.window);
  const uninstalls = [
    followMethod(prototype, 'open', {
      before: (xhr, args) => {
        requests.opening(xhr);
        overhear(args, 0);
        overhear(args, 1);
      },
      returned: (xhr, args) => {
        requests.opened(xhr, args);
      },
      threw: (_xhr, error) => {
        removeOwnFrames(error);
      },
    }),
    followMethod(prototype, 'setRequestHeader', {
      returned: (xhr, args) => {
        requests.headerSet(xhr, args);
      },
      threw: (_xhr, error) => {
        removeOwnFrames(error);
      },
    }),
    followMethod(prototype, 'send', {
      before: (xhr, args, wrapper) => {
        requests.sending(xhr, args[0], findInitiator(wrapper));
      },
      returned: (xhr) => {
        requests.sent(xhr);
      },
      threw: (xhr, error) => {
        removeOwnFrames(error);
        requests.notSent(xhr, error);
      },
    }),
    followMethod(prototype, 'abort', {
      before: (xhr) => {
        requests.aborting(xhr);
      },
      threw: (_xhr, error) => {
        removeOwnFrames(error);
      },
    }),
  ];
  return () => {
    requests.stop();
    exchanges.stop();
    uninstalls.forEach((uninstall) => {
      uninstall();
    });
  };
}
