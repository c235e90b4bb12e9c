/** Somebody enters an expense, deletes another and changes the settings. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the expenses to the settings. */
export async function journey(person: Person): Promise<void> {
  await person.sees('Groceries');
  await person.type('what', 'Gift for "Zoë"');
  await person.type('amount', '24.50');
  await person.choose('category', 'Travel');
  await person.click('shared');
  await person.press('Tab');
  await person.click('add');
  await person.sees('Gift for "Zoë"');
  await person.click('remove Rent for May');
  await person.gone('remove Rent for May');
  await person.rests();
  await person.click('nav-settings');
  await person.click('dark');
  await person.slide('limit', 'ArrowRight', 2);
  await person.click('save');
  await person.sees('Limit of € 600 saved');
}

/** Both routes. */
export const states: readonly AppState[] = [
  {
    name: 'expenses',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.sees('Groceries');
    },
  },
  {
    name: 'settings',
    path: '/settings',
    async reach(person: Person): Promise<void> {
      await person.sees('Dark mode');
    },
  },
];
