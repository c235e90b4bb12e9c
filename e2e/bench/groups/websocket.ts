/** WebSocket messages, a thousand a second, as they arrive and as they are sent. */

import type { Page } from '@playwright/test';
import type { WebSocket as ServerSocket } from 'ws';

import { acceptSockets } from '../../support/sockets.ts';
import { precise, withVariants } from '../bench.ts';
import type { Group } from '../bench.ts';
import { addedCpu, addedFigure, addedNinetyNinth, inRounds } from '../paired.ts';

/** Milliseconds a message may take longer. */
const BUDGET_MS = 0.1;

/** Timers are no finer than a millisecond; this many at a time keeps the rate. */
const MESSAGES_AT_ONCE = 5;
const PAUSE_MS = 5;

/** Messages of pages. */
export const measureWebSocket: Group = async (bench, add) => {
  const url = bench.pages.add('/socket-page', precise('<title>Socket</title>'));
  const address = acceptSockets(bench.pages, '/messages', sendOnDemand);
  const { rounds, messages } = bench.effort;
  await withVariants(bench, url, async (variants) => {
    const incoming = await inRounds(variants, rounds, messages, ({ page }) =>
      received(page, address, messages),
    );
    add(addedFigure('websocket_incoming', incoming, BUDGET_MS));
    add(addedNinetyNinth('websocket_incoming_p99', incoming));
    add(addedCpu('websocket_incoming_cpu', incoming));
    const outgoing = await inRounds(variants, rounds, messages, ({ page }) => sent(page, address, messages));
    add(addedFigure('websocket_outgoing', outgoing, BUDGET_MS));
    add(addedNinetyNinth('websocket_outgoing_p99', outgoing));
  });
};

/** A socket that is told how many messages to send, and ignores everything else. */
function sendOnDemand(socket: ServerSocket): void {
  socket.on('message', (data: Buffer) => {
    const count = Number(/^send (\d+)$/.exec(data.toString())?.[1] ?? 0);
    let next = 0;
    const timer = setInterval(() => {
      for (let sent = 0; sent < MESSAGES_AT_ONCE && next < count; sent += 1, next += 1)
        socket.send(JSON.stringify({ type: 'tick', id: next, symbol: 'ACME', bid: 101.25, ask: 101.5 }));
      if (next >= count) clearInterval(timer);
    }, PAUSE_MS);
  });
}

/** Milliseconds from the moment the browser made each event until the page's own listener had it. */
async function received(page: Page, address: string, count: number): Promise<readonly number[]> {
  return page.evaluate(
    async ([address, count]) => {
      const socket = new WebSocket(address);
      const samples: number[] = [];
      await new Promise<void>((resolve) => {
        socket.addEventListener('open', () => {
          socket.send(`send ${count}`);
        });
        socket.addEventListener('message', (event) => {
          samples.push(performance.now() - event.timeStamp);
          if (samples.length === count) resolve();
        });
      });
      socket.close();
      return samples;
    },
    [address, count] as const,
  );
}

/** Milliseconds of each call of `send`. */
async function sent(page: Page, address: string, count: number): Promise<readonly number[]> {
  return page.evaluate(
    async ([address, count, atOnce, pause]) => {
      const socket = new WebSocket(address);
      await new Promise((resolve) => {
        socket.addEventListener('open', resolve);
      });
      const samples: number[] = [];
      for (let message = 0; message < count; message += 1) {
        if (message % atOnce === 0) await new Promise((resolve) => setTimeout(resolve, pause));
        const data = JSON.stringify({ type: 'order', id: message, symbol: 'ACME', limit: 101.25 });
        const start = performance.now();
        socket.send(data);
        samples.push(performance.now() - start);
      }
      socket.close();
      return samples;
    },
    [address, count, MESSAGES_AT_ONCE, PAUSE_MS] as const,
  );
}
