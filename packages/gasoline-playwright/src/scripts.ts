/** What was seen of scripts when pages loaded them: one that is built anew meanwhile has other lines. */

import type { BrowserContext, Frame, Page } from '@playwright/test';
import { seenScript } from 'gasoline-source-maps';
import type { SeenScript } from 'gasoline-source-maps';

/** The scripts of a context. */
export interface LoadedScripts {
  /** What was seen of a script in the page of a frame. */
  seen(frame: Frame, url: string): SeenScript | undefined;
}

/** Watches the scripts of a context. A page that loads one again has the newer. */
export function watchScripts(context: BrowserContext): LoadedScripts {
  const byPage = new WeakMap<Page, Map<string, SeenScript>>();
  context.on('response', (response) => {
    const request = response.request();
    if (request.resourceType() !== 'script' || !response.ok()) return;
    const page = pageOf(() => request.frame());
    if (page === undefined) return;
    const headers = response.headers();
    const scripts = byPage.get(page) ?? new Map<string, SeenScript>();
    scripts.set(
      response.url(),
      seenScript((name) => headers[name]),
    );
    byPage.set(page, scripts);
  });
  return { seen: (frame, url) => byPage.get(frame.page())?.get(url) };
}

/** A worker's requests belong to no frame. */
function pageOf(frame: () => Frame): Page | undefined {
  try {
    return frame().page();
  } catch {
    return undefined;
  }
}
