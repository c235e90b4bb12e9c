/**
 * What the relay tells the page script: whether this document is captured, and how.
 *
 * Travels as JSON text over the private channel; see `channel.ts`.
 */

import { CAPTURE_ERRORS } from 'gasoline-capture';
import type { AiContextSettings, Settings } from 'gasoline-capture';

import { serverUrl } from './storage.ts';
import type { ExtensionSettings } from './table.ts';

/** What a document's page script has to do. */
export interface Orders {
  readonly isCaptured: boolean;
  readonly settings: Settings;
}

/** Whether bodies may be kept, or memory is short. */
export type Bodies = 'as set' | 'none';

/** The capture library's settings for a person's. */
export function captureSettings(settings: ExtensionSettings, bodies: Bodies = 'as set'): Settings {
  const chosen: Settings = {
    level: settings.captureLevel,
    networkBodies: settings.networkBodiesEnabled && bodies === 'as set',
    webSocket: settings.webSocketEnabled ? settings.webSocketMode : 'off',
    webSocketFilters: settings.webSocketUrlFilters,
    actions: settings.actionsEnabled,
    enhancedSelectors: settings.enhancedSelectorsEnabled,
    performance: true,
    domSnapshots: true,
    storage: true,
    aiContext: aiContextSettings(settings),
    ownServer: serverUrl(settings.serverPort),
  };
  return settings.gasolineCaptureMode === 'all' ? chosen : narrowed(chosen);
}

/** Source is fetched by the service worker, outside of the page. */
function aiContextSettings(settings: ExtensionSettings): AiContextSettings | undefined {
  if (!settings.aiContextEnabled) return undefined;
  return {
    componentTree: settings.aiContextComponentTree,
    stateSnapshot: settings.aiContextStateSnapshot,
    sourceSnippets: settings.aiContextSourceSnippets ? 'outside' : 'off',
  };
}

/** Nothing beyond what tells of errors, and nothing the person switched off. */
function narrowed(chosen: Settings): Settings {
  const { level, networkBodies, performance, domSnapshots, storage } = CAPTURE_ERRORS;
  const webSocket = chosen.webSocket === 'off' ? 'off' : CAPTURE_ERRORS.webSocket;
  return { ...chosen, level, networkBodies, webSocket, performance, domSnapshots, storage };
}
