/** Entries as JSON text. */

import { describe, expect, it } from 'vitest';

import { encodeString } from '../src/json.ts';

describe('a string', () => {
  const asTheEngineWould = (text: string): string => JSON.stringify(text.toWellFormed());

  it('is written as JSON writes it, whatever the character', () => {
    const codes = Array.from({ length: 0x10000 }, (_, code) => code);
    const wrong = codes.filter((code) => {
      const text = `a${String.fromCharCode(code)}`;
      return encodeString(text) !== asTheEngineWould(text);
    });
    expect(wrong).toEqual([]);
  });

  it('is written as JSON writes it, whatever the length', () => {
    const lengths = [0, 1, 39, 40, 41, 10_240];
    const texts = lengths.flatMap((length) => ['x'.repeat(length), `${'x'.repeat(length)}"`]);
    expect(texts.map(encodeString)).toEqual(texts.map(asTheEngineWould));
  });

  it('keeps characters beyond the first plane and replaces halves of them', () => {
    expect(['😀', '\uD83D', '\uDE00!'].map(encodeString)).toEqual(['"😀"', '"\uFFFD"', '"\uFFFD!"']);
  });
});
