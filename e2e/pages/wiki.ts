/** An article of hundreds of links, many of the same text, with footnotes and edit links for every section. */

import { each, self } from './page.ts';
import type { Body } from './page.ts';

const SECTIONS = ['History', 'Geography', 'Economy', 'Culture', 'See also'];
const PLACES = [
  'Aldermoor',
  'Brackwater',
  'Coldharbour',
  'Dunmere',
  'Eastwold',
  'Farrow Hill',
  'Greywell',
  'Hollin',
];
const WORDS = [
  'river',
  'parish',
  'market',
  'railway',
  'harbour',
  'council',
  'castle',
  'school',
  'mill',
  'bridge',
];
const LANGUAGES = ['Deutsch', 'Français', 'Suomi'];

/** Each subject is linked where it comes up first, a few again in every section. */
function linkedIn(section: string): readonly string[] {
  const at = SECTIONS.indexOf(section) * 2;
  const subjects = PLACES.flatMap((place) => WORDS.slice(at, at + 2).map((word) => `${place} ${word}`));
  return [...subjects, 'river', 'Dunmere'];
}

export const wiki: Body = (random) => {
  let note = 0;
  const link = (word: string, section: string): string =>
    `<a ${self(`${section} ${word}`)} href="/wiki/${word.replaceAll(' ', '_')}" title="${word}">${word}</a>`;
  const cite = (section: string): string => {
    note += 1;
    return `<sup id="cite_ref-${note}"><a ${self(`note ${section}`)} href="#cite_note-${note}">[${note}]</a></sup>`;
  };
  return `<div id="mw-panel"><a ${self('main page')} href="/wiki/Main_Page">Main page</a> <a ${self('random')} href="/wiki/Special:Random">Random article</a> <input ${self('search')} id="searchInput" name="search" placeholder="Search the wiki"><button ${self('find')} id="searchButton">Go</button></div>
  <main id="content"><h1>Ormsby</h1><p>Ormsby is a town of ${random.number(4000, 9000)} people near ${link('Dunmere', 'lead')}, on the ${link('river', 'lead')} Orm. ${cite('lead')}</p>
  <div id="toc"><ul>${each(SECTIONS, (section) => `<li><a ${self(`toc ${section}`)} href="#${section.replace(' ', '_')}"><span class="tocnumber">1</span> <span class="toctext">${section}</span></a></li>`)}</ul></div>
  ${each(
    SECTIONS,
    (
      section,
    ) => `<h2><span id="${section.replace(' ', '_')}">${section}</span> <span class="mw-editsection">[<a ${self(`edit ${section}`)} href="/w/index.php?title=Ormsby&amp;action=edit&amp;section=${SECTIONS.indexOf(section) + 1}" title="Edit section: ${section}">edit</a>]</span></h2>
    <p>${each(linkedIn(section), (word) => `The ${link(word, section)} of ${random.number(1200, 1990)}.`)} ${cite(section)}</p>`,
  )}
  <ul class="languages">${each(LANGUAGES, (language) => `<li><a ${self(`language ${language}`)} href="https://${language.slice(0, 2).toLowerCase()}.wiki.example/Ormsby" lang="x">${language}</a></li>`)}</ul></main>`;
};
