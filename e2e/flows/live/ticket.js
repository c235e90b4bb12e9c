/** One ticket, in a dialog that closes with Escape; Ctrl+Enter sends the answer. */

import { element } from '../element.js';

import { toast } from './toast.js';

const PRIORITIES = ['low', 'normal', 'high'];

/** Opens it over everything else. */
export function openTicket(ticket) {
  const hurry = (event) => {
    if (event.key === 'Enter' && event.ctrlKey) void send(ticket, answer.value);
  };
  const answer = element(
    'textarea',
    { 'data-self': 'answer', placeholder: 'Dear customer…', onkeydown: hurry },
    [],
  );
  const dialog = element('dialog', { 'aria-label': 'Ticket', onclose: () => dialog.remove() }, [
    element('h2', {}, [ticket.subject]),
    element('label', {}, ['Your answer', answer]),
    element('fieldset', {}, [element('legend', {}, ['Priority']), ...PRIORITIES.map(priority)]),
    element('button', { 'data-self': 'send', type: 'button', onclick: () => send(ticket, answer.value) }, [
      'Send',
    ]),
  ]);
  document.body.append(dialog);
  dialog.showModal();
}

function priority(name) {
  return element('label', {}, [
    element('input', { 'data-self': `priority-${name}`, type: 'radio', name: 'priority' }, []),
    ` ${name}`,
  ]);
}

async function send({ id }, text) {
  if (flow.faults.includes('dead-button')) return;
  const answer = await fetch(`/api/tickets/${id}/answers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  toast(answer.ok ? 'Answer sent' : 'Not sent');
}
