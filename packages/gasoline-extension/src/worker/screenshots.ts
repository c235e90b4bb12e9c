/**
 * Pictures of pages in which something happened, and of those the server asks for.
 *
 * An error is pictured at once. Anything else waits until the page has settled, so that there is something to see.
 */

import { SCREENSHOTS_ROUTE } from 'gasoline-wire';
import type {
  AutoScreenshotChange,
  LiveOutcome,
  LiveQuery,
  ScreenshotCapture,
  ScreenshotQuery,
  ScreenshotTrigger,
} from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import { saveSetting } from '../settings/storage.ts';
import type { AutoScreenshot, ExtensionSettings } from '../settings/table.ts';

import { ActionOutcomes } from './action-outcomes.ts';
import { note } from './debug-log.ts';
import { availableDebugger } from './debugger.ts';
import type { Debugger } from './debugger.ts';
import { firstOccasion } from './occasion.ts';
import type { Occasion } from './occasion.ts';
import { pictureOnDemand, refusalOf, SETTLE_MS } from './picture-on-demand.ts';
import type { AskPage } from './picture-on-demand.ts';
import { takePicture } from './picture.ts';
import type { Picture } from './picture.ts';

/** At most one in this time for each tab: a page that throws in a loop looks the same every time. */
const PAUSE_MS = 1000;

/** What pictures need. */
export interface ScreenshotParts {
  readonly settings: () => Promise<ExtensionSettings>;
  readonly session: () => Promise<string>;
  /** The server's address; undefined while it is away. A picture does not wait for it. */
  readonly server: () => string | undefined;
  /** Asks the page in a tab. */
  readonly ask: (tab: number, query: LiveQuery) => Promise<LiveOutcome>;
}

/** Takes them. */
export class Screenshots {
  readonly #parts: ScreenshotParts;
  /** When the last was begun, by tab; errors apart, so that no other picture keeps one from being seen. */
  readonly #last = new Map<string, number>();

  readonly #outcomes = new ActionOutcomes(
    (milliseconds) =>
      new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      }),
  );

  constructor(parts: ScreenshotParts) {
    this.#parts = parts;
  }

  /** Pictures a tab if one of its entries calls for it. */
  async after(tab: number, route: Route, entries: readonly string[]): Promise<void> {
    const { screenshotsEnabled, auto_screenshot: wanted } = await this.#parts.settings();
    const occasion = screenshotsEnabled ? firstOccasion(route, entries, wanted) : undefined;
    const isMeant = occasion?.awaitsOutcome !== true || this.#outcomes.mayBeSeen(occasion.name.eventId);
    this.#outcomes.hear(route, entries);
    if (occasion === undefined || !(await isMeant) || !this.#isDue(tab, occasion.trigger)) return;
    try {
      await this.#takeAndSend(tab, occasion);
    } catch (problem) {
      note(`no picture of the page: ${String(problem)}`);
    }
  }

  /** Pictures a tab because the server asks for it. */
  async onDemand(tab: chrome.tabs.Tab, query: ScreenshotQuery, ask: AskPage): Promise<LiveOutcome> {
    try {
      const { screenshotDebuggerMode } = await this.#parts.settings();
      const session = await this.#parts.session();
      return await pictureOnDemand(tab, query, { ask, session, debugger: usable(screenshotDebuggerMode) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) return refusal;
      throw error;
    }
  }

  /** Changes when pictures are taken unasked, as the options page does. */
  async configure(change: AutoScreenshotChange): Promise<LiveOutcome> {
    const { screenshotsEnabled, auto_screenshot: before } = await this.#parts.settings();
    const after: AutoScreenshot = {
      on_error: change.on_error ?? before.on_error,
      on_navigation: change.on_navigation ?? before.on_navigation,
      on_action: change.on_action ?? before.on_action,
    };
    await saveSetting('auto_screenshot', after);
    return { kind: 'auto_screenshot', ...after, enabled: screenshotsEnabled };
  }

  /** A tab is closed. */
  closed(tab: number): void {
    for (const key of [subjectOf(tab, 'error'), subjectOf(tab, 'action')]) this.#last.delete(key);
  }

  #isDue(tab: number, trigger: ScreenshotTrigger): boolean {
    const subject = subjectOf(tab, trigger);
    const now = Date.now();
    if (now - (this.#last.get(subject) ?? 0) < PAUSE_MS) return false;
    this.#last.set(subject, now);
    return true;
  }

  async #takeAndSend(tab: number, { trigger, name }: Occasion): Promise<void> {
    const server = this.#parts.server();
    const picture = server === undefined ? undefined : await this.#take(tab, trigger);
    if (server === undefined || picture === undefined) return;
    const capture: ScreenshotCapture = {
      ...picture,
      ts: new Date().toISOString(),
      ...name,
      trigger,
      relatedEventId: name.eventId,
      eventId: `${name.eventId}-screenshot`,
    };
    const response = await fetch(`${server}${SCREENSHOTS_ROUTE}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(capture),
    });
    if (!response.ok) note(`the server refused a picture: ${response.status}`);
  }

  async #take(tab: number, trigger: ScreenshotTrigger): Promise<Seen | undefined> {
    const { active } = await chrome.tabs.get(tab);
    if (!active) return undefined;
    const before = trigger === 'error' ? undefined : await this.#seen(tab, SETTLE_MS);
    const picture = await takePicture(tab);
    if (picture === undefined) return undefined;
    return { ...picture, ...(before ?? (await this.#seen(tab, 0))) };
  }

  /** What can be seen in a page; nothing if it does not say. */
  async #seen(tab: number, settleMs: number): Promise<Pick<ScreenshotCapture, 'elements' | 'notes'>> {
    const outcome = await this.#parts.ask(tab, { kind: 'survey', settleMs, mark: [] });
    return outcome.kind === 'survey' ? { elements: outcome.elements, notes: outcome.notes } : {};
  }
}

/** The debugger, if the build has it and the person allows it. */
function usable(isWanted: boolean): Debugger | 'missing' | 'off' {
  const available = availableDebugger();
  if (available === undefined) return 'missing';
  return isWanted ? available : 'off';
}

type Seen = Picture & Pick<ScreenshotCapture, 'elements' | 'notes'>;

function subjectOf(tab: number, trigger: ScreenshotTrigger): string {
  return `${tab} ${trigger === 'error' ? 'error' : 'other'}`;
}
