/** Elements as code makes them. */

/** Attributes, `on…` listeners and children. */
export function element(name, attributes, children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const TOAST_MS = 1500;

/** Says something for a moment. */
export function toast(text) {
  const shown = element('div', { role: 'alert', class: 'row' }, [text]);
  document.getElementById('app').append(shown);
  setTimeout(() => shown.remove(), TOAST_MS);
}
