/** Where a script says that its map is. */

const NAME = 'sourceMappingURL=';

/** Before the name, on the line: `//# `, `//@ ` or `/*# `. */
const COMMENT = /\/[/*][#@]\s*$/;

/** No address holds these; a string or template of the script's own code may. */
const NOT_IN_ADDRESS = /["'`\s]/;

/** The address of the map as the script's headers or its last comment name it; undefined where neither does. */
export function mapLink(text: string, headers: Headers | undefined): string | undefined {
  const header = headers?.get('sourcemap') ?? headers?.get('x-sourcemap');
  return header === null || header === undefined || header === '' ? linkInText(text) : header;
}

/** The last link; from the end, because scripts are long and links stand there. */
function linkInText(text: string): string | undefined {
  for (let at = text.lastIndexOf(NAME); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(NAME, at - 1)) {
    if (!COMMENT.test(text.slice(Math.max(0, at - 6), at))) continue;
    const lineEnd = text.indexOf('\n', at);
    const line = text.slice(at + NAME.length, lineEnd < 0 ? text.length : lineEnd);
    const link = line.replace(/\s*(?:\*\/)?\s*$/, '');
    if (link !== '' && !NOT_IN_ADDRESS.test(link)) return link;
  }
  return undefined;
}

/** A module that a bundle evaluates from a string. */
export interface Evaluated {
  /** Its inline map. */
  readonly link: string;
  /** What is evaluated; empty where it cannot be read. */
  readonly text: string;
}

/**
 * The inline map and the text of a module that a bundle evaluates from a string, as webpack's development builds do. The
 * module is known by the name it gives itself; Base64 needs no unescaping.
 */
export function linkOfEvaluated(bundle: string, moduleUrl: string): Evaluated | undefined {
  const name = bundle.indexOf(`sourceURL=${moduleUrl}\\n`);
  if (name < 0) return undefined;
  const start = bundle.lastIndexOf(`${NAME}data:`, name);
  // Another module's end lies between.
  if (start < 0 || bundle.slice(start, name).includes('sourceURL=')) return undefined;
  const link = /^[\w/+=:;,.-]+/.exec(bundle.slice(start + NAME.length, name))?.[0];
  return link === undefined ? undefined : { link, text: evaluatedText(bundle, start) };
}

/** The code before a link in the literal that is evaluated. */
function evaluatedText(bundle: string, link: number): string {
  const call = bundle.lastIndexOf('eval(', link);
  const start = call < 0 ? -1 : bundle.indexOf('"', call);
  if (start < 0 || start > link) return '';
  try {
    const text: unknown = JSON.parse(`${bundle.slice(start, link).replace(/\/\/# ?$/, '')}"`);
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
