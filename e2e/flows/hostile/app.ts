/** The server of the order desk. */

import { buildFlow } from '../../support/apps.ts';
import type { FlowApp, Session, Visit } from '../app.ts';
import { htmlPage, scriptPage } from '../html.ts';

import { journey, states } from './journey.ts';

const PRODUCTS = ['Desk lamp', 'Desk', 'Desk chair', 'Paper bin'];
const PEOPLE = ['Ines Fabre', 'Jun Okada', 'Mara Lind', 'Omar Said', 'Tove Berg'] as const;

const CHECK_OUT = `<h1>Check out</h1>
  <form action="/done" method="post">
    <label>Voucher <input data-self="voucher" name="voucher" id="voucher"></label>
    <label>Voucher number <input data-self="voucher-number" name="number" id="voucher"></label>
    <button data-self="pay">Pay now</button></form>`;

function begin({ random, has }: Visit): Session {
  const products = random
    .shuffled(PRODUCTS)
    .map((name) => ({ sku: random.id(), name, price: random.price(9, 250) }));
  const orders = Array.from({ length: 3 }, () => ({
    number: random.number(10_000, 99_999),
    customer: random.pick(PEOPLE),
    total: random.price(10, 900),
  }));
  const desk = { products, orders, user: random.pick(PEOPLE), visitors: random.number(100, 900) };
  let count = 0;
  return ({ path }) => {
    switch (path) {
      case '/':
        return { body: scriptPage('Order desk', has) };
      case '/api/desk':
        return { body: desk };
      case '/api/save':
        return has('wrong-status') ? { status: 500, body: {} } : { body: { saved: true } };
      case '/api/cart':
        count += 1;
        return { body: has('missing-field') ? { count } : { count, sum: random.price(10, 99) } };
      case '/checkout':
        return { body: htmlPage('Check out', CHECK_OUT, has) };
      case '/done':
        return { body: htmlPage('Paid', '<h1>Thank you</h1><p>Your order is on its way.</p>', has) };
    }
    return undefined;
  };
}

export const hostile: FlowApp = {
  name: 'hostile',
  start: '/',
  goal: 'Your order is on its way.',
  error: 'cart is locked',
  script: () => buildFlow('hostile'),
  begin,
  journey,
  states,
};
