/** One user: renamed in a prompt, deleted after a question. */

import { Component, send } from './component.js';

export class UserRow extends Component {
  connectedCallback() {
    const { name, role, seen } = this.user;
    this.setAttribute('role', 'listitem');
    this
      .show(`<div class="row" style="display:flex;gap:8px"><b>${name}</b> <i>${role}</i> <small>${seen}</small>
      <button data-self="rename ${name}" class="rename">Rename</button>
      <button data-self="delete ${name}" class="delete">Delete</button>
      <label><input data-self="active ${name}" type="checkbox" checked> Active</label></div>`);
    this.on('.rename', 'click', () => this.rename());
    if (!flow.faults.includes('dead-button')) this.on('.delete', 'click', () => this.delete());
  }

  async rename() {
    const name = prompt('New name', this.user.name);
    if (name === null) return;
    const user = await send('PATCH', `/api/users/${this.user.id}`, { name });
    this.shadowRoot.querySelector('b').textContent = user.name;
  }

  async delete() {
    if (!confirm(`Delete ${this.user.name}?`)) return;
    if (flow.faults.includes('thrown-error')) throw new Error('no right to delete');
    await send('DELETE', `/api/users/${this.user.id}`, {});
    this.remove();
  }
}
