/** A small app with a planted bug, on disk as its developers have it, built and served by the tools they use. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { build as esbuild, transform } from 'esbuild';
import type { BuildOptions } from 'esbuild';
import { build as viteBuild, createServer } from 'vite';

/** The files of an app, by path. */
export type Sources = Readonly<Record<string, string>>;

/** A component whose function reads what a refused login does not have. */
export const LOGIN_APP: Sources = {
  'index.html': '<!doctype html><title>Login</title><script type="module" src="/src/main.ts"></script>',
  'src/main.ts': `import { submitLogin } from './components/LoginForm.ts';

document.body.innerHTML = '<button>Log in</button>';
document.querySelector('button')?.addEventListener('click', () => submitLogin('refused'));
`,
  'src/components/LoginForm.ts': `import { readUser, type Answer } from '../api/user.ts';

/** What the person typed. */
export type Password = string;

export function submitLogin(password: Password): string {
  const answer: Answer = password === 'right' ? { data: { user: 'me' } } : {};
  return readUser(answer);
}
`,
  'src/api/user.ts': `export interface Answer {
  readonly data?: { readonly user: string };
}

/** Reads the user of an answer. */
export function readUser(answer: Answer): string {
  const { data } = answer;
  // @ts-expect-error: the planted bug
  return data.user.toUpperCase();
}
`,
};

/** What an agent is shown of the bug, whatever built the app; columns differ from tool to tool. */
export const LOGIN_SNIPPETS = [
  {
    file: 'src/api/user.ts',
    line: 9,
    function: 'readUser',
    snippet: [
      { line: 4, text: '' },
      { line: 5, text: '/** Reads the user of an answer. */' },
      { line: 6, text: 'export function readUser(answer: Answer): string {' },
      { line: 7, text: '  const { data } = answer;' },
      { line: 8, text: '  // @ts-expect-error: the planted bug' },
      { line: 9, text: '  return data.user.toUpperCase();', isError: true },
      { line: 10, text: '}' },
    ],
  },
  {
    file: 'src/components/LoginForm.ts',
    line: 8,
    function: 'submitLogin',
    snippet: [
      { line: 3, text: '/** What the person typed. */' },
      { line: 4, text: 'export type Password = string;' },
      { line: 5, text: '' },
      { line: 6, text: 'export function submitLogin(password: Password): string {' },
      { line: 7, text: "  const answer: Answer = password === 'right' ? { data: { user: 'me' } } : {};" },
      { line: 8, text: '  return readUser(answer);', isError: true },
      { line: 9, text: '}' },
    ],
  },
  {
    file: 'src/main.ts',
    line: 4,
    snippet: [
      { line: 1, text: "import { submitLogin } from './components/LoginForm.ts';" },
      { line: 2, text: '' },
      { line: 3, text: "document.body.innerHTML = '<button>Log in</button>';" },
      {
        line: 4,
        text: "document.querySelector('button')?.addEventListener('click', () => submitLogin('refused'));",
        isError: true,
      },
    ],
  },
];

/** What esbuild makes of it. */
const SERVED = [
  '(() => {',
  '  // src/api/user.ts',
  '  function readUser(answer) {',
  '    const { data } = answer;',
  '    return data.user.toUpperCase();',
  '  }',
  '',
  '  // src/components/LoginForm.ts',
  '  function submitLogin(password) {',
  '    const answer = password === "right" ? { data: { user: "me" } } : {};',
  '    return readUser(answer);',
  '  }',
  '',
  '  // src/main.ts',
  '  document.body.innerHTML = "<button>Log in</button>";',
  '  document.querySelector("button")?.addEventListener("click", () => submitLogin("refused"));',
  '})();',
].map((text, index) => ({ line: index + 1, text }));

/** What an agent is shown of that, where no map leads further. */
export const LOGIN_AS_SERVED = [
  { line: 5, function: 'readUser' },
  { line: 11, function: 'submitLogin' },
  { line: 16 },
].map((place) => ({
  file: 'dist/app.js',
  ...place,
  snippet: SERVED.slice(Math.max(0, place.line - 6), place.line + 5).map((each) =>
    each.line === place.line ? { ...each, isError: true } : each,
  ),
}));

/** A project in a folder of its own. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Writes a project to disk. */
export async function createProject(sources: Sources): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-project-'));
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const [path, text] of Object.entries(sources)) await write(path, text);
  return { folder, write, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A script and its map. */
export interface Built {
  readonly script: string;
  readonly map: string;
}

/** Built by esbuild into `dist/app.js`. */
export async function builtByEsbuild({ folder }: Project, options: BuildOptions = {}): Promise<Built> {
  const { outputFiles = [] } = await esbuild({
    absWorkingDir: folder,
    entryPoints: ['src/main.ts'],
    outfile: 'dist/app.js',
    bundle: true,
    write: false,
    sourcemap: true,
    ...options,
  });
  const text = (end: string): string => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: text('.js'), map: text('.map') };
}

/** One module evaluated from a string, as in webpack's builds for development: the stack names no file that exists. */
export async function evaluatedLikeWebpack(source: string, name: string): Promise<string> {
  const options = {
    loader: 'ts',
    sourcemap: 'external',
    sourcefile: `webpack://shop/./${name}?1a2b`,
  } as const;
  const { code, map } = await transform(source, options);
  const inline = `data:application/json;charset=utf-8;base64,${Buffer.from(map).toString('base64')}`;
  const end = `//# sourceMappingURL=${inline}\n//# sourceURL=webpack-internal:///./${name}\n`;
  return `eval(${JSON.stringify(`${code}\n${end}`)});`;
}

/** Built by Vite as for production, minified, into `dist/assets/app.js`. */
export async function builtByVite({ folder }: Project): Promise<Built> {
  const output = { entryFileNames: 'assets/app.js' };
  await viteBuild({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { sourcemap: true, rolldownOptions: { output } },
  });
  const file = join(folder, 'dist/assets/app.js');
  return { script: await readFile(file, 'utf8'), map: await readFile(`${file}.map`, 'utf8') };
}

/** A development server. */
export interface DevelopmentServer {
  readonly url: string;
  /** Reads the files again, as after a change it noticed. */
  refresh(): void;
  stop(): Promise<void>;
}

/** Served by Vite as while it is developed. It does not watch for changes, whose notice comes at any moment. */
export async function servedByVite({ folder }: Project): Promise<DevelopmentServer> {
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await server.listen();
  const address = server.httpServer?.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    refresh() {
      server.environments.client.moduleGraph.invalidateAll();
    },
    stop: () => server.close(),
  };
}
