/** A picture that the server asks for: of what can be seen, or of one element of it. */

import type {
  BoundingBox,
  LiveOutcome,
  LiveQuery,
  ScreenshotCapture,
  ScreenshotQuery,
  Viewport,
} from 'gasoline-wire';

import { hiddenBecause, takePicture } from './picture.ts';

/** Asks the page in a tab. */
export type AskPage = (query: LiveQuery) => Promise<LiveOutcome>;

/** How long a page may take to settle before it is pictured. */
export const SETTLE_MS = 1500;

/** An element is drawn to the pixel; positions are finer. */
const TOLERANCE = 1;

/** What came of it. Errors of Chrome are the caller's. */
export async function pictureOnDemand(
  tab: chrome.tabs.Tab,
  query: ScreenshotQuery,
  ask: AskPage,
  session: string,
): Promise<LiveOutcome> {
  const reason = query.fullPage ? BEYOND_VIEW : await hiddenBecause(tab);
  if (reason !== undefined) return noPicture(reason);
  const { selector, mark } = query;
  const surveyed = await ask({
    kind: 'survey',
    settleMs: SETTLE_MS,
    mark,
    ...(selector === undefined ? {} : { selector }),
  });
  if (surveyed.kind !== 'survey') return surveyed;
  const { target, viewport, marks, elements, notes } = surveyed;
  const shown = target === undefined ? undefined : visiblePart(target, viewport);
  if (shown === 'nothing') return noPicture(ELEMENT_OUTSIDE);
  const picture = tab.id === undefined ? undefined : await takePicture(tab.id);
  if (picture === undefined) return noPicture('another tab or page came in front meanwhile; ask again');
  if (picture.url !== surveyed.url.slice(0, picture.url.length))
    return { kind: 'failed', reason: 'navigated', message: 'the page was left' };
  const capture: ScreenshotCapture = {
    ...picture,
    ts: new Date().toISOString(),
    trigger: 'explicit',
    marks,
    elements,
    notes: [...notes, ...(shown?.isWhole === false ? [PARTLY_SHOWN] : [])],
    ...(shown === undefined ? {} : { crop: shown.area }),
    session,
    tab: String(tab.id),
    frame: '0',
    eventId: `${crypto.randomUUID()}-screenshot`,
  };
  return { kind: 'screenshot', ...capture };
}

const BEYOND_VIEW =
  'the extension pictures only what can be seen; leave out `full_page`, or capture the whole page by `gasoline attach`';
const ELEMENT_OUTSIDE =
  'the element lies outside of what can be seen; scroll to it, or picture it by `gasoline attach`';
const PARTLY_SHOWN = 'the element lies partly outside of what can be seen; the picture shows the rest';

/** The part of an element that is in the viewport. */
export function visiblePart(
  { x, y, width, height }: BoundingBox,
  viewport: Viewport,
): { area: BoundingBox; isWhole: boolean } | 'nothing' {
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
  const [right, bottom] = [Math.min(x + width, viewport.width), Math.min(y + height, viewport.height)];
  const area = { x: left, y: top, width: right - left, height: bottom - top };
  if (area.width < TOLERANCE || area.height < TOLERANCE) return 'nothing';
  const isWhole = area.width > width - TOLERANCE && area.height > height - TOLERANCE;
  return { area, isWhole };
}

/** Chrome's own words for it, and what to do. */
const REFUSALS: readonly (readonly [RegExp, string])[] = [
  [/permission/i, 'Chrome denies it; allow the extension on this site under chrome://extensions'],
  [/MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/, 'too many pictures at once; ask again in a second'],
  [/invisible|readback failed/i, 'its window shows nothing; open the window again'],
];

/** Why Chrome took no picture; undefined if it said nothing about pictures. */
export function refusalOf(error: unknown): LiveOutcome | undefined {
  const words = error instanceof Error ? error.message : String(error);
  const known = REFUSALS.find(([pattern]) => pattern.test(words));
  return known === undefined ? undefined : noPicture(`${known[1]} (${words})`);
}

function noPicture(message: string): LiveOutcome {
  return { kind: 'failed', reason: 'no_picture', message: message.toWellFormed() };
}
