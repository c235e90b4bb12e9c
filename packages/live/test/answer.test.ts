import { expect, it } from 'vitest';

import { answer } from '../src/answer.ts';
import { pageWith } from './window.ts';

it('asks for the checker where it is missing', async () => {
  const query = { kind: 'audit', tags: [], includePasses: false } as const;
  expect(await answer(pageWith(''), query, undefined)).toBe('axe.js');
});

it('says what is wrong with a query instead of throwing', async () => {
  const page = pageWith('');
  const checker = {
    version: '1',
    run: () => Promise.reject(new Error('broken')),
    getRules: () => [{ tags: ['b', 'a'] }],
  };
  const audit = { kind: 'audit', tags: [], includePasses: false } as const;
  const failed = (reason: string, message: string): unknown => ({ kind: 'failed', reason, message });
  expect(await answer(page, { ...audit, tags: ['c'] }, checker)).toEqual(
    failed('bad_query', 'no rule has the tag `c`; tags are a, b'),
  );
  expect(await answer(page, { ...audit, scope: 'nav' }, checker)).toEqual(
    failed('bad_query', 'no element of the page matches the scope `nav`'),
  );
  expect(await answer(page, audit, checker)).toEqual(failed('failed', 'broken'));
});
