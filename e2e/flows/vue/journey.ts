/** Somebody stars a contact, finds another and corrects what is known of them. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the list to a saved contact. */
export async function journey(person: Person): Promise<void> {
  await person.click('star Chiara Conti');
  await person.rests();
  await person.click('tab family');
  await person.click('tab all');
  await person.type('filter', 'bjö');
  await person.gone('edit Ada Byron');
  await person.click('edit Björn Falk');
  await person.type('email', "o'falk@example.com");
  await person.type('age', '44');
  await person.choose('group', 'Family');
  await person.click('prefers-mail');
  await person.click('private');
  await person.type('notes', 'Knows everybody 😀\nשלום');
  await person.click('save');
  await person.sees('Saved Björn Falk');
  await person.rests();
}

/** Every route. */
export const states: readonly AppState[] = [
  {
    name: 'list',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.sees('Ada Byron');
    },
  },
  {
    name: 'form',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.click('edit Dewi Putri');
      await person.sees('Preferred contact');
    },
  },
  {
    name: 'help',
    path: '/#/help',
    async reach(person: Person): Promise<void> {
      await person.sees('How do I export?');
    },
  },
];
