/** A Puppeteer suite that knows nothing of capture: opens the page it is given and pays. */

import puppeteer from 'puppeteer-core';

const [url] = process.argv.slice(2);
const browser = await puppeteer.launch({
  executablePath: process.env.PUPPETEER_EXECUTABLE_PATH,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage();
await page.goto(url);
await page.click('button');
await page.waitForSelector('output');
await browser.close();
process.exitCode = 3;
