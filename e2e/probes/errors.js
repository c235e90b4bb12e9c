/** Errors and their stacks, thrown through us, past us, and to the window. */

'use strict';

{
  const { check, thrown, event, turn } = probe;

  /** Calls that the browser refuses, each through a function we replace. */
  const REFUSED = {
    'xhr.open with a bad method': () => new XMLHttpRequest().open('B A D', '/'),
    'xhr.open with a bad address': () => new XMLHttpRequest().open('GET', 'http://['),
    'xhr.send before open': () => new XMLHttpRequest().send(),
    'xhr.setRequestHeader before open': () => new XMLHttpRequest().setRequestHeader('a', 'b'),
    'xhr.open of another class': () => XMLHttpRequest.prototype.open.call({}, 'GET', '/'),
    'xhr.open without arguments': () => new XMLHttpRequest().open(),
    'new WebSocket with a bad address': () => new WebSocket('http://['),
    'new WebSocket without arguments': () => new WebSocket(),
    'WebSocket without new': () => WebSocket('ws://localhost'),
    'WebSocket.send of another class': () => WebSocket.prototype.send.call({}, 'x'),
    'Storage.setItem of another class': () => Storage.prototype.setItem.call({}, 'a', 'b'),
    'Storage.setItem without arguments': () => localStorage.setItem(),
    'Storage.setItem of a symbol': () => localStorage.setItem('a', Symbol('b')),
    'cookie of another class': () => {
      Object.create(document).cookie = 'a=b';
    },
    'cookie of a symbol': () => {
      document.cookie = Symbol('a');
    },
    'document.open of another class': () => Document.prototype.open.call({}),
    'document.write of another class': () => Document.prototype.write.call({}, 'x'),
    'Response.clone of another class': () => Response.prototype.clone.call({}),
    'Response.clone of a used body': () => {
      const response = new Response('x');
      void response.text();
      response.clone();
    },
    'toString of an object': () => Function.prototype.toString.call({}),
    'toString by call of call': () => Function.prototype.call.call(Function.prototype.toString, 1),
  };
  for (const [name, act] of Object.entries(REFUSED)) {
    check(`refusal: ${name}`, () => {
      const error = thrown(act);
      return [error.name, error.message, error.code, error.constructor === window[error.constructor.name]];
    });
    check(`stack of refusal: ${name}`, () => thrown(act).stack);
    check(`own keys of refusal: ${name}`, () => Reflect.ownKeys(thrown(act)).map(String));
  }

  const turnsUntilRefused = async () => {
    const response = new Response('x');
    void response.text();
    let turns = 0;
    let settled = false;
    response.text().catch(() => {
      settled = true;
    });
    while (!settled && turns < 20) {
      await null;
      turns += 1;
    }
    return turns;
  };
  check('microtasks until a body is refused', turnsUntilRefused);
  check('microtasks until a body is refused while a response waits to be read', async () => {
    await fetch('/probes/large');
    return turnsUntilRefused();
  });

  /** Calls that the browser refuses by a promise. */
  const REJECTED = {
    'fetch without arguments': () => fetch(),
    'fetch of another receiver': () => fetch.call({}, '/probes/ok'),
    'Response.formData of another type': () => new Response('x').formData(),
    'Response.json of what is none': () => new Response('{').json(),
  };
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']) {
    REJECTED[`Response.${name} of a used body`] = () => {
      const response = new Response('1');
      void response.text();
      return response[name]();
    };
    REJECTED[`Response.${name} of a locked body`] = () => {
      const response = new Response('1');
      response.body.getReader();
      return response[name]();
    };
    REJECTED[`Response.${name} of another class`] = () => Response.prototype[name].call({});
  }
  for (const [name, act] of Object.entries(REJECTED)) {
    const reason = () => act().catch((error) => error);
    check(`rejection: ${name}`, async () => {
      const error = await reason();
      return [error.name, error.message, error.constructor === window[error.constructor.name]];
    });
    check(`stack of rejection: ${name}`, async () => (await reason()).stack);
    check(`stack of rejection while a response waits to be read: ${name}`, async () => {
      await fetch('/probes/large');
      return (await reason()).stack;
    });
  }
  check('stack of a body that breaks off', async () => {
    const controller = new AbortController();
    const response = await fetch('/probes/slow-body', { signal: controller.signal });
    controller.abort();
    return (await response.text().catch((error) => error)).stack;
  });
  check('forgotten rejection of a body read twice', async () => {
    const response = new Response('x');
    void response.text();
    const seen = event(window, 'unhandledrejection');
    const promise = response.text();
    const rejected = await seen;
    return [rejected.promise === promise, rejected.reason.stack];
  });

  /** Errors of page code that run inside a call we replace. */
  const exploding = (error) => ({
    toString() {
      throw error;
    },
  });
  const THROUGH = {
    'Storage.setItem': (error) => localStorage.setItem('a', exploding(error)),
    'document.cookie': (error) => {
      document.cookie = exploding(error);
    },
    'xhr.open': (error) => new XMLHttpRequest().open('GET', exploding(error)),
    'xhr.setRequestHeader': (error) => {
      const xhr = new XMLHttpRequest();
      xhr.open('GET', '/probes/ok');
      xhr.setRequestHeader('a', exploding(error));
    },
    'new WebSocket': (error) => new WebSocket(exploding(error)),
    'document.write': (error) => document.write(exploding(error)),
  };
  for (const [name, act] of Object.entries(THROUGH)) {
    check(`identity of a page error through ${name}`, () => {
      const error = new RangeError('own');
      return thrown(() => act(error)) === error;
    });
    check(`any value thrown through ${name}`, () => thrown(() => act('text')));
    check(`stack of a page error made before ${name}`, () => {
      const error = new Error('before');
      return thrown(() => act(error)).stack;
    });
  }
  check('stack of a page error made inside a call', () => {
    const error = thrown(() =>
      localStorage.setItem('a', {
        toString() {
          throw new Error('inside');
        },
      }),
    );
    return error.stack;
  });
  check('stack seen inside a call', () => {
    let stack = '';
    localStorage.setItem('a', {
      toString() {
        ({ stack } = new Error('inside'));
        return 'b';
      },
    });
    localStorage.removeItem('a');
    return stack;
  });
  check('depth of a stack at its limit', () => {
    const descend = (depth) => (depth === 0 ? new XMLHttpRequest().open('B A D', '/') : descend(depth - 1));
    return thrown(() => descend(30)).stack.split('\n').length;
  });
  check('call sites that a page formats itself', () => {
    Error.prepareStackTrace = (_error, sites) =>
      sites.map((site) => `${site.getFunctionName()} ${site.getFileName()}`).join('\n');
    const { stack } = thrown(() => localStorage.setItem());
    delete Error.prepareStackTrace;
    return stack;
  });
  check('structuredClone of an error thrown through us', () => {
    const copy = structuredClone(thrown(() => Function.prototype.toString.call({})));
    return [copy.name, copy.message, copy.stack];
  });

  check('uncaught error', async () => {
    const seen = event(window, 'error');
    setTimeout(() => {
      throw new TypeError('uncaught');
    });
    const { message, filename, lineno, colno, error, isTrusted, cancelable, defaultPrevented, eventPhase } =
      await seen;
    return [
      message,
      filename,
      lineno,
      colno,
      error.stack,
      isTrusted,
      cancelable,
      defaultPrevented,
      eventPhase,
    ];
  });
  check('uncaught refusal', async () => {
    const seen = event(window, 'error');
    setTimeout(() => new XMLHttpRequest().open('B A D', '/'));
    const { message, filename, lineno, colno } = await seen;
    return [message, filename, lineno, colno];
  });
  check('window.onerror', async () => {
    const calls = [];
    window.onerror = (...args) => {
      calls.push(args.slice(0, 4).concat(args[4].name));
      return true;
    };
    setTimeout(() => {
      throw new Error('handled');
    });
    await event(window, 'error');
    await turn();
    window.onerror = null;
    return calls;
  });
  check('formatter of stacks and an uncaught error', async () => {
    let called = 0;
    Error.prepareStackTrace = () => {
      called += 1;
      return 'formatted';
    };
    const seen = event(window, 'error');
    setTimeout(() => {
      throw new Error('uncaught');
    });
    await seen;
    await turn();
    delete Error.prepareStackTrace;
    return called;
  });
  check('getters of an uncaught error', async () => {
    let read = 0;
    class Own extends Error {
      get message() {
        read += 1;
        return 'own';
      }
    }
    const seen = event(window, 'error');
    setTimeout(() => {
      throw new Own();
    });
    await seen;
    await turn();
    return read;
  });
  check('thrown values', async () => {
    const texts = [];
    for (const value of ['text', 7, null, undefined, { a: 1 }]) {
      const seen = event(window, 'error');
      setTimeout(() => {
        throw value;
      });
      const { message, error } = await seen;
      texts.push([message, JSON.stringify(error)]);
    }
    return texts;
  });
  check('unhandled rejections', async () => {
    const seen = [];
    const note = (rejection) => seen.push([rejection.type, rejection.reason, rejection.promise === promise]);
    addEventListener('unhandledrejection', note);
    addEventListener('rejectionhandled', note);
    const promise = Promise.reject('late');
    await event(window, 'unhandledrejection');
    promise.catch(() => undefined);
    await turn();
    await turn();
    removeEventListener('unhandledrejection', note);
    removeEventListener('rejectionhandled', note);
    return seen;
  });
  check('handled rejections stay silent', async () => {
    const seen = [];
    const note = ({ type }) => seen.push(type);
    addEventListener('unhandledrejection', note);
    await Promise.reject(new Error('x')).catch(() => undefined);
    await fetch('http://[').catch(() => undefined);
    await turn();
    removeEventListener('unhandledrejection', note);
    return seen;
  });
  check('reportError', async () => {
    const seen = event(window, 'error');
    const error = new Error('reported');
    reportError(error);
    return (await seen).error === error;
  });
  check('stopImmediatePropagation of an error event', async () => {
    let later = 0;
    const stop = (error) => error.stopImmediatePropagation();
    const count = () => {
      later += 1;
    };
    addEventListener('error', stop, true);
    addEventListener('error', count, true);
    setTimeout(() => {
      throw new Error('stopped');
    });
    await turn();
    await new Promise((resolve) => setTimeout(resolve, 20));
    removeEventListener('error', stop, true);
    removeEventListener('error', count, true);
    return later;
  });
}
