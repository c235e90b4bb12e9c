import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Delivery } from '../src/delivery.ts';
import type { LinkState } from '../src/delivery.ts';

import { startScripted } from './server.ts';
import type { ScriptedServer } from './server.ts';

let server: ScriptedServer;
let address: string;
let waits: number[];
let time: number;
let settled: number[];
let states: LinkState['kind'][];
let greeted: string[];

beforeEach(async () => {
  server = await startScripted();
  address = server.url;
  waits = [];
  time = 0;
  settled = [];
  states = [];
  greeted = [];
});

afterEach(() => server.stop());

function createDelivery(
  findServer = (): Promise<string> => Promise.resolve(address),
  untilNext = (): Promise<void> => Promise.resolve(),
): Delivery {
  return new Delivery({
    client: 'ci',
    version: '0.1.0',
    server: findServer,
    session: () => Promise.resolve('s'),
    onState: (state) => {
      states.push(state.kind);
      if (state.kind === 'connected') greeted.push(state.server);
    },
    onSettled: (position) => settled.push(position),
    keptWhileAway: () => ({ route: '/enhanced-actions', count: 2 }),
    now: () => time,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return untilNext();
    },
  });
}

function logs(...entries: number[]): { route: '/logs'; entries: string[] } {
  return { route: '/logs', entries: entries.map(String) };
}

function posts(): unknown[] {
  return server.received.filter(({ path }) => path === '/logs').map(({ body }) => body);
}

