/** What each version of Playwright allows pages to do. */

import { expect, test } from 'vitest';

import { abilitiesOf } from '../src/version.ts';

test.each([
  ['1.44.1', false, false],
  ['1.53.2', false, false],
  ['1.54.0', false, true],
  ['1.61.0', false, true],
  ['1.62.0-beta', true, true],
  ['2.0.0', true, true],
])('%s hides beacons: %s, bindings: %s', (version, hidesBeacons, hidesBindings) => {
  expect(abilitiesOf(version)).toEqual({ hidesBeacons, hidesBindings });
});
