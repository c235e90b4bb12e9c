/** Scrolling: one entry for each pane, with where it came to rest. */

import { getter } from '../dom.ts';
import type { Env } from '../env.ts';
import type { Uninstall } from '../patch.ts';
import type { Settling } from '../settling.ts';

import type { Recorder } from './record.ts';
import { targetOf } from './target.ts';

/** Reports where the document and its panes were scrolled to; a field that follows what is typed into it is not scrolled. */
export function watchScrolls(recorder: Recorder, env: Env, settling: Settling): Uninstall {
  const { window } = env;
  const leftOf = getter(window.Element.prototype, 'scrollLeft');
  const topOf = getter(window.Element.prototype, 'scrollTop');
  return env.listen('scroll', (event) => {
    const pane = targetOf(event, env.dom);
    if (pane !== undefined && (settling.isHeld('typing', pane) || env.dom.localName(pane) === 'input'))
      return;
    // Many of these come in a second: everything is read only once, at rest.
    settling.hold('scroll', pane ?? window, () => {
      const [scrollX, scrollY] =
        pane === undefined ? [window.scrollX, window.scrollY] : [leftOf(pane), topOf(pane)];
      recorder.sendHeld({ type: 'scroll', scrollX, scrollY }, recorder.observe(pane));
    });
  });
}
