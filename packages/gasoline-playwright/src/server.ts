/** The server's own interface, as far as tests use it. */

import type { BoundaryNoted, TestBoundary } from 'gasoline-wire';

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Everything captured of one test, as `/snapshot` answers. */
export interface Snapshot {
  readonly timestamp: string;
  readonly logs: readonly Entry[];
  readonly websocket_events: readonly Entry[];
  readonly network_bodies: readonly Entry[];
  readonly enhanced_actions: readonly Entry[];
  readonly performance_snapshots: readonly Entry[];
  readonly dom_snapshots: readonly Entry[];
  readonly screenshots: readonly Entry[];
  readonly stats: SnapshotStats;
}

/** One entry; its kind decides which fields it has. */
export type Entry = Readonly<Record<string, unknown>>;

/** Counts over a snapshot. */
export interface SnapshotStats {
  readonly total_logs: number;
  readonly error_count: number;
  readonly warning_count: number;
  readonly network_failures: number;
  readonly ws_connections: number;
}

/** A server that answered no, or not at all. */
export class GasolineServerError extends Error {
  override readonly name = 'GasolineServerError';
}

/** Base URL of a server. */
export function serverUrl({ host, port }: ServerAddress): string {
  const isBare = host.includes(':') && !host.startsWith('[');
  return `http://${isBare ? `[${host}]` : host}:${port}`;
}

/** Marks the start or the end of a test. */
export async function markBoundary(address: ServerAddress, boundary: TestBoundary): Promise<BoundaryNoted> {
  return request(address, '/test-boundary', boundary);
}

/** What the server holds of a test. */
export async function readSnapshot(
  address: ServerAddress,
  testId: string,
  since?: string,
): Promise<Snapshot> {
  const query = new URLSearchParams({ test_id: testId, ...(since === undefined ? {} : { since }) });
  return request(address, `/snapshot?${query.toString()}`);
}

/** Forgets what was captured of a test. Evidence of a test that ended failed is kept. */
export async function clearTest(address: ServerAddress, testId: string): Promise<void> {
  await request(address, '/clear', { test_id: testId });
}

async function request<Answer>(address: ServerAddress, path: string, body?: object): Promise<Answer> {
  const url = `${serverUrl(address)}${path}`;
  const init: RequestInit =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        };
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new GasolineServerError(
      `No Gasoline server answers at ${serverUrl(address)}. Start one with \`gasoline --port ${address.port}\`.`,
      { cause: error },
    );
  });
  if (!response.ok)
    throw new GasolineServerError(`${url} answered ${response.status}: ${await response.text()}`);
  // The server's answers have the shapes its own tests hold it to.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return (await response.json()) as Answer;
}
