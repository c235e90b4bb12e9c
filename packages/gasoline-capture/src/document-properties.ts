/**
 * What documents say of themselves, by the browser's own accessors.
 *
 * An element with a name takes over the property of that name: after `<form name="title">`, `document.title` is the form.
 */

import { getter } from './getter.ts';
import type { PageWindow } from './page-window.ts';

/** What may be asked of a document. */
export interface DocumentProperties {
  readonly title: (document: Document) => string;
  readonly referrer: (document: Document) => string;
  readonly readyState: (document: Document) => DocumentReadyState;
  readonly visibility: (document: Document) => DocumentVisibilityState;
  /** Against what its addresses are read. */
  readonly base: (document: Document) => string;
  readonly documentElement: (document: Document) => Element;
  /** Null before there is one; TypeScript believes that there always is. */
  readonly body: (document: Document) => HTMLElement | null;
  readonly focused: (document: Document) => Element | null;
  /** Whether it is made ready without being shown. */
  readonly isPrerendering: (document: Document) => boolean;
}

/** The accessors of one window. */
export function documentProperties({ Document, Node }: PageWindow): DocumentProperties {
  const { prototype } = Document;
  const prerendering = getter(prototype, 'prerendering');
  return {
    title: getter(prototype, 'title'),
    referrer: getter(prototype, 'referrer'),
    readyState: getter(prototype, 'readyState'),
    visibility: getter(prototype, 'visibilityState'),
    base: getter(Node.prototype, 'baseURI'),
    documentElement: getter(prototype, 'documentElement'),
    body: getter(prototype, 'body'),
    focused: getter(prototype, 'activeElement'),
    // Not every browser has it.
    isPrerendering: (document) => prerendering(document) === true,
  };
}
