/**
 * What `light.ts` is without: brought into a document by the runner when its first error has arrived. The build wraps it up as it
 * does the late part of the extension.
 */

import { createEnrichment, landmarksOf, recogniser, watchVitals, withoutOutcomes } from 'gasoline-capture';
import type { LatePart } from 'gasoline-capture';

declare const handOver: (part: LatePart) => void;

handOver({ createEnrichment, createOutcomes: withoutOutcomes, landmarksOf, recogniser, watchVitals });
