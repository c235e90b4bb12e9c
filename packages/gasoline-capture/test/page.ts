/** A page for tests: a window of its own, a clock that stands still, ids that count, a sink that remembers. */

import { JSDOM, VirtualConsole } from 'jsdom';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';

import { createEnrichment } from '../src/enrichment/enrichment.ts';
import { createEnv } from '../src/env.ts';
import type { Env } from '../src/env.ts';
import type { PageWindow } from '../src/page-window.ts';
import { CAPTURE_ALL } from '../src/settings.ts';
import type { Settings } from '../src/settings.ts';
import { landmarksOf } from '../src/landmarks.ts';
import { recogniser } from '../src/selectors/recognise.ts';
import { startCapture } from '../src/start.ts';
import type { CaptureOptions } from '../src/start.ts';

/** 2026-01-02T03:04:05.678Z. */
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** Only what the page does itself; what every page does by being there has tests of its own. */
export const QUIET: Settings = {
  ...CAPTURE_ALL,
  actions: false,
  performance: false,
  domSnapshots: false,
  aiContext: undefined,
};

/** An entry as the server would read it. */
export type Entry = Readonly<Record<string, unknown>>;

/** A window that runs no scripts of its own, at this address. */
export function createWindow(url = 'http://localhost:3000/cart'): PageWindow {
  const { window } = new JSDOM('<!doctype html><title>Cart</title>', {
    url,
    runScripts: 'outside-only',
    virtualConsole: new VirtualConsole(),
  });
  // jsdom's type names only a part of what its windows have.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return window as unknown as PageWindow;
}

/** Surroundings that give the same answers every time. */
export function createTestEnv(window = createWindow()): Env {
  let ids = 0;
  return { ...createEnv(window, () => () => undefined), now: () => NOW, newId: () => `id${(ids += 1)}` };
}

/** Captures a window and collects what leaves it. */
export function capturePage(
  options: CaptureOptions = {},
  env = createTestEnv(),
): {
  window: PageWindow;
  entries: Entry[];
  batches: number[];
  stop(): void;
} {
  const entries: Entry[] = [];
  const batches: number[] = [];
  const stop = startCapture(
    env,
    {
      send(_endpoint, lines) {
        const texts = lines.split(ENTRY_SEPARATOR);
        batches.push(texts.length);
        entries.push(...texts.map(parse));
      },
      close: () => undefined,
    },
    { settings: () => QUIET, landmarksOf, recogniser, createEnrichment, ...options },
  );
  return { window: env.window, entries, batches, stop };
}

const { parse: parseJson } = JSON;

function parse(text: string): Entry {
  const value: unknown = parseJson(text);
  if (typeof value !== 'object' || value === null) throw new Error(`not an entry: ${text}`);
  return { ...value };
}

/** Lets what is due at the end of this turn happen. */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Puts a property in place while `run` runs, as a hostile page would. */
export function sabotaged(
  owner: object,
  name: PropertyKey,
  descriptor: PropertyDescriptor,
  run: () => void,
): void {
  const original = Reflect.getOwnPropertyDescriptor(owner, name);
  Reflect.defineProperty(owner, name, { configurable: true, ...descriptor });
  try {
    run();
  } finally {
    if (original === undefined) Reflect.deleteProperty(owner, name);
    else Reflect.defineProperty(owner, name, original);
  }
}
