/** What kind of resource was loaded. The browser names only who asked for it, so the file name helps. */

import type { ResourceTotals } from 'gasoline-wire';

import { execute, lowerCase } from './primordials.ts';

/** The end of a path, without query and fragment. */
const EXTENSION = /\.([a-z0-9]{2,5})(?:[?#]|$)/i;

const BY_EXTENSION: Readonly<Record<string, keyof ResourceTotals | undefined>> = {
  js: 'script',
  mjs: 'script',
  css: 'style',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  svg: 'image',
  webp: 'image',
  avif: 'image',
  ico: 'image',
  woff: 'font',
  woff2: 'font',
  ttf: 'font',
  otf: 'font',
};

const BY_INITIATOR: Readonly<Record<string, keyof ResourceTotals | undefined>> = {
  script: 'script',
  css: 'image',
  img: 'image',
  image: 'image',
  fetch: 'fetch',
  xmlhttprequest: 'fetch',
  beacon: 'fetch',
};

/** The type of a resource for the totals. */
export function resourceTypeOf({ name, initiatorType }: PerformanceResourceTiming): keyof ResourceTotals {
  const initiated = BY_INITIATOR[initiatorType];
  if (initiated === 'fetch' || initiated === 'script') return initiated;
  const extension = lowerCase(execute(EXTENSION, name)?.[1] ?? '');
  return BY_EXTENSION[extension] ?? initiated ?? 'other';
}
