import { expect, it } from 'vitest';

import { firstFrameText, firstPageFrame } from '../src/page-frame.ts';

function check(frames: string, expected: string | undefined): void {
  expect(firstPageFrame(`Error: see http://docs.example:1:2\n${frames}`)).toBe(expected);
}

it('reads the frames of every browser', () => {
  check('    at save (https://shop.example/js/app.js?v=1#x:42:7)', 'app.js:42');
  check('    at https://shop.example/js/app.js:42:7', 'app.js:42');
  check('    at async Cart.save [as onClick] (http://localhost:3000/cart:3:1)', 'cart:3');
  check('save@http://localhost:3000/app.js:42:7', 'app.js:42');
  check('@http://localhost:3000/app.js:42:7', 'app.js:42');
});

it('reads paths with brackets, as in route groups', () => {
  // source-07
  check('    at Page (http://localhost:3000/app/(shop)/page.js:5:1)', 'page.js:5');
  check('    at http://localhost:3000/app/(shop)/page.js:5:1', 'page.js:5');
});

it('quotes the frame of the page as it stands there', () => {
  const stack = (frames: string): string => `Error\n    at fetch (gasoline:page.js:1:9)\n${frames}`;
  const load = 'load (http://localhost:3000/app/(shop)/page.js:5:1)';
  expect(firstFrameText(stack(`    at async ${load}\n    at top (http://localhost/b.js:1:1)`))).toBe(load);
  expect(firstFrameText(stack('    at http://localhost:3000/app.js:5:1'))).toBe(
    'http://localhost:3000/app.js:5:1',
  );
  expect(firstFrameText('Error')).toBe(undefined);
});

it('names scripts that have no file', () => {
  check('    at http://localhost:3000/:7:1', '(index):7');
  check('    at data:text/html,<script>1</script>:1:9', '(data):1');
  check('    at eval (eval at run (http://localhost/app.js:1:2), <anonymous>:3:4)', '<anonymous>:3');
});

it('passes over frames without a place and those of extensions', () => {
  check('    at Array.forEach (<anonymous>)\n    at http://localhost:3000/app.js:5:1', 'app.js:5');
  check(
    '    at log (chrome-extension://abc/hook.js:1:2)\n    at http://localhost:3000/app.js:5:1',
    'app.js:5',
  );
  check('    at new Promise (<anonymous>)', undefined);
  check('', undefined);
});

it('does not take a long message for a frame', () => {
  check(`${'    at x '.repeat(1_000_000)}:1:2\n    at http://localhost:3000/app.js:5:1`, 'app.js:5');
});
