import { describe, expect, it } from 'vitest';

import { createSerializer } from '../src/serialize.ts';

import { createTestEnv, sabotaged } from './page.ts';

const env = createTestEnv();
const serializer = createSerializer(env);
const serialize = (value: unknown): string => serializer.one(value);
const { parse } = JSON;

function check(value: unknown, expected: unknown): void {
  expect(parse(serialize(value))).toEqual(expected);
}

function never(): never {
  throw new Error('page code ran');
}

describe('values', () => {
  it('keeps what JSON can hold', () => {
    const value = {
      text: 'a "b" \n',
      number: 1.5,
      yes: true,
      nothing: null,
      list: [1, [2]],
      nested: { a: {} },
    };
    check(value, value);
  });

  it('names what JSON cannot hold', () => {
    check(
      [undefined, NaN, -Infinity, 12n, Symbol('s'), Symbol(), () => 0, check],
      [
        '[undefined]',
        '[NaN]',
        '[-Infinity]',
        '12n',
        '[Symbol(s)]',
        '[Symbol()]',
        '[Function]',
        '[Function: check]',
      ],
    );
  });

  it('shows dates, patterns, collections and typed arrays by content', () => {
    check(new Date(0), '1970-01-01T00:00:00.000Z');
    check(new Date(NaN), '[Invalid Date]');
    check(/a+/gi, '/a+/gi');
    check(new Map([['a', { b: 1 }]]), { '[Map(1)]': [['a', { b: 1 }]] });
    check(new Set([1, 'x']), { '[Set(2)]': [1, 'x'] });
    check(new Uint8Array([1, 2, 255]), [1, 2, 255]);
    check(new Promise(() => undefined), '[Promise]');
  });

  it('shows errors with name, message, stack, cause and further members, each once', () => {
    const error = new TypeError('outer', { cause: new Error('inner') });
    Object.assign(error, { name: 'Custom', code: 7 });
    check(error, {
      name: 'Custom',
      message: 'outer',
      stack: error.stack,
      cause: { name: 'Error', message: 'inner', stack: expect.stringContaining('inner') },
      code: 7,
    });
  });

  it('shows nodes as developer tools do', () => {
    const { document } = env.window;
    document.body.innerHTML = '<button id="save" class="primary big" disabled>Save</button>';
    check(document.querySelector('button'), '<button id="save" class="primary big">');
    check(document.createTextNode('hello'), '#text "hello"');
    check(document, '#document');
    check(env.window, '[Window]');
  });

  it('replaces lone surrogates, which UTF-8 cannot carry', () => {
    check(['\ud800', { '\udc00': 1 }], ['\ufffd', { '\ufffd': 1 }]);
  });
});

describe('bounds', () => {
  it('cuts strings at 10 KB and says how long they were', () => {
    check('x'.repeat(50 * 1024 * 1024), `${'x'.repeat(10_240)}… [52428800 characters]`);
  });

  it('keeps 100 items and 50 keys', () => {
    const items = Array.from({ length: 250 }, (_, index) => index);
    check(items, [...items.slice(0, 100), '[… 150 more]']);
    check(new Set(items), { '[Set(250)]': [...items.slice(0, 100), '[… more]'] });
    check(new Uint16Array(1000), [...Array<number>(100).fill(0), '[… 900 more]']);
    const keys = items.slice(0, 60).map((index) => [`k${index}`, index] as const);
    check(Object.fromEntries(keys), { ...Object.fromEntries(keys.slice(0, 50)), '[…]': '[10 more]' });
  });

  it('stops at ten levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = level % 2 === 0 ? { deep } : [deep];
    expect(serialize(deep)).toBe(`${'[{"deep":'.repeat(5)}"[Array(1)]"${'}]'.repeat(5)}`);
  });

  it('marks cycles but not repetition', () => {
    const shared = { a: 1 };
    const cyclic: Record<string, unknown> = { first: shared, second: shared };
    cyclic['self'] = { again: cyclic };
    check(cyclic, { first: { a: 1 }, second: { a: 1 }, self: { again: '[Circular]' } });
  });

  it('keeps the whole below 200 KB, whatever the shape', () => {
    let wide: unknown = 'leaf'.repeat(50);
    for (let level = 0; level < 8; level += 1) {
      const inner = wide;
      wide = Array.from({ length: 100 }, () => ({ a: inner, b: inner }));
    }
    const text = serialize(wide);
    expect(text.length).toBeLessThan(200_000);
    expect(() => void parse(text)).not.toThrow();
    expect(serialize(Array.from({ length: 100 }, () => '\0'.repeat(20_000))).length).toBeLessThan(200_000);
  });

  it('shares them among the arguments of one call', () => {
    const large = Array.from({ length: 100 }, () => 'x'.repeat(5000));
    const texts = serializer.each(Array.from({ length: 300 }, () => large));
    expect(texts).toHaveLength(101);
    expect(texts.slice(-2)).toEqual(['"[…]"', '"[… 200 more]"']);
    expect(texts.join('').length).toBeLessThan(200_000);
  });

  it('stays JSON where the budget ends inside an error', () => {
    const error = new Error('\0'.repeat(30_000), { cause: new Map([[1, 2]]) });
    Object.assign(error, { name: '\0'.repeat(30_000), set: new Set([1]), list: [1], object: { a: 1 } });
    expect(parse(serialize(error))).toMatchObject({ cause: { '[Map(1)]': ['[… more]'] }, '[…]': '[3 more]' });
  });

  it('does not print numbers that take seconds', () => {
    check(2n ** 1_000_000n, '[BigInt]');
  });
});

