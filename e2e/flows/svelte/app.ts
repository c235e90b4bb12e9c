/** The server of the household budget. */

import { buildFlow } from '../../support/apps.ts';
import type { AppRequest, FlowApp, Session, Visit } from '../app.ts';
import { scriptPage } from '../html.ts';

import { journey, states } from './journey.ts';

const WHAT = ['Groceries', 'Train to Lyon', 'Rent for May', 'Birthday cake'];

function begin({ random, has }: Visit): Session {
  let expenses: readonly object[] = random.shuffled(WHAT).map((what) => ({
    id: random.id(),
    what,
    amount: random.price(3, 90),
    day: random.day(),
    category: 'food',
  }));

  function change({ method, path, json }: AppRequest): ReturnType<Session> {
    if (method === 'DELETE') {
      expenses = expenses.filter(
        (expense) => !('id' in expense) || path !== `/api/expenses/${String(expense.id)}`,
      );
      return { body: { left: expenses.length } };
    }
    if (has('wrong-status')) return { status: 503, body: { message: 'try again later' } };
    const expense = { id: crypto.randomUUID(), ...json };
    expenses = [...expenses, expense];
    return {
      status: 201,
      body: { expense: has('missing-field') ? { ...expense, category: undefined } : expense },
    };
  }

  return (request) => {
    const { method, path, json } = request;
    if (path === '/api/settings') return { body: json };
    if (path === '/api/expenses' && method === 'GET') return { body: { expenses } };
    if (path.startsWith('/api/expenses')) return change(request);
    return { body: scriptPage('Budget', has) };
  };
}

export const svelte: FlowApp = {
  name: 'svelte',
  start: '/',
  goal: 'Limit of € 600 saved',
  error: 'cannot add to a closed month',
  script: () => buildFlow('svelte'),
  begin,
  journey,
  states,
};
