/**
 * Reads documents by the browser's own accessors, taken before any page script.
 *
 * Not only against a page that replaces methods: in `<form><input name="id">` the form's `id` is the input, and the
 * same goes for `action`, `method` and `parentNode`. The accessors on the prototypes cannot be fooled.
 */

import { isCallable } from './callable.ts';
import { documentProperties } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import { getter } from './getter.ts';
import { ownData } from './own-data.ts';
import type { PageWindow } from './page-window.ts';
import { apply, execute, get, getOwnPropertyDescriptor } from './primordials.ts';

export { getter };

/** What may be asked of nodes. */
export interface Dom extends DocumentProperties {
  /** Whether something out of an event's path is an element. */
  readonly isElement: (value: unknown) => value is Element;
  readonly attribute: (element: Element, name: string) => string | null;
  readonly attributeNames: (element: Element) => readonly string[];
  readonly localName: (element: Element) => string;
  readonly parent: (node: Node) => Node | null;
  readonly previous: (element: Element) => Element | null;
  readonly next: (element: Element) => Element | null;
  /** The document, or the shadow root, or the top of a detached tree. */
  readonly root: (node: Node) => Node;
  /** The element a shadow root belongs to; undefined for any other node. */
  readonly host: (node: Node) => Element | undefined;
  /** The open shadow root of an element. */
  readonly shadow: (element: Element) => ShadowRoot | null;
  /** All text below a node, code included: the browser's own, and so much faster than a walk. */
  readonly text: (node: Node) => string;
  /** The labels of a field; none for what is no field. */
  readonly labels: (element: Element) => ArrayLike<Element>;
  /** The field a label is for. */
  readonly control: (label: Element) => Element | null;
  readonly find: (within: Node, selector: string) => Element | null;
  readonly findAll: (within: Node, selector: string) => NodeListOf<Element>;
  /** The element at a place among all below a node; null if there are not so many. Looks no further than that. */
  readonly elementAt: (below: Node, index: number) => Element | null;
  /** Elements of a name, in the order of the document, for as long as nothing changes: no list is made of them. */
  readonly named: (within: Node, name: string) => ArrayLike<Element>;
  readonly matches: (element: Element, selector: string) => boolean;
  /** Walks the text nodes and elements below a node in tree order. */
  readonly walk: (below: Node) => () => Node | null;
  readonly nodeType: (node: Node) => number;
  readonly nodeValue: (node: Node) => string | null;
  /** Style only, no layout: neither `display: none` nor `visibility: hidden`. */
  readonly isVisible: (element: Element) => boolean;
  /** A name as it stands in a selector. */
  readonly escape: (name: string) => string;
  readonly computedStyle: PageWindow['getComputedStyle'];
  readonly path: (event: Event) => readonly EventTarget[];
}

/** Elements and text nodes. */
const SHOW_ELEMENTS_AND_TEXT = 5;

/** As `Node.ELEMENT_NODE`. */
export const ELEMENT_NODE = 1;

/** As `Node.DOCUMENT_FRAGMENT_NODE`. */
const FRAGMENT_NODE = 11;

/** As `Node.DOCUMENT_NODE`. */
const DOCUMENT_NODE = 9;

const PLAIN_NAME = /^[A-Za-z][\w-]*$/;

/** The accessors of one window; they read nodes of every document that lives in it. */
export function createDom(window: PageWindow): Dom {
  const { Document, Element, Event, Node, ShadowRoot, TreeWalker } = window;
  const { getAttribute, getAttributeNames, matches } = Element.prototype;
  const { getRootNode } = Node.prototype;
  const { createTreeWalker } = Document.prototype;
  const { nextNode } = TreeWalker.prototype;
  const { composedPath } = Event.prototype;
  const { getComputedStyle } = window;
  const nodeType = getter(Node.prototype, 'nodeType');
  const hostOf = getter(ShadowRoot.prototype, 'host');
  const textOf = getter(Node.prototype, 'textContent');
  return {
    isElement: elementTest(nodeType),
    attribute: (element, name) => apply(getAttribute, element, [name]),
    attributeNames: (element) => apply(getAttributeNames, element, []),
    localName: getter(Element.prototype, 'localName'),
    parent: getter(Node.prototype, 'parentNode'),
    previous: getter(Element.prototype, 'previousElementSibling'),
    next: getter(Element.prototype, 'nextElementSibling'),
    root: (node) => apply(getRootNode, node, []),
    host: (node) => (nodeType(node) === FRAGMENT_NODE ? shadowHost(node, hostOf) : undefined),
    shadow: getter(Element.prototype, 'shadowRoot'),
    text: (node) => textOf(node) ?? '',
    ...documentProperties(window),
    ...labelling(window),
    ...queries(window, nodeType),
    matches: (element, selector) => apply(matches, element, [selector]),
    walk(below) {
      const walker = apply(createTreeWalker, window.document, [below, SHOW_ELEMENTS_AND_TEXT]);
      return () => apply(nextNode, walker, []);
    },
    nodeType,
    nodeValue: getter(Node.prototype, 'nodeValue'),
    isVisible: visibilityTest(window),
    escape: escaper(window),
    computedStyle: (element, pseudo) => apply(getComputedStyle, window, [element, pseudo]),
    path: (event) => apply(composedPath, event, []),
  };
}

