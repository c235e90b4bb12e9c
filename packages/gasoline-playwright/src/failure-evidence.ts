/** How the pages of a test looked at the moment it failed: a picture, and what they showed by role and name. */

import { randomUUID } from 'node:crypto';

import type { BrowserContext, Page } from '@playwright/test';

import { internally } from './internal-call.ts';
import type { ServerLink } from './server-link.ts';

/** A picture that was taken. */
export interface FailurePicture {
  readonly bytes: Buffer;
  readonly contentType: 'image/jpeg';
}

/** Pages of a context that are looked at; more of them are seldom open, and each picture takes time. */
const MOST_PAGES = 2;

/** A page that hangs is not waited for. */
const PICTURE_MS = 2000;

/** Characters of an outline. */
const LONGEST_OUTLINE = 20_000;

const JPEG_QUALITY = 70;

/** Takes pictures and outlines of the context's pages for a test, and hands them to the server. */
export async function captureFailure(
  context: BrowserContext,
  link: ServerLink,
  testId: string,
): Promise<readonly FailurePicture[]> {
  return internally(context, async () => {
    // The newest is the one the test was at.
    const pages = context.pages().slice(-MOST_PAGES);
    const pictures = await Promise.all(pages.map((page) => captureFailedPage(page, link, testId)));
    return pictures.filter((picture) => picture !== undefined);
  });
}

async function captureFailedPage(
  page: Page,
  link: ServerLink,
  testId: string,
): Promise<FailurePicture | undefined> {
  const [bytes, outline, title] = await Promise.all([
    pictureOf(page),
    outlineOf(page),
    page.title().catch(() => ''),
  ]);
  const document = link.documents.get(page);
  const seen = {
    ...{ session: link.session, tab: link.tabNumber(page), frame: '0', test_id: testId },
    ...(document === undefined ? {} : { page: document }),
  };
  const ts = new Date().toISOString();
  if (outline !== '') {
    const entry = { ...seen, eventId: randomUUID(), ts, url: page.url(), title, landmarks: [], outline };
    link.delivery.add({ route: '/dom-snapshots', entries: [JSON.stringify(entry)] });
  }
  if (bytes === undefined) return undefined;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await link.show({
    ...seen,
    eventId: randomUUID(),
    ts,
    url: page.url(),
    trigger: 'error',
    data: bytes.toString('base64'),
    viewport: { width, height, devicePixelRatio: 1 },
  });
  return { bytes, contentType: 'image/jpeg' };
}

async function pictureOf(page: Page): Promise<Buffer | undefined> {
  const mask = [page.locator('input[type=password]')];
  return page
    .screenshot({
      type: 'jpeg',
      quality: JPEG_QUALITY,
      timeout: PICTURE_MS,
      mask,
      caret: 'initial',
      scale: 'css',
    })
    .catch(() => undefined);
}

/** Roles and names of what the page shows, and its test ids. */
async function outlineOf(page: Page): Promise<string> {
  const body = page.locator('body');
  // Playwright before 1.49 has no such method.
  const aria =
    typeof body.ariaSnapshot === 'function'
      ? await body.ariaSnapshot({ timeout: PICTURE_MS }).catch(() => '')
      : '';
  const testIds = await page
    .evaluate<string[]>(
      `Array.from(document.querySelectorAll('[data-testid]'), (element) => element.getAttribute('data-testid')).slice(0, 200)`,
    )
    .catch(() => []);
  const named = testIds.map((id) => `- testid ${JSON.stringify(id)}`);
  return [...withoutValues(aria), ...named].join('\n').slice(0, LONGEST_OUTLINE);
}

/** What a person typed is not part of an outline: it may be a secret that no rule knows. */
const FIELD = /^(\s*- (?:textbox|searchbox|spinbutton|combobox)(?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*):.*$/;

function withoutValues(outline: string): string[] {
  const lines = outline.split('\n').filter((line) => line !== '');
  return lines.map((line) => FIELD.exec(line)?.[1] ?? line);
}
