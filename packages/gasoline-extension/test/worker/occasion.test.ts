import { expect, test } from 'vitest';

import { firstOccasion } from '../../src/worker/occasion.ts';

const ALWAYS = { on_error: true, on_navigation: true, on_action: true };
const NEVER = { on_error: false, on_navigation: false, on_action: false };
const NAME = { session: 's', tab: '1', frame: '0', eventId: 'e', page: 'p' };

function entry(type: string, members: object = {}): string {
  return JSON.stringify({ ...NAME, type, ...members });
}

test('the first entry that calls for a picture names it', () => {
  const entries = [entry('console', { message: '"type":"exception"' }), entry('exception', { test_id: 't' })];
  expect(firstOccasion('/logs', entries, ALWAYS)).toEqual({
    trigger: 'error',
    name: { ...NAME, test_id: 't' },
  });
  expect(firstOccasion('/dom-snapshots', ['{}', entry('x')], ALWAYS)).toEqual({
    trigger: 'navigation',
    name: NAME,
  });
  const outcome = JSON.stringify({ ...NAME, _outcome: { effect: 'mutation', ms: 1 } });
  const actions = [entry('navigate'), entry('scroll'), outcome, entry('check')];
  expect(firstOccasion('/enhanced-actions', actions, ALWAYS)).toEqual({ trigger: 'action', name: NAME });
  // The page says later whether it changed anything.
  expect(firstOccasion('/enhanced-actions', [entry('click')], ALWAYS)).toEqual({
    ...{ trigger: 'action', name: NAME, awaitsOutcome: true },
  });
});

test('nothing calls for a picture that is not wanted', () => {
  expect(firstOccasion('/logs', [entry('exception')], NEVER)).toBeUndefined();
  expect(firstOccasion('/dom-snapshots', [entry('x')], NEVER)).toBeUndefined();
  expect(firstOccasion('/enhanced-actions', [entry('click')], NEVER)).toBeUndefined();
  expect(firstOccasion('/network-bodies', [entry('exception')], ALWAYS)).toBeUndefined();
});
