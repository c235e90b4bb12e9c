/** Everything the server holds, as it keeps it; for what the tools do not show. */

import { isEntry } from './mcp.ts';
import type { Entry } from './mcp.ts';
import type { Server } from './server.ts';

/** The stored log entries, oldest first. */
export async function storedLogs(server: Server): Promise<readonly Entry[]> {
  return stored(server, 'logs');
}

/** The stored entries of one list of the snapshot, oldest first. */
export async function stored(server: Server, list: string): Promise<readonly Entry[]> {
  const response = await fetch(`${server.url}/snapshot`);
  const snapshot: unknown = await response.json();
  const entries: unknown = isEntry(snapshot) ? snapshot[list] : undefined;
  if (!Array.isArray(entries)) throw new Error(`no ${list} in a snapshot: ${JSON.stringify(snapshot)}`);
  return entries.filter(isEntry).filter(isOfPage).map(withoutOutcome);
}

/** How long the machine kept a page waiting is no part of what a page did. */
function isOfPage({ type }: Entry): boolean {
  return type !== 'longtask';
}

/** What an action led to is added to it when that is known, at its own time. */
function withoutOutcome(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field !== '_outcome'));
}

/** Fields that differ from run to run: who sent an entry, and when. */
const CIRCUMSTANCES = [
  ...['session', 'tab', 'page', 'frame', 'n', 'eventId', 'test_id'],
  ...['ts', 'seq', 'received_at'],
];

/** What an entry says, apart from the circumstances. */
export function content(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !CIRCUMSTANCES.includes(field)));
}

/** The arrays whose entries are about connections. */
export type NetworkArray = 'logs' | 'network_bodies' | 'websocket_events';

/** What differs between two requests that are alike. */
const VARYING = ['duration', 'requestId', 'pageUrl', 'initiator', '_initiator'];

/** Stored entries about connections, oldest first: what they say, without times and ids; ports as `PORT`. */
export async function storedEntries(server: Server, array: NetworkArray): Promise<readonly Entry[]> {
  const entries = await stored(server, array);
  return entries.map((entry) => {
    const text = JSON.stringify(content(entry), (name, value: unknown) =>
      VARYING.includes(name) ? undefined : value,
    );
    const alike = text
      .replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1:PORT')
      .replaceAll(/"id":"[0-9a-f]{8}-/g, '"id":"socket-');
    const read: unknown = JSON.parse(alike);
    return isEntry(read) ? read : {};
  });
}

/** What is known of the stored pictures, oldest first. */
export async function storedScreenshots(server: Server): Promise<readonly Entry[]> {
  return stored(server, 'screenshots');
}

/** Stored entries of all kinds that pages have numbered, and how many the server counts as lost. */
export async function counted(server: Server): Promise<{ entries: readonly Entry[]; lost: unknown }> {
  const response = await fetch(`${server.url}/snapshot`);
  const snapshot: unknown = await response.json();
  if (!isEntry(snapshot)) throw new Error(`no snapshot: ${JSON.stringify(snapshot)}`);
  const lists = Object.values(snapshot).filter(Array.isArray);
  // A picture is of a page but not said by it, so it has no number.
  const entries = lists.flat().filter((entry): entry is Entry => isEntry(entry) && 'n' in entry);
  const { stats } = snapshot;
  return { entries, lost: isEntry(stats) ? stats['lost'] : undefined };
}

/** Entries that never arrived: numbers missing from the counters of pages, over all kinds. */
export async function missing(server: Server): Promise<readonly string[]> {
  const { entries } = await counted(server);
  const pages = new Set(entries.map(({ page }) => String(page)));
  return [...pages].flatMap((page) => {
    const own = entries.filter((entry) => String(entry['page']) === page);
    const numbers = own.map(({ n }) => Number(n)).sort((one, other) => one - other);
    const gaps = numbers.slice(1).filter((n, index) => n !== (numbers[index] ?? 0) + 1);
    return gaps.map((n) => `${page}: before ${n}`);
  });
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
