/** A person's session becomes a test: green as long as the app works, red once it is broken. */

import { FAULTS } from '../flows/app.ts';
import type { Fault } from '../flows/app.ts';
import { FLOW_APPS } from '../flows/apps.ts';
import { forms } from '../flows/forms/app.ts';
import { react } from '../flows/react/app.ts';
import { vue } from '../flows/vue/app.ts';
import { recordChangingPage } from '../support/changing-page.ts';
import { inSoak, IS_SOAK } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import { ONLY_PICTURES, reproduceErrors, runFlow, runOnce, runPictures, textIn } from '../support/flow.ts';
import type { Run } from '../support/generated-tests.ts';

const REPEATS = inSoak(3, 1);

/** Apps whose journey a recording cannot express, and why. */
const NOT_REPLAYED: Readonly<Record<string, string>> = {
  shadow: 'recordings count frames, whose number is not captured, and cannot answer dialogs',
};

/** Faults of an app: in `make soak` all, otherwise two, and each fault in two apps or three. */
function faultsOf(app: number): readonly Fault[] {
  return FAULTS.filter((_fault, number) => IS_SOAK || (app + number) % 3 === 0);
}

for (const [number, app] of FLOW_APPS.entries()) {
  const goal = app.name in NOT_REPLAYED ? '' : ", and the recording for Chrome's Recorder reaches the goal";
  test(`${app.name}: the generated test is green, and red for each fault${goal}`, async ({
    server,
    context,
    browsers,
  }) => {
    test.setTimeout(240_000);
    const faults = faultsOf(number);
    const replayIn = goal === '' ? undefined : await browsers.puppeteer();
    const runs = await runFlow({ server, context, app }, { repeats: REPEATS, faults, replayIn });
    const { whole, onOtherData, broken, replayed } = runs;
    const noticed = [...broken].map(
      ([fault, { isGreen, reason }]) => `${fault}: ${isGreen ? 'GREEN' : reason}`,
    );
    console.log([`${app.name}: ${whole.length} runs`, ...noticed].join('\n  '));

    expect(whole.filter((run) => !run.isGreen)).toEqual([]);
    expect(whole.length).toBe(3 * REPEATS);
    expect(onOtherData.map(({ isGreen, reason }) => ({ isGreen, reason }))).toEqual([
      { isGreen: true, reason: '' },
    ]);
    const red = [...broken].filter(([, { isGreen }]) => !isGreen).map(([fault]) => fault);
    expect(red).toEqual(faults);
    if (goal !== '') expect(replayed).toEqual({ errors: [], isReached: true });
  });
}

// Situation recordings-09.
test('the errors that people met come back: red until they are fixed, and green afterwards', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const fixed = inSoak(FLOW_APPS, [react, vue]);
  const { told, runs } = await reproduceErrors(browser, FLOW_APPS, fixed);
  const own = FLOW_APPS.map(({ name, error }) => [
    name,
    (told.get(name) ?? []).filter((message) => message.includes(error)).length,
  ]);
  expect(own).toEqual(FLOW_APPS.map((app) => [app.name, fixed.includes(app) ? 2 : 1]));
  const outcome = (name: string): string => {
    const run = runs.find(({ script }) => script === name);
    if (run?.isGreen === true) return 'green';
    return (
      /the captured error (?:came back|did not come back)/.exec(run?.reason ?? '')?.[0] ?? String(run?.reason)
    );
  };
  expect(FLOW_APPS.map(({ name }) => outcome(name))).toEqual(
    FLOW_APPS.map(() => 'the captured error came back'),
  );
  for (const { name } of fixed)
    expect([`${name}-present`, `${name}-fixed`, `${name}-fixed-present`].map(outcome)).toEqual([
      ...['green', 'green', 'the captured error did not come back'],
    ]);
});

for (const app of inSoak(FLOW_APPS, [forms, react]))
  test(`${app.name}: recorded by the extension, everything is green`, async ({ server, extension }) => {
    test.setTimeout(120_000);
    const runs = await runOnce({ server, context: extension, app, hasExtension: true });
    expect(runs.filter(({ isGreen }) => !isGreen)).toEqual([]);
    expect(runs.length).toBe(3);
  });

test('pictures that were taken are the same again but for what changes by itself, and red once the page looks wrong', async ({
  server,
  pages,
  browser,
  context,
}) => {
  test.setTimeout(180_000);
  const changing = await recordChangingPage(server, pages, browser, { assertions: ONLY_PICTURES });
  expect(changing.generated['warnings']).toContainEqual(
    expect.stringMatching(/changed by itself: .*p:nth-of-type\(1\) \("Visit 1" to "Visit 2"\);/),
  );
  expect(textIn(changing.generated, 'test_script').match(/toHaveScreenshot/g)).toHaveLength(3);
  const runs = await runPictures({ server, context, app: vue }, 'missing-heading', changing);
  const green = (names: readonly string[]): object[] =>
    names.map((script) => ({ script, isGreen: true, reason: '' }));
  const outcome = (of: readonly Run[]): object[] =>
    of.map(({ script, isGreen, reason }) => ({ script, isGreen, reason }));
  const scripts = ['pictures', 'pictures', 'changing'];
  expect(outcome(runs.taken)).toEqual(green(scripts));
  expect(outcome(runs.compared)).toEqual(green(scripts));
  expect(runs.changed.map(({ reason }) => reason.includes('toHaveScreenshot'))).toEqual([true, true, true]);
  // The app refuses by now; what it answered then is what the page gets.
  expect(outcome(runs.reproduction)).toEqual(green(['reproduction']));
});
