/**
 * The private line between the page's world and the extension's.
 *
 * Events on `document` and `postMessage` can be read and forged by the page. So the page script makes a node that
 * is never part of the document and hands it over once, before any page script runs: an event's `relatedTarget` is
 * the same node in both worlds. From then on both sides speak on that node, which the page cannot reach.
 *
 * Either side may start first. Who starts second completes the handshake at once, and with it the listeners on
 * `document` are gone, so the page cannot ask for the node afterwards.
 */

import type { Route } from 'gasoline-wire/route';

const OFFER = 'gasoline:offer';
const REQUEST = 'gasoline:request';
const ACCEPT = 'accept';
const ENTRIES = 'entries';
const UNSIFTED = 'unsifted';
const ORDERS = 'orders';

/** What is captured before the other side has started, which it does before any page script. */
const MAX_EARLY_BATCHES = 20;

/** Whether the settings have been applied to entries, or were not known yet when they had to leave. */
export type Sifting = 'sifted' | 'unsifted';

/** Sends a batch across; `lines` holds one entry a line. */
export type Send = (route: Route, lines: string, sifting: Sifting) => void;

/** Takes a batch on the other side. */
export type Receive = (route: string, lines: string, sifting: Sifting) => void;

/** Sends text to the page script, see `settings/orders.ts`. Of what is said too early the last is kept. */
export type Tell = (orders: string) => void;

/** The page's end. Takes what it needs from the window now: later the page may have replaced it. */
export function offerChannel(window: Window & typeof globalThis, obey: (orders: string) => void): Send {
  const { document, CustomEvent, MouseEvent, Reflect, Object } = window;
  const { addEventListener, removeEventListener, dispatchEvent } = window.EventTarget.prototype;
  const { apply } = Reflect;
  const detailOf = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get;
  const node = document.createElement('i');

  const offer = (): void => {
    apply(dispatchEvent, document, [new MouseEvent(OFFER, { relatedTarget: node })]);
  };
  const post = ({ type, detail }: { readonly type: string; readonly detail: string }): void => {
    apply(dispatchEvent, node, [new CustomEvent(type, { detail })]);
  };
  let early: { readonly type: string; readonly detail: string }[] | undefined = [];
  const accepted = (): void => {
    apply(removeEventListener, document, [REQUEST, offer, true]);
    apply(removeEventListener, node, [ACCEPT, accepted]);
    const waiting = early ?? [];
    early = undefined;
    waiting.forEach(post);
  };
  const ordered = (event: Event): void => {
    const orders: unknown = detailOf === undefined ? undefined : apply(detailOf, event, []);
    if (typeof orders === 'string') obey(orders);
  };
  apply(addEventListener, document, [REQUEST, offer, true]);
  apply(addEventListener, node, [ACCEPT, accepted]);
  apply(addEventListener, node, [ORDERS, ordered]);
  offer();
  return (route, lines, sifting) => {
    // One string, the route on its first line: anything not cloneable would arrive as null, without an error.
    const message = { type: sifting === 'sifted' ? ENTRIES : UNSIFTED, detail: `${route}\n${lines}` };
    if (early === undefined) post(message);
    else if (early.length < MAX_EARLY_BATCHES) early.push(message);
  };
}

/** The extension's end. */
export function acceptChannel(document: Document, receive: Receive): Tell {
  let line: EventTarget | undefined;
  let lastOrders: string | undefined;
  const accept = (event: Event): void => {
    if (!(event instanceof MouseEvent) || event.relatedTarget === null) return;
    document.removeEventListener(OFFER, accept, true);
    line = event.relatedTarget;
    line.addEventListener(ENTRIES, (batch) => {
      pass(batch, 'sifted', receive);
    });
    line.addEventListener(UNSIFTED, (batch) => {
      pass(batch, 'unsifted', receive);
    });
    line.dispatchEvent(new Event(ACCEPT));
    if (lastOrders !== undefined) tell(lastOrders);
  };
  const tell: Tell = (orders) => {
    lastOrders = orders;
    line?.dispatchEvent(new CustomEvent(ORDERS, { detail: orders }));
  };
  document.addEventListener(OFFER, accept, true);
  document.dispatchEvent(new Event(REQUEST));
  return tell;
}

function pass(batch: Event, sifting: Sifting, receive: Receive): void {
  if (!(batch instanceof CustomEvent) || typeof batch.detail !== 'string') return;
  const end = batch.detail.indexOf('\n');
  receive(batch.detail.slice(0, end), batch.detail.slice(end + 1), sifting);
}
