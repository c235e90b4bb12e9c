/** The server of the administration. */

import { buildFlow } from '../../support/apps.ts';
import type { AppAnswer, AppRequest, FlowApp, Session, Visit } from '../app.ts';
import { htmlPage } from '../html.ts';

import { journey, states } from './journey.ts';

const USERS = ['amira', 'boris', 'chen', 'dagny'];

const EDITOR = `<form>
  <label>Title <input data-self="notice-title" name="title"></label>
  <label>Text <textarea data-self="notice-text" name="text"></textarea></label>
  <button data-self="publish">Publish</button> <output></output></form>
  <script>
    document.querySelector('form').addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch('/api/notice', { method: 'POST', headers, body });
      const { title } = await response.json();
      document.querySelector('output').textContent = response.ok ? 'Published ' + title : 'Failed';
    });
  </script>`;

const MANUAL = `<h1>Manual</h1><p>Users can be renamed and deleted.</p>
  <button data-self="helpful" onclick="this.nextElementSibling.textContent = 'Thank you'">Helpful</button><p></p>`;

function begin({ random, has }: Visit): Session {
  let users = random.shuffled(USERS).map((name) => ({
    id: random.number(1000, 9999),
    name,
    role: random.pick(['editor', 'reader', 'owner']),
    seen: random.day(),
  }));

  function user({ method, path, json }: AppRequest): AppAnswer | undefined {
    const found = users.find(({ id }) => path === `/api/users/${id}`);
    if (found === undefined) return undefined;
    const { name = found.name } = json;
    const changed = { ...found, name: String(name) };
    users =
      method === 'DELETE'
        ? users.filter((one) => one !== found)
        : users.map((one) => (one === found ? changed : one));
    return { body: has('missing-field') ? { name: changed.name } : changed };
  }

  const page = (title: string, body: string): AppAnswer => ({ body: htmlPage(title, body, has) });
  return (request) => {
    switch (request.path) {
      case '/':
        return page(
          'Administration',
          '<admin-shell></admin-shell><script type="module" src="/app.js"></script>',
        );
      case '/editor':
        return page('Editor', EDITOR);
      case '/manual':
        return page('Manual', MANUAL);
      case '/api/users':
        return { body: { users } };
      case '/api/notice':
        return has('wrong-status') ? { status: 400, body: {} } : { body: { title: request.json['title'] } };
    }
    return user(request);
  };
}

export const shadow: FlowApp = {
  name: 'shadow',
  start: '/',
  goal: 'Published Maintenance',
  error: 'no right to delete',
  script: () => buildFlow('shadow'),
  begin,
  journey,
  states,
};
