/**
 * Requests that the test itself answers or refuses: `page.route`, `context.route`, `routeFromHAR`, `setOffline`. They are no fault of the app.
 *
 * Handlers are neither wrapped nor replaced: a call that went through us would be shown with our file as its place. That a test asks for such a
 * method is enough to look closer: an answer that no server sent was made up. Of a request without an answer the browser does not tell
 * who refused it.
 */

import type { BrowserContext, Page, Response } from '@playwright/test';
import type { Mocked } from 'gasoline-wire';

/** What a test made up. */
export interface Mocks {
  /** An entry as it is, or with the note that its answer is, or may be, the test's own. */
  marked(entry: object): Promise<object>;
}

const METHODS = ['route', 'routeFromHAR', 'routeWebSocket', 'setOffline'] as const;

/** From this status on an answer counts as a failure. */
const FAILED = 400;

/** Answers are remembered by what both sides know of them. */
const MOST_ANSWERS = 1000;

/** Watches a context for what its test makes up. */
export function watchMocks(context: BrowserContext): Mocks {
  const used = new Set<string>();
  const answers = new Map<string, Promise<boolean>>();
  const watch = (owner: BrowserContext | Page): void => {
    for (const method of METHODS)
      onRead(owner, method, () => {
        used.add(method);
      });
  };
  watch(context);
  context.pages().forEach(watch);
  context.on('page', watch);
  context.on('response', (response) => {
    if (used.size === 0 || response.status() < FAILED) return;
    if (answers.size < MOST_ANSWERS) answers.set(keyOf(described(response)), isMadeUp(response));
  });
  return {
    async marked(entry) {
      if (used.size === 0) return entry;
      if (isBroken(entry)) return maybe(entry, used.has('routeWebSocket') || used.has('setOffline'));
      if (!isAnswer(entry)) return entry;
      if (entry.status === 0) return maybe(entry, true);
      const mocked: Mocked = 'yes';
      return (await (answers.get(keyOf(entry)) ?? false)) ? { ...entry, mocked } : entry;
    },
  };
}

function maybe(entry: object, isPossible: boolean): object {
  const mocked: Mocked = 'perhaps';
  return isPossible ? { ...entry, mocked } : entry;
}

/** The end of a socket. */
function isBroken(entry: object): boolean {
  return 'event' in entry && (entry.event === 'close' || entry.event === 'error');
}

/** Calls `note` whenever a method is looked up, and leaves the method itself as it is. */
function onRead(owner: object, method: string, note: () => void): void {
  const original: unknown = Reflect.get(owner, method);
  // Older versions have fewer.
  if (typeof original !== 'function') return;
  Object.defineProperty(owner, method, {
    configurable: true,
    enumerable: false,
    get() {
      note();
      return original;
    },
    set(value: unknown) {
      Object.defineProperty(owner, method, { configurable: true, enumerable: true, writable: true, value });
    },
  });
}

/** What no server sent. A service worker is the app's own. */
async function isMadeUp(response: Response): Promise<boolean> {
  if (response.fromServiceWorker()) return false;
  const address = await response.serverAddr().catch(() => undefined);
  return address === null;
}

interface Answer {
  readonly url: string;
  readonly status: number;
}

/** Without query and fragment: there a page may have masked what it sends us. */
function keyOf({ url, status }: Answer): string {
  return `${status} ${url.replace(/[?#].*$/s, '')}`;
}

function described(response: Response): Answer {
  return { url: response.url(), status: response.status() };
}

/** Entries of requests, failed loads and documents have both. */
function isAnswer(entry: object): entry is Answer {
  return (
    'url' in entry &&
    typeof entry.url === 'string' &&
    'status' in entry &&
    typeof entry.status === 'number' &&
    (entry.status === 0 || entry.status >= FAILED)
  );
}
