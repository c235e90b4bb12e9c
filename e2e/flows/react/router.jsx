/** Addresses without loading documents. */

import * as React from 'react';

const listeners = new Set();

function subscribe(listener) {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** The current path. */
export function usePath() {
  return React.useSyncExternalStore(subscribe, () => location.pathname);
}

/** Goes to a path. */
export function go(path) {
  history.pushState(null, '', path);
  listeners.forEach((listener) => listener());
}

/** A link that stays in the document. */
export function Link({ to, self, children }) {
  const follow = (event) => {
    event.preventDefault();
    go(to);
  };
  return (
    <a data-self={self} href={to} onClick={follow}>
      {children}
    </a>
  );
}
