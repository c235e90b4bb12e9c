import { expect, it } from 'vitest';

import { createActivity } from '../../src/activity.ts';
import type { Reporting } from '../../src/instrument.ts';
import { CAPTURE_ALL } from '../../src/settings.ts';
import type { Settings } from '../../src/settings.ts';
import { Connection } from '../../src/websocket/connection.ts';
import { createTestEnv } from '../page.ts';

/** What a connection reports of its opening, one message and its close. */
function reported(settings: Partial<Settings>): unknown[] {
  const events: unknown[] = [];
  const report: Reporting = {
    emit: (_endpoint, entry) => {
      events.push('event' in entry ? entry.event : entry);
      return { page: '', eventId: '' };
    },
    amend: () => undefined,
    settings: () => ({ ...CAPTURE_ALL, ...settings }),
    activity: createActivity(),
  };
  const describe = (): { data: string; size: number; truncated: boolean } => ({
    data: 'x',
    size: 1,
    truncated: false,
  });
  const connection = new Connection(
    report,
    createTestEnv(),
    describe,
    'socket-1',
    'ws://127.0.0.1:7890/live',
  );
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
