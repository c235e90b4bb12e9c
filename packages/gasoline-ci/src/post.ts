/** Requests a page can send to the server, with the functions the page had at start. */

import type { PageWindow } from 'gasoline-capture';
import { WIRE_VERSION } from 'gasoline-wire';
import type { Hello } from 'gasoline-wire';
import { bodyOf } from 'gasoline-wire/route';
import type { Route } from 'gasoline-wire/route';

import type { Batch } from './batch.ts';

/** The requests of one page. */
export interface Poster {
  /** Says hello with a request whose outcome is known, unlike a beacon's. */
  hello(session: string): Promise<boolean>;
  /** Sends a batch that outlives the page; false when the browser takes no more for now. */
  send(route: Route, lines: string): boolean;
  /** Whether batches pass in one moment, if nothing else is under way. */
  hasRoomFor(batches: readonly Batch[]): boolean;
}

/** Beacons and keepalive requests in flight may hold this much together; a single larger one never passes. */
const KEEPALIVE_BYTES = 65_536;

const JSON_TYPE = 'application/json';

/** The poster of one window. */
export function createPoster(window: PageWindow, server: string): Poster {
  const { Blob, navigator, Response, Reflect } = window;
  const { text } = Response.prototype;
  const { apply } = Reflect;
  const { fetch } = window;
  const beacon = 'sendBeacon' in navigator ? navigator.sendBeacon.bind(navigator) : undefined;

  /** Bytes of keepalive requests under way, where there are no beacons. */
  let keptAlive = 0;

  const post = async (path: string, body: BodyInit, keepalive: boolean): Promise<Response> => {
    const response = await apply(fetch, window, [
      `${server}${path}`,
      { method: 'POST', headers: { 'Content-Type': JSON_TYPE }, body, keepalive, credentials: 'omit' },
    ]);
    // Until somebody has read the answer the request counts as under way, and a test waits for `networkidle` in vain.
    await apply(text, response, []);
    return response;
  };

  const bodyFor = ({ route, lines }: Batch): Blob => new Blob([bodyOf(route, lines)], { type: JSON_TYPE });

  return {
    hasRoomFor(batches) {
      let bytes = 0;
      for (let index = 0; index < batches.length; index += 1) {
        const batch = batches[index];
        if (batch !== undefined) bytes += bodyFor(batch).size;
      }
      return bytes <= KEEPALIVE_BYTES;
    },
    async hello(session) {
      const hello: Hello = {
        client: 'ci',
        version: GASOLINE_VERSION,
        wire: WIRE_VERSION,
        session,
        clock: Date.now(),
      };
      try {
        return (await post('/hello', JSON.stringify(hello), true)).ok;
      } catch {
        return false;
      }
    },
    send(route, lines) {
      const body = bodyFor({ route, lines });
      const fits = body.size <= KEEPALIVE_BYTES;
      if (fits && beacon !== undefined) return beacon(`${server}${route}`, body);
      // Beyond its quota the browser refuses a request as if nobody answered: that must not be mistaken for sent.
      if (fits && keptAlive + body.size > KEEPALIVE_BYTES) return false;
      const size = fits ? body.size : 0;
      keptAlive += size;
      const done = (): void => {
        keptAlive -= size;
      };
      post(route, body, fits).then(done, done);
      return true;
    },
  };
}
