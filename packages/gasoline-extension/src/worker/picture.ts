/**
 * A picture of a tab, with what has to be known about it.
 *
 * Chrome pictures only what a person sees. Fields that hold secrets are looked for before and after, because a page may
 * move them meanwhile; the server paints over both.
 */

import type { MaskedArea, ScreenshotCapture, Viewport } from 'gasoline-wire';

import { VisibleTab } from './visible-tab.ts';

/** Where fields stand that nobody may see. The same file looks for `gasoline attach`. */
const SURVEY = 'survey.js';

/** What there is of a picture before it is said why it was taken. */
export type Picture = Pick<ScreenshotCapture, 'url' | 'viewport' | 'masks' | 'data'>;

const visibleTab = new VisibleTab({
  capture: (windowId) => chrome.tabs.captureVisibleTab(windowId, { format: 'png' }),
  now: () => Date.now(),
  sleep: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
});

/** Takes it; undefined if another tab or document came in between. */
export async function takePicture(tabId: number): Promise<Picture | undefined> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) return undefined;
  const before = await survey(tabId);
  const address = await visibleTab.capture(windowId);
  // Another tab may have come to the front, or another document into this one.
  const [{ active: stillActive }, after] = await Promise.all([chrome.tabs.get(tabId), survey(tabId)]);
  if (!stillActive || after.url !== before.url) return undefined;
  const { url, viewport } = before;
  return { url, viewport, masks: [...before.masks, ...after.masks], data: base64Of(address) };
}

/** Where fields stand in a tab that nobody may see. */
export async function maskedAreas(tabId: number): Promise<readonly MaskedArea[]> {
  return (await survey(tabId)).masks;
}

/** Why nobody can see a tab now; undefined if somebody can. */
export async function hiddenBecause({ active, windowId }: chrome.tabs.Tab): Promise<string | undefined> {
  if (!active)
    return 'the tab is behind another, and Chrome pictures only the one in front; turn to it, or use `gasoline attach`';
  const { state } = await chrome.windows.get(windowId);
  return state === 'minimized' ? 'its window is minimised; open the window again' : undefined;
}

/** What the survey answers. */
interface Survey {
  readonly url: string;
  readonly viewport: Viewport;
  readonly masks: MaskedArea[];
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
