/** A frame of a stack: where in a script, and in which of its functions. */

/** Line and column count from one, as browsers print them. */
export interface Frame {
  /** As the browser names it; undefined at the top level of a script. */
  readonly functionName: string | undefined;
  readonly url: string;
  readonly line: number;
  readonly column: number;
  /** Present where the code was made from a text by `eval`: the place is that of the call, not of the code. */
  readonly isEvalCall?: true;
}
