/** When a page is worth a picture. */

import type { ScreenshotTrigger } from 'gasoline-wire';
import type { Route } from 'gasoline-wire/route';

import type { AutoScreenshot } from '../settings/table.ts';

import { nameOf } from './entry.ts';
import type { EntryName } from './entry.ts';

/** What made a picture due. */
export interface Occasion {
  readonly trigger: ScreenshotTrigger;
  readonly name: EntryName;
  /** The page says later whether it changed anything. */
  readonly awaitsOutcome?: true;
}

/** Actions that change what is seen only by moving it, or come with an occasion of their own. */
const UNREMARKABLE: readonly unknown[] = ['navigate', 'scroll'];

/** Actions of which the page says later what they led to. */
const WITH_OUTCOME: readonly unknown[] = ['click', 'doubleclick', 'submit'];

/** The first entry of a batch that calls for a picture, by what the person wants. */
export function firstOccasion(
  route: Route,
  entries: readonly string[],
  wanted: AutoScreenshot,
): Occasion | undefined {
  for (const entry of entries) {
    const occasion = occasionOf(route, entry, wanted);
    if (occasion !== undefined) return occasion;
  }
  return undefined;
}

function occasionOf(route: Route, entry: string, wanted: AutoScreenshot): Occasion | undefined {
  switch (route) {
    case '/logs':
      // Most lines are none and need not be parsed to see that.
      return wanted.on_error && entry.includes('"type":"exception"')
        ? named('error', entry, (type) => type === 'exception')
        : undefined;
    case '/dom-snapshots':
      // Taken when a page or a route has settled, which is when there is something to see.
      return wanted.on_navigation ? named('navigation', entry, () => true) : undefined;
    case '/enhanced-actions':
      return wanted.on_action ? actionOf(entry) : undefined;
    default:
      return undefined;
  }
}

/** Additions to actions have no type. */
function actionOf(entry: string): Occasion | undefined {
  const { type, name } = nameOf(entry);
  if (name === undefined || typeof type !== 'string' || UNREMARKABLE.includes(type)) return undefined;
  const occasion: Occasion = { trigger: 'action', name };
  return WITH_OUTCOME.includes(type) ? { ...occasion, awaitsOutcome: true } : occasion;
}

function named(
  trigger: ScreenshotTrigger,
  entry: string,
  isMeant: (type: unknown) => boolean,
): Occasion | undefined {
  const { type, name } = nameOf(entry);
  return name !== undefined && isMeant(type) ? { trigger, name } : undefined;
}
