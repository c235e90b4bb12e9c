/** Somebody renames and deletes users, publishes a notice in the frame and looks into the manual in another tab. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the table to the manual. */
export async function journey(person: Person): Promise<void> {
  await person.finds('rename chen');
  await person.answering('chen li', () => person.click('rename chen'));
  await person.sees('chen li');
  await person.rests();
  await person.answering(false, () => person.click('delete amira'));
  await person.click('active boris');
  await person.type('notice-title', 'Maintenance');
  await person.type('notice-text', 'On Sunday');
  await person.click('publish');
  await person.sees('Published Maintenance');
  await person.inNewTab(
    () => person.click('manual'),
    async (reader) => {
      await reader.click('helpful');
      await reader.sees('Thank you');
    },
  );
  await person.answering(true, () => person.click('delete boris'));
  await person.gone('delete boris');
  await person.rests();
}

/** The administration with its frame, and the manual. */
export const states: readonly AppState[] = [
  {
    name: 'administration',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.finds('delete boris');
      await person.finds('publish');
    },
  },
  { name: 'manual', path: '/manual' },
];