describe('delivery', () => {
  it('says hello once, then posts in order', async () => {
    const delivery = createDelivery();
    delivery.add(logs(1, 2));
    await delivery.settle();
    delivery.add(logs(3));
    const report = await delivery.settle();
    expect(server.received).toEqual([
      {
        path: '/hello',
        body: { client: 'ci', version: '0.1.0', wire: 1, session: 's', clock: expect.any(Number) },
      },
      { path: '/logs', body: { entries: [1, 2] } },
      { path: '/logs', body: { entries: [3] } },
    ]);
    expect(report).toMatchObject({ waiting: 0, rejected: 0, dropped: 0 });
    expect(states).toEqual(['connected']);
  });

  it('tries again after a failure, greeting the server anew', async () => {
    server.answers.push({ status: 500 }, { status: 503 });
    const delivery = createDelivery();
    delivery.add(logs(1));
    expect(await delivery.settle()).toMatchObject({ waiting: 0, delivered: 1 });
    expect(waits).toEqual([100, 500]);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/hello',
      '/logs',
      '/hello',
      '/logs',
      '/hello',
      '/logs',
    ]);
  });

  it('waits as long as a busy server asks', async () => {
    server.answers.push({ status: 429, headers: { 'Retry-After': '3' } });
    const delivery = createDelivery();
    delivery.add(logs(1));
    await delivery.settle();
    expect(waits).toEqual([3000]);
    expect(posts()).toEqual([{ entries: [1] }, { entries: [1] }]);
  });

  it('keeps entries while nobody answers, and delivers them when asked again', async () => {
    address = 'http://127.0.0.1:9';
    const delivery = createDelivery();
    delivery.add(logs(1, 2));
    expect(await delivery.settle()).toMatchObject({
      waiting: 2,
      lastFailure: expect.stringContaining('cannot be reached'),
    });
    expect(waits).toEqual([100, 500, 2000, 2000]);
    address = server.url;
    expect(await delivery.reconnect()).toMatchObject({ waiting: 0, lastFailure: undefined });
    expect(posts()).toEqual([{ entries: [1, 2] }]);
    expect(states).toEqual([...Array<string>(5).fill('disconnected'), 'connected']);
  });

  it('leaves a server alone for half a minute after five failures in a row', async () => {
    address = 'http://127.0.0.1:9';
    const delivery = createDelivery();
    delivery.add(logs(1));
    await delivery.settle();
    expect(states).toHaveLength(5);
    time = 29_999;
    delivery.add(logs(2));
    await delivery.settle();
    expect(states).toHaveLength(5);
    time = 30_000;
    // One attempt, as the failures before it were in the same row.
    delivery.add(logs(3));
    await delivery.settle();
    expect(states).toHaveLength(6);
    address = server.url;
    time = 60_000;
    await delivery.settle();
    expect(posts()).toEqual([{ entries: [1, 2, 3] }]);
  });

  it('tries a new address also when the last attempt at the old one fails only then', async () => {
    const old = 'http://127.0.0.1:9';
    let attempts = 0;
    let failFifth: ((address: string) => void) | undefined;
    const delivery = createDelivery(() => {
      attempts += 1;
      if (attempts !== 5) return Promise.resolve(attempts < 5 ? old : server.url);
      return new Promise((resolve) => (failFifth = resolve));
    });
    delivery.add(logs(1));
    await vi.waitFor(() => {
      expect(attempts).toBe(5);
    });
    const reconnected = delivery.reconnect();
    failFifth?.(old);
    await reconnected;
    expect(posts()).toEqual([{ entries: [1] }]);
  });

  it('does not wait any longer when it is asked to look for the server', async () => {
    address = 'http://127.0.0.1:9';
    const never = new Promise<void>(() => undefined);
    const delivery = createDelivery(undefined, () => never);
    delivery.add(logs(1));
    await vi.waitFor(() => {
      expect(states).toEqual(['disconnected']);
    });
    address = server.url;
    expect(await delivery.reconnect()).toMatchObject({ delivered: 1, waiting: 0 });
  });

  it('finds a new server at once when it is sought, and leaves a present one alone', async () => {
    address = 'http://127.0.0.1:9';
    const delivery = createDelivery();
    delivery.add(logs(1));
    await delivery.settle();
    expect(states).toHaveLength(5);
    // One attempt each time, although the breaker is open.
    delivery.seek();
    await delivery.settle();
    expect(states).toHaveLength(6);
    address = server.url;
    delivery.seek();
    expect(await delivery.settle()).toMatchObject({ delivered: 1, waiting: 0 });
    delivery.seek();
    await delivery.settle();
    expect(server.received.map(({ path }) => path)).toEqual(['/hello', '/logs']);
  });

  it('gives nothing to a server that is greeted while the address changes', async () => {
    const other = await startScripted();
    const addresses = [server.url, other.url];
    const delivery = createDelivery(() => Promise.resolve(addresses.shift() ?? 'asked again'));
    delivery.add(logs(1));
    await delivery.reconnect();
    expect(server.received.map(({ path }) => path)).toEqual(['/hello']);
    expect(other.received.map(({ path }) => path)).toEqual(['/hello', '/logs']);
    expect(greeted).toEqual([other.url]);
    await other.stop();
  });

  it('tells how far entries are settled, and which are not', async () => {
    server.answers.push({ status: 200 }, { status: 413 }, { status: 500 });
    const delivery = createDelivery();
    expect(delivery.add(logs(1, 2))).toBe(2);
    expect(delivery.unsettled().map(({ entry }) => entry)).toEqual(['1', '2']);
    await delivery.settle();
    expect(settled).toEqual([2]);
    expect(delivery.add({ route: '/network-bodies', entries: ['3'] })).toBe(3);
    await delivery.settle();
    delivery.add(logs(4));
    expect(delivery.unsettled(3).map(({ position }) => position)).toEqual([4]);
    await delivery.settle();
    expect(settled).toEqual([2, 3, 4]);
    expect(delivery.unsettled()).toEqual([]);
  });

  it('settles what its bounds drop', () => {
    address = 'http://127.0.0.1:9';
    const delivery = createDelivery();
    delivery.add(logs(1, 2, 3));
    delivery.limit({ entries: 1, bytes: 100 });
    expect(settled).toEqual([2]);
    expect(delivery.report()).toMatchObject({ dropped: 2, waiting: 1, bytes: 1 });
  });

  it('keeps only so many actions while the server is away', async () => {
    address = 'http://127.0.0.1:9';
    const delivery = createDelivery();
    const actions = (...entries: string[]): { route: '/enhanced-actions'; entries: string[] } => ({
      route: '/enhanced-actions',
      entries,
    });
    delivery.add(actions('1', '2', '3'));
    await delivery.settle();
    expect(delivery.report()).toMatchObject({ waiting: 3, dropped: 0 });
    delivery.add(logs(4));
    delivery.add(actions('5'));
    expect(delivery.unsettled().map(({ entry }) => entry)).toEqual(['3', '4', '5']);
  });

  it('gives up on what is refused and goes on with the rest', async () => {
    server.answers.push({ status: 413 }, { status: 200, body: { received: 1, rejected: 1 } });
    const delivery = createDelivery();
    delivery.add(logs(...Array.from({ length: 1001 }, (_, index) => index)));
    expect(await delivery.settle()).toMatchObject({ waiting: 0, delivered: 1, rejected: 1001 });
    expect(waits).toEqual([]);
  });

  it('sends nothing to a stranger on the port', async () => {
    server.welcome = { hello: 'I am a development server' };
    const delivery = createDelivery();
    delivery.add(logs(1));
    expect(await delivery.settle()).toMatchObject({
      waiting: 1,
      lastFailure: expect.stringContaining('not a gasoline'),
    });
    expect(posts()).toEqual([]);
  });

  it('does not insist when the versions do not fit', async () => {
    server.welcome = {
      version: '9.0.0',
      wire: { min: 8, max: 9 },
      run: 'r',
      mismatch: 'update the extension',
    };
    const delivery = createDelivery();
    delivery.add(logs(1));
    expect(await delivery.settle()).toMatchObject({ waiting: 1, lastFailure: 'update the extension' });
    expect(waits).toEqual([]);
  });

  it('takes entries at any moment of a run without losing one', async () => {
    const delivery = createDelivery();
    for (let index = 0; index < 200; index += 1) {
      delivery.add(logs(index));
      if (index % 3 === 0) await Promise.resolve();
      if (index % 50 === 0) await delivery.settle();
    }
    await delivery.settle();
    const delivered = JSON.stringify(posts()).match(/\d+/g)?.map(Number);
    expect(delivered).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });
});
