/** What the page, or whoever prepared it, says about the server and the test. */

import type { PageWindow } from 'capture';

/** Settings of one page, read once at start. */
export interface Config {
  /** Base URL of the server. */
  readonly server: string;
  readonly session: string | undefined;
  readonly tab: string | undefined;
  readonly testId: string | undefined;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '7890';

/** Reads `window.__GASOLINE_…`. */
export function readConfig(window: PageWindow): Config {
  const host = setting(window, '__GASOLINE_HOST') ?? DEFAULT_HOST;
  const port = setting(window, '__GASOLINE_PORT') ?? DEFAULT_PORT;
  return {
    server: `http://${host}:${port}`,
    session: setting(window, '__GASOLINE_SESSION'),
    tab: setting(window, '__GASOLINE_TAB'),
    testId: setting(window, '__GASOLINE_TEST_ID'),
  };
}

function setting(window: PageWindow, name: string): string | undefined {
  const value: unknown = Reflect.get(window, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
