/** The moment after a test's own function, under the names it has had. */

import { expect, test } from 'vitest';

import { afterTestFunction } from '../src/after-test-function.ts';

/** A test's information, with as much of it as is used. */
function information(fields: object): Parameters<typeof afterTestFunction>[0] {
  return Object.assign(Object.create(null), fields);
}

test('all three places are found', async () => {
  const called: string[] = [];
  const note = (name: string) => (): Promise<void> => {
    called.push(name);
    return Promise.resolve();
  };
  const callbacks = new Set<() => Promise<void>>();
  afterTestFunction(information({ _onDidFinishTestFunctionCallbacks: callbacks }), note('set'));
  const functions: (() => Promise<void>)[] = [];
  afterTestFunction(information({ _onDidFinishTestFunctions: functions }), note('list'));
  const single = information({ _onDidFinishTestFunction: note('its own') });
  afterTestFunction(single, note('one'));
  for (const callback of [...callbacks, ...functions]) await callback();
  const chained: unknown = Reflect.get(single, '_onDidFinishTestFunction');
  if (typeof chained === 'function') await Reflect.apply(chained, undefined, []);
  expect(called).toEqual(['set', 'list', 'one', 'its own']);
});

test('a version without any of them is left as it is', () => {
  const info = information({});
  afterTestFunction(info, () => Promise.resolve());
  expect(Reflect.ownKeys(info)).toEqual([]);
});
