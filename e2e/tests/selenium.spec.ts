/** `gasoline attach` beside Selenium in Python with the distribution's chromedriver: a runner in another language. */

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { attach } from '../support/attach.ts';
import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePort } from '../support/port.ts';
import { findTool } from '../support/selenium.ts';
import { missing, storedLogs, storedScreenshots } from '../support/snapshot.ts';

/** The Selenium script, driven line by line. */
class Driver {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  constructor(port: number, url: string) {
    const script = fileURLToPath(new URL('../selenium/drive.py', import.meta.url));
    const chromedriver = findTool('CHROMEDRIVER_PATH', 'find-chromedriver.sh');
    const options = [script, launchOptions.executablePath ?? '', chromedriver, String(port), url];
    this.#child = spawn(findTool('SELENIUM_PYTHON', 'find-selenium.sh'), options, { stdio: 'pipe' });
    this.#child.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Waits until the script has answered. */
  async answered(step: string): Promise<void> {
    const answer = await this.#lines.next();
    expect(answer.value).toBe(step);
  }

  async do(step: string): Promise<void> {
    this.#child.stdin.write(`${step}\n`);
    await this.answered(step);
  }
}

test('a Selenium test is captured in every tab, and its end ends the capture', async ({ server, pages }) => {
  test.setTimeout(120_000);
  const url = pages.add(
    '/',
    `<script>console.log('first line')</script>
     <button onclick="throw new Error('clicked')">Pay</button>`,
  );
  const port = await freePort();
  const driver = new Driver(port, url);
  await driver.answered('started');
  const attachment = await attach(server, '--cdp', `http://127.0.0.1:${port}`, '--test-id', 'selenium');
  await driver.do('open');
  await driver.do('tab');
  await driver.do('click');
  await expect.poll(async () => (await storedLogs(server)).length).toBe(3);
  await expect.poll(async () => (await storedScreenshots(server)).length).toBe(1);
  const logs = await storedLogs(server);
  expect(logs.map(({ message, frame, test_id }) => [message, frame, test_id])).toEqual([
    ['first line', '0', 'selenium'],
    ['first line', '0', 'selenium'],
    ['Error: clicked', '0', 'selenium'],
  ]);
  expect(await missing(server)).toEqual([]);
  const [first, second, third] = logs.map(({ tab, page }) => [tab, page]);
  expect(third).toEqual(second);
  expect(second).not.toEqual(first);
  await driver.do('quit');
  expect(await attachment.ended()).toBe(0);
  expect(attachment.said.at(-1)).toBe('gasoline: the browser has gone');
});
