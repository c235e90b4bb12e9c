import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Enricher } from '../src/index.ts';
import { ORIGIN, web } from './web.ts';
import type { Web } from './web.ts';

const URL = `${ORIGIN}/app.js`;
const SCRIPT = 'boom();\n';
const NO_MAP = `shown as it was served, not as it was written: ${URL} names no source map: turn them on in the build`;
const SHOWN = {
  sourceSnippets: [
    {
      file: 'app.js',
      line: 1,
      column: 1,
      snippet: [{ line: 1, text: 'boom();', isError: true }],
      note: NO_MAP,
    },
  ],
};

/** An enricher, what it sent, and the network it reads from. */
function enricher(network: Web = web({ [URL]: SCRIPT })): {
  take: (entry: object | string, snippets?: boolean, pageAmends?: boolean) => void;
  settled: () => Promise<void>;
  sent: unknown[];
  network: Web;
  at: (time: number) => void;
} {
  const sent: unknown[] = [];
  let now = 0;
  const subject = new Enricher({
    fetch: network.fetch,
    send: (text) => sent.push(JSON.parse(text)),
    now: () => now,
  });
  return {
    take: (entry, snippets = true, pageAmends = true) => {
      const pageParts = pageAmends ? (['componentAncestry'] as const) : [];
      subject.take(typeof entry === 'string' ? entry : JSON.stringify(entry), { snippets, pageParts });
    },
    settled: () => subject.settled(),
    sent,
    network,
    at: (time) => (now = time),
  };
}

function exception(members: object = {}): object {
  return {
    type: 'exception',
    level: 'error',
    message: 'Error: x',
    stack: `Error: x\n    at ${URL}:1:1`,
    url: `${ORIGIN}/`,
    session: 's',
    tab: '7',
    page: 'p',
    frame: '0',
    n: 3,
    eventId: 'p-3',
    ...members,
  };
}

const IDENTITY = { session: 's', tab: '7', page: 'p', frame: '0', eventId: 'p-3' };

describe('an error that passes', () => {
  it('is amended by its source', async () => {
    const { take, settled, sent } = enricher();
    take(exception({ test_id: 't' }));
    expect(sent).toEqual([]);
    await settled();
    expect(sent).toEqual([{ ...IDENTITY, test_id: 't', _aiContext: SHOWN, enrichment: 'done' }]);
  });

  it('on the console is found among the arguments', async () => {
    const { take, settled, sent } = enricher();
    const error = { name: 'Error', message: 'x', stack: `Error: x\n    at ${URL}:1:1` };
    take(exception({ type: 'console', stack: undefined, args: ['failed', null, error] }));
    await settled();
    expect(sent).toEqual([{ ...IDENTITY, _aiContext: SHOWN, enrichment: 'done' }]);
  });

  it.each([
    ['a console line without an error', exception({ type: 'console', stack: undefined, args: ['x'] })],
    ['a warning', exception({ level: 'warn' })],
    ['a failed request', exception({ type: 'network' })],
    ['an entry of others', exception({ eventId: undefined })],
    ['no JSON', '"level":"error"'],
    ['no object', '["level":"error"]'],
  ])('but %s is left alone', async (_name, entry) => {
    const { take, settled, sent, network } = enricher();
    take(entry);
    await settled();
    expect({ sent, requests: network.requests }).toEqual({ sent: [], requests: [] });
  });

  it('500 times is read about once', async () => {
    const { take, settled, sent, network, at } = enricher();
    for (let n = 0; n < 500; n += 1) take(exception({ eventId: `p-${n}` }));
    await settled();
    expect(sent).toHaveLength(500);
    expect(sent.filter((each) => JSON.stringify(each).includes('sourceSnippets":['))).toHaveLength(11);
    const reason = 'the same stack was explained 10 times in the last 10 s';
    expect(sent).toContainEqual({
      ...IDENTITY,
      eventId: 'p-499',
      _aiContext: { missing: { sourceSnippets: reason } },
      enrichment: 'done',
    });
    expect(network.requests).toEqual([URL]);

    at(10_000);
    take(exception({ eventId: 'later' }));
    await settled();
    expect(sent.at(-1)).toEqual({ ...IDENTITY, eventId: 'later', _aiContext: SHOWN, enrichment: 'done' });
  });

  it('again with another message, or after a clear, has its source too', async () => {
    // source-05
    const { take, settled, sent, network } = enricher();
    take(exception());
    await settled();
    take(exception({ eventId: 'p-4', message: 'Error: y', stack: `Error: y\n    at ${URL}:1:1` }));
    await settled();
    expect(sent.at(-1)).toEqual({ ...IDENTITY, eventId: 'p-4', _aiContext: SHOWN, enrichment: 'done' });
    expect(network.requests).toEqual([URL]);
  });

  it.each(['exception', 'violation'])(
    'without a stack is mapped by the place of its event: %s',
    async (type) => {
      // source-06
      const { take, settled, sent } = enricher();
      take(exception({ type, stack: undefined, filename: URL, lineno: 1, colno: 1 }));
      await settled();
      expect(sent).toEqual([{ ...IDENTITY, _aiContext: SHOWN, enrichment: 'done' }]);
    },
  );

  it('without a stack is mapped by where the page says its element was made', async () => {
    // components-06
    const { take, settled, sent } = enricher();
    take(exception({ type: 'console', stack: undefined, args: ['a warning'], enrichment: 'pending' }));
    take({ ...IDENTITY, type: 'console', _aiContext: { elementStack: `Error\n    at Row (${URL}:1:1)` } });
    await settled();
    const shown = SHOWN.sourceSnippets.map((snippet) => ({ ...snippet, function: 'Row' }));
    expect(sent).toEqual([{ ...IDENTITY, _aiContext: { sourceSnippets: shown }, enrichment: 'done' }]);
  });

  it('that is printed as well is told about twice, and read once', async () => {
    const { take, settled, sent, network } = enricher();
    const stack = `Error: x\n    at ${URL}:1:1`;
    take(exception({ type: 'console', eventId: 'p-2', stack: undefined, args: [{ message: 'x', stack }] }));
    take(exception());
    await settled();
    expect(sent).toHaveLength(2);
    expect(sent).toContainEqual({ ...IDENTITY, eventId: 'p-2', _aiContext: SHOWN, enrichment: 'done' });
    expect(sent).toContainEqual({ ...IDENTITY, _aiContext: SHOWN, enrichment: 'done' });
    expect(network.requests).toEqual([URL]);
  });

  it('among too many different ones says so', async () => {
    const { take, settled, sent } = enricher();
    for (let n = 1; n <= 25; n += 1)
      take(exception({ eventId: `p-${n}`, stack: `Error\n    at ${URL}:1:${n}` }));
    await settled();
    const refused = sent.filter((each) => JSON.stringify(each).includes('too many errors at once'));
    expect(refused).toHaveLength(5);
    expect(sent).toHaveLength(25);
  });
});

