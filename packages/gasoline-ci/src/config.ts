/** What the page, or whoever prepared it, says about the server and the test. */

import { CAPTURE_ALL, CAPTURE_ERRORS } from 'capture';
import type { PageWindow, Settings } from 'capture';

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

/** Reads `window.__GASOLINE_…`. */
export function readConfig(window: PageWindow): Config {
  const host = setting(window, '__GASOLINE_HOST') ?? DEFAULT_HOST;
  const port = setting(window, '__GASOLINE_PORT') ?? DEFAULT_PORT;
  const server = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const errorsOnly = setting(window, '__GASOLINE_CAPTURE_MODE') === 'errors-only';
  return {
    server,
    settings: { ...(errorsOnly ? CAPTURE_ERRORS : CAPTURE_ALL), ownServer: server },
    session: setting(window, '__GASOLINE_SESSION'),
    tab: setting(window, '__GASOLINE_TAB'),
    testId: setting(window, '__GASOLINE_TEST_ID'),
  };
}

function setting(window: PageWindow, name: string): string | undefined {
  const value: unknown = Reflect.get(window, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
