/** An element whose content stands in an open shadow root. */

export class Component extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' });
    flow.watch(this.shadowRoot);
  }

  show(html) {
    this.shadowRoot.innerHTML = html;
  }

  on(selector, type, listener) {
    this.shadowRoot.querySelector(selector).addEventListener(type, listener);
  }
}

export async function send(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}
