/** Somebody searches, answers a ticket in a dialog, looks at more of the list and fetches one back from the archive. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the desk to the archive and back. */
export async function journey(person: Person): Promise<void> {
  await person.finds('open Screen flickers');
  await person.press('/');
  await person.type('search', 'printer');
  await person.sees('1 ticket');
  await person.click('open Printer is on fire');
  await person.click('priority-high');
  await person.press('Shift+Tab');
  await person.type('answer', 'Water is on its way 🚒');
  await person.press('Control+Enter');
  await person.sees('Answer sent');
  await person.press('Escape');
  await person.gone('send');
  await person.type('search', ' ');
  await person.press('Backspace');
  await person.sees('20 tickets');
  await person.click('filters');
  await person.click('unanswered');
  await person.click('archive');
  await person.sees('Nothing is ever lost.');
  await person.click('tab-last-year');
  await person.click('restore 2');
  await person.sees('Back on the desk');
}

/** The desk, a ticket, and the archive. */
export const states: readonly AppState[] = [
  {
    name: 'desk',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.finds('open Screen flickers');
    },
  },
  {
    name: 'ticket',
    path: '/',
    async reach(person: Person): Promise<void> {
      await person.click('open Printer is on fire');
      await person.finds('send');
    },
  },
  {
    name: 'archive',
    path: '/#/archive',
    async reach(person: Person): Promise<void> {
      await person.finds('tab-last-year');
    },
  },
];
