/**
 * A picture of a whole page, or of an element outside of what can be seen, by way of the debugger.
 *
 * The view is made as large as the page for it. Chrome can also picture what lies beyond the view, but then sometimes repeats
 * what is in it.
 */

import type {
  BoundingBox,
  LiveOutcome,
  LiveQuery,
  MaskedArea,
  ScreenshotCapture,
  ScreenshotQuery,
  SurveyAnswer,
  Viewport,
} from 'gasoline-wire';

import type { Send } from './debugger.ts';

/** Highest and widest page that is pictured: Chrome draws no larger surface. */
export const LONGEST_EDGE = 16_384;

/** Height of a piece of a page: as long as the longest edge of a kept picture. */
export const TILE_HEIGHT = 1568;

/** Characters of a picture from which on it is taken as JPEG: all pieces must fit into one message. */
const MAX_PNG_CHARACTERS = 1_200_000;

/** What taking such a picture needs. */
export interface PageCamera {
  readonly send: Send;
  /** Asks the page. */
  readonly ask: (query: LiveQuery) => Promise<LiveOutcome>;
  /** Where fields stand that nobody may see. */
  readonly masks: () => Promise<readonly MaskedArea[]>;
  /** How long a page may take to settle. */
  readonly settleMs: number;
}

/** A picture, before it is said what it belongs to. */
export type Taken = Pick<
  ScreenshotCapture,
  'url' | 'viewport' | 'data' | 'tiles' | 'tileHeight' | 'masks' | 'marks' | 'elements' | 'notes'
>;

/** Takes it; the outcome of a page that does not answer as it should. */
export async function picturePage(
  camera: PageCamera,
  query: ScreenshotQuery,
): Promise<Taken | { readonly refused: LiveOutcome }> {
  const { send, ask } = camera;
  const first = await ask(surveyOf(query, camera.settleMs));
  if (first.kind !== 'survey') return { refused: first };
  const { viewport, documentSize } = first;
  const [width, height] = [
    Math.min(Math.max(viewport.width, query.fullPage ? 0 : documentSize.width), LONGEST_EDGE),
    Math.min(Math.max(viewport.height, documentSize.height), LONGEST_EDGE),
  ];
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  try {
    // The page may arrange itself anew, and be another height then.
    const second = await ask(surveyOf(query, camera.settleMs));
    if (second.kind !== 'survey') return { refused: second };
    return await take(camera, second);
  } finally {
    await send('Emulation.clearDeviceMetricsOverride').catch(() => undefined);
  }
}

function surveyOf({ selector, mark }: ScreenshotQuery, settleMs: number): LiveQuery {
  return { kind: 'survey', settleMs, mark, ...(selector === undefined ? {} : { selector }) };
}

async function take(camera: PageCamera, survey: SurveyAnswer): Promise<Taken> {
  const { viewport, scroll, documentSize, target } = survey;
  const page: BoundingBox = {
    x: -scroll.x,
    y: -scroll.y,
    width: viewport.width,
    height: Math.min(documentSize.height, LONGEST_EDGE),
  };
  const area = target ?? page;
  const before = await camera.masks();
  const pieces: string[] = [];
  // Chrome counts from the corner of the page.
  const inPage = { ...area, x: area.x + scroll.x, y: area.y + scroll.y };
  for (const piece of piecesOf(inPage)) pieces.push(await pictured(camera.send, piece));
  const masks = [...before, ...(await camera.masks())];
  const [data = '', ...tiles] = pieces;
  return {
    url: survey.url,
    viewport: sizeOf(area, viewport),
    data,
    ...(tiles.length === 0 ? {} : { tiles, tileHeight: TILE_HEIGHT }),
    masks: masks.map((mask) => movedTo(area, mask)),
    marks: survey.marks.map((mark) => movedTo(area, mark)),
    elements: survey.elements.map((element) => ({
      ...element,
      boundingBox: movedTo(area, element.boundingBox),
    })),
    notes: [...survey.notes, ...tooHigh(documentSize.height)],
  };
}

/** An area in pieces from the top down. */
export function piecesOf({ x, y, width, height }: BoundingBox): BoundingBox[] {
  const pieces: BoundingBox[] = [];
  for (let top = 0; top < height; top += TILE_HEIGHT)
    pieces.push({ x, y: y + top, width, height: Math.min(TILE_HEIGHT, height - top) });
  return pieces;
}

/** PNG; JPEG of what would be very large. */
async function pictured(send: Send, { x, y, width, height }: BoundingBox): Promise<string> {
  const clip = { x, y, width, height, scale: 1 };
  const png = dataOf(await send('Page.captureScreenshot', { format: 'png', clip }));
  if (png.length <= MAX_PNG_CHARACTERS) return png;
  return dataOf(await send('Page.captureScreenshot', { format: 'jpeg', quality: 85, clip }));
}

function dataOf(answer: unknown): string {
  const data: unknown = Reflect.get(Object(answer), 'data');
  if (typeof data !== 'string') throw new Error('Chrome took no picture');
  return data;
}

/** A position as seen from the corner of an area. */
function movedTo<Area extends BoundingBox>({ x, y }: BoundingBox, area: Area): Area {
  return { ...area, x: area.x - x, y: area.y - y };
}

function sizeOf({ width, height }: BoundingBox, viewport: Viewport): Viewport {
  return { ...viewport, width, height };
}

function tooHigh(height: number): readonly string[] {
  return height > LONGEST_EDGE
    ? [`the page is ${String(height)} px high; the picture ends at ${String(LONGEST_EDGE)} px`]
    : [];
}
