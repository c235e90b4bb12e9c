/** Somebody fills a cart, presses what has odd names, and pays. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the desk to the payment. */
export async function journey(person: Person): Promise<void> {
  await person.click('add Desk');
  await person.sees('1 in cart');
  await person.type('quantity Paper bin', '3');
  await person.click('add Paper bin');
  await person.sees('2 in cart');
  await person.rests();
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
    await person.click(`odd ${index}`);
    await person.rests();
  }
  await person.click('div-button');
  await person.sees('Saved by a div');
  await person.click('span-button');
  await person.sees('Saved by a span');
  await person.type('remark', '\\ ` ${x} */ 😀 "quoted"');
  await person.click('tool-star');
  await person.click('star Desk chair');
  await person.rightClick('newest');
  await person.click('cart');
  await person.type('voucher-number', '12-34');
  await person.click('pay');
  await person.sees('Your order is on its way.');
}

/** The desk and the check-out. */
export const states: readonly AppState[] = [
  {
    name: 'desk',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.finds('div-button');
    },
  },
  { name: 'check-out', path: '/checkout' },
];
