/** The courses on offer: the same every season, at other dates and prices, in another order. */

import { escaped } from '../html.ts';
import type { Random } from '../random.ts';

import { header } from './pages.ts';

/** A course. */
export interface Course {
  readonly id: string;
  readonly title: string;
  readonly begins: string;
  readonly price: string;
  readonly places: number;
}

const TITLES = ['Pottery for beginners', 'Bookbinding', 'Bread & pastry', 'Life drawing', 'Bicycle repair'];

/** What is offered this season. */
export function createCourses(random: Random): readonly Course[] {
  return random.shuffled(TITLES).map((title) => ({
    id: random.id(),
    title,
    begins: random.day(),
    price: random.price(80, 400),
    places: random.number(1, 20),
  }));
}

/** All of them, each with the same buttons. */
export function coursesPage(name: string, courses: readonly Course[]): string {
  const rows = courses.map(
    ({ id, title, begins, price, places }) => `<tr>
      <td>${escaped(title)}</td><td>${begins}</td><td>€ ${price}</td><td>${places} left</td>
      <td><a data-self="details ${title}" href="/courses/${id}">Details</a></td>
      <td><form action="/registration" method="get"><input type="hidden" name="course" value="${id}">
        <button data-self="register ${title}">Register</button></form></td></tr>`,
  );
  return `${header(name)}<main><h1>Courses</h1>
    <form method="get"><label>Sort by <select data-self="sort" name="sort">
      <option value="title">Title</option><option value="price">Price</option></select></label>
      <button data-self="apply-sort">Apply</button></form>
    <table><tr><th>Course</th><th>Begins</th><th>Price</th><th>Places</th></tr>${rows.join('')}</table></main>`;
}

/** One of them. */
export function coursePage(name: string, { title, begins, price }: Course): string {
  return `${header(name)}<main><h1>${escaped(title)}</h1><p>From ${begins}, € ${price}</p>
    <a data-self="all-courses" href="/courses">All courses</a>
    <form action="/registration" method="get"><button data-self="register">Register for € ${price}</button></form></main>`;
}
