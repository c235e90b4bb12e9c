/** Browsers whose pages can be asked: with the extension, and through a debugging port. */

import { attach } from './attach.ts';
import type { Browsers, Lent } from './browsers.ts';
import type { Server } from './server.ts';

/** The ways to reach a page. */
export const WAYS = ['extension', 'attach'] as const;

/** One of them. */
export type Way = (typeof WAYS)[number];

/** Lends a browser whose pages `server` can ask. */
export async function liveBrowser(way: Way, server: Server, browsers: Browsers): Promise<Lent> {
  if (way === 'extension') return browsers.withExtension(server);
  const { context, address, close } = await browsers.attachable();
  const attachment = await attach(server, '--cdp', address);
  return {
    context,
    async close() {
      await attachment.stop();
      await close();
    },
  };
}
