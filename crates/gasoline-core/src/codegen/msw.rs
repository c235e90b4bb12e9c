//! Captured answers as handlers for Mock Service Worker. They read the same module as the mocked test, so that both give the
//! same answers in the same order.

/// The file, whatever the fixtures.
pub const HANDLERS: &str = r#"// Answers of the captured session for Mock Service Worker: `setupServer(...handlers)`
// in Node, `setupWorker(...handlers)` in a browser. What they do not answer is named
// by its option `onUnhandledRequest`.
import { http, HttpResponse } from 'msw';
import { fixtures, type Fixture } from './fixtures';

/** Endpoints that nobody has asked for yet. */
export const unused = new Set(Object.keys(fixtures));

export const handlers = Object.entries(fixtures).map(([endpoint, last]) => {
  const [method, address = '', operation] = endpoint.split(' ');
  const answers = [...(last.earlier ?? []), last];
  let turn = 0;
  return http.all(anywhere(address), async ({ request }) => {
    const url = new URL(request.url);
    const isAddressed =
      request.method === method &&
      address === `${url.pathname}${queryOf(url, last)}`;
    if (!isAddressed) return undefined;
    const isAsked =
      operation === undefined || operation === (await operationOf(request));
    if (!isAsked) return undefined;
    unused.delete(endpoint);
    const { status, contentType, body } = answers[turn] ?? last;
    turn += 1;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = { 'Content-Type': contentType };
    // These have no body, not even an empty one
    const isEmpty = [101, 204, 205, 304].includes(status);
    return new HttpResponse(isEmpty ? null : text, { status, headers });
  });
});

/** The path of an address, at any origin. */
function anywhere(address: string) {
  const path = address.replace(/\?.*/, '');
  const escaped = path.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  return new RegExp(`^\\w+://[^/]+${escaped}$`);
}

/** The query of an address without the secrets that an answer does not depend on. */
function queryOf({ search }: URL, { secrets = [] }: Fixture) {
  const parameters = search.slice(1).split('&');
  const isKept = (part: string) => !secrets.includes(part.replace(/=.*/, ''));
  const query = parameters.filter(isKept).join('&');
  return query === '' ? '' : `?${query}`;
}

/** The operation that a request names in its body. */
async function operationOf(request: Request) {
  const names = [
    /"operationName":\s*"(\w+)"/,
    /(?:query|mutation|subscription)\s+(\w+)/,
    /"method":\s*"([\w.]+)"/,
  ];
  const body = await request.clone().text();
  const found = names.map((name) => name.exec(body)?.[1]);
  return found.find((name) => name !== undefined);
}
"#;
