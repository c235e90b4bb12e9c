/** Carries entries to the server from wherever it can be reached. */

export { BRIEF } from './breaker.ts';
export type { Patience } from './breaker.ts';
export { Delivery, OUTBOX_LIMITS } from './delivery.ts';
export type { DeliveryOptions, DeliveryReport, LinkState } from './delivery.ts';
export type { Batch, Limits, Waiting } from './outbox.ts';
