/** A question that cannot be answered by any page. */

/** Its message is for the caller. */
export class BadQuery extends Error {
  override readonly name = 'BadQuery';
}

/** Runs a selector; one that is none is the asker's mistake and quoted to them. */
export function withSelector<Result>(selector: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadQuery(`\`${selector}\` is not a valid CSS selector: ${plainReason(reason)}`);
  }
}

/** Browsers begin with the method's name, and some quote the selector, which is said already. */
function plainReason(message: string): string {
  return message.replace(/^Failed to execute '[^']*' on '[^']*': /, '').replace(/^'[\s\S]*' is/, 'it is');
}
