/** Tells requests to our own server from those of the page. */

import { indexOf, slice } from './primordials.ts';

/** Whether an address leads to our server. */
export function isOwnTraffic(url: string, ownServer: string | undefined): boolean {
  if (ownServer === undefined || indexOf(url, ownServer) !== 0) return false;
  const next = url[ownServer.length];
  return next === undefined || next === '/' || next === '?' || next === '#';
}

/** `http://…` as `ws://…`. */
export function socketOrigin(origin: string | undefined): string | undefined {
  return origin === undefined ? undefined : `ws${slice(origin, 4)}`;
}
