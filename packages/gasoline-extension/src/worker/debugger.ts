/** A tab under Chrome's debugger, for as long as a picture takes. Only one build of the extension may use it. */

/** Sends a command of the DevTools protocol to the tab. */
export type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Chrome's own part of it. */
export type Debugger = Pick<typeof chrome.debugger, 'attach' | 'detach' | 'sendCommand'>;

/** The version of the protocol that every supported Chrome speaks. */
const PROTOCOL = '1.3';

/** The debugger; undefined in the usual build, which has no permission for it. */
export function availableDebugger(): Debugger | undefined {
  return 'debugger' in chrome ? chrome.debugger : undefined;
}

/** Lends a tab to a function, and leaves it as it was. */
export async function underDebugger<Result>(
  chromeDebugger: Debugger,
  tabId: number,
  use: (send: Send) => Promise<Result>,
): Promise<Result> {
  await chromeDebugger.attach({ tabId }, PROTOCOL);
  try {
    return await use((method, params) => chromeDebugger.sendCommand({ tabId }, method, { ...params }));
  } finally {
    // A tab that was closed meanwhile has no debugger any more.
    await chromeDebugger.detach({ tabId }).catch(() => undefined);
  }
}
