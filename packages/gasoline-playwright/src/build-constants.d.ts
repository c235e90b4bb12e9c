/** Filled in by scripts/build.mjs. */
declare const GASOLINE_VERSION: string;
