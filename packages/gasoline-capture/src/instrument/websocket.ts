/**
 * `WebSocket`: connections, what they carry and how they end.
 *
 * The constructor is a proxy of the browser's: statics, `prototype`, `instanceof`, subclasses and the refusal of a call
 * without `new` are the original's own. Listeners are added before the page can add any, in the capture phase.
 */

import { initiatorFinder } from '../call-site.ts';
import { isCallable } from '../callable.ts';
import type { Callable } from '../callable.ts';
import { disguisedProxy, disguiseHandler } from '../disguise.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { isOfCache } from '../leaving.ts';
import { ownFrameRemover } from '../own-frames.ts';
import type { RemoveOwnFrames } from '../own-frames.ts';
import { followMethod, unnoticed } from '../patch.ts';
import type { Uninstall } from '../patch.ts';
import { numberFrom, platformOf, textFrom } from '../platform.ts';
import type { Platform } from '../platform.ts';
import { construct, createWeakMap, defineProperty, getOwnPropertyDescriptor, slice } from '../primordials.ts';
import { Connection } from '../websocket/connection.ts';
import type { SocketDraft } from '../websocket/connection.ts';
import { createInOrder } from '../websocket/in-order.ts';
import { createOpenConnections } from '../websocket/open-connections.ts';
import { messageDescriber } from '../websocket/message-text.ts';

const CAPTURE = true;

/** Characters that tell the sockets of one page from those of another. */
const ID_PREFIX = 8;

/** Records connections until uninstalled. */
export function instrumentWebSocket(report: Reporting, env: Env): Uninstall {
  const platform = platformOf(env.window);
  const prototype = platform.prototype('WebSocket');
  if (prototype === undefined) return () => undefined;
  const describe = messageDescriber(env.window, platform);
  const urlOf = platform.getter('WebSocket', 'url');
  const removeOwnFrames = ownFrameRemover(env.window);
  const connections = createWeakMap<Connection>();
  const out = createInOrder<SocketDraft>((draft) => {
    report.emit('/websocket-events', draft);
  });
  const open = createOpenConnections();
  const observe = socketObserver(platform);
  // Pages count their sockets alike, and an agent asks for a connection by its id alone.
  const prefix = slice(env.newId(), 0, ID_PREFIX);
  let count = 0;
  let active = true;

  const findInitiator = initiatorFinder(env.window);
  const created = (socket: object, wrapper: object): void => {
    count += 1;
    const url = textFrom(urlOf(socket));
    const connection = new Connection(report, env, describe, out, `${prefix}-${count}`, url);
    connections.set(socket, connection);
    open.add(connection);
    observe(socket, connection, () => active);
    connection.changed('connecting', { initiator: findInitiator(wrapper) });
  };
  const restore = replaceConstructor(env.window, 'WebSocket', prototype, created, removeOwnFrames);
  const stopSend = followMethod(prototype, 'send', {
    returned: (socket, args) => {
      report.activity.messageSent();
      connections.get(socket)?.message('outgoing', args[0]);
    },
    threw: (_socket, error) => {
      removeOwnFrames(error);
    },
  });
  const stopLeaving = env.listen('pagehide', (event) => {
    // A page that is kept for a return keeps its sockets, or is told of their end when it is back.
    if (!isOfCache(event)) open.leave();
    out.letAllGo();
  });
  return () => {
    active = false;
    stopLeaving();
    stopSend();
    restore();
    out.letAllGo();
  };
}

/** Adds our listeners to a socket. */
type ObserveSocket = (socket: object, connection: Connection, isActive: () => boolean) => void;

function socketObserver(platform: Platform): ObserveSocket {
  const listen = platform.method('EventTarget', 'addEventListener');
  const dataOf = platform.getter('MessageEvent', 'data');
  const codeOf = platform.getter('CloseEvent', 'code');
  const reasonOf = platform.getter('CloseEvent', 'reason');

  return (socket, connection, isActive) => {
    const on = (type: string, react: (event: Event) => void): void => {
      const listener = (event: Event): void => {
        if (isActive() && event.isTrusted)
          unnoticed(() => {
            react(event);
          });
      };
      listen(socket, type, listener, CAPTURE);
    };
    on('open', () => {
      connection.changed('open');
    });
    on('message', (event) => {
      connection.message('incoming', dataOf(event));
    });
    on('error', () => {
      connection.changed('error');
    });
    on('close', (event) => {
      connection.changed('close', { code: numberFrom(codeOf(event)), reason: textFrom(reasonOf(event)) });
    });
  };
}

/** Puts a proxy in the place of a constructor, also where its prototype names it. */
function replaceConstructor(
  window: object,
  name: string,
  prototype: object,
  created: (object: object, wrapper: object) => void,
  removeOwnFrames: RemoveOwnFrames,
): Uninstall {
  const original: unknown = getOwnPropertyDescriptor(window, name)?.value;
  if (!isCallable(original)) return () => undefined;
  const handler = disguiseHandler();
  const trap: NonNullable<ProxyHandler<Callable>['construct']> = (target, args, newTarget) => {
    const object = constructed(target, args, newTarget, removeOwnFrames);
    unnoticed(() => {
      created(object, trap);
    });
    return object;
  };
  handler.construct = trap;
  const replacement = disguisedProxy(original, handler);
  const restores = [
    replaceValue(window, name, replacement),
    replaceValue(prototype, 'constructor', replacement),
  ];
  return () => {
    restores.forEach((restore) => {
      restore();
    });
  };
}

function constructed(
  target: Callable,
  args: unknown[],
  newTarget: Parameters<typeof construct>[2],
  removeOwnFrames: RemoveOwnFrames,
): object {
  try {
    return construct(target, args, newTarget);
  } catch (error) {
    removeOwnFrames(error);
    throw error;
  }
}

function replaceValue(owner: object, name: string, value: unknown): Uninstall {
  const descriptor = getOwnPropertyDescriptor(owner, name);
  if (descriptor === undefined || !defineProperty(owner, name, { ...descriptor, value }))
    return () => undefined;
  return () => {
    if (getOwnPropertyDescriptor(owner, name)?.value === value) defineProperty(owner, name, descriptor);
  };
}
