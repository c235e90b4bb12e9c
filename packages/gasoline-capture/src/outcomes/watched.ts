/** An action that is watched, and what it may lead to. */

import type { EntryName } from '../emit.ts';

/** What is recorded of an action, by which its effect is known. */
export interface Action {
  readonly type: string;
  readonly name: EntryName;
  readonly element: Element | undefined;
}

/** What an action led to. */
export type Effect =
  | 'answer'
  | 'clipboard'
  | 'dialog'
  | 'download'
  | 'field'
  | 'focus'
  | 'media'
  | 'message'
  | 'mutation'
  | 'navigation'
  | 'none'
  | 'popover'
  | 'print'
  | 'request'
  | 'scroll'
  | 'selection'
  | 'submit'
  | 'window';

/** The action that is watched, and what is known of its effect. */
export interface Watched {
  readonly action: Action;
  readonly since: number;
  effect: Effect | undefined;
  effectAfter: number;
  cancel: () => void;
}
