import { expect, it } from 'vitest';

import { createKeySets } from '../../src/websocket/key-sets.ts';

it('finds new sets of top-level keys, and only those', () => {
  const hasNewKeys = createKeySets();
  const messages: readonly [message: string, isNew: boolean][] = [
    ['{"type":"price","value":1}', true],
    ['{"value":2,"type":"trade"}', false],
    ['{"type":"price","value":{"deep":true}}', false],
    ['{"type":"error"}', true],
    ['{}', true],
    ['{ "type":"error"}', false],
    ['{"a,b":1}', true],
    ['{"a":1,"b":1}', true],
    ['{broken', false],
    ['[{"other":1}]', false],
    ['text', false],
    ['', false],
    [`{"long":"${'x'.repeat(5000)}"}`, false],
  ];
  expect(messages.map(([message]) => [message, hasNewKeys(message)])).toEqual(messages);
});

it('stops finding anything new where data is used as keys', () => {
  const hasNewKeys = createKeySets();
  const found = Array.from({ length: 200 }, (_, index) => hasNewKeys(`{"user${index}":1}`));
  expect(found.filter(Boolean)).toHaveLength(50);
});
