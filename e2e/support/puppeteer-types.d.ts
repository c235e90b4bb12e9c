/** `@puppeteer/replay` names the package with a browser in it; its types are those of the one without. */
declare module 'puppeteer' {
  export * from 'puppeteer-core';
}
