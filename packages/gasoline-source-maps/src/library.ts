/** Tells the code of an app from that of libraries and of the tools that built or serve it. */

const LIBRARY = [
  /(?:^|[/\\])node_modules[/\\]/,
  /(?:^|[/\\])\.(?:vite|yarn|pnpm)[/\\]/,
  // Vite: its client and its plugins.
  /\/@(?:vite|react-refresh|id\/)/,
  /(?:^|\/)vite\/(?:dist\/|preload-helper|modulepreload-polyfill)/,
  // webpack and Next: runtime and framework chunks.
  /^webpack:\/\/[^/]*\/(?:\(webpack\)|webpack\/)/,
  /\/_next\/static\/chunks\/(?:framework|main|main-app|polyfills|webpack|node_modules_)[^/]*$/,
  /(?:^|[/\\])next[/\\]dist[/\\]/,
  /^\[?turbopack\]?[/:]/,
  // Common names of files that hold nothing but libraries.
  /(?:^|[/\\])(?:chunk-)?vendors?(?:[.~-][^/]*)?\.m?js/,
  /(?:^|[/\\])(?:jquery|react(?:-dom)?|vue|angular|lodash|bootstrap)(?:[.-][\w.-]+)?\.m?js$/,
];

/** Whether a script or a source, by its address, belongs to a library. */
export function isLibrary(address: string): boolean {
  const path = address.replace(/[?#].*$/s, '');
  return LIBRARY.some((pattern) => pattern.test(path));
}
