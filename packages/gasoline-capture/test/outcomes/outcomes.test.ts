import { describe, expect, it } from 'vitest';

import { createActivity } from '../../src/activity.ts';
import type { Activity } from '../../src/activity.ts';
import type { Env } from '../../src/env.ts';
import { createOutcomes } from '../../src/outcomes/outcomes.ts';
import type { PageWindow } from '../../src/page-window.ts';
import { manualTimers } from '../manual-timers.ts';
import { createTestEnv, createWindow } from '../page.ts';

/** A page whose actions are followed. */
interface Followed {
  readonly env: Env;
  readonly activity: Activity;
  readonly told: unknown[];
  /** The user acts on the element with this selector. */
  act(type: string, selector?: string): void;
  pass(milliseconds: number): Promise<void>;
  /** How many observers of the document are at work. */
  observed(): number;
  place(selector: string): Element;
}

const PAGE = `<button id="save"><span id="label">Save</span></button> <p id="clock">12:00</p> <main></main>
  <button id="next">Next page</button> <button id="other">Other</button> <canvas></canvas> <input id="name"> <div contenteditable id="text">x</div>`;

/** Follows the actions in a small document; mutations are reported between two steps of time. */
function follow(window = createWindow()): Followed {
  window.document.body.innerHTML = PAGE;
  const { timers, pass } = manualTimers();
  let now = 0;
  const own = createTestEnv(window);
  const observing = new Set<object>();
  const watchMutations: Env['watchMutations'] = (react) => {
    const watch = own.watchMutations?.(react);
    if (watch === undefined) throw new Error('jsdom has no observers');
    return {
      ...watch,
      observe(below) {
        observing.add(watch);
        watch.observe(below);
      },
      stop() {
        observing.delete(watch);
        watch.stop();
      },
    };
  };
  const env = { ...own, ...timers, watchMutations, now: () => now };
  const activity = createActivity();
  const told: unknown[] = [];
  const outcomes = createOutcomes(
    env,
    (_route, { eventId }, { _outcome }) => told.push([eventId, _outcome]),
    activity,
  );
  const place = (selector: string): Element => {
    const found = window.document.querySelector(selector);
    if (found === null) throw new Error(`no ${selector}`);
    return found;
  };
  let count = 0;
  return {
    env,
    activity,
    told,
    place,
    observed: () => observing.size,
    act(type, selector) {
      count += 1;
      const element = selector === undefined ? undefined : place(selector);
      outcomes.acted({ type, name: { page: 'p', eventId: `e${count}` }, element });
    },
    async pass(milliseconds) {
      for (let left = milliseconds; left > 0; left -= 100) {
        await Promise.resolve();
        now += 100;
        pass(100);
      }
      await Promise.resolve();
    },
  };
}

type Step = (page: Followed) => void;

const EFFECTS: readonly (readonly [name: string, step: Step, effect: string])[] = [
  [
    'a change of the document',
    ({ place }) => {
      place('main').append('saved');
    },
    'mutation',
  ],
  [
    'the pressed element’s own words',
    ({ place }) => {
      place('#label').replaceChildren('Saved');
    },
    'mutation',
  ],
  [
    'a state that it shows',
    ({ place }) => {
      place('#save').setAttribute('aria-pressed', 'true');
    },
    'mutation',
  ],
  ['a picture in it', ({ place }) => (place('#save').innerHTML = '<svg></svg>'), 'mutation'],
  ['a request', ({ activity }) => activity.requestStarted(), 'request'],
  [
    'a message over a socket',
    ({ activity }) => {
      activity.messageSent();
    },
    'message',
  ],
  [
    'a dialog',
    ({ act }) => {
      act('dialog');
    },
    'dialog',
  ],
  [
    'a new tab',
    ({ act }) => {
      act('newtab');
    },
    'window',
  ],
  ['a change of a field', ({ place, env }) => place('#name').dispatchEvent(event(env, 'change')), 'field'],
  ['a popover', ({ place, env }) => place('main').dispatchEvent(event(env, 'toggle')), 'popover'],
  ['a copy', ({ place, env }) => place('main').dispatchEvent(event(env, 'copy')), 'clipboard'],
  ['the focus elsewhere', ({ place, env }) => place('#name').dispatchEvent(event(env, 'focusin')), 'focus'],
  ['a scroll', ({ place, env }) => place('main').dispatchEvent(event(env, 'scroll')), 'scroll'],
  [
    'another address',
    ({ env }) => {
      env.window.history.pushState(null, '', '/paid');
    },
    'navigation',
  ],
];

