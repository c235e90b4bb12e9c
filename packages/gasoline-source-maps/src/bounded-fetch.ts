/** Reads a text over the network, bounded in size, every failure told in words. */

import { addressText, Unavailable } from './unavailable.ts';

/** What is asked of the caller, who can reach the network. */
export interface FetchRequest {
  readonly signal: AbortSignal;
  /** Cookies go only where the page itself would send them. */
  readonly credentials: 'include' | 'omit';
  /** Where an address was allowed only because of where it leads, it must not lead elsewhere. */
  readonly redirect: 'follow' | 'error';
}

/** The network, as it is handed in. */
export type Fetch = (url: string, request: FetchRequest) => Promise<Response>;

/** A text that was read. */
export interface FetchedText {
  readonly text: string;
  /** After redirects. */
  readonly url: string;
  readonly headers: Headers;
}

/** Says yes to HTML where something else was asked for: servers of single-page apps answer so to unknown paths. */
export function isHtml({ text, headers }: FetchedText): boolean {
  return (
    (headers.get('content-type') ?? '').includes('html') ||
    /^\s*<(?:!doctype|html)\b/i.test(text.slice(0, 200))
  );
}

/** Fetches a text of at most `limit` bytes. */
export async function fetchText(
  fetch: Fetch,
  url: string,
  limit: number,
  request: FetchRequest,
): Promise<FetchedText> {
  const name = addressText(url);
  const response = await fetch(url, request).catch((error: unknown) => {
    throw notFetched(name, request.signal, error);
  });
  if (!response.ok) {
    await response.body?.cancel().catch(() => undefined);
    throw new Unavailable(`${name} answered ${response.status}`);
  }
  const text = await readBounded(response, name, limit).catch((error: unknown) => {
    throw notFetched(name, request.signal, error);
  });
  return { text, url: response.url === '' ? url : response.url, headers: response.headers };
}

function notFetched(name: string, signal: AbortSignal, error: unknown): Unavailable {
  if (error instanceof Unavailable) return error;
  if (signal.aborted) return new Unavailable(`${name} did not arrive in time`);
  return new Unavailable(`${name} could not be fetched (${detailOf(error)}): refused, blocked or away`);
}

/** Node tells the reason in the cause. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message;
}

async function readBounded(response: Response, name: string, limit: number): Promise<string> {
  const tooLarge = (bytes: number): Unavailable =>
    new Unavailable(
      `${name} is too large: ${megabytes(bytes)} MB or more, at most ${megabytes(limit)} MB are read`,
    );
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > limit) {
    await response.body?.cancel().catch(() => undefined);
    throw tooLarge(announced);
  }
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    bytes += piece.value.byteLength;
    if (bytes > limit) {
      await reader?.cancel().catch(() => undefined);
      throw tooLarge(bytes);
    }
    pieces.push(decoder.decode(piece.value, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
