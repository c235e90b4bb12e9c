/** What is said for a moment and goes away. */

import { element } from '../element.js';

const TOAST_MS = 1500;

/** Says something for a moment. */
export function toast(text) {
  const shown = element('div', { role: 'alert', class: 'row' }, [text]);
  document.getElementById('app').append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
}
