import { expect, it } from 'vitest';

import { withoutOwnFrames } from '../src/own-frames.ts';

const PAGE = '\n    at save (http://localhost/app.js:3:9)\n    at http://localhost/app.js:8:1';

it.each([
  [`TypeError: x\n    at fetch (gasoline:page.js:10:2)${PAGE}`, `TypeError: x${PAGE}`],
  [
    `TypeError: x\n    at new Object.construct (gasoline:ci.js:1:2)\n    at gasoline:ci.js:4:4${PAGE}`,
    `TypeError: x${PAGE}`,
  ],
  [`TypeError: x${PAGE}`, `TypeError: x${PAGE}`],
  [
    `TypeError: x\n    at inside (http://localhost/app.js:1:1)\n    at Object.apply (gasoline:page.js:1:1)${PAGE}`,
    `TypeError: x\n    at inside (http://localhost/app.js:1:1)${PAGE}`,
  ],
  ['TypeError: x\n    at fetch (gasoline:page.js:10:2)', 'TypeError: x'],
  ['gasoline: no frames', 'gasoline: no frames'],
])('%#', (stack, expected) => {
  expect(withoutOwnFrames(stack)).toBe(expected);
});
