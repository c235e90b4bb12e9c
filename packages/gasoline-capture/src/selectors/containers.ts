/**
 * Containers around an element that can be addressed by themselves: what is not unique in the page may be so in there.
 *
 * Nearest first: one with a test id or an id, a landmark, a dialog, a group with a name; or the row, list item or card in
 * which a text stands that stands in no other.
 */

import type { Locator } from 'gasoline-wire';

import type { Dom } from '../dom.ts';
import { append, indexOf } from '../primordials.ts';

import { agreedRoleOf } from './agreed-role.ts';
import { byId } from './by-id.ts';
import { byPlace } from './by-place.ts';
import { byRole } from './by-role.ts';
import { byTestId } from './by-test-id.ts';
import { RISK } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { rowByText } from './rows.ts';
import type { Scope } from './scope.ts';
import { aboveOf } from './search.ts';
import type { Search } from './search.ts';

/** A container and how to find it. */
export interface Container {
  readonly locator: Locator;
  readonly risk: number;
  readonly scope: Scope;
}

const MAX_LEVELS = 40;
const MAX_CONTAINERS = 4;

/** Roles that hold other things together. */
const HOLDING =
  ',alertdialog,article,banner,complementary,contentinfo,dialog,form,group,listbox,main,menu,menubar,navigation,radiogroup,region,search,tablist,tabpanel,toolbar,';

/** Finds containers one after the other; undefined when there are no more. */
export function containersOf(search: Search): (index: number) => Container | undefined {
  const found: Container[] = [];
  let ancestor = nextAncestor(search.element, search.dom);
  let level = 0;
  return (index) => {
    while (found.length <= index && ancestor !== undefined && level < MAX_LEVELS) {
      const container = found.length < MAX_CONTAINERS ? containerAt(ancestor, search) : undefined;
      if (container !== undefined) append(found, container);
      ancestor = nextAncestor(ancestor, search.dom);
      level += 1;
    }
    return found[index];
  };
}

function nextAncestor(element: Element, dom: Dom): Element | undefined {
  let above = aboveOf(element, dom);
  while (above !== null && !dom.isElement(above)) above = aboveOf(above, dom);
  const isTop = above === null || dom.matches(above, 'body,html');
  return isTop ? undefined : (above ?? undefined);
}

function containerAt(element: Element, search: Search): Container | undefined {
  const { dom, page } = search;
  const ways: (readonly Candidate[])[] = [byTestId(search, element), byId(search, element)];
  const role = agreedRoleOf(element, dom);
  if (role !== undefined && indexOf(HOLDING, `,${role},`) >= 0) append(ways, byRole(search, element));
  for (let index = 0; index < ways.length; index += 1) {
    const unique = firstOnly(ways[index] ?? [], page);
    if (unique !== undefined)
      return {
        locator: unique.locator,
        risk: unique.risk / 4 + RISK.container,
        scope: search.scopeOf(element),
      };
  }
  return dom.shadow(element) === null ? rowAt(element, search) : hostAt(element, search);
}

function firstOnly(variants: readonly Candidate[], scope: Scope): Candidate | undefined {
  for (let index = 0; index < variants.length; index += 1) {
    const variant = variants[index];
    if (variant?.isOnlyIn(scope) === true) return variant;
  }
  return undefined;
}

function rowAt(row: Element, search: Search): Container | undefined {
  const locator = rowByText(row, search);
  return locator && { locator, risk: RISK.containedText, scope: search.scopeOf(row) };
}

/** A component: the only one of its name, one with a text of its own, or the one in a certain place. */
function hostAt(host: Element, search: Search): Container | undefined {
  const name = search.dom.escape(search.dom.localName(host));
  const scope = search.scopeOf(host);
  if (search.isOnly(search.page, [name], host))
    return { locator: { by: 'css', value: name }, risk: RISK.container, scope };
  const row = rowAt(host, search);
  if (row !== undefined) return row;
  const placed = firstOnly(byPlace(search, host), search.page);
  return placed && { locator: placed.locator, risk: placed.risk, scope };
}
