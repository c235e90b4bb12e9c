/** Gasoline for Playwright. */

export type { AiContextOptions } from './ai-context.ts';
export { captureContext } from './binding.ts';
export type { CaptureContextOptions, CaptureMode, ContextCapture } from './binding.ts';
export { expect, test } from './fixture.ts';
export type { Gasoline, GasolineOptions } from './fixture.ts';
export { GasolineServerError } from './server.ts';
export type { Entry, Snapshot, SnapshotStats } from './server.ts';
