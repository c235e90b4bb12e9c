/** Callbacks of ours that the browser calls: an error in one would be reported to the page as its own. */

/** The same callback, which fails silently. */
export function quiet<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      callback(...args);
    } catch {
      // The caller must not learn of us.
    }
  };
}
