/**
 * Finds elements again: the part of capture in the page's world that nobody needs while a document loads.
 *
 * A third of the whole, so it comes when the document is there; what the user does before is told without locators. The
 * build wraps it up: the window's mark leads to `page.ts`, which lends it the functions that were the browser's own
 * before the page could replace them, and takes over what it has to offer.
 */

import { locatorsOf } from 'capture';
import type { LocatorsOf } from 'capture';

declare const handOver: (locatorsOf: LocatorsOf) => void;

handOver(locatorsOf);
