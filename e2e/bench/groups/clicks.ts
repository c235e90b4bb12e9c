/**
 * Clicks on pages of a thousand and of ten thousand elements, by hands and by tools: the element, its selectors, the state of
 * the page.
 */

import { precise, withVariants } from '../bench.ts';
import type { Group } from '../bench.ts';
import { addedCpu, addedFigure, addedNinetyNinth, inRounds } from '../paired.ts';
import type { Variant } from '../variants.ts';

import { productTable } from './loads.ts';

/** Milliseconds a click may take longer. */
const BUDGET_MS = 1;

/** Before capture: notes when a click reaches the window, the first place on its way. */
const NOTE_ARRIVAL = `globalThis.arrived = 0;
  addEventListener('click', () => { arrived = performance.now(); }, true);`;

/** After capture: the time until everything that listens on the window before the page has been called. */
const NOTE_PASSAGE = `globalThis.clicks = [];
  addEventListener('click', () => { clicks.push(performance.now() - arrived); }, true);`;

/** Rows of an ordinary page, and of one that few are as large as. */
const ORDINARY = 100;
const LARGE = 1000;

/** Short for a hand, which holds a button down for some 80 ms; tools hold it for no time at all. */
const HELD_MS = 40;

/** What is clicked, and how. */
interface Clicking {
  readonly rows: number;
  readonly heldMs: number;
}

const CLICKING: Readonly<Record<string, Clicking>> = {
  click: { rows: ORDINARY, heldMs: HELD_MS },
  large_click: { rows: LARGE, heldMs: HELD_MS },
  tool_click: { rows: ORDINARY, heldMs: 0 },
  large_tool_click: { rows: LARGE, heldMs: 0 },
};

/** Clicks of users. */
export const measureClicks: Group = async (bench, add) => {
  const script = `<script>${NOTE_PASSAGE}</script>`;
  const { rounds, clicks } = bench.effort;
  for (const [figure, { rows, heldMs }] of Object.entries(CLICKING)) {
    const page = precise(`<title>Clicks</title>${script}${productTable(rows)}`);
    const measure = async (variants: readonly Variant[]): Promise<void> => {
      const clicked = await inRounds(variants, rounds, clicks, (variant) =>
        clickedButtons(variant, clicks, heldMs),
      );
      add(addedFigure(figure, clicked, BUDGET_MS));
      add(addedNinetyNinth(`${figure}_p99`, clicked));
      add(addedCpu(`${figure}_cpu`, clicked));
    };
    await withVariants(bench, bench.pages.add(`/${figure}`, page), measure, NOTE_ARRIVAL);
  }
};

/** Milliseconds each click was held up. As input of the browser, because clicks of scripts are not the user's. */
async function clickedButtons(
  { page, session }: Variant,
  count: number,
  heldMs: number,
): Promise<readonly number[]> {
  const places = await page.evaluate(() => {
    const visible = [...document.querySelectorAll('.buy')].slice(0, 15);
    return visible.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  });
  for (let click = 0; click < count; click += 1) {
    const { x, y } = places[click % places.length] ?? { x: 0, y: 0 };
    const input = { x, y, button: 'left', clickCount: 1 } as const;
    await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...input });
    if (heldMs > 0) await page.waitForTimeout(heldMs);
    await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...input });
  }
  const samples: unknown = await page.evaluate('clicks.splice(0)');
  if (!Array.isArray(samples) || samples.length !== count) throw new Error('not every click arrived');
  return samples.map(Number);
}
