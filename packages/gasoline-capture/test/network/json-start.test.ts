import { expect, it } from 'vitest';

import { jsonStart } from '../../src/network/json-start.ts';
import { sabotaged } from '../page.ts';

const LIMIT = 16_384;

it.each([
  ['a long list', Array.from({ length: 500 }, (_, index) => index)],
  ['many members', Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key ${index}`, index]))],
  ['deep nesting', JSON.parse(`${'[{"a":'.repeat(40)}1${'}]'.repeat(40)}`)],
  ['every kind of value', { text: 'ü"\\\n', number: -1.5e300, yes: true, no: false, nothing: null, '': [] }],
  ['a long text', 'x'.repeat(12_000)],
  ['a number', 7],
])('writes %s whole', (_name, value: unknown) => {
  expect(jsonStart(value, LIMIT)).toMatchObject({ text: JSON.stringify(value), isWhole: true });
});

it.each([
  ['a list', Array.from({ length: 100_000 }, (_, index) => index)],
  ['members', Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index]))],
  ['a text', { note: 'x'.repeat(1_000_000) }],
])('writes of %s beyond the limit the start', (_name, value) => {
  const { text } = jsonStart(value, LIMIT);
  expect(text.length).toBeGreaterThan(LIMIT);
  expect(text.length).toBeLessThan(LIMIT + 50);
  expect(text.slice(0, LIMIT)).toBe(JSON.stringify(value).slice(0, LIMIT));
});

it('runs no code of the page, and says what it left out', () => {
  const calls: string[] = [];
  const value = {
    get price(): number {
      calls.push('getter');
      return 1;
    },
    toJSON: () => calls.push('toJSON'),
    rest: undefined,
  };
  sabotaged(Object.prototype, 'toJSON', { value: () => calls.push('inherited') }, () => {
    expect(jsonStart(value, LIMIT)).toMatchObject({
      text: '{"price":null,"toJSON":null,"rest":null}',
      isWhole: false,
    });
  });
  expect(calls).toEqual([]);
});

it('leaves out what cannot be read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(jsonStart({ proxy, rest: 1 }, LIMIT)).toMatchObject({
    text: '{"proxy":null,"rest":1}',
    isWhole: false,
  });
});

it('ends with what leads back to itself, and with what is too deep', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(jsonStart(cycle, LIMIT).isWhole).toBe(false);
  expect(jsonStart(JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`), LIMIT).isWhole).toBe(false);
});
