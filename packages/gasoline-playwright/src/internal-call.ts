/** Calls of Playwright's API that belong to capture: they appear neither in the suite's report nor in its traces. */

/** Playwright objects offer this to its own fixtures. */
type WrapApiCall = (call: () => Promise<unknown>, options: { readonly internal: true }) => Promise<unknown>;

/** Runs calls on behalf of `owner` so that the runner does not count them as steps of the test. */
export async function internally<Result>(owner: object, call: () => Promise<Result>): Promise<Result> {
  const wrap: unknown = Reflect.get(owner, '_wrapApiCall');
  if (!isWrap(wrap)) return call();
  let result: Result | undefined;
  // Before 1.52 the second argument was a flag; an object counts as true.
  await wrap.call(
    owner,
    async () => {
      result = await call();
    },
    { internal: true },
  );
  return given(result);
}

function isWrap(value: unknown): value is WrapApiCall {
  return typeof value === 'function';
}

/** The wrapper has run its call when it resolves; a call may well resolve to undefined. */
function given<Result>(result: Result | undefined): Result;
function given(result: unknown): unknown {
  return result;
}
