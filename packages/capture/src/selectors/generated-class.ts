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
  // Tailwind's words: sizes, and what has no meaning but its look.
  /^(?:(?:min-|max-)?[wh]|size|inset|m[trblxy]?|p[trblxy]?|gap|basis|flex|grid|order|col|row|z|top|left|right|bottom)-(?:full|screen|auto|fit|min|max|px|none|initial|first|last|wrap|nowrap|1)$/,
  /^(?:cursor-(?:pointer|default|wait|not-allowed)|(?:items|justify|self|content|place-items)-(?:start|end|center|between|around|evenly|stretch|baseline)|font-(?:bold|medium|normal|semibold|light|mono|sans|serif)|(?:text|rounded|shadow)-(?:xs|sm|base|md|lg|xl|left|right|center|full|none)|overflow-(?:hidden|auto|scroll|visible)|sr-only|truncate|antialiased|inline-flex|inline-block|select-none|whitespace-nowrap)$/,
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
