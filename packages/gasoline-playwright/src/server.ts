/** The server's own interface, as far as tests use it. */

import type { BoundaryNoted, ScreenshotCapture, TestBoundary } from 'gasoline-wire';

import type { GasolineSnapshot } from './public.ts';

/** Where a server listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** A picture as it is posted. */
export type Screenshot = ScreenshotCapture;

/** Local answers take milliseconds; a server that hangs this long is as good as away. */
const TIMEOUT_MS = 3000;

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
): Promise<GasolineSnapshot> {
  const query = new URLSearchParams({ test_id: testId, ...(since === undefined ? {} : { since }) });
  return request(address, `/snapshot?${query.toString()}`);
}

/** Removes what was captured of a test. Evidence of a test that ended failed is kept. */
export async function clearTest(address: ServerAddress, testId: string): Promise<void> {
  await request(address, '/clear', { test_id: testId });
}

/** Hands over a picture. */
export async function postScreenshot(address: ServerAddress, screenshot: Screenshot): Promise<void> {
  await request(address, '/screenshots', screenshot);
}

/** Whether anything answers there. */
export async function isListening(address: ServerAddress): Promise<boolean> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`${serverUrl(address)}/health`, { signal }).then(
    () => true,
    () => false,
  );
}

async function request<Answer>(address: ServerAddress, path: string, body?: object): Promise<Answer> {
  const url = `${serverUrl(address)}${path}`;
  const posted: RequestInit = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const init = body === undefined ? {} : posted;
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: unknown) => {
      throw new Error(`no Gasoline server answers at ${serverUrl(address)}`, { cause: error });
    },
  );
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  // The server's answers have the shapes its own tests hold it to.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return (await response.json()) as Answer;
}
