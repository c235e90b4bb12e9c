/** Tells class names that a build step made from those a person wrote: only the latter survive the next build. */

import { execute } from '../primordials.ts';

const GENERATED = [
  // Emotion, styled-components, Chakra, JSS, styled-jsx, Svelte, Angular, Astro.
  /^(?:css|sc|emotion|styled|chakra|jss|jsx|svelte|makeStyles|_ng(?:content|host)|ng-tns|astro)-/,
  // CSS modules: `Button_primary__x7Kq2`, `_primary_1a2b3_14`.
  /__[A-Za-z0-9+/-]*(?:\d|[a-z][A-Z])[A-Za-z0-9+/-]*$/,
  /^_[A-Za-z][\w-]*_[a-z0-9]{5,}(?:_\d+)?$/,
  // Tailwind: variants, fractions, arbitrary values, and the numbered scale (`mt-4`, `-left-1.5`, `bg-red-500`).
  /[:/[\]!]/,
  /^-?[a-z]+(?:-[a-z]+)*-\d+(?:\.5)?$/,
  // Hashes: letters around digits, or letters that nobody could pronounce.
  /^(?=.{5,})[A-Za-z_-]*[a-z]\d+[a-z]+\d*[A-Za-z0-9_-]*$/i,
  /^[b-df-hj-np-tv-xz]{5,}$/i,
  /[b-df-hj-np-tv-xz]{6}/i,
];

/** Whether a class name looks generated. */
export function isGeneratedClass(name: string): boolean {
  for (let index = 0; index < GENERATED.length; index += 1) {
    const pattern = GENERATED[index];
    if (pattern !== undefined && execute(pattern, name) !== null) return true;
  }
  return false;
}
