/**
 * Lets Node run the TypeScript of this repository as it stands: `node --import ./e2e/bench/typescript.mjs main.ts`.
 *
 * The oldest Node we support does not know types, and bundling would lose where each module lies.
 */

import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);
