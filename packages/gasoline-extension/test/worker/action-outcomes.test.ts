import { expect, it } from 'vitest';

import { ActionOutcomes } from '../../src/worker/action-outcomes.ts';

const ROUTE = '/enhanced-actions';

function said(eventId: string, effect: string): string {
  return JSON.stringify({ eventId, page: 'p', _outcome: { effect, ms: 5 } });
}

/** A clock that a test moves by hand. */
function stopped(): { readonly outcomes: ActionOutcomes; readonly expire: () => void } {
  const ends: (() => void)[] = [];
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      ends.push(resolve);
    });
  const expire = (): void => {
    for (const end of ends) end();
  };
  return { outcomes: new ActionOutcomes(sleep), expire };
}

it.each([
  ['mutation', true],
  ['request', true],
  ['none', false],
  ['clipboard', false],
])('an action with the effect %s is pictured: %s', async (effect, isSeen) => {
  const { outcomes } = stopped();
  const answer = outcomes.mayBeSeen('a');
  outcomes.hear('/logs', [said('a', isSeen ? 'none' : 'mutation')]);
  outcomes.hear(ROUTE, [said('other', isSeen ? 'none' : 'mutation'), '{}', said('a', effect)]);
  expect(await answer).toBe(isSeen);
});

it('an action that nobody speaks of is pictured when its time is over', async () => {
  const { outcomes, expire } = stopped();
  const answer = outcomes.mayBeSeen('a');
  expire();
  expect(await answer).toBe(true);
  // Too late.
  outcomes.hear(ROUTE, [said('a', 'none')]);
});
