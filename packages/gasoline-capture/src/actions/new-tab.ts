/**
 * Tabs and windows that the page opens: by `window.open`, by a link with a target, by a click with a key or the wheel.
 *
 * A link opens its tab after every listener has been called, and not if one of them prevented it: so it is looked at then.
 */

import { getter } from '../dom.ts';
import { boundedUrl } from '../env.ts';
import type { Env } from '../env.ts';
import { removeOwnFrames } from '../own-frames.ts';
import { followMethod } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { execute, indexOf, lowerCase } from '../primordials.ts';
import { quotedValue } from '../selectors/quoted-value.ts';
import type { Settling } from '../settling.ts';

import type { Recorder } from './record.ts';

/** Targets within the tab. */
const SAME_TAB = /^(?:_self|_top|_parent)?$/i;

const MIDDLE_BUTTON = 1;

/** Reports opened tabs. */
export function watchNewTabs(
  recorder: Recorder,
  env: Env,
  settling: Settling,
  isWanted: () => boolean,
): Uninstall {
  const stops = [watchOpen(recorder, env, isWanted), ...watchLinks(recorder, env, settling)];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}

function watchOpen(recorder: Recorder, env: Env, isWanted: () => boolean): Uninstall {
  const { URL } = env.window;
  const hrefOf = getter(URL.prototype, 'href');
  const addressOf = (address: unknown): string => {
    const text = address instanceof URL ? hrefOf(address) : typeof address === 'string' ? address : '';
    return text === '' ? 'about:blank' : boundedUrl(hrefOf(new URL(text, env.dom.base(env.window.document))));
  };
  return followMethod(env.window, 'open', {
    returned: (_receiver, [address, target, features], result) => {
      if (!isWanted() || !isOpened(result, features) || !isNewTab(target, env)) return;
      recorder.send({ type: 'newtab', toUrl: addressOf(address) }, recorder.observePage());
    },
    threw: (_receiver, error) => {
      removeOwnFrames(error);
    },
  });
}

/** A tab that shall not know who opened it is not handed over either. */
function isOpened(result: unknown, features: unknown): boolean {
  if (result !== null) return true;
  return typeof features === 'string' && execute(/noopener|noreferrer/i, features) !== null;
}

/** Whether a target is no part of this tab. */
function isNewTab(target: unknown, { window, dom }: Env): boolean {
  if (target === undefined || target === '') return true;
  if (typeof target !== 'string' || execute(SAME_TAB, target) !== null) return false;
  const quoted = quotedValue(target);
  return quoted === undefined || dom.find(window.document, `iframe[name=${quoted}]`) === null;
}

function watchLinks(recorder: Recorder, env: Env, settling: Settling): readonly Uninstall[] {
  const { MouseEvent, HTMLAnchorElement } = env.window;
  const { dom } = env;
  const hrefOf = getter(HTMLAnchorElement.prototype, 'href');
  const isPrevented = getter(env.window.Event.prototype, 'defaultPrevented');
  const linkOf = (event: Event): HTMLAnchorElement | undefined => {
    const path = dom.path(event);
    for (let index = 0; index < path.length; index += 1) {
      const target: unknown = path[index];
      if (target instanceof HTMLAnchorElement && dom.attribute(target, 'href') !== null) return target;
    }
    return undefined;
  };
  const opensTab = (event: MouseEvent, link: Element): boolean => {
    const { button, ctrlKey, metaKey, shiftKey } = event;
    if (button === MIDDLE_BUTTON) return true;
    if (button !== 0) return false;
    if (ctrlKey || metaKey || shiftKey) return true;
    const base = dom.find(env.window.document, 'base[target]');
    const target = dom.attribute(link, 'target') ?? (base === null ? '' : dom.attribute(base, 'target'));
    return target !== null && target !== '' && isNewTab(target, env);
  };
  const followed = (event: Event): void => {
    const link = event instanceof MouseEvent ? linkOf(event) : undefined;
    if (link === undefined || !(event instanceof MouseEvent) || !opensTab(event, link)) return;
    const toUrl = boundedUrl(hrefOf(link));
    if (indexOf(lowerCase(toUrl), 'javascript:') === 0) return;
    // The click itself is recorded by the click listener; the wheel clicks nothing.
    const observed = event.button === MIDDLE_BUTTON ? recorder.observe(link) : recorder.observePage();
    settling.hold(
      'link',
      event,
      () => {
        if (!isPrevented(event)) recorder.sendHeld({ type: 'newtab', toUrl }, observed);
      },
      0,
    );
  };
  return ['click', 'auxclick'].map((type) => env.listen(type, followed));
}
