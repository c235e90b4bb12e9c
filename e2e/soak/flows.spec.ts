/** Generated tests are green not once but always. */

import { FLOW_APPS } from '../flows/apps.ts';
import { expect, test } from '../support/fixtures.ts';
import { runFlow } from '../support/flow.ts';

const REPEATS = 20;

for (const app of FLOW_APPS) {
  test(`${app.name}: twenty runs of everything generated are green`, async ({ server, context }) => {
    test.setTimeout(900_000);
    const { whole } = await runFlow({ server, context, app }, { repeats: REPEATS, faults: [] });
    expect(whole.filter(({ isGreen }) => !isGreen)).toEqual([]);
    expect(whole.length).toBe(3 * REPEATS);
  });
}
