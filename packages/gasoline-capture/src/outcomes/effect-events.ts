/** Effects that the browser reports by events of its own. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import { observeMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { apply, get } from '../primordials.ts';

import type { Effect, Watched } from './watched.ts';

/** A page that scrolls later does so by itself. */
const SCROLL_WITHIN_MS = 300;

const BY_EVENT: readonly (readonly [type: string, effect: Effect])[] = [
  ['copy', 'clipboard'],
  ['cut', 'clipboard'],
  ['change', 'field'],
  ['input', 'field'],
  ['play', 'media'],
  ['pause', 'media'],
  ['toggle', 'popover'],
  ['fullscreenchange', 'window'],
  ['beforeprint', 'print'],
];

/** Calls `noticed` with effects while an action is watched. */
export function watchEffectEvents(
  env: Env,
  watched: () => Watched | undefined,
  noticed: (effect: Effect) => void,
): Uninstall {
  const stops = [
    ...BY_EVENT.map(([type, effect]) =>
      env.listen(type, () => {
        noticed(effect);
      }),
    ),
    env.listen('scroll', () => {
      const current = watched();
      if (current !== undefined && env.now() - current.since <= SCROLL_WITHIN_MS) noticed('scroll');
    }),
    env.listen('focusin', (event) => {
      const current = watched();
      const focused: unknown = env.dom.path(event)[0];
      if (current !== undefined && env.dom.isElement(focused) && focused !== current.action.element)
        noticed('focus');
    }),
    env.listen('selectionchange', () => {
      if (watched() !== undefined && hasSelection(env)) noticed('selection');
    }),
    ...watchCalls(env, watched, noticed),
  ];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

function hasSelection({ window }: Env): boolean {
  const { getSelection, Selection } = window;
  const selection = apply(getSelection, window, []);
  return selection !== null && !getter(Selection.prototype, 'isCollapsed')(selection);
}

/** What leaves no trace in the document: text on the clipboard, files that are made here and downloaded. */
function watchCalls(
  { window }: Env,
  watched: () => Watched | undefined,
  noticed: (effect: Effect) => void,
): readonly Uninstall[] {
  const watch = (owner: unknown, name: string, effect: Effect): Uninstall =>
    typeof owner === 'object' || typeof owner === 'function'
      ? observeMethod(owner ?? {}, name, 'before', () => {
          if (watched() !== undefined) noticed(effect);
        })
      : () => undefined;
  const clipboard: unknown = get(window, 'Clipboard');
  const prototype: unknown = typeof clipboard === 'function' ? get(clipboard, 'prototype') : undefined;
  return [
    watch(prototype, 'writeText', 'clipboard'),
    watch(prototype, 'write', 'clipboard'),
    watch(window.URL, 'createObjectURL', 'download'),
  ];
}
