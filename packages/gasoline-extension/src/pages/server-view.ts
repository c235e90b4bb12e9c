/** Shows the state of the link on a page that has the parts for it. */

import { part, showText } from './elements.ts';
import { checkServer, verdictOn } from './server-check.ts';

/** Asks the server and shows what came of it. */
export async function showServer(port: number, session: Promise<string>): Promise<void> {
  document.body.dataset['link'] = 'unknown';
  part('state').textContent = 'Checking…';
  const { version } = chrome.runtime.getManifest();
  const state = await checkServer(port, { client: 'extension', version, session: await session });
  const { title, detail, remedy, command } = verdictOn(state, port, version);
  document.body.dataset['link'] = state.kind === 'connected' ? 'connected' : 'broken';
  part('state').textContent = title;
  showText('detail', state.kind === 'connected' ? `${detail} Port ${port}.` : detail);
  showText('remedy', remedy);
  showText('command-text', command);
  part('command').hidden = command === undefined;
}
