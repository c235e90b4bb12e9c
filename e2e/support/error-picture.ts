/** The entry of the picture that is taken after an uncaught error. */

import { expect } from '@playwright/test';

import type { Entry } from './mcp.ts';

/** What is kept of the first picture, of a page of 400 by 300 points. */
export function errorPicture(error: Entry | undefined, url: string): object {
  return {
    id: '1',
    ts: expect.any(String),
    url,
    trigger: 'error',
    mimeType: 'image/png',
    width: 400,
    height: 300,
    size: expect.any(Number),
    viewport: { width: 400, height: 300, devicePixelRatio: 1 },
    relatedEventId: error?.['eventId'],
    session: error?.['session'],
    tab: error?.['tab'],
    page: error?.['page'],
    frame: '0',
    eventId: `${String(error?.['eventId'])}-screenshot`,
    seq: expect.any(Number),
    received_at: expect.any(String),
  };
}
