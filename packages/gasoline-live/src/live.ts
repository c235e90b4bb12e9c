/**
 * The bundle `live.js`: makes a page answer queries.
 *
 * Runs in a world of its own beside the page's, so the page neither sees it nor can replace what it uses, and no policy
 * of the page applies. Drivers call the one global it leaves there.
 */

import { answer } from './answer.ts';
import './live-globals.ts';
import { openPage } from './page.ts';

const page = openPage(window);

globalThis.gasolineLive = (query) => answer(page, query, globalThis.gasolineAxe);
