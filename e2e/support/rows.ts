/** Rows of a table, tried one after the other in one page: a page of its own for each would take longer than the row. */

import { test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { ContextCapture } from 'gasoline-playwright';

import type { Server } from './server.ts';

/** Where rows are tried. */
export interface Place {
  readonly page: Page;
  readonly capture: ContextCapture;
  readonly server: Server;
}

/** Tries each row; before the next its document is left and everything captured is forgotten. */
export async function eachRow<Row>(
  { page, capture, server }: Place,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  tryRow: (row: Row) => Promise<void>,
): Promise<void> {
  for (const row of rows)
    await test.step(nameOf(row), async () => {
      await tryRow(row);
      await page.goto('about:blank');
      await capture.drain();
      await fetch(`${server.url}/clear`, { method: 'DELETE' });
    });
}
