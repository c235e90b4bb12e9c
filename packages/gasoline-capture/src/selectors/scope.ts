/** Where a description must be unique. */

/** A part of the page in which Playwright would look. */
export interface Scope {
  readonly top: Node;
  /** The top, and the shadow roots inside it. */
  readonly roots: readonly Node[];
  /** How many elements it has, more or less: what it costs to look through it. */
  readonly size: number;
  /** Whether it is a neighbour of the element, top included: what is found there is another one for certain. */
  readonly isBeside: boolean;
}
