/** What the page, or whoever prepared it, says about the server and the test. */

import { AI_CONTEXT, CAPTURE_ALL, CAPTURE_ERRORS } from 'capture';
import type { AiContextSettings, PageWindow, Settings } from 'capture';

/** Settings of one page, read once at start. */
export interface Config {
  /** Base URL of the server. */
  readonly server: string;
  readonly session: string | undefined;
  readonly tab: string | undefined;
  readonly testId: string | undefined;
  readonly settings: Settings;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '7890';

/** Whether somebody outside of the page receives what is captured, and can fetch source for it. */
export type Outside = 'somebody' | 'nobody';

/** Reads `window.__GASOLINE_…`. */
export function readConfig(window: PageWindow, outside: Outside): Config {
  const host = setting(window, '__GASOLINE_HOST') ?? DEFAULT_HOST;
  const port = setting(window, '__GASOLINE_PORT') ?? DEFAULT_PORT;
  const server = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const errorsOnly = setting(window, '__GASOLINE_CAPTURE_MODE') === 'errors-only';
  return {
    server,
    settings: {
      ...(errorsOnly ? CAPTURE_ERRORS : CAPTURE_ALL),
      aiContext: aiContext(window, outside),
      ownServer: server,
    },
    session: setting(window, '__GASOLINE_SESSION'),
    tab: setting(window, '__GASOLINE_TAB'),
    testId: setting(window, '__GASOLINE_TEST_ID'),
  };
}

/** The same choices as in the extension, each `on` or `off`. Who listens but cannot fetch source says `unavailable`. */
function aiContext(window: PageWindow, outside: Outside): AiContextSettings | undefined {
  if (!isOn(window, '__GASOLINE_AI_CONTEXT', true)) return undefined;
  const { componentTree, stateSnapshot } = AI_CONTEXT;
  const snippets = setting(window, '__GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS');
  const whoever = outside === 'somebody' && snippets !== 'unavailable' ? 'outside' : 'unavailable';
  return {
    componentTree: isOn(window, '__GASOLINE_AI_CONTEXT_COMPONENT_TREE', componentTree),
    stateSnapshot: isOn(window, '__GASOLINE_AI_CONTEXT_STATE_SNAPSHOT', stateSnapshot),
    sourceSnippets: isOn(window, '__GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS', true) ? whoever : 'off',
  };
}

function isOn(window: PageWindow, name: string, fallback: boolean): boolean {
  const value: unknown = Reflect.get(window, name);
  if (typeof value === 'boolean') return value;
  return value === 'on' || (value !== 'off' && fallback);
}

function setting(window: PageWindow, name: string): string | undefined {
  const value: unknown = Reflect.get(window, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
