import { CAPTURE_ALL } from 'gasoline-capture';
import { describe, expect, it } from 'vitest';

import { captureSettings } from '../../src/settings/orders.ts';
import { DEFAULTS } from '../../src/settings/table.ts';

const OWN = { ownServer: 'http://127.0.0.1:7890' };

describe('what a page script is told', () => {
  it('captures everything by default', () => {
    expect(captureSettings(DEFAULTS)).toEqual({ ...CAPTURE_ALL, ...OWN });
  });

  it('leaves out what is off', () => {
    const settings = {
      ...DEFAULTS,
      serverPort: 9000,
      captureLevel: 'warnings',
      networkBodiesEnabled: false,
      webSocketEnabled: false,
      webSocketUrlFilters: ['chat'],
      actionsEnabled: false,
      enhancedSelectorsEnabled: false,
    } as const;
    expect(captureSettings(settings)).toEqual({
      ...CAPTURE_ALL,
      level: 'warnings',
      networkBodies: false,
      webSocket: 'off',
      webSocketFilters: ['chat'],
      actions: false,
      enhancedSelectors: false,
      ownServer: 'http://127.0.0.1:9000',
    });
  });

  it('narrows in errors-only mode without turning on what is off', () => {
    const narrow = { ...DEFAULTS, gasolineCaptureMode: 'errors-only' } as const;
    const expected = {
      ...CAPTURE_ALL,
      ...OWN,
      level: 'errors',
      networkBodies: false,
      webSocket: 'lifecycle',
      performance: false,
      domSnapshots: false,
      storage: false,
    };
    expect(captureSettings(narrow)).toEqual(expected);
    expect(captureSettings({ ...narrow, webSocketEnabled: false, actionsEnabled: false })).toEqual({
      ...expected,
      webSocket: 'off',
      actions: false,
    });
  });

  it('finds out about errors what is wanted, or nothing', () => {
    const chosen = { ...DEFAULTS, aiContextStateSnapshot: true, aiContextSourceSnippets: false };
    expect(captureSettings(chosen).aiContext).toEqual({
      componentTree: true,
      stateSnapshot: true,
      sourceSnippets: 'off',
    });
    expect(captureSettings({ ...chosen, aiContextEnabled: false }).aiContext).toBeUndefined();
  });

  it('captures no bodies while memory is short', () => {
    expect(captureSettings(DEFAULTS, 'none')).toEqual({ ...CAPTURE_ALL, ...OWN, networkBodies: false });
  });
});
