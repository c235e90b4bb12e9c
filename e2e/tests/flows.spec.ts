/** A person's session becomes a test: green as long as the app works, red once it is broken. */

import { FLOW_APPS } from '../flows/apps.ts';
import { vue } from '../flows/vue/app.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Run } from '../support/generated-tests.ts';
import { replayFlow, reproduces, runFlow, runOnce, runPictures } from '../support/flow.ts';

const REPEATS = 3;

/** Apps whose journey a recording cannot express, and why. */
const NOT_REPLAYED: Readonly<Record<string, string>> = {
  shadow: 'recordings count frames, whose number is not captured, and cannot answer dialogs',
};

for (const app of FLOW_APPS) {
  test(`${app.name}: the generated test is green, and red for each fault`, async ({ server, context }) => {
    test.setTimeout(240_000);
    const { whole, onOtherData, broken } = await runFlow({ server, context, app }, REPEATS);
    const noticed = [...broken].map(
      ([fault, { isGreen, reason }]) => `${fault}: ${isGreen ? 'GREEN' : reason}`,
    );
    console.log([`${app.name}: ${whole.length} runs`, ...noticed].join('\n  '));

    expect(whole.filter((run) => !run.isGreen)).toEqual([]);
    expect(whole.length).toBe(3 * REPEATS);
    expect(onOtherData.map(({ isGreen, reason }) => ({ isGreen, reason }))).toEqual([
      { isGreen: true, reason: '' },
    ]);
    const green = [...broken].filter(([, { isGreen }]) => isGreen).map(([fault]) => fault);
    expect(green).toEqual([]);
    expect(broken.size).toBe(6);
  });

  test(`${app.name}: recorded by the extension, everything is green`, async ({ server, extension }) => {
    test.setTimeout(120_000);
    const runs = await runOnce({ server, context: extension, app, hasExtension: true });
    expect(runs.filter(({ isGreen }) => !isGreen)).toEqual([]);
    expect(runs.length).toBe(3);
  });

  if (!(app.name in NOT_REPLAYED))
    test(`${app.name}: the recording for Chrome's Recorder reaches the goal`, async ({ server, context }) => {
      expect(await replayFlow({ server, context, app })).toEqual({ errors: [], isReached: true });
    });

  test(`${app.name}: the error that a person met comes back`, async ({ server, context }) => {
    const { errors } = await reproduces({ server, context, app });
    expect(errors.filter((error) => error.includes(app.error))).toHaveLength(1);
  });
}

test('pictures that were taken are the same again, and red once a heading is gone', async ({
  server,
  context,
}) => {
  test.setTimeout(180_000);
  const runs = await runPictures({ server, context, app: vue }, 'missing-heading');
  const green = (names: readonly string[]): object[] =>
    names.map((script) => ({ script, isGreen: true, reason: '' }));
  const outcome = (of: readonly Run[]): object[] =>
    of.map(({ script, isGreen, reason }) => ({ script, isGreen, reason }));
  expect(outcome(runs.taken)).toEqual(green(['pictures', 'pictures']));
  expect(outcome(runs.compared)).toEqual(green(['pictures', 'pictures']));
  expect(runs.changed.map(({ reason }) => reason.includes('toHaveScreenshot'))).toEqual([true, true]);
  // The app refuses by now; what it answered then is what the page gets.
  expect(outcome(runs.reproduction)).toEqual(green(['reproduction']));
});
