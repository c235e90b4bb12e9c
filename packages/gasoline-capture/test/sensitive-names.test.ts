import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { maskFields } from '../src/mask.ts';
import { isSensitiveName, SECRETS } from '../src/sensitive-names.ts';

/** Names that page and server judge alike, and the few that only one of them knows; the server's tests read them, too. */
interface Names {
  readonly sensitive: readonly string[];
  readonly ordinary: readonly string[];
  readonly pageOnly: readonly string[];
  readonly serverOnly: readonly string[];
}

const TABLE = new URL('../../../fixtures/sensitive-names.json', import.meta.url);
const read: (text: string) => Names = JSON.parse;
const table = read(readFileSync(TABLE, 'utf8'));

const SENSITIVE = [...table.sensitive, ...table.pageOnly];

const ORDINARY = [...table.ordinary, ...table.serverOnly, 'x'.repeat(100) + 'token'];

it('knows secrets by name, in any spelling', () => {
  expect(SENSITIVE.filter((name) => !isSensitiveName(name))).toEqual([]);
});

it('leaves ordinary names alone', () => {
  expect(ORDINARY.filter(isSensitiveName)).toEqual([]);
});

/** What a pattern of our list stands for. */
function spellings(pattern: string): readonly string[] {
  const [, before = '', choices, after = ''] = /^([^(]*)\(\?:([^)]*)\)(.*)$/.exec(pattern) ?? [];
  if (choices === undefined) return ['', '_'].map((mark) => pattern.replaceAll(/\.\?| \?/g, mark));
  return choices.split('|').flatMap((choice) => spellings(`${before}${choice}${after}`));
}

it('finds every name it knows in bodies', () => {
  const spelled = (SECRETS.match(/(?:[^|(]|\([^)]*\))+/g) ?? []).flatMap(spellings);
  const names = [...SENSITIVE, ...spelled, ...spelled.map((name) => name.toUpperCase())];
  const inJson = (name: string): string => maskFields(`{"${name}":"a"}`, 'json');
  const inForm = (name: string): string => maskFields(`${name}=a`, 'form');
  expect(spelled).toContain('social_security');
  expect(names.filter((name) => inJson(name) !== `{"${name}":"[redacted]"}`)).toEqual([]);
  expect(names.filter((name) => inForm(name) !== `${name}=[redacted]`)).toEqual([]);
});
