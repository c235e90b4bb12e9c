/** What is captured. Read at each event, so that a change of mind counts at once. */

/** How much of a WebSocket is captured. */
export type WebSocketMode = 'off' | 'lifecycle' | 'messages';

/** The choices of the person, or of who prepared the page. */
export interface Settings {
  /** Requests with their bodies; failed requests are logged in any case. */
  readonly networkBodies: boolean;
  readonly webSocket: WebSocketMode;
  /** What the user did, navigation included. */
  readonly actions: boolean;
  /** Performance snapshots, resources and the document itself. */
  readonly performance: boolean;
  readonly domSnapshots: boolean;
  /** Writes to `localStorage`, `sessionStorage` and `document.cookie`. */
  readonly storage: boolean;
  /** Origin of our own server: requests to it are not the page's. */
  readonly ownServer: string | undefined;
}

/** Everything, as on developer sites and in CI. */
export const CAPTURE_ALL: Settings = {
  networkBodies: true,
  webSocket: 'messages',
  actions: true,
  performance: true,
  domSnapshots: true,
  storage: true,
  ownServer: undefined,
};

/** The settings that hold now. */
export type CurrentSettings = () => Settings;
