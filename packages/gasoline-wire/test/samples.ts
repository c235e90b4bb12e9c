/** One typed sample of each event kind that no code captures yet. Those that are captured come from the library. */

import type {
  ActionEvent,
  DocumentEvent,
  DomSnapshot,
  ErrorAmendment,
  Hello,
  Identity,
  InitiatorAmendment,
  LongTaskEvent,
  NetworkBodyEvent,
  NetworkErrorEvent,
  PerformanceSnapshot,
  ResourceEvent,
  ScreenshotCapture,
  StorageWriteEvent,
  ViolationEvent,
  WebSocketEvent,
} from '../src/index.ts';
import { WIRE_VERSION } from '../src/index.ts';

const TIME = '2026-01-02T03:04:05.678Z';
const PAGE_URL = 'http://localhost:3000/cart';

/** What is known from outside about the page of all samples. */
export const PAGE_IDENTITY = { session: 'session-1', tab: '3', frame: '0', testId: 'chromium-cart-0-0' };

const PAGE = 'id1';

function identity(n: number): Identity {
  const { session, tab, frame, testId } = PAGE_IDENTITY;
  return { session, tab, page: PAGE, frame, n, eventId: `${PAGE}-${n}`, test_id: testId };
}

/** Of what follows an entry: it is not numbered. */
function patchIdentity(entry: number): Identity {
  const { session, tab, frame, testId } = PAGE_IDENTITY;
  return { session, tab, page: PAGE, frame, eventId: `${PAGE}-${entry}`, test_id: testId };
}

const networkError: NetworkErrorEvent = {
  type: 'network',
  ts: TIME,
  level: 'error',
  message: 'POST /api/orders → 500',
  method: 'POST',
  url: 'http://localhost:3000/api/orders',
  pageUrl: PAGE_URL,
  status: 500,
  statusText: 'Internal Server Error',
  duration: 41.5,
  response: '{"error":"stock service is down"}',
  initiator: 'placeOrder (http://localhost:3000/assets/app.js:58:11)',
  requestId: 'request-7',
  _context: { cart: { items: 2 } },
  ...identity(3),
};

const networkBody: NetworkBodyEvent = {
  ts: TIME,
  method: 'POST',
  url: 'http://localhost:3000/api/orders',
  pageUrl: PAGE_URL,
  status: 500,
  requestBody: '{"items":[{"id":7,"count":2}]}',
  responseBody: '{"error":"stock service is down"}',
  contentType: 'application/json',
  duration: 41.5,
  requestHeaders: { authorization: '[REDACTED]', 'content-type': 'application/json' },
  responseHeaders: { 'content-type': 'application/json' },
  hasAuthHeader: true,
  credentials: 'same-origin',
  hasCookies: 'unknown',
  truncated: false,
  initiator: 'placeOrder (http://localhost:3000/assets/app.js:58:11)',
  requestId: 'request-7',
  ...identity(4),
};

const networkBodyInitiator: InitiatorAmendment = {
  _initiator: { file: 'src/cart/order.ts', line: 31, column: 9 },
  ...patchIdentity(4),
};

const violation: ViolationEvent = {
  type: 'violation',
  ts: TIME,
  level: 'error',
  message:
    "Blocked by the Content Security Policy directive script-src-elem 'self': http://localhost:4000/chat.js",
  directive: 'script-src-elem',
  blocked: 'http://localhost:4000/chat.js',
  source: 'app.js:12',
  filename: 'http://localhost:3000/assets/app.js',
  lineno: 12,
  colno: 3,
  url: PAGE_URL,
  ...identity(13),
};

const longTask: LongTaskEvent = {
  type: 'longtask',
  ts: TIME,
  level: 'warn',
  message: 'Main thread blocked for 812 ms',
  duration: 812,
  url: PAGE_URL,
  ...identity(16),
};

const webSocketEvent: WebSocketEvent = {
  ts: TIME,
  event: 'message',
  id: 'socket-1',
  url: 'ws://localhost:3000/live',
  pageUrl: PAGE_URL,
  direction: 'incoming',
  data: '{"type":"price","value":12.5}',
  size: 29,
  truncated: false,
  sampled: { messageRate: 80, keptRate: 5, skipped: 15 },
  ...identity(5),
};

const action: ActionEvent = {
  ts: TIME,
  type: 'click',
  url: PAGE_URL,
  target: 'button#order.primary',
  selectors: {
    testId: 'order',
    testIdAttribute: 'data-cy',
    ariaLabel: 'Order now',
    role: { role: 'button', name: 'Order now' },
    id: 'order',
    text: 'Order',
    cssPath: 'main > form > button.primary',
    locators: [
      { by: 'testId', value: 'order', attribute: 'data-cy' },
      {
        by: 'role',
        role: 'button',
        value: 'Order now',
        exact: true,
        within: { by: 'role', role: 'listitem', value: '', hasText: 'Garden gnome' },
      },
    ],
  },
  frames: [{ locators: [{ by: 'title', value: 'Shop' }], url: PAGE_URL, name: 'shop' }],
  text: 'Order',
  modifiers: ['Control', 'Shift'],
  position: { x: 312, y: 480.5 },
  scroll: { x: 0, y: 120 },
  pendingRequests: 1,
  busy: false,
  ...identity(6),
};

