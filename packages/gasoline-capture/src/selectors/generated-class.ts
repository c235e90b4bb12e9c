/** Tells class names that a build step made from those a person wrote: only the latter survive the next build. */

import { execute } from '../primordials.ts';

const GENERATED = [
  // Emotion, styled-components, Chakra, JSS, styled-jsx, Svelte, Vue, Angular, Astro.
  /^(?:css|sc|emotion|styled|chakra|jss|jsx|svelte|makeStyles|_ng(?:content|host)|ng-tns|astro|data-v)-|^jss\d|^Mui\w+-\w+-\d+$/,
  // States that frameworks keep in classes.
  /^ng-(?:star-inserted|(?:un)?touched|(?:in)?valid|dirty|pristine|pending|submitted)$|-(?:enter|leave)(?:-from|-active|-to)?$/,
  // CSS modules: `Button_primary__x7Kq2`, `_primary_1a2b3_14`, `_3xKq9Zb1`.
  /__[A-Za-z0-9+/-]*(?:\d|[a-z][A-Z])[A-Za-z0-9+/-]*$/,
  /^_[A-Za-z][\w-]*_[a-z0-9]{5,}(?:_\d+)?$/,
  /^_(?=.*\d)(?=.*[A-Z])[\w-]{5,}$/,
  // Tailwind: variants, fractions, arbitrary values.
  /[:/[\]!()*]/,
  // Its scales (`mt-4`, `-left-1.5`, `text-2xl`) and colours (`bg-red-500`).
  /^-?(?:[mp][trblxyse]?|(?:min-|max-)?[wh]|z|size|gap|inset|top|left|right|bottom|text|border|rounded|ring|order|opacity|scale|rotate|duration|delay|basis|leading|outline|stroke|(?:space|gap|inset|translate|divide|border)-[trblxy]|(?:col|row)-(?:span|start|end)|grid-(?:cols|rows))-(?:[\d.]+|\d*x[sl])$/,
  /^[a-z]+-(?:[a-z]+-\d{2,3}|white|black|transparent|current|inherit)$/,
  // Its words: sizes, and what has no meaning but its look.
  /^(?:(?:min-|max-)?[wh]|size|inset|[mp][trblxy]?|gap|basis|flex|grid|order|col|row|z|top|left|right|bottom)-(?:full|screen|auto|fit|min|max|px|none|initial|first|last|wrap|nowrap|col|row|1)$/,
  /^(?:cursor-(?:pointer|default|wait|not-allowed)|(?:items|justify|self|content|place-items)-(?:start|end|center|between|around|evenly|stretch|baseline)|font-(?:bold|medium|normal|semibold|light|mono|sans|serif)|(?:text|rounded|shadow)-(?:sm|base|md|lg|left|right|center|full|none)|overflow-(?:hidden|auto|scroll|visible)|(?:leading|tracking|transition|ease)-[a-z-]+|sr-only|truncate|antialiased|inline-flex|inline-block|select-none|whitespace-nowrap)$/,
  // Hashes: letters around digits, digits first, capitals anywhere, or letters that nobody could pronounce.
  /^(?=.{5,})[A-Za-z_-]*[a-z]\d+[a-z]+\d*[A-Za-z0-9_-]*$/i,
  /^\d\w{5,}$/,
  /^(?=.{5,8}$)[a-z]+(?:[A-Z][a-z]?){2,}$/,
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
