/** What is typed into editors, which pages empty as they like, and into fields of parts. */

import { expect, test } from '../support/fixtures.ts';
import type { Entry } from '../support/mcp.ts';
import type { Server } from '../support/server.ts';
import { stored } from '../support/snapshot.ts';

async function inputs(server: Server): Promise<Entry[]> {
  const entries = await stored(server, 'enhanced_actions');
  return entries
    .filter(({ type }) => type === 'input')
    .map(({ target, value, inputType }) => ({ target, value, inputType }));
}

/** An editor that the page empties by its own code when `on` happens. */
const editor = (lines: number, on: string): string => `<link rel="icon" href="data:,"><title>Editor</title>
  <style>#send { position: fixed; top: 0; right: 0 }</style>
  <div id="note" contenteditable>${'<p>line</p>'.repeat(lines)}<p id="last">last</p></div><button id="send">Send</button>
  <script>${on} = ({ key }) => { if (key === undefined || key === 'Enter') note.innerHTML = '<p>emptied</p>'; };</script>`;

for (const { lines, on, typed } of [
  { lines: 1, on: 'note.onkeydown', typed: ' words' },
  { lines: 1000, on: 'note.onkeydown', typed: ' words' },
  { lines: 1, on: 'send.onmousedown', typed: ' words' },
  { lines: 1000, on: 'send.onmousedown', typed: ' words' },
  { lines: 1, on: 'note.oninput', typed: '!' },
])
  test(`what was typed below ${lines} lines is told though ${on} empties the editor`, async ({
    server,
    pages,
    bound,
  }) => {
    const page = await bound.context.newPage();
    await page.goto(pages.add('/editor', editor(lines, on)));
    await page.locator('#last').click();
    await page.keyboard.press('End');
    await page.keyboard.type(typed);
    if (on === 'note.onkeydown') await page.keyboard.press('Enter');
    if (on === 'send.onmousedown') await page.locator('#send').click();
    await expect(page.locator('#note')).toContainText('emptied');
    await bound.capture.drain();

    expect((await inputs(server))[0]).toEqual({
      target: 'div#note',
      value: `${'line\n'.repeat(lines)}last${typed}`,
      inputType: 'contenteditable',
    });
  });

test('a date and a time that are typed are one entry each', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  const html = '<input id="day" type="date"><input id="hour" type="time">';
  await page.goto(pages.add('/when', `<link rel="icon" href="data:,"><title>When</title>${html}`));
  await page.locator('#day').focus();
  await page.keyboard.type('03152025');
  await page.locator('#hour').focus();
  await page.keyboard.type('0145PM');
  await bound.capture.drain();

  expect(await inputs(server)).toEqual([
    { target: 'input#day', value: '2025-03-15', inputType: 'date' },
    { target: 'input#hour', value: '13:45', inputType: 'time' },
  ]);
});
