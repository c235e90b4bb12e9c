/** Keeps what is to be found out about errors until the part that does it is there. */

import { append } from 'gasoline-capture';
import type { CreateEnrichment, Enrichment, Follow } from 'gasoline-capture';

/** Calls kept; a page that throws more than this while it loads throws the same. */
const MAX_CALLS = 40;

/** Arguments of a console call among which a component stack may stand. */
const MAX_ARGUMENTS = 5;

/** What was called before the enrichment was there, in its order. */
export interface WaitingEnrichment extends Enrichment {
  /** From here on `create` makes the enrichment; it is given what was kept. */
  readonly arrive: (create: CreateEnrichment) => void;
}

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
  let calls: ((enrichment: Enrichment) => void)[] = [];
  const keep = (call: (enrichment: Enrichment) => void): void => {
    if (calls.length < MAX_CALLS) append(calls, call);
  };
  const announceLater: Enrichment['announce'] = (error) => {
    if (settings().aiContext === undefined || calls.length >= MAX_CALLS) return undefined;
    const announced: Announced = { entry: undefined, follow: undefined };
    const at = env.now();
    keep((enrichment) => {
      announced.follow = enrichment.announce(error, at);
      if (announced.entry !== undefined) announced.follow?.(announced.entry);
    });
    return (entry) => {
      announced.entry = entry;
      announced.follow?.(entry);
    };
  };
  return {
    noteAction(element) {
      if (real === undefined)
        keep((enrichment) => {
          enrichment.noteAction(element);
        });
      else real.noteAction(element);
    },
    announce: (error) => (real === undefined ? announceLater(error) : real.announce(error)),
    notice(args) {
      if (real !== undefined) {
        real.notice(args);
        return;
      }
      const texts = textsIn(args);
      const at = env.now();
      if (texts.length > 0)
        keep((enrichment) => {
          enrichment.notice(texts, at);
        });
    },
    finish() {
      real?.finish();
    },
    arrive(create) {
      const enrichment = (real = create(env, amend, settings, stores));
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
