/** What an agent is told about a page that looks different than before: the right element, whatever went wrong. */

import { test } from '../support/attached.ts';
import { expect } from '../support/fixtures.ts';
import { connectAgent } from '../support/mcp.ts';

const SHOP = `<!doctype html><style>
  body { margin: 0; min-height: 100vh; background: #fff; color: #222; font: 16px sans-serif }
  p, h1, button, img, div, td { position: absolute; margin: 0 }
  #card { left: 20px; top: 60px; width: 200px; height: 100px; background: #eee; z-index: 0 }
  #badge { left: 150px; top: 70px; width: 60px; height: 24px; background: #c00; color: #fff; z-index: 1 }
</style>
<h1 id="title" style="left:20px;top:10px;width:300px;height:32px">Tea and honey</h1>
<div id="card">Green tea</div><div id="badge">Sale</div>
<p class="price" style="left:20px;top:180px;width:80px;height:20px">$12.00</p>
<p id="promo" style="left:300px;top:60px;width:120px;height:20px">Two for one</p>
<p id="total" style="left:300px;top:120px;width:120px;height:20px">Total $24.00</p>
<button id="buy" style="left:300px;top:180px;width:120px;height:40px;border:0;background:#080;color:#fff">Buy</button>
<p id="terms" style="left:20px;top:240px;width:250px;height:20px">All prices with tax</p>
<img id="logo" style="left:440px;top:10px;width:40px;height:40px" alt=""
  src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><circle r='20' cx='20' cy='20' fill='teal'/></svg>">
<p id="note" style="left:20px;top:270px;width:60px;height:20px;overflow:hidden;white-space:nowrap">Delivery on Monday</p>`;

/** What is done to the page, and what is said of it. */
const BUGS: readonly (readonly [string, string, RegExp])[] = [
  ['moved', `find('.price').style.top = '194px'`, /^`body > p:nth-of-type\(1\)` moved 14 px down$/],
  [
    'text',
    `find('.price').textContent = 'NaN'`,
    /p:nth-of-type\(1\)` its text went from "\$12.00" to "NaN"$/,
  ],
  ['hidden', `find('#promo').style.display = 'none'`, /^`#promo` disappeared \("Two for one"\)$/],
  [
    'overlapped',
    `document.body.insertAdjacentHTML('beforeend', '<div id="chat" style="left:290px;top:110px;width:140px;height:60px;background:#448">Chat</div>')`,
    /^`#chat` appeared \("Chat"\)$/,
  ],
  [
    'wrong colour',
    `find('#buy').style.background = '#800'`,
    /^`#buy` looks different at the same place \("Buy"\)$/,
  ],
  [
    'clipped',
    `Object.assign(find('#title').style, { width: '60px', overflow: 'hidden' })`,
    /^`#title` went from 300 x 32 to 60 x 32 px$/,
  ],
  [
    'wrong font',
    `find('#terms').style.font = 'bold 16px serif'`,
    /^`#terms` looks different at the same place/,
  ],
  ['missing image', `find('#logo').src = 'data:,'`, /^`#logo` looks different at the same place$/],
  [
    'z-index',
    `find('#badge').style.zIndex = '-1'`,
    /^`#badge` looks different at the same place \("Sale"\)$/,
  ],
  ['overflow', `find('#note').style.overflow = 'visible'`, /^what is beside `#note` looks different/],
  [
    'dark mode',
    `document.body.style.background = '#111'`,
    /^`html > body` looks different at the same place$/,
  ],
];

test('planted visual bugs are told with the element they are in', async ({
  server,
  pages,
  chromium,
  attachment,
}) => {
  const url = pages.add('/shop', SHOP);
  const page = await chromium.newPage();
  await page.setViewport({ width: 500, height: 320 });
  const agent = await connectAgent(server, 'http');
  for (const [name, bug, expected] of BUGS) {
    await page.goto(url);
    await expect.poll(async () => (await agent.call('get_page_info'))['url']).toBe(url);
    const { id } = await agent.call('capture_screenshot');
    await page.evaluate(`{ const find = (selector) => document.querySelector(selector); ${bug} }`);
    const { changes } = await agent.call('capture_screenshot', { compare_to: id });
    const { elements = [], changed_pixels: pixels }: { elements?: string[]; changed_pixels?: number } =
      changes ?? {};
    expect(pixels, name).toBeGreaterThan(20);
    expect(elements, name).toEqual([expect.stringMatching(expected)]);
  }
  expect(attachment.said).toHaveLength(1);
  await agent.close();
});
