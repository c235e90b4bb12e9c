import { JSDOM } from 'jsdom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { acceptChannel, offerChannel } from '../src/channel.ts';

let window: Window & typeof globalThis;
let received: unknown[];
let orders: string[];

beforeEach(() => {
  // jsdom's type names only a part of what its windows have.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  window = new JSDOM('').window as unknown as Window & typeof globalThis;
  // The relay's own globals; here both worlds are one.
  for (const name of ['MouseEvent', 'CustomEvent', 'Event'] as const) vi.stubGlobal(name, window[name]);
  received = [];
  orders = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const receive = (...batch: unknown[]): void => void received.push(batch);
const obey = (text: string): void => void orders.push(text);

describe('the private channel', () => {
  it.each(['page first', 'relay first'])('carries entries and orders, %s', (order) => {
    const offer = (): ReturnType<typeof offerChannel> => offerChannel(window, obey);
    const accept = (): ReturnType<typeof acceptChannel> => acceptChannel(window.document, receive);
    const [send, tell] = order === 'page first' ? [offer(), accept()] : swapped(accept(), offer());
    send('/logs', '{"a":1}', 'sifted');
    send('/network-bodies', '{"b":2}', 'unsifted');
    tell('{"isCaptured":true}');
    expect(received).toEqual([
      ['/logs', '{"a":1}', 'sifted'],
      ['/network-bodies', '{"b":2}', 'unsifted'],
    ]);
    expect(orders).toEqual(['{"isCaptured":true}']);
  });

  it('keeps entries sent before the relay is there', () => {
    const send = offerChannel(window, obey);
    send('/logs', '1', 'unsifted');
    acceptChannel(window.document, receive);
    expect(received).toEqual([['/logs', '1', 'unsifted']]);
  });

  it('keeps the last of the orders given before the page script is there', () => {
    const tell = acceptChannel(window.document, receive);
    tell('first');
    tell('last');
    offerChannel(window, obey);
    expect(orders).toEqual(['last']);
  });

  it('cannot be joined by the page afterwards', () => {
    offerChannel(window, obey);
    acceptChannel(window.document, receive);
    const seen: Event[] = [];
    for (const name of ['gasoline:offer', 'gasoline:request', 'entries', 'orders'])
      window.document.addEventListener(name, (event) => seen.push(event), true);
    window.document.dispatchEvent(new window.Event('gasoline:request'));
    expect(seen.map(({ type }) => type)).toEqual(['gasoline:request']);
    window.document.dispatchEvent(
      new window.MouseEvent('gasoline:offer', { relatedTarget: window.document.body }),
    );
    window.document.body.dispatchEvent(new window.CustomEvent('entries', { detail: '/logs\nforged' }));
    expect(received).toEqual([]);
  });

  it('reads orders also where the page has replaced what events say', () => {
    offerChannel(window, obey);
    const tell = acceptChannel(window.document, receive);
    Object.defineProperty(window.CustomEvent.prototype, 'detail', { get: () => 'forged' });
    tell('genuine');
    expect(orders).toEqual(['genuine']);
  });
});

function swapped<One, Other>(one: One, other: Other): [Other, One] {
  return [other, one];
}
