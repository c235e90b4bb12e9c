/** A picture of a test's page that the server asks for: what can be seen, one element, or the whole page. */

import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';
import type {
  BoundingBox,
  Identity,
  LiveOutcome,
  LiveQuery,
  ScreenshotCapture,
  ScreenshotQuery,
  SurveyAnswer,
} from 'gasoline-wire';

/** How long a page may take to settle, and then to be pictured. */
const SETTLE_MS = 1500;
const PICTURE_MS = 5000;

/** Highest page that is pictured, and the height of its pieces: as long as the longest edge of a kept picture. */
const HIGHEST_PAGE = 16_384;
const TILE_HEIGHT = 1568;

/** Fields that hold what nobody may see. */
const SECRET = ['current-password', 'new-password', 'one-time-code', 'cc-number', 'cc-csc'].reduce(
  (selectors, name) => `${selectors}, input[autocomplete~=${name}]`,
  'input[type=password]',
);

/** Asks the page. */
export type AskPage = (query: LiveQuery) => Promise<LiveOutcome>;

/** What came of it. */
export async function pictureOfPage(
  page: Page,
  { selector, fullPage, mark }: ScreenshotQuery,
  identity: Identity,
  ask: AskPage,
): Promise<LiveOutcome> {
  const wanted = selector === undefined ? {} : { selector };
  const survey = await ask({ kind: 'survey', settleMs: SETTLE_MS, mark, ...wanted });
  if (survey.kind !== 'survey') return survey;
  const shown = await (fullPage ? wholePage(page, survey) : view(page, survey));
  const capture: ScreenshotCapture = {
    ts: new Date().toISOString(),
    url: survey.url,
    trigger: 'explicit',
    ...shown,
    ...identity,
    eventId: `${randomUUID()}-screenshot`,
  };
  return { kind: 'screenshot', ...capture };
}

type Shown = Pick<
  ScreenshotCapture,
  'data' | 'viewport' | 'tiles' | 'tileHeight' | 'crop' | 'marks' | 'elements' | 'notes'
>;

async function view(page: Page, survey: SurveyAnswer): Promise<Shown> {
  const { target, viewport, scroll, marks, elements, notes } = survey;
  if (target === undefined || isWithin(target, viewport)) {
    const crop = target === undefined ? {} : { crop: target };
    return { data: await pictured(page), viewport, marks, elements, notes, ...crop };
  }
  const { width, height } = target;
  const clip = { x: target.x + scroll.x, y: target.y + scroll.y, width, height };
  const moved = fromCorner(-target.x, -target.y);
  return {
    data: await pictured(page, clip),
    viewport: { ...viewport, width, height },
    marks: marks.map(moved),
    elements: elements.map((element) => ({ ...element, boundingBox: moved(element.boundingBox) })),
    notes,
  };
}

async function wholePage(page: Page, survey: SurveyAnswer): Promise<Shown> {
  const { viewport, scroll, documentSize, marks, elements, notes } = survey;
  const height = Math.min(Math.max(documentSize.height, viewport.height), HIGHEST_PAGE);
  const pieces: string[] = [];
  for (let y = 0; y < height; y += TILE_HEIGHT) {
    const clip = { x: 0, y, width: viewport.width, height: Math.min(TILE_HEIGHT, height - y) };
    pieces.push(await pictured(page, clip));
  }
  const moved = fromCorner(scroll.x, scroll.y);
  const cut = `the page is ${documentSize.height} px high; the picture ends at ${HIGHEST_PAGE} px`;
  const [data = '', ...tiles] = pieces;
  return {
    data,
    viewport: { ...viewport, height },
    ...(tiles.length === 0 ? {} : { tiles, tileHeight: TILE_HEIGHT }),
    marks: marks.map(moved),
    elements: elements.map((element) => ({ ...element, boundingBox: moved(element.boundingBox) })),
    notes: documentSize.height > HIGHEST_PAGE ? [...notes, cut] : notes,
  };
}

/** The view, or a part of the whole page. */
async function pictured(page: Page, clip?: BoundingBox): Promise<string> {
  const bytes = await page.screenshot({
    ...{ type: 'png', timeout: PICTURE_MS, caret: 'initial', scale: 'css' },
    mask: [page.locator(SECRET)],
    maskColor: '#404040',
    ...(clip === undefined ? {} : { clip, fullPage: true }),
  });
  return bytes.toString('base64');
}

function fromCorner(right: number, down: number): (area: BoundingBox) => BoundingBox {
  return (area) => ({ ...area, x: area.x + right, y: area.y + down });
}

function isWithin({ x, y, width, height }: BoundingBox, viewport: SurveyAnswer['viewport']): boolean {
  return x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
}
