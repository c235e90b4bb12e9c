import { describe, expect, it } from 'vitest';

import { createWindow } from '../../gasoline-capture/test/page.ts';
import { bindingSink } from '../src/binding.ts';

import { createTimedEnv } from './timed-env.ts';

/** A sink, what left by its binding and beside it, and how the binding answers from now on. */
function sending(answer: () => unknown): {
  sink: ReturnType<typeof bindingSink>;
  env: ReturnType<typeof createTimedEnv>['env'];
  said: string[];
  left: string[];
  allowed: unknown[];
  fire(type: string, detail?: object): void;
  clock: { pass(milliseconds: number): void };
} {
  const window = createWindow();
  let now = 0;
  const env = { ...createTimedEnv(window).env, now: () => now };
  const clock = {
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
  const said: string[] = [];
  const left: string[] = [];
  const allowed: unknown[] = [];
  const sink = bindingSink(
    env,
    (message) => {
      said.push(message);
      return answer();
    },
    {
      send(batches) {
        for (const { lines } of batches) left.push(lines);
      },
      allow: (_document, tab, testId) => void allowed.push([tab, testId]),
    },
  );
  const fire = (type: string, detail = {}): void =>
    void window.dispatchEvent(Object.assign(new window.Event(type), detail));
  return { sink, env, said, left, allowed, fire, clock };
}

const NEVER = new Promise<never>(() => undefined);

describe('a binding', () => {
  it('says what nobody has confirmed once more while the page leaves, after what is said then', async () => {
    let answer: Promise<unknown> = Promise.resolve('1');
    const { sink, env, left, fire } = sending(() => answer);
    sink.send('/logs', '{confirmed}');
    await answer;
    await answer;
    answer = NEVER;
    sink.send('/logs', '{unconfirmed}');
    env.window.addEventListener('pagehide', () => {
      sink.send('/logs', '{in pagehide}');
      expect(left).toEqual([]);
    });
    fire('load');
    fire('pagehide');
    expect(left).toEqual(['{in pagehide}', '{unconfirmed}', '{in pagehide}']);
  });

  it('passes on what it is answered, and takes a refusal for no answer', async () => {
    const answers = [Promise.resolve(['7', 'pays']), Promise.reject(new Error('gone'))];
    const { sink, left, allowed, fire } = sending(() => answers.shift());
    sink.send('/logs', '{confirmed}');
    sink.send('/logs', '{refused}');
    await expect.poll(() => allowed).toEqual([['7', 'pays']]);
    fire('pagehide');
    expect(left).toEqual(['{refused}']);
  });

  it('says nothing beside it while the page is only hidden', () => {
    const { sink, env, left, fire } = sending(() => NEVER);
    sink.send('/logs', '{unconfirmed}');
    env.window.document.dispatchEvent(new env.window.Event('visibilitychange', { bubbles: true }));
    expect(left).toEqual([]);
    fire('pagehide');
    expect(left).toEqual(['{unconfirmed}']);
  });

  it('that answers asks for what is kept back whenever the page may be left, until it is closed', () => {
    const { sink, env, fire } = sending(() => NEVER);
    const occasions: string[] = [];
    env.releases.watch((occasion) => void occasions.push(occasion));
    sink.send('/logs', '{said}');
    fire('beforeunload');
    expect(occasions).toEqual(['leaving']);
    sink.close();
    fire('beforeunload');
    expect(occasions).toHaveLength(1);
  });

  it('takes the answer of any class of promises for a confirmation', async () => {
    const heard: (() => void)[] = [];
    const { sink, left, fire } = sending(() => ({ then: (react: () => void) => void heard.push(react) }));
    sink.send('/logs', '{confirmed}');
    sink.send('/logs', '{unconfirmed}');
    await expect.poll(() => heard).toHaveLength(2);
    heard[0]?.();
    await Promise.resolve();
    fire('pagehide');
    expect(left).toEqual(['{unconfirmed}']);
  });

  it('keeps the latest that nobody has confirmed, and no more', () => {
    const { sink, left, fire } = sending(() => NEVER);
    for (let index = 0; index < 30; index += 1) sink.send('/logs', `{${index}}`);
    fire('pagehide');
    expect([left.length, left[0], left.at(-1)]).toEqual([20, '{10}', '{29}']);
  });

  it('that confirms nothing says what was said lately once more while the page leaves', () => {
    const { sink, said, left, fire, clock } = sending(() => undefined);
    sink.send('/logs', '{long ago}');
    clock.pass(400);
    sink.send('/logs', '{lately}');
    clock.pass(400);
    sink.send('/logs', '{just now}');
    fire('pagehide');
    sink.send('/logs', '{in pagehide}');
    expect(left).toEqual(['{lately}', '{just now}', '{in pagehide}']);
    expect(said).toHaveLength(4);
    fire('pageshow', { persisted: true });
    expect(said).toHaveLength(5);
  });

  it('that confirms nothing says no more of it than a beacon holds', () => {
    const { sink, left, fire } = sending(() => undefined);
    for (const letter of ['a', 'b', 'c']) sink.send('/logs', letter.repeat(8000));
    fire('pagehide');
    expect(left.map((lines) => lines[0])).toEqual(['b', 'c']);
  });

  it('that confirms nothing asks for what is kept back only while something is', () => {
    const { env, fire } = sending(() => undefined);
    const occasions: string[] = [];
    env.releases.watch((occasion) => void occasions.push(occasion));
    fire('beforeunload');
    expect(occasions).toEqual([]);
    const letGo = env.releases.keep();
    const letOtherGo = env.releases.keep();
    letGo();
    fire('beforeunload');
    expect(occasions).toEqual(['leaving']);
    letOtherGo();
    fire('beforeunload');
    expect(occasions).toHaveLength(1);
  });
});
