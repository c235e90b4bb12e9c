/** Everything the server holds, as it keeps it; for what the tools do not show. */

import type { Entry } from './mcp.ts';
import type { Server } from './server.ts';

/** The stored log entries, oldest first. */
export async function storedLogs(server: Server): Promise<readonly Entry[]> {
  const response = await fetch(`${server.url}/snapshot`);
  const snapshot: unknown = await response.json();
  if (!isSnapshot(snapshot)) throw new Error(`not a snapshot: ${JSON.stringify(snapshot)}`);
  return snapshot.logs;
}

/** The arrays of `/snapshot`. */
export type SnapshotArray = 'logs' | 'network_bodies' | 'websocket_events';

/** What differs from run to run, or is told by every entry alike. */
const VARIABLE_FIELDS = new Set(
  'ts seq received_at session tab page frame n eventId test_id duration requestId pageUrl'.split(' '),
);

/** Stored entries of one kind, oldest first, without what differs from run to run; ports as `PORT`. */
export async function storedEntries(server: Server, array: SnapshotArray): Promise<readonly Entry[]> {
  const response = await fetch(`${server.url}/snapshot`);
  const text = (await response.text()).replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1:PORT');
  const snapshot: unknown = JSON.parse(text);
  if (!isObject(snapshot)) throw new Error(`not a snapshot: ${text}`);
  const entries: unknown = snapshot[array];
  if (!Array.isArray(entries)) throw new Error(`no ${array}: ${text}`);
  return entries.filter(isObject).map(withoutVariableFields);
}

function withoutVariableFields(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !VARIABLE_FIELDS.has(name)));
}

function isObject(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}

/** The messages of the stored log entries, oldest first. */
export async function storedMessages(server: Server): Promise<readonly unknown[]> {
  const logs = await storedLogs(server);
  return logs.map((entry) => entry['message']);
}

/**
 * The messages in the order in which they were said. Two ways out of a page (a binding and a beacon) may overtake each
 * other; what a page promises is that its counter tells the order.
 */
export async function messagesAsSaid(server: Server): Promise<readonly unknown[]> {
  const logs = [...(await storedLogs(server))];
  logs.sort((one, other) => said(one) - said(other) || Number(one['n']) - Number(other['n']));
  return logs.map((entry) => entry['message']);
}

function said(entry: Entry): number {
  return Date.parse(String(entry['ts']));
}

function isSnapshot(value: unknown): value is { logs: readonly Entry[] } {
  return typeof value === 'object' && value !== null && 'logs' in value && Array.isArray(value.logs);
}
