/** The pages of a registration. */

import type { Fault } from '../app.ts';
import { escaped } from '../html.ts';

/** What has been filled in so far. */
export type Draft = Readonly<Record<string, string>>;

/** What is wrong with it. */
export type Problems = readonly string[];

type Has = (fault: Fault) => boolean;

/** What stands above every page once somebody has signed in; while they fill in forms, without their account. */
export function header(account = ''): string {
  return `<header><nav>
    <a data-self="nav-courses" href="/courses">Courses</a>
    <a data-self="nav-registration" href="/registration">Register</a>
    ${account === '' ? '' : `<a data-self="nav-account" href="/registration" class="account">${escaped(account)}</a>`}
    <form action="/login" method="get" style="display:inline"><button data-self="sign-out">Sign out</button></form>
  </nav></header>`;
}

function listOf(problems: Problems): string {
  if (problems.length === 0) return '';
  return `<ul role="alert">${problems.map((text) => `<li>${escaped(text)}</li>`).join('')}</ul>`;
}

export function signInPage(problems: Problems): string {
  return `<main><h1>Sign in</h1>${listOf(problems)}
    <form method="post" novalidate>
      <label>Email address <input data-self="email" name="email" type="email" autocomplete="username"></label>
      <label>Password <input data-self="password" name="password" type="password"></label>
      <label><input data-self="remember" type="checkbox" name="remember"> Keep me signed in</label>
      <button data-self="sign-in">Sign in</button>
      <a data-self="forgot" href="/login?forgot">Forgot your password?</a>
    </form></main>`;
}

const COUNTRIES = { se: 'Sweden', es: 'Spain', fr: 'France', 'Korea, Republic of': 'Korea, Republic of' };
const DAYS = { 'Mon, early': 'Mon, early', tue: 'Tue', wed: 'Wed' };
const LEVELS = { beginner: 'Beginner', intermediate: 'Intermediate', advanced: 'Advanced' };

export function personalPage(draft: Draft, problems: Problems, has: Has): string {
  const value = (field: string): string => `name="${field}" value="${escaped(draft[field] ?? '')}"`;
  const birthday = `<label for="birthday">Date of birth</label>
      <input data-self="birthday" id="birthday" type="date" ${value('birthday')}>`;
  return `${header()}<main><h1>Your details</h1>${listOf(problems)}
    <form method="post" novalidate>
      <label for="full-name">Full name</label>
      <input data-self="full-name" id="full-name" ${value('name')}>
      ${has('missing-field') ? '' : birthday}
      <label>Country <select data-self="country" name="country">${options(COUNTRIES, draft['country'])}</select></label>
      <label>Days <select data-self="days" name="days" multiple>${options(DAYS, draft['days'])}</select></label>
      <fieldset><legend>Level</legend>${radios('level', LEVELS, draft['level'])}</fieldset>
      <label><input data-self="newsletter" type="checkbox" name="newsletter"> Send me the newsletter</label>
      <label>Anything we should know? <textarea data-self="notes" name="notes"></textarea></label>
      <button data-self="continue">Continue</button>
    </form></main>`;
}

function options(choices: Readonly<Record<string, string>>, chosen: string | undefined): string {
  return Object.entries(choices)
    .map(([key, text]) => `<option value="${key}"${key === chosen ? ' selected' : ''}>${text}</option>`)
    .join('');
}

function radios(name: string, choices: Readonly<Record<string, string>>, chosen: string | undefined): string {
  return Object.entries(choices)
    .map(
      ([key, text]) =>
        `<label><input data-self="${name}-${key}" type="radio" name="${name}" value="${key}"${
          key === chosen ? ' checked' : ''
        }> ${text}</label>`,
    )
    .join('');
}

export function documentsPage(): string {
  return `${header()}<main><h1>Your papers</h1>
    <form method="post" enctype="multipart/form-data">
      <label>Certificate <input data-self="certificate" type="file" name="certificate"></label>
      <label><input data-self="terms" type="checkbox" name="terms" required> I accept the terms</label>
      <a data-self="back" href="/registration">Back</a>
      <button data-self="to-review">Continue</button>
    </form></main>`;
}

export function reviewPage(draft: Draft, has: Has): string {
  const rows = ['name', 'birthday', 'country', 'level', 'certificate'].map(
    (field) => `<dt>${field}</dt><dd>${escaped(draft[field] ?? '')}</dd>`,
  );
  return `${header()}<main><h1>Check your answers</h1>
    <section aria-labelledby="s1"><h2 id="s1">Details</h2><a data-self="change-details" href="/registration">Change</a></section>
    <section aria-labelledby="s2"><h2 id="s2">Papers</h2>
      <a data-self="change-papers" href="/registration/documents">Change</a></section>
    <dl>${rows.join('')}</dl>
    <form method="post">
      <button data-self="confirm"${has('dead-button') ? ' type="button"' : ''}>Confirm registration</button>
    </form></main>
    ${has('thrown-error') ? '<script>totals.refresh()</script>' : ''}`;
}

export function confirmationPage(reference: string, draft: Draft, has: Has): string {
  return `${header()}<main>
    ${has('missing-heading') ? '' : '<h1>Registration confirmed</h1>'}
    <p>Thank you, ${escaped(draft['name'] ?? '')}. Your reference is <strong>${reference}</strong>.</p>
    <a data-self="to-courses" href="/courses">Back to the courses</a></main>`;
}
