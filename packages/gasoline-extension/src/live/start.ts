/**
 * Live queries: the server asks, this browser's pages answer.
 *
 * Everything about them hangs on one WebSocket. While it is open a message every 20 s keeps Chrome from ending the
 * worker. It follows the link that delivers entries: the code that finds the server for that one opens this one too.
 */

import type { LiveClientMessage, LiveServerMessage } from 'gasoline-wire';
import { WIRE_VERSION } from 'gasoline-wire';

import { askPage } from './ask.ts';
import type { PictureTaker } from './ask.ts';
import { capturedPages, noteFocus, onPagesChange } from './pages.ts';
import { LiveSocket } from './socket.ts';

/** Whose pages. */
export interface LiveOptions {
  readonly session: () => Promise<string>;
  /** Whether documents of an address may be captured: the person may have turned off what the manifest names. */
  readonly mayBeCaptured: (url: string) => boolean;
  /** Asked after a loss to look for the server, and to connect again if it is ours. */
  readonly seekServer: () => void;
  readonly pictures: PictureTaker;
}

/** The live side of the worker. */
export interface Live {
  /** Opens the link unless it is open, to a server that was greeted there: no other program may hear of our pages. */
  connect(server: string): void;
  /** Closes the link, because the address changed. */
  disconnect(): void;
  /** Says again which pages can be asked, because other sites may be captured now. */
  tellPages(): void;
}

/** Starts to answer. To be called while the worker starts: later, Chrome would not wake it for these events. */
export function startLive(options: LiveOptions): Live {
  const socket = new LiveSocket({
    onOpen: async () => {
      socket.send({ kind: 'hello', ...(await greeting(options)) });
      tellPages();
    },
    onMessage: (message) => void answerQuery(socket, message, options),
    onLost: options.seekServer,
  });
  const tellPages = inTurn(() => describePages(socket, options));
  noteFocus();
  onPagesChange(tellPages);
  return {
    connect: (server) => {
      socket.connect(server);
    },
    disconnect: () => {
      socket.disconnect();
    },
    tellPages,
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

async function describePages(socket: LiveSocket, { mayBeCaptured }: LiveOptions): Promise<void> {
  if (socket.isOpen) socket.send({ kind: 'pages', pages: await capturedPages(mayBeCaptured) });
}

async function answerQuery(
  socket: LiveSocket,
  message: LiveServerMessage,
  { mayBeCaptured, pictures }: LiveOptions,
): Promise<void> {
  if (message.kind !== 'query') return;
  const outcome = await askPage(message.tab, message.query, mayBeCaptured, pictures);
  socket.send({ kind: 'answer', id: message.id, outcome });
}
