/**
 * Somebody in front of the screen: looks for a thing, moves the pointer there, presses, types.
 *
 * Things are found by the name the app gives them (`flows/identity.js`), never by a selector, so that what is recorded
 * is not addressed by what is under test.
 */

import type { ConsoleMessage, Dialog, ElementHandle, Frame, Page, Request } from '@playwright/test';
import { expect } from '@playwright/test';

/** A visitor of an app. */
export interface Person {
  click(name: string): Promise<void>;
  /** Clicks a link, and waits until it has led somewhere. */
  follow(name: string): Promise<void>;
  /** Clicks with Control held down. */
  controlClick(name: string): Promise<void>;
  doubleClick(name: string): Promise<void>;
  rightClick(name: string): Promise<void>;
  /** Clicks a field and types; what stood there is selected first. */
  type(name: string, text: string): Promise<void>;
  /** Types a day into a date field: month, day, year. */
  typeDate(name: string, digits: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Picks an option of a list by its text, with the keyboard. */
  choose(name: string, option: string): Promise<void>;
  /** Picks options of a list that takes several, by their texts, with the mouse. */
  chooseSeveral(name: string, options: readonly string[]): Promise<void>;
  /** Moves a slider with the keyboard. */
  slide(name: string, key: 'ArrowLeft' | 'ArrowRight', steps: number): Promise<void>;
  upload(name: string, file: string): Promise<void>;
  drag(name: string, to: string): Promise<void>;
  /** Waits until a text is on the screen. */
  sees(text: string): Promise<void>;
  /** Waits until something of that name is on the screen. */
  finds(name: string): Promise<void>;
  /** Waits until nothing of that name is on the screen. */
  gone(name: string): Promise<void>;
  /** Waits until the page has its answers, as people do before they go on. */
  rests(): Promise<void>;
  /** Answers the dialog that an action brings up; a text goes into a prompt. */
  answering(answer: boolean | string, act: () => Promise<void>): Promise<void>;
  /** Goes on in the tab that an action opens, and comes back. */
  inNewTab(act: () => Promise<void>, visit: (person: Person) => Promise<void>): Promise<void>;
  /** Goes back in the history. */
  back(): Promise<void>;
}

/** Somebody who looks at `page`. */
export function personAt(page: Page): Person {
  const pending = pendingRequests(page);
  const at = async (name: string): Promise<Point> => centre(await shown(page, name));
  const clickAt = async (name: string, options: object = {}): Promise<void> => {
    const { x, y } = await at(name);
    await page.mouse.click(x, y, options);
  };
  return {
    click: (name) => clickAt(name),
    async follow(name) {
      const before = page.url();
      await clickAt(name);
      await page.waitForURL(({ href }) => href !== before);
    },
    controlClick: (name) => withControl(page, () => clickAt(name)),
    doubleClick: (name) => clickAt(name, { clickCount: 2 }),
    rightClick: (name) => clickAt(name, { button: 'right' }),
    async type(name, text) {
      await clickAt(name);
      await (await shown(page, name)).evaluate(selectContent);
      await page.keyboard.type(text);
    },
    async typeDate(name, digits) {
      await clickAt(name);
      // From whichever part was hit to the first.
      for (let part = 0; part < 2; part += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.type(digits);
    },
    press: (key) => page.keyboard.press(key),
    async choose(name, option) {
      const list = await shown(page, name);
      await list.focus();
      await page.keyboard.type(option);
      await expect.poll(() => list.evaluate(selectedText)).toBe(option);
    },
    async chooseSeveral(name, options) {
      const list = await shown(page, name);
      for (const [index, option] of options.entries()) {
        const { x, y } = await centre(await list.waitForSelector(`option:text-is("${option}")`));
        const click = (): Promise<void> => page.mouse.click(x, y);
        await (index === 0 ? click() : withControl(page, click));
      }
    },
    async slide(name, key, steps) {
      await (await shown(page, name)).focus();
      for (let step = 0; step < steps; step += 1) await page.keyboard.press(key);
    },
    async upload(name, file) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), clickAt(name)]);
      await chooser.setFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from('content') });
    },
    drag: (name, to) =>
      drag(
        page,
        () => at(name),
        () => at(to),
      ),
    async sees(text) {
      const patience = { message: `to see "${text}"`, intervals: GLANCES_MS };
      await expect.poll(() => isSeen(page, text), patience).toBe(true);
    },
    async finds(name) {
      await shown(page, name);
    },
    async gone(name) {
      await expect.poll(() => lookFor(page, name), { message: `${name} to go` }).toBeUndefined();
    },
    async rests() {
      // What an action starts is under way once the page has drawn.
      await drawn(page);
      await expect
        .poll(() => pending.size, { message: 'all answers to come', intervals: GLANCES_MS })
        .toBe(0);
    },
    async answering(answer, act) {
      const answered = page.waitForEvent('dialog').then((dialog) => reply(dialog, answer));
      await act();
      await answered;
    },
    async inNewTab(act, visit) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), act()]);
      await visit(personAt(tab));
      await tab.close();
    },
    async back() {
      await page.goBack();
    },
  };
}

/** Between two glances of somebody who waits: some of what apps say goes away by itself. */
const GLANCES_MS = [20, 50, 100];

