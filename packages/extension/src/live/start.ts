/**
 * Live queries: the server asks, this browser's pages answer.
 *
 * Everything about them hangs on one WebSocket. While it is open a message every 20 s keeps Chrome from ending the
 * worker; when the server was away, an alarm brings the link back.
 */

import type { LiveClientMessage, LiveServerMessage } from 'wire';
import { WIRE_VERSION } from 'wire';

import { askPage } from './ask.ts';
import { capturedPages, noteFocus, onPagesChange } from './pages.ts';
import { LiveSocket } from './socket.ts';

/** Whose pages, and for which server. */
export interface LiveOptions {
  /** Asked before each connection, so that a changed address takes effect. */
  readonly server: () => Promise<string>;
  readonly session: () => Promise<string>;
}

/** The live side of the worker. */
export interface Live {
  /** Opens the link again, for instance because the address changed. */
  reconnect(): void;
}

/** Brings back a link that could not be opened; the shortest period Chrome allows. */
const ALARM = 'live-link';
const ALARM_MINUTES = 0.5;

/** Starts to answer. To be called while the worker starts: later, Chrome would not wake it for these events. */
export function startLive(options: LiveOptions): Live {
  const socket = new LiveSocket(options.server, {
    onOpen: async () => {
      socket.send({ kind: 'hello', ...(await greeting(options)) });
      tellPages();
    },
    onMessage: (message) => void answerQuery(socket, message),
  });
  const tellPages = inTurn(() => describePages(socket));
  noteFocus();
  onPagesChange(tellPages);
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) socket.connect();
  });
  void chrome.alarms.create(ALARM, { periodInMinutes: ALARM_MINUTES });
  socket.connect();
  return {
    reconnect: () => {
      socket.reconnect();
    },
  };
}

async function greeting({ session }: LiveOptions): Promise<Omit<LiveHello, 'kind'>> {
  const { version } = chrome.runtime.getManifest();
  return { client: 'extension', version, wire: WIRE_VERSION, session: await session() };
}

type LiveHello = Extract<LiveClientMessage, { kind: 'hello' }>;

/** Runs a task again for calls that came while it ran, never twice at once: what is said last must be what is so. */
function inTurn(task: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isDue) {
      isDue = false;
      await task().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (!isRunning) void run();
  };
}

async function describePages(socket: LiveSocket): Promise<void> {
  if (socket.isOpen) socket.send({ kind: 'pages', pages: await capturedPages() });
}

async function answerQuery(socket: LiveSocket, message: LiveServerMessage): Promise<void> {
  if (message.kind !== 'query') return;
  const outcome = await askPage(message.tab, message.query);
  socket.send({ kind: 'answer', id: message.id, outcome });
}
