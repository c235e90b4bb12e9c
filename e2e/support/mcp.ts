/** An agent's view of the server: the official MCP client, over each transport a client may choose. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import { BINARY } from './server.ts';
import type { Server } from './server.ts';

/** The ways to reach the server's tools. */
export const TRANSPORTS = ['stdio', 'http'] as const;

/** One entry of an answer. */
export type Entry = Readonly<Record<string, unknown>>;

/** A connected client. */
export interface Agent {
  errors(): Promise<readonly Entry[]>;
  logs(): Promise<readonly Entry[]>;
  /** Calls a tool; an error comes back as an answer with `error`. */
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Entry>;
  /** The pictures that come with an answer, as data URLs. */
  pictures(tool: string, args?: Readonly<Record<string, unknown>>): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Connects to a server. */
export async function connectAgent(server: Server, kind: (typeof TRANSPORTS)[number]): Promise<Agent> {
  const client = new Client({ name: 'gasoline-e2e', version: '0.1.0' });
  await client.connect(transport(server, kind));
  return {
    errors: () => listOf(client, 'get_browser_errors', 'errors'),
    logs: () => listOf(client, 'get_browser_logs', 'logs'),
    call: (tool, args = {}) => answerOf(client, tool, args),
    pictures: (tool, args = {}) => picturesOf(client, tool, args),
    close: () => client.close(),
  };
}

function transport(server: Server, kind: (typeof TRANSPORTS)[number]): Transport {
  if (kind === 'stdio')
    return new StdioClientTransport({ command: BINARY, args: ['mcp', '--port', String(server.port)] });
  return new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`));
}

async function listOf(client: Client, tool: string, field: string): Promise<readonly Entry[]> {
  const answer = await answerOf(client, tool, { limit: 200, max_tokens: 20_000 });
  const list = answer[field];
  if (!Array.isArray(list)) throw new Error(`${tool} answered without ${field}: ${JSON.stringify(answer)}`);
  return list.filter(isEntry);
}

async function answerOf(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Entry> {
  const { content } = await client.callTool({ name: tool, arguments: { ...args } });
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  const answer: unknown = JSON.parse(isText(block) ? block.text : '');
  if (!isEntry(answer)) throw new Error(`${tool} answered ${JSON.stringify(answer)}`);
  return answer;
}

async function picturesOf(
  client: Client,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> {
  const { content } = await client.callTool({ name: tool, arguments: { ...args } });
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const images = blocks.filter(isEntry).filter(({ type }) => type === 'image');
  return images.map(({ mimeType, data }) => `data:${String(mimeType)};base64,${String(data)}`);
}

function isText(block: unknown): block is { text: string } {
  return isEntry(block) && typeof block['text'] === 'string';
}

/** Whether a value has members. */
export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}