describe('an error of which more was promised', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is ended after the page has said what it knows', async () => {
    const { take, settled, sent } = enricher();
    take(exception({ enrichment: 'pending' }));
    take({ eventId: 'other', _aiContext: {} });
    await vi.advanceTimersByTimeAsync(2499);
    expect(sent).toEqual([]);
    take({ eventId: 'p-3', _aiContext: { componentAncestry: {} } });
    await settled();
    expect(sent).toEqual([{ ...IDENTITY, _aiContext: SHOWN, enrichment: 'done' }]);
  });

  it('is ended although the page says nothing more', async () => {
    const { take, sent, settled } = enricher();
    take(exception({ enrichment: 'pending' }), false);
    await vi.advanceTimersByTimeAsync(2500);
    await settled();
    const missing = { componentAncestry: 'the page did not say within 2.5 s' };
    expect(sent).toEqual([{ ...IDENTITY, _aiContext: { missing }, enrichment: 'done' }]);
  });

  it('is ended at once where the page has nothing to say', async () => {
    const { take, sent, settled } = enricher();
    take(exception({ enrichment: 'pending' }), false, false);
    await settled();
    expect(sent).toEqual([{ ...IDENTITY, enrichment: 'done' }]);
  });

  it('is told of its lack of a stack', async () => {
    const { take, sent, settled } = enricher();
    take(exception({ enrichment: 'pending', stack: undefined }));
    await vi.advanceTimersByTimeAsync(2500);
    await settled();
    const missing = {
      componentAncestry: 'the page did not say within 2.5 s',
      sourceSnippets: 'the error has no stack that names a script of the page',
    };
    expect(sent).toEqual([{ ...IDENTITY, _aiContext: { missing }, enrichment: 'done' }]);
  });

  it('is not fetched for where snippets are not wanted', async () => {
    const { take, network } = enricher();
    take(exception(), false);
    take(exception({ enrichment: 'pending' }), false);
    await vi.advanceTimersByTimeAsync(2500);
    expect(network.requests).toEqual([]);
  });
});

describe('who asked for a request', () => {
  // In two pieces, or tools that read this file look for the map.
  const LINK = ['sourceMapping', 'URL'].join('');
  const MAPPED = `boom();\n//# ${LINK}=data:application/json,${encodeURIComponent(
    JSON.stringify({ version: 3, sources: ['src/api.ts'], names: [], mappings: 'AAIA' }),
  )}`;
  const request = (members: object): object => ({
    ...IDENTITY,
    url: `${ORIGIN}/api`,
    pageUrl: `${ORIGIN}/`,
    initiator: `loadUser (${URL}:1:1)`,
    ...members,
  });
  const ROUTE = '/network-bodies';
  const PLACE = { ...IDENTITY, _initiator: { file: 'src/api.ts', line: 5, column: 1 } };

  /** What is sent after requests passed. */
  async function told(network: Web, ...requests: object[]): Promise<unknown[]> {
    const sent: unknown[] = [];
    const subject = new Enricher({
      fetch: network.fetch,
      send: (text, route) => sent.push([route, JSON.parse(text)]),
    });
    for (const entry of requests) {
      subject.takeRequest(JSON.stringify(entry), ROUTE, { snippets: true, pageParts: [] });
      await subject.settled();
    }
    return sent;
  }

  it('is told by its place in the source where the request failed', async () => {
    // initiator-02
    expect(await told(web({ [URL]: MAPPED }), request({ status: 500 }))).toEqual([[ROUTE, PLACE]]);
  });

  it('costs nothing where it went well, unless the script was read already', async () => {
    // initiator-03
    const network = web({ [URL]: MAPPED });
    expect(await told(network, request({ status: 200 }))).toEqual([]);
    expect(network.requests).toEqual([]);
    const both = await told(network, request({ status: 0 }), request({ status: 200 }));
    expect(both).toEqual([
      [ROUTE, PLACE],
      [ROUTE, PLACE],
    ]);
    expect(network.requests).toEqual([URL]);
  });

  it('stays as the browser printed it where there is no map', async () => {
    expect(await told(web({ [URL]: SCRIPT }), request({ status: 500 }))).toEqual([]);
  });
});
