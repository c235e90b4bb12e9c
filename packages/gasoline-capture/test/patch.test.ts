import { describe, expect, it } from 'vitest';

import { maskSource } from '../src/mask-source.ts';
import { observeMethod, replaceMethod } from '../src/patch.ts';

import { createWindow } from './page.ts';

function counter(): { add(amount: number): number; total: number } {
  return {
    total: 0,
    add(amount) {
      this.total += amount;
      return this.total;
    },
  };
}

describe('a watched method', () => {
  it('is called with its receiver and arguments, and answers as before', () => {
    const seen: unknown[] = [];
    const owner = counter();
    observeMethod(owner, 'add', 'before', (args) => seen.push([owner.total, ...args]));
    observeMethod(owner, 'add', 'after', (args) => seen.push([owner.total, ...args]));
    expect(owner.add(3)).toBe(3);
    expect(seen).toEqual([
      [0, 3],
      [3, 3],
    ]);
  });

  it('cannot be told from the original', () => {
    const window = createWindow();
    const unmask = maskSource(window);
    const { console, Function } = window;
    const before = Object.getOwnPropertyDescriptor(console, 'log');
    const facts = (): unknown[] => [
      console.log.name,
      console.log.length,
      Reflect.ownKeys(console.log),
      'prototype' in console.log,
      Object.keys(console),
      Function.prototype.toString.call(console.log),
      Function.prototype.toString.call(Function.prototype.toString),
      Function.prototype.toString.name,
    ];
    const expected = facts();
    const restore = observeMethod(console, 'log', 'before', () => undefined);
    expect(console.log).not.toBe(before?.value);
    expect(facts()).toEqual(expected);
    expect(Object.getOwnPropertyDescriptor(console, 'log')).toEqual({ ...before, value: console.log });
    expect(() => void Reflect.construct(console.log, [])).toThrow(TypeError);
    restore();
    unmask();
    expect(Object.getOwnPropertyDescriptor(console, 'log')).toEqual(before);
  });

  it('throws what the original throws, and never what the observer throws', () => {
    const failure = new Error('of the page');
    const owner = {
      fail(): void {
        throw failure;
      },
      work: () => 'done',
    };
    observeMethod(owner, 'fail', 'after', () => {
      throw new Error('ours');
    });
    observeMethod(owner, 'work', 'before', () => {
      throw new Error('ours');
    });
    expect(() => {
      owner.fail();
    }).toThrow(failure);
    expect(owner.work()).toBe('done');
  });

  it('does not watch the calls that watching causes', () => {
    const owner = {
      calls: 0,
      call(): void {
        this.calls += 1;
      },
    };
    let observed = 0;
    observeMethod(owner, 'call', 'before', () => {
      observed += 1;
      owner.call();
    });
    owner.call();
    expect([owner.calls, observed]).toEqual([2, 1]);
  });
});

it('is off the stack of calls at which it is not needed', () => {
  const owner = { stack: () => new Error().stack };
  let isNeeded = true;
  replaceMethod(
    owner,
    'stack',
    (original) =>
      function ours(_target, receiver, args) {
        return Reflect.apply(original, receiver, args);
      },
    () => isNeeded,
  );
  expect(owner.stack()).toContain('ours');
  isNeeded = false;
  expect(owner.stack()).not.toContain('ours');
});

describe('installing and removing', () => {
  it('leaves frozen and missing methods alone', () => {
    const frozen = Object.freeze({ work: () => 'done' });
    const { work } = frozen;
    observeMethod(frozen, 'work', 'before', () => undefined)();
    observeMethod(frozen, 'absent', 'before', () => undefined)();
    expect(frozen).toEqual({ work });
  });

  it('leaves a wrapper of somebody else in place and stops observing through it', () => {
    const owner = { work: () => 'done' };
    let observed = 0;
    const restore = observeMethod(owner, 'work', 'before', () => (observed += 1));
    const ours = owner.work;
    const theirs = (): string => `${ours()} twice`;
    owner.work = theirs;
    restore();
    expect(owner.work).toBe(theirs);
    expect(owner.work()).toBe('done twice');
    expect(observed).toBe(0);
  });
});
