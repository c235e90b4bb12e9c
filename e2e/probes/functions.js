/** Every function we replace, and some that others would: how each looks from outside. */

'use strict';

{
  const { check, failure } = probe;

  const method = (owner, name) => [owner, name, (descriptor) => descriptor.value];
  const getter = (owner, name) => [owner, name, (descriptor) => descriptor.get];
  const setter = (owner, name) => [owner, name, (descriptor) => descriptor.set];
  const methods = (owner, names) => names.map((name) => method(owner, name));

  const FUNCTIONS = {
    console: methods(console, ['debug', 'log', 'info', 'warn', 'error', 'table', 'trace', 'assert']),
    window: methods(window, [
      'fetch',
      'WebSocket',
      'XMLHttpRequest',
      'setTimeout',
      'queueMicrotask',
      'Worker',
      'alert',
      'confirm',
      'prompt',
      'open',
    ]),
    'Function.prototype': methods(Function.prototype, ['toString', 'call', 'apply', 'bind']),
    'Document.prototype': [
      ...methods(Document.prototype, ['open', 'write', 'writeln', 'close']),
      getter(Document.prototype, 'cookie'),
      setter(Document.prototype, 'cookie'),
    ],
    'Response.prototype': [
      ...methods(Response.prototype, ['arrayBuffer', 'blob', 'bytes', 'clone', 'formData', 'json', 'text']),
      getter(Response.prototype, 'body'),
    ],
    'Request.prototype': methods(Request.prototype, ['clone', 'text']),
    'XMLHttpRequest.prototype': [
      ...methods(XMLHttpRequest.prototype, ['open', 'setRequestHeader', 'send', 'abort']),
      getter(XMLHttpRequest.prototype, 'responseText'),
    ],
    'WebSocket.prototype': [
      ...methods(WebSocket.prototype, ['send', 'close']),
      setter(WebSocket.prototype, 'onmessage'),
    ],
    'Storage.prototype': methods(Storage.prototype, ['setItem', 'getItem', 'removeItem', 'clear']),
    'History.prototype': methods(History.prototype, ['pushState', 'replaceState']),
    'EventTarget.prototype': methods(EventTarget.prototype, ['addEventListener', 'dispatchEvent']),
    'Navigator.prototype': methods(Navigator.prototype, ['sendBeacon']),
    'Promise.prototype': methods(Promise.prototype, ['then']),
    JSON: methods(JSON, ['stringify', 'parse']),
  };

  const describe = (value) => ({
    type: typeof value,
    text: [String(value), `${value}`, value + '', value.toString(), Function.prototype.toString.call(value)],
    boundText: String(value.bind(null)),
    proxyText: String(new Proxy(value, {})),
    keys: Reflect.ownKeys(value).map(String),
    name: Object.getOwnPropertyDescriptor(value, 'name'),
    length: Object.getOwnPropertyDescriptor(value, 'length'),
    prototype: ['prototype' in value, Object.hasOwn(value, 'prototype')],
    parent: Object.getPrototypeOf(value) === Object.getPrototypeOf(Object.getOwnPropertyDescriptor),
    tag: Object.prototype.toString.call(value),
    extensible: [Object.isExtensible(value), Object.isFrozen(value), Object.isSealed(value)],
    caller: failure(() => value.caller),
    arguments: failure(() => value.arguments),
    instance: failure(() => ({}) instanceof value),
  });

  for (const [owner, list] of Object.entries(FUNCTIONS))
    for (const [object, name, pick] of list) {
      const descriptor = Object.getOwnPropertyDescriptor(object, name);
      const value = pick(descriptor);
      const kind = value === descriptor.get ? 'get ' : value === descriptor.set ? 'set ' : '';
      check(`function ${owner} ${kind}${name}`, () => describe(value));
      check(`property ${owner} ${kind}${name}`, () => [
        Object.keys(descriptor),
        descriptor.writable,
        descriptor.enumerable,
        descriptor.configurable,
        typeof descriptor.get,
        typeof descriptor.set,
      ]);
    }

  const CALLABLE_ONLY = {
    'console.log': console.log,
    fetch,
    'Document.prototype.write': Document.prototype.write,
    'Response.prototype.json': Response.prototype.json,
    'XMLHttpRequest.prototype.open': XMLHttpRequest.prototype.open,
    'WebSocket.prototype.send': WebSocket.prototype.send,
    'Storage.prototype.setItem': Storage.prototype.setItem,
    'Function.prototype.toString': Function.prototype.toString,
  };
  for (const [name, value] of Object.entries(CALLABLE_ONLY)) {
    check(`construct ${name}`, () => failure(() => new value()));
    check(`construct by Reflect ${name}`, () => failure(() => Reflect.construct(value, [])).slice(0, 9));
    check(`extend ${name}`, () => failure(() => class extends value {}).slice(0, 9));
    check(`message that quotes ${name}`, () => failure(() => Reflect.construct(value, [])));
    check(`structuredClone ${name}`, () => failure(() => structuredClone(value)));
  }

  check('toString of toString', () => Function.prototype.toString.toString());
  check('toString of a class', () => String(class A {}));
  check('toString of a page function', () =>
    String(function own() {
      return 1;
    }),
  );
  check('toString of an object', () => failure(() => Function.prototype.toString.call({})));
  check('toString of nothing', () => failure(() => Function.prototype.toString.call(undefined)));
  check('toString of a revoked proxy', () => {
    const { proxy, revoke } = Proxy.revocable(() => 1, {});
    revoke();
    return failure(() => Function.prototype.toString.call(proxy));
  });
  check('toString by another frame', () => {
    const element = probe.frame();
    const foreign = element.contentWindow.Function.prototype.toString;
    const texts = [fetch, console.log, WebSocket, XMLHttpRequest.prototype.open].map((value) =>
      foreign.call(value),
    );
    const back = Function.prototype.toString.call(element.contentWindow.fetch);
    element.remove();
    return [...texts, back];
  });
  check('toString by another frame, of its own toString', () => {
    const element = probe.frame();
    const foreign = element.contentWindow.Function.prototype.toString;
    const texts = [
      foreign.call(foreign),
      Function.prototype.toString.call(foreign),
      foreign.call(Function.prototype.toString),
    ];
    element.remove();
    return texts;
  });
  check('identity of functions', () => [
    console.log === console.log,
    fetch === window.fetch,
    WebSocket === WebSocket.prototype.constructor,
    XMLHttpRequest === XMLHttpRequest.prototype.constructor,
    Response === Response.prototype.constructor,
  ]);
  check('native code tests of polyfills', () =>
    [fetch, WebSocket, console.log, XMLHttpRequest.prototype.send].map((value) =>
      /^\s*function\s*[^(]*\(\)\s*\{\s*\[native code\]\s*\}\s*$/.test(value),
    ),
  );
  check('array joined from functions', () => [fetch, WebSocket, console.error].join('|'));
  check('function as a key', () => Object.keys({ [fetch]: 1 }));
}
