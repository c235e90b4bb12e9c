/** Which document answers. */

import type { PageName } from 'wire';

import { bounded } from './bounded.ts';
import type { Page } from './page.ts';

const MAX_URL_CHARACTERS = 2048;
const MAX_TITLE_CHARACTERS = 200;

/** Its address and title, now. */
export function pageName({ window }: Page): PageName {
  const { location, document } = window;
  return {
    url: bounded(location.href, MAX_URL_CHARACTERS),
    title: bounded(document.title, MAX_TITLE_CHARACTERS),
  };
}
