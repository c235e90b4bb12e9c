/**
 * The whole loop in a minute: a person meets bugs in a shop, and an agent that saw nothing reads what happened.
 *
 *     make demo
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connect, QUESTIONS } from './agent.mjs';
import { goShopping, openBrowser } from './customer.mjs';
import { startGasoline } from './processes.mjs';
import { openShop } from './shop.mjs';

/** What is still to be closed, last opened first. */
const closing = [];

async function main() {
  const shop = await openShop();
  closing.push(() => shop.close());
  const server = await startGasoline(['--port', '0'], /listening on http:\/\/127\.0\.0\.1:(\d+)/);
  closing.push(server.stop);
  const port = server.match[1];
  const profile = await mkdtemp(join(tmpdir(), 'gasoline-demo-'));
  closing.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const { context, address } = await openBrowser(profile);
  closing.push(() => context.close());
  // Whether a picture is there in time would differ from run to run.
  const options = ['--cdp', address, '--port', port, '--screenshots', 'off'];
  const attached = await startGasoline(['attach', ...options], /capturing /);
  closing.push(() => attached.stop());

  say(
    `A shop at ${shop.url}, a browser, and Gasoline attached to it. A customer adds tea and honey, and pays…`,
  );
  await goShopping(context, shop.url);
  // Delivers what it still holds before it ends.
  await attached.stop();

  const agent = await connect(port);
  closing.push(agent.close);
  for (const question of QUESTIONS) {
    say(`The agent asks ${question.name} ${JSON.stringify(question.arguments)}`);
    console.log(JSON.stringify(await agent.ask(question), null, 2));
  }
  say('That is all an agent needs to find three bugs in demo/app/shop.js.');
}

function say(text) {
  console.log(`\n\u001b[1m${text}\u001b[0m\n`);
}

try {
  await main();
} finally {
  for (const close of closing.reverse()) await close();
}
