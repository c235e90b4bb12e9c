/** Where the user goes: documents that load, and addresses that change without a load. */

import type { NavigationKind } from 'gasoline-wire';

import { framesAround } from '../actions/frames.ts';
import { isTopDocument, watchDocuments } from '../documents.ts';
import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { isOfCache } from '../leaving.ts';
import type { Uninstall } from '../patch.ts';
import { indexOf } from '../primordials.ts';
import type { RouteChange } from '../routes.ts';
import { unrecognised } from '../selectors/recognised.ts';
import { TYPING_REST_MS } from '../settling.ts';
import { isNavigation } from '../timeline.ts';

/** What changes of the address in passing settle as. */
const ADDRESS = {};

/** Records navigation until uninstalled. */
export function instrumentNavigation({ emit, settings, settling }: Reporting, env: Env): Uninstall {
  const send = (
    navigation: NavigationKind,
    fromUrl: string | undefined,
    ts = timestamp(env),
    toUrl = documentUrl(env),
  ): void => {
    if (!settings().actions) return;
    // That it is a frame must be told; to find it again is for what is done in it.
    const frames = framesAround(env, unrecognised);
    emit('/enhanced-actions', { ts, type: 'navigate', url: toUrl, fromUrl, toUrl, navigation, frames });
  };
  let replacedFrom: string | undefined;
  const replaced = (from: string): void => {
    // An app that keeps the address in step with a field changes it with every key: one entry, and after the typing.
    replacedFrom ??= from;
    const ts = timestamp(env);
    const toUrl = documentUrl(env);
    const report = (): void => {
      const fromUrl = replacedFrom;
      replacedFrom = undefined;
      if (fromUrl !== toUrl) send('replace', fromUrl, ts, toUrl);
    };
    settling.hold('address', ADDRESS, report, TYPING_REST_MS);
  };
  const changed = ({ from, kind }: RouteChange): void => {
    if (kind === 'replace') {
      replaced(boundedUrl(from));
      return;
    }
    settling.releaseAll();
    send(kind, boundedUrl(from));
  };
  const stops = [
    watchDocuments(env, () => {
      if (isVisited(env)) send(loadKind(env), ownReferrer(env));
    }),
    env.listen('pageshow', (event) => {
      // Its frames come back with it.
      if (isOfCache(event) && isTopDocument(env.window)) send('history', undefined);
    }),
    env.watchRoutes(changed),
  ];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

/**
 * Whether the user went to the document. Pages fill their frames by themselves, a hundred of them perhaps: there the user is
 * taken to be the cause only if another document stood in the same frame before, and the user had done something.
 */
function isVisited({ window }: Env): boolean {
  if (isTopDocument(window)) return true;
  if (!('navigation' in window) || !window.navigator.userActivation.hasBeenActive) return false;
  const { activation } = window.navigation;
  return activation !== null && activation.from !== null;
}

/** How a document came to be loaded. A window that is given a further document by script knows only of its first. */
function loadKind({ timeline }: Env): NavigationKind {
  const entry = timeline.entries('navigation')[0];
  const type = isNavigation(entry) ? entry.type : 'navigate';
  if (type === 'reload') return 'reload';
  return type === 'back_forward' ? 'history' : 'load';
}

/** The document the user came from, if it is of the same site: anything else the browser cuts to an origin. */
function ownReferrer({ window, dom }: Env): string | undefined {
  const referrer = dom.referrer(window.document);
  const { origin } = window.location;
  return referrer !== '' && indexOf(`${referrer}/`, `${origin}/`) === 0 ? boundedUrl(referrer) : undefined;
}
