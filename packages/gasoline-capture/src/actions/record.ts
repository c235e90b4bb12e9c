/** Completes an action with its element and the state of the page at that moment. */

import type { ActionEvent, Selectors } from 'gasoline-wire';

import type { Unidentified } from '../emit.ts';
import { documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { encodeFields, JsonText } from '../json.ts';
import { selectorsOf } from '../selectors/selectors.ts';
import { shortFormOf } from '../selectors/short-form.ts';

import { looksBusy } from './busy.ts';
import { framesAround } from './frames.ts';
import type { Looks } from './look-ahead.ts';

/** What each kind of action says by itself. */
export type ActionDetails = Pick<Unidentified<ActionEvent>, 'type'> & Partial<Unidentified<ActionEvent>>;

/** The element and the page at the moment of an action. */
export type Observed = Readonly<Partial<Unidentified<ActionEvent>>>;

/** Observes and sends. */
export interface Recorder {
  /** Everything but the details; the element is undefined where the whole document is meant. */
  observe(element: Element | undefined): Observed;
  /** The same for what has no element. */
  observePage(): Observed;
  /** The selectors of a further element. */
  readonly selectorsOf: Looks['selectorsOf'];
  /** Sends an action, after whatever the user had not finished when it happened. */
  send(details: ActionDetails, observed: Observed): void;
  /** Sends an action that itself was waiting. */
  sendHeld(details: ActionDetails, observed: Observed): void;
}

/** Looks at the page at the moment they are asked for. */
export function createLooks({ settings, recogniser }: Reporting, env: Env): Looks {
  return {
    selectorsOf: (element) =>
      element === undefined || !settings().enhancedSelectors
        ? undefined
        : new JsonText<Selectors>(`{${encodeFields(selectorsOf(element, env.dom, recogniser))}}`),
    isBusy: () => looksBusy(env),
  };
}

/** The recorder of one window. */
export function createRecorder(
  { emit, settings, activity, settling, enrichment, outcomes, recogniser }: Reporting,
  env: Env,
  looks: Looks,
): Recorder {
  let latest: Element | undefined;
  const emitted = (details: ActionDetails, observed: Observed, element: Element | undefined): void => {
    if (!settings().actions) return;
    const { ts = timestamp(env), url = documentUrl(env) } = observed;
    const name = emit('/enhanced-actions', { ts, url, ...observed, ...details });
    if (typeof details.type === 'string') outcomes.acted({ type: details.type, name, element });
  };
  const observePage = (): Observed => ({
    ts: timestamp(env),
    url: documentUrl(env),
    frames: framesAround(env, recogniser),
    scroll: scrollOf(env),
    pendingRequests: activity.pendingRequests(),
    busy: looks.isBusy(),
  });
  return {
    observe(element) {
      enrichment.noteAction(element);
      latest = element;
      const described =
        element === undefined
          ? { target: 'document' }
          : { target: shortFormOf(element, env.dom, recogniser), selectors: looks.selectorsOf(element) };
      return { ...described, ...observePage() };
    },
    observePage,
    selectorsOf: looks.selectorsOf,
    send(details, observed) {
      settling.releaseAll();
      emitted(details, observed, latest);
    },
    sendHeld(details, observed) {
      emitted(details, observed, undefined);
    },
  };
}

/** Asking makes the browser lay the page out; before there is a body it would do so for nothing. */
function scrollOf({ window, dom }: Env): { x: number; y: number } {
  return dom.body(window.document) === null ? { x: 0, y: 0 } : { x: window.scrollX, y: window.scrollY };
}
