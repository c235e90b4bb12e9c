/** The document itself, once for each. Its response headers are known only outside of the page. */

import { watchDepartures, watchDocuments } from '../documents.ts';
import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import type { Uninstall } from '../patch.ts';
import { truncate } from '../truncate.ts';

const MAX_TITLE_CHARACTERS = 500;

/** Describes each document of the window as soon as it has been parsed, or is left before that. */
export function instrumentDocument({ emit, settings, notCaptured }: Reporting, env: Env): Uninstall {
  const { window, dom } = env;
  let pending: (() => void) | undefined;
  const settle = (): void => {
    const report = pending;
    pending = undefined;
    report?.();
  };
  const stops = [
    watchDocuments(env, () => {
      const begun = { ts: timestamp(env), viewport: viewportOf(env) };
      pending = () => {
        if (!settings().performance) return;
        const referrer = dom.referrer(window.document);
        emit('/logs', {
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
    stops.forEach((stop) => {
      stop();
    });
  };
}

function viewportOf({ window }: Env): { width: number; height: number; devicePixelRatio: number } {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return { width: innerWidth, height: innerHeight, devicePixelRatio };
}
