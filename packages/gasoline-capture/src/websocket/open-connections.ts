/**
 * The connections that are open, for the moment in which their page is left: the browser then ends them without a word
 * to anybody.
 */

import { append } from '../primordials.ts';

import type { Connection } from './connection.ts';

/** Open connections of one page. */
export interface OpenConnections {
  add(connection: Connection): void;
  /** Reports the end of all that are left. */
  leave(): void;
}

/** What a browser tells the other side. */
const GOING_AWAY = { code: 1001, reason: 'the page was left' };

/** Closed ones are forgotten whenever the list has grown to twice what was open at the last look. */
const FIRST_LOOK = 32;

/** None yet. */
export function createOpenConnections(): OpenConnections {
  let known: Connection[] = [];
  let nextLook = FIRST_LOOK;
  const look = (): void => {
    const open: Connection[] = [];
    for (let index = 0; index < known.length; index += 1) {
      const connection = known[index];
      if (connection?.isOpen === true) append(open, connection);
    }
    known = open;
    nextLook = known.length * 2 + FIRST_LOOK;
  };
  return {
    add(connection) {
      append(known, connection);
      if (known.length >= nextLook) look();
    },
    leave() {
      look();
      for (let index = 0; index < known.length; index += 1) known[index]?.changed('close', GOING_AWAY);
    },
  };
}
