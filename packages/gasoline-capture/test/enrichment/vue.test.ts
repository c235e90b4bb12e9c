import { describe, expect, it } from 'vitest';

import { bundle, openApp } from './app.ts';
import type { Mode } from './app.ts';

/** Options and composition API, a functional component, slots, fragments, lists and content React would call dangerous. */
const SOURCE = `
  import { createApp, defineComponent, Fragment, h, reactive, ref, Suspense } from 'vue';
  const Icon = (props) => h('i', { innerHTML: '<b id="inner"></b>' });
  Icon.displayName = 'Icon';
  const Form = defineComponent({
    __name: 'LoginForm',
    props: { initialEmail: String, unused: Number },
    setup(props) {
      const email = ref('');
      const state = reactive({ password: '' });
      const submit = () => { throw new TypeError('no user'); };
      return { email, state, submit, Icon, get imported() { return 1; }, get count() { return 1; }, set count(v) {}, other: defineComponent({ render: () => null }) };
    },
    render() {
      return [h('p'), h('form', [h('button', { type: 'button', id: 'throw', onClick: this.submit }), h(Icon, { name: 'x' })])];
    },
  });
  const Page = {
    name: 'LoginPage',
    data: () => ({ loading: false, items: [1, 2, 3] }),
    render() {
      return h(Suspense, null, { default: () => h('section', [
        this.items.map((item) => h(Row, { key: item, item })),
        h(Form, { ref: 'form', initialEmail: 'ann@example.org', onSave() {} }),
      ]) });
    },
  };
  const Row = { __file: '/src/components/BasketRow.vue', render: () => h('div', [h('button', { class: 'row', onClick() { throw new Error('row'); } })]) };
  createApp({ name: 'App', render: () => h('main', [h(Page, { title: 'Login' })]) }).mount('#app');
`;

const MODES: readonly Mode[] = ['development', 'production'];

const PAGE = [
  { name: 'App' },
  { name: 'LoginPage', propKeys: ['title'], hasState: true, stateKeys: ['loading', 'items'] },
];

const FORM = {
  name: 'LoginForm',
  propKeys: ['initialEmail', 'onSave'],
  hasState: true,
  stateKeys: ['email', 'state', 'count'],
};

describe.each(MODES)('Vue 3 in %s', (mode) => {
  const built = bundle(SOURCE, mode);

  it.each([
    { selector: '#throw', components: [...PAGE, FORM] },
    {
      selector: 'div:nth-of-type(2) > .row',
      components: [...PAGE, { name: 'BasketRow', propKeys: ['item'] }],
    },
  ])('tells the components around $selector', async ({ selector, components }) => {
    const app = await openApp(await built);
    app.click(selector);
    expect(await app.contexts()).toEqual([{ componentAncestry: { framework: 'vue', components } }]);
  });

  it('finds the component of an element that no virtual node stands for', async () => {
    const app = await openApp(await built);
    const inner = app.window.document.querySelector<HTMLElement>('#inner');
    inner?.setAttribute('tabindex', '0');
    inner?.focus();
    app.window.dispatchEvent(new app.window.ErrorEvent('error', { error: new Error('late') }));
    const icon = { name: 'Icon', propKeys: ['name'] };
    expect(await app.contexts()).toEqual([
      {
        componentAncestry: {
          framework: 'vue',
          components: [...PAGE, FORM, icon],
          near: 'it has the focus',
        },
      },
    ]);
  });
});

it('takes the components of a failed rendering from what Vue prints', async () => {
  const source = `
    import { createApp, h } from 'vue';
    const Bomb = { name: 'Bomb', props: ['fuse'], render() { throw new Error('in a rendering'); } };
    const App = { name: 'App', render: () => h('main', [h(Bomb, { fuse: ' at <Forged' })]) };
    setTimeout(() => createApp(App).mount('#app'));
  `;
  const app = await openApp(await bundle(source, 'development'));
  expect(await app.contexts()).toEqual([
    { componentAncestry: { framework: 'vue', components: [{ name: 'App' }, { name: 'Bomb' }] } },
  ]);
});
