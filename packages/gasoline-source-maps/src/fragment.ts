/** Two addresses that differ only in their fragment are of the same document. */
export function withoutFragment(url: string): string {
  const start = url.indexOf('#');
  return start < 0 ? url : url.slice(0, start);
}
