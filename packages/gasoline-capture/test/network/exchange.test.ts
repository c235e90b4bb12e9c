import { expect, it } from 'vitest';

import { failureText, requestLine } from '../../src/network/exchange.ts';

const REQUEST = { method: 'GET', url: 'http://localhost/a' };

it.each([
  [500, 'Internal Server Error', undefined, 'GET http://localhost/a 500 Internal Server Error'],
  [503, '', undefined, 'GET http://localhost/a 503'],
  [0, '', 'aborted', 'GET http://localhost/a aborted'],
  [0, '', 'TypeError: Failed to fetch', 'GET http://localhost/a failed: TypeError: Failed to fetch'],
  [200, 'OK', 'TypeError: network error', 'GET http://localhost/a 200 OK failed: TypeError: network error'],
])('%s %s %s reads as one line', (status, statusText, failure, line) => {
  expect(requestLine(REQUEST, { status, statusText }, failure)).toBe(line);
});

it('tells an abort from a timeout and from everything else', () => {
  const timeout = new DOMException('signal timed out', 'TimeoutError');
  expect([
    failureText(new DOMException('x', 'AbortError'), false),
    failureText('left the page', true),
    failureText(timeout, true),
    failureText(new TypeError('Failed to fetch'), false),
    failureText('just text', false),
    failureText({ odd: true }, false),
  ]).toEqual([
    'aborted',
    'aborted',
    'TimeoutError: signal timed out',
    'TypeError: Failed to fetch',
    'just text',
    'unknown',
  ]);
});
