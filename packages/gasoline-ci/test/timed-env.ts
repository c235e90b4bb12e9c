/** Surroundings for tests whose time passes only when a test says so. */

import type { Env, PageWindow } from 'gasoline-capture';

import { createTestEnv } from '../../gasoline-capture/test/page.ts';

/** Surroundings, and the function that lets a timer run out. */
export function createTimedEnv(window: PageWindow): { env: Env; pass(): void } {
  let tasks: (() => void)[] = [];
  const env: Env = {
    ...createTestEnv(window),
    after(_milliseconds, task) {
      tasks.push(task);
      return () => {
        tasks = tasks.filter((other) => other !== task);
      };
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
