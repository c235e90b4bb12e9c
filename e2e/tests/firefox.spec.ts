/**
 * The CI script in Firefox, where the distribution has one installed: by beacon, because a binding needs Chromium.
 *
 * Registered only where there is something to run it in; Chromium is what capture is made for.
 */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import { expect, test } from '../support/fixtures.ts';
import { storedEntries, storedMessages } from '../support/snapshot.ts';

const FOUND = spawnSync('sh', ['-c', 'command -v firefox || command -v firefox-esr'], { encoding: 'utf8' });
const FIREFOX = FOUND.stdout.trim();

if (FIREFOX !== '') {
  test('Firefox: an error and a request arrive', async ({ server, pages }) => {
    pages.add('/data', { body: '{"ok":true}', type: 'application/json' });
    const url = pages.add(
      '/',
      `<script>var __GASOLINE_PORT = ${server.port}</script><script src="${server.url}/gasoline-ci.js"></script>
       <script>fetch('/data').then((answer) => answer.json()).then(() => { throw new TypeError('in Firefox') })</script>`,
    );
    const profile = await mkdtemp(join(tmpdir(), 'gasoline-firefox-'));
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      userDataDir: profile,
    });
    const page = await browser.newPage();
    await page.goto(url);
    await expect.poll(() => storedMessages(server)).toEqual(['TypeError: in Firefox']);
    await expect
      .poll(async () =>
        (await storedEntries(server, 'network_bodies')).map(({ responseBody }) => responseBody),
      )
      .toEqual(['{"ok":true}']);
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
}
