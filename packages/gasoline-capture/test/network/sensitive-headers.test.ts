import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { HeaderCollector } from '../../src/network/headers.ts';
import { REDACTED_HEADER } from '../../src/redacted.ts';

/** Names that page and server judge alike; the server's tests read them, too. */
interface Names {
  readonly sensitive: readonly string[];
  readonly ordinary: readonly string[];
}

const TABLE = new URL('../../../../fixtures/sensitive-headers.json', import.meta.url);
const read: (text: string) => Names = JSON.parse;
const table = read(readFileSync(TABLE, 'utf8'));

function isHidden(name: string): boolean {
  const headers = new HeaderCollector();
  headers.add(name, 'value');
  return headers.values[name.toLowerCase()] === REDACTED_HEADER;
}

it('judges headers as the server does', () => {
  expect(table.sensitive.filter((name) => !isHidden(name))).toEqual([]);
  expect(table.ordinary.filter(isHidden)).toEqual([]);
});
