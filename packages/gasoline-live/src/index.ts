/** The name under which drivers find the answers of a page, in a world of their own. */

export { BUNDLES } from './bundles.ts';
export type { BundleName, Reply } from './bundles.ts';
