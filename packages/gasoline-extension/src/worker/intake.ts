/**
 * Takes entries from the relays, completes them with what only the browser knows, and hands them to the link.
 *
 * Tells each relay how far its entries are safe, and all of them when memory is short.
 */

import type { Enricher } from 'gasoline-source-maps';

import type { Route } from 'gasoline-wire/route';

import { isRelayMessage } from '../messages.ts';
import type { DocumentMessage, EntriesMessage, Pressure, RelayMessage, WorkerMessage } from '../messages.ts';
import { captureSettings } from '../settings/orders.ts';
import type { ExtensionSettings } from '../settings/table.ts';
import { builtInSites, isCapturedAt } from '../sites/site.ts';

import { isTooMuch, warnOfAnnotations } from './annotation-watch.ts';
import { showErrors } from './badge.ts';
import { captureSession } from './capture-session.ts';
import { note } from './debug-log.ts';
import { headersOf } from './document-headers.ts';
import { enrichmentWish } from './enrichment.ts';
import { errorFacts, identified, sifted, withHeaders } from './entry.ts';
import type { ErrorCounter } from './error-count.ts';
import type { Link } from './link.ts';
import { pressureOf } from './memory.ts';
import type { Screenshots } from './screenshots.ts';

/** One relay. */
interface Client {
  readonly port: chrome.runtime.Port;
  readonly tab: number;
  readonly frame: number;
  url: string;
  site: string | undefined;
  held: number;
  /** Messages not known to be safe, with the position of their last entry. */
  unsafe: { readonly id: number; readonly position: number }[];
}

/** What the intake works with. */
export interface IntakeParts {
  readonly link: Link;
  readonly errors: ErrorCounter;
  readonly screenshots: Screenshots;
  /** Is shown what was handed on. */
  readonly enricher: Enricher;
  readonly settings: () => Promise<ExtensionSettings>;
  /** What an earlier worker left has been taken over. */
  readonly ready: Promise<unknown>;
}

/** Everything that comes from pages. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #clients = new Set<Client>();
  #safe = 0;
  #pressure: Pressure = 'none';
  #isConnected = false;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Listens to a relay until it goes. */
  attach(port: chrome.runtime.Port): void {
    const { sender } = port;
    const client: Client = {
      port,
      tab: sender?.tab?.id ?? chrome.tabs.TAB_ID_NONE,
      frame: sender?.frameId ?? 0,
      url: '',
      site: undefined,
      held: 0,
      unsafe: [],
    };
    this.#clients.add(client);
    port.onDisconnect.addListener(() => this.#clients.delete(client));
    port.onMessage.addListener((message: unknown) => {
      if (isRelayMessage(message)) void this.#accept(client, message);
    });
    if (this.#pressure !== 'none') tell(client, { kind: 'pressure', pressure: this.#pressure });
    if (this.#isConnected) tell(client, { kind: 'link', isConnected: true });
  }

  /** There is a server, or there is none any more. */
  linkChanged(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return;
    this.#isConnected = isConnected;
    for (const client of this.#clients) tell(client, { kind: 'link', isConnected });
  }

  /** Everything up to a position is safe. */
  safeUpTo(position: number): void {
    this.#safe = Math.max(this.#safe, position);
    for (const client of this.#clients) this.#confirm(client);
  }

  async #accept(client: Client, message: RelayMessage): Promise<void> {
    // All wait for the same, so they go on in the order in which they came.
    const [session, settings] = await Promise.all([
      captureSession(),
      this.#parts.settings(),
      this.#parts.ready,
    ]);
    if (message.kind === 'document') this.#began(client, message);
    else if (message.kind === 'seek') this.#parts.link.seek();
    else this.#take(client, message, session, settings);
  }

  #began(client: Client, { url, site }: DocumentMessage): void {
    client.url = url;
    client.site = site;
    const document = client.port.sender?.documentId;
    if (client.frame !== 0 || document === undefined) return;
    if (this.#parts.errors.shows(client.tab, document)) void showErrors(client.tab, 0);
  }

  #take(client: Client, message: EntriesMessage, session: string, settings: ExtensionSettings): void {
    const { route, id } = message;
    client.held = message.held;
    const lines = message.sifting === 'sifted' ? message.lines : wantedLines(client, message, settings);
    const sender = { session, tab: String(client.tab), frame: String(client.frame) };
    const entries =
      lines === '' ? [] : identified(lines, sender).map((entry) => this.#completed(client, entry));
    if (route === '/logs') this.#countErrors(client, entries);
    void this.#parts.screenshots.after(client.tab, route, entries);
    client.unsafe.push({ id, position: this.#parts.link.add({ route, entries }) });
    this.#confirm(client);
    this.#watchMemory();
    this.#enrich(client, route, entries, settings);
  }

  #enrich(client: Client, route: Route, entries: readonly string[], settings: ExtensionSettings): void {
    const { enricher } = this.#parts;
    const { url, tab, port } = client;
    const wish = enrichmentWish(settings, { url, tab, documentId: port.sender?.documentId });
    if (wish === undefined) return;
    for (const entry of entries)
      if (route === '/logs') enricher.take(entry, wish);
      else enricher.takeRequest(entry, route, wish);
  }

  #completed(client: Client, entry: string): string {
    return withHeaders(entry, () => headersOf(client.tab, client.frame, client.url));
  }

  #countErrors(client: Client, entries: readonly string[]): void {
    const facts = entries.map(errorFacts);
    const errors = facts.filter(({ isError }) => isError).length;
    if (errors > 0) {
      this.#parts.errors.add(client.tab, errors);
      void showErrors(client.tab, this.#parts.errors.in(client.tab));
    }
    const now = Date.now();
    if (facts.filter(({ context }) => isTooMuch(context, now)).length > 0)
      void warnOfAnnotations({ url: client.url, at: now });
  }

  #confirm(client: Client): void {
    const last = client.unsafe.findLast(({ position }) => position <= this.#safe);
    if (last === undefined) return;
    client.unsafe = client.unsafe.filter(({ id }) => id > last.id);
    if (client.unsafe.length === 0) client.held = 0;
    tell(client, { kind: 'safe', id: last.id });
  }

  #watchMemory(): void {
    const copies = [...this.#clients].reduce((sum, { held }) => sum + held, 0);
    const bytes = copies + this.#parts.link.report().bytes;
    const pressure = pressureOf(bytes);
    if (pressure === this.#pressure) return;
    this.#pressure = pressure;
    note(`memory pressure ${pressure}: ${Math.round(bytes / 1024 / 1024)} MB wait`);
    this.#parts.link.setPressure(pressure);
    for (const client of this.#clients) tell(client, { kind: 'pressure', pressure });
  }
}

/** Of what left a page before the page knew what is wanted. */
function wantedLines(
  { site }: Client,
  { route, lines }: EntriesMessage,
  settings: ExtensionSettings,
): string {
  return isCapturedAt(site, settings, builtInSites()) ? sifted(route, lines, captureSettings(settings)) : '';
}

function tell({ port }: Client, message: WorkerMessage): void {
  try {
    port.postMessage(message);
  } catch {
    // The document is gone, and with it what it kept.
  }
}
