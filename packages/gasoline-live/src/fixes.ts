/** What to do about a broken rule, as an instruction to the developer. */

import type { NodeResult } from 'axe-core';

/** By rule of axe-core; rules that are not here are mended by doing what they say. */
const FIXES: Readonly<Record<string, string>> = {
  'aria-allowed-attr': 'Remove the ARIA attribute, or give the element a role that allows it.',
  'aria-hidden-focus':
    'Remove aria-hidden, or make the elements inside unfocusable (tabindex="-1" or disabled).',
  'aria-required-attr': 'Add the attributes the role requires.',
  'aria-valid-attr-value': 'Correct the attribute: a known value, or the id of an element that exists.',
  'button-name': 'Give the button text, or aria-label.',
  'document-title': 'Add a <title> that names the page.',
  'duplicate-id-aria': 'Give each element an id of its own.',
  'empty-heading': 'Give the heading text, or use an element that is no heading.',
  'frame-title': 'Add a title attribute that names what the frame shows.',
  'heading-order': 'Use the next heading level, without skipping one.',
  'html-has-lang': 'Add lang to <html>, for example lang="en".',
  'image-alt': 'Add alt with what the image says; alt="" if it is decoration.',
  'input-image-alt': 'Add alt that says what the button does.',
  label: 'Connect a <label for> with the id of the field, or add aria-label.',
  'landmark-one-main': 'Put the main content into one <main>.',
  'link-name': 'Give the link text, or aria-label; alt if it holds an image.',
  list: 'Let <ul> and <ol> hold only <li>.',
  listitem: 'Put <li> into <ul> or <ol>.',
  'meta-viewport': 'Remove user-scalable=no and maximum-scale from the viewport meta element.',
  'nested-interactive': 'Take the inner control out of the outer one.',
  'page-has-heading-one': 'Add an <h1> that names the page.',
  region: 'Put the content into a landmark: <main>, <nav>, <header>, <footer>, <section aria-label>.',
  'select-name': 'Connect a <label for> with the id of the select, or add aria-label.',
  'scrollable-region-focusable': 'Make the scrolling element focusable: tabindex="0".',
  tabindex: 'Use tabindex 0 or -1; let the order of the document decide.',
  'target-size': 'Make the target at least 24 by 24 pixels, or give it more space.',
};

/** An instruction for one element; undefined where the rule's own words are as good. */
export function fixOf(rule: string, node: NodeResult): string | undefined {
  return rule === 'color-contrast' ? contrastFix(node) : FIXES[rule];
}

function contrastFix({ any }: NodeResult): string {
  const data: unknown = any[0]?.data;
  const expected: unknown =
    typeof data === 'object' && data !== null ? Reflect.get(data, 'expectedContrastRatio') : undefined;
  const ratio = typeof expected === 'string' ? expected : '4.5:1';
  return `Change the colour of the text or its background until their contrast is at least ${ratio}.`;
}
