import { describe, expect, it } from 'vitest';

import type { PageWindow } from 'gasoline-capture';

import { createWindow } from '../../gasoline-capture/test/page.ts';
import { createPoster } from '../src/post.ts';

const SERVER = 'http://127.0.0.1:7890';

/** A request that a test answers. */
interface Request {
  readonly url: string;
  readonly keepalive: boolean;
  answer(): void;
}

/** A window whose requests wait for a test; without beacons, as privacy extensions leave it, unless one is given. */
function posting(sendBeacon?: (url: string) => boolean): { window: PageWindow; requests: Request[] } {
  const window = createWindow();
  const requests: Request[] = [];
  // jsdom has neither.
  Object.defineProperty(window, 'Response', { value: Response });
  Object.defineProperty(window, 'fetch', {
    value: (url: string, init: RequestInit) =>
      new Promise((resolve) => {
        requests.push({
          url,
          keepalive: init.keepalive === true,
          answer: () => {
            resolve(new Response('{}'));
          },
        });
      }),
  });
  if (sendBeacon !== undefined) Object.defineProperty(window.navigator, 'sendBeacon', { value: sendBeacon });
  return { window, requests };
}

/** So many bytes of body, around which stand a few more. */
function entryOf(bytes: number): string {
  return `"${'x'.repeat(bytes)}"`;
}

describe('a batch', () => {
  it('goes by beacon, and is not sent where the browser refuses it', () => {
    const seen: string[] = [];
    let takes = true;
    const { window, requests } = posting((url) => {
      seen.push(url);
      return takes;
    });
    const poster = createPoster(window, SERVER);
    expect(poster.send('/logs', '{}')).toBe(true);
    takes = false;
    expect(poster.send('/logs', '{}')).toBe(false);
    expect(seen).toEqual([`${SERVER}/logs`, `${SERVER}/logs`]);
    expect(requests).toEqual([]);
  });

  it('too large for any beacon goes as an ordinary request', () => {
    const { window, requests } = posting(() => true);
    expect(createPoster(window, SERVER).send('/logs', entryOf(65_536))).toBe(true);
    expect(requests).toMatchObject([{ url: `${SERVER}/logs`, keepalive: false }]);
  });

  it('waits, without beacons, while the quota of requests that outlive the page is used up', async () => {
    const { window, requests } = posting();
    const poster = createPoster(window, SERVER);
    expect(poster.send('/logs', entryOf(40_000))).toBe(true);
    expect(poster.send('/logs', entryOf(40_000))).toBe(false);
    expect(poster.send('/logs', entryOf(20_000))).toBe(true);
    requests[0]?.answer();
    await expect.poll(() => poster.send('/logs', entryOf(40_000))).toBe(true);
    expect(requests.map(({ keepalive }) => keepalive)).toEqual([true, true, true]);
  });
});
