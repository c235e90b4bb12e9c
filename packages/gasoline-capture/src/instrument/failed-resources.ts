/**
 * Scripts, stylesheets, images and fonts that could not be loaded: without them an app may not even start.
 *
 * The `error` event of an element tells that something failed, but not why, and does not leave shadow trees. The browser's
 * list of resources tells the status of all that answered, no matter who asked: style sheets and `new Image()` too. Both are
 * joined when the page is idle.
 */

import type { ResourceKind } from 'gasoline-wire';

import { watchReleases } from '../documents.ts';
import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import { failedElementReader } from '../failed-element.ts';
import type { FailedElement } from '../failed-element.ts';
import type { Reporting } from '../instrument.ts';
import { isOwnTraffic } from '../own-traffic.ts';
import type { Uninstall } from '../patch.ts';
import { append, bareRecord, execute, indexOf } from '../primordials.ts';
import { resourceTypeOf } from '../resource-type.ts';
import { isResource } from '../timeline.ts';

/** Of each window; a page that asks for the same missing file without end is told of once. */
const MAX_TOLD = 100;

/** Who asks for what other instruments tell of, or what is a document of its own. */
const OTHERS = ' fetch xmlhttprequest beacon navigation iframe frame ';

interface Failed extends FailedElement {
  readonly ts: string;
}

/** Records resources that failed until uninstalled. */
export function instrumentFailedResources(
  { emit, settings, resources, annotations, blocked }: Reporting,
  env: Env,
): Uninstall {
  const read = failedElementReader(env);
  const told = bareRecord<true>();
  let toldCount = 0;
  let waiting: Failed[] = [];

  const tell = (url: string, kind: ResourceKind, why: string, ts: string, timing?: Timing): void => {
    const isKnown = told[url] === true || toldCount >= MAX_TOLD || blocked.has(url);
    if (isKnown || isOwnTraffic(url, settings().ownServer)) return;
    told[url] = true;
    toldCount += 1;
    emit('/logs', {
      type: 'network',
      ts,
      level: 'error',
      message: `${kind === 'other' ? 'resource' : kind} ${boundedUrl(url)} failed to load: ${why}`,
      resourceKind: kind,
      method: 'GET',
      url: boundedUrl(url),
      pageUrl: documentUrl(env),
      status: timing?.responseStatus ?? 0,
      duration: timing?.duration ?? 0,
      _context: annotations.context(),
    });
  };
  const tellWaiting = (): void => {
    const failed = waiting;
    waiting = [];
    for (let index = 0; index < failed.length; index += 1) {
      const { url, kind, isInline, ts } = failed[index] ?? NOTHING;
      const timing = timingOf(env, url);
      if (url !== '') tell(url, kind, isInline ? INLINE : reasonOf(timing), ts, timing);
    }
  };
  const stopEvents = env.listen('error', (event) => {
    const failed = event.isTrusted ? read(event.target) : undefined;
    if (failed === undefined) return;
    append(waiting, { ...failed, ts: timestamp(env) });
    if (waiting.length === 1) env.whenIdle(tellWaiting);
  });
  const observation = resources.watch((entries) => {
    const began = env.now() - env.timeline.now();
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry !== undefined && hasFailed(entry, env.window.location.origin))
        tell(entry.name, kindOf(entry), reasonOf(entry), timestamp(env, began + entry.responseEnd), entry);
    }
  });
  const stopReleases = watchReleases(env, () => {
    tellWaiting();
    observation.catchUp();
  });
  return () => {
    stopReleases();
    stopEvents();
    tellWaiting();
    observation.stop();
  };
}

type Timing = Pick<PerformanceResourceTiming, 'responseStatus' | 'duration' | 'responseStart'> & {
  /** Not in every browser. */
  readonly contentType?: string;
};

const NOTHING: Failed = { url: '', kind: 'other', isInline: false, ts: '' };

const INLINE = 'a module that this inline script imports could not be loaded';

/** The latest load of an address. */
function timingOf(env: Env, url: string): Timing | undefined {
  const entries = env.timeline.entries('resource');
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (isResource(entry) && entry.name === url) return entry;
  }
  return undefined;
}

/** The status, or as much as the browser tells. */
function reasonOf(timing: Timing | undefined): string {
  const { responseStatus: status = 0, contentType = '' } = timing ?? {};
  if (status >= 400) return `${status}`;
  if (status > 0)
    return `it answered ${status}${contentType && ' '}${contentType}, but the browser could not use that`;
  return 'no answer, or the browser does not tell';
}

/** Refused; or without an answer, which the browser tells only of the page's own origin. */
function hasFailed(entry: PerformanceResourceTiming, origin: string): boolean {
  const { name, initiatorType, responseStatus, responseStart, transferSize } = entry;
  if (indexOf(OTHERS, ` ${initiatorType} `) >= 0 || isOwnIdea(name, initiatorType)) return false;
  if (responseStatus >= 400) return true;
  return (
    responseStatus === 0 && responseStart === 0 && transferSize === 0 && indexOf(name, `${origin}/`) === 0
  );
}

/** Browsers ask for this icon by themselves, and nobody misses it. */
function isOwnIdea(name: string, initiatorType: string): boolean {
  return initiatorType === 'other' && execute(DEFAULT_ICON, name) !== null;
}

const DEFAULT_ICON = /^\w+:\/\/[^/]+\/favicon\.ico$/;

function kindOf(entry: PerformanceResourceTiming): ResourceKind {
  const type = resourceTypeOf(entry);
  if (type === 'style') return 'stylesheet';
  return type === 'script' || type === 'image' || type === 'font' ? type : 'other';
}
