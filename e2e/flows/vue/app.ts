/** The server of the address book. */

import { buildFlow } from '../../support/apps.ts';
import type { AppRequest, FlowApp, Session, Visit } from '../app.ts';
import { scriptPage } from '../html.ts';
import type { Random } from '../random.ts';

import { journey, states } from './journey.ts';

type Contact = Readonly<Record<string, string | number | boolean>>;

const NAMES = ['Ada Byron', 'Björn Falk', 'Chiara Conti', 'Dewi Putri', 'Édith Roy', 'Farid Haddad'];

function createContacts(random: Random): readonly Contact[] {
  return random.shuffled(NAMES).map((name, index) => ({
    id: random.id(),
    name,
    phone: `+49 30 ${random.number(100_000, 999_999)}`,
    since: random.day(),
    group: index % 2 === 0 ? 'work' : 'family',
    starred: name === 'Dewi Putri',
    age: random.number(20, 80),
    email: '',
    notes: '',
    prefers: 'phone',
    isPrivate: false,
  }));
}

function begin({ random, has }: Visit): Session {
  let contacts = createContacts(random);
  return ({ method, path, json }: AppRequest) => {
    if (path === '/api/contacts') return { body: { contacts } };
    const [, id, star] = /^\/api\/contacts\/(\w+)(\/star)?$/.exec(path) ?? [];
    if (method !== 'PUT' || id === undefined) return { body: scriptPage('Contacts', has) };
    if (has('wrong-status')) return { status: 409, body: { message: 'somebody else is editing' } };
    contacts = contacts.map((contact) => (contact['id'] === id ? { ...contact, ...plain(json) } : contact));
    const { name } = contacts.find((contact) => contact['id'] === id) ?? {};
    if (star !== undefined) return { body: { starred: json['starred'] } };
    return { body: has('missing-field') ? { name } : { name, revision: random.number(1, 99) } };
  };
}

function plain(json: AppRequest['json']): Contact {
  const isPlain = (value: unknown): value is string | number | boolean =>
    ['string', 'number', 'boolean'].includes(typeof value);
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => (isPlain(value) ? [[name, value]] : [])),
  );
}

export const vue: FlowApp = {
  name: 'vue',
  start: '/',
  goal: 'Saved Björn Falk',
  error: 'age out of range',
  script: () => buildFlow('vue'),
  begin,
  journey,
  states,
};
