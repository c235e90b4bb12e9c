/** Where a frame lies in the source that was written. */

import { isIgnored, originalPositionFor } from '@jridgewell/trace-mapping';
import type { TraceMap } from '@jridgewell/trace-mapping';

import type { Frame } from './frame.ts';
import { originalFunctionName } from './function-name.ts';
import { isLibrary } from './library.ts';
import { readableName } from './readable-name.ts';
import type { Script } from './script.ts';
import { lineLength } from './text-lines.ts';
import { addressText, Unavailable } from './unavailable.ts';

/** A place in an original source. Line and column count from one. */
export interface Original {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Looked for only where the place is shown: it takes longer than all else. */
  readonly functionName: () => string | undefined;
  readonly isLibrary: boolean;
  /** Undefined where the map does not hold the source. */
  readonly content: string | undefined;
  /** Where the source itself might be. */
  readonly address: string;
  /** Said where what is shown was not written but served. */
  readonly note: string | undefined;
}

/** Longer lines were not written by a person. */
const MAX_WRITTEN_LINE = 200;

/** The original place of a frame. */
export function originalOf(frame: Frame, script: Script): Original {
  if (frame.isEvalCall === true)
    throw new Unavailable(
      `the code was made from a text by eval, at line ${frame.line} of ${addressText(frame.url)}: it has no source of its own`,
    );
  if (!isWithin(frame, script))
    throw new Unavailable(
      `${addressText(frame.url)} has no line ${frame.line}, column ${frame.column}: it changed since the page loaded it, reload the page`,
    );
  if ('missing' in script.map) return asServed(frame, script, script.map.missing);
  return mapped(frame, script, script.map);
}

function mapped(frame: Frame, script: Script, map: TraceMap): Original {
  const position = originalPositionFor(map, { line: frame.line, column: frame.column - 1 });
  const index = position.source === null ? -1 : sourceIndex(map, position.source);
  if (position.source === null || index < 0)
    throw new Unavailable(
      `the map of ${addressText(frame.url)} does not cover line ${frame.line}, column ${frame.column}`,
    );
  const resolved = map.resolvedSources[index] ?? position.source;
  const raw = `${map.sourceRoot ?? ''}${map.sources[index] ?? position.source}`;
  return {
    file: readableName({ raw, resolved }),
    line: position.line,
    column: position.column + 1,
    functionName: () => originalFunctionName(frame, script.text, map),
    isLibrary:
      isLibrary(resolved) || isLibrary(raw) || isLibrary(frame.url) || isIgnored(map, position.source),
    content: map.sourcesContent?.[index] ?? undefined,
    address: resolved,
    note: undefined,
  };
}

/** A script that nobody transformed is its own source; one that was minified is of no use to a reader. */
function asServed(frame: Frame, script: Script, missing: string): Original {
  if (script.text === '' || (lineLength(script.text, script.lineStarts, frame.line) ?? 0) > MAX_WRITTEN_LINE)
    throw new Unavailable(missing);
  return {
    file: readableName({ raw: frame.url, resolved: frame.url }),
    line: frame.line,
    column: frame.column,
    functionName: () => frame.functionName,
    isLibrary: isLibrary(frame.url),
    content: script.text,
    address: frame.url,
    note: `shown as it was served, not as it was written: ${missing}`,
  };
}

function sourceIndex(map: TraceMap, source: string): number {
  const index = map.sources.indexOf(source);
  return index < 0 ? map.resolvedSources.indexOf(source) : index;
}

/** Of a module that is evaluated from a string there is no text to compare with. */
function isWithin({ line, column }: Frame, { text, lineStarts }: Script): boolean {
  return text === '' || column <= (lineLength(text, lineStarts, line) ?? -1) + 1;
}
