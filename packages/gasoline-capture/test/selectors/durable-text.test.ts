import { expect, it } from 'vitest';

import { durablePartOf } from '../../src/selectors/durable-text.ts';

it.each([
  ['Save', 'Save', true],
  ['Add to cart', 'Add to cart', true],
  ['Cart (3)', 'Cart', false],
  ['Inbox 12', 'Inbox', false],
  ['12 unread messages', 'unread messages', false],
  ['Pay € 30', 'Pay', false],
  ['Order #4711 shipped', 'shipped', false],
  ['ann@example.com', '', false],
  ['5 May 2026', 'May', false],
  ['Monday, 5 January', '', false],
  ['2 min ago', 'min', false],
  ['report.pdf', '', false],
  ['$ 12.50', '', false],
  ['Notifications5', 'Notifications', false],
  ['k3x9q2ma', '', false],
  ['カート（3）', 'カート', false],
  ['1200円を支払う', '円を支払う', false],
  ['★★★', '★★★', false],
  ['May we write to you?', 'May we write to you?', true],
] as const)('%s', (text, part, isWhole) => {
  expect(durablePartOf(text)).toEqual({ part, isWhole });
});
