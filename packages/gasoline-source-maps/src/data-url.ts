/** Reads the text of a `data:` address. */

import { LIMITS } from './limits.ts';
import { Unavailable } from './unavailable.ts';

/** The text that a `data:` address holds. */
export function dataUrlText(url: string): string {
  const comma = url.indexOf(',');
  if (comma < 0) throw new Unavailable('the inline map is cut off');
  if (url.length > LIMITS.mapBytes * 1.4) throw new Unavailable('the inline map is too large to be read');
  const isBase64 = url.slice(0, comma).endsWith(';base64');
  const data = url.slice(comma + 1);
  try {
    return isBase64 ? decodeBase64(data) : decodeURIComponent(data);
  } catch {
    throw new Unavailable('the inline map is cut off or not encoded as it says');
  }
}

function decodeBase64(data: string): string {
  const binary = atob(data);
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
}
