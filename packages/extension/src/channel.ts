/**
 * The private line from the page's world to the extension's.
 *
 * Events on `document` and `postMessage` can be read and forged by the page. So the page script makes a node that
 * is never part of the document and hands it over once, before any page script runs: an event's `relatedTarget` is
 * the same node in both worlds. From then on both sides speak on that node, which the page cannot reach.
 *
 * Either side may start first. Who starts second completes the handshake at once, and with it the listeners on
 * `document` are gone, so the page cannot ask for the node afterwards.
 */

import type { Endpoint } from 'wire/endpoint';

const OFFER = 'gasoline:offer';
const REQUEST = 'gasoline:request';
const ACCEPT = 'accept';
const ENTRIES = 'entries';

/** What is captured before the other side has started, which it does before any page script. */
const MAX_EARLY_BATCHES = 20;

/** Sends a batch across; `lines` holds one entry a line. */
export type Send = (endpoint: Endpoint, lines: string) => void;

/** Takes a batch on the other side. */
export type Receive = (endpoint: string, lines: string) => void;

/** The page's end. Takes what it needs from the window now: later the page may have replaced it. */
export function offerChannel(window: Window & typeof globalThis): Send {
  const { document, CustomEvent, MouseEvent, Reflect } = window;
  const { addEventListener, removeEventListener, dispatchEvent } = window.EventTarget.prototype;
  const { apply } = Reflect;
  const node = document.createElement('i');

  const offer = (): void => {
    apply(dispatchEvent, document, [new MouseEvent(OFFER, { relatedTarget: node })]);
  };
  const post = (detail: string): void => {
    apply(dispatchEvent, node, [new CustomEvent(ENTRIES, { detail })]);
  };
  let early: string[] | undefined = [];
  const accepted = (): void => {
    apply(removeEventListener, document, [REQUEST, offer, true]);
    apply(removeEventListener, node, [ACCEPT, accepted]);
    const waiting = early ?? [];
    early = undefined;
    waiting.forEach(post);
  };
  apply(addEventListener, document, [REQUEST, offer, true]);
  apply(addEventListener, node, [ACCEPT, accepted]);
  offer();
  return (endpoint, lines) => {
    // One string, the endpoint on its first line: anything not cloneable would arrive as null, without an error.
    const detail = `${endpoint}\n${lines}`;
    if (early === undefined) post(detail);
    else if (early.length < MAX_EARLY_BATCHES) early.push(detail);
  };
}

/** The extension's end. */
export function acceptChannel(document: Document, receive: Receive): void {
  const accept = (event: Event): void => {
    if (!(event instanceof MouseEvent) || event.relatedTarget === null) return;
    document.removeEventListener(OFFER, accept, true);
    event.relatedTarget.addEventListener(ENTRIES, (entries) => {
      if (!(entries instanceof CustomEvent) || typeof entries.detail !== 'string') return;
      const end = entries.detail.indexOf('\n');
      receive(entries.detail.slice(0, end), entries.detail.slice(end + 1));
    });
    event.relatedTarget.dispatchEvent(new Event(ACCEPT));
  };
  document.addEventListener(OFFER, accept, true);
  document.dispatchEvent(new Event(REQUEST));
}
