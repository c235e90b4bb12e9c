/** What a test makes up, without a browser. */

import { EventEmitter } from 'node:events';

import type { BrowserContext } from '@playwright/test';
import { expect, test } from 'vitest';

import { watchMocks } from '../src/mocks.ts';

class FakePage {
  route(): string {
    return 'as ever';
  }
}

class FakeContext extends EventEmitter {
  route(): string {
    return 'as ever';
  }

  setOffline(): string {
    return 'offline';
  }

  pages(): FakePage[] {
    return [];
  }
}

function isContext(value: unknown): value is BrowserContext {
  return value instanceof FakeContext;
}

function watched(): { context: FakeContext; mocks: ReturnType<typeof watchMocks> } {
  const context: unknown = new FakeContext();
  if (!isContext(context) || !(context instanceof FakeContext)) throw new Error('no context');
  return { context, mocks: watchMocks(context) };
}

function answer(status: number, address: object | null, fromServiceWorker = false): object {
  return {
    status: () => status,
    url: () => 'http://shop.test/api/cart?token=1',
    fromServiceWorker: () => fromServiceWorker,
    serverAddr: () => Promise.resolve(address),
  };
}

const CART = { url: 'http://shop.test/api/cart?token=[redacted]', status: 500 };

test('an answer that no server sent is marked in a test that answers requests', async () => {
  const { context, mocks } = watched();
  expect(context.route()).toBe('as ever');
  context.emit('response', answer(500, null));
  expect(await mocks.marked(CART)).toEqual({ ...CART, mocked: 'yes' });
  expect(await mocks.marked({ ...CART, status: 503 })).toEqual({ ...CART, status: 503 });
  expect(await mocks.marked({ type: 'console' })).toEqual({ type: 'console' });
});

test('what a server or the own service worker sent is not', async () => {
  const { context, mocks } = watched();
  context.route();
  context.emit('response', answer(500, { ipAddress: '127.0.0.1', port: 80 }));
  expect(await mocks.marked(CART)).toEqual(CART);
  context.emit('response', answer(500, null, true));
  expect(await mocks.marked(CART)).toEqual(CART);
});

test('a request without an answer may have been refused, also by a handler of a page', async () => {
  const refused = { url: 'http://shop.test/api/stock', status: 0 };
  const { context, mocks } = watched();
  expect(await mocks.marked(refused)).toEqual(refused);
  const page = new FakePage();
  context.emit('page', page);
  expect(await mocks.marked(refused)).toEqual(refused);
  const { route } = page;
  expect(route).toBe(FakePage.prototype.route);
  expect(await mocks.marked(refused)).toEqual({ ...refused, mocked: 'perhaps' });
});

test('a socket is marked only where the test can end it', async () => {
  const closed = { event: 'close', url: 'ws://shop.test/' };
  const { context, mocks } = watched();
  context.route();
  expect(await mocks.marked(closed)).toEqual(closed);
  context.setOffline();
  expect(await mocks.marked(closed)).toEqual({ ...closed, mocked: 'perhaps' });
});

test('a method that a test replaces is replaced', () => {
  const { context } = watched();
  Reflect.set(context, 'route', () => 'own');
  expect(context.route()).toBe('own');
});
