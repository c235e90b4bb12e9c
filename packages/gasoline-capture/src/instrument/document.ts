/** The document itself, once for each. Its response headers are known only outside of the page. */

import { watchDepartures, watchDocuments } from '../documents.ts';
import type { EntryName } from '../emit.ts';
import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import type { Uninstall } from '../patch.ts';
import { JsonText, encode } from '../json.ts';
import { truncate } from '../truncate.ts';
import { hasServiceWorker, isWorkerScript } from '../workers-seen.ts';

const MAX_TITLE_CHARACTERS = 500;

/**
 * Describes each document of the window as soon as it has been parsed, or is left before that. Of one with workers it is said
 * later that something is not captured.
 */
export function instrumentDocument(
  { emit, amend, settings, notCaptured, unseenInWorkers, resources }: Reporting,
  env: Env,
): Uninstall {
  const { window, dom } = env;
  let described: EntryName | undefined;
  const tellOfWorkers = (): void => {
    if (described === undefined) return;
    const kinds = new JsonText(encode([...unseenInWorkers]));
    amend('/logs', described, { type: 'document', _notCaptured: kinds });
    described = undefined;
  };
  let hasWorkers = false;
  const observation = resources.watch((entries) => {
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry !== undefined && isWorkerScript(entry)) hasWorkers = true;
    }
    // Chromium crashes when the window of an empty frame is asked for its service worker: such a document is not described.
    if (described !== undefined && (hasWorkers || hasServiceWorker(env))) tellOfWorkers();
  });
  let pending: (() => void) | undefined;
  const settle = (): void => {
    const report = pending;
    pending = undefined;
    report?.();
  };
  const stops = [
    watchDocuments(env, () => {
      hasWorkers = false;
      const begun = { ts: timestamp(env), viewport: viewportOf(env) };
      pending = () => {
        if (!settings().performance) return;
        const referrer = dom.referrer(window.document);
        described = emit('/logs', {
          type: 'document',
          ...begun,
          url: documentUrl(env),
          userAgent: window.navigator.userAgent,
          title: truncate(dom.title(window.document), MAX_TITLE_CHARACTERS),
          referrer: referrer === '' ? undefined : boundedUrl(referrer),
          responseHeaders: 'not_observed',
          notCaptured: notCaptured.length > 0 ? notCaptured : undefined,
        });
      };
      if (dom.readyState(window.document) !== 'loading') settle();
    }),
    env.listen('DOMContentLoaded', settle),
    watchDepartures(env, settle),
  ];
  return () => {
    observation.stop();
    stops.forEach((stop) => {
      stop();
    });
  };
}

function viewportOf({ window }: Env): { width: number; height: number; devicePixelRatio: number } {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return { width: innerWidth, height: innerHeight, devicePixelRatio };
}
