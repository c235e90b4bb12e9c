/** What was seen of a script when the page loaded it, to know whether the one read now is the same. */

/** As much of its answer as tells one version from another. */
export interface SeenScript {
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** `content-length` and `content-encoding`. */
  readonly length: string | undefined;
}

/** Reads headers by their lower-case names. */
export function seenScript(header: (name: string) => string | null | undefined): SeenScript {
  const read = (name: string): string | undefined => header(name) ?? undefined;
  const length = read('content-length');
  return {
    etag: read('etag'),
    lastModified: read('last-modified'),
    length: length === undefined ? undefined : `${length} ${read('content-encoding') ?? ''}`,
  };
}

/** Whether two answers hold the same script; undefined where nothing tells. */
export function isSameScript(before: SeenScript, now: SeenScript): boolean | undefined {
  if (before.etag !== undefined && now.etag !== undefined) return strong(before.etag) === strong(now.etag);
  if (before.lastModified !== undefined && now.lastModified !== undefined)
    return before.lastModified === now.lastModified;
  // A length that differs tells; the same length does not. Of other encodings lengths cannot be compared.
  const [one = '', coding] = before.length?.split(' ') ?? [];
  const [other = '', otherCoding] = now.length?.split(' ') ?? [];
  return one !== '' && other !== '' && coding === otherCoding && one !== other ? false : undefined;
}

/** Servers mark what they compress on the way as weak. */
function strong(etag: string): string {
  return etag.replace(/^W\//, '').replace(/-(?:gzip|br|zstd)"$/, '"');
}
