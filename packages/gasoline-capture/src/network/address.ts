/** Where a request goes: its absolute address, and what that says about cookies and about our own traffic. */

import type { CookiePresence, CredentialsMode } from 'gasoline-wire';

import type { Env } from '../env.ts';
import type { Platform } from '../platform.ts';
import { textFrom } from '../platform.ts';
import { slice } from '../primordials.ts';

/** A `data:` address carries its content; nobody needs all of it. */
const MAX_URL_CHARACTERS = 2048;

/** The address of one request. */
export interface Address {
  readonly url: string;
  /** `null` for addresses without a server, empty where the browser could not read the address either. */
  readonly origin: string;
}

/** Addresses as seen from one window. */
export interface Addresses {
  /** Resolves as the browser does, against the document's base. */
  resolve(address: string): Address;
  /** Whether cookies go along, as far as a page can tell. */
  cookies(address: Address, credentials: CredentialsMode): CookiePresence;
}

/** The addresses of one window. */
export function createAddresses(env: Env, platform: Platform): Addresses {
  const { URL: WindowUrl } = env.window;
  const baseOf = platform.getter('Node', 'baseURI');
  const cookieOf = platform.getter('Document', 'cookie');
  const hrefOf = platform.getter('URL', 'href');
  const originOf = platform.getter('URL', 'origin');

  const hasVisibleCookie = (): boolean => {
    try {
      return cookieOf(env.window.document) !== '';
    } catch {
      // Sandboxed documents have none.
      return false;
    }
  };
  return {
    resolve(address) {
      const text = slice(address, 0, MAX_URL_CHARACTERS);
      try {
        const url = new WindowUrl(text, textFrom(baseOf(env.window.document)));
        return { url: slice(textFrom(hrefOf(url)), 0, MAX_URL_CHARACTERS), origin: textFrom(originOf(url)) };
      } catch {
        return { url: text, origin: '' };
      }
    },
    cookies({ origin }, credentials) {
      if (credentials === 'omit') return 'false';
      const own = env.window.location.origin;
      if (own === 'null') return 'unknown';
      if (origin !== own) return credentials === 'include' ? 'unknown' : 'false';
      // None to be seen may still mean some that are hidden from scripts.
      return hasVisibleCookie() ? 'true' : 'unknown';
    },
  };
}
