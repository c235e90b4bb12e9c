/** An order: everything in it is data, and tomorrow there are others. Which it is, its place says: the newest, the next. */

import { element, freshClass, icon } from './markup.js';

export function orderRow({ number, customer, total }, place) {
  return element('div', { class: `row ${freshClass('css')}`, id: 'order' }, [
    element('a', { 'data-self': `order ${place}`, href: `/checkout?order=${number}` }, [`#${number}`]),
    element('span', {}, [customer]),
    element('span', {}, [`€ ${total}`]),
    element(
      'div',
      { 'data-self': `edit ${place}`, class: 'cursor-pointer', tabindex: '0', onclick: () => undefined },
      [icon('edit')],
    ),
  ]);
}
