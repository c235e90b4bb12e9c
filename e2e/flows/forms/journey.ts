/** Somebody signs in, forgets a field, looks at the courses in another tab, corrects it, hands in a paper and confirms. */

import type { AppState } from '../app.ts';
import type { Person } from '../../support/person.ts';

/** From the first page to the confirmation. */
export async function journey(person: Person): Promise<void> {
  await signIn(person);
  await person.click('continue');
  await person.sees('Enter your full name.');
  await person.inNewTab(
    () => person.controlClick('nav-courses'),
    (reader) => reader.sees('Bookbinding'),
  );
  await person.type('full-name', "Anna O'Neil");
  await person.typeDate('birthday', '02031990');
  await person.choose('country', 'Korea, Republic of');
  await person.chooseSeveral('days', ['Mon, early', 'Wed']);
  await person.click('level-intermediate');
  await person.click('newsletter');
  await person.type('notes', 'Second line\nis here; ${no} `code`');
  await person.click('continue');
  await person.upload('certificate', 'certificate.pdf');
  await person.click('terms');
  await person.click('to-review');
  await person.click('confirm');
  await person.sees('Your reference is');
}

async function signIn(person: Person): Promise<void> {
  await person.follow('forgot');
  await person.back();
  await person.type('email', 'anna@example.com');
  await person.type('password', 'correct horse');
  await person.click('remember');
  await person.press('Enter');
  await person.sees('Your details');
}

/** Every page, and the one with a complaint. */
export const states: readonly AppState[] = [
  { name: 'sign in', path: '/login' },
  { name: 'details', path: '/registration' },
  {
    name: 'details with problems',
    path: '/registration',
    async reach(person: Person): Promise<void> {
      await person.click('continue');
      await person.sees('Enter your full name.');
    },
  },
  { name: 'papers', path: '/registration/documents' },
  { name: 'review', path: '/registration/review' },
  { name: 'confirmation', path: '/registrations/new' },
  { name: 'courses', path: '/courses' },
  {
    name: 'a course',
    path: '/courses',
    async reach(person: Person): Promise<void> {
      await person.click('details Bookbinding');
      await person.sees('All courses');
    },
  },
];
