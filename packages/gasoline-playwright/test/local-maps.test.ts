/** Maps of builds that do not serve them. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findMapsIn } from '../src/local-maps.ts';

const SCRIPT = 'boom();\n';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gasoline-maps-'));
  await mkdir(join(folder, 'js'));
  await writeFile(join(folder, 'js', 'app.js'), `${SCRIPT}//# sourceMappingURL=app.js.map\n`);
  await writeFile(join(folder, 'js', 'app.js.map'), '{"version":3}');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function found(url: string, text = SCRIPT): Promise<string | undefined> {
  return (await findMapsIn([join(folder, 'none'), folder])?.({ url, text }))?.name;
}

test('a map lies in the folder as the script lies on the server, or below a part of its path', async () => {
  expect(await found('https://shop.test/js/app.js?v=1')).toBe('js/app.js.map');
  expect(await found('https://shop.test/static/js/app.js')).toBe('js/app.js.map');
  expect(await found('https://shop.test/js/other.js')).toBeUndefined();
});

test('a map of another build does not count', async () => {
  expect(await found('https://shop.test/js/app.js', 'bang();\n')).toBeUndefined();
});

test('no address leads out of the folder', async () => {
  expect(await found('https://shop.test/js/%2e%2e%2fjs/app.js')).toBeUndefined();
  expect(await found('not an address')).toBeUndefined();
});

test('without folders nothing is looked for', () => {
  expect(findMapsIn([])).toBeUndefined();
});
