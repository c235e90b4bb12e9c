/** Gasoline for Playwright. */

export { captureContext } from './binding.ts';
export type { CaptureContextOptions, ContextCapture } from './binding.ts';
