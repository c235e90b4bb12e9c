import { afterEach, describe, expect, it, vi } from 'vitest';

import { createWindow } from '../../gasoline-capture/test/page.ts';
import { readConfig } from '../src/config.ts';

/** What a page makes of its globals. */
function configOf(globals: Readonly<Record<string, unknown>>): ReturnType<typeof readConfig> {
  return readConfig(Object.assign(createWindow(), globals), 'nobody');
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('readConfig', () => {
  it.each([
    [{}, 'http://127.0.0.1:7890'],
    [{ __GASOLINE_HOST: 'build-7', __GASOLINE_PORT: '8001' }, 'http://build-7:8001'],
    [{ __GASOLINE_PORT: 8001 }, 'http://127.0.0.1:8001'],
    [{ __GASOLINE_HOST: '::1' }, 'http://[::1]:7890'],
    [{ __GASOLINE_HOST: '[::1]' }, 'http://[::1]:7890'],
    [{ __GASOLINE_HOST: '', __GASOLINE_PORT: '' }, 'http://127.0.0.1:7890'],
    [{ __GASOLINE_HOST: null, __GASOLINE_PORT: {} }, 'http://127.0.0.1:7890'],
  ])('finds the server of %o at %s', (globals, server) => {
    expect(configOf(globals).server).toBe(server);
  });

  it('takes what is set to nothing as not set', () => {
    const { testId, session, tab } = configOf({
      __GASOLINE_TEST_ID: '',
      __GASOLINE_SESSION: '',
      __GASOLINE_TAB: '',
    });
    expect([testId, session, tab]).toEqual([undefined, undefined, undefined]);
  });

  it('goes on without a test id that the server would refuse, and says so', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const longest = `${'é'.repeat(511)}xx`;
    expect(configOf({ __GASOLINE_TEST_ID: longest }).testId).toBe(longest);
    expect(warn).not.toHaveBeenCalled();
    expect(configOf({ __GASOLINE_TEST_ID: `${longest}x` }).testId).toBeUndefined();
    expect(warn.mock.calls).toEqual([
      ['[gasoline] This page is captured without its test: __GASOLINE_TEST_ID is longer than 1024 bytes.'],
    ]);
  });
});
