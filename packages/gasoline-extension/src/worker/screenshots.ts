/**
 * Pictures of pages in which something happened.
 *
 * Chrome pictures only what a person sees, so a tab behind another has none. Fields that hold secrets are
 * looked for before and after, because a page may move them meanwhile; the server paints over both.
 */

import { SCREENSHOTS_ROUTE } from 'gasoline-wire';
import type { MaskedArea, ScreenshotCapture, Viewport } from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import type { ExtensionSettings } from '../settings/table.ts';

import { note } from './debug-log.ts';
import { firstOccasion } from './occasion.ts';
import type { Occasion } from './occasion.ts';

/** At most one in this time for each tab: a page that throws in a loop looks the same every time. */
const PAUSE_MS = 1000;

/** Where fields stand that nobody may see. The same file looks for `gasoline attach`. */
const SURVEY = 'survey.js';

/** What pictures need. */
export interface ScreenshotParts {
  readonly settings: () => Promise<ExtensionSettings>;
  /** The server's address; undefined while it is away. A picture does not wait for it. */
  readonly server: () => string | undefined;
}

/** Takes them. */
export class Screenshots {
  readonly #parts: ScreenshotParts;
  readonly #last = new Map<number, number>();

  constructor(parts: ScreenshotParts) {
    this.#parts = parts;
  }

  /** Pictures a tab if one of its entries calls for it. */
  async after(tab: number, route: Route, entries: readonly string[]): Promise<void> {
    const { screenshotsEnabled, auto_screenshot: wanted } = await this.#parts.settings();
    const occasion = screenshotsEnabled ? firstOccasion(route, entries, wanted) : undefined;
    if (occasion === undefined || !this.#isDue(tab)) return;
    try {
      await this.#takeAndSend(tab, occasion);
    } catch (problem) {
      note(`no picture of the page: ${String(problem)}`);
    }
  }

  /** A tab is closed. */
  closed(tab: number): void {
    this.#last.delete(tab);
  }

  #isDue(tab: number): boolean {
    const now = Date.now();
    if (now - (this.#last.get(tab) ?? 0) < PAUSE_MS) return false;
    this.#last.set(tab, now);
    return true;
  }

  async #takeAndSend(tab: number, { trigger, name }: Occasion): Promise<void> {
    const server = this.#parts.server();
    const picture = server === undefined ? undefined : await take(tab);
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
}

/** What the survey answers. */
interface Survey {
  readonly url: string;
  readonly viewport: Viewport;
  readonly masks: MaskedArea[];
}

type Picture = Pick<ScreenshotCapture, 'url' | 'viewport' | 'masks' | 'data'>;

async function take(tabId: number): Promise<Picture | undefined> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) return undefined;
  const before = await survey(tabId);
  const address = await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
  // Another tab may have come to the front, or another document into this one.
  const [{ active: stillActive }, after] = await Promise.all([chrome.tabs.get(tabId), survey(tabId)]);
  if (!stillActive || after.url !== before.url) return undefined;
  const { url, viewport } = before;
  return { url, viewport, masks: [...before.masks, ...after.masks], data: base64Of(address) };
}

async function survey(tabId: number): Promise<Survey> {
  const [injection] = await chrome.scripting.executeScript({
    target: { tabId },
    files: [SURVEY],
    injectImmediately: true,
  });
  const result: unknown = injection?.result;
  if (!isSurvey(result)) throw new Error('the page did not answer');
  return result;
}

/** Only our own file answers in this world; its shape is its type. */
function isSurvey(result: unknown): result is Survey {
  return typeof result === 'object' && result !== null && 'masks' in result;
}

function base64Of(address: string): string {
  return address.slice(address.indexOf(',') + 1);
}
