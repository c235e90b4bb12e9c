import { expect, it } from 'vitest';

import { createInOrder } from '../../src/websocket/in-order.ts';
import type { InOrder, Settle } from '../../src/websocket/in-order.ts';

function queue(): { gone: string[]; order: InOrder<string>; settles: Settle<string>[] } {
  const gone: string[] = [];
  return { gone, order: createInOrder<string>((item) => gone.push(item)), settles: [] };
}

it('lets what is complete go at once', () => {
  const { gone, order } = queue();
  order.add('a');
  order.addLate('b', (settle) => {
    settle('B');
  });
  order.add('c');
  expect(gone).toEqual(['a', 'B', 'c']);
});

it('keeps the order while something is being completed', () => {
  const { gone, order, settles } = queue();
  order.addLate('a', (settle) => settles.push(settle));
  order.add('b');
  order.addLate('c', (settle) => settles.push(settle));
  order.add('d');
  settles[1]?.('C');
  expect(gone).toEqual([]);
  settles[0]?.(undefined);
  expect(gone).toEqual(['a', 'b', 'C', 'd']);
});

it('lets all go when asked, each once', () => {
  const { gone, order, settles } = queue();
  order.addLate('a', (settle) => settles.push(settle));
  order.add('b');
  order.letAllGo();
  settles[0]?.('A');
  order.add('c');
  expect(gone).toEqual(['a', 'b', 'c']);
});

it('completes sixteen at a time, and waits for no more than a hundred', () => {
  const { gone, order, settles } = queue();
  for (let index = 0; index < 17; index += 1)
    order.addLate(`late ${index}`, (settle) => settles.push(settle));
  expect(settles).toHaveLength(16);
  for (let index = 17; index < 100; index += 1) order.add(`${index}`);
  expect(gone).toEqual([]);
  order.add('100');
  expect([gone.length, gone[16], gone.at(-1)]).toEqual([101, 'late 16', '100']);
});
