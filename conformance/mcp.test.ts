/** The server against the conformance suite of the Model Context Protocol. */

import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { BINARY, startServer } from '../e2e/support/server.ts';

import { expectConformance } from './suite.ts';

const FIXTURE_SERVER =
  process.env['CONFORMANCE_SERVER'] ??
  fileURLToPath(new URL('../target/ci/examples/conformance_server', import.meta.url));

await test('the product conforms wherever the suite needs nothing of its own', async () => {
  await conforms(BINARY, 'product');
});

await test('with the tools, resources and prompts the suite asks for, all but elicitation conforms', async () => {
  await conforms(FIXTURE_SERVER, 'fixtures');
});

async function conforms(binary: string, expectedFailures: string): Promise<void> {
  const server = await startServer(binary);
  try {
    await expectConformance(`${server.url}/mcp`, expectedFailures);
  } finally {
    await server.stop();
  }
}
