/** Names that are never the same twice, and pictures without any. */

let counter = Math.floor(Math.random() * 1000);

/** As React, Radix and Ember make them. */
export function freshId() {
  counter += 1;
  const styles = [
    `:r${counter.toString(36)}:`,
    `_r_${counter.toString(36)}_`,
    `radix-${counter}`,
    `ember${counter}`,
  ];
  return styles[counter % styles.length];
}

/** As CSS modules and styling libraries make them: letters with digits in between. */
export function freshClass(kind) {
  const hash = `${Math.random().toString(36).slice(2, 5)}${counter % 10}${Math.random().toString(36).slice(2, 4)}`;
  return kind === 'module' ? `Card_root__${hash}` : `${kind}-${hash}`;
}

const PATHS = {
  cart: 'M1 1h3l2 8h8',
  edit: 'M2 12l8-8 2 2-8 8H2z',
  bin: 'M3 4h10M5 4v9h6V4',
  star: 'M8 1l2 5h5l-4 3 2 5-5-3',
};

/** A picture without a name. */
export function icon(kind) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.setAttribute('width', '16');
  made.setAttribute('height', '16');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[kind]);
  made.append(path);
  return made;
}
