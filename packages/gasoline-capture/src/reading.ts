/** How capture reads documents, for the live queries: what is masked there is masked here, by the same code. */

export { fieldReader } from './actions/field-value.ts';
export type { FieldReader } from './actions/field-value.ts';
export { createDom, getter } from './dom.ts';
export type { Dom } from './dom.ts';
export type { PageWindow } from './page-window.ts';
export { textOf } from './text.ts';
