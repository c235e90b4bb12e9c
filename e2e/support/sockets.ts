/** A WebSocket server beside the test pages. */

import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

import type { Pages } from './pages.ts';

/** Lets sockets be opened at `path`; each is handed to `accept`. Closed together with the pages. */
export function acceptSockets(pages: Pages, path: string, accept: (socket: WebSocket) => void): string {
  const sockets = new WebSocketServer({ server: pages.server, path });
  sockets.on('connection', accept);
  return pages.url(path).replace('http:', 'ws:');
}