const resource: ResourceEvent = {
  type: 'resource',
  ts: TIME,
  url: 'http://localhost:3000/assets/app.js',
  pageUrl: PAGE_URL,
  initiatorType: 'script',
  responseStatus: 200,
  integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K',
  transferSize: 48_213,
  decodedSize: 161_002,
  startTime: 31.2,
  duration: 18.4,
  ...identity(7),
};

const documentEvent: DocumentEvent = {
  type: 'document',
  ts: TIME,
  url: PAGE_URL,
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  viewport: { width: 1280, height: 720, devicePixelRatio: 2 },
  title: 'Cart',
  referrer: 'http://localhost:3000/',
  responseHeaders: { observed: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } },
  notCaptured: ['fetch'],
  ...identity(8),
};

const storageWrite: StorageWriteEvent = {
  type: 'storage',
  ts: TIME,
  url: PAGE_URL,
  area: 'cookie',
  key: 'theme',
  value: 'dark',
  attributes: { domain: 'localhost', path: '/', maxAge: '3600', sameSite: 'Lax', secure: false },
  ...identity(9),
};

const performanceSnapshot: PerformanceSnapshot = {
  ts: TIME,
  url: PAGE_URL,
  timing: {
    domContentLoaded: 210.3,
    load: 480.1,
    firstContentfulPaint: 190.2,
    largestContentfulPaint: null,
    interactionToNextPaint: 48,
    timeToFirstByte: 12.7,
    domInteractive: 180.9,
  },
  network: {
    requestCount: 14,
    transferSize: 312_400,
    decodedSize: 901_233,
    byType: {
      script: { count: 4, size: 201_000 },
      style: { count: 2, size: 31_400 },
      image: { count: 3, size: 60_000 },
      font: { count: 1, size: 18_000 },
      fetch: { count: 3, size: 1_500 },
      other: { count: 1, size: 500 },
    },
    slowestRequests: [{ url: 'http://localhost:3000/api/stock', duration: 320.5, size: 840 }],
  },
  longTasks: { count: 2, totalBlockingTime: 64.5, longest: 92.25 },
  cumulativeLayoutShift: 0.02,
  ...identity(10),
};

const domSnapshot: DomSnapshot = {
  ts: TIME,
  url: PAGE_URL,
  title: 'Cart',
  landmarks: [
    { kind: 'heading', level: 1, text: 'Your cart' },
    { kind: 'testId', testId: 'total', attribute: 'data-cy', text: '25.00 €' },
  ],
  ...identity(11),
};

const screenshot: ScreenshotCapture = {
  ts: TIME,
  url: PAGE_URL,
  trigger: 'error',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  viewport: { width: 1280, height: 720, devicePixelRatio: 1 },
  masks: [{ x: 8, y: 40, width: 150.5, height: 21 }],
  relatedEventId: `${PAGE}-2`,
  ...identity(12),
};

/** Follows an exception under the same `eventId`; only its `_…` fields and its state are merged. */
const exceptionEnrichment: ErrorAmendment = {
  enrichment: 'done',
  _aiContext: {
    sourceSnippets: [
      {
        file: 'src/checkout.ts',
        line: 12,
        column: 22,
        function: 'checkout',
        snippet: [
          { line: 11, text: '  const order = orders[0];' },
          { line: 12, text: '  return order.total;', isError: true },
        ],
      },
    ],
    componentAncestry: {
      framework: 'react',
      components: [
        { name: 'App', propKeys: ['theme'] },
        { name: 'Cart', hasState: true, stateKeys: ['orders'] },
      ],
    },
    stateSnapshot: {
      source: 'redux',
      keys: { cart: { type: 'object', keys: ['orders', 'error'] }, ready: { type: 'boolean' } },
      relevantSlice: { 'cart.error': null, ready: true },
    },
  },
  ...identity(2),
};

const hello: Hello = {
  client: 'extension',
  version: '0.1.0',
  wire: WIRE_VERSION,
  session: PAGE_IDENTITY.session,
  clock: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
};

/** By file name. */
export const TYPED_SAMPLES = {
  action,
  document: documentEvent,
  'dom-snapshot': domSnapshot,
  'exception-enrichment': exceptionEnrichment,
  hello,
  'long-task': longTask,
  'network-body': networkBody,
  'network-body-initiator': networkBodyInitiator,
  'network-error': networkError,
  'performance-snapshot': performanceSnapshot,
  resource,
  screenshot,
  'storage-write': storageWrite,
  violation,
  'websocket-event': webSocketEvent,
};
