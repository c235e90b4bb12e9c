/**
 * A support desk that never rests: it asks for news all the time, searches while one types, loads more while one scrolls,
 * says things that go away again, and shows ages that change by themselves.
 */

import { element } from '../element.js';

import { archive } from './archive.js';
import { desk } from './desk.js';

const NEWS_MS = 400;

const view = element('main', {}, []);
const waiting = element('p', { role: 'status' }, ['Waiting: …']);

document
  .getElementById('app')
  .replaceChildren(
    element('header', { class: 'row' }, [
      ...(flow.faults.includes('missing-heading') ? [] : [element('h1', {}, ['Support desk'])]),
      waiting,
    ]),
    element('nav', {}, [
      element('a', { 'data-self': 'desk', href: '#/' }, ['Desk']),
      element('a', { 'data-self': 'archive', href: '#/archive' }, ['Archive']),
    ]),
    view,
  );

async function askForNews() {
  const news = await (await fetch('/api/waiting')).json();
  waiting.textContent = `Waiting: ${news.waiting}`;
}

function show() {
  if (flow.faults.includes('wrong-route') && location.hash === '#/archive') location.hash = '#/';
  view.replaceChildren(...(location.hash === '#/archive' ? archive() : desk()));
}

addEventListener('hashchange', show);
setInterval(askForNews, NEWS_MS);
void askForNews();
show();
