import { describe, expect, it } from 'vitest';

import { originOfId } from '../../src/selectors/generated-id.ts';

const IDS = {
  generated: [
    ...[
      ':r1:',
      '«r1»',
      '_r_1_',
      ':rb:-trigger',
      'radix-:r3:',
      'headlessui-menu-button-4',
      'mui-123',
      'ember123',
    ],
    ...[
      'react-aria-7',
      'mat-input-3',
      'el-id-1024-5',
      '__BVID__12',
      'input-17',
      'item_3',
      'downshift-0-label',
    ],
    ...[
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      'order-20260102',
      'a1b2c3d4',
      '/courses/dc5cmkfd',
      'x-7f3a9c',
    ],
  ],
  numbered: ['step2', 'h1', 'product-17', 'address-line-1'],
  written: [
    'email',
    'save-button',
    'checkout',
    '/account',
    'main-nav',
    'billing_address',
    'userMenu',
    'remarks',
  ],
} as const;

for (const [origin, ids] of Object.entries(IDS)) {
  describe(origin, () => {
    it.each(ids)('%s', (id) => {
      expect(originOfId(id)).toBe(origin);
    });
  });
}
