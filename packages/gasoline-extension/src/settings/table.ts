/**
 * Every setting of a person: its key in `chrome.storage.local`, its default and what counts as a value.
 *
 * Storage can hold anything: an older version's value, a hand-made one, half of a write. A value that cannot be
 * right is replaced by the default, that key alone, and the debug log says so.
 */

import type { CaptureLevel } from 'gasoline-capture';

import { parsePattern } from '../sites/pattern.ts';

/** When a picture of the page is taken by itself. */
export interface AutoScreenshot {
  readonly on_error: boolean;
  readonly on_navigation: boolean;
  readonly on_action: boolean;
}

/** The settings by their storage keys. */
export interface ExtensionSettings {
  /** Port of the server on this machine. */
  readonly serverPort: number;
  /** `errors-only` narrows everything below to what tells that something went wrong; for CI. */
  readonly gasolineCaptureMode: 'all' | 'errors-only';
  /** Console lines below this are not sent. */
  readonly captureLevel: CaptureLevel;
  /** Requests with their bodies; failed requests are logged in any case. */
  readonly networkBodiesEnabled: boolean;
  readonly webSocketEnabled: boolean;
  /** Connections only, or their messages as well. */
  readonly webSocketMode: 'lifecycle' | 'messages';
  /** Only sockets whose address matches one of these; all where there are none. */
  readonly webSocketUrlFilters: readonly string[];
  /** What the user does: clicks, typing, navigation. */
  readonly actionsEnabled: boolean;
  /** Every way to address an element, beside its short form. Has no toggle. */
  readonly enhancedSelectorsEnabled: boolean;
  /** Actions that are kept while the server is away. Has no toggle. */
  readonly reproductionBufferSize: number;
  readonly screenshotsEnabled: boolean;
  readonly auto_screenshot: AutoScreenshot;
  /** Full pages and elements by way of the debugger, which shows a banner. */
  readonly screenshotDebuggerMode: boolean;
  /** Errors are explained with source, components and state. */
  readonly aiContextEnabled: boolean;
  readonly aiContextSourceSnippets: boolean;
  readonly aiContextComponentTree: boolean;
  /** Off by default: state may be sensitive. */
  readonly aiContextStateSnapshot: boolean;
  /** Further sites to capture, as patterns. */
  readonly capturedSites: readonly string[];
  /** Sites not to capture although a pattern or the manifest names them. */
  readonly uncapturedSites: readonly string[];
}

/** A key of the settings. */
export type SettingName = keyof ExtensionSettings;

/** What holds until a person decides otherwise. */
export const DEFAULTS: ExtensionSettings = {
  serverPort: 7890,
  gasolineCaptureMode: 'all',
  captureLevel: 'all',
  networkBodiesEnabled: true,
  webSocketEnabled: true,
  webSocketMode: 'messages',
  webSocketUrlFilters: [],
  actionsEnabled: true,
  enhancedSelectorsEnabled: true,
  reproductionBufferSize: 50,
  screenshotsEnabled: true,
  auto_screenshot: { on_error: true, on_navigation: false, on_action: false },
  screenshotDebuggerMode: false,
  aiContextEnabled: true,
  aiContextSourceSnippets: true,
  aiContextComponentTree: true,
  aiContextStateSnapshot: false,
  capturedSites: [],
  uncapturedSites: [],
};

/** What was found under a key: a value to go by, and whether it is the stored one. */
interface Found<Value> {
  readonly value: Value;
  readonly isSound: boolean;
}

/** Reads what is stored under a key; it is there, but may be anything. */
type Check<Value> = (stored: unknown, fallback: Value) => Found<Value>;

const CHECKS: { readonly [Name in SettingName]: Check<ExtensionSettings[Name]> } = {
  serverPort: wholeNumber(1, 65_535),
  gasolineCaptureMode: oneOf(['all', 'errors-only']),
  captureLevel: oneOf(['all', 'warnings', 'errors']),
  networkBodiesEnabled: yesOrNo,
  webSocketEnabled: yesOrNo,
  webSocketMode: oneOf(['lifecycle', 'messages']),
  webSocketUrlFilters: listOf((text) => text !== ''),
  actionsEnabled: yesOrNo,
  enhancedSelectorsEnabled: yesOrNo,
  reproductionBufferSize: wholeNumber(1, 10_000),
  screenshotsEnabled: yesOrNo,
  auto_screenshot: triggers,
  screenshotDebuggerMode: yesOrNo,
  aiContextEnabled: yesOrNo,
  aiContextSourceSnippets: yesOrNo,
  aiContextComponentTree: yesOrNo,
  aiContextStateSnapshot: yesOrNo,
  capturedSites: listOf(isPattern),
  uncapturedSites: listOf(isPattern),
};

