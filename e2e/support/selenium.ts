/** What Selenium needs, found as `make test` does: scripts that print a path or say what to install. */

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The tool that a variable names, or a script finds. */
export function findTool(variable: string, script: string): string {
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
  return execFileSync(path, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
