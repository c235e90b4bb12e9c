/** The HAR export, read by the published schema of HAR 1.2. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { Ajv } from 'ajv';
import type { AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';

import { expect, test } from '../support/fixtures.ts';

const require = createRequire(import.meta.url);
const SAMPLE = new URL('../../fixtures/wire/network-body.json', import.meta.url);

/** What senders other than our capture leave out or write differently. */
const ODD_REQUESTS = [
  {},
  { url: 'http://localhost:3000/offline', method: 'GET', status: 0, error: 'TypeError: Failed to fetch' },
  { url: 'http://localhost:3000/straße/日本?q=ü&broken=%zz&list[]=1#top', method: 'POST', status: 200 },
  { url: 'http://[::1]:3000/login?access_token=0123456789abcdef0123456789abcdef', status: 302, duration: -1 },
];

test('every captured request is in a valid HAR, no matter who sent it', async ({ server }) => {
  const sample: unknown = JSON.parse(await readFile(SAMPLE, 'utf8'));
  const requests = [sample, ...ODD_REQUESTS];
  const answer = await fetch(`${server.url}/network-bodies`, {
    method: 'POST',
    body: JSON.stringify({ bodies: requests }),
  });
  expect(await answer.json()).toEqual({ received: requests.length });

  const har: unknown = await (await fetch(`${server.url}/export/har`)).json();
  expect(har).toHaveProperty('log.entries.length', requests.length);
  expect(violations(har)).toEqual([]);
});

function violations(har: unknown): readonly string[] {
  const schemas: Record<string, AnySchemaObject> = require('har-schema');
  const draft: AnySchemaObject = require('ajv/dist/refs/json-schema-draft-06.json');
  // The schema is older than the strict mode of its validator.
  const validator = addFormats(new Ajv({ allErrors: true, strict: false })).addMetaSchema(draft);
  for (const schema of Object.values(schemas)) validator.addSchema(schema);
  validator.validate('har.json', har);
  return (validator.errors ?? []).map((error) => `${error.instancePath}: ${error.message ?? error.keyword}`);
}
