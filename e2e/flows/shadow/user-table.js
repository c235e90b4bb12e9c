/** All users, each in an element of its own. */

import { Component } from './component.js';

export class UserTable extends Component {
  connectedCallback() {
    this.show('<p aria-busy="true">Loading…</p>');
    void this.load();
  }

  async load() {
    const response = await fetch('/api/users');
    const { users } = await response.json();
    this.show(`<p data-testid="user-count">${users.length} users</p><div role="list"></div>`);
    const list = this.shadowRoot.querySelector('[role=list]');
    for (const user of users) list.append(Object.assign(document.createElement('user-row'), { user }));
  }

  filter(text) {
    for (const row of this.shadowRoot.querySelectorAll('user-row'))
      row.hidden = !row.user.name.includes(text);
  }
}
