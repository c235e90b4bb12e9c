import { expect, it } from 'vitest';

import { watchKeys } from '../../src/actions/keypress.ts';
import type { ActionDetails, Recorder } from '../../src/actions/record.ts';
import { createSettling } from '../../src/settling.ts';
import { createTestEnv } from '../page.ts';

/** What is recorded of keys that are pressed in an element, `Control+k`; further words are members of the event. */
function recorded(selector: string, ...keys: readonly (string | KeyboardEventInit)[]): readonly string[] {
  const env = createTestEnv();
  const { document, KeyboardEvent } = env.window;
  document.body.innerHTML = '<input><textarea></textarea><select></select><button></button><p></p>';
  const sent: ActionDetails[] = [];
  const recorder: Recorder = {
    observe: () => ({}),
    observePage: () => ({}),
    selectorsOf: () => undefined,
    send(details) {
      settling.releaseAll();
      sent.push(details);
    },
    sendHeld: (details) => void sent.push(details),
  };
  const settling = createSettling(env);
  const stop = watchKeys(recorder, env, settling);
  for (const key of keys) {
    const init = typeof key === 'string' ? pressed(key) : key;
    document.querySelector(selector)?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
  }
  settling.releaseAll();
  stop();
  return sent.map(({ key, modifiers, count }) => {
    const held = Array.isArray(modifiers) ? modifiers : [];
    const times = typeof count === 'number' ? ` ×${count}` : '';
    return `${[...held, typeof key === 'string' ? key : ''].join('+')}${times}`;
  });
}

function pressed(written: string): KeyboardEventInit {
  const parts = written.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Control'),
    altKey: parts.includes('Alt'),
    metaKey: parts.includes('Meta'),
    shiftKey: parts.includes('Shift'),
  };
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

// Situation recordings-08.
it('arrows are recorded, of a field those that choose among suggestions', () => {
  expect(recorded('p', ...ARROWS)).toEqual(ARROWS);
  expect(recorded('select', ...ARROWS)).toEqual(ARROWS);
  expect(recorded('input', ...ARROWS)).toEqual(['ArrowUp', 'ArrowDown']);
  expect(recorded('textarea', 'ArrowDown', 'Enter')).toEqual(['ArrowDown', 'Enter']);
});

it('shortcuts are recorded in order, in a field those that do not edit it', () => {
  const shortcuts = ['Control+k', 'Meta+Shift+P', 'Control+z', 'Alt+n', 'Control+F2', 'Control+ArrowLeft'];
  expect(recorded('button', ...shortcuts)).toEqual(shortcuts);
  expect(recorded('input', ...shortcuts)).toEqual(['Control+k', 'Meta+Shift+P', 'Control+F2']);
  expect(recorded('textarea', 'Control+Enter', 'Meta+s', 'Meta+v', 'Control+a')).toEqual([
    'Control+Enter',
    'Meta+s',
  ]);
});

it('typing is not recorded, wherever a page listens for it, nor are modifiers and what the browser does itself', () => {
  const typing = ['a', '7', ' ', 'Shift+A', 'Shift', 'Control', 'F5', 'Dead', 'Process'];
  expect(recorded('p', ...typing)).toEqual([]);
  expect(recorded('input', ...typing, 'Delete', 'Backspace', 'Alt+o', 'Control+Alt+q')).toEqual([]);
  expect(recorded('p', 'Control+Dead', 'Control+r', 'Meta+l', 'Alt+ArrowLeft', 'Control')).toEqual([]);
  expect(recorded('p', { key: 'ArrowDown', repeat: true }, { key: 'Enter', isComposing: true })).toEqual([]);
});

it('outside of fields a key that deletes is the app’s own', () => {
  expect(recorded('p', 'Delete', 'Backspace')).toEqual(['Delete', 'Backspace']);
});

it('a key of another alphabet is known by its place', () => {
  expect(recorded('p', { key: 'л', code: 'KeyK', ctrlKey: true })).toEqual(['Control+KeyK']);
  expect(recorded('p', { key: ' ', code: 'Space', ctrlKey: true })).toEqual(['Control+Space']);
});

it('one key again and again is soon one entry with a count', () => {
  const enters = (count: number): string[] => Array<string>(count).fill('Enter');
  expect(recorded('textarea', ...enters(11))).toEqual(enters(11));
  expect(recorded('textarea', ...enters(281))).toEqual([...enters(10), 'Enter ×271']);
  expect(recorded('textarea', ...enters(12), 'Tab', ...enters(2))).toEqual([
    ...enters(10),
    'Enter ×2',
    'Tab',
    ...enters(2),
  ]);
  expect(recorded('textarea', ...enters(10), 'Shift+Enter')).toEqual([...enters(10), 'Shift+Enter']);
});
