/**
 * How well elements are found again: by the locator that would be recorded, at once, among fresh data, and after
 * strangers have moved in beside them.
 */

import { fileURLToPath } from 'node:url';

import type { Browser, Frame, Locator as PlaywrightLocator, Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Locator } from 'wire';

import type { AppState, FlowApp } from '../flows/app.ts';

import { startFlow } from './flow-server.ts';
import type { FlowServer } from './flow-server.ts';
import { locate } from './locate.ts';
import { personAt } from './person.ts';

/** The moments at which an element is looked for. */
export const MOMENTS = ['at once', 'fresh data', 'new siblings'] as const;

/** One of them. */
export type Moment = (typeof MOMENTS)[number];

/** Exactly the element; none or several, which a test reports; or one other, which it does not. */
export type Outcome = 'right' | 'lost' | 'wrong';

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

const CAPTURE = fileURLToPath(new URL('../../packages/capture/src', import.meta.url));

/** Whatever people can act on; anything else counts only where the app gives it a name. */
const INTERACTIVE =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable],[tabindex],[draggable=true],' +
  '[role=button],[role=tab],[role=switch]';

const FIRST_SEED = 1;
const SECOND_SEED = 2;

/** Looks for every element of every state of an app. */
export async function survey(
  browser: Browser,
  app: FlowApp,
  generator: Generator,
): Promise<readonly Finding[]> {
  const server = await startFlow(app);
  const script = await locatorScript();
  const findings: Finding[] = [];
  for (const state of app.states)
    findings.push(...(await surveyState({ browser, server, script }, app.name, state, generator)));
  await server.stop();
  return findings;
}

interface Setting {
  readonly browser: Browser;
  readonly server: FlowServer;
  readonly script: string;
}

async function surveyState(
  setting: Setting,
  app: string,
  state: AppState,
  generator: Generator,
): Promise<readonly Finding[]> {
  setting.server.reseed(FIRST_SEED);
  const page = await open(setting, state);
  const recorded = await recordAll(page, generator);
  setting.server.reseed(SECOND_SEED);
  const fresh = await open(setting, state);
  const atOnce = await outcomes(page, recorded);
  const freshData = await outcomes(fresh, recorded);
  for (const frame of page.frames()) await frame.evaluate(insertSiblings, false);
  const besideOuter = await outcomes(page, recorded);
  for (const frame of page.frames()) await frame.evaluate(insertSiblings, true);
  const besideInner = await outcomes(page, recorded);
  await page.context().close();
  await fresh.context().close();
  return recorded.map(({ name, text, isContainer }, index) => ({
    app,
    state: state.name,
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

async function open({ browser, server, script }: Setting, state: AppState): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript({ content: script });
  const page = await context.newPage();
  await page.goto(`${server.url}${state.path}`);
  await state.reach?.(personAt(page));
  return page;
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
  if (found?.length !== 1) return 'lost';
  return found[0] === name ? 'right' : 'wrong';
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
