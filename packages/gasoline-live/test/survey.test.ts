import { expect, it } from 'vitest';

import { survey } from '../src/survey.ts';
import type { Page } from '../src/page.ts';
import { pageWith } from './window.ts';

/** jsdom has no layout: each element stands where its `data-box` says. */
function laidOut(body: string, tick = 0): Page {
  const page = pageWith(body, tick);
  const box = (element: Element): DOMRect => {
    const text = element.getAttribute('data-box') ?? '0 0 0 0';
    const [x = 0, y = 0, width = 0, height = 0] = text.split(' ').map(Number);
    return Object.assign(page.box(element), { x, y, width, height });
  };
  return { ...page, box, isVisible: (element) => box(element).width > 0 };
}

const NOW = { settleMs: 0, mark: [] };

it('names what is in the viewport, with masked values', async () => {
  const page = laidOut(`
    <h1 data-box="0 0 100 20">Cart <b data-box="50 0 20 20">3</b></h1>
    <p data-box="0 5000 100 20">below</p><p>hidden</p><div data-box="0 0 500 500"></div>
    <input id="pw" type="password" value="hunter2" data-box="0 30 100 20">
    <input id="name" value="Ann" data-box="0 60 100 20">`);
  const { elements, notes, viewport } = await survey(page, NOW);
  expect(elements).toEqual([
    { selector: 'body > h1', boundingBox: { x: 0, y: 0, width: 100, height: 20 }, text: 'Cart' },
    { selector: 'body > h1 > b', boundingBox: { x: 50, y: 0, width: 20, height: 20 }, text: '3' },
    { selector: '#pw', boundingBox: { x: 0, y: 30, width: 100, height: 20 }, text: '[redacted]' },
    { selector: '#name', boundingBox: { x: 0, y: 60, width: 100, height: 20 }, text: 'Ann' },
  ]);
  expect(notes).toEqual([]);
  expect(viewport).toEqual({ width: 1024, height: 768, devicePixelRatio: 1 });
});

it('finds the element to show and those to outline', async () => {
  const page = laidOut(
    '<p>hidden</p><p data-box="1 2 3 4">a</p><p data-box="5 6 7 8">b</p><i data-box="9 9 9 9">c</i>',
  );
  const found = await survey(page, { settleMs: 0, selector: 'p', mark: ['i', 'p'] });
  expect(found.target).toEqual({ x: 1, y: 2, width: 3, height: 4 });
  expect(found.marks).toHaveLength(3);
  expect(found.notes).toEqual(['2 elements match the selector; the first that is visible is shown']);
});

it.each([
  ['.none', 'no element of the page matches `.none`'],
  ['p', 'nothing of `p` can be seen: 1 matching and hidden'],
  ['p[', '`p[` is not a valid CSS selector'],
])('says why nothing is shown for %s', async (selector, message) => {
  await expect(survey(laidOut('<p>a</p>'), { ...NOW, selector })).rejects.toThrow(message);
  await expect(survey(laidOut('<p>a</p>'), { ...NOW, mark: [selector] })).rejects.toThrow(message);
});

it('stops at 200 elements and says so', async () => {
  const page = laidOut('<p data-box="1 1 1 1">a</p>'.repeat(300));
  const { elements, notes } = await survey(page, NOW);
  expect(elements).toHaveLength(200);
  expect(notes).toEqual(['of what is visible the first 200 elements are known']);
});

it('does not hold up a page that is too large', async () => {
  const page = laidOut('<p data-box="1 1 1 1">a</p>'.repeat(3000), 1);
  const { notes } = await survey(page, NOW);
  expect(notes[0]).toMatch(/^of what is visible the first \d+ elements are known$/);
});
