/**
 * The name by which a developer knows a source: `src/components/LoginForm.tsx`.
 *
 * Every bundler and development server has its own scheme for sources, and most begin with something that only the
 * tool understands.
 */

import { cleanName } from './clean.ts';
import { LIMITS } from './limits.ts';

/** A source as its map names it, and as an address. */
export interface SourceName {
  /** As it stands in the map, with its `sourceRoot`. */
  readonly raw: string;
  /** Resolved against the map's address. */
  readonly resolved: string;
}

/** Folders at which the project begins in paths that begin elsewhere. */
const PROJECT_FOLDERS = /\/((?:src|app|apps|packages|pages|components|lib)\/.+)$/;

/** `webpack://name/`, `webpack-internal:///`, `turbopack:///[project]/`, `ng:///`, `vite:`, `rollup:`. */
const TOOL_PREFIX =
  /^(?:webpack|webpack-internal|turbopack|ng|rsc|vite|rollup|esbuild|parcel|meteor):(?:\/\/[^/]*\/)?/;

/** Namespaces of tools in front of the path: `(app-pages-browser)/`, `[project]/`. */
const NAMESPACE = /^\/*(?:\([\w-]+\)|\[project\]|\[root-of-the-server\]__?)\//;

const SEGMENTS_OF_ABSOLUTE = 3;

/** The readable name of a source. */
export function readableName({ raw, resolved }: SourceName): string {
  const name = pathOf(raw, resolved);
  return cleanName(name === '' ? raw : name, LIMITS.fileCharacters);
}

function pathOf(raw: string, resolved: string): string {
  const plain = withoutQuery(raw).replaceAll('\\', '/');
  const library = /node_modules\/(?!.*node_modules\/).*$/.exec(withoutQuery(resolved))?.[0];
  if (library !== undefined) return library;
  if (TOOL_PREFIX.test(plain)) return relative(plain.replace(TOOL_PREFIX, '').replace(NAMESPACE, ''));
  if (/^https?:/.test(plain)) return servedPath(plain);
  if (isAbsolute(plain)) return fromProject(plain.replace(/^file:\/\/+/, '/'));
  if (/^[a-z][\w+.-]+:/i.test(plain)) return relative(plain.replace(/^[a-z][\w+.-]+:\/*/i, ''));
  // A bare file name is relative to its script, which development servers keep where the source is.
  return plain.includes('/') ? relative(plain) : servedPath(withoutQuery(resolved));
}

function withoutQuery(text: string): string {
  return text.replace(/[?#].*$/s, '');
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path) || path.startsWith('file:');
}

/** The path below a server's root; of Vite's `/@fs/` the path in the project. */
function servedPath(address: string): string {
  const path = decoded(address.replace(/^[a-z][\w+.-]*:\/\/[^/]*\//i, ''));
  return path.startsWith('@fs/') ? fromProject(path.slice(3)) : relative(path);
}

/** Of a path on somebody's disk: from the first folder that looks like a project's, else the last few segments. */
function fromProject(path: string): string {
  const inProject = PROJECT_FOLDERS.exec(path)?.[1];
  return relative(inProject ?? path.split('/').slice(-SEGMENTS_OF_ABSOLUTE).join('/'));
}

/** Without `./`, and without `../` at the start, which leads from where the bundle lies to where the project does. */
function relative(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
