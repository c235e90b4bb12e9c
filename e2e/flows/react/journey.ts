/** Somebody looks a book up, takes a note, adds books, puts them in order and renames one. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the catalogue to a list in order. */
export async function journey(person: Person): Promise<void> {
  await person.sees('Quiet Engines');
  await person.type('search', 'salt');
  await person.gone('open Quiet Engines');
  await person.click('open Salt & Iron');
  await person.sees('by M. Duarte');
  await person.type('note', 'Read before spring');
  await person.click('save-note');
  await person.sees('Note saved');
  await person.click('nav-catalog');
  await person.click('add The Long Tide');
  await person.rests();
  await person.click('nav-list');
  await person.click('new-book');
  await person.type('new-title', 'Field “Notes” & more');
  await person.choose('new-kind', 'Poetry');
  await person.click('create');
  await person.sees('Field “Notes” & more');
  await person.rests();
  await person.drag('row The Long Tide', 'row Quiet Engines');
  await person.rests();
  await person.doubleClick('title A Winter Map');
  await person.type('edit-title', 'A Summer Map');
  await person.press('Enter');
  await person.sees('A Summer Map');
  await person.rests();
}

const toList = async (person: Person): Promise<void> => person.sees('Quiet Engines');

/** Every route, the dialog and the field that a double click brings. */
export const states: readonly AppState[] = [
  { name: 'catalogue', path: '/', reach: toList },
  {
    name: 'a book',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.click('open Quiet Engines');
      await person.sees('by S. Aydin');
    },
  },
  { name: 'list', path: '/list', reach: toList },
  {
    name: 'dialog',
    path: '/list',
    async reach(person: Person): Promise<void> {
      await person.click('new-book');
      await person.sees('Kind');
    },
  },
  {
    name: 'editing',
    path: '/list',
    async reach(person: Person): Promise<void> {
      await person.doubleClick('title Quiet Engines');
      await person.finds('edit-title');
    },
  },
];
