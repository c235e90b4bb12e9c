// Generated from crates/gasoline-wire by `cargo xtask gen`. Do not edit.

/** Anything JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** The wire version these types describe. */
export const WIRE_VERSION = 1;

/** The routes that take entries in batches, each with the array it expects in its body. */
export const BATCH_ROUTES = {
  '/logs': 'entries',
  '/websocket-events': 'events',
  '/network-bodies': 'bodies',
  '/enhanced-actions': 'actions',
  '/dom-snapshots': 'snapshots',
} as const;

/** The route that takes one picture. */
export const SCREENSHOTS_ROUTE = '/screenshots';

/**
 * Identity carried by every entry our own capture sends.
 *
 * Entries without it (curl, other senders) are welcome too, so every field is optional; what an entry lacks is
 * simply not available to the tools (no loss detection without `n`, no merge without `eventId`).
 */
export type Identity = { 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * The values of `type` our own capture writes on `/logs`.
 */
export type LogKind = "console" | "exception" | "network" | "violation" | "longtask" | "resource" | "document" | "storage";

/**
 * Severity of a log entry.
 */
export type Level = "debug" | "log" | "info" | "warn" | "error";

/**
 * How far late enrichment of an error has come: `"pending"`, `"done"` or `{"failed": "reason"}`.
 */
export type Enrichment = "pending" | "done" | { "failed": string };

/**
 * Which browser event reported the error.
 */
export type Mechanism = "error" | "unhandledrejection";

/**
 * One line of original source.
 */
export type SnippetLine = { 
/**
 * One-based line.
 */
line: number, 
/**
 * Its text, at most 200 characters.
 */
text: string, 
/**
 * Whether the error was thrown here.
 */
isError?: boolean, };

/**
 * Source around one stack frame: the original, or where `note` says so the script that ran.
 */
export type SourceSnippet = { 
/**
 * The original file, `src/components/LoginForm.tsx`.
 */
file: string, 
/**
 * One-based line in it.
 */
line: number, 
/**
 * One-based column in it.
 */
column: number, 
/**
 * The original function's name.
 */
function?: string, 
/**
 * The lines around it.
 */
snippet: Array<SnippetLine>, 
/**
 * Why there are none, where the place is known and the source is not.
 */
missing?: string, 
/**
 * Said where this is not original source but the script as it was served, and why.
 */
note?: string, 
/**
 * Why the source of the frame that threw is not known, where this is only one that called it.
 */
callerBecause?: string, };

/**
 * Frameworks whose component trees are read.
 */
export type Framework = "react" | "vue" | "svelte";

/**
 * One component on the way to the error. Names of its props and state, never values.
 */
export type AncestorComponent = { 
/**
 * The component's name.
 */
name: string, 
/**
 * Names of its props, at most 20.
 */
propKeys?: Array<string>, 
/**
 * Whether it holds state.
 */
hasState?: boolean, 
/**
 * Names in its state, at most 10.
 */
stateKeys?: Array<string>, };

/**
 * Where in the component tree the error happened, or near which components.
 */
export type ComponentAncestry = { 
/**
 * Whose components these are.
 */
framework: Framework, 
/**
 * From the root to the component, at most 10. One named `(unknown)` stands for any number that could not be told.
 */
components: Array<AncestorComponent>, 
/**
 * Present where the error is not known to have come from these components: why they may matter.
 */
near?: string, 
/**
 * How many outer components were left out; absent where there are none.
 */
outer?: number, };

/**
 * One top-level key of a store.
 */
export type StateKey = { 
/**
 * What `typeof` says, or `array` or `null`.
 */
type: string, 
/**
 * For objects: the names in it.
 */
keys?: Array<string>, };

/**
 * What the application's store looked like.
 */
export type StateSnapshot = { 
/**
 * The library (`redux`, `pinia`, …) or the name a store was registered under.
 */
source: string, 
/**
 * Top-level keys and their types.
 */
keys: Record<string, StateKey>, 
/**
 * Values that probably matter, by dotted path; at most 10.
 */
relevantSlice?: Record<string, JsonValue>, };

/**
 * Why a part is missing, in a few words each.
 */
export type MissingContext = { sourceSnippets?: string, componentAncestry?: string, stateSnapshot?: string, };

/**
 * Everything found out about an error. Each part comes from the side that knows it, at its own time.
 */
export type AiContext = { 
/**
 * All of it in one sentence. Written by the server; what a sender puts here is replaced.
 */
summary?: string, 
/**
 * Original source, the frame that threw first.
 */
sourceSnippets?: Array<SourceSnippet>, 
/**
 * Where in the component tree.
 */
componentAncestry?: ComponentAncestry, 
/**
 * Where the element that a warning is about was made, as the browser prints stacks. Source is read for it; it is
 * not kept.
 */
elementStack?: string, 
/**
 * The application's state.
 */
stateSnapshot?: StateSnapshot, 
/**
 * Parts that were looked for and not found.
 */
missing?: MissingContext, };

/**
 * Whether the page's own code dealt with a failure.
 */
export type Handled = "unknown";

/**
 * Whether a test made an answer up.
 */
export type Mocked = "yes" | "perhaps";

/**
 * What a resource that failed to load was to be.
 */
export type ResourceKind = "script" | "stylesheet" | "image" | "font" | "media" | "other";

/**
 * A place in original source.
 */
export type SourcePlace = { 
/**
 * The original file, `src/api/users.ts`.
 */
file: string, 
/**
 * One-based line in it.
 */
line: number, 
/**
 * One-based column in it.
 */
column: number, };

/**
 * The `credentials` mode of a request.
 */
export type CredentialsMode = "omit" | "same-origin" | "include";

/**
 * Whether cookies went with a request, as far as the page can know.
 */
export type CookiePresence = "true" | "false" | "unknown";

/**
 * What happened on the socket.
 */
export type WebSocketEventKind = "connecting" | "open" | "message" | "close" | "error";

/**
 * Which way a message went.
 */
export type Direction = "incoming" | "outgoing";

/**
 * Present on a message that was kept while others were not, and on a close after messages that were not.
 */
export type SampledRate = { 
/**
 * Messages per second seen in the rolling window.
 */
messageRate: number, 
/**
 * Messages per second kept.
 */
keptRate: number, 
/**
 * Messages left out since the last one kept.
 */
skipped: number, 
/**
 * For close: how many of those were outgoing; none if absent.
 */
skippedOutgoing?: number, };

/**
 * Kinds of user action.
 */
export type ActionKind = "click" | "input" | "submit" | "keypress" | "navigate" | "scroll" | "select" | "check" | "uncheck" | "doubleclick" | "rightclick" | "upload" | "drag" | "dialog" | "newtab";

/**
 * How an address came to change.
 */
export type NavigationKind = "load" | "reload" | "history" | "push" | "replace" | "pop";

/**
 * A dialog of the browser.
 */
export type DialogKind = "alert" | "confirm" | "prompt";

/**
 * A key that was held down while something else was pressed.
 */
export type Modifier = "Alt" | "Control" | "Meta" | "Shift";

/**
 * What an element is recognised by.
 */
export type LocatorStrategy = "testId" | "role" | "label" | "placeholder" | "altText" | "title" | "text" | "id" | "css";

/**
 * One way to address an element.
 *
 * It matched the recorded element and no other under the rules by which Playwright matches, narrowed by all that is
 * given here: first the container, then the strategy, then `hasText`, then `nth`.
 */
export type Locator = { 
/**
 * What the element is recognised by.
 */
by: LocatorStrategy, 
/**
 * The test id, accessible name, label, placeholder, text, id or CSS selector.
 */
value: string, 
/**
 * For `testId`: the attribute that holds it, if it is not `data-testid`.
 */
attribute?: string, 
/**
 * For `role`: the role; an empty `value` then means that any name will do.
 */
role?: string, 
/**
 * The whole text in its own case, where otherwise a part of it in any case would do.
 */
exact?: boolean, 
/**
 * The container in which to look.
 */
within?: Locator, 
/**
 * Only elements that contain this text, in any case.
 */
hasText?: string, 
/**
 * The place among what still matches, from zero: the last resort.
 */
nth?: number, };

/**
 * A frame on the way from the top document to the element.
 */
export type FrameStep = { 
/**
 * The frame element in the document around it; empty where that document is of another origin and cannot be
 * asked.
 */
locators: Array<Locator>, 
/**
 * The frame's document.
 */
url: string, 
/**
 * The frame's name.
 */
name?: string, };

/**
 * ARIA role with accessible name.
 */
export type RoleSelector = { role: string, name: string, };

/**
 * Every way found to address the element, best chosen when code is generated.
 */
export type Selectors = { 
/**
 * `data-testid`, `data-test-id` or `data-cy`.
 */
testId?: string, 
/**
 * The attribute that holds the test id, if it is not `data-testid`.
 */
testIdAttribute?: string, 
/**
 * `aria-label`.
 */
ariaLabel?: string, 
/**
 * Role and accessible name.
 */
role?: RoleSelector, 
/**
 * Unique element id.
 */
id?: string, 
/**
 * Visible text of something clickable, at most 50 characters.
 */
text?: string, 
/**
 * CSS path of at most five levels.
 */
cssPath?: string, 
/**
 * Ways that found exactly this element when it was recorded, the one most likely to last first.
 */
locators?: Array<Locator>, 
/**
 * The element is inside an open shadow root.
 */
inShadow?: boolean, };

/**
 * Pointer position in the viewport.
 */
export type Position = { x: number, y: number, };

/**
 * Scroll offset of the document when the action happened.
 */
export type ScrollOffset = { x: number, y: number, };

/**
 * Size of the viewport in CSS pixels.
 */
export type Viewport = { width: number, height: number, devicePixelRatio: number, };

/**
 * The document's response headers, if anything could observe them.
 */
export type ResponseHeaders = "not_observed" | { "observed": { [key in string]: string } };

/**
 * Where the page wrote.
 */
export type StorageArea = "localStorage" | "sessionStorage" | "cookie";

/**
 * Attributes of a cookie assignment.
 */
export type CookieAttributes = { domain?: string, path?: string, expires?: string, maxAge?: string, sameSite?: string, secure: boolean, };

/**
 * Milliseconds after navigation start.
 */
export type Timing = { domContentLoaded: number, load: number, firstContentfulPaint: number | null, largestContentfulPaint: number | null, interactionToNextPaint?: number, timeToFirstByte: number, domInteractive: number, };

/**
 * Count and bytes of one resource type.
 */
export type ResourceTotal = { count: number, size: number, };

/**
 * Totals by resource type.
 */
export type ResourceTotals = { script: ResourceTotal, style: ResourceTotal, image: ResourceTotal, font: ResourceTotal, fetch: ResourceTotal, other: ResourceTotal, };

/**
 * One of the three slowest requests.
 */
export type SlowRequest = { url: string, duration: number, size: number, };

/**
 * What the navigation loaded.
 */
export type NetworkTotals = { requestCount: number, transferSize: number, decodedSize: number, byType: ResourceTotals, slowestRequests: Array<SlowRequest>, };

/**
 * Main-thread blocking.
 */
export type LongTasks = { 
/**
 * Tasks over 50 ms.
 */
count: number, 
/**
 * Sum of what exceeds 50 ms in each.
 */
totalBlockingTime: number, 
/**
 * Longest task.
 */
longest: number, };

/**
 * What kind of element a landmark is.
 */
export type LandmarkKind = "heading" | "testId";

/**
 * A heading or an element with a test id, with its text.
 */
export type DomLandmark = { 
/**
 * Heading or test id.
 */
kind: LandmarkKind, 
/**
 * For headings: 1 or 2.
 */
level?: number, 
/**
 * For test ids: the id.
 */
testId?: string, 
/**
 * For test ids: the attribute that holds it, if it is not `data-testid`.
 */
attribute?: string, 
/**
 * Text, at most 100 characters.
 */
text: string, };

/**
 * Why the picture was taken.
 */
export type ScreenshotTrigger = "navigation" | "action" | "error" | "explicit";

/**
 * A part of the viewport that must not be seen, in CSS pixels from its top left corner.
 */
export type MaskedArea = { x: number, y: number, width: number, height: number, };

/**
 * A rectangle in CSS pixels.
 */
export type BoundingBox = { x: number, y: number, width: number, height: number, };

/**
 * An element that could be seen when the picture was taken.
 */
export type PictureElement = { 
/**
 * A CSS selector that finds this element and no other, in its own document or shadow root.
 */
selector: string, 
/**
 * In CSS pixels from the top left corner of what the picture shows without `crop`.
 */
boundingBox: BoundingBox, 
/**
 * Its own text, masked where it is sensitive.
 */
text?: string, };

/**
 * When pictures are taken unasked.
 */
export type AutoScreenshot = { on_navigation: boolean, on_error: boolean, on_action: boolean, };

/**
 * One console call.
 */
export type ConsoleEvent = { 
/**
 * Always `console`.
 */
type: "console", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * Which console method.
 */
level: Level, 
/**
 * The arguments as one line of text.
 */
message: string, 
/**
 * The arguments, safely serialised.
 */
args: Array<JsonValue>, 
/**
 * Where it was called, `app.js:42`.
 */
source?: string, 
/**
 * The document.
 */
url: string, 
/**
 * For `console.error` with an error: present when more will follow, or has followed, under the same `eventId`.
 */
enrichment?: Enrichment, 
/**
 * For `console.error`: values attached by `window.__gasoline.annotate`.
 */
_context?: Record<string, JsonValue>, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One uncaught error.
 */
export type ExceptionEvent = { 
/**
 * Always `exception`.
 */
type: "exception", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * Always `error`.
 */
level: Level, 
/**
 * Which browser event reported it.
 */
mechanism: Mechanism, 
/**
 * The error's message.
 */
message: string, 
/**
 * The full stack as the browser printed it, and below it those of the causes.
 */
stack?: string, 
/**
 * Where it was thrown, `app.js:42`.
 */
source?: string, 
/**
 * Script the browser names as origin.
 */
filename?: string, 
/**
 * One-based line.
 */
lineno?: number, 
/**
 * One-based column.
 */
colno?: number, 
/**
 * The document.
 */
url: string, 
/**
 * Present when more will follow, or has followed, under the same `eventId`.
 */
enrichment?: Enrichment, 
/**
 * Values attached by `window.__gasoline.annotate`.
 */
_context?: Record<string, JsonValue>, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * What follows an error under the same `eventId`.
 */
export type ErrorAmendment = { 
/**
 * How far it has come now.
 */
enrichment?: Enrichment, 
/**
 * Parts found out; those named earlier and not named now stay.
 */
_aiContext?: AiContext, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * A fetch or XHR that failed, answered with status 400 or above or with a body that could not be read as JSON; or a
 * script, stylesheet, image or font that could not be loaded.
 */
export type NetworkErrorEvent = { 
/**
 * Always `network`.
 */
type: "network", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * `error` for failures and status 500 up, `warn` for 400–499 and what the page aborted.
 */
level: Level, 
/**
 * `POST /api/orders → 500`, one line.
 */
message: string, 
/**
 * For what a document loads by itself: what it was to be. Absent for requests of scripts.
 */
resourceKind?: ResourceKind, 
/**
 * Where reading the answer failed: whether anybody dealt with that. Of requests that fail nothing is said.
 */
handled?: Handled, 
/**
 * Request method, upper case.
 */
method: string, 
/**
 * The request, not the document.
 */
url: string, 
/**
 * The document that made the request.
 */
pageUrl: string, 
/**
 * HTTP status; 0 when no response arrived.
 */
status: number, 
/**
 * HTTP status text.
 */
statusText?: string, 
/**
 * Milliseconds until the response or the failure.
 */
duration: number, 
/**
 * Whether the test made the answer up, or refused the request, as far as the runner's side can tell.
 */
mocked?: Mocked, 
/**
 * Start of the response body, at most 5 KB.
 */
response?: string, 
/**
 * The frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
 * own code; its place in the original source follows as `_initiator`.
 */
initiator?: string, 
/**
 * Joins this error with its body and the timeline.
 */
requestId?: string, 
/**
 * Values attached by `window.__gasoline.annotate`.
 */
_context?: Record<string, JsonValue>, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One violation, as the browser's `securitypolicyviolation` event tells it.
 */
export type ViolationEvent = { 
/**
 * Always `violation`.
 */
type: "violation", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * `error` where it was blocked, `warn` where the policy only reports.
 */
level: Level, 
/**
 * What was blocked and by which directive, one line.
 */
message: string, 
/**
 * The directive: `script-src-elem`.
 */
directive: string, 
/**
 * What was blocked: an address, or `inline`, `eval`, ….
 */
blocked: string, 
/**
 * Where the page asked for it, `app.js:42`.
 */
source?: string, 
/**
 * Script or document that asked for it.
 */
filename?: string, 
/**
 * One-based line.
 */
lineno?: number, 
/**
 * One-based column.
 */
colno?: number, 
/**
 * The document.
 */
url: string, 
/**
 * Values attached by `window.__gasoline.annotate`.
 */
_context?: Record<string, JsonValue>, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One task that kept the main thread for more than half a second, sent when it happened.
 */
export type LongTaskEvent = { 
/**
 * Always `longtask`.
 */
type: "longtask", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * Always `warn`.
 */
level: Level, 
/**
 * `Main thread blocked for 812 ms`.
 */
message: string, 
/**
 * Milliseconds.
 */
duration: number, 
/**
 * The document.
 */
url: string, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One loaded resource.
 */
export type ResourceEvent = { 
/**
 * Always `resource`.
 */
type: "resource", 
/**
 * Browser time the load started, ISO 8601.
 */
ts: string, 
/**
 * The resource, not the document.
 */
url: string, 
/**
 * The document.
 */
pageUrl: string, 
/**
 * `script`, `link`, `img`, `fetch`, ….
 */
initiatorType: string, 
/**
 * HTTP status, when the browser tells.
 */
responseStatus?: number, 
/**
 * Subresource integrity attribute of the element.
 */
integrity?: string, 
/**
 * Bytes over the network; 0 from cache or when the browser hides it.
 */
transferSize: number, 
/**
 * Bytes after decoding.
 */
decodedSize: number, 
/**
 * Milliseconds after navigation start.
 */
startTime: number, 
/**
 * Milliseconds the load took.
 */
duration: number, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One document.
 */
export type DocumentEvent = { 
/**
 * Always `document`.
 */
type: "document", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * The document.
 */
url: string, 
/**
 * The browser's user agent string.
 */
userAgent: string, 
/**
 * Viewport when the document started.
 */
viewport: Viewport, 
/**
 * Document title.
 */
title?: string, 
/**
 * Referrer.
 */
referrer?: string, 
/**
 * Status of its response, if that could be observed.
 */
status?: number, 
/**
 * Whether the test made the answer up.
 */
mocked?: Mocked, 
/**
 * Response headers.
 */
responseHeaders: ResponseHeaders, 
/**
 * What is not captured in this document (`fetch`, `console`, …), because somebody had taken away what capture needs for it.
 */
notCaptured?: Array<string>, 
/**
 * The same for what turned out after the document was described: `worker requests` once it has a worker.
 */
_notCaptured?: Array<string>, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One write.
 */
export type StorageWriteEvent = { 
/**
 * Always `storage`.
 */
type: "storage", 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * The document.
 */
url: string, 
/**
 * Where.
 */
area: StorageArea, 
/**
 * Key or cookie name.
 */
key: string, 
/**
 * Value, at most 1 KB; the server keeps only its redacted form. Of a longer one, its beginning and last three characters.
 */
value: string, 
/**
 * Length of a longer value, in characters.
 */
valueLength?: number, 
/**
 * For cookies.
 */
attributes?: CookieAttributes, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One WebSocket event.
 */
export type WebSocketEvent = { 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * What happened.
 */
event: WebSocketEventKind, 
/**
 * The connection, unique within its page. Not an entry identity.
 */
id: string, 
/**
 * The socket's address, not the document.
 */
url: string, 
/**
 * The document that opened the socket.
 */
pageUrl: string, 
/**
 * For connecting: the frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
 * own code; its place in the original source follows as `_initiator`.
 */
initiator?: string, 
/**
 * For messages: which way.
 */
direction?: Direction, 
/**
 * For messages: text up to 4 KB, or a description of binary data.
 */
data?: string, 
/**
 * For messages: full size in bytes.
 */
size?: number, 
/**
 * For messages: the data was cut at its cap.
 */
truncated?: boolean, 
/**
 * For close: code.
 */
code?: number, 
/**
 * Whether the test may have closed it: it uses `routeWebSocket` or `setOffline`.
 */
mocked?: Mocked, 
/**
 * For close: reason.
 */
reason?: string, 
/**
 * For messages kept by sampling; for close, what was left out of both directions since the last ones kept.
 */
sampled?: SampledRate, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One request with its response, bodies up to their caps.
 */
export type NetworkBodyEvent = { 
/**
 * Browser time the request started, ISO 8601.
 */
ts: string, 
/**
 * Request method, upper case.
 */
method: string, 
/**
 * The request, not the document.
 */
url: string, 
/**
 * The document that made the request.
 */
pageUrl: string, 
/**
 * HTTP status; 0 when no response arrived.
 */
status: number, 
/**
 * Why no response arrived (`aborted`, `page left`, or the browser's message).
 */
error?: string, 
/**
 * Request body, at most 8 KB.
 */
requestBody?: string, 
/**
 * Response body, at most 16 KB; binary as `[Binary: size, type]`.
 */
responseBody?: string, 
/**
 * Response content type.
 */
contentType?: string, 
/**
 * Milliseconds from start to end of the response body read.
 */
duration: number, 
/**
 * Whether the test made the answer up, or refused the request, as far as the runner's side can tell.
 */
mocked?: Mocked, 
/**
 * Request headers, sensitive values replaced.
 */
requestHeaders?: { [key in string]: string }, 
/**
 * Response headers, sensitive values replaced.
 */
responseHeaders?: { [key in string]: string }, 
/**
 * Whether an `Authorization` header was present; its value is never captured.
 */
hasAuthHeader: boolean, 
/**
 * The request's credentials mode.
 */
credentials: CredentialsMode, 
/**
 * Whether cookies were sent.
 */
hasCookies: CookiePresence, 
/**
 * Either body was cut at its cap.
 */
truncated: boolean, 
/**
 * Whether the response body was; absent where it is as `truncated` says.
 */
responseTruncated?: boolean, 
/**
 * The frame that asked for it, as the browser prints it: `loadUser (http://…/app.js:10:5)`. The first of the page's
 * own code; its place in the original source follows as `_initiator`.
 */
initiator?: string, 
/**
 * Joins this body with its error and the timeline.
 */
requestId?: string, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * What follows a request or a socket under the same `eventId`.
 */
export type InitiatorAmendment = { 
/**
 * Where its `initiator` is in the original source.
 */
_initiator: SourcePlace, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One user action.
 */
export type ActionEvent = { 
/**
 * Browser time, ISO 8601; of typing, when its last character was entered.
 */
ts: string, 
/**
 * For `input`: when typing began, if that was earlier.
 */
startTs?: string, 
/**
 * What the user did.
 */
type: ActionKind, 
/**
 * The document.
 */
url: string, 
/**
 * Short form of the element, `button#submit`.
 */
target?: string, 
/**
 * Every way found to address the element.
 */
selectors?: Selectors, 
/**
 * Visible text of the element clicked.
 */
text?: string, 
/**
 * Value typed; `[redacted]` in sensitive fields.
 */
value?: string, 
/**
 * The user entered more than this entry holds: `value`, or what was selected, is only its beginning.
 */
truncated?: boolean, 
/**
 * `type` attribute of the input.
 */
inputType?: string, 
/**
 * Key pressed.
 */
key?: string, 
/**
 * Keys held down during a click or another key.
 */
modifiers?: Array<Modifier>, 
/**
 * How often the key was pressed in a row, if more than once.
 */
count?: number, 
/**
 * Where a click landed.
 */
position?: Position, 
/**
 * For `navigate`.
 */
fromUrl?: string, 
/**
 * For `navigate`.
 */
toUrl?: string, 
/**
 * For `navigate`: how.
 */
navigation?: NavigationKind, 
/**
 * For `upload`: the names of the files; their content is not captured.
 */
files?: Array<string>, 
/**
 * For `drag`: where it was dropped.
 */
to?: Selectors, 
/**
 * For `dialog`: which; its message is `text`, what was typed into a prompt `value`.
 */
dialog?: DialogKind, 
/**
 * For `dialog`: whether it was accepted rather than dismissed.
 */
accepted?: boolean, 
/**
 * The frames around the element, outermost first; absent in the top document.
 */
frames?: Array<FrameStep>, 
/**
 * For `select`.
 */
selectedValue?: string, 
/**
 * For `select`, where several options are shown at once: the value of each that is chosen. `selectedValue` has
 * commas between them, and a value may have commas of its own.
 */
selectedValues?: Array<string>, 
/**
 * For `select`.
 */
selectedText?: string, 
/**
 * For `scroll`.
 */
scrollX?: number, 
/**
 * For `scroll`.
 */
scrollY?: number, 
/**
 * For `submit`: the form's action.
 */
formAction?: string, 
/**
 * For `submit`: the form's method.
 */
formMethod?: string, 
/**
 * Document scroll at that moment.
 */
scroll?: ScrollOffset, 
/**
 * Requests in flight at that moment.
 */
pendingRequests?: number, 
/**
 * The page showed a loading state at that moment.
 */
busy?: boolean, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * What the page showed after a load or route change.
 */
export type DomSnapshot = { 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * The document.
 */
url: string, 
/**
 * Document title.
 */
title: string, 
/**
 * Up to five landmarks.
 */
landmarks: Array<DomLandmark>, 
/**
 * When a test failed: one line for each element shown, `- button "Pay"` or `- testid "cart"`, without what was typed.
 */
outline?: string, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * Performance of one navigation.
 */
export type PerformanceSnapshot = { 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * The document.
 */
url: string, 
/**
 * Load timing.
 */
timing: Timing, 
/**
 * Network totals.
 */
network: NetworkTotals, 
/**
 * Main-thread blocking.
 */
longTasks: LongTasks, 
/**
 * Cumulative layout shift, when the browser reports it.
 */
cumulativeLayoutShift?: number, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * One capture as it is posted.
 */
export type ScreenshotCapture = { 
/**
 * Browser time, ISO 8601.
 */
ts: string, 
/**
 * The document.
 */
url: string, 
/**
 * Why it was taken.
 */
trigger: ScreenshotTrigger, 
/**
 * PNG or JPEG of the viewport, base64.
 */
data: string, 
/**
 * Viewport when it was taken; of a full page, the whole page.
 */
viewport: Viewport, 
/**
 * A full page is sent in pieces, from the top down: `data` is the first, these are the others.
 */
tiles?: Array<string>, 
/**
 * Height of a piece in CSS pixels; the last may be shorter.
 */
tileHeight?: number, 
/**
 * The part that is kept; everything without it.
 */
crop?: BoundingBox, 
/**
 * What to outline.
 */
marks?: Array<BoundingBox>, 
/**
 * What could be seen, up to 200.
 */
elements?: Array<PictureElement>, 
/**
 * What somebody who looks at it has to know.
 */
notes?: Array<string>, 
/**
 * Where password fields stand; the server paints over them before anything is kept.
 */
masks?: Array<MaskedArea>, 
/**
 * `eventId` of the action or error it belongs to.
 */
relatedEventId?: string, 
/**
 * Capture session: one browser profile run or one CI worker.
 */
session?: string, 
/**
 * Browser tab.
 */
tab?: string, 
/**
 * Document instance; a reload is a new page.
 */
page?: string, 
/**
 * Frame within the tab; `"0"` is the top frame.
 */
frame?: string, 
/**
 * Counter per page, starting at 1. A gap means lost entries.
 */
n?: number, 
/**
 * Unique per entry. A resend with the same id is a no-op, except that `_…` fields are merged.
 */
eventId?: string, 
/**
 * The running test, from `window.__GASOLINE_TEST_ID`.
 */
test_id?: string, };

/**
 * Start or end.
 */
export type BoundaryAction = "start" | "end";

/**
 * How the runner says a test ended.
 */
export type RunnerStatus = "passed" | "failed" | "timedOut" | "interrupted" | "skipped";

/**
 * One error of a test as the runner words it.
 */
export type RunnerError = { 
/**
 * What it says, without colours: an assertion's difference, the awaited locator and the call log are part of it.
 */
message: string, 
/**
 * The file of the failed line.
 */
file?: string, 
/**
 * The failed line, counted from 1.
 */
line?: number, 
/**
 * The text of the failed line.
 */
source?: string, 
/**
 * How many calls of the runner the test itself had made, as far as the runner tells.
 */
calls?: number, };

/**
 * What is posted to `/test-boundary`.
 */
export type TestBoundary = { 
/**
 * The test; unique per run, so project, repeat index and retry are part of it.
 */
test_id: string, 
/**
 * Start or end.
 */
action: BoundaryAction, 
/**
 * For display.
 */
title?: string, 
/**
 * The test's source file.
 */
file?: string, 
/**
 * The runner's project.
 */
project?: string, 
/**
 * Which retry; 0 is the first run.
 */
retry?: number, 
/**
 * Which worker.
 */
worker?: number, 
/**
 * At the end: how it ended.
 */
status?: RunnerStatus, 
/**
 * At the end: how long it took.
 */
duration_ms?: number, 
/**
 * At the end: what the runner says went wrong, the first error first.
 */
errors?: Array<RunnerError>, };

/**
 * The answer to [`TestBoundary`].
 */
export type BoundaryNoted = { 
/**
 * The test.
 */
test_id: string, 
/**
 * Start or end.
 */
action: BoundaryAction, 
/**
 * Server time.
 */
timestamp: string, };

/**
 * What kind of client says hello.
 */
export type ClientKind = "extension" | "ci" | "attach";

/**
 * What a client sends to `/hello`.
 */
export type Hello = { 
/**
 * What kind of client.
 */
client: ClientKind, 
/**
 * The client's own version.
 */
version: string, 
/**
 * The wire version it speaks.
 */
wire: number, 
/**
 * Its capture session.
 */
session: string, 
/**
 * Its clock now: ISO 8601 or epoch milliseconds.
 */
clock: string | number, };

/**
 * Wire versions the server reads, both ends included.
 */
export type WireRange = { min: number, max: number, };

/**
 * Capture settings the server hands to its clients.
 */
export type CaptureSettings = { 
/**
 * Largest request body the server takes, in bytes.
 */
maxRequestBytes: number, 
/**
 * Most entries in one batch.
 */
maxBatchEntries: number, 
/**
 * Largest single entry, in bytes.
 */
maxEntryBytes: number, };

/**
 * The answer to [`Hello`].
 */
export type Welcome = { 
/**
 * The server's version.
 */
version: string, 
/**
 * Wire versions it reads.
 */
wire: WireRange, 
/**
 * Changes when the server restarts, so a client knows its earlier sends are gone.
 */
run: string, 
/**
 * Server time.
 */
time: string, 
/**
 * Limits to respect.
 */
settings: CaptureSettings, 
/**
 * Set when the client's wire version cannot be read; says what to update.
 */
mismatch?: string, };

/**
 * The document that answered, as it was at that moment.
 */
export type PageName = { 
/**
 * Its address.
 */
url: string, 
/**
 * Its title.
 */
title: string, };

/**
 * What an element is, wherever it stands.
 */
export type DomElement = { 
/**
 * Its name, in lower case.
 */
tag: string, 
/**
 * Attributes, values of sensitive fields masked.
 */
attributes: { [key in string]: string }, 
/**
 * Its text in one line.
 */
text: string, 
/**
 * What stands in a field now, masked where it is sensitive.
 */
value?: string, 
/**
 * Elements below it.
 */
children?: Array<DomElement>, 
/**
 * Children that are not listed.
 */
childrenOmitted?: number, };

/**
 * A step into a shadow root or a frame: the selector of the element that holds it.
 */
export type Enclosure = { "shadowRootOf": string } | { "frame": string };

/**
 * One element.
 */
export type DomMatch = { 
/**
 * A CSS selector that finds this element and no other, in its own document or shadow root.
 */
selector: string, 
/**
 * The way from the page's document to where `selector` holds; absent in the document itself.
 */
inside?: Array<Enclosure>, 
/**
 * In CSS pixels from the top left corner of the page's viewport.
 */
boundingBox: BoundingBox, 
/**
 * Whether a person could see it, scrolling aside.
 */
visible: boolean, 
/**
 * Computed styles that were asked for.
 */
styles?: { [key in string]: string }, 
/**
 * Its name, in lower case.
 */
tag: string, 
/**
 * Attributes, values of sensitive fields masked.
 */
attributes: { [key in string]: string }, 
/**
 * Its text in one line.
 */
text: string, 
/**
 * What stands in a field now, masked where it is sensitive.
 */
value?: string, 
/**
 * Elements below it.
 */
children?: Array<DomElement>, 
/**
 * Children that are not listed.
 */
childrenOmitted?: number, };

/**
 * Elements that match a selector.
 */
export type DomAnswer = { 
/**
 * Elements found.
 */
matchCount: number, 
/**
 * The first of them, in document order; those of shadow roots and frames behind those of the document.
 */
matches: Array<DomMatch>, 
/**
 * Where nobody looked, and why.
 */
notes: Array<string>, 
/**
 * Its address.
 */
url: string, 
/**
 * Its title.
 */
title: string, };

/**
 * A size in CSS pixels.
 */
export type PageSize = { width: number, height: number, };

/**
 * A place in CSS pixels.
 */
export type PagePoint = { x: number, y: number, };

/**
 * A field of a form.
 */
export type PageField = { 
/**
 * Its type: `text`, `checkbox`, `select`, `textarea`, …
 */
type: string, 
/**
 * Its name, or its id where it has none.
 */
name?: string, 
/**
 * Its label.
 */
label?: string, 
/**
 * What stands in it now, masked where it is sensitive.
 */
value?: string, 
/**
 * `required`, `disabled`, `checked`, `invalid`: those that hold.
 */
state?: Array<string>, };

/**
 * A form.
 */
export type PageForm = { 
/**
 * Its id.
 */
id?: string, 
/**
 * Where it is sent.
 */
action?: string, 
/**
 * Its fields.
 */
fields: Array<PageField>, };

/**
 * A heading.
 */
export type PageHeading = { level: number, text: string, };

/**
 * The page in short.
 */
export type PageInfo = { 
/**
 * Size of what can be seen at once, in CSS pixels.
 */
viewport: PageSize, 
/**
 * How far it is scrolled.
 */
scroll: PagePoint, 
/**
 * Height of the whole document in CSS pixels.
 */
documentHeight: number, 
/**
 * `loading`, `interactive` or `complete`.
 */
readyState: string, 
/**
 * Forms, fields outside of any form as one without a name.
 */
forms: Array<PageForm>, 
/**
 * Visible headings in document order.
 */
headings: Array<PageHeading>, 
/**
 * Links.
 */
links: number, 
/**
 * Images.
 */
images: number, 
/**
 * What can be clicked, typed into or chosen.
 */
interactiveElements: number, 
/**
 * Where nobody looked, and why; what was left out.
 */
notes: Array<string>, 
/**
 * Its address.
 */
url: string, 
/**
 * Its title.
 */
title: string, };

/**
 * How much a broken rule hurts.
 */
export type AuditImpact = "critical" | "serious" | "moderate" | "minor";

/**
 * An element that breaks a rule.
 */
export type AuditNode = { 
/**
 * Finds it; ` >>> ` stands where the way enters a shadow root.
 */
selector: string, 
/**
 * The element without those below it, cut.
 */
html: string, 
/**
 * What is wrong with it.
 */
failureSummary: string, 
/**
 * The first thing that would mend it.
 */
fix: string, };

/**
 * A rule and the elements it concerns.
 */
export type AuditFinding = { 
/**
 * The rule.
 */
id: string, 
/**
 * How much it hurts.
 */
impact: AuditImpact, 
/**
 * What the rule demands.
 */
description: string, 
/**
 * Where it is explained.
 */
helpUrl: string, 
/**
 * WCAG criteria, `wcag143` for 1.4.3.
 */
wcag: Array<string>, 
/**
 * Elements concerned.
 */
nodeCount: number, 
/**
 * The first of them.
 */
nodes: Array<AuditNode>, };

/**
 * What axe-core found.
 */
export type AuditAnswer = { 
/**
 * Rules that are broken, most severe first.
 */
violations: Array<AuditFinding>, 
/**
 * Rules that a person has to judge.
 */
incomplete: Array<AuditFinding>, 
/**
 * Ids of rules that hold, if they were asked for.
 */
passes?: Array<string>, 
/**
 * How many rules hold.
 */
passCount: number, 
/**
 * Version of axe-core.
 */
engine: string, 
/**
 * Where nobody looked, and why.
 */
notes: Array<string>, 
/**
 * Its address.
 */
url: string, 
/**
 * Its title.
 */
title: string, };

/**
 * What has to be known to take a picture of a page.
 */
export type SurveyAnswer = { 
/**
 * Size of what can be seen at once.
 */
viewport: Viewport, 
/**
 * How far it is scrolled.
 */
scroll: PagePoint, 
/**
 * Size of the whole document in CSS pixels.
 */
documentSize: PageSize, 
/**
 * Where the element to show stands, from the top left corner of the viewport.
 */
target?: BoundingBox, 
/**
 * Where the elements to outline stand.
 */
marks: Array<BoundingBox>, 
/**
 * What can be seen, up to 200.
 */
elements: Array<PictureElement>, 
/**
 * What did not come to rest, what was left out.
 */
notes: Array<string>, 
/**
 * Its address.
 */
url: string, 
/**
 * Its title.
 */
title: string, };

/**
 * When pictures are taken unasked, now.
 */
export type AutoScreenshotState = { 
/**
 * Whether the person has not turned off pictures altogether.
 */
enabled: boolean, on_navigation: boolean, on_error: boolean, on_action: boolean, };

/**
 * Why a page has no answer, as far as what to do about it differs.
 */
export type LiveFailureReason = "bad_query" | "tab_gone" | "navigated" | "crashed" | "not_captured" | "no_picture" | "failed";

/**
 * Why a page has no answer.
 */
export type LiveFailure = { 
/**
 * What kind of failure.
 */
reason: LiveFailureReason, 
/**
 * The browser's own words.
 */
message: string, };

/**
 * What came of a query.
 */
export type LiveOutcome = { "kind": "dom" } & DomAnswer | { "kind": "page_info" } & PageInfo | { "kind": "audit" } & AuditAnswer | { "kind": "screenshot" } & ScreenshotCapture | { "kind": "survey" } & SurveyAnswer | { "kind": "auto_screenshot" } & AutoScreenshotState | { "kind": "failed" } & LiveFailure;

/**
 * A search for elements.
 */
export type DomQuery = { 
/**
 * A CSS selector, tried in the document, its open shadow roots and its frames of the same origin.
 */
selector: string, 
/**
 * Computed styles to report for each match; empty for none.
 */
styles: Array<string>, 
/**
 * Levels of children to report; 0 for none.
 */
childDepth: number, 
/**
 * Matches to describe.
 */
limit: number, };

/**
 * A check of the page's accessibility.
 */
export type AuditQuery = { 
/**
 * CSS selector of the part to check; the whole page without.
 */
scope?: string, 
/**
 * Only rules with one of these tags; every rule if empty.
 */
tags: Array<string>, 
/**
 * Whether to name the rules that passed.
 */
includePasses: boolean, };

/**
 * A picture to take.
 */
export type ScreenshotQuery = { 
/**
 * CSS selector of the element to show; everything without.
 */
selector?: string, 
/**
 * Whether to show what lies beyond the viewport.
 */
fullPage: boolean, 
/**
 * CSS selectors of elements to outline.
 */
mark: Array<string>, };

/**
 * What has to be known to take a picture.
 */
export type SurveyQuery = { 
/**
 * How long to wait at most until the page has settled, in milliseconds; 0 for not at all.
 */
settleMs: number, 
/**
 * CSS selector of the element to show.
 */
selector?: string, 
/**
 * CSS selectors of elements to outline.
 */
mark: Array<string>, };

/**
 * When pictures are to be taken unasked; what is not named stays as it is.
 */
export type AutoScreenshotChange = { on_navigation?: boolean, on_error?: boolean, on_action?: boolean, };

/**
 * A question to a page.
 */
export type LiveQuery = { "kind": "dom" } & DomQuery | { "kind": "page_info" } | { "kind": "audit" } & AuditQuery | { "kind": "screenshot" } & ScreenshotQuery | { "kind": "survey" } & SurveyQuery | { "kind": "auto_screenshot" } & AutoScreenshotChange;

/**
 * Who opens a live link. The first message of every client.
 */
export type LiveHello = { 
/**
 * What kind of client.
 */
client: ClientKind, 
/**
 * The client's own version.
 */
version: string, 
/**
 * The wire version it speaks.
 */
wire: number, 
/**
 * Its capture session.
 */
session: string, };

/**
 * A captured page that can be asked. Pages that are not captured are never named.
 */
export type LivePage = { 
/**
 * Browser tab, as in the identity of its entries.
 */
tab: string, 
/**
 * The top document.
 */
url: string, 
/**
 * Its title.
 */
title: string, 
/**
 * When a person or a test last turned to it, in epoch milliseconds.
 */
focusedAt: number, };

/**
 * What a client says.
 */
export type LiveClientMessage = { "kind": "hello" } & LiveHello | { "kind": "pages", 
/**
 * In any order.
 */
pages: Array<LivePage>, } | { "kind": "alive" } | { "kind": "answer", 
/**
 * The query's id.
 */
id: number, 
/**
 * What came of it.
 */
outcome: LiveOutcome, };

/**
 * What the server says.
 */
export type LiveServerMessage = { "kind": "query", 
/**
 * Names the query in its answer.
 */
id: number, 
/**
 * The page.
 */
tab: string, 
/**
 * The question.
 */
query: LiveQuery, } | { "kind": "refused", 
/**
 * What to do about it.
 */
reason: string, };
