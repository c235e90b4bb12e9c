/** Keeps what is to be found out about errors until the part that does it is there. */

import type { CreateEnrichment, Enrichment, Follow } from '../enrichment/enrichment.ts';
import { watchLikelyElements } from '../enrichment/likely-elements.ts';
import { createRecentElement } from '../enrichment/recent-element.ts';
import { append } from '../primordials.ts';

/** Calls kept; a page that throws more than this while it loads throws the same. */
const MAX_CALLS = 40;

/** Arguments of a console call among which a component stack may stand. */
const MAX_ARGUMENTS = 5;

/** What was called before the enrichment was there, in its order. */
export interface WaitingEnrichment extends Enrichment {
  /** From here on `create` makes the enrichment; it is given what was kept. */
  readonly arrive: (create: CreateEnrichment) => void;
}

/** Something to be done with the enrichment when it is there. */
type Call = (enrichment: Enrichment) => void;

/** An entry that was announced before anything could be found out, and how it is followed. */
interface Announced {
  entry: Parameters<Follow>[0] | undefined;
  follow: Follow | undefined;
}

/** The enrichment of one window until it is there, and a way to it afterwards. */
export const waitForEnrichment: (...parts: Parameters<CreateEnrichment>) => WaitingEnrichment = (
  env,
  amend,
  settings,
  stores,
) => {
  let real: Enrichment | undefined;
  let calls: Call[] = [];
  let latestNotice: Call | undefined;
  const recent = createRecentElement(env);
  const elements = watchLikelyElements(env, recent, () => undefined);
  const keep = (call: Call): void => {
    if (calls.length < MAX_CALLS) append(calls, call);
  };
  const announceLater: Enrichment['announce'] = (error) => {
    if (settings().aiContext === undefined || calls.length >= MAX_CALLS) return undefined;
    if (latestNotice !== undefined) keep(latestNotice);
    latestNotice = undefined;
    const announced: Announced = { entry: undefined, follow: undefined };
    const earlier = { at: env.now(), elements: elements(error.type) };
    keep((enrichment) => {
      announced.follow = enrichment.announce(error, earlier);
      if (announced.entry !== undefined) announced.follow?.(announced.entry);
    });
    return (entry) => {
      announced.entry = entry;
      announced.follow?.(entry);
    };
  };
  return {
    noteAction(element) {
      if (real !== undefined) {
        real.noteAction(element);
        return;
      }
      // Only the last counts, and a test acts more often than is kept.
      recent.note(element);
    },
    announce: (error) => (real === undefined ? announceLater(error) : real.announce(error)),
    notice(args) {
      if (real !== undefined) {
        real.notice(args);
        return;
      }
      const texts = textsIn(args);
      if (texts.length === 0) return;
      const at = env.now();
      const notice: Call = (enrichment) => {
        enrichment.notice(texts, at);
      };
      // Before the first error only the latest may belong to one, and the part may never come.
      if (calls.length === 0) latestNotice = notice;
      else keep(notice);
    },
    finish() {
      real?.finish();
    },
    arrive(create) {
      const enrichment = (real = create(env, amend, settings, stores));
      const element = recent.current();
      if (element !== undefined) enrichment.noteAction(element);
      const kept = calls;
      calls = [];
      // Not by an iterator, which the page may have replaced.
      let index = 0;
      while (index < kept.length) {
        kept[index]?.(enrichment);
        index += 1;
      }
    },
  };
};

/** Only texts are kept: whatever else a page prints stays its own. */
function textsIn(args: readonly unknown[]): string[] {
  const texts: string[] = [];
  for (let index = 0; index < args.length && index < MAX_ARGUMENTS; index += 1) {
    const text = args[index];
    if (typeof text === 'string') append(texts, text);
  }
  return texts;
}