const NO_EFFECTS: readonly (readonly [name: string, step: Step])[] = [
  ['nothing', () => undefined],
  [
    'its dress',
    ({ place }) => {
      place('#save').setAttribute('class', 'pressed');
    },
  ],
  [
    'the dress of what is in it',
    ({ place }) => {
      place('#label').setAttribute('data-pressed', '');
    },
  ],
  [
    'a ripple in it',
    ({ place }) => {
      place('#save').append(place('main').cloneNode());
    },
  ],
  ['the focus on itself', ({ place, env }) => place('#save').dispatchEvent(event(env, 'focusin'))],
];

function event(env: Env, type: string): Event {
  return new env.window.Event(type, { bubbles: true });
}

describe('a click', () => {
  it.each(EFFECTS)('leads to %s', async (_name, step, effect) => {
    const page = follow();
    await page.pass(5000);
    page.act('click', '#save');
    await page.pass(200);
    step(page);
    await page.pass(3000);
    expect(page.told).toEqual([['e1', { effect, ms: 200 }]]);
  });

  it.each(NO_EFFECTS)('leads to nothing: %s', async (_name, step) => {
    const page = follow();
    await page.pass(5000);
    page.act('click', '#save');
    step(page);
    await page.pass(3000);
    expect(page.told).toEqual([['e1', { effect: 'none', ms: 3000 }]]);
  });

  it('ends with the next one, and with the form that it sends', async () => {
    const page = follow();
    page.act('click', '#save');
    await page.pass(400);
    page.act('click', '#save');
    page.act('submit', '#save');
    await page.pass(5000);
    expect(page.told).toEqual([
      ['e1', { effect: 'none', ms: 400 }],
      ['e2', { effect: 'submit', ms: 0 }],
      ['e3', { effect: 'none', ms: 5000 }],
    ]);
  });

  it('does not take what the element pressed before still shows for its effect', async () => {
    const page = follow();
    page.act('click', '#other');
    page.place('#other').append(page.place('main').cloneNode());
    await page.pass(400);
    page.act('click', '#save');
    page.place('#other').lastElementChild?.remove();
    await page.pass(3000);
    expect(page.told).toEqual([
      ['e1', { effect: 'none', ms: 400 }],
      ['e2', { effect: 'none', ms: 3000 }],
    ]);
  });

  it('says nothing where clicks need no effect', async () => {
    const page = follow();
    for (const selector of ['#next', 'canvas', '#name', '#text']) page.act('click', selector);
    page.act('click');
    await page.pass(5000);
    expect(page.told).toEqual([]);
  });

  it('says nothing of a page that was left', async () => {
    const page = follow();
    page.act('click', '#save');
    page.env.releases.now('leaving');
    await page.pass(5000);
    expect(page.told).toEqual([]);
    expect(page.observed()).toBe(0);
  });
});

describe('changes that come without the user', () => {
  it('are nobody’s effect once they are known', async () => {
    const page = follow();
    const tick = async (times: number): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        await page.pass(1000);
        page.place('#clock').textContent = `12:0${count}`;
      }
    };
    await tick(4);
    page.act('click', '#save');
    await tick(3);
    expect(page.told).toEqual([['e1', { effect: 'none', ms: 3000 }]]);
  });

  it('do not hide those elsewhere', async () => {
    const page = follow();
    page.place('main').append('loaded');
    await page.pass(5000);
    page.act('click', '#save');
    page.place('main').append('saved');
    await page.pass(1000);
    expect(page.told).toEqual([['e1', { effect: 'mutation', ms: 0 }]]);
  });
});

describe('a form', () => {
  it('waits for the answer to its request', async () => {
    const page = follow();
    page.act('submit', '#save');
    const answered = page.activity.requestStarted();
    await page.pass(800);
    answered();
    await page.pass(1000);
    expect(page.told).toEqual([['e1', { effect: 'answer', ms: 800 }]]);
  });
});

describe('what cannot be seen', () => {
  it('is not said to be nothing: a frame', async () => {
    const { document } = createWindow();
    const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
    // jsdom's type names only a part of what its windows have.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    const { act, pass, told } = follow(contentWindow as PageWindow);
    act('click', '#save');
    await pass(4000);
    expect(told).toEqual([]);
  });

  it('is seen in shadow trees', async () => {
    const page = follow();
    const root = page.place('main').attachShadow({ mode: 'open' });
    page.act('click', '#save');
    root.append('saved');
    await page.pass(1000);
    expect(page.told).toEqual([['e1', { effect: 'mutation', ms: 0 }]]);
  });
});
