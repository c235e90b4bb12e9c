/** A calendar that opens on another month tomorrow: most of its names are dates, and those days are gone. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const MONTHS = ['January', 'March', 'May', 'July', 'October'] as const;
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const HOURS = ['09:00', '10:30', '13:00', '16:30'];
const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

export const calendar: Body = (random) => {
  const month = random.pick(MONTHS);
  const year = random.number(2026, 2030);
  const weeks = [0, 7, 14, 21].map((start) => DAYS.slice(start, start + 7));
  const day = (number: number): string =>
    `<td role="gridcell"><button ${self(`${month} ${number}, ${year}`)} type="button" class="rdp-day" aria-label="${month} ${number}, ${year}" tabindex="-1">${number}</button></td>`;
  return `<div class="booking"><h2 id="title">Choose a day</h2><div class="rdp" role="application" aria-labelledby="title">
    <div class="rdp-caption"><button ${self('previous')} aria-label="Go to previous month" class="rdp-nav_button"><svg></svg></button><div aria-live="polite">${month} ${year}</div><button ${self('next')} aria-label="Go to next month" class="rdp-nav_button"><svg></svg></button>
    <select ${self('month')} aria-label="Month:"><option>${month}</option></select><select ${self('year')} aria-label="Year:"><option>${year}</option></select></div>
    <table role="grid"><thead><tr>${each(WEEKDAYS, (weekday) => `<th scope="col">${weekday}</th>`)}</tr></thead><tbody>${each(weeks, (week) => `<tr>${each(week, day)}</tr>`)}</tbody></table></div>
    <fieldset><legend>Time</legend>${each(HOURS, (hour) => `<label class="slot"><input ${self(`hour ${hour}`)} type="radio" name="hour" value="${hour}"> ${hour}</label>`)}</fieldset>
    <label>Guests <input ${self('guests')} type="number" value="${random.number(1, 6)}"></label><button ${self('fewer')} aria-label="Fewer guests">−</button><button ${self('more')} aria-label="More guests">+</button>
    <button ${self('book')} class="primary">Book for ${month} ${random.number(1, 28)}</button><a ${self('rules')} href="/rules">House rules</a></div>`;
};
