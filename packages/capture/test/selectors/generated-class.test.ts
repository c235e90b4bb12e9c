import { expect, it } from 'vitest';

import { isGeneratedClass } from '../../src/selectors/generated-class.ts';

const GENERATED = [
  ...['css-1x2y3z', 'sc-bdnxRM', 'emotion-0', 'styled-abc', 'chakra-button__x1', 'jss-12', 'jsx-2871293847'],
  ...[
    'Button_primary__x7Kq2',
    'styles__card___3aB9z',
    '_primary_1a2b3_14',
    'svelte-1tky8bj',
    'makeStyles-root-12',
  ],
  ...[
    'mt-4',
    '-left-1.5',
    'bg-red-500',
    'md:flex',
    'w-1/2',
    'h-[32px]',
    '!mt-0',
    'w-full',
    'cursor-pointer',
    'items-center',
    'text-lg',
  ],
  ...['a1b2c3', 'x9f3k2', 'bdnxrm', 'kqzjwtpl'],
];

const WRITTEN = [
  ...[
    'button',
    'primary',
    'submit-btn',
    'nav__item',
    'nav__item--active',
    'card',
    'is-open',
    'header',
    'flex',
  ],
  ...['MuiButton-root', 'col', 'h1', 'step2', 'backdrop', 'lengthy', 'checkout-form', 'v2'],
];

it.each(GENERATED)('%s is generated', (name) => {
  expect(isGeneratedClass(name)).toBe(true);
});

it.each(WRITTEN)('%s was written by a person', (name) => {
  expect(isGeneratedClass(name)).toBe(false);
});
