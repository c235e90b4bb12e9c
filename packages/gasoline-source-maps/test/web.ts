/** A network made of a table, and builds made by esbuild. */

import { createContext, Script } from 'node:vm';

import { build } from 'esbuild';
import type { BuildOptions } from 'esbuild';

import { parseStack, SourceSnippets } from '../src/index.ts';
import type { ErrorOrigin, Fetch, SnippetsFound } from '../src/index.ts';

/** What an address answers with. */
export type Answer = string | (() => Response | Promise<Response>);

/** A network whose requests are counted. */
export interface Web {
  readonly fetch: Fetch;
  readonly requests: string[];
  /** Each with whether cookies were to be sent and redirects to be followed. */
  readonly asked: (readonly [url: string, ...how: string[]])[];
  readonly files: Map<string, Answer>;
}

export function web(files: Readonly<Record<string, Answer>>): Web {
  const table = new Map(Object.entries(files));
  const requests: string[] = [];
  const asked: Web['asked'] = [];
  return {
    requests,
    asked,
    files: table,
    async fetch(url, { credentials, redirect }) {
      requests.push(url);
      asked.push([url, credentials, redirect]);
      const answer = table.get(url);
      if (answer === undefined) return new Response('not here', { status: 404 });
      return typeof answer === 'string' ? new Response(answer) : answer();
    },
  };
}

export const ORIGIN = 'http://localhost:3000';
export const PAGE = { page: 'p1', documents: [`${ORIGIN}/`] };

/** The snippets of a stack, from a network. */
export async function snippetsOf(
  network: Web,
  stack: string,
  origin: ErrorOrigin = PAGE,
  snippets = new SourceSnippets({ fetch: network.fetch, now: () => 0 }),
): Promise<SnippetsFound> {
  return snippets.of(parseStack(stack), origin);
}

/** Sources of a small app: a component that fails in a function of its own. */
export const APP = {
  'src/components/LoginForm.tsx': `import { readUser } from '../api/user.ts';

export interface Props {
  readonly name: string;
}

export function submitLogin(props: Props): string {
  const answer: { data?: { user: string } } = {};
  return readUser(answer) + props.name;
}
`,
  'src/api/user.ts': `/** Reads the user of an answer. */
export function readUser(answer: { data?: { user: string } }): string {
  const { data } = answer;
  // There is none after a refusal.
  return (data as { user: string }).user.toUpperCase();
}
`,
  'src/main.ts': `import { submitLogin } from './components/LoginForm.tsx';

globalThis.login = () => submitLogin({ name: 'x' });
`,
};

/** The app built by esbuild: the script and its map. */
export async function builtApp(options: BuildOptions = {}): Promise<{ script: string; map: string }> {
  const { outputFiles = [] } = await build({
    entryPoints: ['src/main.ts'],
    absWorkingDir: '/project',
    outfile: '/project/dist/app.js',
    bundle: true,
    write: false,
    sourcemap: true,
    plugins: [
      {
        name: 'table',
        setup(builder) {
          builder.onResolve({ filter: /.*/ }, ({ path, resolveDir }) => ({
            path: new URL(path, `file://${resolveDir}/`).pathname,
          }));
          builder.onLoad({ filter: /.*/ }, ({ path }) => {
            const name = path.replace(/^\/project\//, '');
            const contents = Object.entries(APP).find(([file]) => file === name)?.[1];
            return { contents: contents ?? '', loader: 'tsx', resolveDir: path.replace(/\/[^/]*$/, '') };
          });
        },
      },
    ],
    ...options,
  });
  const text = (suffix: string): string => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
  return { script: text('.js'), map: text('.map') };
}

/** The stack with which a built script fails, as Chrome prints it. */
export function stackOf(script: string, url: string): string {
  const failing = `try { login(); } catch (error) { error.stack }`;
  const context = createContext({});
  new Script(script, { filename: url }).runInContext(context);
  const lines = String(new Script(failing).runInContext(context)).split('\n');
  return lines.filter((line) => !line.includes('    at ') || line.includes(url)).join('\n');
}
