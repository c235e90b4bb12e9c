/** The server of the support desk: nothing it answers is the same a moment later. */

import { buildFlow } from '../../support/apps.ts';
import type { AppAnswer, AppRequest, FlowApp, Session, Visit } from '../app.ts';
import { scriptPage } from '../html.ts';

import { journey, states } from './journey.ts';

const SUBJECTS = [
  'Printer is on fire',
  'Cannot sign in',
  'Invoice is missing',
  'Keyboard speaks Greek',
  'Lost the charger',
  'Screen flickers',
] as const;
const PEOPLE = ['Ada', 'Bao', 'Chidi', 'Dana', 'Emre'] as const;
const PAGE = 8;
const TICKETS = 20;

function begin({ random, has }: Visit): Session {
  const tickets = Array.from({ length: TICKETS }, (_, index) => ({
    id: random.id(),
    subject: SUBJECTS[index] ?? `Request ${random.number(1000, 9999)}`,
    from: random.pick(PEOPLE),
    minutes: random.number(1, 59),
  }));

  function list({ query }: AppRequest): AppAnswer {
    const words = (query.get('words') ?? '').toLowerCase();
    const from = Number(query.get('from') ?? 0);
    const found = tickets.filter(({ subject }) => subject.toLowerCase().includes(words));
    return {
      body: {
        tickets: found.slice(from, from + PAGE),
        total: found.length,
        next: from + PAGE < found.length ? from + PAGE : null,
        ...served(),
      },
    };
  }

  const answers = new Map<string, unknown>();

  /** Leads on to what it made of it. */
  function answer({ path, json }: AppRequest): AppAnswer {
    if (has('wrong-status')) return { status: 503, body: { error: 'try later' } };
    const id = crypto.randomUUID();
    answers.set(id, json['text']);
    return { location: `${path}/${id}` };
  }

  function answered({ path }: AppRequest): AppAnswer | undefined {
    const id = path.slice(path.lastIndexOf('/') + 1);
    if (!answers.has(id)) return undefined;
    const sent = { id, text: answers.get(id) };
    return { body: has('missing-field') ? sent : { ...sent, ...served() } };
  }

  return (request) => {
    const { method, path } = request;
    if (path === '/') return { body: scriptPage('Support desk', has) };
    if (path === '/api/tickets') return list(request);
    if (path === '/api/waiting') return { body: { waiting: random.number(0, 90), ...served() } };
    if (method === 'POST' && /^\/api\/tickets\/\w+\/answers$/.test(path)) return answer(request);
    if (/^\/api\/tickets\/\w+\/answers\/[\w-]+$/.test(path)) return answered(request);
    if (method === 'DELETE' && /^\/api\/archive\/\w+$/.test(path)) return { status: 204 };
    return undefined;
  };
}

/** What no two answers share. */
function served(): object {
  return { servedAt: new Date().toISOString(), requestId: crypto.randomUUID() };
}

export const live: FlowApp = {
  name: 'live',
  start: '/',
  goal: 'Back on the desk',
  error: 'the shelf is locked',
  script: () => buildFlow('live'),
  begin,
  journey,
  states,
};
