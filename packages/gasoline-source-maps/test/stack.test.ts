import { describe, expect, it } from 'vitest';

import { parseStack } from '../src/index.ts';

/** Frames in short: `function|url|line|column`. */
function short(stack: string, message?: string): string[] {
  return parseStack(stack, message).map(({ functionName = '', url, line, column }) =>
    [functionName, url, line, column].join('|'),
  );
}

describe('a stack of Chrome', () => {
  it('is read frame by frame, what is not the page’s left out', () => {
    const stack = `TypeError: Cannot read properties of undefined (reading 'user')
    at readUser (http://localhost:3000/app.js:42:15)
    at async Cart.total [as sum] (http://localhost:3000/cart.js:1:2)
    at new Form (http://localhost:3000/form.js:3:4)
    at Object.onClick (http://localhost:3000/_next/static/chunks/app/(auth)/login/page.js:5:6)
    at http://localhost:3000/src/main.tsx?t=1700000000000:7:8
    at async http://localhost:3000/lazy.js:9:10
    at <anonymous>:1:1
    at Array.map (<anonymous>)
    at async Promise.all (index 0)
    at HTMLButtonElement.<anonymous> (http://localhost:3000/click.js:19:20)
    at HTMLButtonElement.pay (http://localhost:3000/pay.js:21:22)
    at native
    at parse (native)
    at run (wasm://wasm/0012ab:wasm-function[7]:0x1f)
    at console.error (gasoline:page.js:1:99)
    at chrome-extension://abc/content.js:1:1
    at eval (webpack-internal:///./src/x.tsx:11:12)
    at eval (eval at run (http://localhost:3000/eval.js:13:14), <anonymous>:1:30)
    at deep (eval at a (eval at b (http://localhost:3000/deep.js:15:16), <anonymous>:1:1), <anonymous>:2:2)
    at data:text/javascript,throw:1:7
    at http://[::1]:3000/ipv6.js:17:18`;
    expect(short(stack)).toEqual([
      'readUser|http://localhost:3000/app.js|42|15',
      'Cart.total|http://localhost:3000/cart.js|1|2',
      'Form|http://localhost:3000/form.js|3|4',
      'onClick|http://localhost:3000/_next/static/chunks/app/(auth)/login/page.js|5|6',
      '|http://localhost:3000/src/main.tsx?t=1700000000000|7|8',
      '|http://localhost:3000/lazy.js|9|10',
      '|http://localhost:3000/click.js|19|20',
      'pay|http://localhost:3000/pay.js|21|22',
      '|webpack-internal:///./src/x.tsx|11|12',
      '|http://localhost:3000/eval.js|13|14',
      'deep|http://localhost:3000/deep.js|15|16',
      '|data:text/javascript,throw|1|7',
      '|http://[::1]:3000/ipv6.js|17|18',
    ]);
  });
});

describe('a stack of Firefox', () => {
  it('is read frame by frame', () => {
    const stack = `readUser@http://localhost:3000/@fs/home/me/app.js:42:15
async*load@http://localhost:3000/load.js:1:2
promise callback*run@http://localhost:3000/run.js:3:4
Cart/total/<@http://localhost:3000/cart.js:5:6
@http://localhost:3000/main.js:7:8
run@http://localhost:3000/eval.js line 9 > eval:1:30
@debugger eval code:1:1
forEach@[native code]
observe@resource://gre/modules/x.js:1:1
`;
    expect(short(stack)).toEqual([
      'readUser|http://localhost:3000/@fs/home/me/app.js|42|15',
      'load|http://localhost:3000/load.js|1|2',
      'run|http://localhost:3000/run.js|3|4',
      'Cart/total|http://localhost:3000/cart.js|5|6',
      '|http://localhost:3000/main.js|7|8',
      'run|http://localhost:3000/eval.js|9|1',
    ]);
  });
});

describe('a stack of Safari', () => {
  it('is read frame by frame', () => {
    const stack = `readUser@http://localhost:3000/app.js:42:15
http://localhost:3000/top.js:1:2
global code@http://localhost:3000/main.js:3:4
module code@http://localhost:3000/module.js:5:6
map@[native code]
eval code@
asyncFunctionResume@[native code]`;
    expect(short(stack)).toEqual([
      'readUser|http://localhost:3000/app.js|42|15',
      '|http://localhost:3000/top.js|1|2',
      '|http://localhost:3000/main.js|3|4',
      '|http://localhost:3000/module.js|5|6',
    ]);
  });
});

describe('any other text', () => {
  it.each([
    '',
    'Error',
    'at',
    'at (',
    '    at )',
    '@',
    ':1:1',
    'see http://localhost/app.js:1:1',
    'at x (http://a:0:0)',
    'at x (http://a/b:1:99999999999999)',
    `at ${'('.repeat(3000)}`,
    `at ${'x '.repeat(2000)}(http://a/b:1:1)`,
    'eval at eval at eval at (((',
  ])('has no frames: %.30s', (text) => {
    expect(short(text)).toEqual([]);
  });

  it('of a message is not taken for frames', () => {
    const message = 'refused\n    at forged (http://evil.example/x.js:1:1)';
    expect(short(`Error: ${message}\n    at real (http://a/b.js:1:1)`, `Error: ${message}`)).toEqual([
      'real|http://a/b.js|1|1',
    ]);
  });

  it('goes before those of its causes', () => {
    const stack = `Error: no total
    at total (http://localhost:3000/total.js:1:2)
Caused by: TypeError: no basket, see http://localhost:3000/help.js:7:8
    at basket (http://localhost:3000/basket.js:3:4)
Caused by: {"code":"E42"}
Error 1 of 2: RangeError: too far
go@http://localhost:3000/far.js:5:6`;
    expect(short(stack, 'Error: no total')).toEqual([
      'total|http://localhost:3000/total.js|1|2',
      'basket|http://localhost:3000/basket.js|3|4',
      'go|http://localhost:3000/far.js|5|6',
    ]);
  });

  it('of a recursion is read up to a bound', () => {
    expect(short('    at f (http://a/b.js:1:1)\n'.repeat(10_000))).toHaveLength(60);
  });

  it('made of pieces of frames never fails', () => {
    const pieces = [
      'at ',
      '(',
      ')',
      ' ',
      '@',
      'http://a/b.js',
      ':1',
      ':2',
      'eval at ',
      '\n',
      '<',
      '[as x]',
      'async ',
      '\0',
    ];
    let seed = 7;
    const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (let round = 0; round < 2000; round += 1) {
      const text = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join('');
      for (const { url, line, column } of parseStack(text)) {
        expect(url).not.toBe('');
        expect([line, column].every((number) => number >= 1)).toBe(true);
      }
    }
  });
});
