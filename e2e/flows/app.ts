/** What the apps of the flows have in common: a session that answers requests, faults that can be switched on, a visitor. */

import type { Person } from '../support/person.ts';

import type { Random } from './random.ts';

/** Ways in which an app can break between two releases. */
export const FAULTS = [
  'wrong-status',
  'missing-field',
  'missing-heading',
  'thrown-error',
  'dead-button',
  'wrong-route',
] as const;

/** One of them. */
export type Fault = (typeof FAULTS)[number];

/** A request as an app sees it. */
export interface AppRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Fields of a posted form; of a file its name. */
  readonly form: Readonly<Record<string, string>>;
  /** Members of a posted JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** What an app answers: HTML where `body` is a text, JSON where it is anything else. */
export interface AppAnswer {
  readonly status?: number;
  readonly body?: unknown;
  /** The address to go on to, after something was accepted. */
  readonly location?: string;
}

/** What one visitor meets: data of their own, and the faults of this release. */
export interface Visit {
  readonly random: Random;
  readonly has: (fault: Fault) => boolean;
}

/** Answers the requests of one visitor; undefined for what there is not. */
export type Session = (request: AppRequest) => AppAnswer | undefined;

/** Something the app can show. */
export interface AppState {
  readonly name: string;
  readonly path: string;
  /** How to get there from `path`. */
  reach?(person: Person): Promise<void>;
}

/** An app, who uses it how, and what it can show. */
export interface FlowApp {
  readonly name: string;
  /** The client as one script, served as `/app.js`. */
  script?(): Promise<string>;
  begin(visit: Visit): Session;
  /** Where the journey begins. */
  readonly start: string;
  /** What a person does there, from the first page to the goal. */
  journey(person: Person): Promise<void>;
  /** What the app shows only at the end of it. */
  readonly goal: string;
  /** What the thrown error says. */
  readonly error: string;
  readonly states: readonly AppState[];
}
