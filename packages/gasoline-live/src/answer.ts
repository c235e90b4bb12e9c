/** Answers a query about this page. */

import type { LiveFailureReason, LiveOutcome, LiveQuery } from 'gasoline-wire';

import { runAudit } from './audit.ts';
import type { Checker } from './audit.ts';
import { BadQuery } from './bad-query.ts';
import { bounded } from './bounded.ts';
import type { Reply } from './bundles.ts';
import { pageInfo } from './page-info.ts';
import type { Page } from './page.ts';
import { queryDom } from './query-dom.ts';
import { survey } from './survey.ts';

const MAX_MESSAGE_CHARACTERS = 500;

/** What came of a query, or the bundle that is missing. Never throws: whatever fails is an answer too. */
export async function answer(page: Page, query: LiveQuery, checker: Checker | undefined): Promise<Reply> {
  try {
    return await attempt(page, query, checker);
  } catch (error) {
    return failed(error instanceof BadQuery ? 'bad_query' : 'failed', error);
  }
}

async function attempt(page: Page, query: LiveQuery, checker: Checker | undefined): Promise<Reply> {
  switch (query.kind) {
    case 'dom':
      return { kind: 'dom', ...queryDom(page, query) };
    case 'page_info':
      return { kind: 'page_info', ...pageInfo(page) };
    case 'audit':
      return checker === undefined ? 'axe.js' : { kind: 'audit', ...(await runAudit(page, query, checker)) };
    case 'survey':
      return { kind: 'survey', ...(await survey(page, query)) };
    default:
      return failed('failed', new TypeError('this page does not know the question: reload it'));
  }
}

function failed(reason: LiveFailureReason, error: unknown): LiveOutcome {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', reason, message: bounded(message, MAX_MESSAGE_CHARACTERS) };
}
