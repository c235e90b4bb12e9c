/** The extension in CI, set up as docs/ci.md says: written by the binary, loaded without a window, told where to send. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { launchWithExtension, STRANGER_HOST } from '../support/chromium.ts';
import { pointTo } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { BINARY } from '../support/server.ts';
import { storedLogs } from '../support/snapshot.ts';

test('the written extension captures a headless browser, also on sites named on the command line', async ({
  server,
  pages,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-extension-'));
  const site = `http://${STRANGER_HOST}/*`;
  await promisify(execFile)(BINARY, ['extension', '--dir', folder, '--site', site]);
  const browser = await launchWithExtension(folder);
  await pointTo(browser.context, server);

  pages.add('/', '<script>console.log("tested")</script>');
  const page = await browser.context.newPage();
  await page.goto(pages.url('/', STRANGER_HOST));
  await page.goto(pages.url('/'));
  await expect
    .poll(async () => (await storedLogs(server)).map(({ message, url }) => [message, url]))
    .toEqual([
      ['tested', pages.url('/', STRANGER_HOST)],
      ['tested', pages.url('/')],
    ]);
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});
