import type { Batch } from 'gasoline-delivery';
import { expect, it } from 'vitest';

import { DEFAULTS } from '../../src/settings/table.ts';
import { createEnricher, enrichmentWish } from '../../src/worker/enrichment.ts';

const URL = 'http://localhost:3000/login';
const DOCUMENT = { url: URL, tab: 7, documentId: undefined };

it('is asked for by the settings', () => {
  expect(enrichmentWish(DEFAULTS, DOCUMENT)).toEqual({
    snippets: true,
    pageParts: ['componentAncestry'],
    documents: [URL],
    scripts: expect.any(Function),
    seen: expect.any(Function),
  });
  const without = { ...DEFAULTS, aiContextSourceSnippets: false, aiContextComponentTree: false };
  expect(enrichmentWish(without, DOCUMENT)).toEqual({
    snippets: false,
    pageParts: [],
    documents: [URL],
    scripts: expect.any(Function),
    seen: expect.any(Function),
  });
  expect(enrichmentWish({ ...DEFAULTS, aiContextEnabled: false }, DOCUMENT)).toBeUndefined();
});

it('goes the way of the errors', async () => {
  const batches: Batch[] = [];
  const enricher = createEnricher({ add: (batch) => batches.push(batch) }, () =>
    Promise.reject(new TypeError('Failed to fetch')),
  );
  const stack = 'Error: x\n    at http://localhost:3000/app.js:1:1';
  const entry = { type: 'exception', level: 'error', stack, url: URL, page: 'p', eventId: 'p-1' };
  enricher.take(JSON.stringify(entry), { snippets: true, pageParts: ['componentAncestry'] });
  expect(batches).toEqual([]);
  await enricher.settled();
  const missing = {
    sourceSnippets:
      'http://localhost:3000/app.js could not be fetched (Failed to fetch): refused, blocked or away',
  };
  const amendment = { page: 'p', eventId: 'p-1', _aiContext: { missing }, enrichment: 'done' };
  expect(batches).toEqual([{ route: '/logs', entries: [JSON.stringify(amendment)] }]);
});
