/** All pages of the survey that belong to no flow. */

import { bootstrap } from './bootstrap.ts';
import { calendar } from './calendar.ts';
import { dashboard } from './dashboard.ts';
import { grid } from './grid.ts';
import { mail } from './mail.ts';
import { material } from './material.ts';
import { singlePage } from './page.ts';
import type { SurveyedApp } from './page.ts';
import { arabic, japanese } from './scripts.ts';
import { settings } from './settings.ts';
import { shop } from './shop.ts';
import { tracker } from './tracker.ts';
import { wiki } from './wiki.ts';

const BODIES = {
  dashboard,
  material,
  bootstrap,
  grid,
  calendar,
  mail,
  shop,
  settings,
  wiki,
  arabic,
  japanese,
  tracker,
};

export const SURVEYED_PAGES: readonly SurveyedApp[] = Object.entries(BODIES).map(([name, body]) =>
  singlePage(name, body),
);
