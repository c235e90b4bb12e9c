// Gasoline 0.1.0: runs in the isolated world. Built from packages/gasoline-live/src/live.ts by scripts/build.mjs, do not edit.
"use strict";
(() => {
  // packages/gasoline-capture/src/callable.ts
  function isCallable(value) {
    return typeof value === "function";
  }

  // packages/gasoline-capture/src/primordials.ts
  var { apply, deleteProperty, get, getPrototypeOf, set } = Reflect;
  var { defineProperty: defineAsTold } = Reflect;
  var { keys: objectKeys, hasOwn, is: isSameValue, getOwnPropertyDescriptor } = Object;
  var { isArray } = Array;
  var { isView } = ArrayBuffer;
  var { isFinite: isFiniteNumber } = Number;
  var { floor, max, min, round } = Math;
  var { parseFloat, parseInt } = globalThis;
  var { bind, call } = Function.prototype;
  var bindCall = apply;
  function uncurried(method) {
    return bindCall(bind, call, [method]);
  }
  function getterOf(prototype, name) {
    return uncurried(getOwnPropertyDescriptor(prototype, name)?.get ?? refuse);
  }
  function refuse() {
    throw new TypeError("the page removed this getter before we came");
  }
  var nativeTag = uncurried(Object.prototype.toString);
  var { toStringTag } = Symbol;
  var slice = uncurried(String.prototype.slice);
  var indexOf = uncurried(
    String.prototype.indexOf
  );
  var lowerCase = uncurried(String.prototype.toLowerCase);
  var upperCase = uncurried(String.prototype.toUpperCase);
  var characterAt = uncurried(String.prototype.charAt);
  var characterCodeAt = uncurried(
    String.prototype.charCodeAt
  );
  var lastIndexOf = uncurried(String.prototype.lastIndexOf);
  var trim = uncurried(String.prototype.trim);
  var wellFormed = uncurried(String.prototype.toWellFormed);
  var bigintText = uncurried(BigInt.prototype.toString);
  var symbolText = uncurried(Symbol.prototype.toString);
  var dateTime = uncurried(Date.prototype.getTime);
  var dateText = uncurried(Date.prototype.toISOString);
  var regexpSource = getterOf(RegExp.prototype, "source");
  var regexpFlags = getterOf(RegExp.prototype, "flags");
  var mapSize = getterOf(Map.prototype, "size");
  var setSize = getterOf(Set.prototype, "size");
  var viewLength = getterOf(
    getPrototypeOf(Uint8Array.prototype) ?? {},
    "length"
  );
  var bufferLength = getterOf(ArrayBuffer.prototype, "byteLength");
  var viewByteLength = getterOf(
    getPrototypeOf(Uint8Array.prototype) ?? {},
    "byteLength"
  );
  var viewBuffer = getterOf(
    getPrototypeOf(Uint8Array.prototype) ?? {},
    "buffer"
  );
  var viewOffset = getterOf(getPrototypeOf(Uint8Array.prototype) ?? {}, "byteOffset");
  var dataViewBuffer = getterOf(DataView.prototype, "buffer");
  var dataViewOffset = getterOf(DataView.prototype, "byteOffset");
  var dataViewLength = getterOf(DataView.prototype, "byteLength");
  var dereference = uncurried(WeakRef.prototype.deref);
  var sorted = uncurried(Array.prototype.sort);
  var execute = uncurried(
    RegExp.prototype.exec
  );
  var mapEntries = uncurried(Map.prototype.entries);
  var setValues = uncurried(Set.prototype.values);
  var nextOfMap = uncurried(mapEntries(/* @__PURE__ */ new Map()).next);
  var nextOfSet = uncurried(setValues(/* @__PURE__ */ new Set()).next);
  var hasMember = uncurried(Set.prototype.has);
  var addMember = uncurried(Set.prototype.add);
  var removeMember = uncurried(Set.prototype.delete);
  var eachMember = uncurried(Set.prototype.forEach);
  var { Set: OriginalSet, WeakMap: OriginalWeakMap } = globalThis;
  var recall = uncurried(
    WeakMap.prototype.get
  );
  var remember = uncurried(WeakMap.prototype.set);
  var createObject = Object.create;
  function bareRecord() {
    return createObject(null);
  }
  var Member = class {
    constructor(value) {
      this.value = value;
    }
    value;
    writable = true;
    enumerable = true;
    configurable = true;
  };
  Object.setPrototypeOf(Member.prototype, null);
  var arrayPrototype = Array.prototype;
  var objectPrototype = Object.prototype;

  // packages/gasoline-capture/src/getter.ts
  function getter(prototype, name) {
    const read = getOwnPropertyDescriptor(prototype, name)?.get;
    return read === void 0 ? (self) => self[name] : uncurried(read);
  }

  // packages/gasoline-capture/src/document-properties.ts
  function documentProperties({ Document, Node }) {
    const { prototype } = Document;
    const prerendering = getter(prototype, "prerendering");
    return {
      title: getter(prototype, "title"),
      referrer: getter(prototype, "referrer"),
      readyState: getter(prototype, "readyState"),
      visibility: getter(prototype, "visibilityState"),
      base: getter(Node.prototype, "baseURI"),
      documentElement: getter(prototype, "documentElement"),
      body: getter(prototype, "body"),
      focused: getter(prototype, "activeElement"),
      // Not every browser has it.
      isPrerendering: (document) => prerendering(document) === true
    };
  }

  // packages/gasoline-capture/src/own-data.ts
  function ownData(object, name) {
    const descriptor = getOwnPropertyDescriptor(object, name);
    return descriptor !== void 0 && hasOwn(descriptor, "value") ? descriptor.value : void 0;
  }

  // packages/gasoline-capture/src/dom.ts
  var SHOW_ELEMENTS_AND_TEXT = 5;
  var ELEMENT_NODE = 1;
  var FRAGMENT_NODE = 11;
  var DOCUMENT_NODE = 9;
  var PLAIN_NAME = /^[A-Za-z][\w-]*$/;
  function createDom(window2) {
    const { Document, Element, Event, Node, ShadowRoot, TreeWalker } = window2;
    const { getAttribute, getAttributeNames, matches } = Element.prototype;
    const { getRootNode } = Node.prototype;
    const { createTreeWalker } = Document.prototype;
    const { nextNode } = TreeWalker.prototype;
    const { composedPath } = Event.prototype;
    const { getComputedStyle } = window2;
    const nodeType = getter(Node.prototype, "nodeType");
    const hostOf = getter(ShadowRoot.prototype, "host");
    const textOf2 = getter(Node.prototype, "textContent");
    return {
      isElement: elementTest(nodeType),
      attribute: (element, name) => apply(getAttribute, element, [name]),
      attributeNames: (element) => apply(getAttributeNames, element, []),
      localName: getter(Element.prototype, "localName"),
      parent: getter(Node.prototype, "parentNode"),
      previous: getter(Element.prototype, "previousElementSibling"),
      next: getter(Element.prototype, "nextElementSibling"),
      root: (node) => apply(getRootNode, node, []),
      host: (node) => nodeType(node) === FRAGMENT_NODE ? shadowHost(node, hostOf) : void 0,
      shadow: getter(Element.prototype, "shadowRoot"),
      text: (node) => textOf2(node) ?? "",
      ...documentProperties(window2),
      ...labelling(window2),
      ...queries(window2, nodeType),
      matches: (element, selector) => apply(matches, element, [selector]),
      walk(below) {
        const walker = apply(createTreeWalker, window2.document, [below, SHOW_ELEMENTS_AND_TEXT]);
        return () => apply(nextNode, walker, []);
      },
      nodeType,
      nodeValue: getter(Node.prototype, "nodeValue"),
      isVisible: visibilityTest(window2),
      escape: escaper(window2),
      computedStyle: (element, pseudo) => apply(getComputedStyle, window2, [element, pseudo]),
      path: (event) => apply(composedPath, event, [])
    };
  }
  function elementTest(nodeType) {
    return (value) => {
      try {
        return nodeType(value) === ELEMENT_NODE;
      } catch {
        return false;
      }
    };
  }
  function shadowHost(node, hostOf) {
    try {
      return hostOf(node);
    } catch {
      return void 0;
    }
  }
  function labelling(window2) {
    const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement } = window2;
    const { HTMLLabelElement } = window2;
    const ofInput2 = getter(HTMLInputElement.prototype, "labels");
    const ofSelect = getter(HTMLSelectElement.prototype, "labels");
    const ofTextArea = getter(HTMLTextAreaElement.prototype, "labels");
    const ofButton = getter(HTMLButtonElement.prototype, "labels");
    const controlOf = getter(HTMLLabelElement.prototype, "control");
    const labelsOf = (element) => {
      if (element instanceof HTMLInputElement) return ofInput2(element);
      if (element instanceof HTMLSelectElement) return ofSelect(element);
      if (element instanceof HTMLTextAreaElement) return ofTextArea(element);
      return element instanceof HTMLButtonElement ? ofButton(element) : null;
    };
    return {
      labels: (element) => labelsOf(element) ?? NO_LABELS,
      control: (label) => label instanceof HTMLLabelElement ? controlOf(label) : null
    };
  }
  var NO_LABELS = [];
  function queries(window2, nodeType) {
    const ofElement = queryMethods(window2.Element.prototype);
    const ofDocument = queryMethods(window2.Document.prototype);
    const ofFragment = queryMethods(window2.DocumentFragment.prototype);
    const methodsFor = (node) => {
      const type = nodeType(node);
      if (type === ELEMENT_NODE) return ofElement;
      return type === DOCUMENT_NODE ? ofDocument : ofFragment;
    };
    const findAll = (within, selector) => apply(methodsFor(within).querySelectorAll, within, [selector]);
    const { item } = window2.HTMLCollection.prototype;
    return {
      find: (within, selector) => apply(methodsFor(within).querySelector, within, [selector]),
      findAll,
      elementAt(below, index) {
        const { getElementsByTagName } = methodsFor(below);
        if (getElementsByTagName === void 0) return findAll(below, "*")[index] ?? null;
        return apply(item, apply(getElementsByTagName, below, ["*"]), [index]);
      },
      named(within, name) {
        const { getElementsByTagName } = methodsFor(within);
        return getElementsByTagName === void 0 ? findAll(within, name) : apply(getElementsByTagName, within, [name]);
      }
    };
  }
  function queryMethods(prototype) {
    const { querySelector, querySelectorAll, getElementsByTagName } = prototype;
    return { querySelector, querySelectorAll, ...getElementsByTagName && { getElementsByTagName } };
  }
  function visibilityTest({ Element }) {
    const check = getOwnPropertyDescriptor(Element.prototype, "checkVisibility")?.value;
    if (!isCallable(check)) return () => true;
    const options = { visibilityProperty: true };
    return (element) => apply(check, element, [options]) !== false;
  }
  function escaper(window2) {
    const holder = ownData(window2, "CSS");
    const escape = isObject(holder) ? get(holder, "escape") : void 0;
    if (!isCallable(escape)) return (name) => execute(PLAIN_NAME, name) === null ? "" : name;
    return (name) => String(apply(escape, holder, [name]));
  }
  function isObject(value) {
    return typeof value === "object" && value !== null || typeof value === "function";
  }

  // packages/gasoline-capture/src/redacted.ts
  var REDACTED = "[redacted]";

  // packages/gasoline-capture/src/sensitive-names.ts
  var LONGEST_NAME = 64;
  var WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
  var SECRETS = "pass ?(?:word|wd|phrase|code)|pwd|secret|token|jwt|auth(?:orization| ?code)|(?:api|access|private|secret|encryption|subscription|account|signing|master|service|auth|shared) ?key|connection.?s(?:tring)|card ?(?:number|no)|(?:credit) ?card|cc ?(?:number|num)|cv(?:c|v|n)|csc|security ?(?:code|answer)|(?:social) ?security|ssn|otp|mfa ?(?:code)|one.?time ?(?:code|password)|verification ?(?:code)|credential|iban|account.?n(?:umber)|routing ?(?:number)";
  var ABOUT = "(?:at|id|of|age|min|max|url|valid|(?:count|size|len|limit|amount|type|name|hint|polic|streng|label|err|stat|reset|enabl|requir|chang|updat|expir|index|symbol|addr|colo|balanc|endpoint)[a-z]*)";
  var SENSITIVE = new RegExp(
    `(?:${SECRETS})(?:code|number|input|field|value|confirm[a-z]*)?(?:(?<!token)s)?(?= |$)(?! ${ABOUT} |.* ${ABOUT}$)|(?:^|access |refresh |auth )tokens$|(?:^| )(?:pin|pass)$`
  );
  var judged = bareRecord();
  var judgedCount = 0;
  var MAX_JUDGED = 500;
  function isSensitiveName(name) {
    if (name.length > LONGEST_NAME) return false;
    const known = judged[name];
    if (known !== void 0) return known;
    const isSensitive = execute(SENSITIVE, wordsOf(name)) !== null;
    if (judgedCount < MAX_JUDGED) {
      judgedCount += 1;
      judged[name] = isSensitive;
    }
    return isSensitive;
  }
  function wordsOf(name) {
    let words = "";
    for (let word = execute(WORD, name); word !== null; word = execute(WORD, name)) {
      words += `${words && " "}${word[0]}`;
    }
    return lowerCase(words);
  }

  // packages/gasoline-capture/src/text.ts
  var MAX_NODES = 200;
  var SILENT_ELEMENTS = "script,style,noscript,template,textarea,select,[contenteditable]";
  function textOf(element, dom, limit) {
    if (dom.matches(element, SILENT_ELEMENTS)) return "";
    const next = dom.walk(element);
    let text = "";
    let node = next();
    for (let count = 0; node !== null && count < MAX_NODES && text.length <= limit; count += 1) {
      if (dom.nodeType(node) !== ELEMENT_NODE) text = joined(text, dom.nodeValue(node) ?? "", limit);
      else if (dom.isElement(node) && dom.matches(node, SILENT_ELEMENTS)) {
        node = afterSubtree(node, next, dom);
        continue;
      }
      node = next();
    }
    return slice(withoutEnd(text), 0, limit + 1);
  }
  function afterSubtree(skipped, next, dom) {
    let node = next();
    for (let count = 0; node !== null && count < MAX_NODES && isInside(node, skipped, dom); count += 1) {
      node = next();
    }
    return node;
  }
  function isInside(node, ancestor, dom) {
    for (let current = node; current !== null; current = dom.parent(current)) {
      if (current === ancestor) return true;
    }
    return false;
  }
  function joined(before, added, limit) {
    let text = before;
    let start = 0;
    for (let index = 0; index <= added.length && text.length <= limit; index += 1) {
      const isEnd = index === added.length;
      if (!isEnd && !isSpace(characterCodeAt(added, index))) continue;
      if (index > start) text += slice(added, start, index);
      if (!isEnd && text !== "" && characterCodeAt(text, text.length - 1) !== SPACE) text += " ";
      start = index + 1;
    }
    return text;
  }
  var SPACE = 32;
  var NO_BREAK_SPACE = 160;
  function isSpace(code) {
    return code === SPACE || code >= 9 && code <= 13 || code === NO_BREAK_SPACE;
  }
  function withoutEnd(text) {
    return text !== "" && characterCodeAt(text, text.length - 1) === SPACE ? slice(text, 0, -1) : text;
  }

  // packages/gasoline-capture/src/actions/bounded.ts
  var MAX_ENTERED_CHARACTERS = 1e5;
  function bounded(text) {
    return text.length <= MAX_ENTERED_CHARACTERS ? { text, truncated: void 0 } : { text: slice(text, 0, MAX_ENTERED_CHARACTERS), truncated: true };
  }

  // packages/gasoline-capture/src/actions/typed-text.ts
  var LINE = /^(?:address|article|aside|blockquote|d[dlt]|div|fig.*|h\d|li|ol|p|pre|section|t[dhr]|ul)$/;
  var MAX_NODES2 = 2e4;
  function typedText(field, dom, maxNodes = MAX_NODES2) {
    const next = dom.walk(field);
    let text = "";
    let nodes = 0;
    let line = null;
    let isBroken = false;
    for (let node = next(); node !== null; node = next()) {
      nodes += 1;
      if (nodes > maxNodes || text.length > MAX_ENTERED_CHARACTERS) return { text, isCut: true };
      const isElement = dom.nodeType(node) === ELEMENT_NODE;
      const value = isElement ? "" : dom.nodeValue(node) ?? "";
      if (isElement ? nameOf(node, dom) !== "br" : isIndentation(value)) continue;
      const own = lineOf(node, field, dom);
      if (own === line ? isBroken : line !== null) text += "\n";
      line = own;
      isBroken = isElement;
      text += value;
    }
    return { text, isCut: false };
  }
  function isIndentation(text) {
    return trim(text) === "" && indexOf(text, "\n") >= 0;
  }
  function lineOf(node, field, dom) {
    let line = dom.parent(node);
    while (line !== null && line !== field && execute(LINE, nameOf(line, dom)) === null)
      line = dom.parent(line);
    return line ?? field;
  }
  function nameOf(node, dom) {
    return dom.isElement(node) ? dom.localName(node) : "";
  }

  // packages/gasoline-capture/src/actions/field-value.ts
  var MAX_NODES_AT_ONCE = 200;
  var EDITOR = "contenteditable";
  var MAX_LABEL_CHARACTERS = 100;
  var TELLING_ATTRIBUTES = ["name", "id", "autocomplete", "aria-label", "placeholder", "data-testid"];
  var EXAMPLES = /,|e\.g\.|\S\s+\S+\s+\S+\s+\S+\s+\S/i;
  var CLICKED_TYPES = ["checkbox", "radio", "button", "submit", "reset", "image"];
  function fieldReader({ window: window2, dom }) {
    const { HTMLInputElement, HTMLTextAreaElement, HTMLElement } = window2;
    const typeOf2 = getter(HTMLInputElement.prototype, "type");
    const inputValue = getter(HTMLInputElement.prototype, "value");
    const areaValue = getter(HTMLTextAreaElement.prototype, "value");
    const isEditable = getter(HTMLElement.prototype, "isContentEditable");
    const inputLabels = getter(HTMLInputElement.prototype, "labels");
    const labelTells = (element) => {
      const labels = element instanceof HTMLInputElement ? inputLabels(element) : null;
      const label = labels?.[0];
      return label !== void 0 && isSensitiveName(textOf(label, dom, MAX_LABEL_CHARACTERS));
    };
    const isSensitive = (element) => {
      if (element instanceof HTMLInputElement && typeOf2(element) === "password") return true;
      for (let index = 0; index < TELLING_ATTRIBUTES.length; index += 1) {
        const attribute = TELLING_ATTRIBUTES[index] ?? "";
        const text = dom.attribute(element, attribute);
        if (text === null || !isSensitiveName(text)) continue;
        if (attribute !== "placeholder" || execute(EXAMPLES, text) === null) return true;
      }
      return labelTells(element);
    };
    const masked = (element, text) => text !== "" && isSensitive(element) ? REDACTED : text;
    const ofEditor = (element, maxNodes) => {
      const { text, isCut } = typedText(element, dom, maxNodes);
      return { value: text, inputType: EDITOR, truncated: isCut || void 0 };
    };
    const read = (element, maxNodes) => {
      if (element instanceof HTMLInputElement) return ofInput(typeOf2(element), inputValue(element));
      if (element instanceof HTMLTextAreaElement) return { value: areaValue(element), inputType: "textarea" };
      return element instanceof HTMLElement && isEditable(element) ? ofEditor(element, maxNodes) : void 0;
    };
    const told = (element, field) => {
      const { text, truncated } = bounded(field.value);
      return { ...field, value: masked(element, text), truncated: field.truncated ?? truncated };
    };
    const later = (element) => {
      if (isSensitive(element)) return () => ({ value: REDACTED, inputType: EDITOR });
      let value;
      return () => value ??= told(element, ofEditor(element, MAX_NODES2));
    };
    return {
      valueOf(element) {
        const field = read(element, MAX_NODES2);
        return field && told(element, field);
      },
      typedIn(element) {
        const field = read(element, MAX_NODES_AT_ONCE);
        if (field === void 0 || field.inputType === "file") return void 0;
        const { inputType } = field;
        if (field.truncated) return { inputType, read: later(element) };
        const value = told(element, field);
        return { inputType, read: () => value };
      },
      masked
    };
  }
  function ofInput(inputType, value) {
    for (let index = 0; index < CLICKED_TYPES.length; index += 1) {
      if (CLICKED_TYPES[index] === inputType) return void 0;
    }
    return { value: inputType === "file" ? slice(value, lastIndexOf(value, "\\") + 1) : value, inputType };
  }

  // packages/gasoline-live/src/bad-query.ts
  var BadQuery = class extends Error {
    name = "BadQuery";
  };
  function withSelector(selector, run) {
    try {
      return run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BadQuery(`\`${selector}\` is not a valid CSS selector: ${plainReason(reason)}`);
    }
  }
  function plainReason(message) {
    return message.replace(/^Failed to execute '[^']*' on '[^']*': /, "").replace(/^'[\s\S]*' is/, "it is");
  }

  // packages/gasoline-live/src/bounded.ts
  function bounded2(text, limit) {
    return (text.length <= limit ? text : `${text.slice(0, limit)}…`).toWellFormed();
  }

  // packages/gasoline-live/src/element.ts
  var MAX_TEXT_CHARACTERS = 500;
  var MAX_CHILD_TEXT_CHARACTERS = 100;
  var MAX_ATTRIBUTES = 30;
  var MAX_ATTRIBUTE_CHARACTERS = 200;
  var MAX_NAME_CHARACTERS = 100;
  var MAX_CHILDREN = 20;
  var MAX_DESCENDANTS = 300;
  var ElementReader = class {
    #page;
    #descendants = 0;
    constructor(page2) {
      this.#page = page2;
    }
    /** An element with so many levels of children. */
    describe(element, window2, childDepth) {
      return this.#describe(element, window2, childDepth, MAX_TEXT_CHARACTERS);
    }
    #describe(element, window2, childDepth, textLimit) {
      const { dom } = this.#page;
      const value = this.#page.fields(window2).valueOf(element)?.value;
      return {
        tag: bounded2(dom.localName(element), MAX_NAME_CHARACTERS),
        attributes: this.#attributes(element, window2),
        text: bounded2(textOf(element, dom, textLimit), textLimit),
        ...value === void 0 || value === "" ? {} : { value: bounded2(value, textLimit) },
        ...childDepth > 0 ? this.#children(element, window2, childDepth) : {}
      };
    }
    /** What is typed into a sensitive field is no better known from its `value` attribute. */
    #attributes(element, window2) {
      const { dom } = this.#page;
      const attributes = {};
      for (const name of this.#page.attributeNames(element).slice(0, MAX_ATTRIBUTES)) {
        const text = dom.attribute(element, name) ?? "";
        const shown = name === "value" ? this.#page.fields(window2).masked(element, text) : text;
        attributes[bounded2(name, MAX_NAME_CHARACTERS)] = bounded2(shown, MAX_ATTRIBUTE_CHARACTERS);
      }
      return attributes;
    }
    #children(element, window2, depth) {
      const all = this.#page.children(element);
      const room = Math.min(MAX_CHILDREN, MAX_DESCENDANTS - this.#descendants);
      const count = Math.min(all.length, Math.max(room, 0));
      this.#descendants += count;
      const children = [];
      for (let index = 0; index < count; index += 1) {
        const child = all[index];
        if (child !== void 0)
          children.push(this.#describe(child, window2, depth - 1, MAX_CHILD_TEXT_CHARACTERS));
      }
      const childrenOmitted = all.length - count;
      return { ...count > 0 ? { children } : {}, ...childrenOmitted > 0 ? { childrenOmitted } : {} };
    }
  };

  // packages/gasoline-live/src/fixes.ts
  var FIXES = {
    "aria-allowed-attr": "Remove the ARIA attribute, or give the element a role that allows it.",
    "aria-hidden-focus": 'Remove aria-hidden, or make the elements inside unfocusable (tabindex="-1" or disabled).',
    "aria-required-attr": "Add the attributes the role requires.",
    "aria-valid-attr-value": "Correct the attribute: a known value, or the id of an element that exists.",
    "button-name": "Give the button text, or aria-label.",
    "document-title": "Add a <title> that names the page.",
    "duplicate-id-aria": "Give each element an id of its own.",
    "empty-heading": "Give the heading text, or use an element that is no heading.",
    "frame-title": "Add a title attribute that names what the frame shows.",
    "heading-order": "Use the next heading level, without skipping one.",
    "html-has-lang": 'Add lang to <html>, for example lang="en".',
    "image-alt": 'Add alt with what the image says; alt="" if it is decoration.',
    "input-image-alt": "Add alt that says what the button does.",
    label: "Connect a <label for> with the id of the field, or add aria-label.",
    "landmark-one-main": "Put the main content into one <main>.",
    "link-name": "Give the link text, or aria-label; alt if it holds an image.",
    list: "Let <ul> and <ol> hold only <li>.",
    listitem: "Put <li> into <ul> or <ol>.",
    "meta-viewport": "Remove user-scalable=no and maximum-scale from the viewport meta element.",
    "nested-interactive": "Take the inner control out of the outer one.",
    "page-has-heading-one": "Add an <h1> that names the page.",
    region: "Put the content into a landmark: <main>, <nav>, <header>, <footer>, <section aria-label>.",
    "select-name": "Connect a <label for> with the id of the select, or add aria-label.",
    "scrollable-region-focusable": 'Make the scrolling element focusable: tabindex="0".',
    tabindex: "Use tabindex 0 or -1; let the order of the document decide.",
    "target-size": "Make the target at least 24 by 24 pixels, or give it more space."
  };
  function fixOf(rule, node) {
    return rule === "color-contrast" ? contrastFix(node) : FIXES[rule];
  }
  function contrastFix({ any }) {
    const data = any[0]?.data;
    const expected = typeof data === "object" && data !== null ? Reflect.get(data, "expectedContrastRatio") : void 0;
    const ratio = typeof expected === "string" ? expected : "4.5:1";
    return `Change the colour of the text or its background until their contrast is at least ${ratio}.`;
  }

  // packages/gasoline-live/src/page-name.ts
  var MAX_URL_CHARACTERS = 2048;
  var MAX_TITLE_CHARACTERS = 200;
  function pageName({ window: window2, dom }) {
    return {
      url: bounded2(window2.location.href, MAX_URL_CHARACTERS),
      title: bounded2(dom.title(window2.document), MAX_TITLE_CHARACTERS)
    };
  }

  // packages/gasoline-live/src/selector.ts
  var MAX_COMPARED_SIBLINGS = 20;
  var TEST_ID = "data-testid";
  function createSelectors(dom) {
    const positions = /* @__PURE__ */ new WeakMap();
    const isUnique = (selector, root) => dom.findAll(root, selector).length === 1;
    const named = (element, root) => {
      const id = dom.attribute(element, "id");
      const name = id === null ? "" : dom.escape(id);
      if (name === "") return void 0;
      const selector = `#${name}`;
      return isUnique(selector, root) ? selector : void 0;
    };
    const byTestId = (element, root) => {
      const id = dom.attribute(element, TEST_ID);
      if (id === null || id === "") return void 0;
      const selector = `[${TEST_ID}="${id.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"]`;
      return isUnique(selector, root) ? selector : void 0;
    };
    const positionOf = (element) => {
      const name = dom.localName(element);
      let count = 1;
      for (let sibling = dom.previous(element); sibling !== null; sibling = dom.previous(sibling)) {
        if (dom.localName(sibling) !== name) continue;
        const known = positions.get(sibling);
        if (known !== void 0) {
          count += known;
          break;
        }
        count += 1;
      }
      positions.set(element, count);
      return count;
    };
    const stepTo = (element) => {
      const name = dom.localName(element);
      const position = positionOf(element);
      const step = dom.escape(name);
      return position > 1 || hasTwin(element, name, dom) ? `${step}:nth-of-type(${position})` : step;
    };
    return {
      of(element, root) {
        const short = named(element, root) ?? byTestId(element, root);
        if (short !== void 0) return short;
        let path = stepTo(element);
        for (let parent = dom.parent(element); dom.isElement(parent); parent = dom.parent(parent)) {
          const anchor = isTop(parent, dom) ? dom.localName(parent) : named(parent, root);
          path = `${anchor ?? stepTo(parent)} > ${path}`;
          if (anchor !== void 0) return path;
        }
        return dom.host(root) === void 0 || isUnique(path, root) ? path : `:host > ${path}`;
      }
    };
  }
  function isTop(element, dom) {
    const name = dom.localName(element);
    return name === "body" || name === "html";
  }
  function hasTwin(element, name, dom) {
    let sibling = dom.next(element);
    for (let count = 0; sibling !== null; count += 1) {
      if (count === MAX_COMPARED_SIBLINGS || dom.localName(sibling) === name) return true;
      sibling = dom.next(sibling);
    }
    return false;
  }

  // packages/gasoline-live/src/audit.ts
  var MAX_NODES3 = 10;
  var MAX_HTML_CHARACTERS = 200;
  var MAX_SUMMARY_CHARACTERS = 400;
  var MAX_SELECTOR_CHARACTERS = 300;
  var MAX_FINDINGS = 100;
  var IMPACTS = ["critical", "serious", "moderate", "minor"];
  async function runAudit(page2, query, checker) {
    const context = contextOf(page2, query);
    const results = await checker.run(context, optionsOf(query, checker));
    const quoting = { page: page2, selectors: createSelectors(page2.dom), reader: new ElementReader(page2) };
    const findings = (of) => of.map((result) => finding(result, quoting)).sort(byImpact).slice(0, MAX_FINDINGS);
    return {
      ...pageName(page2),
      violations: findings(results.violations),
      incomplete: findings(results.incomplete),
      ...query.includePasses ? { passes: results.passes.map(({ id }) => id) } : {},
      passCount: results.passes.length,
      engine: `axe-core ${checker.version}`,
      notes: notesOf(page2, context)
    };
  }
  function contextOf({ dom, window: window2 }, { scope }) {
    if (scope === void 0) return window2.document;
    const elements = [...withSelector(scope, () => dom.findAll(window2.document, scope))];
    if (elements.length === 0) throw new BadQuery(`no element of the page matches the scope \`${scope}\``);
    return elements;
  }
  function optionsOf({ tags }, checker) {
    const known = new Set(checker.getRules().flatMap((rule) => rule.tags));
    const unknown = tags.find((tag) => !known.has(tag));
    if (unknown !== void 0)
      throw new BadQuery(`no rule has the tag \`${unknown}\`; tags are ${[...known].sort().join(", ")}`);
    return {
      iframes: false,
      preload: false,
      elementRef: true,
      resultTypes: ["violations", "incomplete"],
      // Says that frames were not checked, as we do.
      rules: { "frame-tested": { enabled: false } },
      ...tags.length === 0 ? {} : { runOnly: { type: "tag", values: [...tags] } }
    };
  }
  function notesOf({ dom }, context) {
    const parts = Array.isArray(context) ? context : [context];
    const frames = parts.reduce((sum, part) => sum + dom.findAll(part, "iframe").length, 0);
    return frames === 0 ? [] : [`${frames} ${frames === 1 ? "frame" : "frames"}: not checked`];
  }
  function finding({ id, impact, help, helpUrl, tags, nodes }, quoting) {
    const quoted = nodes.slice(0, MAX_NODES3).map((node) => ({
      ...place(node, quoting),
      failureSummary: bounded2(node.failureSummary ?? "", MAX_SUMMARY_CHARACTERS),
      fix: bounded2(fixOf(id, node) ?? help, MAX_SUMMARY_CHARACTERS)
    }));
    return {
      id,
      impact: impact ?? "minor",
      description: bounded2(help, MAX_SUMMARY_CHARACTERS),
      helpUrl: helpUrl.replace(/\?.*$/, ""),
      wcag: tags.filter((tag) => /^wcag\d{3,}$/.test(tag)),
      nodeCount: nodes.length,
      nodes: quoted
    };
  }
  function place({ element, target }, quoting) {
    if (element === void 0)
      return { selector: bounded2(target.join(" "), MAX_SELECTOR_CHARACTERS), html: "" };
    return {
      selector: bounded2(pathTo(element, quoting), MAX_SELECTOR_CHARACTERS),
      html: bounded2(htmlOf(element, quoting), MAX_HTML_CHARACTERS)
    };
  }
  function pathTo(element, { page: page2, selectors }) {
    const { dom, window: window2 } = page2;
    const root = dom.root(element);
    const host = dom.host(root);
    if (host === void 0) return selectors.of(element, window2.document);
    const inside = root instanceof window2.ShadowRoot ? selectors.of(element, root) : "";
    return `${pathTo(host, { page: page2, selectors })} >>> ${inside}`;
  }
  function htmlOf(element, { page: page2, reader }) {
    const { tag, attributes } = reader.describe(element, page2.window, 0);
    const shown = Object.entries(attributes).map(
      ([name, value]) => value === "" ? ` ${name}` : ` ${name}="${value}"`
    );
    const isLeaf = page2.children(element).length === 0;
    const text = isLeaf ? textOf(element, page2.dom, MAX_HTML_CHARACTERS) : "…";
    return `<${tag}${shown.join("")}>${text}</${tag}>`;
  }
  function byImpact(one, other) {
    const rank = (finding2) => IMPACTS.indexOf(finding2.impact);
    return rank(one) - rank(other) || one.id.localeCompare(other.id);
  }

  // packages/gasoline-live/src/page.ts
  var VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
  function openPage(window2) {
    const { Element } = window2;
    const { getAttributeNames, getBoundingClientRect } = Element.prototype;
    const dom = createDom(window2);
    const readers = /* @__PURE__ */ new Map();
    const box = (element) => getBoundingClientRect.call(element);
    return {
      window: window2,
      dom,
      attributeNames: (element) => getAttributeNames.call(element),
      children: getter(Element.prototype, "children"),
      shadowRoot: getter(Element.prototype, "shadowRoot"),
      box,
      isVisible: visibilityTest2(window2, box),
      fields(of) {
        const reader = readers.get(of) ?? fieldReader({ window: of, dom });
        readers.set(of, reader);
        return reader;
      },
      now: () => window2.performance.now()
    };
  }
  function visibilityTest2({ Element }, box) {
    const check = Reflect.get(Element.prototype, "checkVisibility");
    return (element) => {
      const { width, height } = box(element);
      if (width <= 0 || height <= 0) return false;
      return typeof check !== "function" || Reflect.apply(check, element, [VISIBLE]) !== false;
    };
  }
  function wholePage({ window: window2, dom }) {
    const { get: get2 } = Object.getOwnPropertyDescriptor(window2.Document.prototype, "scrollingElement") ?? {};
    const found = get2 === void 0 ? void 0 : Reflect.apply(get2, window2.document, []);
    return dom.isElement(found) ? found : dom.documentElement(window2.document);
  }

  // packages/gasoline-live/src/scopes.ts
  var BUDGET_MS = 100;
  var ELEMENTS_PER_LOOK = 512;
  var MAX_SCOPES = 5e3;
  var SHOW_ELEMENT = 1;
  function findScopes(page2) {
    const search = new Search(page2);
    search.run();
    return { all: search.found, notes: search.notes() };
  }
  function wayTo(scope, selectors) {
    if (scope.entrance === void 0) return [];
    const { kind, holder, from } = scope.entrance;
    const selector = selectors.of(holder, from.root);
    return [...wayTo(from, selectors), kind === "frame" ? { frame: selector } : { shadowRootOf: selector }];
  }
  var Search = class {
    found;
    #page;
    #end;
    #passed = 0;
    #foreignFrames = 0;
    #isLate = false;
    constructor(page2) {
      this.#page = page2;
      this.#end = page2.now() + BUDGET_MS;
      const { document } = page2.window;
      this.found = [{ root: document, window: page2.window, offset: { x: 0, y: 0 } }];
    }
    run() {
      for (let index = 0; index < this.found.length && !this.#isLate; index += 1) {
        const scope = this.found[index];
        if (scope !== void 0) this.#search(scope);
      }
    }
    notes() {
      const notes = [];
      const foreign = this.#foreignFrames;
      if (foreign > 0)
        notes.push(`${foreign} ${foreign === 1 ? "frame" : "frames"} of other origins: not looked into`);
      if (this.#isLate)
        notes.push(
          `the page is very large: shadow roots and frames behind its first ${this.#passed} elements were not looked into`
        );
      if (this.#isFull()) notes.push(`only the first ${MAX_SCOPES} shadow roots and frames were looked into`);
      return notes;
    }
    #isFull() {
      return this.found.length >= MAX_SCOPES;
    }
    #search(scope) {
      const { window: window2 } = this.#page;
      const { prototype } = window2.Document;
      const walker = prototype.createTreeWalker.call(window2.document, scope.root, SHOW_ELEMENT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (this.#page.dom.isElement(node)) this.#enter(node, scope);
        this.#passed += 1;
        if (this.#passed % ELEMENTS_PER_LOOK === 0) this.#isLate = this.#page.now() > this.#end;
        if (this.#isLate || this.#isFull()) return;
      }
    }
    #enter(element, scope) {
      const shadow = this.#page.shadowRoot(element);
      if (shadow !== null) {
        const entrance = { kind: "shadowRootOf", holder: element, from: scope };
        this.found.push({ ...scope, root: shadow, entrance });
      }
      if (element instanceof scope.window.HTMLIFrameElement) this.#enterFrame(element, scope);
    }
    #enterFrame(element, scope) {
      const document = getter(scope.window.HTMLIFrameElement.prototype, "contentDocument")(element);
      const window2 = document?.defaultView;
      if (document === null || window2 === null || window2 === void 0) {
        this.#foreignFrames += 1;
        return;
      }
      const { x, y } = this.#page.box(element);
      const offset = {
        x: scope.offset.x + x + element.clientLeft,
        y: scope.offset.y + y + element.clientTop
      };
      const entrance = { kind: "frame", holder: element, from: scope };
      this.found.push({ root: document, window: window2, offset, entrance });
    }
  };

  // packages/gasoline-live/src/page-info.ts
  var MAX_HEADINGS = 30;
  var MAX_FORMS = 20;
  var MAX_FIELDS = 30;
  var MAX_TEXT_CHARACTERS2 = 100;
  var MAX_URL_CHARACTERS2 = 300;
  var HEADINGS = "h1,h2,h3,h4,h5,h6,[role=heading]";
  var FIELDS = "input:not([type=hidden]),select,textarea";
  var INTERACTIVE = 'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[contenteditable=""],[contenteditable=true],[tabindex]:not([tabindex="-1"])';
  var STATES = ["required", "disabled", "checked", "invalid"];
  function pageInfo(page2) {
    const { window: window2 } = page2;
    const { all, notes } = findScopes(page2);
    const count = (selector) => all.reduce((sum, { root }) => sum + page2.dom.findAll(root, selector).length, 0);
    const forms = all.flatMap((scope) => formsOf(page2, scope));
    const omitted = forms.length - MAX_FORMS;
    return {
      ...pageName(page2),
      viewport: { width: window2.innerWidth, height: window2.innerHeight },
      scroll: { x: Math.round(window2.scrollX), y: Math.round(window2.scrollY) },
      documentHeight: wholePage(page2).scrollHeight,
      readyState: page2.dom.readyState(window2.document),
      forms: forms.slice(0, MAX_FORMS),
      headings: all.flatMap((scope) => headingsOf(page2, scope)).slice(0, MAX_HEADINGS),
      links: count("a[href]"),
      images: count("img,svg:not(svg svg),picture:not(:has(img))"),
      interactiveElements: count(INTERACTIVE),
      notes: [...notes, ...omitted > 0 ? [`${omitted} more forms`] : []]
    };
  }
  function headingsOf({ dom, isVisible }, { root }) {
    const headings = [];
    const found = dom.findAll(root, HEADINGS);
    for (let index = 0; index < found.length && headings.length < MAX_HEADINGS; index += 1) {
      const element = found[index];
      if (element === void 0 || !isVisible(element)) continue;
      const level = Number(
        /^h([1-6])$/.exec(dom.localName(element))?.[1] ?? dom.attribute(element, "aria-level")
      );
      const text = bounded2(textOf(element, dom, MAX_TEXT_CHARACTERS2), MAX_TEXT_CHARACTERS2);
      headings.push({ level: Number.isInteger(level) && level > 0 ? level : 2, text });
    }
    return headings;
  }
  function formsOf(page2, scope) {
    const { dom } = page2;
    const fields = /* @__PURE__ */ new Map();
    for (const form of dom.findAll(scope.root, "form")) fields.set(form, []);
    for (const field of dom.findAll(scope.root, FIELDS)) {
      const owner = formOf(field, scope);
      const known = fields.get(owner) ?? [];
      if (known.length < MAX_FIELDS) known.push(field);
      fields.set(owner, known);
    }
    return [...fields].map(([form, owned]) => ({
      ...form === null ? {} : formName(page2, form),
      fields: owned.map((field) => describeField(page2, scope, field))
    }));
  }
  function formOf(field, { window: window2 }) {
    const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = window2;
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
    return isField ? field.form : null;
  }
  function formName({ dom }, form) {
    const [id, action] = [dom.attribute(form, "id"), dom.attribute(form, "action")];
    return {
      ...id === null ? {} : { id: bounded2(id, MAX_TEXT_CHARACTERS2) },
      ...action === null ? {} : { action: bounded2(action, MAX_URL_CHARACTERS2) }
    };
  }
  function describeField(page2, scope, field) {
    const { dom } = page2;
    const name = dom.attribute(field, "name") ?? dom.attribute(field, "id");
    const label = labelOf(page2, scope, field);
    const value = valueOf(page2, scope, field);
    const state = STATES.filter((one) => dom.matches(field, `:${one}`));
    return {
      type: typeOf(field, scope),
      ...name === null ? {} : { name: bounded2(name, MAX_TEXT_CHARACTERS2) },
      ...label === "" ? {} : { label: bounded2(label, MAX_TEXT_CHARACTERS2) },
      ...value === "" ? {} : { value: bounded2(value, MAX_TEXT_CHARACTERS2) },
      ...state.length === 0 ? {} : { state }
    };
  }
  function typeOf(field, { window: window2 }) {
    return field instanceof window2.HTMLInputElement ? field.type : field.localName;
  }
  function valueOf(page2, { window: window2 }, field) {
    const reader = page2.fields(window2);
    if (!(field instanceof window2.HTMLSelectElement)) return reader.valueOf(field)?.value ?? "";
    return reader.masked(field, field.selectedOptions[0]?.label ?? "");
  }
  function labelOf({ dom }, { window: window2 }, field) {
    const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = window2;
    const hasLabels = field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
    const label = hasLabels ? field.labels?.[0] : void 0;
    if (label !== void 0) return textOf(label, dom, MAX_TEXT_CHARACTERS2);
    return dom.attribute(field, "aria-label") ?? dom.attribute(field, "placeholder") ?? "";
  }

  // packages/gasoline-live/src/styles.ts
  var MAX_STYLE_CHARACTERS = 200;
  function computedStyles(element, window2, names) {
    const computed = window2.getComputedStyle(element);
    const styles = {};
    for (const name of names) {
      const value = computed.getPropertyValue(propertyName(name));
      if (value !== "") styles[name] = bounded2(value, MAX_STYLE_CHARACTERS);
    }
    return styles;
  }
  function propertyName(name) {
    return name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  }

  // packages/gasoline-live/src/query-dom.ts
  function queryDom(page2, query) {
    withSelector(
      query.selector,
      () => page2.dom.matches(page2.dom.documentElement(page2.window.document), query.selector)
    );
    const scopes = findScopes(page2);
    const reader = new ElementReader(page2);
    const selectors = createSelectors(page2.dom);
    const matches = [];
    let matchCount = 0;
    for (const scope of scopes.all) {
      const found = page2.dom.findAll(scope.root, query.selector);
      matchCount += found.length;
      for (let index = 0; index < found.length && matches.length < query.limit; index += 1) {
        const element = found[index];
        if (element !== void 0) matches.push(describe(element, { page: page2, query, scope, selectors, reader }));
      }
    }
    return { ...pageName(page2), matchCount, matches, notes: [...scopes.notes] };
  }
  function describe(element, { page: page2, query, scope, selectors, reader }) {
    const { x, y, width, height } = page2.box(element);
    return {
      selector: bounded2(selectors.of(element, scope.root), MAX_SELECTOR_CHARACTERS2),
      ...scope.entrance === void 0 ? {} : { inside: wayTo(scope, selectors) },
      ...reader.describe(element, scope.window, query.childDepth),
      boundingBox: {
        x: rounded(x + scope.offset.x),
        y: rounded(y + scope.offset.y),
        width: rounded(width),
        height: rounded(height)
      },
      visible: page2.isVisible(element),
      ...query.styles.length === 0 ? {} : { styles: computedStyles(element, scope.window, query.styles) }
    };
  }
  var MAX_SELECTOR_CHARACTERS2 = 1e3;
  function rounded(pixels) {
    return Math.round(pixels * 100) / 100;
  }

  // packages/gasoline-live/src/settled.ts
  var QUIET_FRAMES = 2;
  async function settled(window2, limitMs) {
    if (limitMs <= 0) return void 0;
    const changes = watchChanges(window2);
    let reason = "it draws no frames: it may be hidden";
    const quiet = async () => {
      for (let frames = 0; frames < QUIET_FRAMES; frames += 1) {
        await nextFrame(window2);
        reason = restlessness(window2) ?? changes.take();
        if (reason !== void 0) frames = -1;
      }
      return void 0;
    };
    let timer;
    const late = new Promise((resolve) => {
      timer = window2.setTimeout(() => {
        resolve(`the page did not settle within ${limitMs / 1e3} s: ${reason ?? "it keeps changing"}`);
      }, limitMs);
    });
    try {
      return await Promise.race([quiet(), late]);
    } finally {
      changes.stop();
      window2.clearTimeout(timer);
    }
  }
  function nextFrame(window2) {
    return new Promise((resolve) => {
      window2.requestAnimationFrame(resolve);
    });
  }
  function restlessness({ document }) {
    const fonts = Reflect.get(document, "fonts");
    if (typeof fonts === "object" && fonts !== null && Reflect.get(fonts, "status") === "loading")
      return "fonts are loading";
    const animations = typeof document.getAnimations === "function" ? document.getAnimations() : [];
    return animations.some(hasAnEnd) ? "an animation runs" : void 0;
  }
  function hasAnEnd({ playState, effect }) {
    return playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
  }
  function watchChanges(window2) {
    let hasChanged = false;
    const observer = new window2.MutationObserver(() => {
      hasChanged = true;
    });
    observer.observe(window2.document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true
    });
    return {
      take() {
        const changed = hasChanged || observer.takeRecords().length > 0;
        hasChanged = false;
        return changed ? "it keeps changing" : void 0;
      },
      stop() {
        observer.disconnect();
      }
    };
  }

  // packages/gasoline-live/src/visible-elements.ts
  var MAX_ELEMENTS = 200;
  var MAX_SELECTOR_CHARACTERS3 = 300;
  var MAX_TEXT_CHARACTERS3 = 80;
  var BUDGET_MS2 = 50;
  var NODES_PER_LOOK = 256;
  var REMARKABLE = "body,img,svg,video,canvas,iframe,input,button,select,textarea,a,hr,progress,meter,[id],[data-testid],[role]";
  function visibleElements(page2, scopes, selectors) {
    const elements = [];
    const end = page2.now() + BUDGET_MS2;
    for (const scope of scopes) {
      const candidates = candidatesIn(page2, scope, end);
      for (const [element, text] of candidates.found) {
        if (elements.length === MAX_ELEMENTS || page2.now() > end) return { elements, isComplete: false };
        const box = boxOf(page2, scope, element);
        if (box === void 0 || !page2.isVisible(element)) continue;
        const said = whatItSays(page2, scope, element, text);
        elements.push({
          selector: bounded2(selectors.of(element, scope.root), MAX_SELECTOR_CHARACTERS3),
          boundingBox: box,
          ...said === "" ? {} : { text: bounded2(said, MAX_TEXT_CHARACTERS3) }
        });
      }
      if (!candidates.isComplete) return { elements, isComplete: false };
    }
    return { elements, isComplete: true };
  }
  function candidatesIn({ dom, now }, { root }, end) {
    const found = /* @__PURE__ */ new Map();
    const next = dom.walk(root);
    let count = 0;
    for (let node = next(); node !== null; node = next()) {
      count += 1;
      if (count % NODES_PER_LOOK === 0 && now() > end) return { found, isComplete: false };
      if (dom.isElement(node)) {
        if (dom.matches(node, REMARKABLE)) found.set(node, "");
        continue;
      }
      const text = (dom.nodeValue(node) ?? "").trim();
      const parent = dom.parent(node);
      if (text === "" || !dom.isElement(parent)) continue;
      const before = found.get(parent) ?? "";
      if (before.length <= MAX_TEXT_CHARACTERS3) found.set(parent, before === "" ? text : `${before} ${text}`);
    }
    return { found, isComplete: true };
  }
  function whatItSays(page2, { window: window2 }, element, text) {
    const value = page2.fields(window2).valueOf(element)?.value;
    return (value ?? text).replaceAll(/\s+/g, " ");
  }
  function boxOf(page2, { offset }, element) {
    const { x, y, width, height } = page2.box(element);
    const [left, top] = [x + offset.x, y + offset.y];
    const { innerWidth, innerHeight } = page2.window;
    const isIn = left < innerWidth && top < innerHeight && left + width > 0 && top + height > 0;
    return isIn && width > 0 && height > 0 ? { x: rounded2(left), y: rounded2(top), width: rounded2(width), height: rounded2(height) } : void 0;
  }
  function rounded2(pixels) {
    return Math.round(pixels * 100) / 100;
  }

  // packages/gasoline-live/src/survey.ts
  var MAX_MARKS = 20;
  async function survey(page2, query) {
    const restless = await settled(page2.window, query.settleMs);
    const { window: window2 } = page2;
    const scopes = findScopes(page2).all;
    const shown = query.selector === void 0 ? void 0 : find(page2, scopes, query.selector);
    const marks = query.mark.flatMap((selector) => find(page2, scopes, selector).slice(0, MAX_MARKS));
    const { elements, isComplete } = visibleElements(page2, scopes, createSelectors(page2.dom));
    const notes = [
      restless,
      shown !== void 0 && shown.length > 1 ? `${shown.length} elements match the selector; the first that is visible is shown` : void 0,
      isComplete ? void 0 : `of what is visible the first ${Math.min(elements.length, MAX_ELEMENTS)} elements are known`
    ];
    const root = wholePage(page2);
    return {
      ...pageName(page2),
      viewport: {
        width: window2.innerWidth,
        height: window2.innerHeight,
        devicePixelRatio: window2.devicePixelRatio
      },
      scroll: { x: window2.scrollX, y: window2.scrollY },
      documentSize: { width: root.scrollWidth, height: root.scrollHeight },
      ...shown?.[0] === void 0 ? {} : { target: shown[0] },
      marks,
      elements,
      notes: notes.filter((note) => note !== void 0)
    };
  }
  function find(page2, scopes, selector) {
    withSelector(selector, () => page2.dom.matches(page2.dom.documentElement(page2.window.document), selector));
    let hidden = 0;
    const boxes = [];
    for (const { root, offset } of scopes) {
      for (const element of page2.dom.findAll(root, selector)) {
        const { x, y, width, height } = page2.box(element);
        if (page2.isVisible(element)) boxes.push({ x: x + offset.x, y: y + offset.y, width, height });
        else hidden += 1;
      }
    }
    if (boxes.length > 0) return boxes;
    throw new BadQuery(
      hidden === 0 ? `no element of the page matches \`${selector}\`` : `nothing of \`${selector}\` can be seen: ${hidden} matching and hidden`
    );
  }

  // packages/gasoline-live/src/answer.ts
  var MAX_MESSAGE_CHARACTERS = 500;
  async function answer(page2, query, checker) {
    try {
      return await attempt(page2, query, checker);
    } catch (error) {
      return failed(error instanceof BadQuery ? "bad_query" : "failed", error);
    }
  }
  async function attempt(page2, query, checker) {
    switch (query.kind) {
      case "dom":
        return { kind: "dom", ...queryDom(page2, query) };
      case "page_info":
        return { kind: "page_info", ...pageInfo(page2) };
      case "audit":
        return checker === void 0 ? "axe.js" : { kind: "audit", ...await runAudit(page2, query, checker) };
      case "survey":
        return { kind: "survey", ...await survey(page2, query) };
      default:
        return failed("failed", new TypeError("this page does not know the question: reload it"));
    }
  }
  function failed(reason, error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failed", reason, message: bounded2(message, MAX_MESSAGE_CHARACTERS) };
  }

  // packages/gasoline-live/src/live.ts
  var page = openPage(window);
  globalThis.gasolineLive = (query) => answer(page, query, globalThis.gasolineAxe);
})();
