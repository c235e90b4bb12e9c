/** `fetch` and `XMLHttpRequest`: results, order, failures. */

'use strict';

{
  const { check, failure, rejection, event, turn } = probe;
  const elsewhere = location.origin.replace('localhost', '127.0.0.1');

  check('fetch returns a promise', () => {
    const promise = fetch('/probes/ok');
    return [
      promise instanceof Promise,
      promise.constructor === Promise,
      Object.prototype.toString.call(promise),
      Reflect.ownKeys(promise),
    ];
  });
  check('fetch gives a new promise each time', () => fetch('/probes/ok') !== fetch('/probes/ok'));
  check('response', async () => {
    const response = await fetch('/probes/ok');
    return [
      response instanceof Response,
      response.constructor === Response,
      response.status,
      response.type,
      response.url,
      response.bodyUsed,
      [...response.headers].map(([name]) => name),
      await response.text(),
      response.bodyUsed,
    ];
  });
  check('own keys of a response', async () => Reflect.ownKeys(await fetch('/probes/ok')));
  check('json', async () => (await fetch('/probes/json')).json());
  check('blob, bytes, arrayBuffer, formData', async () => {
    const [blob, bytes, buffer] = await Promise.all(
      ['blob', 'bytes', 'arrayBuffer'].map(async (name) => (await fetch('/probes/json'))[name]()),
    );
    const form = await rejection((await fetch('/probes/json')).formData());
    return [blob.type, blob.size, bytes.length, buffer.byteLength, form];
  });
  for (const path of ['/probes/ok', '/probes/large'])
    check(`body of ${path}`, async () => {
      const response = await fetch(path);
      const { body } = response;
      const before = [body === response.body, body.locked, response.bodyUsed];
      const text = await response.text();
      return [before, body === response.body, body.locked, response.bodyUsed, text.length];
    });
  for (const path of ['/probes/ok', '/probes/large'])
    check(`byte reader of ${path}`, async () => {
      const reader = (await fetch(path)).body.getReader({ mode: 'byob' });
      const { value, done } = await reader.read(new Uint8Array(4));
      await reader.cancel();
      return [value.length, done];
    });
  check('body by stream', async () => {
    let size = 0;
    for await (const chunk of (await fetch('/probes/large')).body) size += chunk.length;
    return size;
  });
  check('clone and read both', async () => {
    const response = await fetch('/probes/ok');
    const copy = response.clone();
    return [await response.text(), await copy.text(), copy.url === response.url];
  });
  check('read twice', async () => {
    const response = await fetch('/probes/ok');
    await response.text();
    return [await rejection(response.text()), failure(() => response.clone())];
  });
  check('body of a new Response', async () => [
    await new Response('x').text(),
    await new Response('{"a":1}').json(),
    await rejection(new Response('{').json()),
  ]);
  check('Response methods of another class', async () =>
    Promise.all(
      ['text', 'json', 'blob', 'arrayBuffer', 'formData', 'bytes'].map((name) =>
        rejection(Response.prototype[name].call({})),
      ),
    ),
  );
  check('request object', async () => {
    const request = new Request('/probes/echo', { method: 'POST', body: 'sent' });
    const { body } = request;
    const response = await fetch(request);
    return [request.bodyUsed, request.body === body, body.locked, await response.text()];
  });
  check('request object used twice', async () => {
    const request = new Request('/probes/echo', { method: 'POST', body: 'sent' });
    await fetch(request);
    return rejection(fetch(request));
  });
  check('request object without body', async () => {
    const request = new Request('/probes/ok');
    await fetch(request);
    return [request.bodyUsed, request.body];
  });
  for (const [name, body] of Object.entries({
    text: () => 'text',
    form: () => new URLSearchParams({ a: '1' }),
    blob: () => new Blob(['blob']),
    bytes: () => new Uint8Array([65, 66]),
  }))
    check(`request body: ${name}`, async () =>
      (await fetch('/probes/echo', { method: 'POST', body: body() })).text(),
    );
  check('request body: FormData', async () => {
    const form = new FormData();
    form.append('a', new File(['b'], 'c.txt'));
    return (await (await fetch('/probes/echo', { method: 'POST', body: form })).text()).includes('c.txt');
  });
  check('options behind getters', async () => {
    const read = [];
    const options = {};
    for (const name of ['method', 'headers', 'body', 'signal', 'credentials', 'mode', 'cache'])
      Object.defineProperty(options, name, { get: () => void read.push(name) });
    await fetch('/probes/ok', options);
    return read;
  });
  check('options of a proxy', async () => {
    const traps = [];
    const options = new Proxy(
      { method: 'GET' },
      {
        get: (target, name) => (traps.push(`get ${String(name)}`), target[name]),
        getOwnPropertyDescriptor: (target, name) => (
          traps.push(`describe ${String(name)}`),
          Reflect.getOwnPropertyDescriptor(target, name)
        ),
        getPrototypeOf: (target) => (traps.push('prototype'), Reflect.getPrototypeOf(target)),
      },
    );
    await fetch('/probes/ok', options);
    return traps;
  });
  check('address by toString', async () => {
    let count = 0;
    await fetch({
      toString() {
        count += 1;
        return '/probes/ok';
      },
    });
    return count;
  });
  const converted = (seen, name, text) => ({
    toString() {
      seen.push([name, this === undefined, arguments.length]);
      return text;
    },
  });
  check('address and method of xhr by toString', () => {
    const seen = [];
    const xhr = new XMLHttpRequest();
    xhr.open(
      converted(seen, 'method', 'get'),
      converted(seen, 'address', '/probes/ok'),
      true,
      converted(seen, 'user', 'a'),
      converted(seen, 'password', 'b'),
    );
    return seen;
  });
  check('address of xhr after a bad method', () => {
    const seen = [];
    const xhr = new XMLHttpRequest();
    const refusal = failure(() => xhr.open('\u0100', converted(seen, 'address', '/probes/ok')));
    return [seen, refusal];
  });
  check('address of xhr of another class', () => {
    const seen = [];
    const { open } = XMLHttpRequest.prototype;
    return [failure(() => open.call({}, 'GET', converted(seen, 'address', '/probes/ok'))), seen];
  });
  check('address before options of fetch', async () => {
    const seen = [];
    await fetch(converted(seen, 'address', '/probes/ok'), {
      get method() {
        seen.push('method');
        return 'GET';
      },
    });
    return seen;
  });
  check('address of fetch for another receiver', async () => {
    const seen = [];
    return [await rejection(fetch.call({}, converted(seen, 'address', '/probes/ok'))), seen];
  });
  check('addresses that cannot be converted', async () => {
    const addresses = [
      Object.create(null),
      { toString: () => ({}) },
      { toString: 1, valueOf: 2 },
      { toString: () => Symbol('a') },
      { [Symbol.toPrimitive]: () => ({}) },
      Symbol('a'),
      [Symbol('a')],
    ];
    const refusals = addresses.map((address) => failure(() => new XMLHttpRequest().open('GET', address)));
    for (const address of addresses) refusals.push(await rejection(fetch(address)));
    return refusals;
  });
  check('questions to an address', async () => {
    const seen = [];
    const address = new Proxy(
      { toString: undefined, valueOf: () => '/probes/ok' },
      { get: (target, name) => (seen.push(String(name)), target[name]) },
    );
    new XMLHttpRequest().open('GET', address);
    await fetch(address);
    return seen;
  });
  check('links as addresses', async () => {
    const link = document.createElement('a');
    link.href = '/probes/ok';
    const xhr = new XMLHttpRequest();
    xhr.open('GET', link);
    xhr.send();
    await event(xhr, 'loadend');
    return [(await fetch(link)).url, xhr.responseURL];
  });
  check('stack of a page error made by an address', async () => {
    const address = {
      toString() {
        throw new Error('inside');
      },
    };
    const error = probe.thrown(() => new XMLHttpRequest().open('GET', address));
    return [error.stack, (await fetch(address).catch((reason) => reason)).stack];
  });
  check('headers in every form', async () => {
    const texts = [];
    for (const headers of [
      { 'x-a': 'b' },
      [['x-a', 'b']],
      new Headers({ 'x-a': 'b' }),
      new Map([['x-a', 'b']]),
    ])
      texts.push((await (await fetch('/probes/headers', { headers })).json())['x-a']);
    return texts;
  });
  check('no headers of ours', async () => Object.keys(await (await fetch('/probes/headers')).json()));
  check('fetch without arguments', () => rejection(fetch()));
  check('fetch with a bad address', () => rejection(fetch('http://[')));
  check('fetch with a bad method', () => rejection(fetch('/', { method: 'B A D' })));
  check('fetch with a body on GET', () => rejection(fetch('/', { body: 'x' })));
  check('fetch of another receiver', () =>
    rejection(Promise.resolve().then(() => fetch.call({}, '/probes/ok'))),
  );
  check('fetch of no receiver', async () => (await fetch.call(undefined, '/probes/ok')).status);
  check('fetch refused by CORS', () => rejection(fetch(`${elsewhere}/probes/ok`)));
  check('fetch without CORS', async () => {
    const response = await fetch(`${elsewhere}/probes/ok`, { mode: 'no-cors' });
    return [response.type, response.status, response.body];
  });
  check(
    'fetch of a redirect by hand',
    async () => (await fetch('/probes/redirect', { redirect: 'manual' })).type,
  );
  check('fetch of data: and blob:', async () => [
    await (await fetch('data:,x')).text(),
    await (await fetch(URL.createObjectURL(new Blob(['y'])))).text(),
  ]);
  check('stack of a failed fetch', async () => {
    const error = await fetch('http://[').catch((reason) => reason);
    return error.stack;
  });
  check(
    'stack of a fetch refused by CORS',
    async () => (await fetch(`${elsewhere}/probes/ok`).catch((reason) => reason)).stack,
  );
  check('abort before', () => rejection(fetch('/probes/ok', { signal: AbortSignal.abort() })));
  check('abort with a reason', async () => {
    const reason = { own: true };
    const controller = new AbortController();
    const promise = fetch('/probes/slow', { signal: controller.signal });
    controller.abort(reason);
    return (await promise.catch((given) => given)) === reason;
  });
  check('abort while reading', async () => {
    const controller = new AbortController();
    const response = await fetch('/probes/slow-body', { signal: controller.signal });
    const text = response.text();
    controller.abort();
    return rejection(text);
  });
  check('abort listeners', async () => {
    const controller = new AbortController();
    let added = 0;
    controller.signal.addEventListener = () => {
      added += 1;
    };
    await fetch('/probes/ok', { signal: controller.signal });
    return added;
  });
  check('forgotten rejection of fetch', async () => {
    const seen = event(window, 'unhandledrejection');
    const promise = fetch('http://[');
    const rejected = await seen;
    return [rejected.promise === promise, rejected.reason.name, rejected.reason.message];
  });
  check('rejections of one failed fetch', async () => {
    let count = 0;
    const note = () => {
      count += 1;
    };
    addEventListener('unhandledrejection', note);
    void fetch('http://[');
    await event(window, 'unhandledrejection');
    await turn();
    removeEventListener('unhandledrejection', note);
    return count;
  });
  check('microtasks until a refused fetch rejects', async () => {
    let turns = 0;
    let settled = false;
    fetch('http://[').catch(() => {
      settled = true;
    });
    while (!settled && turns < 20) {
      await null;
      turns += 1;
    }
    return turns;
  });
  check('two fetches settle in order', async () => {
    const order = [];
    await Promise.all([1, 2, 3].map((index) => rejection(fetch('http://[')).then(() => order.push(index))));
    return order;
  });
  check('timer ids are taken by the page only', async () => {
    const before = setTimeout(() => undefined);
    await (await fetch('/probes/json')).json();
    console.log('x');
    const after = setTimeout(() => undefined);
    return after - before;
  });
  check('page wraps fetch', async () => {
    const original = window.fetch;
    let calls = 0;
    window.fetch = (...args) => {
      calls += 1;
      return original(...args);
    };
    const text = await (await fetch('/probes/ok')).text();
    window.fetch = original;
    return [calls, text];
  });
  check('page replaces Promise.prototype.then', async () => {
    const { then } = Promise.prototype;
    let calls = 0;
    Promise.prototype.then = function (...args) {
      calls += 1;
      return Reflect.apply(then, this, args);
    };
    const promise = fetch('http://[');
    const count = calls;
    Promise.prototype.then = then;
    await promise.catch(() => undefined);
    return count;
  });
  check('page replaces Response.prototype.clone', async () => {
    const { clone } = Response.prototype;
    let calls = 0;
    Response.prototype.clone = function () {
      calls += 1;
      return Reflect.apply(clone, this, []);
    };
    await (await fetch('/probes/ok')).text();
    Response.prototype.clone = clone;
    return calls;
  });

  const finished = (xhr, type = 'loadend') => event(xhr, type);
  const opened = (path, prepare = () => undefined, method = 'GET') => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, path);
    prepare(xhr);
    return xhr;
  };
  check('xhr own keys', () => Reflect.ownKeys(opened('/probes/ok')));
  check('xhr.open returns', () => String(new XMLHttpRequest().open('GET', '/')));
  check('xhr states', async () => {
    const states = [];
    const xhr = new XMLHttpRequest();
    xhr.onreadystatechange = () => states.push(xhr.readyState);
    xhr.open('GET', '/probes/ok');
    xhr.send();
    await finished(xhr);
    return states;
  });
  check('xhr order of events', async () => {
    const order = [];
    const xhr = opened('/probes/echo', undefined, 'POST');
    for (const type of ['readystatechange', 'loadstart', 'progress', 'load', 'loadend', 'abort', 'error']) {
      xhr[`on${type}`] = ({ eventPhase }) => order.push(`on${type} ${eventPhase}`);
      xhr.addEventListener(type, () => order.push(`capture ${type}`), true);
      xhr.upload.addEventListener(type, () => order.push(`upload ${type}`));
    }
    xhr.send('body');
    await finished(xhr);
    await turn();
    return order;
  });
  for (const type of ['', 'text', 'json', 'arraybuffer', 'blob', 'document'])
    check(`xhr response as "${type}"`, async () => {
      const xhr = opened('/probes/json', (request) => {
        request.responseType = type;
      });
      xhr.send();
      await finished(xhr);
      return [
        xhr.status,
        Object.prototype.toString.call(xhr.response),
        xhr.response === xhr.response,
        failure(() => xhr.responseText),
        failure(() => xhr.responseXML),
      ];
    });
  check('xhr json is one object', async () => {
    const xhr = opened('/probes/json', (request) => {
      request.responseType = 'json';
    });
    const first = [];
    xhr.addEventListener('load', () => first.push(xhr.response));
    xhr.send();
    await finished(xhr);
    return [first[0] === xhr.response, xhr.response];
  });
  check('xhr synchronous', () => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', '/probes/ok', false);
    xhr.send();
    return [xhr.status, xhr.responseText, xhr.readyState];
  });
  check('xhr synchronous failure', () => {
    const xhr = new XMLHttpRequest();
    xhr.open('GET', `${elsewhere}/probes/ok`, false);
    return failure(() => xhr.send());
  });
  check('xhr abort', async () => {
    const events = [];
    const xhr = opened('/probes/slow');
    for (const type of ['readystatechange', 'abort', 'loadend', 'error'])
      xhr.addEventListener(type, () => events.push(`${type} ${xhr.readyState}`));
    xhr.send();
    xhr.abort();
    return [events, xhr.readyState];
  });
  check('xhr timeout', async () => {
    const xhr = opened('/probes/slow', (request) => {
      request.timeout = 1;
    });
    xhr.send();
    return (await finished(xhr, 'timeout')).type;
  });
  check('xhr network error', async () => {
    const xhr = opened(`${elsewhere}/probes/ok`);
    xhr.send();
    return [(await finished(xhr, 'error')).type, xhr.status, xhr.responseText];
  });
  check('xhr reused', async () => {
    const xhr = opened('/probes/ok');
    xhr.send();
    await finished(xhr);
    xhr.open('GET', '/probes/json');
    xhr.send();
    await finished(xhr);
    return xhr.responseText;
  });
  check('xhr sent twice', () => {
    const xhr = opened('/probes/ok');
    xhr.send();
    return failure(() => xhr.send());
  });
  check('xhr headers', async () => {
    const xhr = opened('/probes/headers', (request) => {
      request.setRequestHeader('x-a', '1');
      request.setRequestHeader('x-a', '2');
    });
    xhr.send();
    await finished(xhr);
    return Object.entries(JSON.parse(xhr.responseText)).filter(([name]) => name.startsWith('x-'));
  });
  check('xhr stops its own events', async () => {
    const seen = [];
    const xhr = opened('/probes/ok');
    xhr.addEventListener('load', (load) => load.stopImmediatePropagation());
    xhr.addEventListener('load', () => seen.push('second'));
    xhr.send();
    await finished(xhr);
    return seen;
  });
  check('xhr subclass', async () => {
    class Own extends XMLHttpRequest {
      send(...args) {
        this.sent = args.length;
        super.send(...args);
      }
    }
    const xhr = new Own();
    xhr.open('GET', '/probes/ok');
    xhr.send();
    await finished(xhr);
    return [xhr.sent, xhr.responseText, xhr instanceof XMLHttpRequest];
  });
  check('stack inside onreadystatechange', () => {
    let stack = '';
    const xhr = new XMLHttpRequest();
    xhr.onreadystatechange = () => {
      ({ stack } = new Error('inside'));
    };
    xhr.open('GET', '/');
    return stack;
  });
  check('sendBeacon', () => [
    navigator.sendBeacon('/probes/echo', 'x'),
    failure(() => navigator.sendBeacon('http://[')),
  ]);
  check('EventSource', async () => {
    const source = new EventSource('/probes/events');
    const { data } = await event(source, 'message');
    source.close();
    return data;
  });
}
