/** What the page is busy with: shared by the instruments that see requests and those that see the user. */

/** Requests in flight. */
export interface Activity {
  /** Notes a request; the returned function notes its end, once. */
  requestStarted(): () => void;
  pendingRequests(): number;
}

/** The activity of one window. */
export function createActivity(): Activity {
  let pending = 0;
  return {
    requestStarted() {
      pending += 1;
      let ended = false;
      return () => {
        if (!ended) pending -= 1;
        ended = true;
      };
    },
    pendingRequests: () => pending,
  };
}