/** The settings in a storage area, and the keys under which something else was found. */
export interface ReadSettings {
  readonly settings: ExtensionSettings;
  readonly corrupted: readonly SettingName[];
}

/** Reads everything a storage area holds. */
export function readSettings(stored: Readonly<Record<string, unknown>>): ReadSettings {
  const settings = { ...DEFAULTS };
  const corrupted: SettingName[] = [];
  for (const name of SETTING_NAMES) {
    if (!Object.hasOwn(stored, name)) continue;
    const { value, isSound } = checked(name, stored[name]);
    put(settings, name, value);
    if (!isSound) corrupted.push(name);
  }
  return { settings, corrupted };
}

/** Whether something may be stored under a key. */
export function isSetting(name: SettingName, value: unknown): boolean {
  return checked(name, value).isSound;
}

/** Whether a text is a key of the settings. */
export function isSettingName(text: string): text is SettingName {
  return Object.hasOwn(DEFAULTS, text);
}

const SETTING_NAMES = Object.keys(DEFAULTS).filter(isSettingName);

function checked<Name extends SettingName>(name: Name, stored: unknown): Found<ExtensionSettings[Name]> {
  const check: Check<ExtensionSettings[Name]> = CHECKS[name];
  return check(stored, DEFAULTS[name]);
}

type Writable = { -readonly [Name in SettingName]: ExtensionSettings[Name] };

function put<Name extends SettingName>(settings: Writable, name: Name, value: Writable[Name]): void {
  settings[name] = value;
}

function yesOrNo(stored: unknown, fallback: boolean): Found<boolean> {
  return typeof stored === 'boolean' ? { value: stored, isSound: true } : { value: fallback, isSound: false };
}

function wholeNumber(smallest: number, largest: number): Check<number> {
  return (stored, fallback) =>
    typeof stored === 'number' && Number.isInteger(stored) && stored >= smallest && stored <= largest
      ? { value: stored, isSound: true }
      : { value: fallback, isSound: false };
}

function oneOf<Choice extends string>(choices: readonly Choice[]): Check<Choice> {
  return (stored, fallback) => {
    const value = choices.find((choice) => choice === stored);
    return value === undefined ? { value: fallback, isSound: false } : { value, isSound: true };
  };
}

/** Longest lists and texts; what is beyond was not made by hand. */
const MAX_ITEMS = 200;
const MAX_CHARACTERS = 500;

/** Items that cannot be right are left out, the others stay. */
function listOf(isItem: (text: string) => boolean): Check<readonly string[]> {
  const accepts = (item: unknown): item is string =>
    typeof item === 'string' && item.length <= MAX_CHARACTERS && isItem(item);
  return (stored, fallback) => {
    if (!Array.isArray(stored)) return { value: fallback, isSound: false };
    const value = stored.filter(accepts).slice(0, MAX_ITEMS);
    return { value, isSound: value.length === stored.length };
  };
}

function isPattern(text: string): boolean {
  return parsePattern(text).kind === 'pattern';
}

function triggers(stored: unknown, fallback: AutoScreenshot): Found<AutoScreenshot> {
  if (typeof stored !== 'object' || stored === null) return { value: fallback, isSound: false };
  const found = (name: keyof AutoScreenshot): Found<boolean> => {
    const isThere = Object.hasOwn(stored, name);
    return isThere
      ? yesOrNo(Reflect.get(stored, name), fallback[name])
      : { value: fallback[name], isSound: true };
  };
  const [error, navigation, action] = [found('on_error'), found('on_navigation'), found('on_action')];
  return {
    value: { on_error: error.value, on_navigation: navigation.value, on_action: action.value },
    isSound: error.isSound && navigation.isSound && action.isSound,
  };
}
