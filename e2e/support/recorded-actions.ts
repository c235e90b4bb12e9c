/** Recorded actions, and what tests compare of them. */

import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

import type { Entry } from './mcp.ts';
import type { Server } from './server.ts';
import { content, stored } from './snapshot.ts';

/** The state of a page that stands still. */
export const AT_REST = { scroll: { x: 0, y: 0 }, pendingRequests: 0, busy: false };

/** Stored actions but for the navigation with which each page begins. */
export async function actions(server: Server): Promise<readonly Entry[]> {
  const entries = await stored(server, 'enhanced_actions');
  return entries.map(content).slice(1);
}

/** The middle of an element. */
export async function centre(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Browsers give pointer positions in whole pixels or finer, depending on the event. */
export function near({ x, y }: { x: number; y: number }): unknown {
  return { x: expect.closeTo(x, -1), y: expect.closeTo(y, -1) };
}
