import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { originOfId } from '../../src/selectors/generated-id.ts';

/** What page and server judge alike, and what only one of them takes for data; the server's tests read it, too. */
interface Cases {
  readonly generated: readonly string[];
  readonly numbered: readonly string[];
  readonly written: readonly string[];
  readonly pageOnly: readonly string[];
  readonly serverOnly: readonly string[];
}

const TABLE = new URL('../../../../fixtures/generated-values.json', import.meta.url);
const read: (text: string) => Cases = JSON.parse;
const cases = read(readFileSync(TABLE, 'utf8'));

const IDS = {
  generated: [...cases.generated, ...cases.pageOnly, '/courses/dc5cmkfd'],
  numbered: [...cases.numbered, 'h1'],
  written: [...cases.written, '/account'],
} as const;

for (const [origin, ids] of Object.entries(IDS)) {
  describe(origin, () => {
    it.each(ids)('%s', (id) => {
      expect(originOfId(id)).toBe(origin);
    });
  });
}

it('leaves what is data only in an address', () => {
  expect(cases.serverOnly.filter((value) => originOfId(value) === 'generated')).toEqual([]);
});
