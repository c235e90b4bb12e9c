/** How the pages of a test looked at the moment it failed: a picture, and what they showed by role and name. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BrowserContext, Page } from '@playwright/test';
import type { Identity } from 'gasoline-wire';

import { internally } from './internal-call.ts';
import { plain } from './runner-error.ts';
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

/** After this time a page is looked at again: what a test waited for only shortly may have come. */
const SECOND_LOOK_MS = 1000;

/** Takes pictures and outlines of the context's pages for a test, and hands them to the server. */
export async function captureFailure(
  context: BrowserContext,
  link: ServerLink,
  { testId, failure = '' }: { readonly testId: string; readonly failure?: string | undefined },
): Promise<readonly FailurePicture[]> {
  return internally(context, async () => {
    // The newest is the one the test was at.
    const pages = context.pages().slice(-MOST_PAGES);
    const pictures = await Promise.all(pages.map((page) => captureFailedPage(page, link, testId)));
    if (deservesSecondLook(plain(failure))) {
      await sleep(SECOND_LOOK_MS);
      await Promise.all(pages.map((page) => sendOutline(page, link, testId)));
    }
    return pictures.filter((picture) => picture !== undefined);
  });
}

/** Waits of the runner's defaults, and longer ones, leave nothing to come. */
const USUAL_WAIT_MS = 5000;

/** `Timeout: 300ms`, `Timeout 200ms exceeded`, `Timed out 100ms waiting`. */
const WAITED = /(?:Timeout:?|Timed out)\s+(\d+)ms/;

/** Whether the runner looked only once, or for a short time. A test that ran out of its own time has none left for us. */
function deservesSecondLook(failure: string): boolean {
  const [, waited] = WAITED.exec(failure) ?? [];
  return waited === undefined ? failure.includes('expect(received)') : Number(waited) < USUAL_WAIT_MS;
}

async function captureFailedPage(
  page: Page,
  link: ServerLink,
  testId: string,
): Promise<FailurePicture | undefined> {
  const [bytes] = await Promise.all([pictureOf(page), sendOutline(page, link, testId)]);
  if (bytes === undefined) return undefined;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await link.show({
    ...identity(page, link, testId),
    url: page.url(),
    trigger: 'error',
    data: bytes.toString('base64'),
    viewport: { width, height, devicePixelRatio: 1 },
  });
  return { bytes, contentType: 'image/jpeg' };
}

async function sendOutline(page: Page, link: ServerLink, testId: string): Promise<void> {
  const [outline, title] = await Promise.all([outlineOf(page), page.title().catch(() => '')]);
  // An empty outline says something only of a page that was never led anywhere.
  if (outline === '' && page.url() !== 'about:blank') return;
  const entry = { ...identity(page, link, testId), url: page.url(), title, landmarks: [], outline };
  link.delivery.add({ route: '/dom-snapshots', entries: [JSON.stringify(entry)] });
}

function identity(page: Page, link: ServerLink, testId: string): Identity & { readonly ts: string } {
  const document = link.documents.get(page);
  return {
    session: link.session,
    tab: link.tabNumber(page),
    ...(document === undefined ? {} : { page: document }),
    frame: '0',
    test_id: testId,
    eventId: randomUUID(),
    ts: new Date().toISOString(),
  };
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

/**
 * What roles do not tell: test ids and ids; `missing`, required fields that kept the browser from sending a form; `blocked`, disabled buttons
 * of forms whose required fields are all filled.
 */
const DETAILS = `(() => {
  const all = (css) => { try { return [...document.querySelectorAll(css)].slice(0, 200); } catch { return []; } };
  const textOf = (element) => ((element?.labels?.[0] ?? element)?.textContent ?? '').trim().slice(0, 100);
  const blocks = ({ form }) => form?.matches(':valid') && form.querySelector('[required]');
  const rows = [
    ...all('[data-testid]').map((element) => ['testid', element.dataset.testid]),
    ...all('[id]').map(({ id }) => ['id', id]),
    ...all(':is(input,select,textarea):user-invalid')
      .filter(({ validity, form }) => validity.valueMissing && form && !form.noValidate)
      .map((field) => ['missing', textOf(field) || field.name]),
    ...all('button:disabled:not([type]), :is(button,input)[type=submit]:disabled').filter(blocks)
      .map((button) => ['blocked', textOf(button) || button.value]),
  ];
  return rows.map(([role, name]) => '- ' + role + ' ' + JSON.stringify(String(name)));
})()`;

/** Roles and names of what the page shows, and details. */
async function outlineOf(page: Page): Promise<string> {
  const body = page.locator('body');
  // Playwright before 1.49 has no such method.
  const aria =
    typeof body.ariaSnapshot === 'function'
      ? await body.ariaSnapshot({ timeout: PICTURE_MS }).catch(() => '')
      : '';
  const details = await page.evaluate<string[]>(DETAILS).catch(() => []);
  return [...details, ...withoutValues(aria)].join('\n').slice(0, LONGEST_OUTLINE);
}

/** What a person typed is not part of an outline: it may be a secret that no rule knows. */
const FIELD = /^(\s*- (?:textbox|searchbox|spinbutton|combobox)(?: "(?:[^"\\]|\\.)*")?(?: \[[^\]]*\])*):.*$/;

function withoutValues(outline: string): string[] {
  const lines = outline.split('\n').filter((line) => line !== '');
  return lines.map((line) => FIELD.exec(line)?.[1] ?? line);
}
