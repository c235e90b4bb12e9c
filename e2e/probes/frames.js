/** Frames with realms of their own, live and removed, and `document.open` within them. */

'use strict';

{
  const { check, failure, event, turn, frame } = probe;

  check('functions of a fresh frame', () => {
    const child = frame();
    const { contentWindow: inner } = child;
    const result = [
      inner.fetch === fetch,
      String(inner.fetch),
      inner.fetch.name,
      inner.WebSocket === WebSocket,
      inner.console === console,
      String(inner.console.log),
      inner.fetch instanceof inner.Function,
      Object.getPrototypeOf(inner.fetch) === inner.Function.prototype,
      Object.getPrototypeOf(inner.console.log) === inner.Function.prototype,
      Object.getPrototypeOf(inner.WebSocket) === inner.EventTarget,
    ];
    child.remove();
    return result;
  });
  check('own names of a fresh frame', () => {
    const child = frame();
    const names = Object.getOwnPropertyNames(child.contentWindow).filter(probe.isNotOurs);
    child.remove();
    return names;
  });
  check('promise of the fetch of a frame', async () => {
    const child = frame();
    const { contentWindow: inner } = child;
    const promise = inner.fetch('/probes/ok');
    const kinds = [promise instanceof inner.Promise, promise instanceof Promise];
    const response = await promise;
    const isOfFrame = response instanceof inner.Response;
    const text = await response.text();
    child.remove();
    return [kinds, isOfFrame, text];
  });
  check('fetch of a frame with our receiver', async () => {
    const child = frame();
    const result = await probe.rejection(
      Promise.resolve().then(() => child.contentWindow.fetch.call(window, '/probes/ok')),
    );
    child.remove();
    return result;
  });
  check('class of a removed frame, first asked for after its removal', () => {
    const child = frame();
    const { contentWindow: inner } = child;
    child.remove();
    return [typeof inner.Response, typeof inner.WebSocket];
  });
  check('console of a removed frame', () => {
    const child = frame();
    const { contentWindow: inner } = child;
    const { log } = inner.console;
    child.remove();
    return [failure(() => log('gone')), failure(() => inner.console.log({ a: 1 }))];
  });
  check('fetch of a removed frame', async () => {
    const child = frame();
    const { fetch: lost } = child.contentWindow;
    child.remove();
    let outcome = 'pending';
    try {
      lost('/probes/ok').then(
        () => {
          outcome = 'answered';
        },
        (error) => {
          outcome = `${error.name}: ${error.message}`;
        },
      );
    } catch (error) {
      outcome = `threw ${error.name}: ${error.message}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    return outcome;
  });
  check('xhr and socket of a removed frame', () => {
    const child = frame();
    const { XMLHttpRequest: Lost, WebSocket: LostSocket } = child.contentWindow;
    const xhr = new Lost();
    child.remove();
    return [
      failure(() => xhr.open('GET', '/probes/ok')),
      failure(() => xhr.send()),
      failure(() => new Lost()),
      failure(() => new LostSocket('ws://localhost:1/')),
    ];
  });
  check('nodes of a removed frame in the console', () => {
    const child = frame();
    const { document: inner } = child.contentWindow;
    const node = inner.createElement('b');
    child.remove();
    return failure(() => console.log(node, inner));
  });
  check('document.open and write in a frame', async () => {
    const child = frame();
    const { document: inner } = child.contentWindow;
    const returned = inner.open() === inner;
    inner.write('<p>one</p>', '<script>window.ran = 1</script>');
    inner.writeln('<p>two</p>');
    inner.close();
    const result = [
      returned,
      child.contentWindow.ran,
      inner.body.innerHTML,
      failure(() => inner.open('x', 'y', 'z')),
    ];
    child.remove();
    return result;
  });
  check('document.open removes listeners of the page', async () => {
    const child = frame();
    let count = 0;
    child.contentWindow.addEventListener('x', () => {
      count += 1;
    });
    child.contentDocument.open();
    child.contentDocument.close();
    child.contentWindow.dispatchEvent(new Event('x'));
    child.remove();
    return count;
  });
  check('stack inside document.write', () => {
    const child = frame();
    child.contentDocument.write('<script>window.stack = new Error("inside").stack</script>');
    const { stack } = child.contentWindow;
    child.remove();
    return stack;
  });
  check('sandboxed frame', async () => {
    const child = document.createElement('iframe');
    child.sandbox = 'allow-scripts';
    child.srcdoc = `<script>
      function ${failure}
      parent.postMessage([failure(() => localStorage), failure(() => document.cookie), failure(() => { document.cookie = 'a=b' }), location.href, self.origin, String(fetch), failure(() => console.log('x'))], '*');
    </script>`;
    const seen = event(window, 'message');
    document.body.append(child);
    const { data } = await seen;
    child.remove();
    return data;
  });
  check('postMessage events', async () => {
    const child = frame('<script>parent.postMessage("only", "*")</script>');
    const seen = [];
    const note = ({ data }) => seen.push(data);
    addEventListener('message', note);
    await event(window, 'message');
    await turn();
    removeEventListener('message', note);
    child.remove();
    return seen;
  });
}
