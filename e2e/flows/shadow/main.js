/** An administration of custom elements in open shadow roots; a frame beside it, and a manual in another tab. */

import { AdminShell } from './shell.js';
import { UserRow } from './user-row.js';
import { UserTable } from './user-table.js';

customElements.define('user-row', UserRow);
customElements.define('user-table', UserTable);
customElements.define('admin-shell', AdminShell);
