/** Everything the server holds, as it keeps it; for what the tools do not show. */

import type { Entry } from './mcp.ts';
import type { Server } from './server.ts';

/** The stored log entries, oldest first. */
export async function storedLogs(server: Server): Promise<readonly Entry[]> {
  return (await snapshotOf(server)).logs;
}

/** What is known of the stored pictures, oldest first. */
export async function storedScreenshots(server: Server): Promise<readonly Entry[]> {
  return (await snapshotOf(server)).screenshots;
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

interface Snapshot {
  readonly logs: readonly Entry[];
  readonly screenshots: readonly Entry[];
}

async function snapshotOf(server: Server): Promise<Snapshot> {
  const response = await fetch(`${server.url}/snapshot`);
  const snapshot: unknown = await response.json();
  if (!isSnapshot(snapshot)) throw new Error(`not a snapshot: ${JSON.stringify(snapshot)}`);
  return snapshot;
}

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'logs' in value && Array.isArray(value.logs) && 'screenshots' in value && Array.isArray(value.screenshots)
  );
}
