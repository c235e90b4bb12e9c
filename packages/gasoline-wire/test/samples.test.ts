/**
 * Writes `fixtures/wire`, one sample per event kind, which the server's tests read: types prove shape, samples prove
 * meaning. A difference fails; it is accepted by running with UPDATE_SAMPLES=1 and reading the change.
 */

import { readFileSync, writeFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { capturePage, endOfTurn } from '../../gasoline-capture/test/page.ts';

import { PAGE_IDENTITY, TYPED_SAMPLES } from './samples.ts';

const FOLDER = new URL('../../../fixtures/wire/', import.meta.url);
const UPDATE = process.env['UPDATE_SAMPLES'] === '1' && process.env['CI'] === undefined;

const STACK = `TypeError: Cannot read properties of undefined (reading 'total')
    at checkout (http://localhost:3000/assets/app.js:42:17)
    at HTMLButtonElement.<anonymous> (http://localhost:3000/assets/app.js:61:5)`;

/** A console call and an uncaught error, captured by the library from a page that stands still. */
async function capturedSamples(): Promise<Record<string, unknown>> {
  const { window, entries } = capturePage({ identity: PAGE_IDENTITY });
  window.eval(`console.warn('slow %s', 'query', { ms: 900, tables: ['orders'] });
    //# sourceURL=http://localhost:3000/assets/app.js`);
  const error = new TypeError("Cannot read properties of undefined (reading 'total')");
  error.stack = STACK;
  const place = { filename: 'http://localhost:3000/assets/app.js', lineno: 42, colno: 17 };
  window.dispatchEvent(new window.ErrorEvent('error', { ...place, error }));
  await endOfTurn();
  const [console, exception] = entries;
  return { console, exception };
}

it('agrees with the committed samples', async () => {
  const samples = Object.entries({ ...(await capturedSamples()), ...TYPED_SAMPLES });
  for (const [name, sample] of samples) {
    const file = new URL(`${name}.json`, FOLDER);
    const text = `${JSON.stringify(sample, null, 2)}\n`;
    if (UPDATE) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8'), `${name}.json`).toBe(text);
  }
  expect(samples).toHaveLength(17);
});
