/** Asks a page in a world of its own, by the same script as the extension and `gasoline attach`: the page sees nothing of it. */

import type { CDPSession, Page } from '@playwright/test';
import type { LiveOutcome, LiveQuery } from 'gasoline-wire';

import type { ReadScript } from './capture-script.ts';

const WORLD = 'gasoline';

/** What the script says when it is not there yet. */
const MISSING = 'live.js';

/** What came of a query. */
export async function askIsolated(page: Page, query: LiveQuery, script: ReadScript): Promise<LiveOutcome> {
  const session = await page.context().newCDPSession(page);
  try {
    const context = await openWorld(session);
    const call = `globalThis.gasolineLive === undefined ? '${MISSING}' : gasolineLive(${JSON.stringify(query)})`;
    const first = await evaluate(session, context, call);
    if (first !== MISSING) return outcome(first);
    await evaluate(session, context, `${await script()}\n;undefined`);
    return outcome(await evaluate(session, context, call));
  } finally {
    await session.detach().catch(() => undefined);
  }
}

async function openWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: WORLD };
  const { executionContextId } = await session.send('Page.createIsolatedWorld', world);
  return executionContextId;
}

async function evaluate(session: CDPSession, contextId: number, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', {
    ...{ expression, contextId },
    returnByValue: true,
    awaitPromise: true,
  });
  return result.value;
}

/** The checker of accessibility, half a megabyte, does not come with the fixture. */
function outcome(reply: unknown): LiveOutcome {
  if (isOutcome(reply)) return reply;
  const message = 'the page of a test run is not audited; open it with the extension or by `gasoline attach`';
  return { kind: 'failed', reason: 'failed', message };
}

/** Only our own script answers in this world; its shape is its type. */
function isOutcome(reply: unknown): reply is LiveOutcome {
  return typeof reply === 'object' && reply !== null && 'kind' in reply;
}
