/** A page for tests: a window of its own whose time passes only when a test says so. */

import { createEnv } from 'capture';
import type { Env, PageWindow } from 'capture';
import { JSDOM } from 'jsdom';

/** A window at this address. */
export function createWindow(url = 'http://localhost:3000/'): PageWindow {
  const { window } = new JSDOM('<!doctype html>', { url, runScripts: 'outside-only' });
  // jsdom's type names only a part of what its windows have.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return window as unknown as PageWindow;
}

/** Surroundings, and the function that lets a timer run out. */
export function createTestEnv(window = createWindow()): { env: Env; pass(): void } {
  let tasks: (() => void)[] = [];
  const env: Env = {
    ...createEnv(window, () => () => undefined),
    after(_milliseconds, task) {
      tasks.push(task);
      return () => undefined;
    },
  };
  return {
    env,
    pass() {
      const due = tasks;
      tasks = [];
      for (const task of due) task();
    },
  };
}
