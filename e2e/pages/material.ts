/** A form in the manner of a React component library: ids counted at run time, generated classes, nested spans. */

import { counter, each, self } from './page.ts';
import type { Body } from './page.ts';

const COUNTRIES = ['Austria', 'Belgium', 'Chile'];
const TABS = ['Profile', 'Security', 'Billing'];

export const material: Body = (random) => {
  const next = counter(random);
  const field = (name: string, label: string, type = 'text'): string => {
    const id = `:r${next().toString(36)}:`;
    return `<div class="MuiFormControl-root MuiTextField-root css-${random.id()}"><label class="MuiInputLabel-root css-${random.id()}" for="${id}" id="${id}-label">${label}</label>
      <div class="MuiInputBase-root css-${random.id()}"><input ${self(name)} id="${id}" type="${type}" class="MuiInputBase-input css-${random.id()}"><fieldset aria-hidden="true"><legend><span>${label}</span></legend></fieldset></div></div>`;
  };
  const button = (name: string, text: string, kind: string): string =>
    `<button ${self(name)} class="MuiButtonBase-root MuiButton-root MuiButton-${kind} css-${random.id()}" tabindex="0" type="button"><span class="MuiButton-startIcon"><svg class="MuiSvgIcon-root"></svg></span>${text}<span class="MuiTouchRipple-root"></span></button>`;
  const list = `:r${next().toString(36)}:`;
  return `<div id="root"><div role="tablist" aria-label="Account">
    ${each(TABS, (tab, index) => `<button ${self(`tab ${tab}`)} role="tab" class="MuiTab-root css-${random.id()}" aria-selected="${index === 0}" id="tab-${next()}"><span class="MuiTab-wrapper">${tab}</span></button>`)}</div>
  <div role="tabpanel">${field('first', 'First name')}${field('last', 'Last name')}${field('mail', 'Email', 'email')}${field('phone', 'Phone number', 'tel')}
    <div class="MuiFormControl-root"><label id="${list}-label">Country</label><div ${self('country')} role="combobox" tabindex="0" aria-expanded="false" aria-haspopup="listbox" aria-labelledby="${list}-label ${list}" id="${list}" class="MuiSelect-select css-${random.id()}">${random.pick(['Austria', 'Belgium', 'Chile'])}</div></div>
    ${each(['Newsletter', 'Product news', 'Offers'], (topic) => `<label class="MuiFormControlLabel-root css-${random.id()}"><span class="MuiSwitch-root"><span class="MuiButtonBase-root"><input ${self(`switch ${topic}`)} type="checkbox" class="PrivateSwitchBase-input MuiSwitch-input"></span></span><span class="MuiTypography-root">${topic}</span></label>`)}
    <ul class="MuiList-root">${each(random.shuffled(COUNTRIES), (country) => `<li class="MuiListItem-root css-${random.id()}"><div ${self(`chip ${country}`)} class="MuiButtonBase-root MuiChip-root css-${random.id()}" role="button" tabindex="0"><span class="MuiChip-label">${country}</span></div><button ${self(`drop ${country}`)} class="MuiIconButton-root css-${random.id()}" aria-label="Remove"><svg></svg></button></li>`)}</ul>
    ${button('cancel', 'Cancel', 'text')}${button('save', 'Save changes', 'contained')}</div></div>`;
};
