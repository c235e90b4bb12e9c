import { describe, expect, it } from 'vitest';

import { createReleases } from '../src/releases.ts';
import { createSettling } from '../src/settling.ts';

import { manualTimers } from './manual-timers.ts';

const FIELD = {};
const OTHER = {};

function settling(): {
  told: string[];
  say: (subject: object, text: string) => void;
  settling: ReturnType<typeof createSettling>;
  pass: (milliseconds: number) => void;
} {
  const { timers, pass } = manualTimers();
  const told: string[] = [];
  const subject = createSettling({ ...timers, releases: createReleases() });
  const say = (about: object, text: string): void => {
    subject.hold('typing', about, () => told.push(text));
  };
  return { told, say, settling: subject, pass };
}

describe('what settles', () => {
  it('is told once, with its last word, after it rested', () => {
    const { told, say, pass } = settling();
    say(FIELD, 'a');
    pass(400);
    say(FIELD, 'ab');
    pass(400);
    expect(told).toEqual([]);
    pass(100);
    expect(told).toEqual(['ab']);
    pass(1000);
    expect(told).toEqual(['ab']);
  });

  it('is told before what must stand after it, in the order of its last change', () => {
    const { told, say, settling: subject, pass } = settling();
    say(FIELD, 'field');
    say(OTHER, 'other');
    say(FIELD, 'field again');
    subject.releaseAll();
    expect(told).toEqual(['other', 'field again']);
    pass(1000);
    expect(told).toHaveLength(2);
  });

  it('counts as kept back from its first change until it is told', () => {
    const { timers, pass } = manualTimers();
    const releases = createReleases();
    const subject = createSettling({ ...timers, releases });
    const spans: string[] = [];
    releases.whileKeeping(() => {
      spans.push('begin');
      return () => void spans.push('end');
    });
    subject.hold('typing', FIELD, () => undefined);
    subject.hold('typing', FIELD, () => undefined);
    expect(spans).toEqual(['begin']);
    pass(1000);
    expect(spans).toEqual(['begin', 'end']);
  });

  it('can be told alone', () => {
    const { told, say, settling: subject } = settling();
    say(FIELD, 'field');
    say(OTHER, 'other');
    subject.release('typing', OTHER);
    expect(told).toEqual(['other']);
  });

  // Situation recordings-01.
  it('is replaced by nothing on another topic', () => {
    const { told, say, settling: subject } = settling();
    say(FIELD, 'typed');
    subject.hold('scroll', FIELD, () => told.push('scrolled'));
    expect([subject.isHeld('typing', FIELD), subject.isHeld('typing', OTHER)]).toEqual([true, false]);
    subject.releaseAll();
    expect(told).toEqual(['typed', 'scrolled']);
    expect(subject.isHeld('scroll', FIELD)).toBe(false);
  });
});
