/**
 * The moment after a test's own function and before its fixtures are taken down: pages are still open and the result is known.
 *
 * Playwright keeps what its own fixtures do then with the test. The place has had three names; where none is found, contexts that
 * outlive a test are asked a little later, with the next thing they send.
 */

type Callback = () => Promise<void>;

/** Calls back in that moment. The names are internal ones, so nothing of the information's public type is asked for. */
export function afterTestFunction(info: object, callback: Callback): void {
  const callbacks: unknown = Reflect.get(info, '_onDidFinishTestFunctionCallbacks');
  if (callbacks instanceof Set) {
    callbacks.add(callback);
    return;
  }
  const functions: unknown = Reflect.get(info, '_onDidFinishTestFunctions');
  if (Array.isArray(functions)) {
    functions.push(callback);
    return;
  }
  if (!('_onDidFinishTestFunction' in info)) return;
  const earlier: unknown = Reflect.get(info, '_onDidFinishTestFunction');
  Reflect.set(info, '_onDidFinishTestFunction', async () => {
    await callback();
    if (isCallback(earlier)) await earlier.call(info);
  });
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}
