/** The options page: every setting, the sites, the state of the link and the debug log. */

import { tieControls } from '../pages/controls.ts';
import { button, part } from '../pages/elements.ts';
import { showServer } from '../pages/server-view.ts';
import { captureSession } from '../worker/capture-session.ts';
import { availableDebugger } from '../worker/debugger.ts';

import { exportDebugLog } from './debug-export.ts';
import { showSites, tieSiteForm } from './sites.ts';

let port: number | undefined;

tieControls((settings) => {
  showSites(settings);
  if (settings.serverPort === port) return;
  port = settings.serverPort;
  void showServer(port, captureSession());
});
tieSiteForm();
part('debugger-row').hidden = availableDebugger() === undefined;
button('export').addEventListener('click', () => void exportDebugLog());
