/** The DOM and its events: order, paths, who listens, who changes what. */

'use strict';

{
  const { check, turn } = probe;

  const element = (html) => {
    const holder = document.createElement('div');
    holder.innerHTML = html;
    document.body.append(holder);
    return holder;
  };
  check('order of a click', () => {
    const order = [];
    const holder = element('<button>press</button>');
    const note =
      (name) =>
      ({ eventPhase }) =>
        order.push(`${name} ${eventPhase}`);
    const targets = { window, document, holder, button: holder.firstChild };
    const added = [];
    for (const [name, target] of Object.entries(targets))
      for (const capture of [true, false]) {
        const listener = note(`${name} ${capture}`);
        target.addEventListener('click', listener, capture);
        added.push([target, listener, capture]);
      }
    holder.firstChild.click();
    for (const [target, listener, capture] of added) target.removeEventListener('click', listener, capture);
    holder.remove();
    return order;
  });
  check('click stopped at the window', () => {
    const seen = [];
    const holder = element('<button>press</button>');
    const stop = (click) => click.stopImmediatePropagation();
    addEventListener('click', stop, true);
    holder.addEventListener('click', () => seen.push('reached'));
    holder.firstChild.click();
    removeEventListener('click', stop, true);
    holder.remove();
    return seen;
  });
  check('click on a node in a closed shadow root', () => {
    const holder = element('<span></span>');
    const root = holder.firstChild.attachShadow({ mode: 'closed' });
    root.innerHTML = '<button>inside</button>';
    let path;
    holder.addEventListener('click', (click) => {
      path = click.composedPath().length;
    });
    root.firstChild.click();
    holder.remove();
    return path;
  });
  check('preventDefault', () => {
    const holder = element('<a href="#no">link</a><input type="checkbox">');
    holder.addEventListener('click', (click) => click.preventDefault());
    holder.lastChild.click();
    const allowed = holder.firstChild.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true }),
    );
    const result = [allowed, holder.lastChild.checked];
    holder.remove();
    return result;
  });
  check('input and change', () => {
    const order = [];
    const holder = element('<input><select><option>a<option>b</select>');
    for (const type of ['input', 'change', 'keydown', 'submit', 'scroll'])
      holder.addEventListener(type, ({ target }) => order.push(`${type} ${target.localName}`));
    for (const type of ['input', 'change', 'keydown'])
      holder.firstChild.dispatchEvent(new Event(type, { bubbles: true }));
    holder.lastChild.value = 'b';
    holder.lastChild.dispatchEvent(new Event('change', { bubbles: true }));
    holder.remove();
    return order;
  });
  check('getters of a clicked element', () => {
    let read = 0;
    const holder = element('<button id="x" class="y">press</button>');
    for (const name of ['id', 'className', 'textContent', 'innerText', 'parentNode', 'getAttribute'])
      Object.defineProperty(holder.firstChild, name, {
        configurable: true,
        get: () => {
          read += 1;
          return undefined;
        },
      });
    holder.firstChild.click();
    delete holder.firstChild.parentNode;
    holder.remove();
    return read;
  });
  check('form with fields named like properties', () => {
    const holder = element(
      '<form><input name="id"><input name="action"><input name="parentNode"><button>go</button></form>',
    );
    let submitted = 0;
    holder.addEventListener('submit', (submit) => {
      submitted += 1;
      submit.preventDefault();
    });
    holder.querySelector('button').click();
    holder.remove();
    return submitted;
  });
  check('mutations that only the page made', async () => {
    const records = [];
    const observer = new MutationObserver((list) => records.push(...list));
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    console.log('x', document.body);
    document.cookie = 'a=b; max-age=0';
    await turn();
    observer.disconnect();
    return records.length;
  });
  check('listener options', () => {
    let passive = false;
    const options = {
      get passive() {
        passive = true;
        return true;
      },
    };
    document.createElement('p').addEventListener('wheel', () => undefined, options);
    return passive;
  });
  check('window.event', () => {
    let seen;
    const holder = element('<button>press</button>');
    holder.onclick = () => {
      seen = window.event?.type;
    };
    holder.firstChild.click();
    holder.remove();
    return [seen, String(window.event)];
  });
  check('custom element reactions', () => {
    const calls = [];
    customElements.define(
      'probe-element',
      class extends HTMLElement {
        static observedAttributes = ['a'];
        connectedCallback() {
          calls.push('connected');
        }
        disconnectedCallback() {
          calls.push('disconnected');
        }
        attributeChangedCallback() {
          calls.push('changed');
        }
      },
    );
    const holder = element('<probe-element a="1"></probe-element>');
    holder.firstChild.click();
    holder.remove();
    return calls;
  });
  check('sorted listeners by dispatch', () => {
    const target = new EventTarget();
    const order = [];
    for (const index of [1, 2, 3]) target.addEventListener('x', () => order.push(index));
    target.dispatchEvent(new Event('x'));
    return order;
  });
  check('events named like ours', () => {
    const seen = [];
    const note = ({ type }) => seen.push(type);
    for (const type of ['gasoline:offer', 'gasoline:request', 'accept', 'entries', 'message'])
      addEventListener(type, note, true);
    console.log('x');
    for (const type of ['gasoline:offer', 'gasoline:request', 'accept', 'entries', 'message'])
      removeEventListener(type, note, true);
    return seen;
  });
}
