/** Pictures the extension takes: of the page in front, after an uncaught error, without what nobody may see. */

import { errorPicture } from '../support/error-picture.ts';
import { store, workerOf } from '../support/extension.ts';
import { expect, test } from '../support/fixtures.ts';
import { storedLogs, storedMessages, storedScreenshots } from '../support/snapshot.ts';

const FORM = `<body style="margin:0;background:#fff"><input type="password" value="secret"
    style="position:absolute;left:0;top:0;width:100px;height:50px;border:0">
  <script>const fail = (message) => setTimeout(() => { throw new Error(message); });</script>`;

test('an uncaught error leaves one picture of the page in front, its passwords painted over', async ({
  server,
  pages,
  extension,
}) => {
  const url = pages.add('/', FORM);
  const page = await extension.newPage();
  await page.setViewportSize({ width: 400, height: 300 });
  await page.goto(url);
  await page.evaluate('fail("one"), fail("two")');
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [error] = await storedLogs(server);
  const [screenshot] = await storedScreenshots(server);
  expect(screenshot).toEqual(errorPicture(error, url));
  const picture = await fetch(`${server.url}/screenshots/1`);
  const data = `data:image/png;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`;
  const worker = await workerOf(extension);
  const colours = await worker.evaluate(async (source) => {
    const image = await createImageBitmap(await (await fetch(source)).blob());
    const context = new OffscreenCanvas(400, 300).getContext('2d');
    context?.drawImage(image, 0, 0);
    const at = (x: number, y: number): number[] => [...(context?.getImageData(x, y, 1, 1).data ?? [])];
    return { field: at(50, 25), beside: at(200, 200) };
  }, data);
  expect(colours).toEqual({ field: [64, 64, 64, 255], beside: [255, 255, 255, 255] });
});

test('no picture is taken of a tab behind another, nor when the person has turned them off', async ({
  server,
  pages,
  extension,
}) => {
  const behind = await extension.newPage();
  await behind.goto(pages.add('/behind', FORM));
  const front = await extension.newPage();
  await front.goto(pages.add('/front', FORM));
  await behind.evaluate('fail("behind")');
  await expect.poll(() => storedMessages(server)).toHaveLength(1);
  await store(extension, { auto_screenshot: { on_error: false } });
  await front.evaluate('fail("off")');
  await expect.poll(() => storedMessages(server)).toHaveLength(2);
  await store(extension, { auto_screenshot: { on_error: true } });
  await front.evaluate('fail("on")');
  // Pictures are taken one after the other: had there been others, they would be here by now.
  await expect.poll(() => storedScreenshots(server)).toHaveLength(1);
  const [screenshot] = await storedScreenshots(server);
  await expect.poll(() => storedMessages(server)).toHaveLength(3);
  const [, , error] = await storedLogs(server);
  expect(screenshot?.['url']).toBe(pages.url('/front'));
  expect(screenshot?.['relatedEventId']).toBe(error?.['eventId']);
});

test('loads, routes and actions are pictured where the person wants it', async ({
  server,
  pages,
  extension,
}) => {
  await store(extension, { auto_screenshot: { on_error: false, on_navigation: true, on_action: true } });
  const page = await extension.newPage();
  await page.goto(
    pages.add('/shop', '<button onclick="document.body.style.background = `teal`">Teal</button>'),
  );
  const triggers = async (): Promise<readonly unknown[]> =>
    (await storedScreenshots(server)).map(({ trigger }) => trigger);
  await expect.poll(triggers).toEqual(['navigation']);
  // Not sooner than a second after the last.
  const [first] = await storedScreenshots(server);
  await expect.poll(() => Date.now() - Date.parse(String(first?.['ts']))).toBeGreaterThan(1000);
  await page.click('button');
  await expect.poll(triggers).toEqual(['navigation', 'action']);
});
