import { CAPTURE_ALL } from 'gasoline-capture';
import { describe, expect, it } from 'vitest';
import { ENTRY_SEPARATOR } from 'gasoline-wire/route';

import { errorFacts, identified, sifted, withHeaders } from '../../src/worker/entry.ts';
import { pressureOf } from '../../src/worker/memory.ts';

const LINES = ['{"type":"console","level":"log","n":1}', '{"type":"console","level":"error","n":2}'];

describe('entries in the worker', () => {
  it('are told who sent them', () => {
    expect(identified(LINES.join(ENTRY_SEPARATOR), { session: 's"', tab: '7', frame: '0' })).toEqual([
      '{"session":"s\\"","tab":"7","frame":"0","type":"console","level":"log","n":1}',
      '{"session":"s\\"","tab":"7","frame":"0","type":"console","level":"error","n":2}',
    ]);
  });

  it('are sifted where the page could not', () => {
    const settings = { ...CAPTURE_ALL, level: 'errors' } as const;
    expect(sifted('/logs', LINES.join(ENTRY_SEPARATOR), settings)).toBe(LINES[1]);
    expect(sifted('/network-bodies', '{}', { ...settings, networkBodies: false })).toBe('');
  });

  it('count as errors by their level, not by their text', () => {
    expect(LINES.map(errorFacts)).toEqual([
      { isError: false, context: 0 },
      { isError: true, context: 0 },
    ]);
    const quoted = JSON.stringify({ level: 'log', message: 'x', args: [{ level: 'error' }] });
    expect(errorFacts(quoted)).toEqual({ isError: false, context: 0 });
    const annotated = JSON.stringify({ level: 'error', _context: { user: 7 } });
    expect(errorFacts(annotated)).toEqual({ isError: true, context: 10 });
    expect(errorFacts('"level":"error" and no JSON')).toEqual({ isError: false, context: 0 });
  });

  it('of documents get the headers, secrets left out', () => {
    const document = '{"type":"document","title":"Cart","responseHeaders":"not_observed"}';
    const headers = (): [string, string][] => [
      ['Server', 'nginx'],
      ['Set-Cookie', 'id=1'],
    ];
    expect(withHeaders(document, headers)).toBe(
      '{"type":"document","title":"Cart","responseHeaders":{"observed":{"server":"nginx","set-cookie":"[REDACTED]"}}}',
    );
    expect(withHeaders(document, () => undefined)).toBe(document);
    const quoting = JSON.stringify({ type: 'console', args: [{ type: 'document' }] });
    expect(withHeaders(quoting, headers)).toBe(quoting);
  });
});

it.each([
  [0, 'none'],
  [20 * 1024 * 1024, 'none'],
  [20 * 1024 * 1024 + 1, 'soft'],
  [50 * 1024 * 1024, 'soft'],
  [50 * 1024 * 1024 + 1, 'hard'],
])('%d bytes: pressure %s', (bytes, expected) => {
  expect(pressureOf(bytes)).toBe(expected);
});
