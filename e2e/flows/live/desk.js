/** The tickets: found while one types, more of them while one scrolls. */

import { element } from '../element.js';
import { openTicket } from './ticket.js';

const PAUSE_MS = 150;

/** What stands on the desk. */
export function desk() {
  const list = element('ul', {}, []);
  const count = element('p', {}, []);
  const end = element('p', { class: 'row' }, ['…']);
  const state = { words: '', next: 0, turn: 0 };

  async function load(from) {
    const turn = state.turn;
    state.next = null;
    const answer = await fetch(`/api/tickets?words=${encodeURIComponent(state.words)}&from=${from}`);
    const { tickets, total, next } = await answer.json();
    // A slower answer to an older question.
    if (turn !== state.turn) return;
    if (from === 0) list.replaceChildren();
    list.append(...tickets.map(row));
    count.textContent = total === 1 ? '1 ticket' : `${total} tickets`;
    state.next = next;
  }

  let timer;
  function search({ target }) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state.turn += 1;
      state.words = target.value.trim();
      void load(0);
    }, PAUSE_MS);
  }

  const field = element('input', { 'data-self': 'search', type: 'search', oninput: search }, []);
  document.onkeydown = (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea')) return;
    event.preventDefault();
    field.focus();
  };
  new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting && state.next !== null && state.next > 0) void load(state.next);
  }).observe(end);
  void load(0);
  return [element('label', {}, ['Search tickets ', field]), filters(), count, list, end];
}

function filters() {
  return element('details', {}, [
    element('summary', { 'data-self': 'filters' }, ['More filters']),
    element('label', {}, [
      element('input', { 'data-self': 'unanswered', type: 'checkbox' }, []),
      ' Only unanswered',
    ]),
  ]);
}

/** High enough for the first rows to fill the screen: whether more are asked for must not depend on who is faster. */
function row(ticket) {
  const opened = element('span', {}, [`opened ${ticket.minutes} minutes ago`]);
  return element('li', { style: 'padding: 1.5rem 0' }, [
    element('button', { 'data-self': `open ${ticket.subject}`, onclick: () => openTicket(ticket) }, [
      ticket.subject,
    ]),
    element('span', {}, [ticket.from]),
    opened,
  ]);
}
