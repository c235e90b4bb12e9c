/** A recorded locator by Playwright's own API: what generated code says, done directly. */

import type { Frame, Locator as PlaywrightLocator, Page } from '@playwright/test';
import type { Locator } from 'gasoline-wire';

type Scope = Page | Frame | PlaywrightLocator;

/** What the locator finds in a page, a frame or a container. */
export function locate(scope: Scope, locator: Locator): PlaywrightLocator {
  const container = locator.within === undefined ? scope : locate(scope, locator.within);
  const found = byStrategy(container, locator);
  const { hasText, nth } = locator;
  const filtered = hasText === undefined ? found : found.filter({ hasText });
  return nth === undefined ? filtered : filtered.nth(nth);
}

function byStrategy(scope: Scope, { by, value, exact, attribute, role }: Locator): PlaywrightLocator {
  const options = exact === undefined ? {} : { exact };
  switch (by) {
    case 'testId':
      return attribute === undefined
        ? scope.getByTestId(value)
        : scope.locator(attributeSelector(attribute, value));
    case 'role':
      return scope.getByRole(knownRole(role), value === '' ? {} : { name: value, ...options });
    case 'label':
      return scope.getByLabel(value, options);
    case 'placeholder':
      return scope.getByPlaceholder(value, options);
    case 'altText':
      return scope.getByAltText(value, options);
    case 'title':
      return scope.getByTitle(value, options);
    case 'text':
      return scope.getByText(value, options);
    case 'id':
      return scope.locator(attributeSelector('id', value));
    case 'css':
      return scope.locator(value);
  }
}

type Role = Parameters<Page['getByRole']>[0];

function knownRole(role: string | undefined): Role {
  // Roles are data here, and a list of names in Playwright's types; it says so itself if it knows none of that name.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return (role ?? 'generic') as Role;
}

function attributeSelector(name: string, value: string): string {
  return `[${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\a ')}"]`;
}
