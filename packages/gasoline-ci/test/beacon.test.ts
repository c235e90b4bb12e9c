import { describe, expect, it } from 'vitest';

import { createWindow } from '../../gasoline-capture/test/page.ts';
import { BEACON_CHARACTERS } from '../src/batch.ts';
import { beaconSink } from '../src/beacon.ts';
import type { BeaconSink } from '../src/beacon.ts';

import { createTimedEnv } from './timed-env.ts';

/** A sink, what it sent, and whether the browser takes more. */
function sending(url?: string): {
  sink: BeaconSink;
  sent: string[];
  browser: { isFull: boolean; room: number };
  window: ReturnType<typeof createWindow>;
  pass(): void;
} {
  const window = createWindow(url);
  const { env, pass } = createTimedEnv(window);
  const sent: string[] = [];
  const browser = { isFull: false, room: Infinity };
  const sink = beaconSink(env, {
    hello: () => Promise.resolve(true),
    hasRoomFor: (batches) => batches.reduce((sum, { lines }) => sum + lines.length, 0) <= browser.room,
    send(route, lines) {
      if (browser.isFull || lines.length > browser.room) return false;
      browser.room -= lines.length;
      sent.push(`${route} ${lines}`);
      return true;
    },
  });
  return { sink, sent, browser, window, pass };
}

function leave({ window }: { window: ReturnType<typeof createWindow> }): void {
  window.dispatchEvent(new window.Event('pagehide'));
}

describe('beacons', () => {
  it('gather what comes until the time is up, a batch for each route', () => {
    const { sink, sent, pass } = sending();
    sink.release();
    sink.send('/logs', '{1}');
    sink.send('/logs', '{2}');
    sink.send('/network-bodies', '{3}');
    expect(sent).toEqual([]);
    pass();
    expect(sent).toEqual(['/logs {1},\n{2}', '/network-bodies {3}']);
  });

  it('rest after a delivery, and then bring what came meanwhile', () => {
    const { sink, sent, pass } = sending();
    sink.release();
    sink.send('/logs', '{1}');
    pass();
    sink.send('/logs', '{2}');
    pass();
    expect(sent).toEqual(['/logs {1}']);
    pass();
    expect(sent).toEqual(['/logs {1}', '/logs {2}']);
  });

  it('are never larger than any three bytes a character allow', () => {
    const { sink, sent, pass } = sending();
    sink.release();
    const line = `{${'x'.repeat(BEACON_CHARACTERS / 2 - 2)}}`;
    for (let count = 0; count < 3; count += 1) sink.send('/logs', line);
    pass();
    expect(sent).toHaveLength(3);
    expect(3 * BEACON_CHARACTERS).toBeLessThan(65_536);
  });

  it('that the browser does not take are offered again, in order', () => {
    const { sink, sent, browser, pass } = sending();
    sink.release();
    browser.isFull = true;
    sink.send('/logs', '{1}');
    sink.send('/network-bodies', '{2}');
    pass();
    pass();
    expect(sent).toEqual([]);
    browser.isFull = false;
    pass();
    expect(sent).toEqual(['/logs {1}', '/network-bodies {2}']);
  });

  it('wait for the word that they pass, and again after it was taken back', () => {
    const { sink, sent, pass } = sending();
    sink.send('/logs', '{1}');
    pass();
    expect(sent).toEqual([]);
    sink.release();
    pass();
    expect(sent).toEqual(['/logs {1}']);
    sink.hold();
    sink.send('/logs', '{2}');
    pass();
    expect(sent).toHaveLength(1);
  });

  it('leave a page of this machine that goes before the word, and no other', () => {
    const local = sending();
    const stranger = sending('http://shop.example/');
    for (const page of [local, stranger]) {
      page.sink.send('/logs', '{1}');
      leave(page);
      page.sink.send('/logs', '{in pagehide}');
    }
    expect(local.sent).toEqual(['/logs {1}', '/logs {in pagehide}']);
    expect(stranger.sent).toEqual([]);
  });

  it('do not rest when so much waits that a page could not say it all at its end', () => {
    const { sink, sent, pass } = sending();
    sink.release();
    sink.send('/logs', '{1}');
    pass();
    const line = `{${'x'.repeat(BEACON_CHARACTERS - 2)}}`;
    sink.send('/logs', line);
    sink.send('/logs', line);
    // At the end of a rest alone the next delivery would only be begun.
    pass();
    expect(sent).toHaveLength(3);
  });

  it('of a page that is left bring errors, then what is newest, where there is no room for all', () => {
    const page = sending();
    const { sink, sent, browser } = page;
    sink.release();
    const line = (text: string): string => `{"type":"console","ts":"","level":"log","message":"${text}"}`;
    const bulk = 'x'.repeat(3000);
    const error = '{"type":"exception","enrichment":"pending","ts":"","level":"error"}';
    sink.send('/logs', [line(`old ${bulk}`), error, line(`middle ${bulk}`)].join(',\n'));
    sink.send('/enhanced-actions', '{"type":"click"}');
    sink.send('/logs', line(`new ${bulk}`));
    browser.room = 7000;
    leave(page);
    expect(sent).toEqual([
      `/logs ${error}`,
      `/logs ${line(`new ${bulk}`)}`,
      '/enhanced-actions {"type":"click"}',
      `/logs ${line(`middle ${bulk}`)}`,
    ]);
    browser.room = Infinity;
    sink.send('/logs', '{in pagehide}');
    expect(sent.slice(4)).toEqual([`/logs ${line(`old ${bulk}`)},\n{in pagehide}`]);
  });

  it('leave before the page stands still in a dialog', () => {
    const { sink, sent } = sending();
    sink.send('/logs', '{1}');
    sink.passOn?.();
    expect(sent).toEqual(['/logs {1}']);
  });
});
