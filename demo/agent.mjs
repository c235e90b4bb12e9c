/** An agent's side: asks the tools what it would ask, over the transport an editor uses. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { BINARY } from './processes.mjs';

/** What an agent asks after "the shop is broken". */
export const QUESTIONS = [
  { name: 'get_browser_errors', arguments: {} },
  { name: 'get_network_bodies', arguments: { status_min: 400 } },
  { name: 'get_session_timeline', arguments: { last_n_actions: 6 } },
  { name: 'get_websocket_status', arguments: {} },
];

/** Connects to the server on `port`. */
export async function connect(port) {
  const client = new Client({ name: 'gasoline-demo', version: '0.1.0' });
  await client.connect(new StdioClientTransport({ command: BINARY, args: ['mcp', '--port', String(port)] }));
  return {
    async ask(question) {
      const { content } = await client.callTool(question);
      return JSON.parse(content[0].text);
    },
    close: () => client.close(),
  };
}
