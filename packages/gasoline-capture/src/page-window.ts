/** A window as its own scripts see it. */
export type PageWindow = Window & typeof globalThis;
