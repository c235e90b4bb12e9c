/**
 * Checks a page with axe-core and reports what an agent needs to mend it.
 *
 * Frames are left out: from frame to frame the checker talks by `postMessage`, which the page would see. It also loads
 * no style sheets again. Elements are described by our own code, because the checker's quotes what is typed into them.
 */

import { textOf } from 'gasoline-capture/reading';
import type { AxeResults, NodeResult, Result, RunOptions } from 'axe-core';
import type { AuditAnswer, AuditFinding, AuditImpact, AuditNode, AuditQuery } from 'gasoline-wire';

import { BadQuery, withSelector } from './bad-query.ts';
import { bounded } from './bounded.ts';
import { ElementReader } from './element.ts';
import { fixOf } from './fixes.ts';
import { pageName } from './page-name.ts';
import type { Page } from './page.ts';
import { createSelectors } from './selector.ts';
import type { Selectors } from './selector.ts';

/** As much of axe-core as is used. */
export interface Checker {
  readonly version: string;
  run(context: Document | Element[], options: RunOptions): Promise<AxeResults>;
  getRules(): readonly { readonly tags: readonly string[] }[];
}

const MAX_NODES = 10;
const MAX_HTML_CHARACTERS = 200;
const MAX_SUMMARY_CHARACTERS = 400;
const MAX_SELECTOR_CHARACTERS = 300;
const MAX_FINDINGS = 100;

const IMPACTS: readonly AuditImpact[] = ['critical', 'serious', 'moderate', 'minor'];

/** Answers. Throws `BadQuery` for a scope or tag nobody knows. */
export async function runAudit(page: Page, query: AuditQuery, checker: Checker): Promise<AuditAnswer> {
  const context = contextOf(page, query);
  const results = await checker.run(context, optionsOf(query, checker));
  const quoting = { page, selectors: createSelectors(page.dom), reader: new ElementReader(page) };
  const findings = (of: readonly Result[]): AuditFinding[] =>
    of
      .map((result) => finding(result, quoting))
      .sort(byImpact)
      .slice(0, MAX_FINDINGS);
  return {
    ...pageName(page),
    violations: findings(results.violations),
    incomplete: findings(results.incomplete),
    ...(query.includePasses ? { passes: results.passes.map(({ id }) => id) } : {}),
    passCount: results.passes.length,
    engine: `axe-core ${checker.version}`,
    notes: notesOf(page, context),
  };
}

function contextOf({ dom, window }: Page, { scope }: AuditQuery): Document | Element[] {
  if (scope === undefined) return window.document;
  const elements = [...withSelector(scope, () => dom.findAll(window.document, scope))];
  if (elements.length === 0) throw new BadQuery(`no element of the page matches the scope \`${scope}\``);
  return elements;
}

function optionsOf({ tags }: AuditQuery, checker: Checker): RunOptions {
  const known = new Set(checker.getRules().flatMap((rule) => rule.tags));
  const unknown = tags.find((tag) => !known.has(tag));
  if (unknown !== undefined)
    throw new BadQuery(`no rule has the tag \`${unknown}\`; tags are ${[...known].sort().join(', ')}`);
  return {
    iframes: false,
    preload: false,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
    // Says that frames were not checked, as we do.
    rules: { 'frame-tested': { enabled: false } },
    ...(tags.length === 0 ? {} : { runOnly: { type: 'tag', values: [...tags] } }),
  };
}

function notesOf({ dom }: Page, context: Document | Element[]): string[] {
  const parts = Array.isArray(context) ? context : [context];
  const frames = parts.reduce((sum, part) => sum + dom.findAll(part, 'iframe').length, 0);
  return frames === 0 ? [] : [`${frames} ${frames === 1 ? 'frame' : 'frames'}: not checked`];
}

interface Quoting {
  readonly page: Page;
  readonly selectors: Selectors;
  readonly reader: ElementReader;
}

function finding({ id, impact, help, helpUrl, tags, nodes }: Result, quoting: Quoting): AuditFinding {
  const quoted = nodes.slice(0, MAX_NODES).map((node) => ({
    ...place(node, quoting),
    failureSummary: bounded(node.failureSummary ?? '', MAX_SUMMARY_CHARACTERS),
    fix: bounded(fixOf(id, node) ?? help, MAX_SUMMARY_CHARACTERS),
  }));
  return {
    id,
    impact: impact ?? 'minor',
    description: bounded(help, MAX_SUMMARY_CHARACTERS),
    helpUrl: helpUrl.replace(/\?.*$/, ''),
    wcag: tags.filter((tag) => /^wcag\d{3,}$/.test(tag)),
    nodeCount: nodes.length,
    nodes: quoted,
  };
}

/** Which element is meant. The checker's own words stand in only where it kept none. */
function place({ element, target }: NodeResult, quoting: Quoting): Pick<AuditNode, 'selector' | 'html'> {
  if (element === undefined)
    return { selector: bounded(target.join(' '), MAX_SELECTOR_CHARACTERS), html: '' };
  return {
    selector: bounded(pathTo(element, quoting), MAX_SELECTOR_CHARACTERS),
    html: bounded(htmlOf(element, quoting), MAX_HTML_CHARACTERS),
  };
}

/** The way to an element; ` >>> ` stands where it enters a shadow root. */
function pathTo(element: Element, { page, selectors }: Omit<Quoting, 'reader'>): string {
  const { dom, window } = page;
  const root = dom.root(element);
  const host = dom.host(root);
  if (host === undefined) return selectors.of(element, window.document);
  const inside = root instanceof window.ShadowRoot ? selectors.of(element, root) : '';
  return `${pathTo(host, { page, selectors })} >>> ${inside}`;
}

/** Its tag with attributes, masked where they are sensitive; its text, unless that is the text of others below it. */
function htmlOf(element: Element, { page, reader }: Quoting): string {
  const { tag, attributes } = reader.describe(element, page.window, 0);
  const shown = Object.entries(attributes).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${value}"`,
  );
  const isLeaf = page.children(element).length === 0;
  const text = isLeaf ? textOf(element, page.dom, MAX_HTML_CHARACTERS) : '…';
  return `<${tag}${shown.join('')}>${text}</${tag}>`;
}

function byImpact(one: AuditFinding, other: AuditFinding): number {
  const rank = (finding: AuditFinding): number => IMPACTS.indexOf(finding.impact);
  return rank(one) - rank(other) || one.id.localeCompare(other.id);
}
