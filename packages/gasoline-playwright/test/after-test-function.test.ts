/** The moment after a test's own function, under the names it has had. */

import { expect, test } from 'vitest';

import { afterTestFunction } from '../src/after-test-function.ts';

test('all three places are found', async () => {
  const called: string[] = [];
  const note = (name: string) => (): Promise<void> => {
    called.push(name);
    return Promise.resolve();
  };
  const callbacks = new Set<() => Promise<void>>();
  afterTestFunction({ _onDidFinishTestFunctionCallbacks: callbacks }, note('set'));
  const functions: (() => Promise<void>)[] = [];
  afterTestFunction({ _onDidFinishTestFunctions: functions }, note('list'));
  const single = { _onDidFinishTestFunction: note('its own') };
  afterTestFunction(single, note('one'));
  for (const callback of [...callbacks, ...functions]) await callback();
  const chained: unknown = Reflect.get(single, '_onDidFinishTestFunction');
  if (typeof chained === 'function') await Reflect.apply(chained, undefined, []);
  expect(called).toEqual(['set', 'list', 'one', 'its own']);
});

test('a version without any of them is left as it is', () => {
  const info = {};
  afterTestFunction(info, () => Promise.resolve());
  expect(Reflect.ownKeys(info)).toEqual([]);
});
