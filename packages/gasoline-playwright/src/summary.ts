/** What a failed test's browser saw, in words. */

import type { Entry, GasolineSnapshot } from './public.ts';

/** Errors and requests that are listed. */
const MOST_LINES = 20;

/** Characters of a response. */
const LONGEST_BODY = 200;

/** The text of the attachment `gasoline-summary`. */
export function failureSummary(snapshot: GasolineSnapshot): string {
  const { stats, timestamp } = snapshot;
  const lines = [
    '=== Gasoline Failure Context ===',
    `Captured at: ${timestamp}`,
    '',
    '--- Stats ---',
    `Total logs: ${stats.total_logs}`,
    `Errors: ${stats.error_count}`,
    `Warnings: ${stats.warning_count}`,
    `Network failures: ${stats.network_failures}`,
    `WebSocket connections: ${stats.ws_connections}`,
  ];
  const errors = snapshot.logs.filter(({ level }) => level === 'error').map(errorLines);
  const failures = snapshot.network_bodies.filter(isFailure).map(requestLines);
  return [...lines, ...section('Errors', errors), ...section('Network Failures', failures)].join('\n');
}

function section(title: string, items: readonly (readonly string[])[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length - MOST_LINES;
  const rest = more > 0 ? [`  … and ${more} more`] : [];
  return ['', `--- ${title} ---`, ...items.slice(0, MOST_LINES).flat(), ...rest];
}

function errorLines(entry: Entry): readonly string[] {
  const { type, message, stack } = entry;
  const [, frame] = textOf(stack).split('\n');
  return [`  [${textOf(type)}] ${textOf(message)}`, ...(frame === undefined ? [] : [`    ${frame.trim()}`])];
}

function isFailure({ status }: Entry): boolean {
  return typeof status === 'number' && (status >= 400 || status === 0);
}

function requestLines(entry: Entry): readonly string[] {
  const { method, url, status, responseBody, error } = entry;
  const outcome = status === 0 ? 'no answer' : String(status);
  const body = textOf(responseBody) === '' ? textOf(error) : textOf(responseBody);
  return [
    `  ${textOf(method)} ${textOf(url)} → ${outcome}`,
    ...(body === '' ? [] : [`    ${body.slice(0, LONGEST_BODY)}`]),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
