/** The frame around everything: menu, table, editor. */

import { Component } from './component.js';

export class AdminShell extends Component {
  connectedCallback() {
    this.show(`
      ${flow.faults.includes('missing-heading') ? '' : '<h1>Administration</h1>'}
      <nav>
        <a data-self="manual" href="${flow.faults.includes('wrong-route') ? '/editor' : '/manual'}" target="_blank">Manual</a>
        <button data-self="refresh" part="refresh">Refresh</button>
      </nav>
      <label>Find a user <input data-self="find" type="search"></label>
      <user-table></user-table>
      <h2>Notice</h2>
      <iframe title="Notice editor" src="/editor" width="600" height="200"></iframe>`);
    const table = this.shadowRoot.querySelector('user-table');
    this.on('button', 'click', () => table.load());
    this.on('input', 'input', ({ target }) => table.filter(target.value));
  }
}
