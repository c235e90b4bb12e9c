/** `fetch` of a small and of a large JSON document, each read whole by the page. */

import type { Page } from '@playwright/test';

import { precise, withVariants } from '../bench.ts';
import type { Bench, Group } from '../bench.ts';
import { addedCpu, addedFigure, addedNinetyNinth, inRounds } from '../paired.ts';

/** Milliseconds a call may take longer before it returns. */
const BUDGET_MS = 0.5;

const SIZES = [
  { figure: 'fetch_10kb', bytes: 10_000 },
  { figure: 'fetch_1mb', bytes: 1_000_000 },
];

/** Requests of pages. */
export const measureFetch: Group = async (bench, add) => {
  const url = bench.pages.add('/fetch', precise('<title>Fetch</title>'));
  const { rounds, fetches } = bench.effort;
  await withVariants(bench, url, async (variants) => {
    for (const { figure, bytes } of SIZES) {
      const address = jsonOf(bench, bytes);
      const requests = await inRounds(variants, rounds, fetches, ({ page }) =>
        fetched(page, address, fetches),
      );
      add(addedFigure(figure, requests, BUDGET_MS));
      add(addedNinetyNinth(`${figure}_p99`, requests));
      add(addedCpu(`${figure}_cpu`, requests));
    }
  });
};

/** A document of that many bytes, as an API would answer. */
function jsonOf({ pages }: Bench, bytes: number): string {
  const item = { id: 4711, name: 'A very ordinary product', price: 12.5, inStock: true };
  const count = Math.floor(bytes / (JSON.stringify(item).length + 1));
  const body = JSON.stringify(Array.from({ length: count }, () => item)).padEnd(bytes);
  const headers = { 'Content-Length': String(body.length), 'Cache-Control': 'no-store' };
  return pages.add(`/json-${bytes}`, { body, type: 'application/json', headers });
}

/** Milliseconds until each call returned its promise. */
async function fetched(page: Page, address: string, count: number): Promise<readonly number[]> {
  return page.evaluate(
    async ([address, count]) => {
      const samples: number[] = [];
      for (let call = 0; call < count; call += 1) {
        const start = performance.now();
        const answer = fetch(address);
        samples.push(performance.now() - start);
        await (await answer).json();
      }
      return samples;
    },
    [address, count] as const,
  );
}
