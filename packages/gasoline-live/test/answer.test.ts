import { expect, it } from 'vitest';
import type { LiveQuery } from 'gasoline-wire';

import { answer } from '../src/answer.ts';
import { pageWith } from './window.ts';

const AUDIT: LiveQuery = { kind: 'audit', tags: [], includePasses: false };

it('asks for the checker where it is missing', async () => {
  expect(await answer(pageWith(''), AUDIT, undefined)).toBe('axe.js');
});

it('says what is wrong with a query instead of throwing', async () => {
  const page = pageWith('');
  const checker = {
    version: '1',
    run: () => Promise.reject(new Error('broken')),
    getRules: () => [{ tags: ['b', 'a'] }],
  };
  const failed = (reason: string, message: string): unknown => ({ kind: 'failed', reason, message });
  expect(await answer(page, { ...AUDIT, tags: ['c'] }, checker)).toEqual(
    failed('bad_query', 'no rule has the tag `c`; tags are a, b'),
  );
  expect(await answer(page, { ...AUDIT, scope: 'nav' }, checker)).toEqual(
    failed('bad_query', 'no element of the page matches the scope `nav`'),
  );
  expect(await answer(page, AUDIT, checker)).toEqual(failed('failed', 'broken'));
});
