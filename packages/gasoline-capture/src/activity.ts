/** What the page is busy with: shared by the instruments that see requests and those that see the user. */

import type { Uninstall } from './patch.ts';

/** Something the page did beyond its document: sent a request, had an answer, sent a message over a socket. */
export type PageAct = 'request' | 'answer' | 'message';

/** Requests in flight, and what the page does over the network. */
export interface Activity {
  /** Notes a request; the returned function notes its end, once. */
  requestStarted(): () => void;
  /** Notes a message over a socket. */
  messageSent(): void;
  pendingRequests(): number;
  /** Calls `react` with what the page does, until stopped. One at a time. */
  watch(react: (act: PageAct) => void): Uninstall;
}

/** The activity of one window. */
export function createActivity(): Activity {
  let pending = 0;
  let watching: ((act: PageAct) => void) | undefined;
  return {
    requestStarted() {
      pending += 1;
      watching?.('request');
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        pending -= 1;
        watching?.('answer');
      };
    },
    messageSent() {
      watching?.('message');
    },
    pendingRequests: () => pending,
    watch(react) {
      watching = react;
      return () => {
        if (watching === react) watching = undefined;
      };
    },
  };
}
