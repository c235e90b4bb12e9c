/** Settings built of ARIA alone: switches, radios, sliders and tabs that are divs and spans. */

import { counter, each, self } from './page.ts';
import type { Body } from './page.ts';

const SWITCHES = ['Dark mode', 'Show previews', 'Play sounds', 'Share usage data'];
const CHOICES = ['Every day', 'Once a week', 'Never'];
const SLIDERS = ['Brightness', 'Volume'];
const PAGES = ['General', 'Privacy', 'Shortcuts'];

export const settings: Body = (random) => {
  const next = counter(random);
  const labelled = (label: string): string => `radix-:r${next()}:-${label.length}`;
  return `<div role="tablist" aria-orientation="vertical">${each(PAGES, (page, index) => `<div ${self(`tab ${page}`)} role="tab" tabindex="${index === 0 ? 0 : -1}" aria-selected="${index === 0}" data-state="${index === 0 ? 'active' : 'inactive'}" id="${labelled(page)}">${page}</div>`)}</div>
  <div role="tabpanel"><h2>Appearance</h2>
  ${each(random.shuffled(SWITCHES), (title) => {
    const id = labelled(title);
    return `<div class="setting"><span id="${id}">${title}</span><button ${self(`switch ${title}`)} type="button" role="switch" aria-checked="${random.number(0, 2) === 1}" aria-labelledby="${id}" class="switch"><span></span></button></div>`;
  })}
  <h2 id="summary">Summary by mail</h2><div role="radiogroup" aria-labelledby="summary">${each(CHOICES, (choice) => `<div ${self(`choice ${choice}`)} role="radio" tabindex="-1" aria-checked="false" data-state="unchecked"><span class="dot"></span>${choice}</div>`)}</div>
  <h2 id="other">Summary by phone</h2><div role="radiogroup" aria-labelledby="other">${each(CHOICES, (choice) => `<div ${self(`other ${choice}`)} role="radio" tabindex="-1" aria-checked="false" data-state="unchecked"><span class="dot"></span>${choice}</div>`)}</div>
  ${each(SLIDERS, (title) => `<div class="slider"><label>${title}</label><div ${self(`slider ${title}`)} role="slider" tabindex="0" aria-label="${title}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${random.number(0, 100)}"></div></div>`)}
  <div class="spin"><div ${self('size')} role="spinbutton" tabindex="0" aria-label="Font size" aria-valuenow="${random.number(8, 20)}">${random.number(8, 20)}</div><button ${self('smaller')} tabindex="-1">−</button><button ${self('larger')} tabindex="-1">+</button></div>
  <div ${self('language')} role="combobox" tabindex="0" aria-expanded="false" aria-controls="${labelled('list')}">${random.pick(['English', 'Deutsch', 'Suomi'])}</div>
  <div ${self('signature')} role="textbox" contenteditable="true" aria-multiline="true" aria-label="Signature">${random.pick(['Best', 'Yours'])}</div>
  <span ${self('restore')} role="link" tabindex="0">Restore defaults</span> <div ${self('apply')} role="button" tabindex="0">Apply</div></div>`;
};
