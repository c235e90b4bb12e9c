/**
 * A page that looks for us in every way we could think of gets the same answers with and without us, but for what is
 * listed here.
 */

import { expect, test } from '../support/fixtures.ts';
import { addProbePage, runProbes } from '../support/probe-page.ts';

const IN_THE_MIDDLE =
  'A stack made by page code that the browser runs inside a call of ours has our frame in its middle; nothing takes it ' +
  'out before the page looks. Errors that leave the call are cleaned.';
const PLACE =
  'The browser names the uppermost script on the stack as the place of a violation or of an uncaught refusal, and that ' +
  'is ours.';
const GETTER =
  'What an error says may stand behind getters of its class, and an error without its text is of no use.';
const PROXY = 'There is no way to read a proxy, or to tell that it is one, without its traps.';
const BODY =
  'A page that took `body` and then asks for the whole has been given a copy in between. Libraries look at `body` ' +
  'before they call `json()`: leaving those alone would lose most bodies.';

/** What cannot be hidden, by the name of the check. */
const NOTICEABLE: Readonly<Record<string, string>> = {
  'interface for pages that know of us': '`window.__gasoline` is there by intent.',
  'mark of a captured window':
    'Extension and CI script must know of each other; both see nothing but the window.',
  'stack seen inside a call': IN_THE_MIDDLE,
  'stack inside document.write': IN_THE_MIDDLE,
  'stack inside onreadystatechange': IN_THE_MIDDLE,
  'depth of a stack at its limit': 'Our frame took the place of one before it was taken out.',
  'call sites that a page formats itself': 'A formatter of the page is given the frames before anyone else.',
  'uncaught refusal': PLACE,
  'violations by fetch: place': PLACE,
  'violations by xhr: place': PLACE,
  'violations by socket: place': PLACE,
  'trusted types refuse the page as before': PLACE,
  'message getter of an error class': GETTER,
  'name getter of an error class': GETTER,
  'stack getter of an error': GETTER,
  'getters of an uncaught error': GETTER,
  'traps of a proxy': PROXY,
  'traps of a proxy of a function': PROXY,
  'options of a proxy': PROXY,
  'body of /probes/ok': BODY,
  'body of /probes/large': BODY,
  'microtasks until a refused fetch rejects':
    'The page has a promise of ours, one microtask behind: watching its own would hide forgotten rejections.',
  'timer ids are taken by the page only': 'Timers of one window share a counter, whoever starts them.',
  'class of a removed frame, first asked for after its removal':
    'The browser makes classes when they are first asked for, and we asked while the frame was there.',
};

/** The same, under the fixture only. */
const NOTICEABLE_OF_FIXTURE: Readonly<Record<string, string>> = {
  'traces of Playwright and of the fixture':
    'Playwright keeps its half of a binding in the page; a CI script that the page loads itself needs the settings.',
};

test('a page that looks for us finds nothing but what is listed', async ({
  pages,
  browser,
  bound,
  extension,
}) => {
  const url = addProbePage(pages);
  const plain = await runProbes(await browser.newPage(), url);
  expect(plain.size).toBeGreaterThanOrEqual(500);
  const listed = Object.keys(NOTICEABLE);
  const underFixture = await runProbes(await bound.context.newPage(), url);
  expect(differences(plain, underFixture)).toEqual([...listed, ...Object.keys(NOTICEABLE_OF_FIXTURE)].sort());
  const underExtension = await runProbes(await extension.newPage(), url);
  expect(differences(plain, underExtension)).toEqual(listed.sort());
});

/** The names of the checks that answered otherwise; the answers themselves are printed for whoever must find out why. */
function differences(plain: ReadonlyMap<string, string>, captured: ReadonlyMap<string, string>): string[] {
  expect([...captured.keys()]).toEqual([...plain.keys()]);
  const differing = [...plain].filter(([name, line]) => captured.get(name) !== line);
  for (const [name, line] of differing) {
    if (!(name in NOTICEABLE)) console.log(`${line}\n${captured.get(name) ?? ''}`);
  }
  return differing.map(([name]) => name).sort();
}
