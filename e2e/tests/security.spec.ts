/** A page that leaks, and what the audit says of it. */

import { expect, test } from '../support/fixtures.ts';
import { run } from '../support/requests.ts';
import type { Server } from '../support/server.ts';
import { stored } from '../support/snapshot.ts';

/** Written in parts, so that no scanner of this repository takes them for real. */
const KEY = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
const TOKEN = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'dBjftJeZ4CVPmB92K27uhbUJU1p1r'].join('.');

interface Finding {
  readonly severity: string;
  readonly fingerprint: string;
}

interface Audit {
  readonly findings: readonly Finding[];
}

/** What the audit answers, as text. */
async function audited(server: Server, question: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await fetch(`${server.url}/tools/security_audit`, {
    method: 'POST',
    body: JSON.stringify(question),
  });
  return answer.text();
}

function found(answer: string): readonly string[] {
  const audit: Audit = JSON.parse(answer);
  return audit.findings.map(({ severity, fingerprint }) => `${severity} ${fingerprint}`).toSorted();
}

test('a page that leaks is audited, and its secrets are nowhere', async ({ server, pages, bound }) => {
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `localStorage.setItem('session', '${TOKEN}');
     console.log('Token: ${TOKEN}');
     console.log('key', '${KEY}');
     await (await fetch('data?api_key=${KEY}')).json();`,
  );
  const question = { severity_min: 'info', checks: ['credentials', 'pii_exposure'], max_tokens: 20_000 };
  const lines = async (): Promise<readonly string[]> => found(await audited(server, question));
  await expect
    .poll(async () => (await lines()).map((line) => line.replace(/localhost:\d+/, 'localhost:PORT')))
    .toEqual([
      'critical credential-in-console/github-token:console:',
      'critical credential-in-console/masked:console:Token',
      'critical credential-in-response/masked:GET /app/data:token',
      'critical credential-in-url/github-token:GET /app/data:api_key',
      'info jwt-without-expiry:storage:value',
      'warning credential-in-storage/jwt:localStorage http://localhost:PORT:session',
    ]);
  const read = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text();
  const texts = [await audited(server, question), await read('/snapshot'), await read('/export/har')];
  for (const text of texts) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(TOKEN);
  }
});

test('the same page without its leaks, with a login, is audited without a warning', async ({
  server,
  pages,
  bound,
}) => {
  pages.route('/app/account', (_request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end('{"id":7,"city":"Bern","roles":["editor"]}');
  });
  const page = await bound.context.newPage();
  await run(
    pages,
    page,
    `localStorage.setItem('theme', 'dark');
     console.log('Signed in as', { id: 7 });
     console.error('Password is too short');
     await (await fetch('account', { headers: { Authorization: 'Bearer ${TOKEN}' } })).json();
     await (await fetch('account?sort=name&key=products', { credentials: 'include' })).json();`,
  );
  await expect.poll(() => stored(server, 'network_bodies')).toHaveLength(2);
  expect(found(await audited(server, { max_tokens: 20_000 }))).toEqual([]);
});
