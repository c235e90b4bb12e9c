import { expect, it } from 'vitest';

import { looksBusy } from '../../src/actions/busy.ts';
import { createTestEnv } from '../page.ts';

it.each([
  ['<p aria-busy="true">Orders</p>', true],
  ['<p role="progressbar"></p>', true],
  ['<p class="large spinner"></p>', true],
  ['<p aria-busy="false" class="spinners"></p>', false],
])('a page is busy that shows %s: %s', (html, isBusy) => {
  const env = createTestEnv();
  env.window.document.body.innerHTML = html;
  expect(looksBusy(env)).toBe(isBusy);
});
