/** Watches a page and tells a sink what happened, without the page noticing. */

export type { PageIdentity } from './emit.ts';
export { createEnrichment } from './enrichment/enrichment.ts';
export type { CreateEnrichment, Enrichment, Follow } from './enrichment/enrichment.ts';
export { createEnv } from './env.ts';
export type { Env } from './env.ts';
export * as json from './json.ts';
export { landmarksOf } from './landmarks.ts';
export type { LandmarksOf } from './landmarks.ts';
export { awaitLatePart } from './late/late-part.ts';
export type { AwaitedPart, LatePart } from './late/late-part.ts';
export { ownCollections } from './late/own-collections.ts';
export { createOutcomes } from './outcomes/outcomes.ts';
export { withoutOutcomes } from './outcomes/without-outcomes.ts';
export { isOfCache } from './leaving.ts';
export { sanitisedHeaders } from './network/headers.ts';
export type { HeaderValues } from './network/headers.ts';
export type { PageWindow } from './page-window.ts';
export * as patch from './patch.ts';
export { observeMethod } from './patch.ts';
export type { Uninstall } from './patch.ts';
export { platformOf } from './platform.ts';
export * as primordials from './primordials.ts';
export {
  append,
  apply,
  bareRecord,
  BrowserPromise,
  defineProperty,
  deleteProperty,
  execute,
  get,
  getOwnPropertyDescriptor,
  hasOwn,
  indexOf,
  quote,
  slice,
  without,
} from './primordials.ts';
export { quiet } from './quiet.ts';
export { releaseWithin } from './release-within.ts';
export { watchRemoval } from './removal.ts';
export { recogniser } from './selectors/recognise.ts';
export { unrecognised } from './selectors/recognised.ts';
export type { Recogniser } from './selectors/recognised.ts';
export { AI_CONTEXT, CAPTURE_ALL, CAPTURE_ERRORS } from './settings.ts';
export type {
  AiContextSettings,
  CaptureLevel,
  CurrentSettings,
  Settings,
  WebSocketMode,
} from './settings.ts';
export type { BatchLimits, Sink } from './sink.ts';
export { isCaptured, startCapture } from './start.ts';
export type { CaptureOptions } from './start.ts';
export type { Cancel } from './timers.ts';
export { watchAttributedVitals } from './attributed-vitals.ts';
export { watchVitals } from './vitals.ts';
export type { WatchVitals } from './vitals.ts';
export * as vitalsGlobals from './vitals-globals.ts';
export { isWanted } from './wanted.ts';
