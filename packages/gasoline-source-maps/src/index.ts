/** Shows the source around errors: reads stacks, finds and decodes maps, cuts out the lines. */

export type { Fetch, FetchRequest } from './bounded-fetch.ts';
export { Enricher, pageParts } from './enricher.ts';
export type { EnricherParts, EnrichmentWish } from './enricher.ts';
export { withoutFragment } from './fragment.ts';
export { LIMITS } from './limits.ts';
export { parseStack } from './stack.ts';
export { seenScript } from './seen-script.ts';
export type { SeenScript } from './seen-script.ts';
export { SourceSnippets } from './source-snippets.ts';
export type { ErrorOrigin, SnippetsFound } from './source-snippets.ts';
export type { FindMap, FoundMap } from './script.ts';
