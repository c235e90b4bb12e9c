/** `WebSocket`, its subclasses and its events. */

'use strict';

{
  const { check, failure, event, turn } = probe;
  const address = `${location.origin.replace('http:', 'ws:')}/probes/socket`;

  /** Opens a socket, lets `use` have it, and closes it. */
  const withSocket = async (use, Socket = WebSocket) => {
    const socket = new Socket(address);
    await event(socket, 'open');
    const result = await use(socket);
    socket.close();
    await event(socket, 'close');
    return result;
  };

  check('class and keys of a socket', () =>
    withSocket((socket) => [
      socket instanceof WebSocket,
      socket.constructor === WebSocket,
      Reflect.ownKeys(socket),
      Object.getPrototypeOf(socket) === WebSocket.prototype,
      Object.prototype.toString.call(socket),
    ]),
  );
  check('socket echo', () =>
    withSocket(async (socket) => {
      const answer = event(socket, 'message');
      const returned = socket.send('hello');
      const { data, origin, isTrusted, ports } = await answer;
      return [String(returned), data, origin, isTrusted, ports.length];
    }),
  );
  check('socket binary', () =>
    withSocket(async (socket) => {
      const kinds = [];
      for (const type of ['blob', 'arraybuffer']) {
        socket.binaryType = type;
        const answer = event(socket, 'message');
        socket.send(new Uint8Array([1, 2, 3]));
        kinds.push(Object.prototype.toString.call((await answer).data));
      }
      return kinds;
    }),
  );
  check('socket order of listeners', () =>
    withSocket(async (socket) => {
      const order = [];
      socket.addEventListener('message', () => order.push('first'));
      socket.onmessage = () => order.push('handler');
      socket.addEventListener('message', ({ eventPhase }) => order.push(`last ${eventPhase}`), true);
      const answer = event(socket, 'message');
      socket.send('x');
      await answer;
      return order;
    }),
  );
  check('socket message stopped by the page', () =>
    withSocket(async (socket) => {
      let later = 0;
      socket.addEventListener('message', (message) => message.stopImmediatePropagation());
      socket.addEventListener('message', () => {
        later += 1;
      });
      socket.send('x');
      await new Promise((resolve) => setTimeout(resolve, 50));
      return later;
    }),
  );
  check('socket handlers stay null', () =>
    withSocket((socket) => [socket.onopen, socket.onmessage, socket.onerror, socket.onclose]),
  );
  check('socket bufferedAmount', () =>
    withSocket((socket) => {
      socket.send('12345');
      return socket.bufferedAmount;
    }),
  );
  check('socket send of an object converts once', () =>
    withSocket((socket) => {
      let count = 0;
      socket.send({
        toString() {
          count += 1;
          return 'x';
        },
      });
      return count;
    }),
  );
  check('socket composedPath', () =>
    withSocket(async (socket) => {
      let path;
      socket.addEventListener('message', (message) => {
        path = message.composedPath();
      });
      const answer = event(socket, 'message');
      socket.send('x');
      await answer;
      return [path.length, path[0] === socket];
    }),
  );
  check('socket subclass', () => {
    class Own extends WebSocket {
      constructor(url) {
        super(url);
        this.target = new.target.name;
      }
      send(data) {
        super.send(`${data}!`);
      }
    }
    return withSocket(async (socket) => {
      const answer = event(socket, 'message');
      socket.send('x');
      return [
        socket.target,
        (await answer).data,
        socket instanceof Own,
        socket instanceof WebSocket,
        Object.getPrototypeOf(Own) === WebSocket,
      ];
    }, Own);
  });
  check('socket by Reflect.construct', async () => {
    class Other {}
    Object.setPrototypeOf(Other.prototype, WebSocket.prototype);
    const socket = Reflect.construct(WebSocket, [address], Other);
    const kinds = [socket instanceof Other, Object.getPrototypeOf(socket) === Other.prototype];
    WebSocket.prototype.close.call(socket);
    return kinds;
  });
  check('socket newTarget prototype is read', () => {
    let read = 0;
    const target = new Proxy(WebSocket, {
      get: (object, name) => {
        if (name === 'prototype') read += 1;
        return object[name];
      },
    });
    const socket = Reflect.construct(WebSocket, [address], target);
    socket.close();
    return read;
  });
  check('socket constants', () => [
    WebSocket.OPEN,
    WebSocket.prototype.OPEN,
    Object.getOwnPropertyDescriptor(WebSocket, 'OPEN'),
  ]);
  check('socket send while connecting', () => {
    const socket = new WebSocket(address);
    const refused = failure(() => socket.send('x'));
    socket.close();
    return refused;
  });
  check('socket send after close', async () => {
    const socket = new WebSocket(address);
    await event(socket, 'open');
    socket.close();
    return failure(() => socket.send('x'));
  });
  check('socket close with a code', async () => {
    const socket = new WebSocket(address);
    await event(socket, 'open');
    socket.close(3001, 'bye');
    const { code, reason, wasClean } = await event(socket, 'close');
    return [code, reason, wasClean, failure(() => socket.close(1))];
  });
  check('socket protocols', async () => {
    const socket = new WebSocket(address, ['one', 'two']);
    await event(socket, 'open');
    const { protocol } = socket;
    socket.close();
    return protocol;
  });
  check('socket refused', async () => {
    const order = [];
    const socket = new WebSocket(`${address}/nowhere`);
    socket.onerror = () => order.push('error');
    socket.onclose = ({ code }) => order.push(code);
    await event(socket, 'close');
    await turn();
    return order;
  });
  check('socket bad protocols', () => failure(() => new WebSocket(address, ['a', 'a'])));
  check('WebSocket assigned to', () => {
    const original = window.WebSocket;
    const before = Object.getOwnPropertyDescriptor(window, 'WebSocket');
    window.WebSocket = class Mock {};
    const { name } = WebSocket;
    window.WebSocket = original;
    return [name, before.writable, before.enumerable, before.configurable, WebSocket === original];
  });
  check('WebSocket gets a property', () => {
    WebSocket.own = 1;
    const keys = Reflect.ownKeys(WebSocket).map(String);
    delete WebSocket.own;
    return keys;
  });
}
