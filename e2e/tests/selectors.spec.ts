/** Locators as capture makes them, each tried by Playwright itself on the page it was made for. */

import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Locator } from 'gasoline-wire';

import { expect, test } from '../support/fixtures.ts';
import { locate } from '../support/locate.ts';
import { VARIED } from '../support/varied-markup.ts';

const CAPTURE = fileURLToPath(new URL('../../packages/gasoline-capture/src', import.meta.url));

/** The product's own code, for a page. */
async function locatorScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createDom } from './dom.ts';
        import { locatorsOf } from './selectors/locators.ts';
        const dom = createDom(window);
        const below = (root) => [...root.querySelectorAll('*')]
          .flatMap((element) => [element, ...(element.shadowRoot ? below(element.shadowRoot) : [])]);
        globalThis.everyElement = () => below(document.body);
        globalThis.locatorsOf = (element) => locatorsOf(element, dom);`,
      resolveDir: CAPTURE,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

declare global {
  var everyElement: () => Element[];
  var locatorsOf: (element: Element) => readonly Locator[];
}

/** The elements a locator finds, by their place among all. */
async function found(page: Page, locator: Locator): Promise<readonly number[]> {
  return locate(page, locator).evaluateAll((elements) => {
    const all = everyElement();
    return elements.map((element) => all.indexOf(element));
  });
}

/** Locators of some elements that do not find exactly the element, and elements without any. */
async function failuresOn(page: Page, html: string, every: number): Promise<readonly unknown[]> {
  await page.setContent(html);
  await page.evaluate(await locatorScript());
  const recorded = await page.evaluate((step) => {
    const all = everyElement();
    return all
      .filter((element) => !element.matches('script,style,noscript,template,br'))
      .filter((_, index) => index % step === 0)
      .map((element) => ({
        at: all.indexOf(element),
        html: element.outerHTML.slice(0, 200),
        locators: locatorsOf(element),
      }));
  }, every);
  const failures: unknown[] = [];
  for (const { at, html: markup, locators } of recorded) {
    if (locators.length === 0) failures.push({ markup, locators });
    for (const locator of locators) {
      const places = await found(page, locator);
      if (places.length !== 1 || places[0] !== at) failures.push({ markup, locator, at, places });
    }
  }
  return failures;
}

for (const [title, html] of Object.entries(VARIED)) {
  test(`every locator finds its element and no other: ${title}`, async ({ page }) => {
    expect(await failuresOn(page, html, 1)).toEqual([]);
  });
}

/** Of many things the same in every row, of some a few, of some only one. */
function longList(rows: number): string {
  const row = (number: number): string =>
    `<li class="item"><b>Thing ${number}</b> <i>${number % 7 === 0 ? 'sold out' : 'in stock'}</i> <a href="/things/${number}">Open</a>
     <label>Amount <input name="amount-${number}"></label> <button data-thing="${number}">Buy</button>
     ${number % 60 === 0 ? `<button aria-label="Restore">r</button>` : ''}${number === 77 ? '<button>Undo all</button>' : ''}</li>`;
  return `<nav><a href="/start">Start</a></nav><ul>${Array.from({ length: rows }, (_, number) => row(number)).join('')}</ul>
    <form><button>Undo</button> <input type="submit" value="Thing 300"></form>`;
}

test('every locator finds its element and no other: in a page of thousands of elements', async ({ page }) => {
  expect(await failuresOn(page, longList(600), 37)).toEqual([]);
});
