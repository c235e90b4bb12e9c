/** Content that a test tool sets is captured like that which a page loads, although the tool opens the document from a world of its own. */

import type { Frame } from '@playwright/test';

import { expect, test } from '../support/fixtures.ts';
import { stored, storedMessages } from '../support/snapshot.ts';
import { WAYS } from '../support/ways.ts';

/** What fails as soon as the tool has had its turn, and what fails when somebody uses it. */
function content(place: string): string {
  return `<title>Set</title><button onclick="throw new Error('clicked in ${place}')">Go</button>
    <script>
      console.log('said in ${place}');
      setTimeout(() => { throw new Error('thrown in ${place}'); });
      Promise.reject(new Error('rejected in ${place}'));
    </script>`;
}

function messages(place: string): readonly string[] {
  return [
    `said in ${place}`,
    `Error: rejected in ${place}`,
    `Error: thrown in ${place}`,
    `Error: clicked in ${place}`,
  ];
}

for (const [name, start] of Object.entries(WAYS)) {
  test(`errors and actions in set content arrive: ${name}`, async ({ browser, browsers, server, pages }) => {
    pages.add('/frame', '<p>frame</p>');
    const { context, close } = await start(server, { browser, browsers });
    const page = await context.newPage();
    const set = async (frame: Frame, place: string): Promise<void> => {
      await frame.setContent(content(place));
      await frame.getByRole('button').click();
    };
    await page.goto(pages.add('/', '<p>page</p><iframe src="/frame"></iframe>'));
    for (const frame of page.frames().slice(1)) await set(frame, 'a frame');
    await set(page.mainFrame(), 'a page');
    // Once more, to see that what was added again is there only once.
    await set(page.mainFrame(), 'a page again');

    const expected = ['a frame', 'a page', 'a page again'].flatMap(messages);
    await expect.poll(async () => [...(await storedMessages(server))].sort()).toEqual([...expected].sort());
    const actions = async (): Promise<readonly unknown[]> =>
      (await stored(server, 'enhanced_actions')).map(({ type }) => type).filter((type) => type === 'click');
    await expect.poll(actions).toEqual(['click', 'click', 'click']);
    await close();
  });
}
