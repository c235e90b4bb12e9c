import { describe, expect, it } from 'vitest';

import { linkOfEvaluated, mapLink } from '../src/map-link.ts';

describe('the link to a map', () => {
  it.each([
    ['code\n//# sourceMappingURL=app.js.map', 'app.js.map'],
    ['code\n//@ sourceMappingURL=old.map\n', 'old.map'],
    ['code\n/*# sourceMappingURL=css.map */', 'css.map'],
    ['code //# sourceMappingURL=same-line.map\r\n', 'same-line.map'],
    ['//# sourceMappingURL=first.map\n//# sourceMappingURL=last.map\n//# sourceURL=x.js', 'last.map'],
    ['//# sourceMappingURL=real.map\nconst text = "//# sourceMappingURL=" + name;', 'real.map'],
    ['const text = `//# sourceMappingURL=${url}`', undefined],
    ['sourceMappingURL=not-a-comment.map', undefined],
    ['//# sourceMappingURL=', undefined],
    ['', undefined],
  ])('in %j is %s', (text, expected) => {
    expect(mapLink(text, undefined)).toBe(expected);
  });

  it('stands in a header, which wins', () => {
    const text = '//# sourceMappingURL=comment.map';
    expect(mapLink(text, new Headers({ SourceMap: 'header.map' }))).toBe('header.map');
    expect(mapLink(text, new Headers({ 'X-SourceMap': 'older.map' }))).toBe('older.map');
    expect(mapLink(text, new Headers())).toBe('comment.map');
  });

  it('of an evaluated module stands in the bundle', () => {
    const bundle = ['a', 'b']
      .map(
        (name) =>
          `eval("code\\n//# sourceMappingURL=data:application/json;base64,${name}==\\n//# sourceURL=webpack-internal:///./src/${name}.js\\n");`,
      )
      .join('\n');
    expect(linkOfEvaluated(bundle, 'webpack-internal:///./src/b.js')).toEqual({
      link: 'data:application/json;base64,b==',
      text: 'code\n',
    });
    expect(linkOfEvaluated(bundle, 'webpack-internal:///./src/c.js')).toBeUndefined();
    const plain = `${bundle}\neval("code\\n//# sourceURL=webpack-internal:///./src/d.js\\n")`;
    expect(linkOfEvaluated(plain, 'webpack-internal:///./src/d.js')).toBeUndefined();
  });
});