describe('hostile input', () => {
  it('calls no accessor', () => {
    const list: unknown[] = [0];
    Object.defineProperty(list, 0, { get: never });
    check(
      {
        get value() {
          return never();
        },
        list,
        toString: never,
        toJSON: never,
      },
      {
        value: '[Getter]',
        list: ['[Getter]'],
        toString: '[Function: never]',
        toJSON: '[Function: never]',
      },
    );
  });

  it('survives revoked and throwing proxies', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const traps = { get: never, ownKeys: never, getPrototypeOf: never, getOwnPropertyDescriptor: never };
    check(
      [proxy, new Proxy({}, traps), new Proxy([], traps), new Proxy(never, traps)],
      ['[Unreadable]', '[Unreadable]', '[Unreadable]', '[Function]'],
    );
  });

  it('is not fooled by objects that claim to be something else', () => {
    check({ [Symbol.toStringTag]: 'Map', a: 1 }, { a: 1 });
    check({ [Symbol.toStringTag]: 'Date' }, '[Date]');
    check(
      {
        get [Symbol.toStringTag]() {
          return never();
        },
      },
      {},
    );
    check(Object.create(null), {});
    check(Object.assign(Object.create({ inherited: 1 }), { own: 2 }), { own: 2 });
  });

  it('reads errors whose properties throw or are no strings', () => {
    const error = new Error('fine');
    // The stack first: as long as it is unread, giving it a value formats it, which reads the message.
    Object.defineProperties(error, {
      stack: { value: ['frames'] },
      message: { get: never },
      name: { value: 7 },
    });
    check(error, { name: 'Error', message: '' });
  });

  it('does not depend on what the page replaced', () => {
    const value = { a: [1, { b: 'c' }], e: new Map([[1, 2]]) };
    const expected = serialize(value);
    const throws = { value: never };
    const results: string[] = [];
    const run = (): void => void (results[results.length] = serialize(value));
    sabotaged(JSON, 'stringify', throws, run);
    sabotaged(Object.prototype, 'toJSON', throws, run);
    sabotaged(Array.prototype, 'toJSON', throws, run);
    sabotaged(Array.prototype, 'push', throws, run);
    sabotaged(Array.prototype, Symbol.iterator, throws, run);
    sabotaged(String.prototype, 'slice', throws, run);
    sabotaged(Map.prototype, 'entries', throws, run);
    sabotaged(Object, 'keys', throws, run);
    sabotaged(Reflect, 'apply', throws, run);
    sabotaged(Object.prototype, 'value', { set: never, get: never }, run);
    sabotaged(Object.prototype, 'get', { get: never }, run);
    expect(results).toEqual(Array(11).fill(expected));
  });
});
