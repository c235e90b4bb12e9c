/**
 * Keeps Chrome's list of registered scripts as the settings say.
 *
 * Registrations outlive the browser but not an update of the extension, so they are compared at each start of the
 * worker too. A site that is not listed sees no script at all.
 */

import type { ExtensionSettings } from '../settings/table.ts';

import { parsePattern } from './pattern.ts';

type Script = chrome.scripting.RegisteredContentScript;

type Part = Required<Pick<Script, 'id' | 'world' | 'runAt'>>;

/** The same scripts as in the manifest. */
const SCRIPTS: readonly Part[] = [
  { id: 'page', world: 'MAIN', runAt: 'document_start' },
  { id: 'relay', world: 'ISOLATED', runAt: 'document_start' },
  { id: 'late', world: 'MAIN', runAt: 'document_idle' },
];

let turn: Promise<unknown> = Promise.resolve();

/** Registers what the settings name, and nothing else. Calls wait for each other. Resolves to the patterns in force. */
export function registerSites(settings: ExtensionSettings): Promise<readonly string[]> {
  const next = turn.then(() => replaceRegistrations(settings));
  turn = next.catch(() => undefined);
  return next;
}

async function replaceRegistrations(settings: ExtensionSettings): Promise<readonly string[]> {
  const matches = patternsOf(settings.capturedSites);
  const wanted = matches.length === 0 ? [] : scriptsFor(matches, patternsOf(settings.uncapturedSites));
  const present = await chrome.scripting.getRegisteredContentScripts();
  if (describe(present) === describe(wanted)) return matches;
  if (present.length > 0) await chrome.scripting.unregisterContentScripts();
  if (wanted.length > 0) await chrome.scripting.registerContentScripts(wanted);
  return matches;
}

function patternsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const parsed = parsePattern(text);
    return parsed.kind === 'pattern' ? [parsed.pattern] : [];
  });
}

function scriptsFor(matches: string[], excludeMatches: string[]): Script[] {
  return SCRIPTS.map(({ id, world, runAt }) => ({
    id,
    world,
    runAt,
    js: [`${id}.js`],
    matches,
    ...(excludeMatches.length > 0 ? { excludeMatches } : {}),
    allFrames: true,
    matchOriginAsFallback: true,
    persistAcrossSessions: true,
  }));
}

/** Equal for equal registrations, in whatever order Chrome lists them and their members. */
function describe(scripts: readonly Script[]): string {
  return scripts
    .map(({ id, matches = [], excludeMatches = [] }) => JSON.stringify([id, matches, excludeMatches]))
    .sort()
    .join('\n');
}
