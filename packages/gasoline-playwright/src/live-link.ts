/**
 * The live link of a worker process: the server asks, pages of captured contexts answer.
 *
 * It is open while there is a captured context, and a server that is away is not looked for: a test must not notice.
 */

import type { BrowserContext, Frame, Page } from '@playwright/test';
import { WIRE_VERSION } from 'gasoline-wire';
import type { Identity, LiveClientMessage, LiveOutcome, LiveQuery, LiveServerMessage } from 'gasoline-wire';

import type { ReadScript } from './capture-script.ts';
import { internally } from './internal-call.ts';
import { askIsolated } from './isolated-page.ts';
import { pictureOfPage } from './live-picture.ts';
import type { ServerLink } from './server-link.ts';
import { openSocket } from './web-socket.ts';
import type { TextSocket } from './web-socket.ts';

/** A link nobody speaks on is given up by the server. */
const ALIVE_MS = 20_000;

/** Who a page belongs to. */
export type Identify = (page: Page) => Identity;

const links = new WeakMap<ServerLink, LiveLink>();

/** Lets the server ask the pages of a context, until that is closed. */
export function answerFor(
  context: BrowserContext,
  link: ServerLink,
  options: { readonly script: ReadScript; readonly identify: Identify },
): void {
  const live = links.get(link) ?? new LiveLink(link, options.script);
  links.set(link, live);
  live.add(context, options.identify);
}

class LiveLink {
  readonly #link: ServerLink;
  readonly #script: ReadScript;
  readonly #contexts = new Map<BrowserContext, Identify>();
  /** When a page was last opened or moved on: tests know no focus. */
  readonly #usedAt = new WeakMap<Page, number>();
  #socket: Promise<TextSocket | undefined> | undefined;
  #alive: NodeJS.Timeout | undefined;

  constructor(link: ServerLink, script: ReadScript) {
    this.#link = link;
    this.#script = script;
  }

  add(context: BrowserContext, identify: Identify): void {
    this.#contexts.set(context, identify);
    const watch = (page: Page): void => {
      this.#used(page);
      page.on('framenavigated', (frame: Frame) => {
        if (frame === page.mainFrame()) this.#used(page);
      });
      page.on('close', () => {
        this.#tellPages();
      });
    };
    context.pages().forEach(watch);
    context.on('page', watch);
    context.on('close', () => {
      this.#contexts.delete(context);
      if (this.#contexts.size > 0) this.#tellPages();
      else this.#close();
    });
    this.#socket ??= this.#open();
  }

  #used(page: Page): void {
    this.#usedAt.set(page, Date.now());
    this.#tellPages();
  }

  async #open(): Promise<TextSocket | undefined> {
    try {
      const socket = await openSocket(this.#link.address, '/live', {
        onText: (text) => void this.#hear(text),
        onEnd: () => {
          this.#socket = undefined;
          clearInterval(this.#alive);
        },
      });
      const say = (message: LiveClientMessage): void => {
        socket.send(JSON.stringify(message));
      };
      const { session } = this.#link;
      say({ kind: 'hello', client: 'ci', version: GASOLINE_VERSION, wire: WIRE_VERSION, session });
      say({ kind: 'pages', pages: this.#pages() });
      this.#alive = setInterval(() => {
        say({ kind: 'alive' });
      }, ALIVE_MS).unref();
      return socket;
    } catch {
      // Entries are delivered all the same; only questions have no answer.
      return undefined;
    }
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    clearInterval(this.#alive);
    void socket?.then((open) => open?.close());
  }

  #say(message: LiveClientMessage): void {
    void this.#socket?.then((open) => open?.send(JSON.stringify(message)));
  }

  #tellPages(): void {
    this.#say({ kind: 'pages', pages: this.#pages() });
  }

  #pages(): Extract<LiveClientMessage, { kind: 'pages' }>['pages'] {
    const pages = [...this.#contexts.keys()].flatMap((context) => context.pages());
    const shown = pages.filter((page) => !page.isClosed() && /^https?:|^file:/.test(page.url()));
    return shown.map((page) => ({
      tab: this.#link.tabNumber(page),
      url: page.url(),
      title: '',
      focusedAt: this.#usedAt.get(page) ?? 0,
    }));
  }

  async #hear(text: string): Promise<void> {
    const message: unknown = JSON.parse(text);
    if (!isQuery(message)) return;
    const outcome = await this.#answer(message.tab, message.query).catch(failure);
    this.#say({ kind: 'answer', id: message.id, outcome });
  }

  async #answer(tab: string, query: LiveQuery): Promise<LiveOutcome> {
    for (const [context, identify] of this.#contexts) {
      const page = context.pages().find((open) => this.#link.tabNumber(open) === tab);
      if (page === undefined) continue;
      const ask = (question: LiveQuery): Promise<LiveOutcome> => askIsolated(page, question, this.#script);
      if (query.kind === 'auto_screenshot') return ONLY_ON_FAILURE;
      return internally(context, () =>
        query.kind === 'screenshot' ? pictureOfPage(page, query, identify(page), ask) : ask(query),
      );
    }
    return { kind: 'failed', reason: 'tab_gone', message: 'no such page' };
  }
}

const ONLY_ON_FAILURE: LiveOutcome = {
  kind: 'failed',
  reason: 'no_picture',
  message: 'in a test run pictures are taken when a test fails, and when they are asked for',
};

function failure(error: unknown): LiveOutcome {
  const message = error instanceof Error ? error.message : String(error);
  const isGone = /closed|crashed|detached/i.test(message);
  return { kind: 'failed', reason: isGone ? 'tab_gone' : 'failed', message: wellFormed(message) };
}

/** Halves of characters become marks: no reader of JSON takes them. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function isQuery(message: unknown): message is Extract<LiveServerMessage, { kind: 'query' }> {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'query';
}
