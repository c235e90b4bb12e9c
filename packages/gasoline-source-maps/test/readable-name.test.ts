import { describe, expect, it } from 'vitest';

import { isLibrary } from '../src/library.ts';
import { readableName } from '../src/readable-name.ts';

const HOST = 'http://localhost:3000';

describe('a source is called as its developer calls it', () => {
  it.each([
    ['webpack', 'webpack://app/./src/x.tsx?abcd', '', 'src/x.tsx'],
    ['webpack without a name', 'webpack:///./src/x.tsx', '', 'src/x.tsx'],
    ['webpack, evaluated', 'webpack-internal:///./src/x.tsx', '', 'src/x.tsx'],
    ['Next with webpack', 'webpack-internal:///(app-pages-browser)/./app/page.tsx', '', 'app/page.tsx'],
    ['Next, built', 'webpack://_N_E/./src/app/page.tsx?1a2b', '', 'src/app/page.tsx'],
    ['Turbopack', 'turbopack:///[project]/src/app/page.tsx', '', 'src/app/page.tsx'],
    ['Turbopack of Next 16', 'file:///home/me/shop/src/app/page.tsx', '', 'src/app/page.tsx'],
    ['Vite', 'LoginForm.tsx', `${HOST}/src/components/LoginForm.tsx?t=17`, 'src/components/LoginForm.tsx'],
    ['Vite outside its root', 'x.ts', `${HOST}/@fs/home/me/mono/packages/ui/x.ts`, 'packages/ui/x.ts'],
    ['Vite, built', '../../src/main.tsx', `${HOST}/src/main.tsx`, 'src/main.tsx'],
    [
      'esbuild',
      '../src/components/LoginForm.tsx',
      `${HOST}/a/src/components/LoginForm.tsx`,
      'src/components/LoginForm.tsx',
    ],
    ['Rollup', 'src/main.js', `${HOST}/assets/src/main.js`, 'src/main.js'],
    ['Angular', 'ng:///AppModule/x.ts', '', 'AppModule/x.ts'],
    ['Windows', 'C:\\work\\shop\\src\\x.ts', '', 'src/x.ts'],
    ['a disk without src', '/home/me/shop/x.ts', '', 'me/shop/x.ts'],
    ['a URL', 'https://cdn.example/lib/x.js?v=1', 'https://cdn.example/lib/x.js', 'lib/x.js'],
    [
      'a dependency',
      '../../react/index.js',
      `${HOST}/node_modules/.vite/react/index.js`,
      'node_modules/.vite/react/index.js',
    ],
    ['pnpm', 'x', 'file:///a/node_modules/.pnpm/b@1/node_modules/b/x.js', 'node_modules/b/x.js'],
    ['deceit', 'src/\u202Ecod.exe\u0000\n\u001b[31m<script>.ts', '', 'src/cod.exe[31m<script>.ts'],
    ['a bad escape', 'x.ts', `${HOST}/src/%E0%A4%A.ts`, 'src/%E0%A4%A.ts'],
  ])('%s', (_tool, raw, resolved, expected) => {
    expect(readableName({ raw, resolved: resolved === '' ? raw : resolved })).toBe(expected);
  });

  it('within bounds', () => {
    const name = readableName({ raw: `src/${'x'.repeat(5_000_000)}.ts`, resolved: '' });
    expect(name).toBe(`src/${'x'.repeat(295)}…`);
  });
});

it.each([
  [`${HOST}/node_modules/.vite/deps/react-dom.js?v=1`, true],
  [`${HOST}/@vite/client`, true],
  [`${HOST}/@react-refresh`, true],
  [`${HOST}/_next/static/chunks/framework-1a2b.js`, true],
  [`${HOST}/_next/static/chunks/node_modules_next_dist_1._.js`, true],
  [`${HOST}/static/js/vendors~main.chunk.js`, true],
  [`${HOST}/js/chunk-vendors.1a2b.js`, true],
  ['https://cdn.example/react-dom.production.min.js', true],
  ['webpack://app/webpack/bootstrap', true],
  [`${HOST}/_next/static/chunks/app/page.js`, false],
  [`${HOST}/src/vendor-list.tsx`, false],
  [`${HOST}/src/reactions.js`, false],
  [`${HOST}/assets/index-1a2b.js`, false],
])('%s is of a library: %s', (address, expected) => {
  expect(isLibrary(address)).toBe(expected);
});
