/** The mark on the toolbar icon: green while the server answers, grey while it does not. */

import type { LinkState } from 'delivery';

const COLOURS = { connected: '#2e7d32', disconnected: '#757575' };

/** Shows whether the server is there, and in the tooltip why not. */
export async function showLink(state: LinkState): Promise<void> {
  const title = state.kind === 'connected' ? 'Gasoline: connected' : `Gasoline: ${state.reason}`;
  await Promise.all([
    chrome.action.setBadgeBackgroundColor({ color: COLOURS[state.kind] }),
    // Without any text Chrome draws no badge.
    chrome.action.setBadgeText({ text: ' ' }),
    chrome.action.setTitle({ title }),
  ]);
}
