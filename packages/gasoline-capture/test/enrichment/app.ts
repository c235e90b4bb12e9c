/** Apps made with real frameworks, built for development or production and run in a window of jsdom. */

import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import type { Plugin } from 'esbuild';

import type { PageWindow } from '../../src/page-window.ts';
import type { AiContextSettings } from '../../src/settings.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, createWindow, endOfTurn, QUIET } from '../page.ts';
import type { Entry } from '../page.ts';

/** How an app is built. */
export type Mode = 'development' | 'production';

/** The repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** One script of `source` and all it imports. Older versions of a framework lie in a folder of their own. */
export async function bundle(
  source: string,
  mode: Mode,
  folder = 'e2e',
  plugins: Plugin[] = [],
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: `${ROOT}${folder}`, loader: 'jsx' },
    bundle: true,
    plugins,
    write: false,
    format: 'iife',
    define: {
      'process.env.NODE_ENV': JSON.stringify(mode),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    conditions: ['browser', mode],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** A captured page that runs an app. */
export interface App {
  readonly window: PageWindow;
  readonly entries: readonly Entry[];
  /** Clicks on what a selector finds, after giving it the focus as a hand would. */
  click(selector: string): void;
  /** Types into a field; clicks by script are not the user's. */
  type(): void;
  /** Lets time pass, idle moments too. */
  wait(milliseconds: number): void;
  /** What followed the errors, when the page has come to rest. */
  contexts(): Promise<readonly unknown[]>;
}

/** What is asked of the page; nobody is outside. */
export const EVERYTHING: AiContextSettings = {
  componentTree: true,
  stateSnapshot: true,
  sourceSnippets: 'off',
};

/** Only the components. */
export const COMPONENTS: AiContextSettings = { ...EVERYTHING, stateSnapshot: false };

/** Opens a page with `<div id="app">`, captures it and runs a script in it. */
export async function openApp(script: string, aiContext: AiContextSettings = COMPONENTS): Promise<App> {
  const window = createWindow();
  window.document.body.innerHTML = '<main><div id="app"></div></main>';
  const { timers, pass } = manualTimers();
  const env = { ...createTestEnv(window), ...timers };
  const settings = () => ({ ...QUIET, actions: aiContext.stateSnapshot, aiContext });
  const { entries } = capturePage({ settings }, env);
  window.eval(script);
  await endOfTurn();
  return {
    window,
    entries,
    click(selector) {
      const element = window.document.querySelector(selector);
      if (!(element instanceof window.HTMLElement)) throw new Error(`no ${selector}`);
      element.focus();
      element.click();
    },
    type() {
      const field = window.document.createElement('input');
      window.document.body.append(field);
      field.dispatchEvent(new window.Event('input', { bubbles: true }));
    },
    wait: pass,
    async contexts() {
      await endOfTurn();
      pass(100);
      await endOfTurn();
      return entries.filter((entry) => '_aiContext' in entry).map((entry) => entry['_aiContext']);
    },
  };
}
