/** The description of the HTTP interface, read by the published schema of OpenAPI 3.1. */

import { Validator } from '@seriousme/openapi-schema-validator';

import { expect, test } from '../support/fixtures.ts';

test('the HTTP interface describes itself in valid OpenAPI 3.1', async ({ server }) => {
  const answer = await fetch(`${server.url}/openapi.json`);
  const description: Record<string, unknown> = await answer.json();
  const validator = new Validator();
  expect(await validator.validate(description)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});
