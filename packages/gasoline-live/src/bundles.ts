/**
 * What is agreed between a page's world and its driver.
 *
 * A driver (the extension's worker, `gasoline attach`) calls the global `gasolineLive` of an isolated world with a query.
 * Where it is missing, or something it needs is, the driver adds the bundle named in the reply and asks again: the
 * checker weighs half a megabyte, and most pages are never checked.
 */

import type { LiveOutcome } from 'gasoline-wire';

/** Files a driver may be asked to run. */
export const BUNDLES = ['live.js', 'axe.js'] as const;

/** One of them. */
export type BundleName = (typeof BUNDLES)[number];

/** What a page says: the outcome, or the name of the bundle it lacks. */
export type Reply = LiveOutcome | BundleName;
