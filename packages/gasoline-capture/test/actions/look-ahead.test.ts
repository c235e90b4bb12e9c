import type { Selectors } from 'gasoline-wire';

import { describe, expect, it } from 'vitest';

import { lookAhead } from '../../src/actions/look-ahead.ts';
import type { Looks } from '../../src/actions/look-ahead.ts';
import { JsonText } from '../../src/json.ts';
import { manualTimers } from '../manual-timers.ts';
import { createTestEnv, endOfTurn, sabotaged } from '../page.ts';

/** A page with a button, in whose shadow is another, and looks at it that are noted. */
function watched(): {
  looks: Looks & { stop: () => void };
  taken: string[];
  button: Element;
  inner: Element;
  press: (element: Element) => void;
  pass: (milliseconds: number) => void;
  /** What a click tells, and the looks it took. */
  click: (element: Element) => string;
  window: ReturnType<typeof createTestEnv>['window'];
} {
  const { timers, pass } = manualTimers();
  const env = { ...createTestEnv(), ...timers };
  const { document, Event } = env.window;
  document.body.innerHTML = '<button>Save</button><p id="host"></p>';
  const button = found(document, 'button');
  const root = found(document, '#host').attachShadow({ mode: 'open' });
  root.innerHTML = '<button>Inner</button>';
  const taken: string[] = [];
  const asSeen: Looks = {
    selectorsOf: (element) => {
      taken.push('selectors');
      return new JsonText<Selectors>(JSON.stringify({ text: element?.textContent }));
    },
    isBusy: () => {
      taken.push('busy');
      return document.body.className === 'busy';
    },
  };
  const looks = lookAhead(asSeen, env);
  return {
    looks,
    taken,
    button,
    inner: found(root, 'button'),
    press: (element) => element.dispatchEvent(new Event('pointerdown', { bubbles: true, composed: true })),
    pass,
    click: (element) => {
      taken.length = 0;
      const told = [looks.selectorsOf(element)?.text, looks.isBusy()].join(' ');
      return `${told}: ${taken.join(' ') || 'known'}`;
    },
    window: env.window,
  };
}

function found(root: ParentNode, selector: string): Element {
  const element = root.querySelector(selector);
  if (element === null) throw new Error(`no ${selector}`);
  return element;
}

const KNOWN = '{"text":"Save"} false: known';
const LOOKED_UP = '{"text":"Save"} false: selectors busy';

describe('what a click tells', () => {
  it('is known from the time in which the button was held, for a second click too', () => {
    const { button, press, pass, click } = watched();
    press(button);
    pass(100);
    expect([click(button), click(button)]).toEqual([KNOWN, KNOWN]);
  });

  it('is looked up without a press, at once after one, and long after one', () => {
    const { button, press, pass, click, taken } = watched();
    expect(click(button)).toBe(LOOKED_UP);
    press(button);
    expect(click(button)).toBe(LOOKED_UP);
    taken.length = 0;
    pass(1000);
    expect(taken).toEqual([]);
    press(button);
    pass(0);
    pass(500);
    expect(click(button)).toBe(LOOKED_UP);
  });

  it('is looked up of another element than the pressed one', () => {
    const { button, inner, press, pass, click } = watched();
    press(button);
    pass(0);
    expect(click(inner)).toBe('{"text":"Inner"} false: selectors');
  });

  it.each([
    ['a text', (button: Element) => (button.textContent = 'Save all')],
    [
      'an attribute',
      (button: Element) => {
        button.ownerDocument.body.className = 'busy';
      },
    ],
  ])('is looked up once %s has changed, before and after the page heard of it', async (_, change) => {
    const { button, press, pass, click } = watched();
    press(button);
    pass(0);
    change(button);
    expect(click(button)).toContain(': selectors busy');
    press(button);
    pass(0);
    change(button);
    button.append('!');
    await endOfTurn();
    expect(click(button)).toContain(': selectors busy');
  });

  it('inside a shadow root holds until that changes', () => {
    const { inner, press, pass, click } = watched();
    press(inner);
    pass(0);
    expect(click(inner)).toBe('{"text":"Inner"} false: known');
    inner.append('most');
    expect(click(inner)).toBe('{"text":"Innermost"} false: selectors busy');
  });

  it('is never that of an earlier press, nor known once stopped', () => {
    const { button, inner, press, pass, click, looks } = watched();
    press(button);
    pass(0);
    press(inner);
    expect(click(button)).toBe(LOOKED_UP);
    press(button);
    looks.stop();
    pass(0);
    press(button);
    pass(0);
    expect(click(button)).toBe(LOOKED_UP);
  });

  it('is known where the page has replaced how changes are watched', () => {
    const { button, press, pass, click, window } = watched();
    const fail = (): never => {
      throw new Error('of the page');
    };
    const { prototype } = window.MutationObserver;
    sabotaged(prototype, 'observe', { value: fail }, () => {
      sabotaged(prototype, 'takeRecords', { value: fail }, () => {
        press(button);
        pass(0);
        expect(click(button)).toBe(KNOWN);
      });
    });
  });
});
