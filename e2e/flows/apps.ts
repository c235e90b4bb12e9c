/** All apps of the flows. */

import type { FlowApp } from './app.ts';
import { forms } from './forms/app.ts';
import { hostile } from './hostile/app.ts';
import { live } from './live/app.ts';
import { react } from './react/app.ts';
import { shadow } from './shadow/app.ts';
import { svelte } from './svelte/app.ts';
import { vue } from './vue/app.ts';

export const FLOW_APPS: readonly FlowApp[] = [forms, react, vue, svelte, shadow, hostile, live];
