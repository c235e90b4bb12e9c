/**
 * The part of capture in the page's world that nobody needs while a document loads: what recognises elements, what
 * tells the landmarks it shows, what finds out more about errors, and what measures Core Web Vitals, which start after
 * the load.
 *
 * Half of the whole, so it comes when the document is there; what the user does before is told without role and locators. The
 * build wraps it up: the window's mark leads to `page.ts`, which lends it the functions that were the browser's own
 * before the page could replace them, and takes over what it has to offer.
 */

import {
  createEnrichment,
  createOutcomes,
  landmarksOf,
  recogniser,
  watchAttributedVitals,
} from 'gasoline-capture';
import type { LatePart } from 'gasoline-capture';

declare const handOver: (part: LatePart) => void;

handOver({ createEnrichment, createOutcomes, landmarksOf, recogniser, watchVitals: watchAttributedVitals });
