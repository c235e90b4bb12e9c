/** The choices about what follows an error; the same as in the extension's options. */

/** What is found out about an error after it was reported. */
export interface AiContextOptions {
  /** The source around it, read from the maps of its scripts; by default. */
  readonly sourceSnippets?: boolean;
  /** The components it came out of; by default. */
  readonly componentTree?: boolean;
  /** Keys of the app's store and a few values; not by default. */
  readonly stateSnapshot?: boolean;
}
