import { describe, expect, it } from 'vitest';

import { CAPTURE_ALL } from '../src/settings.ts';

import { capturePage, createTestEnv, createWindow } from './page.ts';

/** Documents as they describe themselves in a window of which somebody had taken this away. */
function documentsWithout(name: string): unknown[] {
  const window = createWindow();
  Reflect.deleteProperty(window, name);
  const { entries, stop } = capturePage({ settings: () => CAPTURE_ALL }, createTestEnv(window));
  window.dispatchEvent(new window.Event('DOMContentLoaded'));
  stop();
  return entries.filter(({ type }) => type === 'document');
}

describe('a page that lacks what an instrument needs', () => {
  it('tells what is not captured', () => {
    expect(documentsWithout('Storage')).toMatchObject([{ notCaptured: ['storage'] }]);
  });

  it('says nothing of it where all is there', () => {
    expect(documentsWithout('nothing')).toMatchObject([{ type: 'document' }]);
    expect(documentsWithout('nothing')[0]).not.toHaveProperty('notCaptured');
  });
});
