/** Source files as reports name them: from the root of the checkout, so that the same line has the same name on every machine. */

import { isAbsolute, relative, sep } from 'node:path';

/** The file below the checkout or the working folder; as it is where it lies elsewhere. */
export function reportedFile(file: string): string {
  const { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: project } = process.env;
  for (const root of [workspace, project, process.cwd()]) {
    if (root === undefined || root === '') continue;
    const below = relative(root, file);
    if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) return below.split(sep).join('/');
  }
  return file;
}
