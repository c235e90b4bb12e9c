/**
 * What stands in an element that the user edits, line by line.
 *
 * Not the browser's `innerText`, which lays the page out and counts a paragraph's margin as a line.
 */

import { ELEMENT_NODE } from '../dom.ts';
import type { Dom } from '../dom.ts';
import { execute, indexOf, trim } from '../primordials.ts';

import { MAX_ENTERED_CHARACTERS } from './bounded.ts';

/** Elements that editors make lines of. */
const LINE = /^(?:address|article|aside|blockquote|d[dlt]|div|fig.*|h\d|li|ol|p|pre|section|t[dhr]|ul)$/;

/** Some milliseconds of reading; a book has more. */
export const MAX_NODES = 20_000;

/** A text, and whether more follows it. */
export interface TypedText {
  readonly text: string;
  readonly isCut: boolean;
}

/** The text in the first nodes, with a line break wherever the user sees one. */
export function typedText(field: Element, dom: Dom, maxNodes = MAX_NODES): TypedText {
  const next = dom.walk(field);
  let text = '';
  let nodes = 0;
  let line: Node | null = null;
  /** A break at the end of a line only keeps the line open. */
  let isBroken = false;
  for (let node = next(); node !== null; node = next()) {
    nodes += 1;
    if (nodes > maxNodes || text.length > MAX_ENTERED_CHARACTERS) return { text, isCut: true };
    const isElement = dom.nodeType(node) === ELEMENT_NODE;
    const value = isElement ? '' : (dom.nodeValue(node) ?? '');
    if (isElement ? nameOf(node, dom) !== 'br' : isIndentation(value)) continue;
    const own = lineOf(node, field, dom);
    if (own === line ? isBroken : line !== null) text += '\n';
    line = own;
    isBroken = isElement;
    text += value;
  }
  return { text, isCut: false };
}

/** White space between the lines of markup. */
function isIndentation(text: string): boolean {
  return trim(text) === '' && indexOf(text, '\n') >= 0;
}

/** The innermost element around a node that is a line. */
function lineOf(node: Node, field: Element, dom: Dom): Node {
  let line = dom.parent(node);
  while (line !== null && line !== field && execute(LINE, nameOf(line, dom)) === null)
    line = dom.parent(line);
  return line ?? field;
}

function nameOf(node: Node, dom: Dom): string {
  return dom.isElement(node) ? dom.localName(node) : '';
}
