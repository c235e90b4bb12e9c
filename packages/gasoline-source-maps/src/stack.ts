/**
 * Reads stacks as Chrome, Firefox and Safari print them.
 *
 * What is not a place in a script of the page is left out: native code, WebAssembly, extensions and our own frames.
 */

import type { Frame } from './frame.ts';

/** Longer lines are not frames but a message. */
const MAX_LINE_CHARACTERS = 3000;

/** Frames read of one stack; a recursion has thousands. */
const MAX_FRAMES = 60;

/** `https://host/app.js:42:7`: the address up to the last two numbers. */
const PLACE = /^([a-z][a-z0-9+.-]*:.+):(\d{1,9}):(\d{1,9})$/i;

/** Within `eval at run (https://host/app.js:1:2), <anonymous>:1:30`: where the innermost script called `eval`. */
const EVAL_CALLER = /\(([a-z][a-z0-9+.-]*:[^\s]+:\d{1,9}:\d{1,9})\)/i;

/** Firefox: `run@https://host/app.js line 1 > eval:1:30`. */
const FIREFOX_EVAL = /^(.+?) line (\d{1,9}) > (?:eval|Function)\b.*$/;

/** Between the function and the place in Firefox and Safari; a function's name or a path may hold an `@` too. */
const FIREFOX_SEPARATOR = /@(?=[a-z][a-z0-9+.-]*:)/i;

/** Schemes whose scripts are not the page's. */
const FOREIGN =
  /^(?:gasoline|chrome|chrome-extension|moz-extension|safari-web-extension|resource|node|wasm):/i;

/** The frames of a stack, uppermost first. `message` is what may stand before them. */
export function parseStack(stack: string, message = ''): Frame[] {
  // A message of several lines could look like frames.
  const text = message !== '' && stack.startsWith(message) ? stack.slice(message.length) : stack;
  const frames: Frame[] = [];
  for (const line of text.split('\n')) {
    const frame = line.length > MAX_LINE_CHARACTERS ? undefined : parseLine(line.trim());
    if (frame !== undefined && !FOREIGN.test(frame.url)) frames.push(frame);
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

function parseLine(line: string): Frame | undefined {
  return line.startsWith('at ') ? chromeFrame(line.slice(3)) : firefoxFrame(line);
}

/** `name (place)`, or a place alone. A space before the bracket: paths may hold brackets, too. */
function chromeFrame(text: string): Frame | undefined {
  const bracket = text.endsWith(')') ? text.indexOf(' (') : -1;
  if (bracket < 0) return frameAt(undefined, text.replace(/^async /, ''));
  const location = text.slice(bracket + 2, -1);
  const name = text.slice(0, bracket);
  return location.startsWith('eval at ')
    ? evalCall(frameAt(name, EVAL_CALLER.exec(location)?.[1] ?? ''))
    : frameAt(name, location);
}

function firefoxFrame(text: string): Frame | undefined {
  const separator = FIREFOX_SEPARATOR.exec(text)?.index ?? -1;
  const location = text.slice(separator + 1);
  const evaluated = FIREFOX_EVAL.exec(location);
  // Firefox tells the line of the call only.
  const place = evaluated === null ? location : `${evaluated[1] ?? ''}:${evaluated[2] ?? ''}:1`;
  // Safari prints a place alone where there is no function; a message that ends in a place has spaces.
  if (separator < 0 && text.includes(' ')) return undefined;
  const frame = frameAt(separator < 0 ? undefined : text.slice(0, separator), place);
  return evaluated === null ? frame : evalCall(frame);
}

function evalCall(frame: Frame | undefined): Frame | undefined {
  return frame && { ...frame, isEvalCall: true };
}

function frameAt(name: string | undefined, place: string): Frame | undefined {
  const [, url, line, column] = PLACE.exec(place) ?? [];
  if (url === undefined || Number(line) < 1) return undefined;
  return { functionName: plainName(name), url, line: Number(line), column: Math.max(1, Number(column)) };
}

/** What stands for code outside any function. */
const NO_FUNCTION = new Set([
  '',
  '<anonymous>',
  'eval',
  'anonymous',
  'global code',
  'module code',
  'eval code',
]);

/** `async Cart.total [as sum]` → `Cart.total`, `Cart/total/<` → `Cart/total`. */
function plainName(name: string | undefined): string | undefined {
  const plain = name
    ?.replace(/^(?:async\*?|promise callback\*)\s*/, '')
    .replace(/^(?:async |new |get |set )+/, '')
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(
      /^(?:Object|Module|Window|window|globalThis|exports|HTML\w*Element|XMLHttpRequest|WebSocket)\./,
      '',
    )
    .replace(/(?:\/?<)+$/, '');
  // Of `HTMLButtonElement.<anonymous>` only the receiver is known.
  return plain === undefined || NO_FUNCTION.has(plain) || plain.endsWith('>') ? undefined : plain;
}
