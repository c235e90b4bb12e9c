/** A page that leaks, and what the audit says of it. */

import { expect, test } from '../support/fixtures.ts';
import { run } from '../support/requests.ts';

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
  const ask = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/tools/security_audit`, {
      method: 'POST',
      body: JSON.stringify(question),
    });
    return answer.text();
  };
  const lines = async (): Promise<readonly string[]> => {
    const audit: Audit = JSON.parse(await ask());
    return audit.findings.map(({ severity, fingerprint }) => `${severity} ${fingerprint}`).toSorted();
  };
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
  const snapshot = await (await fetch(`${server.url}/snapshot`)).text();
  for (const text of [await ask(), snapshot]) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(TOKEN);
  }
});
