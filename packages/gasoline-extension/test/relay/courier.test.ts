import { beforeEach, describe, expect, it } from 'vitest';

import type { Pressure, RelayMessage, WorkerMessage } from '../../src/messages.ts';
import { Courier } from '../../src/relay/courier.ts';
import type { Line } from '../../src/relay/courier.ts';

/** A port whose other end is the test. */
class TestLine implements Line {
  readonly received: RelayMessage[] = [];
  isClosed = false;
  #onMessage: (message: unknown) => void = () => undefined;
  #onDisconnect: () => void = () => undefined;

  readonly onMessage = {
    addListener: (react: (message: unknown) => void): void => {
      this.#onMessage = react;
    },
  };
  readonly onDisconnect = {
    addListener: (react: () => void): void => {
      this.#onDisconnect = react;
    },
  };

  postMessage(message: RelayMessage): void {
    if (this.isClosed) throw new Error('Attempting to use a disconnected port object');
    this.received.push(message);
  }

  say(message: WorkerMessage): void {
    this.#onMessage(message);
  }

  close(): void {
    this.isClosed = true;
    this.#onDisconnect();
  }
}

let lines: TestLine[];
let waits: number[];
let pressures: Pressure[];
let isGone: boolean;
let orphaned: number;
let courier: Courier;

beforeEach(() => {
  lines = [];
  waits = [];
  pressures = [];
  isGone = false;
  orphaned = 0;
  courier = new Courier({
    connect: () => {
      if (isGone) throw new Error('Extension context invalidated.');
      const line = new TestLine();
      lines.push(line);
      return line;
    },
    document: { url: 'http://localhost/', site: undefined },
    after: (milliseconds, react) => {
      waits.push(milliseconds);
      react();
    },
    onPressure: (pressure) => pressures.push(pressure),
    onOrphaned: () => (orphaned += 1),
  });
});

function send(lines: string): void {
  courier.send('/logs', lines, 'sifted');
}

/** What each worker was sent: the document, then numbers of messages with their entries. */
function heard(): unknown[] {
  return lines.map(({ received }) =>
    received.map((message) => {
      if (message.kind === 'seek') return 'seek';
      return message.kind === 'document' ? message.url : [message.id, message.lines];
    }),
  );
}

describe('the courier', () => {
  it('says whose entries they are, then sends them', () => {
    send('{"a":1}');
    courier.send('/network-bodies', '{"b":2}', 'unsifted');
    expect(lines.map(({ received }) => received)).toEqual([
      [
        { kind: 'document', url: 'http://localhost/' },
        { kind: 'entries', id: 1, route: '/logs', lines: '{"a":1}', sifting: 'sifted', held: 7 },
        {
          kind: 'entries',
          id: 2,
          route: '/network-bodies',
          lines: '{"b":2}',
          sifting: 'unsifted',
          held: 14,
        },
      ],
    ]);
  });

  it('sends again what was not safe when the worker died, in order', () => {
    for (const text of ['1', '2', '3']) send(text);
    lines[0]?.say({ kind: 'safe', id: 1 });
    lines[0]?.close();
    send('4');
    expect(heard()[1]).toEqual(['http://localhost/', [2, '2'], [3, '3'], [4, '4']]);
  });

  it('leaves a worker asleep when everything is safe', () => {
    send('1');
    lines[0]?.say({ kind: 'safe', id: 1 });
    lines[0]?.close();
    expect(lines).toHaveLength(1);
    send('2');
    expect(heard()[1]).toEqual(['http://localhost/', [2, '2']]);
  });

  it('wakes the worker to look for a server until it has one', () => {
    courier.seek();
    courier.seek();
    expect(heard()).toEqual([['http://localhost/', 'seek', 'seek']]);
    lines[0]?.say({ kind: 'link', isConnected: true });
    courier.seek();
    expect(heard()).toEqual([['http://localhost/', 'seek', 'seek']]);
    lines[0]?.say({ kind: 'link', isConnected: false });
    courier.seek();
    expect(lines[0]?.received).toHaveLength(4);
    lines[0]?.say({ kind: 'link', isConnected: true });
    lines[0]?.close();
    courier.seek();
    expect(heard()[1]).toEqual(['http://localhost/', 'seek']);
  });

  it('waits longer each time the worker dies without a word, until it answers', () => {
    send('1');
    for (const worker of [0, 1, 2, 3, 4]) lines[worker]?.close();
    expect(waits).toEqual([0, 100, 500, 2000, 2000]);
    lines[5]?.say({ kind: 'safe', id: 0 });
    lines[5]?.close();
    expect(waits.at(-1)).toBe(0);
  });

  it('notices a port that closed before it was told', () => {
    send('1');
    const [first] = lines;
    if (first !== undefined) first.isClosed = true;
    send('2');
    expect(heard()[1]).toEqual(['http://localhost/', [1, '1'], [2, '2']]);
  });

  it('gives up the oldest copies rather than memory, sooner when it is short', () => {
    const large = 'x'.repeat(1024 * 1024);
    for (const id of [1, 2, 3, 4, 5, 6]) send(`${id}${large}`);
    const held = (): number | undefined => {
      const last = lines.at(-1)?.received.at(-1);
      return last?.kind === 'entries' ? Math.floor(last.held / large.length) : undefined;
    };
    expect(held()).toBe(3);
    lines[0]?.say({ kind: 'pressure', pressure: 'soft' });
    send('7');
    expect(held()).toBe(1);
    lines[0]?.say({ kind: 'pressure', pressure: 'none' });
    expect(pressures).toEqual(['soft', 'none']);
  });

  it('falls silent when the extension is gone', () => {
    send('1');
    isGone = true;
    lines[0]?.close();
    send('2');
    expect([lines.length, orphaned]).toEqual([1, 1]);
  });

  it('ignores what it does not understand', () => {
    send('1');
    for (const message of [null, 'safe', { kind: 'safe' }, { kind: 'pressure', pressure: 'huge' }])
      // What crosses a process may be anything.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      lines[0]?.say(message as unknown as WorkerMessage);
    lines[0]?.close();
    expect(heard()[1]).toEqual(['http://localhost/', [1, '1']]);
  });
});
