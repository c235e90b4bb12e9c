/**
 * Source maps of builds that do not serve them, from folders that the project names.
 *
 * A folder is that of a build: its scripts, with their maps beside them. A map counts only if the script beside it is the one that the page has: another
 * build of the same name has other lines.
 */

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { LIMITS } from 'gasoline-source-maps';
import type { FindMap } from 'gasoline-source-maps';

/** Where the link to its map stands in a script. */
const LINK = /\/[/*][#@]\s*sourceMappingURL=[^\n]*\s*$/;

/** Looks for maps in folders; undefined without one. */
export function findMapsIn(folders: readonly string[]): FindMap | undefined {
  if (folders.length === 0) return undefined;
  return async ({ url, text }) => {
    const served = withoutLink(text);
    const places = folders.flatMap((folder) => pathsWithin(url).map((path) => ({ folder, path })));
    for (const { folder, path } of places) {
      const built = await textOf(join(folder, path));
      if (built === undefined || withoutLink(built) !== served) continue;
      const map = await textOf(join(folder, `${path}.map`));
      if (map !== undefined) return { name: `${path}.map`, text: map };
    }
    return undefined;
  };
}

/** `/static/js/app.js` may lie in the folder of the site, of `static`, or of `js`. */
function pathsWithin(url: string): string[] {
  const parts = decodedPath(url)
    .split('/')
    .filter((part) => part !== '');
  // An address never leads out of a folder.
  if (parts.some((part) => part === '..' || part.includes('\\'))) return [];
  return parts.map((_, index) => parts.slice(index).join('/'));
}

function decodedPath(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    return '';
  }
}

function withoutLink(script: string): string {
  return script.replace(LINK, '').trimEnd();
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > LIMITS.mapBytes ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
