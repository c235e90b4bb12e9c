import { expect, it } from 'vitest';

import type { Env } from '../../src/env.ts';
import { failedElementReader } from '../../src/failed-element.ts';
import { manualTimers } from '../manual-timers.ts';
import { capturePage, createTestEnv, createWindow, endOfTurn } from '../page.ts';

const ORIGIN = 'http://localhost:3000';

/** A load as the browser times it. */
type Load = PerformanceEntry & Pick<PerformanceResourceTiming, 'initiatorType' | 'responseStatus'>;

function load(
  path: string,
  initiatorType: string,
  responseStatus: number,
  responseStart = 5,
  origin = ORIGIN,
): Load {
  const times = { startTime: 0, responseStart, responseEnd: 8, duration: 3, transferSize: 0 };
  const name = `${origin}${path}`;
  return { ...times, entryType: 'resource', name, initiatorType, responseStatus, toJSON: () => ({}) };
}

/** What is told of a page that loads these resources. */
async function told(loads: readonly PerformanceEntry[]): Promise<readonly unknown[]> {
  const { timers, pass } = manualTimers();
  const base = createTestEnv();
  const timeline = {
    ...base.timeline,
    observe: (_type: string, react: (entries: readonly PerformanceEntry[]) => void) => {
      react(loads);
      return { catchUp: () => undefined, stop: () => undefined };
    },
  };
  const env: Env = { ...base, ...timers, timeline };
  const { entries } = capturePage({}, env);
  pass(5000);
  await endOfTurn();
  return entries
    .filter(({ type }) => type === 'network')
    .map(({ message, status, resourceKind, level }) => [message, status, resourceKind, level]);
}

it('tells of each resource that was refused or got no answer, once', async () => {
  // unseen-05, unseen-06
  const loads = [
    load('/app.js', 'script', 404),
    load('/app.js', 'script', 404),
    load('/style.css', 'link', 404),
    load('/background.png', 'css', 500),
    load('/body.woff2', 'css', 404),
    load('/photo.jpg', 'img', 0, 0),
  ];
  expect(await told(loads)).toEqual([
    [`script ${ORIGIN}/app.js failed to load: 404`, 404, 'script', 'error'],
    [`stylesheet ${ORIGIN}/style.css failed to load: 404`, 404, 'stylesheet', 'error'],
    [`image ${ORIGIN}/background.png failed to load: 500`, 500, 'image', 'error'],
    [`font ${ORIGIN}/body.woff2 failed to load: 404`, 404, 'font', 'error'],
    [
      `image ${ORIGIN}/photo.jpg failed to load: no answer, or the browser does not tell`,
      0,
      'image',
      'error',
    ],
  ]);
});

it('says nothing of what loaded, of requests of scripts, and of other origins whose status is hidden', async () => {
  const foreign = load('/x.png', 'img', 0, 0, 'https://cdn.example');
  const loads = [
    load('/app.js', 'script', 200),
    load('/api', 'fetch', 404),
    load('/f', 'iframe', 404),
    load('/favicon.ico', 'other', 404),
    foreign,
  ];
  expect(await told(loads)).toEqual([]);
});

it('reads from an element what it was to load', () => {
  const window = createWindow();
  const read = failedElementReader(createTestEnv(window));
  const of = (html: string): unknown => {
    window.document.body.innerHTML = html;
    const element = window.document.body.firstElementChild;
    const failed = read(element);
    return failed === undefined ? undefined : [failed.url, failed.kind, failed.isInline];
  };
  expect(of('<script src="/app.js"></script>')).toEqual([`${ORIGIN}/app.js`, 'script', false]);
  expect(of('<link rel="stylesheet" href="/a.css">')).toEqual([`${ORIGIN}/a.css`, 'stylesheet', false]);
  expect(of('<link rel="preload" href="/a.bin">')).toEqual([`${ORIGIN}/a.bin`, 'other', false]);
  expect(of('<img src="/a.png">')).toEqual([`${ORIGIN}/a.png`, 'image', false]);
  expect(of('<script type="module"></script>')).toEqual([`${ORIGIN}/cart`, 'script', true]);
  expect(of('<img>')).toBe(undefined);
  expect(of('<p>text</p>')).toBe(undefined);
  expect(read(window)).toBe(undefined);
});
