/** One WebSocket connection and the entries it becomes. */

import type { Direction, SampledRate, WebSocketEvent } from 'gasoline-wire';

import type { Unidentified } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { isOwnTraffic, socketOrigin } from '../own-traffic.ts';

import type { InOrder } from './in-order.ts';
import { createKeySets } from './key-sets.ts';
import type { HasNewKeys } from './key-sets.ts';
import type { DescribeMessage } from './message-text.ts';
import { createSampler } from './sampling.ts';
import type { Sampler } from './sampling.ts';
import { isSelected } from './url-filter.ts';

/** An entry on its way out. */
export type SocketDraft = Unidentified<WebSocketEvent>;

type Details = Partial<Omit<SocketDraft, 'ts' | 'event' | 'id' | 'url' | 'pageUrl'>>;

interface Traffic {
  readonly sampler: Sampler;
  readonly hasNewKeys: HasNewKeys;
}

/** A connection under observation. */
export class Connection {
  readonly #report: Reporting;
  readonly #env: Env;
  readonly #describe: DescribeMessage;
  readonly #out: InOrder<SocketDraft>;
  readonly #id: string;
  readonly #url: string;
  readonly #incoming = createTraffic();
  readonly #outgoing = createTraffic();
  #isOpen = true;
  /** Whether the filters select this connection, and which filters said so: they rarely change, messages are many. */
  #selection: { readonly filters: readonly string[]; readonly isSelected: boolean } | undefined;

  constructor(
    report: Reporting,
    env: Env,
    describe: DescribeMessage,
    out: InOrder<SocketDraft>,
    id: string,
    url: string,
  ) {
    this.#report = report;
    this.#env = env;
    this.#describe = describe;
    this.#out = out;
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
    if (!this.#isWatched()) return;
    // Of what was left out after the last message that was kept, nobody else will tell.
    this.#out.add(
      this.#draft(event, event === 'close' ? { ...details, sampled: this.#unreported() } : details),
    );
  }

  /** A message came or was sent. */
  message(direction: Direction, data: unknown): void {
    if (this.#report.settings().webSocket !== 'messages' || !this.#isWatched()) return;
    const { sampler, hasNewKeys } = direction === 'incoming' ? this.#incoming : this.#outgoing;
    const verdict = sampler.judge(this.#env.timeline.now(), typeof data === 'string' && hasNewKeys(data));
    if (verdict === 'skip') return;
    const { text, readLater } = this.#describe(data);
    const draft = this.#draft('message', { direction, ...text, sampled: verdict.sampled });
    if (readLater === undefined) this.#out.add(draft);
    else
      this.#out.addLate(draft, (settle) => {
        readLater((read) => {
          settle(read && { ...draft, ...read });
        });
      });
  }

  /** What was left out of both directions together. */
  #unreported(): SampledRate | undefined {
    const incoming = this.#incoming.sampler.unreported();
    const outgoing = this.#outgoing.sampler.unreported();
    if (outgoing === undefined) return incoming;
    return {
      messageRate: (incoming?.messageRate ?? 0) + outgoing.messageRate,
      keptRate: (incoming?.keptRate ?? 0) + outgoing.keptRate,
      skipped: (incoming?.skipped ?? 0) + outgoing.skipped,
      skippedOutgoing: outgoing.skipped,
    };
  }

  #isWatched(): boolean {
    const { webSocket, webSocketFilters, ownServer } = this.#report.settings();
    if (webSocket === 'off' || isOwnTraffic(this.#url, socketOrigin(ownServer))) return false;
    if (this.#selection?.filters !== webSocketFilters)
      this.#selection = { filters: webSocketFilters, isSelected: isSelected(this.#url, webSocketFilters) };
    return this.#selection.isSelected;
  }

  #draft(event: WebSocketEvent['event'], details: Details): SocketDraft {
    return {
      ts: timestamp(this.#env),
      event,
      id: this.#id,
      url: this.#url,
      pageUrl: documentUrl(this.#env),
      ...details,
    };
  }
}

function createTraffic(): Traffic {
  return { sampler: createSampler(), hasNewKeys: createKeySets() };
}
