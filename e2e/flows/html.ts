/** Pages of the apps, and text that is safe in them. */

import { readFileSync } from 'node:fs';

import type { Fault } from './app.ts';
import { FAULTS } from './app.ts';

const IDENTITY = readFileSync(new URL('identity.js', import.meta.url), 'utf8');

/** Text as it stands in HTML, attributes included. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A whole page. */
export function htmlPage(title: string, body: string, has: (fault: Fault) => boolean): string {
  const faults = JSON.stringify(FAULTS.filter(has));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
<script>${IDENTITY}; flow.faults = ${faults};</script>
${body}
</html>`;
}

/** The page of an app that builds everything else in the browser. */
export function scriptPage(title: string, has: (fault: Fault) => boolean): string {
  return htmlPage(title, '<div id="app"></div><script type="module" src="/app.js"></script>', has);
}

/** Enough to lay a page out as people see one. */
export const STYLE = `
body { font: 16px/1.5 sans-serif; margin: 1rem; max-width: 60rem }
label, fieldset { display: block; margin: .25rem 0 }
nav > *, td > *, li > * { margin-right: .5rem }
[contenteditable], [role=textbox] { border: 1px solid #999; padding: .25rem; min-height: 1.5rem }
.row { display: flex; gap: .5rem; align-items: center; padding: .15rem }
`;
