/** A product among others that look the same: the id and the test id stand on every one of them. */

import { element } from '../element.js';

import { freshClass, freshId, icon } from './markup.js';

export function productCard(product, add) {
  const { name, price } = product;
  const quantity = freshId();
  return element(
    'div',
    {
      class: `${freshClass('module')} p-4 md:w-1/2 hover:bg-gray-50`,
      id: 'product',
      'data-testid': 'product',
    },
    [
      element('h3', { class: 'text-lg font-bold' }, [name]),
      element('span', { class: freshClass('css') }, [`€ ${price}`]),
      element('label', { for: quantity }, ['Quantity']),
      element('input', { 'data-self': `quantity ${name}`, id: quantity, type: 'number', value: '1' }, []),
      element(
        'button',
        {
          'data-self': `add ${name}`,
          id: 'add',
          'data-testid': 'add',
          class: freshClass('css'),
          onclick: () => add(product),
        },
        ['Add'],
      ),
      element('button', { 'data-self': `star ${name}`, 'data-testid': 'star', class: 'btn-icon' }, [
        icon('star'),
      ]),
    ],
  );
}
