import { expect, it } from 'vitest';

import { overhearing, overheardText } from '../../src/network/overheard.ts';

/** A call of a method `parseInt` with one argument: what the method was given, what it answers and what was overheard. */
function call(method: (text: string) => unknown, argument: unknown): { given: unknown; outcome: unknown[] } {
  const args = [argument];
  overhearing({ parseInt: method }, 'parseInt')(args, 0);
  const answer: unknown = Reflect.apply(method, undefined, args);
  return { given: args[0], outcome: [answer, overheardText(args[0])] };
}

it('hears what a method of the browser converts, and asks once', () => {
  let asked = 0;
  const seven = {
    toString() {
      asked += 1;
      return '7 lives';
    },
  };
  expect(call(parseInt, seven).outcome).toEqual([7, '7 lives']);
  expect(asked).toBe(1);
  expect(call(parseInt, { toString: () => ({}), valueOf: () => 8 }).outcome).toEqual([8, '8']);
  expect(call(parseInt, '9')).toEqual({ given: '9', outcome: [9, undefined] });
});

it('leaves what the page throws as it is, and hears nothing then', () => {
  const failure = new RangeError('own');
  const exploding = {
    toString() {
      throw failure;
    },
  };
  expect(() => call(parseInt, exploding)).toThrow(failure);
});

it.each([
  ['a function of somebody’s', (text: string) => parseInt(text, 10)],
  ['a bound function', parseInt.bind(undefined)],
])('%s gets what the page gave', (_name, method) => {
  const address = { toString: () => '7' };
  expect(call(method, address)).toEqual({ given: address, outcome: [7, undefined] });
});
