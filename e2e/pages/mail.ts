/** A mail client of icons: buttons without text, rows that are divs, subjects and senders that are data. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const TOOLS = ['archive', 'spam', 'trash', 'unread', 'snooze'];
const FOLDERS = ['Inbox', 'Starred', 'Sent', 'Drafts'];
const MAILS = [
  ['Harbour Library', 'Your loans are due'],
  ['Milo Brandt', 'Minutes of the meeting'],
  ['Power & Light', 'Your bill'],
  ['Sina Okafor', 'Photos from the lake'],
  ['Sina Okafor', 'Re: next weekend'],
] as const;

export const mail: Body = (
  random,
) => `<div class="app"><div class="bar"><div ${self('compose')} role="button" tabindex="0" class="T-I">Compose</div><input ${self('search')} aria-label="Search mail" placeholder="Search mail"><button ${self('filter')} aria-label="Show search options"><svg></svg></button></div>
  <div class="side">${each(FOLDERS, (folder) => `<div class="aim"><a ${self(`folder ${folder}`)} href="#${folder.toLowerCase()}" title="${folder}">${folder}${folder === 'Inbox' ? ` <b>${random.number(1, 99)}</b>` : ''}</a></div>`)}</div>
  <div class="tools" role="toolbar"><span ${self('select all')} role="checkbox" tabindex="0" aria-checked="false" aria-label="Select"></span>${each(TOOLS, (tool) => `<div ${self(`tool ${tool}`)} class="tool" role="button" tabindex="0" data-tooltip="${tool}"><i class="i-${tool}"></i></div>`)}<button ${self('refresh')} title="Refresh"><i class="i-refresh"></i></button></div>
  <div class="list">${each(
    random.shuffled(MAILS).slice(0, 4),
    ([
      sender,
      subject,
    ]) => `<div ${self(`mail ${subject}`)} class="zA" role="row" tabindex="-1"><span ${self(`check ${subject}`)} role="checkbox" tabindex="-1" aria-checked="false"></span><button ${self(`star ${subject}`)} class="star" aria-label="Not starred"><svg></svg></button>
    <span class="sender">${sender}</span><span class="subject">${subject}</span><span class="snippet"> - ${random.pick(['Hello', 'Dear customer', 'Good morning'])}</span><span class="date">${random.day()}</span>
    <ul class="hover"><li><button ${self(`archive ${subject}`)} data-tooltip="Archive"><i class="i-archive"></i></button></li><li><button ${self(`delete ${subject}`)} data-tooltip="Delete"><i class="i-trash"></i></button></li></ul></div>`,
  )}</div></div>`;
