/** Which pages may send requests to this machine. Elsewhere the browser blocks them and says so in the console. */

const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\]|[^/]+\.localhost)(:\d+)?$/;

/** Whether a document has no origin of its own, such as one of a sandbox or a `data:` address: the server refuses all of them. */
export function isWithoutOrigin({ origin }: Origin): boolean {
  return origin === 'null';
}

/** Whether a document comes from this machine, or from one that does: `about:blank`, `srcdoc` and `blob:` have its origin. */
export function isFromLoopback({ origin }: Origin): boolean {
  return LOOPBACK_ORIGIN.test(origin);
}

/** A window when our script starts; later a page may have a variable of its own by this name. */
interface Origin {
  readonly origin: string;
}
