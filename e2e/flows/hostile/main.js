/**
 * An order desk that makes selectors hard: ids and class names made at run time, the same id and the same test id many
 * times, rows of equal buttons, icons without names, buttons that are none, and labels full of quotes.
 */

import { element } from '../element.js';

import { freshClass, freshId, icon } from './markup.js';
import { newestOrder, orderRow } from './order-row.js';
import { productCard } from './product-card.js';
import { oddities } from './oddities.js';
import { toolbar } from './toolbar.js';

const state = { cart: 0, saved: 0 };

async function show() {
  const response = await fetch('/api/desk');
  const desk = await response.json();
  document.getElementById('app').replaceChildren(
    element('div', { class: `flex items-center ${freshClass('css')}`, id: freshId() }, [
      toolbar(desk),
      cartButton(),
    ]),
    element(
      'section',
      { class: freshClass('sc'), 'aria-label': 'Products' },
      desk.products.map((it) => productCard(it, add)),
    ),
    element('section', { class: freshClass('css'), 'aria-label': 'Orders' }, [
      newestOrder(desk.orders),
      ...desk.orders.map(orderRow),
    ]),
    oddities(desk, save),
  );
}

function cartButton() {
  return element(
    'button',
    { 'data-self': 'cart', id: freshId(), class: 'Cart_button__x7Kq2', onclick: checkOut },
    [icon('cart'), ` ${state.cart} in cart`],
  );
}

async function add(product) {
  if (flow.faults.includes('dead-button')) return;
  if (flow.faults.includes('thrown-error')) throw new Error('cart is locked');
  const response = await fetch('/api/cart', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sku: product.sku }),
  });
  const { count } = await response.json();
  state.cart = count ?? state.cart;
  await show();
}

function checkOut() {
  location.href = flow.faults.includes('wrong-route') ? '/' : '/checkout';
}

async function save(text) {
  await fetch('/api/save', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  state.saved += 1;
  document.getElementById('saved').textContent = `Saved ${text}`;
}

// A page may be looked at before it has its data.
if (!flow.faults.includes('missing-heading'))
  document.getElementById('app').before(element('h1', {}, ['Order desk']));
void show();
