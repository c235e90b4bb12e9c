/**
 * Patterns of sites, in Chrome's own form: `SCHEME://HOST[:PORT]/PATH`.
 *
 * People write less: `shop.example` or `*.shop.example` mean every page there, over http and https. Whatever Chrome
 * would refuse is refused here, where the person who typed it sees why.
 */

/** A pattern in Chrome's form, or what is wrong with it. */
export type ParsedPattern =
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'refused'; readonly reason: string };

const FORM = /^(?:(?<scheme>[^:/]*):\/\/)?(?<host>\[[^\]]*\]|[^:/]*)(?::(?<port>[^/]*))?(?<path>\/.*)?$/;

const HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;
const ADDRESS = /^\[[0-9a-f:.]+\]$/;

/** Reads what a person typed. */
export function parsePattern(text: string): ParsedPattern {
  const typed = text.trim();
  if (typed === '<all_urls>') return { kind: 'pattern', pattern: typed };
  const { scheme = '*', host = '', port, path = '/*' } = FORM.exec(typed)?.groups ?? {};
  if (!['http', 'https', '*'].includes(scheme)) return refused('Only http and https sites can be captured.');
  if (host === '') return refused('Name a site, for example shop.example or *.shop.example.');
  const name = canonicalHost(host);
  if (!isHost(name))
    return refused('A * stands for all sites, or in front of a name as in *.shop.example; not elsewhere.');
  if (port !== undefined && !isPort(port)) return refused('A port is a number from 1 to 65535, or *.');
  return {
    kind: 'pattern',
    pattern: `${scheme}://${name}${port === undefined ? '' : `:${port}`}${path === '/' ? '/*' : path}`,
  };
}

function refused(reason: string): ParsedPattern {
  return { kind: 'refused', reason };
}

/** As the browser writes it in addresses: lower case, other alphabets in their ASCII form. */
function canonicalHost(host: string): string {
  const star = host.startsWith('*.') ? '*.' : '';
  const address = `http://${host.slice(star.length)}`;
  return URL.canParse(address) ? `${star}${new URL(address).hostname}` : host.toLowerCase();
}

function isHost(host: string): boolean {
  const name = host.startsWith('*.') ? host.slice(2) : host;
  return host === '*' || ADDRESS.test(name) || HOST_NAME.test(name);
}

function isPort(port: string): boolean {
  return port === '*' || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The pattern of one site: its scheme, host and port, which Chrome would otherwise take for any. */
export function patternOfOrigin(url: URL): string {
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '*') : url.port;
  return `${url.protocol}//${url.hostname}:${port}/*`;
}

/** A pattern as people write it, without what goes without saying. */
export function shownPattern(pattern: string): string {
  const { scheme = '', host = '', port, path = '' } = FORM.exec(pattern)?.groups ?? {};
  if (scheme === '') return pattern;
  const isDefault = port === undefined || port === DEFAULT_PORTS[`${scheme}:`];
  const place = `${host}${isDefault ? '' : `:${port}`}${path === '/*' ? '' : path}`;
  return scheme === '*' ? place : `${scheme}://${place}`;
}

/** Whether an address is on a site. Chrome's rules: without a port any port, `*.a` also `a`. */
export function matchesPattern(url: URL, pattern: string): boolean {
  if (!(url.protocol in DEFAULT_PORTS)) return false;
  if (pattern === '<all_urls>') return true;
  const parsed = parsePattern(pattern);
  if (parsed.kind === 'refused') return false;
  const { scheme = '', host = '', port = '*', path = '' } = FORM.exec(parsed.pattern)?.groups ?? {};
  return (
    (scheme === '*' || `${scheme}:` === url.protocol) &&
    matchesHost(url.hostname, host) &&
    (port === '*' || port === (url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port)) &&
    matchesPath(`${url.pathname}${url.search}`, path)
  );
}

function matchesHost(hostname: string, host: string): boolean {
  if (host === '*') return true;
  if (!host.startsWith('*.')) return hostname === host;
  return hostname === host.slice(2) || hostname.endsWith(host.slice(1));
}

function matchesPath(path: string, glob: string): boolean {
  const parts = glob.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(path);
}