/** Acts whose first word names a thing. */
const ON_THINGS: ReadonlySet<string> = new Set<keyof Person>([
  'click',
  'follow',
  'controlClick',
  'doubleClick',
  'rightClick',
  'type',
  'typeDate',
  'choose',
  'chooseSeveral',
  'slide',
  'upload',
  'drag',
]);

/** Acts of somebody who only watches, from the first moment on: a page may say something and rest only when it is gone. */
const ON_WATCH: ReadonlySet<string> = new Set<keyof Person>(['sees', 'finds', 'gone', 'rests']);

/** Somebody who lets the page come to rest and looks at it before each act. */
export function personWhoLooks(page: Page, look: () => Promise<void>): Person {
  const person = personAt(page);
  return watchful(person, async (act, [name]) => {
    if (ON_WATCH.has(act)) return;
    await person.rests();
    // A page on its way may not have been asked for yet: it has come once it shows what is wanted of it.
    if (ON_THINGS.has(act) && typeof name === 'string') await person.finds(name);
    await look();
  });
}

/** Lets somebody act until the page has an error; then they stop and stare. */
export async function personUntilError(page: Page, act: (person: Person) => Promise<void>): Promise<void> {
  let hasFailed = false;
  // Promises that fail are told only after the page has drawn, and by then somebody may be waiting for what never comes.
  const failure = new Promise<void>((resolve) => {
    const fail = (): void => {
      hasFailed = true;
      resolve();
    };
    page.on('pageerror', fail);
    page.on('console', (message) => {
      if (isOwnError(message)) fail();
    });
  });
  const stopped = new Error('the page has an error');
  const look = async (): Promise<void> => {
    await drawn(page);
    if (hasFailed) throw stopped;
  };
  const journey = act(watchful(personAt(page), look)).catch((error: unknown) => {
    if (error !== stopped) throw error;
  });
  await Promise.race([failure, journey]);
  expect(hasFailed).toBe(true);
}

/** Waits until the page has drawn; one that is being left has nothing more to show. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined);
}

/** Browsers report what could not be loaded in the same way. */
function isOwnError(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource');
}

/** Looks up before each act. */
function watchful(person: Person, look: (act: string, args: readonly unknown[]) => Promise<void>): Person {
  return new Proxy(person, {
    get: (target, name, receiver): unknown => {
      const act: unknown = Reflect.get(target, name, receiver);
      if (typeof act !== 'function') return act;
      return async (...args: unknown[]) => {
        await look(String(name), args);
        const result: unknown = await Reflect.apply(act, target, args);
        return result;
      };
    },
  });
}

function pendingRequests(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The element of that name in whichever frame shows it, once it is there and at rest. */
async function shown(page: Page, name: string): Promise<ElementHandle<Element>> {
  let found: ElementHandle<Element> | undefined;
  await expect
    .poll(
      async () => {
        found = await lookFor(page, name);
        return found !== undefined && (await found.isVisible());
      },
      { message: `${name} to be shown`, intervals: GLANCES_MS },
    )
    .toBe(true);
  if (found === undefined) throw new Error(`${name} is gone`);
  await found.scrollIntoViewIfNeeded();
  return found;
}

async function lookFor(page: Page, name: string): Promise<ElementHandle<Element> | undefined> {
  for (const frame of page.frames()) {
    const handle = await inFrame(frame, name);
    if (handle !== undefined) return handle;
  }
  return undefined;
}

/** Undefined also while the frame's document changes. */
async function inFrame(frame: Frame, name: string): Promise<ElementHandle<Element> | undefined> {
  try {
    const handle = await frame.evaluateHandle((wanted) => globalThis.flow?.find(wanted) ?? null, name);
    return handle.asElement() ?? undefined;
  } catch {
    return undefined;
  }
}

async function centre(element: ElementHandle<Element>): Promise<Point> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('nothing to point at');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function withControl(page: Page, act: () => Promise<void>): Promise<void> {
  await page.keyboard.down('Control');
  await act();
  await page.keyboard.up('Control');
}

/** As Ctrl+A does in a field. */
function selectContent(field: Element): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  else getSelection()?.selectAllChildren(field);
}

function selectedText(list: Element): string {
  return list instanceof HTMLSelectElement ? (list.selectedOptions[0]?.text ?? '') : '';
}

async function isSeen(page: Page, text: string): Promise<boolean> {
  const inEach = page.frames().map((frame) => frame.getByText(text).first().isVisible());
  const answers = await Promise.allSettled(inEach);
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value);
}

async function reply(dialog: Dialog, answer: boolean | string): Promise<void> {
  if (answer === false) return dialog.dismiss();
  await dialog.accept(answer === true ? undefined : answer);
}

/** The pointer moves in steps: a jump is no drag. */
async function drag(page: Page, from: () => Promise<Point>, to: () => Promise<Point>): Promise<void> {
  const start = await from();
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  const end = await to();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

declare global {
  /** Put into every page of the apps by `flows/identity.js`. */
  var flow:
    | {
        find(name: string): Element | null;
        elements(): Element[];
        nameOf(element: Element): string | undefined;
      }
    | undefined;
}
