/**
 * A page that looks for us in every way we could think of gets the same answers with and without us, but for what is
 * listed here.
 */

import { attach } from '../support/attach.ts';
import { beaconScript } from '../support/ci-script.ts';
import { IS_SOAK } from '../support/effort.ts';
import { expect, test } from '../support/fixtures.ts';
import { addProbePage, loadBeforeProbes, runProbes } from '../support/probe-page.ts';

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

/** Names of checks, each with the reason why its answer cannot be the same. */
type Exceptions = Readonly<Record<string, string>>;

/** What cannot be hidden. */
const NOTICEABLE: Exceptions = {
  'interface for pages that know of us': '`window.__gasoline` is there by intent.',
  'mark of a captured window':
    'Extension and CI script must know of each other; both see nothing but the window.',
  'stack seen inside a call': IN_THE_MIDDLE,
  'stack inside onreadystatechange': IN_THE_MIDDLE,
  'depth of a stack at its limit': 'Our frame took the place of one before it was taken out.',
  'call sites that a page formats itself': 'A formatter of the page is given the frames before anyone else.',
  'uncaught refusal': PLACE,
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
  'microtasks until a body is refused while a response waits to be read':
    'The same: only then must we know which bodies the page asks for, and are on the stack when it does.',
  'timer ids are taken by the page only': 'Timers of one window share a counter, no matter who starts them.',
};

/** The same in frames, where these are captured too. */
const NOTICEABLE_IN_FRAMES: Exceptions = {
  'stack inside document.write': IN_THE_MIDDLE,
  'violations by fetch: place': PLACE,
  'violations by xhr: place': PLACE,
  'violations by socket: place': PLACE,
  'trusted types refuse the page as before': PLACE,
  'class of a removed frame, first asked for after its removal':
    'The browser makes classes when they are first asked for, and we asked while the frame was there.',
};

/** The same, under the fixture only. */
const NOTICEABLE_OF_FIXTURE: Exceptions = {
  'traces of Playwright': 'Playwright keeps its half of a binding in the page.',
};

/** The same, where the script has no binding. */
const NOTICEABLE_OF_BEACONS: Exceptions = {
  'settings of the capturing script':
    'The page itself says where its server is, and may look at what it said.',
  'timeline has only resources of the page':
    'A beacon is a request of the page like any other, and the browser lists it.',
};

const FRESH_FRAME =
  'A frame that does not load the script has the original `toString`, and that knows our functions.';

/** The same, where the page loads the script itself: its frames do not. */
const NOTICEABLE_OF_SCRIPT_ELEMENT: Exceptions = {
  'toString by another frame': FRESH_FRAME,
  'toString by another frame, of its own toString': FRESH_FRAME,
};

test('under the fixture and the extension a page finds nothing but what is listed', async ({
  pages,
  browser,
  bound,
  extension,
}) => {
  const url = addProbePage(pages);
  const plain = await runProbes(await browser.newPage(), url);
  expect(plain.size).toBeGreaterThanOrEqual(500);
  const underFixture = await runProbes(await bound.context.newPage(), url);
  expectOnly([NOTICEABLE, NOTICEABLE_IN_FRAMES, NOTICEABLE_OF_FIXTURE], plain, underFixture);
  const underExtension = await runProbes(await extension.newPage(), url);
  expectOnly([NOTICEABLE, NOTICEABLE_IN_FRAMES], plain, underExtension);
});

if (IS_SOAK) {
  test('without us the page gets the same answers each time', async ({ pages, browser }) => {
    const url = addProbePage(pages);
    const plain = await runProbes(await browser.newPage(), url);
    expect(differences(plain, await runProbes(await browser.newPage(), url), [])).toEqual([]);
  });

  test('under attach a page finds nothing but what is listed', async ({ pages, server, browsers }) => {
    const url = addProbePage(pages);
    const { context, address, close } = await browsers.attachable();
    const plain = await runProbes(await context.newPage(), url);
    const attachment = await attach(server, '--cdp', address);
    const captured = await runProbes(await context.newPage(), url);
    await close();
    await attachment.stop();
    expectOnly([NOTICEABLE, NOTICEABLE_IN_FRAMES], plain, captured);
  });

  test('with the script added to every document a page finds nothing but what is listed', async ({
    pages,
    server,
    browser,
    context,
  }) => {
    const url = addProbePage(pages);
    const plain = await runProbes(await browser.newPage(), url);
    await context.addInitScript({ content: beaconScript(server) });
    const captured = await runProbes(await context.newPage(), url);
    expectOnly([NOTICEABLE, NOTICEABLE_IN_FRAMES, NOTICEABLE_OF_BEACONS], plain, captured);
  });

  test('with the script in a script element a page finds nothing but what is listed', async ({
    pages,
    server,
    browser,
  }) => {
    const url = addProbePage(pages);
    const plain = await runProbes(await browser.newPage(), url);
    loadBeforeProbes(pages, beaconScript(server));
    const captured = await runProbes(await browser.newPage(), url);
    expectOnly([NOTICEABLE, NOTICEABLE_OF_BEACONS, NOTICEABLE_OF_SCRIPT_ELEMENT], plain, captured);
  });
}

type Answers = ReadonlyMap<string, string>;

/** Fails for what differs and is not listed, and for what is listed and does not differ. */
function expectOnly(lists: readonly Exceptions[], plain: Answers, captured: Answers): void {
  const listed = lists.flatMap((list) => Object.keys(list)).sort();
  expect(differences(plain, captured, listed)).toEqual(listed);
}

/** The names of the checks that answered otherwise; answers nobody expects are printed, so that a reader can find out why. */
function differences(plain: Answers, captured: Answers, expected: readonly string[]): string[] {
  expect([...captured.keys()]).toEqual([...plain.keys()]);
  const differing = [...plain].filter(([name, line]) => captured.get(name) !== line);
  for (const [name, line] of differing) {
    if (!expected.includes(name)) console.log(`${line}\n${captured.get(name) ?? ''}`);
  }
  return differing.map(([name]) => name).sort();
}
