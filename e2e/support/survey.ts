/**
 * How well elements are found again: by the locator that would be recorded, at once, among fresh data, and after
 * strangers have moved in beside them.
 *
 * Fresh data has other ids, prices, dates and people, and another order; some records are gone for good. What belonged to
 * those cannot be found, so it does not count; but whatever is found in its place is wrong.
 */

import { fileURLToPath } from 'node:url';

import type { Browser, Frame, Locator as PlaywrightLocator, Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Locator } from 'gasoline-wire';

import type { AppState } from '../flows/app.ts';
import type { SurveyedApp } from '../pages/page.ts';

import { startFlow } from './flow-server.ts';
import { locate } from './locate.ts';
import { personAt } from './person.ts';

/** The moments at which an element is looked for. */
export const MOMENTS = ['at once', 'fresh data', 'new siblings'] as const;

/** One of them. */
export type Moment = (typeof MOMENTS)[number];

/** Exactly the element; none or several, which a test reports; one other, which it does not; or the element is no more. */
export type Outcome = 'right' | 'lost' | 'wrong' | 'gone';

/** What became of one element. */
export interface Finding {
  readonly app: string;
  readonly state: string;
  readonly name: string;
  readonly locator: string;
  readonly outcomes: Readonly<Record<Moment, Outcome>>;
}

/** Which generator of locators. */
export type Generator = 'gasoline' | 'playwright';

const CAPTURE = fileURLToPath(new URL('../../packages/gasoline-capture/src', import.meta.url));

/** Whatever people can act on; anything else counts only where the app gives it a name. */
const INTERACTIVE =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable],[tabindex],[draggable=true],' +
  '[role=button],[role=tab],[role=switch]';

/** Two days, between which every list is turned round. */
const SEEDS = [1, 2] as const;

/** Looks for every element of every state of an app. */
export async function survey(
  browser: Browser,
  app: SurveyedApp,
  generator: Generator,
): Promise<readonly Finding[]> {
  const script = await locatorScript();
  const [today, tomorrow] = await Promise.all(SEEDS.map((seed) => visit(browser, app, seed, script)));
  if (today === undefined || tomorrow === undefined) throw new Error('two days are needed');
  const findings: Finding[] = [];
  for (const state of app.states) {
    const [page, fresh] = await Promise.all([today.open(state), tomorrow.open(state)]);
    const found = await surveyState(page, fresh, generator);
    findings.push(...found.map((finding) => ({ app: app.name, state: state.name, ...finding })));
  }
  await Promise.all([today.end(), tomorrow.end()]);
  return findings;
}

async function surveyState(
  page: Page,
  fresh: Page,
  generator: Generator,
): Promise<readonly Omit<Finding, 'app' | 'state'>[]> {
  const recorded = await recordAll(page, generator);
  const atOnce = await outcomes(page, recorded);
  const freshData = await outcomes(fresh, recorded);
  for (const frame of page.frames()) await frame.evaluate(insertSiblings, false);
  const besideOuter = await outcomes(page, recorded);
  for (const frame of page.frames()) await frame.evaluate(insertSiblings, true);
  const besideInner = await outcomes(page, recorded);
  return recorded.map(({ name, text, isContainer }, index) => ({
    name,
    locator: text,
    outcomes: {
      'at once': atOnce[index] ?? 'lost',
      'fresh data': freshData[index] ?? 'lost',
      // Siblings of what stands inside of it would be changes of the element itself.
      'new siblings': (isContainer ? besideOuter : besideInner)[index] ?? 'lost',
    },
  }));
}

/** A browser at an app with the data of one day. */
interface Visit {
  open(state: AppState): Promise<Page>;
  end(): Promise<void>;
}

async function visit(browser: Browser, app: SurveyedApp, seed: number, script: string): Promise<Visit> {
  const server = await startFlow(app, seed);
  const context = await browser.newContext();
  await context.addInitScript({ content: script });
  const page = await context.newPage();
  const person = personAt(page);
  return {
    async open(state) {
      // Another document, even where the path differs only in its fragment.
      await page.goto('about:blank');
      await page.goto(`${server.url}${state.path}`);
      await state.reach?.(person);
      return page;
    },
    async end() {
      await context.close();
      await server.stop();
    },
  };
}

/** An element by its name in the app. */
interface Named {
  readonly name: string;
  /** Whether others that can be acted on stand inside of it. */
  readonly isContainer: boolean;
}

/** An element and how it would be looked for. */
interface Recorded extends Named {
  readonly frame: number;
  readonly text: string;
  find(frame: Frame): PlaywrightLocator | undefined;
}

async function recordAll(page: Page, generator: Generator): Promise<readonly Recorded[]> {
  const inFrames = page.frames().map(async (frame, index) => {
    const names = await frame.evaluate(namedElements, INTERACTIVE);
    return generator === 'gasoline' ? recordOurs(frame, index, names) : recordTheirs(frame, index, names);
  });
  return (await Promise.all(inFrames)).flat();
}

