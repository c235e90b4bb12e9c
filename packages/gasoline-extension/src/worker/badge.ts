/** The mark on the toolbar icon: green while the server answers, grey while it does not; with the errors of the tab. */

import type { LinkState } from 'gasoline-delivery';

/** White text on either is readable. */
const COLOURS = { connected: '#2e7d32', disconnected: '#616161' };

/** Four characters are all there is room for. */
const MOST = 999;

/** Without any text Chrome draws no badge. */
const BLANK = ' ';

/** Shows whether the server is there, and in the tooltip why not. */
export async function showLink(state: LinkState): Promise<void> {
  const title = state.kind === 'connected' ? 'Gasoline: connected' : `Gasoline: ${state.reason}`;
  await Promise.all([
    chrome.action.setBadgeBackgroundColor({ color: COLOURS[state.kind] }),
    chrome.action.setBadgeTextColor({ color: '#ffffff' }),
    chrome.action.setBadgeText({ text: BLANK }),
    chrome.action.setTitle({ title }),
  ]);
}

/** Shows how many errors a tab had. */
export async function showErrors(tab: number, errors: number): Promise<void> {
  const text = errors === 0 ? BLANK : errors > MOST ? `${MOST}+` : String(errors);
  // The tab may have been closed meanwhile.
  await chrome.action.setBadgeText({ tabId: tab, text }).catch(() => undefined);
}
