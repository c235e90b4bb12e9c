/**
 * Ties the controls of our pages to the settings.
 *
 * A control names its setting in `data-setting`; for a part of one in the form `auto_screenshot.on_error`. A checkbox
 * is a yes or no, radio buttons and selects are a choice, number inputs a number, a textarea a list with one item a
 * line. What cannot be a value is said at the control and not stored. Controls follow changes made elsewhere.
 */

import { followSettings, loadSettings } from '../settings/storage.ts';
import { isSetting, isSettingName } from '../settings/table.ts';
import type { ExtensionSettings, SettingName } from '../settings/table.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Binding {
  readonly control: Control;
  readonly name: SettingName;
  /** Member of the setting, where that is an object. */
  readonly member: string | undefined;
}

/** Ties every control on the page; calls back after each change, also of those without a control. */
export function tieControls(react: (settings: ExtensionSettings) => void = () => undefined): void {
  const bindings = [...document.querySelectorAll('[data-setting]')].flatMap(bindingOf);
  let saving = Promise.resolve();
  for (const binding of bindings) {
    binding.control.addEventListener('change', () => {
      const value = valueOf(binding.control);
      // Parts of one setting are stored together: each change begins with what the one before it left.
      saving = saving.then(() => save(binding, value)).catch(() => undefined);
    });
  }
  followSettings(({ settings }) => {
    for (const binding of bindings) show(binding, settings);
    enableParts(settings);
    react(settings);
  });
}

function bindingOf(element: Element): Binding[] {
  const [name = '', member] = element.getAttribute('data-setting')?.split('.') ?? [];
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  if (!isControl || !isSettingName(name)) throw new Error(`no setting is called ${name}`);
  return [{ control: element, name, member }];
}

function show({ control, name, member }: Binding, settings: ExtensionSettings): void {
  const setting: unknown = settings[name];
  const value = member === undefined ? setting : memberOf(setting, member);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === true;
  else if (control instanceof HTMLInputElement && control.type === 'radio')
    control.checked = control.value === value;
  // What a person is typing is not taken from under their hands.
  else if (document.activeElement !== control)
    control.value = Array.isArray(value) ? value.join('\n') : String(value);
}

async function save({ control, name, member }: Binding, value: unknown): Promise<void> {
  const { settings } = await loadSettings();
  const setting: unknown = settings[name];
  const complete = member === undefined ? value : { ...(isObject(setting) ? setting : {}), [member]: value };
  const isSound = isSetting(name, complete);
  complain(control, isSound);
  if (isSound) await chrome.storage.local.set({ [name]: complete });
}

function valueOf(control: Control): unknown {
  if (control instanceof HTMLTextAreaElement) return linesOf(control.value);
  if (control instanceof HTMLSelectElement) return control.value;
  if (control.type === 'checkbox') return control.checked;
  return control.type === 'number' ? control.valueAsNumber : control.value;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Says at the control that its value cannot be; the text stands in the page. */
function complain(control: Control, isSound: boolean): void {
  control.setAttribute('aria-invalid', String(!isSound));
  const complaint = document.getElementById(`${control.id}-error`);
  if (complaint !== null) complaint.hidden = isSound;
}

/** A part that depends on a setting, named in `data-needs`, cannot be used while that is off. */
function enableParts(settings: ExtensionSettings): void {
  for (const element of document.querySelectorAll('fieldset[data-needs], select[data-needs]')) {
    const name = element.getAttribute('data-needs') ?? '';
    const isOff = isSettingName(name) && settings[name] === false;
    if (element instanceof HTMLFieldSetElement || element instanceof HTMLSelectElement)
      element.disabled = isOff;
  }
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) ? value[member] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
