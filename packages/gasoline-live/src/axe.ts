/** The bundle `axe.js`: the accessibility checker, added to a world that has `live.js` when it is first needed. */

import axe from 'axe-core';

import './live-globals.ts';

globalThis.gasolineAxe = axe;
