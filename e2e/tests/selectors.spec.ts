/** Locators as capture makes them, each tried by Playwright itself on the page it was made for. */

import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Locator } from 'wire';

import { expect, test } from '../support/fixtures.ts';
import { locate } from '../support/locate.ts';
import { VARIED } from '../support/varied-markup.ts';

const CAPTURE = fileURLToPath(new URL('../../packages/capture/src', import.meta.url));

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

for (const [title, html] of Object.entries(VARIED)) {
  test(`every locator finds its element and no other: ${title}`, async ({ page }) => {
    await page.setContent(html);
    await page.evaluate(await locatorScript());
    const recorded = await page.evaluate(() =>
      everyElement()
        .filter((element) => !element.matches('script,style,noscript,template,br'))
        .map((element) => ({
          at: everyElement().indexOf(element),
          html: element.outerHTML.slice(0, 200),
          locators: locatorsOf(element),
        })),
    );
    const failures: unknown[] = [];
    for (const { at, html: markup, locators } of recorded) {
      if (locators.length === 0) failures.push({ markup, locators });
      for (const locator of locators) {
        const places = await found(page, locator);
        if (places.length !== 1 || places[0] !== at) failures.push({ markup, locator, at, places });
      }
    }
    expect(failures).toEqual([]);
  });
}
