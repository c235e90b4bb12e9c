/** The runner's errors as the server takes them. */

import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runnerErrors } from '../src/runner-error.ts';

test('colours go, and a file of the project is named from its root', () => {
  const file = join(process.cwd(), 'tests', 'pay.spec.ts');
  const message = '\u001b[31mError: expected\u001b[39m 1';
  expect(runnerErrors([{ message, location: { file, line: 3 } }])).toEqual([
    { message: 'Error: expected 1', file: 'tests/pay.spec.ts', line: 3 },
  ]);
});

test('without a location the first frame of the stack says where', () => {
  const stack = 'Error: no\n    at pay (/elsewhere/pay.spec.ts:12:34)\n    at /elsewhere/other.ts:1:1';
  expect(runnerErrors([{ message: 'Error: no', stack }])).toEqual([
    { message: 'Error: no', file: '/elsewhere/pay.spec.ts', line: 12 },
  ]);
});

test('what was thrown need not be an error, and only the first few are told', () => {
  expect(runnerErrors([{ value: "'refused'" }, {}, {}, {}]).map(({ message }) => message)).toEqual([
    "'refused'",
    'no message',
    'no message',
  ]);
  expect(runnerErrors([{ message: 'x'.repeat(5000) }])[0]?.message).toHaveLength(4001);
});

test('an error has its failed line and the number of calls where the runner knows them', () => {
  const snippet =
    "\u001b[0m   2 |\n\u001b[31m>\u001b[39m 3 |   await page.goto('/');\n    |              ^\n";
  const location = { file: '/elsewhere/pay.spec.ts', line: 3 };
  expect(runnerErrors([{ message: 'no', location, snippet }], 4)).toEqual([
    { message: 'no', file: '/elsewhere/pay.spec.ts', line: 3, source: "await page.goto('/');", calls: 4 },
  ]);
});
