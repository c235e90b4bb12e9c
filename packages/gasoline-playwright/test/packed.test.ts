import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What is published, in an empty folder beside a Playwright that is there already. */
async function install(folder: string): Promise<void> {
  const packages = ['gasoline-ci', 'gasoline-playwright'];
  const packed = await Promise.all(
    packages.map(async (name) => {
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: join(ROOT, 'packages', name),
      });
      const [{ filename }]: [{ filename: string }] = JSON.parse(stdout);
      return join(folder, filename);
    }),
  );
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  // No registry: everything the packages need is in them, but for Playwright, which is the suite's own.
  const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...options, ...packed], { cwd: folder });
  await mkdir(join(folder, 'node_modules/@playwright'));
  await symlink(join(ROOT, 'node_modules/@playwright/test'), join(folder, 'node_modules/@playwright/test'));
}

it('the packages work from an empty folder as they are published, for import and for require', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gasoline-packed-'));
  try {
    await install(folder);
    const names = `[typeof api.test, typeof api.expect, typeof api.captureContext].join(' ')`;
    await writeFile(
      join(folder, 'a.cjs'),
      `const api = require('gasoline-playwright'); console.log(${names});`,
    );
    await writeFile(
      join(folder, 'b.mjs'),
      `import * as api from 'gasoline-playwright'; console.log(${names});`,
    );
    for (const file of ['a.cjs', 'b.mjs']) {
      const { stdout } = await run(process.execPath, [file], { cwd: folder });
      expect(stdout.trim()).toBe('function function function');
    }
    const scripts = `for (const name of ['min', 'light', 'late']) console.log(require.resolve('gasoline-ci/' + name));`;
    await writeFile(join(folder, 'c.cjs'), scripts);
    const { stdout } = await run(process.execPath, ['c.cjs'], { cwd: folder });
    for (const path of stdout.trim().split('\n'))
      expect((await readFile(path, 'utf8')).length).toBeGreaterThan(50_000);
    const types = await readFile(join(folder, 'node_modules/gasoline-playwright/dist/index.d.ts'), 'utf8');
    expect(types).toContain('gasolineRecord: boolean;');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
