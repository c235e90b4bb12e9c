import { expect, it } from 'vitest';

import { withoutEnrichment } from '../../src/enrichment/without-enrichment.ts';
import type { Env } from '../../src/env.ts';
import { createReporting } from '../../src/instrument.ts';
import { withoutOutcomes } from '../../src/outcomes/without-outcomes.ts';
import { unrecognised } from '../../src/selectors/recognised.ts';
import { CAPTURE_ALL } from '../../src/settings.ts';
import type { Settings } from '../../src/settings.ts';
import { Connection } from '../../src/websocket/connection.ts';
import type { SocketDraft } from '../../src/websocket/connection.ts';
import { createInOrder } from '../../src/websocket/in-order.ts';
import type { DescribeMessage } from '../../src/websocket/message-text.ts';
import { createTestEnv } from '../page.ts';

/** A connection and what it has reported. */
function connect(settings: Partial<Settings>, env: Env): { connection: Connection; drafts: SocketDraft[] } {
  const drafts: SocketDraft[] = [];
  const nothing = (): void => undefined;
  const report = createReporting(
    env,
    () => ({ page: '', eventId: '' }),
    nothing,
    () => ({ ...CAPTURE_ALL, ...settings }),
    unrecognised,
    () => [],
    withoutEnrichment,
    withoutOutcomes,
  );
  const describe: DescribeMessage = () => ({
    text: { data: 'x', size: 1, truncated: false },
    readLater: undefined,
  });
  const out = createInOrder<SocketDraft>((draft) => drafts.push(draft));
  const url = 'ws://127.0.0.1:7890/live';
  return { connection: new Connection(report, env, describe, out, 'socket-1', url), drafts };
}

/** What a connection reports of its opening, one message and its close. */
function reported(settings: Partial<Settings>): unknown[] {
  const { connection, drafts } = connect(settings, createTestEnv());
  connection.changed('open');
  connection.message('incoming', 'x');
  connection.changed('close');
  return drafts.map(({ event }) => event);
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

/** Surroundings whose two clocks are set by the test. */
function clocks(wall: () => number, monotonic: () => number): Env {
  const env = createTestEnv();
  return { ...env, now: wall, timeline: { ...env.timeline, now: monotonic } };
}

it('samples as ever when the clock on the wall is set back', () => {
  let milliseconds = 0;
  const wall = (): number => Date.UTC(2026, 0, 2) + milliseconds - (milliseconds >= 10_000 ? 3_600_000 : 0);
  const { connection, drafts } = connect(
    {},
    clocks(wall, () => milliseconds),
  );
  for (let index = 0; index < 20 * 40; index += 1) {
    connection.message('incoming', 'x');
    milliseconds += 25;
  }
  const late = drafts.filter(({ ts }) => typeof ts === 'string' && ts < '2026-01-02');
  expect(late).toHaveLength(100);
});

it('tells with the close what was left out of both directions', () => {
  const { connection, drafts } = connect(
    {},
    clocks(
      () => 0,
      () => 0,
    ),
  );
  for (let index = 0; index < 52; index += 1) {
    connection.message('incoming', 'x');
    connection.message('outgoing', 'x');
  }
  connection.changed('close', { code: 1000, reason: '' });
  expect(drafts.at(-1)).toMatchObject({
    event: 'close',
    code: 1000,
    sampled: { messageRate: 20.8, keptRate: 20, skipped: 6, skippedOutgoing: 3 },
  });
});
