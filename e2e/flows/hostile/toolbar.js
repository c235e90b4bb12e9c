/** Icons only; some have a title, some nothing. */

import { element } from '../element.js';

import { freshClass, freshId, icon } from './markup.js';

export function toolbar({ user }) {
  return element('div', { role: 'toolbar', class: freshClass('emotion') }, [
    element('button', { 'data-self': 'tool-edit', title: 'Edit desk', class: freshClass('css') }, [
      icon('edit'),
    ]),
    element('button', { 'data-self': 'tool-bin', class: 'icon-bin' }, [icon('bin')]),
    element('button', { 'data-self': 'tool-star', class: 'icon-star' }, [icon('star')]),
    element('a', { 'data-self': 'user', id: freshId(), class: 'user-menu', href: '/checkout?user' }, [user]),
  ]);
}
