/**
 * Whether the server answers right now: a real round trip, because remembered states are wrong exactly when a person
 * looks. Every way it can fail has its own answer, with what to do about it.
 */

import { WIRE_VERSION } from 'gasoline-wire';
import type { Hello, WireRange } from 'gasoline-wire';

import { serverUrl } from '../settings/storage.ts';

/** What stands at the port. */
export type ServerState =
  | {
      readonly kind: 'connected';
      readonly version: string;
      readonly entries: number;
      readonly agents: number;
    }
  | { readonly kind: 'no server' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'something else' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'server older'; readonly version: string }
  | { readonly kind: 'server newer'; readonly version: string };

/** What a person reads. */
export interface Verdict {
  readonly title: string;
  readonly detail: string;
  /** What to do, where anything is to be done. */
  readonly remedy?: string;
  /** A command to copy, where one helps. */
  readonly command?: string;
}

const TIMEOUT_MS = 2000;

/** Asks for health and says hello. */
export async function checkServer(port: number, hello: Omit<Hello, 'clock' | 'wire'>): Promise<ServerState> {
  const url = serverUrl(port);
  try {
    const health = await ask(`${url}/health`);
    if (health.status === 403) return { kind: 'refused', reason: reasonIn(health.body) };
    if (!isHealth(health.body)) return { kind: 'something else' };
    const welcome = await ask(`${url}/hello`, { ...hello, wire: WIRE_VERSION, clock: Date.now() });
    if (welcome.status === 403) return { kind: 'refused', reason: reasonIn(welcome.body) };
    if (!isWelcome(welcome.body)) return { kind: 'something else' };
    return fitting(health.body, welcome.body);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: isLate ? 'silent' : 'no server' };
  }
}

function fitting(health: Health, { version, wire }: Welcome): ServerState {
  if (WIRE_VERSION > wire.max) return { kind: 'server older', version };
  if (WIRE_VERSION < wire.min) return { kind: 'server newer', version };
  return { kind: 'connected', version, entries: health.entries, agents: health.clients };
}

interface Answer {
  readonly status: number;
  /** Undefined where it is no JSON. */
  readonly body: unknown;
}

async function ask(url: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  try {
    const parsed: unknown = JSON.parse(text);
    return { status: response.status, body: parsed };
  } catch {
    return { status: response.status, body: undefined };
  }
}

interface Health {
  readonly version: string;
  readonly entries: number;
  readonly clients: number;
}

interface Welcome {
  readonly version: string;
  readonly wire: WireRange;
}

function isHealth(body: unknown): body is Health {
  return (
    isObject(body) &&
    body['status'] === 'ok' &&
    typeof body['version'] === 'string' &&
    typeof body['entries'] === 'number' &&
    typeof body['clients'] === 'number'
  );
}

function isWelcome(body: unknown): body is Welcome {
  if (!isObject(body) || typeof body['version'] !== 'string' || !isObject(body['wire'])) return false;
  const { min, max } = body['wire'];
  return typeof min === 'number' && typeof max === 'number';
}

function reasonIn(body: unknown): string {
  const error = isObject(body) ? body['error'] : undefined;
  return typeof error === 'string' ? error : 'it gave no reason';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Puts a state into words. */
export function verdictOn(state: ServerState, port: number, ownVersion: string): Verdict {
  switch (state.kind) {
    case 'connected':
      return { title: 'Connected', detail: `Server ${state.version}, ${agents(state.agents)}.` };
    case 'no server':
      return {
        title: 'No server',
        detail: `Nothing answers on port ${port}.`,
        remedy: 'Start the server, or choose the port it listens on. What is captured meanwhile waits.',
        command: port === 7890 ? 'gasoline' : `gasoline --port ${port}`,
      };
    case 'silent':
      return {
        title: 'No answer',
        detail: `Something listens on port ${port} but does not answer.`,
        remedy: 'See what holds the port:',
        command: 'gasoline doctor',
      };
    case 'something else':
      return {
        title: 'Not a Gasoline server',
        detail: `Another program answers on port ${port}. Nothing was sent to it.`,
        remedy: 'Start Gasoline on a port of its own, and choose that port.',
        command: `gasoline --port ${port === 7891 ? 7892 : 7891}`,
      };
    case 'refused':
      return {
        title: 'Refused',
        detail: `The server does not accept this extension: ${state.reason}.`,
        remedy: 'Load the extension that belongs to the server:',
        command: 'gasoline extension',
      };
    case 'server older':
      return {
        title: 'Server too old',
        detail: `Server ${state.version} cannot read what extension ${ownVersion} sends.`,
        remedy: 'Update Gasoline and start the server again.',
      };
    case 'server newer':
      return {
        title: 'Extension too old',
        detail: `Extension ${ownVersion} cannot be read by server ${state.version}.`,
        remedy: 'Write the extension anew, then reload it in chrome://extensions.',
        command: 'gasoline extension',
      };
  }
}

function agents(count: number): string {
  if (count === 0) return 'no agent listening';
  return count === 1 ? 'one agent listening' : `${count} agents listening`;
}
