/**
 * The name a function had before it was built.
 *
 * A stack has the name in the built script. Maps give names to places, not to functions, so the place where the
 * function is declared is looked for, backwards from the frame, and its original name asked for there.
 */

import { originalPositionFor } from '@jridgewell/trace-mapping';
import type { TraceMap } from '@jridgewell/trace-mapping';

import { cleanName } from './clean.ts';
import type { Frame } from './frame.ts';
import { LIMITS } from './limits.ts';
import { lineStart, placeAt } from './text-lines.ts';

/** How far back a declaration is looked for. */
const REACH = 200_000;

/** Names this short were most likely made by a minifier. */
const MINIFIED_CHARACTERS = 2;

const IDENTIFIER = /^[\w$]+$/;

/** The original name; undefined where only a minified one is known. */
export function originalFunctionName(frame: Frame, text: string, map: TraceMap): string | undefined {
  const name = frame.functionName;
  if (name === undefined) return undefined;
  const original = IDENTIFIER.test(name) ? declaredName(name, frame, text, map) : undefined;
  const shown = original ?? withoutMinified(name);
  return shown === undefined ? undefined : cleanName(shown, LIMITS.functionCharacters);
}

/** `t.total` → `total`; `t` → undefined. Names of methods survive. */
function withoutMinified(name: string): string | undefined {
  const parts = name.split('.').filter((part) => part.length > MINIFIED_CHARACTERS);
  return parts.length === 0 ? undefined : parts.join('.');
}

function declaredName(name: string, frame: Frame, text: string, map: TraceMap): string | undefined {
  const line = lineStart(text, frame.line);
  if (line === undefined) return undefined;
  const end = line + frame.column;
  const start = Math.max(0, end - REACH);
  const before = text.slice(start, end);
  const escaped = name.replaceAll('$', '\\$');
  // `function t(`, `function* t(`, `t=(`, `t=async`, `t=function`, `t=e=>`, `class t`, `var t = class`.
  const declaration = new RegExp(
    `(?:\\bfunction\\s*\\*?\\s+|\\bclass\\s+)(${escaped})\\b|(?<![\\w$.])(${escaped})\\s*=\\s*(?:async\\b|function\\b|class\\b|\\(|[\\w$]+\\s*=>)`,
    'dg',
  );
  const [place] = [...before.matchAll(declaration)].at(-1)?.indices?.slice(1).filter(Boolean) ?? [];
  if (place === undefined) return undefined;
  return originalPositionFor(map, placeAt(text, start + place[0])).name ?? undefined;
}
