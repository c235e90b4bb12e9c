/** Carries entries to the server from wherever it can be reached. */

export { Delivery } from './delivery.ts';
export type { DeliveryOptions, DeliveryReport, LinkState } from './delivery.ts';
