import { describe, expect, it } from 'vitest';

import { DEFAULTS, isSetting, readSettings } from '../../src/settings/table.ts';

describe('the settings in storage', () => {
  it('are the defaults where nothing is stored', () => {
    expect(readSettings({ unrelated: 1 })).toEqual({ settings: DEFAULTS, corrupted: [] });
  });

  it('are taken as they are where they are sound', () => {
    const stored = {
      serverPort: 9000,
      gasolineCaptureMode: 'errors-only',
      captureLevel: 'warnings',
      webSocketUrlFilters: ['wss://*'],
      capturedSites: ['shop.example'],
      auto_screenshot: { on_error: false, on_navigation: true, on_action: true },
      reproductionBufferSize: 10,
    } as const;
    expect(readSettings(stored)).toEqual({ settings: { ...DEFAULTS, ...stored }, corrupted: [] });
  });

  it.each([
    ['serverPort', '7890'],
    ['serverPort', 0],
    ['serverPort', 65_536],
    ['serverPort', 1.5],
    ['gasolineCaptureMode', 'errors'],
    ['captureLevel', null],
    ['networkBodiesEnabled', 'true'],
    ['webSocketMode', 'off'],
    ['webSocketUrlFilters', 'wss://*'],
    ['reproductionBufferSize', -1],
    ['auto_screenshot', true],
    ['capturedSites', { 0: 'shop.example', length: 1 }],
    ['aiContextEnabled', undefined],
  ])('fall back one by one: %s cannot be %j', (name, value) => {
    const { settings, corrupted } = readSettings({ actionsEnabled: false, [name]: value });
    expect(settings).toEqual({ ...DEFAULTS, actionsEnabled: false });
    expect(corrupted).toEqual([name]);
  });

  it('keep the sound part of a list and of triggers', () => {
    const stored = {
      capturedSites: ['shop.example', 7, 'ftp://x', '*.a.example'],
      auto_screenshot: { on_error: false, on_action: 'often' },
    };
    expect(readSettings(stored)).toEqual({
      settings: {
        ...DEFAULTS,
        capturedSites: ['shop.example', '*.a.example'],
        auto_screenshot: { on_error: false, on_navigation: false, on_action: false },
      },
      corrupted: ['auto_screenshot', 'capturedSites'],
    });
  });

  it('are checked before they are stored', () => {
    expect([isSetting('serverPort', 1), isSetting('serverPort', NaN)]).toEqual([true, false]);
    const tooMany = Array.from({ length: 201 }, String);
    expect([isSetting('webSocketUrlFilters', ['a']), isSetting('webSocketUrlFilters', tooMany)]).toEqual([
      true,
      false,
    ]);
  });
});
