/** Which document answers. */

import type { PageName } from 'gasoline-wire';

import { bounded } from './bounded.ts';
import type { Page } from './page.ts';

const MAX_URL_CHARACTERS = 2048;
const MAX_TITLE_CHARACTERS = 200;

/** Its address and title, now. */
export function pageName({ window, dom }: Page): PageName {
  return {
    url: bounded(window.location.href, MAX_URL_CHARACTERS),
    title: bounded(dom.title(window.document), MAX_TITLE_CHARACTERS),
  };
}
