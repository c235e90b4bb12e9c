import { expect, it } from 'vitest';

import type { Emit } from '../../src/emit.ts';
import { createReporting } from '../../src/instrument.ts';
import { CAPTURE_ALL } from '../../src/settings.ts';
import type { Settings } from '../../src/settings.ts';
import { Connection } from '../../src/websocket/connection.ts';
import { createTestEnv } from '../page.ts';

/** What a connection reports of its opening, one message and its close. */
function reported(settings: Partial<Settings>): unknown[] {
  const events: unknown[] = [];
  const emit: Emit = (_endpoint, entry) => {
    events.push('event' in entry ? entry.event : entry);
    return { page: '', eventId: '' };
  };
  const env = createTestEnv();
  const nothing = (): void => undefined;
  const report = createReporting(
    env,
    emit,
    nothing,
    () => ({ ...CAPTURE_ALL, ...settings }),
    () => [],
  );
  const describe = (): { data: string; size: number; truncated: boolean } => ({
    data: 'x',
    size: 1,
    truncated: false,
  });
  const connection = new Connection(report, env, describe, 'socket-1', 'ws://127.0.0.1:7890/live');
  connection.changed('open');
  connection.message('incoming', 'x');
  connection.changed('close');
  return events;
}

it.each([
  [{ webSocket: 'messages' as const }, ['open', 'message', 'close']],
  [{ webSocket: 'lifecycle' as const }, ['open', 'close']],
  [{ webSocket: 'off' as const }, []],
  [{ ownServer: 'http://127.0.0.1:7890' }, []],
  [{ ownServer: 'http://127.0.0.1:789' }, ['open', 'message', 'close']],
])('with %j reports %j', (settings, expected) => {
  expect(reported(settings)).toEqual(expected);
});
