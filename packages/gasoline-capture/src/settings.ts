/** What is captured. Read at each event, so that a change of mind counts at once. */

/** How much of a WebSocket is captured. */
export type WebSocketMode = 'off' | 'lifecycle' | 'messages';

/** Console lines below this are not sent. Exceptions and failed requests always are. */
export type CaptureLevel = 'all' | 'warnings' | 'errors';

/** What is found out about an error after it was reported. */
export interface AiContextSettings {
  /** The components it came out of: names and keys, no values. */
  readonly componentTree: boolean;
  /** Keys of the app's store, and a few values. */
  readonly stateSnapshot: boolean;
  /** Original source: added by the process outside of the page, or by nobody because nobody can, or shall. */
  readonly sourceSnippets: 'outside' | 'unavailable' | 'off';
}

/** Everything but state, which may be sensitive. */
export const AI_CONTEXT: AiContextSettings = {
  componentTree: true,
  stateSnapshot: false,
  sourceSnippets: 'outside',
};

/** The choices of the person, or of who prepared the page. */
export interface Settings {
  readonly level: CaptureLevel;
  /** Requests with their bodies; failed requests are logged in any case. */
  readonly networkBodies: boolean;
  readonly webSocket: WebSocketMode;
  /** Only sockets whose address matches one of these, see `url-filter.ts`; all where there are none. */
  readonly webSocketFilters: readonly string[];
  /** What the user did, navigation included. */
  readonly actions: boolean;
  /** Every way to address the element of an action, beside its short form. */
  readonly enhancedSelectors: boolean;
  /** Performance snapshots, resources and the document itself. */
  readonly performance: boolean;
  readonly domSnapshots: boolean;
  /** Writes to `localStorage`, `sessionStorage` and `document.cookie`. */
  readonly storage: boolean;
  /** Undefined: errors stay as they are reported. */
  readonly aiContext: AiContextSettings | undefined;
  /** Origin of our own server: requests to it are not the page's. */
  readonly ownServer: string | undefined;
}

/** Everything, as on developer sites and in CI. */
export const CAPTURE_ALL: Settings = {
  level: 'all',
  networkBodies: true,
  webSocket: 'messages',
  webSocketFilters: [],
  actions: true,
  enhancedSelectors: true,
  performance: true,
  domSnapshots: true,
  storage: true,
  aiContext: AI_CONTEXT,
  ownServer: undefined,
};

/** What tells that something went wrong and how it came about. */
export const CAPTURE_ERRORS: Settings = {
  level: 'errors',
  networkBodies: false,
  webSocket: 'lifecycle',
  webSocketFilters: [],
  actions: true,
  enhancedSelectors: true,
  performance: false,
  domSnapshots: false,
  storage: false,
  aiContext: AI_CONTEXT,
  ownServer: undefined,
};

/** The settings that hold now. */
export type CurrentSettings = () => Settings;
