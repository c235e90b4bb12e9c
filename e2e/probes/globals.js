/** The global object and what hangs on it. */

'use strict';

{
  const { check, failure } = probe;

  check('window own names', () => Object.getOwnPropertyNames(window).filter(probe.isNotOurs));
  check('window own symbols', () =>
    Object.getOwnPropertySymbols(window)
      .filter((symbol) => symbol !== probe.mark)
      .map(String),
  );
  check(
    'interface for pages that know of us',
    () => Object.getOwnPropertyDescriptor(window, '__gasoline') !== undefined,
  );
  check('mark of a captured window', () => Object.getOwnPropertySymbols(window).includes(probe.mark));
  check('settings of the capturing script', () =>
    Object.getOwnPropertyNames(window).filter((name) => name.startsWith('__GASOLINE_')),
  );
  check('traces of Playwright', () =>
    Object.getOwnPropertyNames(window).filter((name) => name.startsWith('__playwright__')),
  );
  check('window enumerable keys', () => Object.keys(window).filter(probe.isNotOurs));
  check('window for in', () => {
    const names = [];
    for (const name in window) names.push(name);
    return names.filter(probe.isNotOurs);
  });
  for (const name of [
    'Document',
    'HTMLDocument',
    'Response',
    'Request',
    'XMLHttpRequest',
    'WebSocket',
    'Storage',
    'History',
    'EventTarget',
    'Navigator',
    'Performance',
    'PerformanceObserver',
    'Promise',
    'Function',
    'Object',
    'Array',
    'Error',
    'Node',
  ])
    check(`own keys of ${name} and its prototype`, () => [
      Reflect.ownKeys(window[name]).map(String),
      Reflect.ownKeys(window[name].prototype).map(String),
    ]);
  for (const name of [
    'console',
    'document',
    'location',
    'history',
    'navigator',
    'performance',
    'navigation',
    'localStorage',
    'JSON',
    'Reflect',
  ])
    check(`own keys of ${name}`, () => Reflect.ownKeys(window[name]).map(String));
  check('own keys of Error', () => Object.getOwnPropertyDescriptors(Error).stackTraceLimit);
  check('Error.prepareStackTrace', () => ['prepareStackTrace' in Error, Error.stackTraceLimit]);
  check('handlers of the window', () =>
    Object.keys(window).filter((name) => name.startsWith('on') && window[name] !== null),
  );
  check('handlers of the document', () => {
    const names = [];
    for (const name in document) if (name.startsWith('on') && document[name] !== null) names.push(name);
    return names;
  });
  check('constructor names', () => [WebSocket.name, new XMLHttpRequest().constructor.name, Response.name]);
  check('statics of WebSocket', () => [
    WebSocket.CONNECTING,
    WebSocket.OPEN,
    WebSocket.CLOSING,
    WebSocket.CLOSED,
  ]);
  check('prototype of WebSocket', () => Object.getOwnPropertyDescriptor(WebSocket, 'prototype').writable);
  check('delete and restore fetch', () => {
    const descriptor = Object.getOwnPropertyDescriptor(window, 'fetch');
    const deleted = delete window.fetch;
    const gone = typeof window.fetch;
    Object.defineProperty(window, 'fetch', descriptor);
    return [deleted, gone, typeof window.fetch];
  });
  check('assign fetch', () => {
    const before = window.fetch;
    const mine = () => 1;
    window.fetch = mine;
    const stayed = window.fetch === mine;
    window.fetch = before;
    return stayed;
  });
  check('order of keys after assigning console.log', () => {
    const { log } = console;
    console.log = log;
    return Object.keys(console);
  });
  check('no elements of ours', () => [
    document.querySelectorAll('*').length,
    [...document.querySelectorAll('*')].map((element) => element.localName).join(),
    document.scripts.length,
    document.styleSheets.length,
    document.adoptedStyleSheets.length,
  ]);
  check('attributes of the root', () => document.documentElement.getAttributeNames());
  check('frames', () => [window.length, window.frames === window, window.parent === window, window.opener]);
  check('name, status and title', () => [window.name, window.status, document.title]);
  check('focus', () => [document.activeElement.localName, document.hasFocus.length]);
  check('cookies, local and session storage', () => [
    document.cookie,
    localStorage.length,
    sessionStorage.length,
  ]);
  check('caches and databases', async () => [
    await caches.keys(),
    (await indexedDB.databases()).map(({ name }) => name),
  ]);
  check('service workers', async () => (await navigator.serviceWorker.getRegistrations()).length);
  check('history', () => [history.length, history.state, navigation.entries().length]);
  check('strict receiver of console.log', () => failure(() => (0, console.log)('detached')));
  check('Object.freeze of a clone of console', () => Object.isFrozen(Object.freeze({ ...console })));
  check('structuredClone of things', () => [
    JSON.stringify(structuredClone({ a: [new Date(0), new Map([[1, 2]])] })),
    failure(() => structuredClone(window)),
    failure(() => structuredClone(document.body)),
    failure(() => structuredClone(new XMLHttpRequest())),
    failure(() => structuredClone(Promise.resolve())),
  ]);
  check('visibility and readiness', () => [
    document.visibilityState,
    document.readyState,
    document.hidden,
    document.prerendering,
  ]);
  check('beforeunload is not asked for', () => [window.onbeforeunload, window.onpagehide, window.onunload]);
}
