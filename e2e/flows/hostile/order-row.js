/** An order: everything in it is data, and tomorrow there are others. */

import { element } from '../element.js';

import { freshClass, icon } from './markup.js';

export function orderRow({ number, customer, total }) {
  return element('div', { class: `row ${freshClass('css')}`, id: 'order' }, [
    element('a', { 'data-self': `order ${number}`, href: `/checkout?order=${number}` }, [`#${number}`]),
    element('span', {}, [customer]),
    element('span', {}, [`€ ${total}`]),
    element(
      'div',
      { 'data-self': `edit ${number}`, class: 'cursor-pointer', tabindex: '0', onclick: () => undefined },
      [icon('edit')],
    ),
  ]);
}

/** The way to whichever order is the newest. */
export function newestOrder([{ number }]) {
  return element('a', { 'data-self': 'newest', href: `/checkout?order=${number}` }, [`Newest: #${number}`]);
}
