/** Asks the service worker, from the popup and the options page. */

import type { Request } from '../messages.ts';
import type { Note } from '../worker/debug-log.ts';
import type { Status } from '../worker/requests.ts';

/** What the popup shows beside the settings. */
export function askStatus(tab: number | undefined): Promise<Status> {
  return ask({ kind: 'status', tab });
}

/** The debug log, oldest note first. */
export function askDebugLog(): Promise<readonly Note[]> {
  return ask({ kind: 'debug log' });
}

/** Lets the worker look for the server now. */
export async function askToReconnect(): Promise<void> {
  await ask({ kind: 'reconnect' });
}

/** Tells the worker that the person cleared everything. */
export async function tellCleared(): Promise<void> {
  await ask({ kind: 'cleared' });
}

function ask<Answer>(request: Request): Promise<Answer> {
  return chrome.runtime.sendMessage<Request, Answer>(request);
}
