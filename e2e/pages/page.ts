/** Pages that show how things are marked up elsewhere: looked at by the survey of locators, visited by nobody. */

import type { FlowApp } from '../flows/app.ts';
import { escaped, htmlPage } from '../flows/html.ts';
import type { Random } from '../flows/random.ts';

/** As much of an app as a survey needs. */
export type SurveyedApp = Pick<FlowApp, 'name' | 'script' | 'begin' | 'states'>;

/** The body of a page, with the data of one day. */
export type Body = (random: Random) => string;

/** An app of one page that is served as it is. */
export function singlePage(name: string, body: Body): SurveyedApp {
  return {
    name,
    begin:
      ({ random, has }) =>
      ({ path }) =>
        path === '/' ? { body: htmlPage(name, body(random), has) } : undefined,
    states: [{ name: 'page', path: '/' }],
  };
}

/** The attribute by which the survey knows an element; it is taken off before anything else sees it. */
export function self(name: string): string {
  return `data-self="${escaped(name)}"`;
}

/** Markup for each thing of a list. */
export function each<Thing>(things: readonly Thing[], make: (thing: Thing, index: number) => string): string {
  return things.map(make).join('\n');
}

/** Ids as libraries count them up while a page is built. */
export function counter(random: Random): () => number {
  let next = random.number(1, 40);
  return () => (next += 1);
}
