/** What the page shows after a load and after a change of route: its title and up to five landmarks. */

import { isTopDocument, watchLoads } from '../documents.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import type { Uninstall } from '../patch.ts';
import type { Cancel } from '../timers.ts';
import { truncate } from '../truncate.ts';

/** Apps render what they loaded a moment after the load event. */
const AFTER_LOAD_MS = 200;

/** A route first shows its frame, then its content; a further change within this time starts over. */
const AFTER_ROUTE_MS = 500;

/** Where landmarks cannot be told within some seconds they never will. */
const MAX_TRIES = 50;

const MAX_TITLE_CHARACTERS = 500;

/** Takes snapshots until uninstalled. */
export function instrumentDomSnapshots({ emit, settings, landmarksOf }: Reporting, env: Env): Uninstall {
  let cancel: Cancel = () => undefined;
  let tries = 0;
  const take = (): void => {
    // The page may have loaded before it heard what is wanted.
    if (!settings().domSnapshots) return;
    const { document } = env.window;
    const landmarks = landmarksOf(document, env.dom);
    if (landmarks === undefined) {
      // What tells them is on its way.
      tries += 1;
      if (tries < MAX_TRIES) takeAfter(AFTER_LOAD_MS);
      return;
    }
    emit('/dom-snapshots', {
      ts: timestamp(env),
      url: documentUrl(env),
      title: truncate(env.dom.title(document), MAX_TITLE_CHARACTERS),
      landmarks,
    });
  };
  const takeAfter = (milliseconds: number): void => {
    cancel();
    if (!settings().domSnapshots) return;
    cancel = env.after(milliseconds, () => {
      cancel = env.whenIdle(take);
    });
  };
  const stops = [
    watchLoads(env, () => {
      // Of the few that are kept, frames that come with their page would leave none of it.
      if (isTopDocument(env.window)) takeAfter(AFTER_LOAD_MS);
    }),
    env.watchRoutes(() => {
      takeAfter(AFTER_ROUTE_MS);
    }),
    // A picture of what is no longer shown would be put to the wrong moment.
    env.listen('pagehide', () => {
      cancel();
    }),
  ];
  return () => {
    cancel();
    stops.forEach((stop) => {
      stop();
    });
  };
}
