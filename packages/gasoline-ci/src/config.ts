/** What the page, or the process that prepared it, says about the server and the test. */

import {
  AI_CONTEXT,
  CAPTURE_ALL,
  CAPTURE_ERRORS,
  deleteProperty,
  getOwnPropertyDescriptor,
} from 'gasoline-capture';
import type { AiContextSettings, PageWindow, Settings } from 'gasoline-capture';

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

/** Bytes the server takes. */
const LONGEST_TEST_ID = 1024;

/** Whether somebody outside of the page receives what is captured, and can fetch source for it. */
export type Outside = 'somebody' | 'nobody';

/** Reads the value of a global. */
type Read = (name: string) => unknown;

/**
 * Reads `window.__GASOLINE_…`. Those that were brought with a binding, which cannot be written to, are taken out of the page's sight:
 * the process that brought them brings them to every document. What a page says itself stays.
 */
export function readConfig(window: PageWindow, outside: Outside): Config {
  const read: Read = (name) => {
    const value: unknown = Reflect.get(window, name);
    if (getOwnPropertyDescriptor(window, name)?.writable === false) deleteProperty(window, name);
    return value;
  };
  const host = setting(read, '__GASOLINE_HOST') ?? DEFAULT_HOST;
  const port = setting(read, '__GASOLINE_PORT') ?? DEFAULT_PORT;
  const isBare = host.includes(':') && !host.startsWith('[');
  const server = `http://${isBare ? `[${host}]` : host}:${port}`;
  const errorsOnly = setting(read, '__GASOLINE_CAPTURE_MODE') === 'errors-only';
  return {
    server,
    settings: {
      ...(errorsOnly ? CAPTURE_ERRORS : CAPTURE_ALL),
      aiContext: aiContext(read, outside),
      ownServer: server,
    },
    session: setting(read, '__GASOLINE_SESSION'),
    tab: setting(read, '__GASOLINE_TAB'),
    testId: testIdOf(read),
  };
}

/** The same choices as in the extension, each `on` or `off`. Who listens but cannot fetch source says `unavailable`. */
function aiContext(read: Read, outside: Outside): AiContextSettings | undefined {
  const isWanted = isOn(read('__GASOLINE_AI_CONTEXT'), true);
  const snippets = read('__GASOLINE_AI_CONTEXT_SOURCE_SNIPPETS');
  const source = outside === 'somebody' && snippets !== 'unavailable' ? 'outside' : 'unavailable';
  const { componentTree, stateSnapshot } = AI_CONTEXT;
  const parts: AiContextSettings = {
    componentTree: isOn(read('__GASOLINE_AI_CONTEXT_COMPONENT_TREE'), componentTree),
    stateSnapshot: isOn(read('__GASOLINE_AI_CONTEXT_STATE_SNAPSHOT'), stateSnapshot),
    sourceSnippets: isOn(snippets, true) ? source : 'off',
  };
  return isWanted ? parts : undefined;
}

function isOn(value: unknown, fallback: boolean): boolean {
  if (typeof value === 'boolean') return value;
  return value === 'on' || (value !== 'off' && fallback);
}

/** What is set to nothing, as variables of the environment often are, counts as not set. */
function setting(read: Read, name: string): string | undefined {
  const value = read(name);
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;
}

/** The test, unless the server would refuse everything for its sake. */
function testIdOf(read: Read): string | undefined {
  const testId = setting(read, '__GASOLINE_TEST_ID');
  if (testId === undefined || new TextEncoder().encode(testId).length <= LONGEST_TEST_ID) return testId;
  console.warn(
    `[gasoline] This page is captured without its test: __GASOLINE_TEST_ID is longer than ${LONGEST_TEST_ID} bytes.`,
  );
  return undefined;
}
