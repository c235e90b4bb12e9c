/** What the record of a change says. */

import { getter } from '../dom.ts';
import type { PageWindow } from '../page-window.ts';

/** Accessors of records. */
export interface MutationAccess {
  readonly type: (record: MutationRecord) => MutationRecordType;
  readonly target: (record: MutationRecord) => Node;
  readonly attributeName: (record: MutationRecord) => string | null;
  readonly added: (record: MutationRecord) => NodeList;
  readonly removed: (record: MutationRecord) => NodeList;
}

/** The accessors of one window. */
export function createMutationAccess({ MutationRecord: { prototype } }: PageWindow): MutationAccess {
  return {
    type: getter(prototype, 'type'),
    target: getter(prototype, 'target'),
    attributeName: getter(prototype, 'attributeName'),
    added: getter(prototype, 'addedNodes'),
    removed: getter(prototype, 'removedNodes'),
  };
}
