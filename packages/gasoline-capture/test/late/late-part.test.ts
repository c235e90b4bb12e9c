import { describe, expect, it } from 'vitest';

import { createEnrichment } from '../../src/enrichment/enrichment.ts';
import type { Enrichment } from '../../src/enrichment/enrichment.ts';
import { encode } from '../../src/json.ts';
import { awaitLatePart } from '../../src/late/late-part.ts';
import type { AwaitedPart, LatePart } from '../../src/late/late-part.ts';
import { withoutOutcomes } from '../../src/outcomes/without-outcomes.ts';
import { AI_CONTEXT, CAPTURE_ALL } from '../../src/settings.ts';
import type { Settings } from '../../src/settings.ts';
import { createTestEnv } from '../page.ts';

/** An enrichment that notes what it is asked. */
function enrichmentNoting(notes: string[]): Enrichment {
  return {
    noteAction: () => void notes.push('action'),
    announce(error, earlier) {
      const near = earlier?.elements.map(({ element, near }) => `${element.id}: ${near}`) ?? [];
      notes.push([`announced ${error.message} ${earlier?.at ?? 'now'}`, ...near].join(', '));
      return ({ eventId }) => void notes.push(`followed ${eventId}`);
    },
    notice: (args, at) => void notes.push(`noticed ${args.join(' ')} ${at ?? 'now'}`),
    finish: () => void notes.push('finished'),
  };
}

/** An enrichment asked for at second 5. */
function enrichmentOf(
  late: AwaitedPart,
  aiContext: Settings['aiContext'],
  testEnv = createTestEnv(),
): Enrichment {
  const env = { ...testEnv, now: () => 5 };
  const stores = { register: () => true, each: () => undefined };
  return late.createEnrichment(
    env,
    () => undefined,
    () => ({ ...CAPTURE_ALL, aiContext }),
    stores,
  );
}

/** A part that notes who watches. */
function partNoting(notes: string[]): LatePart {
  return {
    createEnrichment: () => enrichmentNoting(notes),
    createOutcomes: withoutOutcomes,
    landmarksOf: () => [],
    recogniser: { recognise: () => ({ locators: [] }), classesOf: () => '.late' },
    watchVitals(react) {
      notes.push('watched');
      react('largestContentfulPaint', 7);
      return () => {
        notes.push('stopped');
      };
    },
  };
}

describe('vitals of the late part', () => {
  it('are watched when it arrives', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    const stop = late.watchVitals((name, value) => void notes.push(`${name} ${value}`));
    expect(notes).toEqual([]);
    late.arrive(partNoting(notes));
    stop();
    expect(notes).toEqual(['watched', 'largestContentfulPaint 7', 'stopped']);
  });

  it('are watched at once when it is there', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    late.arrive(partNoting(notes));
    const stop = late.watchVitals((name, value) => void notes.push(`${name} ${value}`));
    stop();
    expect(notes).toEqual(['watched', 'largestContentfulPaint 7', 'stopped']);
  });

  it('are not watched when nobody waits any more', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    late.watchVitals(() => undefined)();
    late.arrive(partNoting(notes));
    expect(notes).toEqual([]);
  });
});

describe('errors before the late part', () => {
  it('are handed on when it arrives, with the time at which they happened', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    const enrichment = enrichmentOf(late, AI_CONTEXT);
    enrichment.notice([{ secret: true }, 'in App']);
    enrichment.announce({ type: 'exception', message: 'boom' })?.({ page: 'p', eventId: 'p-1' });
    const follow = enrichment.announce({ type: 'console', message: 'late' });
    late.arrive(partNoting(notes));
    follow?.({ page: 'p', eventId: 'p-2' });
    enrichment.announce({ type: 'exception', message: 'later' });
    expect(notes).toEqual([
      'noticed in App 5',
      'announced boom 5',
      'followed p-1',
      'announced late 5',
      'followed p-2',
      'announced later now',
    ]);
  });

  it('have as much time as others, however late it arrives', () => {
    const idle: (() => void)[] = [];
    const whenIdle = (run: () => void): (() => void) => {
      idle.push(run);
      return () => undefined;
    };
    const env = { ...createTestEnv(), now: () => 10_000, whenIdle };
    const amended: string[] = [];
    const enrichment = createEnrichment(
      env,
      (_route, _entry, amendment) => void amended.push(encode(amendment)),
      () => ({ ...CAPTURE_ALL, aiContext: AI_CONTEXT }),
      { register: () => true, each: () => undefined },
    );
    const error = { type: 'exception', message: 'boom' } as const;
    enrichment.announce(error, { at: 0, elements: [] })?.({ page: 'p', eventId: 'p-1' });
    for (let run = idle.shift(); run !== undefined; run = idle.shift()) run();
    expect(amended).toHaveLength(1);
    expect(amended.join()).not.toContain('out of time');
  });

  it('know the element that the user acted on', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    const env = createTestEnv();
    const enrichment = enrichmentOf(late, AI_CONTEXT, env);
    const button = env.window.document.createElement('button');
    button.id = 'pay';
    enrichment.noteAction(button);
    enrichment.announce({ type: 'exception', message: 'boom' });
    late.arrive(partNoting(notes));
    expect(notes).toEqual(['action', 'announced boom 5, pay: the user acted on it shortly before']);
  });

  it('are kept however much was printed before', () => {
    const notes: string[] = [];
    const late = awaitLatePart();
    const enrichment = enrichmentOf(late, AI_CONTEXT);
    for (let line = 0; line < 100; line += 1) enrichment.notice([`line ${line}`]);
    enrichment.announce({ type: 'exception', message: 'boom' });
    enrichment.notice(['in App']);
    late.arrive(partNoting(notes));
    expect(notes).toEqual(['noticed line 99 5', 'announced boom 5', 'noticed in App 5']);
  });

  it('are not marked where nobody wants them explained', () => {
    const enrichment = enrichmentOf(awaitLatePart(), undefined);
    expect(enrichment.announce({ type: 'exception', message: 'boom' })).toBe(undefined);
  });
});