async function recordOurs(
  frame: Frame,
  index: number,
  names: readonly Named[],
): Promise<readonly Recorded[]> {
  const locators = await frame.evaluate(
    (all) => all.map((name) => globalThis.preferredLocator?.(name)),
    names.map(({ name }) => name),
  );
  return names.map((named, place) => {
    const locator = locators[place];
    return {
      ...named,
      frame: index,
      text: JSON.stringify(locator),
      find: (within) => (locator === undefined ? undefined : locate(within, locator)),
    };
  });
}

/** By Playwright's generator; its code for an element is run as it would be in a test. */
async function recordTheirs(
  frame: Frame,
  index: number,
  names: readonly Named[],
): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  if (frame.parentFrame() !== null) return recorded;
  for (const named of names) {
    const { name } = named;
    await frame.evaluate((wanted) => globalThis.flow?.find(wanted)?.setAttribute('data-now', ''), name);
    const code = (await frame.locator('[data-now]').normalize()).toString();
    await frame.evaluate((wanted) => globalThis.flow?.find(wanted)?.removeAttribute('data-now'), name);
    recorded.push({ ...named, frame: index, text: code, find: (within) => byCode(within, code) });
  }
  return recorded;
}

function byCode(frame: Frame, code: string): PlaywrightLocator {
  // The generator's own output, which is code of a test.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return
  return new Function('page', `return page.${code}`)(frame);
}

async function outcomes(page: Page, recorded: readonly Recorded[]): Promise<readonly Outcome[]> {
  return Promise.all(recorded.map((element) => outcome(page.frames()[element.frame], element)));
}

async function outcome(frame: Frame | undefined, { name, find }: Recorded): Promise<Outcome> {
  const locator = frame === undefined ? undefined : find(frame);
  const found = await locator?.evaluateAll((elements) =>
    elements.map((it) => globalThis.flow?.nameOf(it) ?? ''),
  );
  if (found?.length === 1) return found[0] === name ? 'right' : 'wrong';
  const isThere = await frame?.evaluate((wanted) => globalThis.flow?.find(wanted) !== null, name);
  return isThere === true ? 'lost' : 'gone';
}

/** The names of everything that can be acted on; runs in the page. */
function namedElements(interactive: string): Named[] {
  const { flow } = globalThis;
  if (flow === undefined) throw new Error('not a page of ours');
  const candidates = flow.elements().filter((it) => it.matches(interactive) || flow.nameOf(it) !== undefined);
  return candidates.map((it) => {
    const name = flow.nameOf(it);
    if (name === undefined || flow.find(name) !== it)
      throw new Error(`without a name of its own: ${it.outerHTML}`);
    return { name, isContainer: candidates.some((other) => other !== it && it.contains(other)) };
  });
}

/**
 * Others, mostly of the same kind, before and after each element and what it stands in; runs in the page. Not inside of
 * an element that has a name itself, or else only there.
 */
function insertSiblings(isInside: boolean): void {
  const { flow } = globalThis;
  const named = flow?.elements().filter((it) => flow.nameOf(it) !== undefined) ?? [];
  const isNested = (it: Element): boolean => named.some((other) => other !== it && other.contains(it));
  // Beside a field in its label there is no place: a second field would take the label, and that is no stranger.
  const outside = named.filter((it) => isNested(it) === isInside).map((it) => it.closest('label') ?? it);
  const around = new Set(isInside ? outside : outside.flatMap((it) => [it, it.parentElement ?? it]));
  around.delete(document.body);
  for (const neighbour of around) {
    // A second summary would be the only one.
    const isOdd = neighbour.localName.includes('-') || neighbour.localName === 'summary';
    const stranger = document.createElement(isOdd ? 'div' : neighbour.localName);
    // What only one element is called is not what others would be called.
    const shared = [...neighbour.classList].filter(
      (name) => document.getElementsByClassName(name).length > 1,
    );
    stranger.className = shared.join(' ');
    stranger.textContent = 'Unrelated news';
    neighbour.before(stranger.cloneNode(true), document.createElement('div'));
    neighbour.after(document.createElement('span'), stranger);
  }
}

/** The product's own code, for a page: `preferredLocator` of an element by its name in the app. */
async function locatorScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createDom } from './dom.ts';
        import { locatorsOf } from './selectors/locators.ts';
        const dom = createDom(window);
        globalThis.preferredLocator = (name) => locatorsOf(flow.find(name), dom)[0];`,
      resolveDir: CAPTURE,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

declare global {
  /** Put into pages by the survey. */
  var preferredLocator: ((name: string) => Locator | undefined) | undefined;
}
