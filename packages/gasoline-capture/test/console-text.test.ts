import { expect, it } from 'vitest';

import { consoleText } from '../src/console-text.ts';
import { createSerializer } from '../src/serialize.ts';

import { createTestEnv } from './page.ts';

const serializer = createSerializer(createTestEnv());

function check(args: readonly unknown[], expected: string): void {
  expect(consoleText(args, serializer.each(args))).toBe(expected);
}

it('joins arguments with spaces', () => {
  check([], '');
  check(['a', 1, true, null, undefined, NaN], 'a 1 true null undefined NaN');
  check(['user', { id: 7 }, [1]], 'user {"id":7} [1]');
  check([{ a: 1 }, 'b'], '{"a":1} b');
  check([12n, Symbol('s'), check], '12n [Symbol(s)] [Function: check]');
});

it('follows format directives as the console prints them', () => {
  check(['%s has %d of %i, %f', 'Ann', '3.9', 4.5, '1.5kg'], 'Ann has 3 of 4, 1.5');
  check(['%ored%O', { a: 1 }, [2]], '{"a":1}red[2]');
  check(['%cstyled%c plain', 'color: red', ''], 'styled plain');
  check(['100%% of %s', 'x'], '100% of x');
  check(['%s and %s', 'one'], 'one and %s');
  check(['%s', 'one', 'two'], 'one two');
  check(['%d', {}], 'NaN');
  check(['%x %', 1], '%x % 1');
});

it('leaves text alone that only looks like a format', () => {
  check(['100%'], '100%');
  check(['%s'], '%s');
  check(['%%'], '%%');
  check([1, '%s', 'x'], '1 %s x');
});

it('shows an error by what it says', () => {
  check(['failed:', new TypeError('no basket'), new Error('')], 'failed: TypeError: no basket Error');
  check(['%s!', new RangeError('far')], 'RangeError: far!');
});

it('cuts a line at 10 KB and tells how long it was', () => {
  const kept = 'x'.repeat(10_240);
  const line = 'x'.repeat(50 * 1024 * 1024);
  check([kept], kept);
  check([`${kept}y`], `${kept}… [10241 characters]`);
  check([line, line], `${kept}… [104857601 characters]`);
  check([`%s${kept}`, 'y'], `y${kept.slice(1)}… [10241 characters]`);
  check(['%s!', `${kept}y`], `${kept}… [10242 characters]`);
  check([new Error(kept)], `Error: ${kept.slice(7)}… [10247 characters]`);
});

it('tells of arguments beyond the hundredth how many there are', () => {
  const numbers = Array.from({ length: 120 }, (_, index) => index);
  const shown = numbers.slice(0, 100).join(' ');
  check(numbers, `${shown} [… 20 more]`);
  check(numbers.slice(0, 101), `${shown} [… 1 more]`);
  check(numbers.slice(0, 100), shown);
  check(['%d'.repeat(110), ...numbers], `${numbers.slice(0, 99).join('')}${'%d'.repeat(11)} [… 21 more]`);
});
