import { describe, expect, it } from 'vitest';

import { isGeneratedClass } from '../../src/selectors/generated-class.ts';

/** Names as each tool makes them. */
const GENERATED = {
  'CSS modules of webpack': [
    'styles__card___3aB9z',
    'Button__primary--x7Kq2',
    '_3xKq9Zb1',
    '_1fZ-rT4p',
    'card__3kXqZ',
  ],
  'CSS modules of Vite': ['_primary_1a2b3_14', '_button_abcde_1', '_card_x9f3k_22', '_wrapper_qzkwp_5'],
  'CSS modules of Next': [
    'Home_main__nLjiQ',
    'page_card__x7Kq2',
    'styles_container__Dp1aB',
    'Nav_link__abcDE',
  ],
  'styled-components': ['sc-bdVaJa', 'sc-a1b2c3d4-0', 'sc-bdnxRM', 'bdVaJa', 'kZrXwQ', 'hHmEYd'],
  emotion: ['css-1q2w3e', 'css-abcdef', 'css-1x2y3z-Button', 'emotion-0', 'e1abc2d30'],
  'JSS and Material UI': ['jss12', 'jss-12', 'makeStyles-root-12', 'css-10k2jj', 'MuiButton-root-123'],
  'styled-jsx, Chakra, Astro': ['jsx-2871293847', 'chakra-button__x1', 'astro-J7PV25F6', 'astro-j7pv25f6'],
  Angular: [
    '_ngcontent-abc-c12',
    '_nghost-abc-c12',
    'ng-tns-c12-3',
    'ng-star-inserted',
    'ng-untouched',
    'ng-valid',
  ],
  Svelte: ['svelte-1abc23', 'svelte-1tky8bj', 's-xYz12abCdEfG'],
  Vue: ['data-v-7ba5bd90', 'v-enter-active'],
  'Tailwind: scale': [
    'mt-4',
    '-left-1.5',
    'bg-red-500',
    'gap-x-2',
    'text-2xl',
    'w-1/2',
    'z-10',
    'p-0.5',
    'max-w-7xl',
    'border-2',
  ],
  'Tailwind: variants': [
    'md:flex',
    'hover:bg-blue-600',
    'dark:text-white',
    'group-hover:block',
    'focus-visible:ring',
    '!mt-0',
    '[&>svg]:size-4',
    '*:p-2',
  ],
  'Tailwind: arbitrary values': ['h-[32px]', 'bg-[#1da1f2]', 'grid-cols-[1fr_2fr]', 'top-(--gap)'],
  'Tailwind: words': [
    'w-full',
    'cursor-pointer',
    'items-center',
    'text-lg',
    'justify-between',
    'font-semibold',
    'rounded-md',
    'flex-col',
    'inline-flex',
    'text-white',
    'bg-transparent',
    'min-h-screen',
    'space-y-1',
    'mx-auto',
    'leading-none',
    'tracking-tight',
    'transition-colors',
    'ease-in-out',
  ],
  hashes: ['a1b2c3', 'x9f3k2', 'bdnxrm', 'kqzjwtpl', '7f3a9c21', 'd41d8cd98f'],
};

/** Names as people write them. */
const WRITTEN = {
  words: [
    'button',
    'primary',
    'card',
    'header',
    'nav',
    'flex',
    'col',
    'backdrop',
    'lengthy',
    'strengths',
    'rhythm',
  ],
  'with hyphens': [
    'submit-btn',
    'is-open',
    'checkout-form',
    'btn-primary',
    'text-muted',
    'list-group-item',
    'add-to-cart',
    'v-card',
    'ng-select',
  ],
  BEM: [
    'nav__item',
    'nav__item--active',
    'block__element',
    'card--featured',
    'search-form__submit',
    'menu__item--is-open',
    'c-button__icon',
  ],
  Bootstrap: ['col-md-6', 'form-control', 'navbar-toggler', 'd-none', 'btn-sm', 'modal-dialog'],
  'with digits': [
    'h1',
    'step2',
    'v2',
    'header-2',
    'section-3',
    'column2',
    'mp3-player',
    'level-1',
    'web3',
    'oauth2-login',
    'ipv4',
  ],
  'with capitals': [
    'MuiButton-root',
    'TextField',
    'submitButton',
    'userMenu',
    'IssueLabel',
    'Box-row',
    'DropdownMenuItem',
    'T-I',
  ],
  other: ['_private', '__root', 'js-toggle', 'u-hidden', 'mw-editsection', 'ag-header-cell', 'rdp-day'],
};

describe.each(Object.entries(GENERATED))('%s', (_, names) => {
  it.each(names)('%s is generated', (name) => {
    expect(isGeneratedClass(name)).toBe(true);
  });
});

describe.each(Object.entries(WRITTEN))('written: %s', (_, names) => {
  it.each(names)('%s was written by a person', (name) => {
    expect(isGeneratedClass(name)).toBe(false);
  });
});
