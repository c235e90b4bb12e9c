/** Storage and cookies. */

'use strict';

{
  const { check, failure, event, frame } = probe;

  check('setItem', () => {
    const returned = String(localStorage.setItem('a', 'b'));
    const value = localStorage.getItem('a');
    localStorage.other = 'c';
    const keys = Object.keys(localStorage).sort();
    localStorage.clear();
    return [returned, value, keys];
  });
  check('setItem converts once', () => {
    let count = 0;
    const text = {
      toString() {
        count += 1;
        return 'x';
      },
    };
    sessionStorage.setItem(text, text);
    sessionStorage.clear();
    return count;
  });
  check('setItem beyond the quota', () => {
    const message = failure(() => localStorage.setItem('a', 'x'.repeat(6_000_000)));
    localStorage.clear();
    return message;
  });
  check('storage event in another frame', async () => {
    const element = frame();
    const seen = event(element.contentWindow, 'storage');
    localStorage.setItem('a', 'b');
    const { key, newValue, oldValue } = await seen;
    localStorage.clear();
    element.remove();
    return [key, newValue, oldValue];
  });
  check('setItem as a key of storage', () => {
    const child = frame();
    const { localStorage: area } = child.contentWindow;
    area['setItem'] = 'own';
    const kinds = [typeof area.setItem, Object.keys(area)];
    area.clear();
    child.remove();
    return kinds;
  });
  check('cookie', () => {
    document.cookie = 'a=b; path=/';
    const seen = document.cookie;
    document.cookie = 'a=; max-age=0; path=/';
    return [seen, document.cookie];
  });
  check('cookie by assignment of an object', () => {
    let count = 0;
    document.cookie = {
      toString() {
        count += 1;
        return 'c=d; max-age=0';
      },
    };
    return count;
  });
}
