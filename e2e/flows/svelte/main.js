/** A household budget in Svelte: expenses, a chart of categories, settings. */

import { mount } from 'svelte';

import App from './App.svelte';

mount(App, { target: document.getElementById('app') });
