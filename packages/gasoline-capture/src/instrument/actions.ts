/** What the user does: clicks, typing, choices, keys, submits, scrolling, dragging, answers to dialogs, new tabs. */

import { watchClicks } from '../actions/click.ts';
import { watchDialogs } from '../actions/dialog.ts';
import { watchDrags } from '../actions/drag.ts';
import { watchInputs } from '../actions/input.ts';
import { watchKeys } from '../actions/keypress.ts';
import { lookAhead } from '../actions/look-ahead.ts';
import { watchNewTabs } from '../actions/new-tab.ts';
import { createLooks, createRecorder } from '../actions/record.ts';
import { watchScrolls } from '../actions/scroll.ts';
import { watchSelects } from '../actions/select.ts';
import { watchSubmits } from '../actions/submit.ts';
import { watchUploads } from '../actions/upload.ts';
import { watchReleases } from '../documents.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import type { Listen } from '../listen.ts';
import type { Uninstall } from '../patch.ts';

/**
 * Records actions until uninstalled. Only events the browser made itself: what the page's own code dispatches is
 * nothing the user did, while the clicks and keys of test tools are as genuine as a hand's.
 */
export function instrumentActions(report: Reporting, env: Env): Uninstall {
  const { settings, settling } = report;
  const listen: Listen = (type, listener) =>
    env.listen(type, (event) => {
      if (settings().actions && (event.isTrusted || isOfField(type))) listener(event);
    });
  const ofUser: Env = { ...env, listen };
  const looks = lookAhead(createLooks(report, env), ofUser);
  const recorder = createRecorder(report, env, looks);
  const isWanted = (): boolean => settings().actions;
  const stops = [
    watchClicks(recorder, ofUser, settling),
    watchNewTabs(recorder, ofUser, settling, isWanted),
    watchDialogs(recorder, env, isWanted),
    watchDrags(recorder, ofUser),
    watchUploads(recorder, ofUser),
    watchInputs(recorder, ofUser, settling),
    watchSelects(recorder, ofUser),
    watchKeys(recorder, ofUser, settling),
    watchSubmits(recorder, ofUser),
    watchScrolls(recorder, ofUser, settling),
    watchReleases(env, settling.releaseAll),
    looks.stop,
    report.outcomes.stop,
  ];
  return () => {
    settling.releaseAll();
    stops.forEach((stop) => {
      stop();
    });
  };
}

/**
 * Events that tell of a changed field count no matter who made them. Playwright's `selectOption`, its `fill` of a date and
 * password managers set the value and dispatch the event themselves, and the field did change.
 */
function isOfField(type: string): boolean {
  return type === 'input' || type === 'change';
}
