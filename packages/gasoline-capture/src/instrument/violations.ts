/** What the page's content security policy does not allow. */

import { boundedUrl, documentUrl, timestamp } from '../env.ts';
import type { Env } from '../env.ts';
import type { Reporting } from '../instrument.ts';
import { isOwnTraffic } from '../own-traffic.ts';
import { OWN_SCHEME, place } from '../page-frame.ts';
import type { Uninstall } from '../patch.ts';
import { numberFrom, platformOf, textFrom } from '../platform.ts';
import { indexOf } from '../primordials.ts';

/** What the browser says instead of an address, and what it means. */
const BLOCKED: Readonly<Record<string, string | undefined>> = {
  inline: 'inline code',
  eval: 'code made from text (eval)',
  'wasm-eval': 'WebAssembly',
  self: 'a resource of this page',
  data: 'a data: address',
  blob: 'a blob: address',
};

/** Records violations until uninstalled. */
export function instrumentViolations(
  { emit, settings, annotations, blocked }: Reporting,
  env: Env,
): Uninstall {
  const { getter } = platformOf(env.window);
  const of = (name: string): ((event: Event) => unknown) => getter('SecurityPolicyViolationEvent', name);
  const uriOf = of('blockedURI');
  const directiveOf = of('effectiveDirective');
  const dispositionOf = of('disposition');
  const fileOf = of('sourceFile');
  const lineOf = of('lineNumber');
  const columnOf = of('columnNumber');

  return env.listen('securitypolicyviolation', (event) => {
    const uri = textFrom(uriOf(event));
    if (isOwnTraffic(uri, settings().ownServer)) return;
    const isBlocked = dispositionOf(event) !== 'report';
    if (isBlocked) blocked.note(uri);
    const directive = textFrom(directiveOf(event));
    const filename = textFrom(fileOf(event));
    // Calls that went through a wrapper of ours are told with our script as their source.
    const isPages = filename !== '' && indexOf(filename, OWN_SCHEME) !== 0;
    const lineno = numberFrom(lineOf(event));
    const what = BLOCKED[uri] ?? boundedUrl(uri);
    emit('/logs', {
      type: 'violation',
      ts: timestamp(env),
      level: isBlocked ? 'error' : 'warn',
      message: isBlocked
        ? `Content Security Policy (${directive}) blocked ${what}`
        : `Content Security Policy (${directive}, report only) would block ${what}`,
      directive,
      blocked: boundedUrl(uri),
      ...(isPages && lineno > 0
        ? { source: place(filename, lineno), filename, lineno, colno: numberFrom(columnOf(event)) }
        : {}),
      url: documentUrl(env),
      _context: isBlocked ? annotations.context() : undefined,
    });
  });
}
