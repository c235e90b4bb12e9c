import type { LiveOutcome, LiveQuery } from 'gasoline-wire';
import { expect, it } from 'vitest';

import { piecesOf, picturePage } from '../../src/worker/whole-page.ts';

const ELEMENT = { selector: '#far', boundingBox: { x: 10, y: 1990, width: 50, height: 20 } };

/** A page of 500 px width, as high as said, that is scrolled to 100 px until the view is large enough. */
function pageOf(documentHeight: number): {
  readonly sent: (readonly [string, unknown])[];
  readonly take: (query: { selector?: string; fullPage: boolean }) => ReturnType<typeof picturePage>;
} {
  const sent: (readonly [string, unknown])[] = [];
  let view = { width: 400, height: 300, devicePixelRatio: 2 };
  const send = (method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown> => {
    sent.push([method, params]);
    if (method.endsWith('setDeviceMetricsOverride'))
      view = { width: Number(params?.['width']), height: Number(params?.['height']), devicePixelRatio: 1 };
    return Promise.resolve(method === 'Page.captureScreenshot' ? { data: 'pixels' } : {});
  };
  const ask = (query: LiveQuery): Promise<LiveOutcome> => {
    if (query.kind !== 'survey') throw new Error('not asked');
    const y = view.height < documentHeight ? 100 : 0;
    const boundingBox = { ...ELEMENT.boundingBox, y: ELEMENT.boundingBox.y - y };
    return Promise.resolve({
      ...{ kind: 'survey', url: 'http://localhost/', title: 't', viewport: view, scroll: { x: 0, y } },
      ...{ documentSize: { width: 500, height: documentHeight }, marks: [], notes: [] },
      elements: [{ ...ELEMENT, boundingBox }],
      ...(query.selector === undefined ? {} : { target: boundingBox }),
    });
  };
  const mask = { x: 0, y: 5, width: 1, height: 1 };
  const camera = { send, ask, masks: () => Promise.resolve([mask]), settleMs: 0 };
  return { sent, take: (query) => picturePage(camera, { mark: [], ...query }) };
}

it('makes the view as high as the page, pictures it in pieces and gives the size back', async () => {
  const { sent, take } = pageOf(2000);
  const taken = await take({ fullPage: true });
  const clip = { x: 0, width: 400, scale: 1 };
  expect(sent).toEqual([
    ['Emulation.setDeviceMetricsOverride', { width: 400, height: 2000, deviceScaleFactor: 1, mobile: false }],
    ['Page.captureScreenshot', { format: 'png', clip: { ...clip, y: 0, height: 1568 } }],
    ['Page.captureScreenshot', { format: 'png', clip: { ...clip, y: 1568, height: 432 } }],
    ['Emulation.clearDeviceMetricsOverride', undefined],
  ]);
  expect(taken).toMatchObject({
    ...{ data: 'pixels', tiles: ['pixels'], tileHeight: 1568, notes: [], elements: [ELEMENT] },
    viewport: { width: 400, height: 2000, devicePixelRatio: 1 },
  });
});

it('pictures one element wherever it lies, and tells everything from its corner', async () => {
  const { sent, take } = pageOf(2020);
  const taken = await take({ fullPage: false, selector: '#far' });
  expect(sent[0]?.[1]).toMatchObject({ width: 500, height: 2020 });
  expect(sent[1]?.[1]).toMatchObject({ clip: { ...ELEMENT.boundingBox, scale: 1 } });
  expect(taken).toMatchObject({
    viewport: { width: 50, height: 20 },
    elements: [{ selector: '#far', boundingBox: { x: 0, y: 0, width: 50, height: 20 } }],
    masks: [{ x: -10, y: -1985 }, { x: -10 }],
  });
  expect(taken).not.toHaveProperty('tiles');
});

it('ends a very high page and says so', async () => {
  const { sent, take } = pageOf(20_000);
  const taken = await take({ fullPage: true });
  expect(sent[0]?.[1]).toMatchObject({ height: 16_384 });
  expect(taken).toMatchObject({
    viewport: { height: 16_384 },
    notes: ['the page is 20000 px high; the picture ends at 16384 px'],
  });
});

it('gives the size back although no picture could be taken', async () => {
  const { sent, take } = pageOf(2000);
  sent.push = (...items) => {
    Array.prototype.push.apply(sent, items);
    if (items[0]?.[0] === 'Page.captureScreenshot') throw new Error('crashed');
    return sent.length;
  };
  await expect(take({ fullPage: true })).rejects.toThrow('crashed');
  expect(sent.at(-1)?.[0]).toBe('Emulation.clearDeviceMetricsOverride');
});

it('has at least one piece, and none without height', () => {
  expect(piecesOf({ x: 1, y: 2, width: 3, height: 4 })).toEqual([{ x: 1, y: 2, width: 3, height: 4 }]);
  expect(piecesOf({ x: 0, y: 0, width: 1, height: 1569 }).map(({ height }) => height)).toEqual([1568, 1]);
});
