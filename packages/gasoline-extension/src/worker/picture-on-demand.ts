/** A picture that the server asks for: of what can be seen, of one element, or of the whole page. */

import type {
  BoundingBox,
  LiveOutcome,
  LiveQuery,
  ScreenshotCapture,
  ScreenshotQuery,
  Viewport,
} from 'gasoline-wire';

import { underDebugger } from './debugger.ts';
import type { Debugger } from './debugger.ts';
import { hiddenBecause, maskedAreas, takePicture } from './picture.ts';
import { picturePage } from './whole-page.ts';

/** Asks the page in a tab. */
export type AskPage = (query: LiveQuery) => Promise<LiveOutcome>;

/** How long a page may take to settle before it is pictured. */
export const SETTLE_MS = 1500;

/** An element is drawn to the pixel; positions are finer. */
const TOLERANCE = 1;

/** What a picture on demand depends on. */
export interface OnDemand {
  readonly ask: AskPage;
  readonly session: string;
  /** Chrome's debugger, in a build that has it and where the person allows it. */
  readonly debugger: Debugger | 'missing' | 'off';
}

/** What came of it. Errors of Chrome are the caller's. */
export async function pictureOnDemand(
  tab: chrome.tabs.Tab,
  query: ScreenshotQuery,
  parts: OnDemand,
): Promise<LiveOutcome> {
  const hidden = await hiddenBecause(tab);
  if (hidden !== undefined) return noPicture(hidden);
  if (query.fullPage) return picturedByDebugger(tab, query, parts, BEYOND_VIEW);
  const { selector, mark } = query;
  const surveyed = await parts.ask({
    kind: 'survey',
    settleMs: SETTLE_MS,
    mark,
    ...(selector === undefined ? {} : { selector }),
  });
  if (surveyed.kind !== 'survey') return surveyed;
  const { target, viewport, marks, elements, notes } = surveyed;
  const shown = target === undefined ? undefined : visiblePart(target, viewport);
  const isWhole = shown === undefined || (shown !== 'nothing' && shown.isWhole);
  if (shown === 'nothing' || (!isWhole && typeof parts.debugger === 'object'))
    return picturedByDebugger(tab, query, parts, ELEMENT_OUTSIDE);
  const picture = tab.id === undefined ? undefined : await takePicture(tab.id);
  if (picture === undefined) return noPicture('another tab or page came in front meanwhile; ask again');
  if (picture.url !== surveyed.url.slice(0, picture.url.length))
    return { kind: 'failed', reason: 'navigated', message: 'the page was left' };
  return captured(tab, parts.session, {
    ...picture,
    marks,
    elements,
    notes: [...notes, ...(isWhole ? [] : [PARTLY_SHOWN])],
    ...(shown === undefined ? {} : { crop: shown.area }),
  });
}

/** What lies beyond the view, where the debugger may be used; otherwise why it is refused. */
async function picturedByDebugger(
  tab: chrome.tabs.Tab,
  query: ScreenshotQuery,
  { ask, session, debugger: chromeDebugger }: OnDemand,
  refusal: string,
): Promise<LiveOutcome> {
  if (typeof chromeDebugger === 'string' || tab.id === undefined)
    return noPicture(`${refusal}, or ${chromeDebugger === 'off' ? TURN_ON : INSTALL}`);
  const tabId = tab.id;
  const masks = (): ReturnType<typeof maskedAreas> => maskedAreas(tabId);
  const taken = await underDebugger(chromeDebugger, tabId, (send) =>
    picturePage({ send, ask, masks, settleMs: SETTLE_MS }, query),
  );
  return 'refused' in taken ? taken.refused : captured(tab, session, taken);
}

/** What a picture belongs to. */
function captured(
  tab: chrome.tabs.Tab,
  session: string,
  taken: Omit<ScreenshotCapture, 'ts' | 'trigger'>,
): LiveOutcome {
  const capture: ScreenshotCapture = {
    ...taken,
    ts: new Date().toISOString(),
    trigger: 'explicit',
    session,
    tab: String(tab.id),
    frame: '0',
    eventId: `${crypto.randomUUID()}-screenshot`,
  };
  return { kind: 'screenshot', ...capture };
}

const BEYOND_VIEW =
  'the extension pictures only what can be seen; leave out `full_page`, capture the whole page by `gasoline attach`';
const ELEMENT_OUTSIDE =
  'the element lies outside of what can be seen; scroll to it, picture it by `gasoline attach`';
const TURN_ON = "turn on debugger mode in the extension's options";
const INSTALL = 'install the build that `gasoline extension --debugger` writes';
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
  [/debugger is already attached/i, 'another program debugs the tab; end it, or leave out `full_page`'],
  [/debugger is not attached|detached while/i, 'debugging was cancelled; ask again'],
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
