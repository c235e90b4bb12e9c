/** What was put away, by year. */

import { element } from '../element.js';

import { toast } from './toast.js';

const SHELVES = {
  'This year': ['Desk was too low'],
  'Last year': ['Chair squeaks', 'Lamp hums', 'Bin is full'],
};

/** The archive with its tabs. */
export function archive() {
  const panel = element('div', { role: 'tabpanel' }, []);
  const tabs = Object.keys(SHELVES).map((name) =>
    element(
      'button',
      {
        'data-self': `tab-${name.toLowerCase().replace(' ', '-')}`,
        role: 'tab',
        onclick: () => open(name),
      },
      [name],
    ),
  );
  function open(name) {
    for (const tab of tabs) tab.setAttribute('aria-selected', String(tab.textContent === name));
    panel.replaceChildren(...SHELVES[name].map(shelved));
  }
  open('This year');
  return [
    element('h2', {}, ['Archive']),
    element('p', {}, ['Nothing is ever lost.']),
    element('div', { role: 'tablist', class: 'row' }, tabs),
    panel,
  ];
}

function shelved(subject, index) {
  const restore = async () => {
    await fetch(`/api/archive/${index}`, { method: 'DELETE' });
    toast('Back on the desk');
  };
  const unlock = () => {
    // At once: a script ends with its last click, and whatever came later would be lost.
    if (flow.faults.includes('thrown-error')) throw new Error('the shelf is locked');
    void restore();
  };
  return element('div', { class: 'row' }, [
    element('span', {}, [subject]),
    element('button', { 'data-self': `restore ${index + 1}`, onclick: unlock }, ['Restore']),
  ]);
}
