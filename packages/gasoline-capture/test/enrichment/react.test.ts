import { describe, expect, it } from 'vitest';

import { bundle, openApp } from './app.ts';
import type { Mode } from './app.ts';

/** Every kind of component around a button whose click fails, and one that fails while it renders. */
const COMPONENTS = `
  import * as React from 'react';
  import * as ReactDOM from 'react-dom';
  const h = React.createElement;
  const Basket = React.createContext(null);
  Basket.displayName = 'Basket';
  class Shop extends React.Component {
    state = { open: true, failed: false };
    render() {
      const basket = { items: [], total: 0 };
      return h(Basket.Provider, { value: basket }, this.state.failed ? h('p') : h(Page, { title: 'Login', secret: 'x' }));
    }
  }
  class SafeShop extends Shop {
    static getDerivedStateFromError() { return { failed: true }; }
  }
  const Page = React.memo(function LoginPage({ title }) {
    const [shown, show] = React.useState(false);
    React.useEffect(() => {});
    const ref = React.useRef(null);
    return h('section', null, h(Form, { initialEmail: 'ann@example.org' }),
      h('button', { id: 'explode', onClick: () => show(true) }), shown && h(Bomb, { fuse: 1 }));
  }, () => false);
  const Form = React.forwardRef(function LoginForm(props, ref) {
    const [state, change] = React.useState({ email: '', password: '', loading: false, error: null });
    const [count, add] = React.useReducer((sum) => sum + 1, 0);
    const late = count > 0 ? { late: true } : {};
    return h('form', { ref }, h(Buttons, { add, ...late }));
  });
  function Buttons({ add }) {
    return [h('button', { key: 1, type: 'button', id: 'count', onClick: add }),
      h('button', { key: 2, type: 'button', id: 'throw', onClick() { throw new TypeError('no user'); } })];
  }
  function Removing() {
    const [isThere, keep] = React.useState(true);
    return h('section', null, isThere && h(Row, { onClick() {
      ReactDOM.flushSync(() => keep(false));
      throw new Error('removed');
    } }));
  }
  function Row({ onClick }) { return h('button', { id: 'remove', onClick }); }
  function Keyless() { return h('ul', null, [h('li'), h('li')]); }
  function Bomb() { throw new Error('in a rendering'); }
  const app = h(ROOT, { theme: 'dark' });
`;

const LEGACY = `${COMPONENTS} ReactDOM.render(app, document.getElementById('app'));`;

const MODERN = `${COMPONENTS}
  import { createRoot } from 'react-dom/client';
  ReactDOM.flushSync(() => createRoot(document.getElementById('app')).render(app));`;

const VERSIONS = [
  { version: 16, folder: 'frameworks/react16', source: LEGACY },
  { version: 17, folder: 'frameworks/react17', source: LEGACY },
  { version: 18, folder: 'frameworks/react18', source: MODERN },
  { version: 19, folder: 'e2e', source: MODERN },
];

const MODES: readonly Mode[] = ['development', 'production'];

const CASES = VERSIONS.flatMap((version) => MODES.map((mode) => ({ ...version, mode })));

const SHOP = { propKeys: ['theme'], hasState: true, stateKeys: ['open', 'failed'] };

describe.each(CASES)('React $version in $mode', ({ version, folder, source, mode }) => {
  const open = async (root: string) => openApp(await bundle(source.replace('ROOT', root), mode, folder));

  it('tells the components around the element, as they are now', async () => {
    const app = await open('Shop');
    // An odd number of renderings leaves the outdated fibers on the elements.
    app.click('#count');
    app.click('#throw');
    const [context] = await app.contexts();
    expect(context).toEqual({
      componentAncestry: {
        framework: 'react',
        components: [
          { name: 'Shop', ...SHOP },
          { name: 'Basket.Provider', hasState: true, stateKeys: ['items', 'total'] },
          { name: 'LoginPage', propKeys: ['title', 'secret'], hasState: true },
          {
            name: 'LoginForm',
            propKeys: ['initialEmail'],
            hasState: true,
            stateKeys: ['email', 'password', 'loading', 'error'],
          },
          { name: 'Buttons', propKeys: ['add', 'late'] },
        ],
      },
    });
  });

  it('tells the boundary that caught an error, and what failed below it', async () => {
    const app = await open('SafeShop');
    app.click('#explode');
    const [context] = await app.contexts();
    expect(namesIn(context)).toEqual(mode === 'production' ? ['SafeShop'] : CAUGHT[version]);
  });

  it('tells a boundary once, not with every later error', async () => {
    const app = await open('SafeShop');
    app.click('#explode');
    await app.contexts();
    app.window.console.error(new Error('later'));
    const contexts = await app.contexts();
    expect(namesIn(contexts[contexts.length - 1])).toBeUndefined();
  });

  it('tells a component that took everything down', async () => {
    const app = await open('Shop');
    app.click('#explode');
    const [context] = await app.contexts();
    // Production builds print no stack. Up to React 17 the click was still being handled: that is near, not known.
    if (mode === 'production' && version < 18)
      expect(context).toMatchObject({ componentAncestry: { near: 'its click was being handled' } });
    else expect(namesIn(context)).toEqual(mode === 'production' ? undefined : UNCAUGHT[version]);
  });

  it('tells the components of an element that its own click removed', async () => {
    // components-03
    const app = await open('Removing');
    app.click('#remove');
    const [context] = await app.contexts();
    expect(context).toMatchObject({
      componentAncestry: { components: [{ name: 'Removing' }, { name: 'Row' }] },
    });
  });

  it('tells where the element was made that a warning is about, where React keeps that', async () => {
    // components-06
    const app = await open('Keyless');
    const [context] = await app.contexts();
    if (mode === 'production') expect(context).toBe(undefined);
    else
      expect(context).toMatchObject(
        version < 19
          ? { elementStack: expect.stringMatching(/\n {4}(?:at|in) (?:Keyless|li)/) }
          : { elementStack: expect.stringMatching(/\n {4}at Keyless \(/) },
      );
  });
});

/** React 16 names `memo` as well, React 19 only the component itself. */
const CAUGHT: Readonly<Record<number, readonly string[]>> = {
  16: ['SafeShop', 'LoginPage', 'LoginPage', 'Bomb'],
  17: ['SafeShop', 'LoginPage', 'Bomb'],
  18: ['SafeShop', 'LoginPage', 'Bomb'],
  // components-02
  19: ['SafeShop', '(unknown)', 'Bomb'],
};

const UNCAUGHT: Readonly<Record<number, readonly string[]>> = {
  16: ['Shop', 'LoginPage', 'LoginPage', 'Bomb'],
  17: ['Shop', 'LoginPage', 'Bomb'],
  18: ['Shop', 'LoginPage', 'Bomb'],
  19: ['Bomb'],
};

function namesIn(context: unknown): readonly string[] | undefined {
  // Made by our own code; the test fails on any other shape.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  const { componentAncestry } = context as {
    componentAncestry?: { components: readonly { name: string }[] };
  };
  return componentAncestry?.components.map(({ name }) => name);
}
