/** Lines of a source around a place, bounded. */

import type { SnippetLine, SourceSnippet } from 'gasoline-wire';

import { cleanLine } from './clean.ts';
import { LIMITS } from './limits.ts';
import { linesBetween } from './text-lines.ts';

/** The lines around a place; undefined where the source has no such line. */
export function linesAround(content: string, line: number, column: number): SnippetLine[] | undefined {
  const first = Math.max(1, line - LIMITS.linesBefore);
  const lines = linesBetween(content, first, line + LIMITS.linesAfter);
  if (lines.length <= line - first) return undefined;
  return lines.map((text, index) => {
    const number = first + index;
    return number === line
      ? { line: number, text: cleanLine(cutAround(text, column)), isError: true }
      : { line: number, text: cleanLine(cutAround(text, 1)) };
  });
}

/** At most 200 characters, those at the column among them. */
function cutAround(text: string, column: number): string {
  const { lineCharacters } = LIMITS;
  if (text.length <= lineCharacters) return text;
  const room = lineCharacters - 2;
  const start = Math.max(0, Math.min(column - 1 - Math.floor(room / 2), text.length - room));
  const end = start + room;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** As many of the snippets as fit into the bound; of the first that does not, the lines nearest to its error. */
export function withinBytes(snippets: readonly SourceSnippet[], limit: number): SourceSnippet[] {
  const kept: SourceSnippet[] = [];
  let bytes = 2;
  for (const snippet of snippets) {
    const fitting = shrunk(snippet, limit - bytes - 1);
    if (fitting === undefined) break;
    kept.push(fitting);
    bytes += byteLength(fitting) + 1;
  }
  return kept;
}

function shrunk(whole: SourceSnippet, limit: number): SourceSnippet | undefined {
  let snippet = whole;
  while (byteLength(snippet) > limit) {
    if (snippet.snippet.length <= 1) return undefined;
    snippet = { ...snippet, snippet: withoutFarthest(snippet) };
  }
  return snippet;
}

function withoutFarthest({ snippet, line }: SourceSnippet): SnippetLine[] {
  const before = line - (snippet.at(0)?.line ?? line);
  const after = (snippet.at(-1)?.line ?? line) - line;
  return before > after ? snippet.slice(1) : snippet.slice(0, -1);
}

const encoder = new TextEncoder();

function byteLength(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).byteLength;
}
