/** The text of an element as a reader sees it, within bounds that hold for any page. */

import { ELEMENT_NODE } from './dom.ts';
import type { Dom } from './dom.ts';
import { characterCodeAt, slice } from './primordials.ts';

/** Text stands near the start of what is worth naming by its text. */
const MAX_NODES = 200;

/** Their content is code or what was typed, not text of the page. */
const SILENT_ELEMENTS = 'script,style,noscript,template,textarea,select,[contenteditable]';

/**
 * Text below an element in one line, without code and form content. At most `limit` characters: one more means that
 * there is more.
 */
export function textOf(element: Element, dom: Dom, limit: number): string {
  if (dom.matches(element, SILENT_ELEMENTS)) return '';
  const next = dom.walk(element);
  let text = '';
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES && text.length <= limit; count += 1) {
    if (dom.nodeType(node) !== ELEMENT_NODE) text = joined(text, dom.nodeValue(node) ?? '', limit);
    else if (dom.isElement(node) && dom.matches(node, SILENT_ELEMENTS)) {
      node = afterSubtree(node, next, dom);
      continue;
    }
    node = next();
  }
  return slice(withoutEnd(text), 0, limit + 1);
}

/** Skips what lies inside `skipped`. */
function afterSubtree(skipped: Element, next: () => Node | null, dom: Dom): Node | null {
  let node = next();
  for (let count = 0; node !== null && count < MAX_NODES && isInside(node, skipped, dom); count += 1) {
    node = next();
  }
  return node;
}

function isInside(node: Node, ancestor: Element, dom: Dom): boolean {
  for (let current: Node | null = node; current !== null; current = dom.parent(current)) {
    if (current === ancestor) return true;
  }
  return false;
}

/** Appends text with each run of white space as one space, none at the start. */
function joined(before: string, added: string, limit: number): string {
  let text = before;
  let start = 0;
  for (let index = 0; index <= added.length && text.length <= limit; index += 1) {
    const isEnd = index === added.length;
    if (!isEnd && !isSpace(characterCodeAt(added, index))) continue;
    if (index > start) text += slice(added, start, index);
    if (!isEnd && text !== '' && characterCodeAt(text, text.length - 1) !== SPACE) text += ' ';
    start = index + 1;
  }
  return text;
}

const SPACE = 32;
const NO_BREAK_SPACE = 160;

function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13) || code === NO_BREAK_SPACE;
}

function withoutEnd(text: string): string {
  return text !== '' && characterCodeAt(text, text.length - 1) === SPACE ? slice(text, 0, -1) : text;
}

/** Any text in one line without surplus white space. */
export function inOneLine(text: string, limit: number): string {
  return withoutEnd(joined('', text, limit));
}
