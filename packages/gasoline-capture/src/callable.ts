/** Any function of the page. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown;

/** Whether a value can be called. */
export function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}
