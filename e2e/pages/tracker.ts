/** A list of issues: labels, counts and numbers around titles, menus that look alike, a comment form. */

import { counter, each, self } from './page.ts';
import type { Body } from './page.ts';

const MENUS = ['Author', 'Label', 'Projects', 'Milestones', 'Assignee', 'Sort'];
const TABS = ['Code', 'Issues', 'Pull requests', 'Actions'];
const ISSUES = [
  'Crash when the list is empty',
  'Docs: mention proxies',
  'Support dark mode',
  'Wrong colour in legend',
  'Crash on start',
];
const LABELS = ['bug', 'documentation', 'good first issue'] as const;

export const tracker: Body = (random) => {
  const next = counter(random);
  return `<header><a ${self('owner')} href="/acme">acme</a> / <a ${self('repository')} href="/acme/charts">charts</a>
    <nav aria-label="Repository"><ul>${each(TABS, (tab) => `<li><a ${self(`tab ${tab}`)} href="/acme/charts/${tab.toLowerCase().split(' ')[0] ?? ''}" data-tab-item="i${next()}"><svg></svg><span data-content="${tab}">${tab}</span>${tab === 'Code' ? '' : `<span class="Counter">${random.number(3, 400)}</span>`}</a></li>`)}</ul></nav>
    <button ${self('watch')} class="btn btn-sm">Watch <span class="Counter">${random.number(10, 900)}</span></button><button ${self('star')} class="btn btn-sm" aria-label="Star this repository (${random.number(100, 9000)})">Star</button></header>
  <main><form role="search"><input ${self('query')} id="query-builder" aria-label="Search issues" value="is:open"></form><a ${self('new')} href="/acme/charts/issues/new/choose" class="btn btn-primary">New issue</a>
  <a ${self('open')} href="?q=is%3Aopen" class="selected">${random.number(20, 90)} Open</a> <a ${self('closed')} href="?q=is%3Aclosed">${random.number(200, 900)} Closed</a>
  ${each(MENUS, (menu) => `<details class="details-reset"><summary ${self(`menu ${menu}`)} class="btn-link" aria-haspopup="menu">${menu} <span class="dropdown-caret"></span></summary></details>`)}
  <div class="Box" role="group">${each(random.shuffled(ISSUES), (title) => {
    const number = random.number(1000, 9999);
    return `<div id="issue_${number}" class="Box-row js-issue-row"><input ${self(`check ${title}`)} type="checkbox" name="issues[]" value="${number}" aria-labelledby="issue_${number}_link"><a ${self(`issue ${title}`)} id="issue_${number}_link" class="markdown-title" href="/acme/charts/issues/${number}">${title}</a>
      <a ${self(`label ${title}`)} class="IssueLabel" href="?q=label">${random.pick(LABELS)}</a><span>#${number} opened ${random.number(2, 20)} days ago by <a ${self(`author ${title}`)} href="/${random.id()}">${random.pick(['mira-k', 'tobias', 'zhen'])}</a></span><a ${self(`comments ${title}`)} href="/acme/charts/issues/${number}#comments" aria-label="${random.number(1, 40)} comments"><svg></svg></a></div>`;
  })}</div>
  <div class="paginate"><a ${self('previous')} href="?page=1">Previous</a><a ${self('next')} href="?page=3" rel="next">Next</a></div></main>`;
};
