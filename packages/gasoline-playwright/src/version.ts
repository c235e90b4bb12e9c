/** What depends on the version of Playwright. */

import { createRequire } from 'node:module';

/** What pages may do under a version. */
export interface Abilities {
  /** A page's last beacons are seen neither by `page.route` nor by `page.on('request')`. */
  readonly hidesBeacons: boolean;
  /** A binding works on when it is taken out of the page's sight: it does not look itself up by its name. */
  readonly hidesBindings: boolean;
}

type Version = readonly [major: number, minor: number];

const HIDDEN_BEACONS: Version = [1, 62];
const HIDDEN_BINDINGS: Version = [1, 54];

/** What is possible where the version is not known. */
export const LEAST: Abilities = { hidesBeacons: false, hidesBindings: false };

/** What the Playwright can do that a file finds: its own path is where the search begins. */
export function abilitiesFrom(file: string, name: 'playwright-core' | '@playwright/test'): Abilities {
  try {
    const description: unknown = createRequire(file)(`${name}/package.json`);
    const isDescription = typeof description === 'object' && description !== null;
    const version: unknown = isDescription ? Reflect.get(description, 'version') : undefined;
    return typeof version === 'string' ? abilitiesOf(version) : LEAST;
  } catch {
    return LEAST;
  }
}

/** What a version can do. */
export function abilitiesOf(version: string): Abilities {
  return {
    hidesBeacons: isSince(version, HIDDEN_BEACONS),
    hidesBindings: isSince(version, HIDDEN_BINDINGS),
  };
}

function isSince(version: string, [oldestMajor, oldestMinor]: Version): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
