import { expect, it } from 'vitest';

import { capturePage, endOfTurn, QUIET } from '../page.ts';

it('tells of a long value its length, its beginning and its end', async () => {
  const { window, entries } = capturePage({ settings: () => ({ ...QUIET, storage: true }) });
  window.localStorage.setItem('short', 'v'.repeat(1000));
  window.localStorage.setItem('long', `${'v'.repeat(1022)}xyz`);
  window.document.cookie = `long=${'c'.repeat(1100)}xyz`;
  await endOfTurn();
  expect(entries.map(({ key, value, valueLength }) => ({ key, value, valueLength }))).toEqual([
    { key: 'short', value: 'v'.repeat(1000), valueLength: undefined },
    { key: 'long', value: `${'v'.repeat(997)}xyz`, valueLength: 1025 },
    { key: 'long', value: `${'c'.repeat(997)}xyz`, valueLength: 1103 },
  ]);
});
