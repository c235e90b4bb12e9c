/** One WebSocket connection and the entries it becomes. */

import type { Direction, WebSocketEvent } from 'wire';

import type { Unidentified } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { isOwnTraffic, socketOrigin } from '../own-traffic.ts';

import { createKeySets } from './key-sets.ts';
import type { HasNewKeys } from './key-sets.ts';
import type { DescribeMessage } from './message-text.ts';
import { createSampler } from './sampling.ts';
import type { Sampler } from './sampling.ts';
import { isSelected } from './url-filter.ts';

type Details = Partial<Omit<Unidentified<WebSocketEvent>, 'ts' | 'event' | 'id' | 'url' | 'pageUrl'>>;

interface Traffic {
  readonly sampler: Sampler;
  readonly hasNewKeys: HasNewKeys;
}

/** A connection under observation. */
export class Connection {
  readonly #report: Reporting;
  readonly #env: Env;
  readonly #describe: DescribeMessage;
  readonly #id: string;
  readonly #url: string;
  readonly #incoming = createTraffic();
  readonly #outgoing = createTraffic();
  #isOpen = true;
  /** Whether the filters select this connection, and which filters said so: they rarely change, messages are many. */
  #selection: { readonly filters: readonly string[]; readonly isSelected: boolean } | undefined;

  constructor(report: Reporting, env: Env, describe: DescribeMessage, id: string, url: string) {
    this.#report = report;
    this.#env = env;
    this.#describe = describe;
    this.#id = id;
    this.#url = url;
  }

  /** Whether its end is still to come. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** It was created, opened, failed or closed. */
  changed(event: 'connecting' | 'open' | 'error' | 'close', details: Details = {}): void {
    if (event === 'close') this.#isOpen = false;
    if (this.#isWatched()) this.#emit(event, details);
  }

  /** A message came or was sent. */
  message(direction: Direction, data: unknown): void {
    if (this.#report.settings().webSocket !== 'messages' || !this.#isWatched()) return;
    const { sampler, hasNewKeys } = direction === 'incoming' ? this.#incoming : this.#outgoing;
    const verdict = sampler.judge(this.#env.now(), typeof data === 'string' && hasNewKeys(data));
    if (verdict === 'skip') return;
    this.#emit('message', { direction, ...this.#describe(data), sampled: verdict.sampled });
  }

  #isWatched(): boolean {
    const { webSocket, webSocketFilters, ownServer } = this.#report.settings();
    if (webSocket === 'off' || isOwnTraffic(this.#url, socketOrigin(ownServer))) return false;
    if (this.#selection?.filters !== webSocketFilters)
      this.#selection = { filters: webSocketFilters, isSelected: isSelected(this.#url, webSocketFilters) };
    return this.#selection.isSelected;
  }

  #emit(event: WebSocketEvent['event'], details: Details): void {
    this.#report.emit('/websocket-events', {
      ts: timestamp(this.#env),
      event,
      id: this.#id,
      url: this.#url,
      pageUrl: documentUrl(this.#env),
      ...details,
    });
  }
}

function createTraffic(): Traffic {
  return { sampler: createSampler(), hasNewKeys: createKeySets() };
}
