/** Finds the parts of our own pages. A part that is missing is a mistake of ours, so it is said loudly. */

/** The element with an id. */
export function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/** The button with an id. */
export function button(id: string): HTMLButtonElement {
  const element = part(id);
  if (!(element instanceof HTMLButtonElement)) throw new Error(`#${id} is no button`);
  return element;
}

/** The input with an id. */
export function input(id: string): HTMLInputElement {
  const element = part(id);
  if (!(element instanceof HTMLInputElement)) throw new Error(`#${id} is no input`);
  return element;
}

/** Shows text, or hides the element where there is none. */
export function showText(id: string, text: string | undefined): void {
  const element = part(id);
  element.textContent = text ?? '';
  element.hidden = text === undefined;
}