function elementTest(nodeType: (node: Node) => number): (value: unknown) => value is Element {
  return (value): value is Element => {
    try {
      // The accessor refuses whatever is no node, so this is the check and not only a claim.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      return nodeType(value as Node) === ELEMENT_NODE;
    } catch {
      return false;
    }
  };
}

/** The accessor tells shadow roots, of every frame, from other fragments. */
function shadowHost(node: Node, hostOf: (root: ShadowRoot) => Element): Element | undefined {
  try {
    // The accessor refuses whatever is no shadow root.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return hostOf(node as ShadowRoot);
  } catch {
    return undefined;
  }
}

/** Each kind of field has an accessor of its own, which refuses every other kind. */
function labelling(window: PageWindow): Pick<Dom, 'labels' | 'control'> {
  const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement } = window;
  const { HTMLLabelElement } = window;
  const ofInput = getter(HTMLInputElement.prototype, 'labels');
  const ofSelect = getter(HTMLSelectElement.prototype, 'labels');
  const ofTextArea = getter(HTMLTextAreaElement.prototype, 'labels');
  const ofButton = getter(HTMLButtonElement.prototype, 'labels');
  const controlOf = getter(HTMLLabelElement.prototype, 'control');
  const labelsOf = (element: Element): ArrayLike<Element> | null => {
    if (element instanceof HTMLInputElement) return ofInput(element);
    if (element instanceof HTMLSelectElement) return ofSelect(element);
    if (element instanceof HTMLTextAreaElement) return ofTextArea(element);
    return element instanceof HTMLButtonElement ? ofButton(element) : null;
  };
  return {
    labels: (element) => labelsOf(element) ?? NO_LABELS,
    control: (label) => (label instanceof HTMLLabelElement ? controlOf(label) : null),
  };
}

const NO_LABELS: readonly Element[] = [];

type Queries = Pick<Dom, 'find' | 'findAll' | 'elementAt' | 'named'>;

/** Documents, shadow roots and elements each have methods of their own. */
function queries(window: PageWindow, nodeType: (node: Node) => number): Queries {
  const ofElement = queryMethods(window.Element.prototype);
  const ofDocument = queryMethods(window.Document.prototype);
  const ofFragment = queryMethods(window.DocumentFragment.prototype);
  const methodsFor = (node: Node): QueryMethods => {
    const type = nodeType(node);
    if (type === ELEMENT_NODE) return ofElement;
    return type === DOCUMENT_NODE ? ofDocument : ofFragment;
  };
  const findAll: Dom['findAll'] = (within, selector) =>
    apply(methodsFor(within).querySelectorAll, within, [selector]);
  const { item } = window.HTMLCollection.prototype;
  return {
    find: (within, selector) => apply(methodsFor(within).querySelector, within, [selector]),
    findAll,
    elementAt(below, index) {
      const { getElementsByTagName } = methodsFor(below);
      // Shadow roots have no such list; they are small.
      if (getElementsByTagName === undefined) return findAll(below, '*')[index] ?? null;
      return apply(item, apply(getElementsByTagName, below, ['*']), [index]);
    },
    named(within, name) {
      const { getElementsByTagName } = methodsFor(within);
      return getElementsByTagName === undefined
        ? findAll(within, name)
        : apply(getElementsByTagName, within, [name]);
    },
  };
}

interface QueryMethods {
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): NodeListOf<Element>;
  getElementsByTagName?(name: string): HTMLCollectionOf<Element>;
}

function queryMethods(prototype: QueryMethods): QueryMethods {
  const { querySelector, querySelectorAll, getElementsByTagName } = prototype;
  return { querySelector, querySelectorAll, ...(getElementsByTagName && { getElementsByTagName }) };
}

/** Browsers without `checkVisibility` take everything for visible. */
function visibilityTest({ Element }: PageWindow): (element: Element) => boolean {
  const check: unknown = getOwnPropertyDescriptor(Element.prototype, 'checkVisibility')?.value;
  if (!isCallable(check)) return () => true;
  const options = { visibilityProperty: true };
  return (element) => apply(check, element, [options]) !== false;
}

/** Browsers without `CSS.escape` get selectors of plain names only. */
function escaper(window: PageWindow): (name: string) => string {
  const holder: unknown = ownData(window, 'CSS');
  const escape: unknown = isObject(holder) ? get(holder, 'escape') : undefined;
  if (!isCallable(escape)) return (name) => (execute(PLAIN_NAME, name) === null ? '' : name);
  return (name) => String(apply(escape, holder, [name]));
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
