/** An address book in Vue: hash routes, filters, tabs, a form with every kind of field. */

import { createApp } from 'vue';

import App from './App.vue';

const app = createApp(App);
// Templates see only what the app gives them.
app.config.globalProperties.flow = globalThis.flow;
app.config.errorHandler = (error) => {
  flow.report(error);
  console.error(error);
};
app.mount('#app');
