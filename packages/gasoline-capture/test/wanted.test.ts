import type { Route } from 'gasoline-wire/route';
import { describe, expect, it } from 'vitest';

import { CAPTURE_ALL } from '../src/settings.ts';
import type { Settings } from '../src/settings.ts';
import { isWanted } from '../src/wanted.ts';

const SERVER = 'http://127.0.0.1:7890';

const CASES: readonly [Partial<Settings>, Route, object, boolean][] = [
  [{}, '/logs', { type: 'console', level: 'debug' }, true],
  [{ level: 'warnings' }, '/logs', { type: 'console', level: 'info' }, false],
  [{ level: 'warnings' }, '/logs', { type: 'console', level: 'warn' }, true],
  [{ level: 'errors' }, '/logs', { type: 'console', level: 'warn' }, false],
  [{ level: 'errors' }, '/logs', { type: 'console', level: 'error' }, true],
  [{ level: 'errors' }, '/logs', { type: 'exception', level: 'error' }, true],
  [{ level: 'errors' }, '/logs', { type: 'network', level: 'warn', url: 'http://a/' }, true],
  [{ ownServer: SERVER }, '/logs', { type: 'network', url: `${SERVER}/logs` }, false],
  [{ performance: false }, '/logs', { type: 'document' }, false],
  [{ performance: false }, '/logs', { type: 'resource', url: 'http://a/' }, false],
  [{ performance: false }, '/logs', { type: 'performance' }, false],
  [{ performance: false }, '/logs', { type: 'longtask' }, false],
  [{ ownServer: SERVER }, '/logs', { type: 'resource', url: `${SERVER}/gasoline-ci.js` }, false],
  [{ storage: false }, '/logs', { type: 'storage' }, false],
  [{ storage: true }, '/logs', { type: 'storage' }, true],
  [{ networkBodies: false }, '/network-bodies', { url: 'http://a/' }, false],
  [{ ownServer: SERVER }, '/network-bodies', { url: SERVER }, false],
  [{}, '/network-bodies', { url: 'http://a/' }, true],
  [{ actions: false }, '/enhanced-actions', { type: 'click' }, false],
  [{ domSnapshots: false }, '/dom-snapshots', {}, false],
  [{ webSocket: 'off' }, '/websocket-events', { event: 'open', url: 'ws://a/' }, false],
  [{ webSocket: 'lifecycle' }, '/websocket-events', { event: 'message', url: 'ws://a/' }, false],
  [{ webSocket: 'lifecycle' }, '/websocket-events', { event: 'open', url: 'ws://a/' }, true],
  [{ webSocketFilters: ['b'] }, '/websocket-events', { event: 'open', url: 'ws://a/' }, false],
  [{ ownServer: SERVER }, '/websocket-events', { event: 'open', url: 'ws://127.0.0.1:7890/x' }, false],
];

describe('what is wanted', () => {
  it.each(CASES)('under %j, %s %j: %s', (settings, route, entry, expected) => {
    expect(isWanted(route, entry, { ...CAPTURE_ALL, ...settings })).toBe(expected);
  });
});
