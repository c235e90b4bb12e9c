/** Where a browser that chose its debugging port itself can be reached. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from '@playwright/test';

/** The port that the browser of a profile chose; written beside everything else it does at its start. */
export async function debuggingPort(profile: string): Promise<string> {
  const read = async (): Promise<string> => {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    return text.split('\n')[0] ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}
