/** The WebSocket to the server: opened where it is known to be ours, kept alive, missed when it is lost. */

import type { LiveClientMessage, LiveServerMessage } from 'gasoline-wire';

/** What happens on it. */
export interface SocketEvents {
  onOpen(): Promise<void>;
  onMessage(message: LiveServerMessage): void;
  /** It is gone, or could not be opened: time to look for the server. */
  onLost(): void;
}

/** Chrome ends a worker that is silent for 30 s; protocol pings do not count. */
const ALIVE_MS = 20_000;

/** Pauses before the first looks after a loss. A server that stays away longer is left to the alarm. */
const RETRY_DELAYS_MS = [100, 500, 2000, 5000];

/** One link at a time. */
export class LiveSocket {
  readonly #events: SocketEvents;
  #server = '';
  #socket: WebSocket | undefined;
  #failures = 0;

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Opens the link unless it is open or being opened there. */
  connect(server: string): void {
    if (this.#socket !== undefined && this.#server === server) return;
    this.disconnect();
    this.#server = server;
    this.#socket = this.#opened(server);
  }

  /** Closes the link. */
  disconnect(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#failures = 0;
    socket?.close();
  }

  /** Says something; without a link there is nobody to hear it. */
  send(message: LiveClientMessage): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  #opened(server: string): WebSocket {
    const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/live`);
    const alive = setInterval(() => {
      this.send({ kind: 'alive' });
    }, ALIVE_MS);
    socket.addEventListener('open', () => {
      this.#failures = 0;
      void this.#events.onOpen();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = typeof data === 'string' ? readMessage(data) : undefined;
      if (message !== undefined) this.#events.onMessage(message);
    });
    socket.addEventListener('close', () => {
      clearInterval(alive);
      if (this.#socket === socket) this.#lost();
    });
    return socket;
  }

  #lost(): void {
    this.#socket = undefined;
    const delay = RETRY_DELAYS_MS[this.#failures];
    this.#failures += 1;
    if (delay !== undefined)
      setTimeout(() => {
        this.#events.onLost();
      }, delay);
  }
}

/** Undefined for what a newer server may say. */
function readMessage(text: string): LiveServerMessage | undefined {
  const message: unknown = JSON.parse(text);
  return isServerMessage(message) ? message : undefined;
}

function isServerMessage(message: unknown): message is LiveServerMessage {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return message.kind === 'query' || message.kind === 'refused';
}
