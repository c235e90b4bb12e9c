/** Answers the popup and the options page. */

import type { DeliveryReport } from 'gasoline-delivery';

import { isRequest } from '../messages.ts';
import type { Request } from '../messages.ts';

import { annotationWarning, clearAnnotationWarning } from './annotation-watch.ts';
import type { AnnotationWarning } from './annotation-watch.ts';
import { showErrors } from './badge.ts';
import { readNotes } from './debug-log.ts';
import type { Note } from './debug-log.ts';
import type { ErrorCounter } from './error-count.ts';
import type { Link } from './link.ts';

/** What the popup shows beside the settings. */
export interface Status {
  /** In the tab asked about. */
  readonly errors: number;
  readonly errorsInAll: number;
  readonly delivery: DeliveryReport;
  readonly annotations: AnnotationWarning | null;
}

/** What answers are made of. */
export interface AnswerParts {
  readonly link: Link;
  readonly errors: ErrorCounter;
  readonly ready: Promise<unknown>;
}

/** Answers until the worker ends. Only pages of the extension are heard. */
export function answerRequests(parts: AnswerParts): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, answer) => {
    if (sender.id !== chrome.runtime.id || !isRequest(message)) return undefined;
    void parts.ready.then(() => answerTo(message, parts)).then(answer);
    // The answer comes later.
    return true;
  });
}

async function answerTo(
  request: Request,
  { link, errors }: AnswerParts,
): Promise<Status | readonly Note[] | DeliveryReport | null> {
  switch (request.kind) {
    case 'status':
      return {
        errors: request.tab === undefined ? 0 : errors.in(request.tab),
        errorsInAll: errors.total,
        delivery: link.report(),
        annotations: (await annotationWarning()) ?? null,
      };
    case 'reconnect':
      return link.reconnect();
    case 'cleared':
      await clearCounts(errors);
      return null;
    case 'debug log':
      return readNotes();
  }
}

async function clearCounts(errors: ErrorCounter): Promise<void> {
  errors.clear();
  await clearAnnotationWarning();
  const tabs = await chrome.tabs.query({});
  await Promise.all(tabs.map(({ id = chrome.tabs.TAB_ID_NONE }) => showErrors(id, 0)));
}
