/** Server-rendered forms, page by page: signing in, registering for a course, papers, review, done. */

import type { AppAnswer, FlowApp, Session, Visit } from '../app.ts';
import { htmlPage } from '../html.ts';

import { journey, states } from './journey.ts';
import { coursePage, coursesPage, createCourses } from './courses.ts';
import { confirmationPage, documentsPage, personalPage, reviewPage, signInPage } from './pages.ts';
import type { Draft, Problems } from './pages.ts';

const NAMES = ['Mara Lindqvist', 'Tomás Ortega', 'Ines Fabre', 'Jun Okada'] as const;

function begin(visit: Visit): Session {
  const name = visit.random.pick(NAMES);
  const courses = createCourses(visit.random);
  // Handed out anew for everybody, as by a database.
  const reference = crypto.randomUUID().slice(0, 8);
  let draft: Draft = {};
  const page = (title: string, body: string, status = 200): AppAnswer => ({
    status,
    body: htmlPage(title, body, visit.has),
  });
  const personal = (problems: Problems, status: number): AppAnswer =>
    page('Your details', personalPage(draft, problems, visit.has), status);

  return ({ method, path, form }) => {
    switch (`${method} ${path}`) {
      case 'GET /login':
        return page('Sign in', signInPage([]));
      case 'POST /login':
        if (form['email'] === '') return page('Sign in', signInPage(['Enter your email address.']), 422);
        return { location: '/registration' };
      case 'GET /registration':
        return personal([], 200);
      case 'POST /registration': {
        draft = { ...draft, ...form };
        const problems = missingIn(form);
        return problems.length > 0 ? personal(problems, 422) : { location: '/registration/documents' };
      }
      case 'GET /registration/documents':
        return page('Your papers', documentsPage());
      case 'POST /registration/documents':
        draft = { ...draft, ...form };
        return { location: '/registration/review' };
      case 'GET /registration/review':
        return page('Review', reviewPage(draft, visit.has));
      case 'POST /registration/review':
        if (visit.has('wrong-status')) return page('Error', '<p>Internal server error</p>', 500);
        return { location: visit.has('wrong-route') ? '/courses' : `/registrations/${reference}` };
      case 'GET /courses':
        return page('Courses', coursesPage(name, courses));
    }
    if (path.startsWith('/registrations/'))
      return page('Confirmed', confirmationPage(reference, draft, visit.has));
    const course = courses.find(({ id }) => path === `/courses/${id}`);
    return course === undefined ? undefined : page(course.title, coursePage(name, course));
  };
}

function missingIn(form: Readonly<Record<string, string>>): Problems {
  const problems: string[] = [];
  if (form['name'] === '') problems.push('Enter your full name.');
  if (form['birthday'] === '') problems.push('Enter your date of birth.');
  return problems;
}

export const forms: FlowApp = {
  name: 'forms',
  start: '/login',
  goal: 'Your reference is',
  error: 'totals is not defined',
  begin,
  journey,
  states,
};
