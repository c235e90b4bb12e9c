/** How much is measured in one run. */

/** Rounds over all variants of a page, and operations in each round. */
export interface Effort {
  readonly rounds: number;
  readonly consoleCalls: number;
  readonly fetches: number;
  readonly messages: number;
  readonly clicks: number;
  readonly loads: number;
  readonly paints: number;
  readonly snapshots: number;
  readonly queries: number;
}

/** What `make bench` uses: 10,000 console calls and messages, 1,000 fetches and clicks, twenty loads, a hundred paints. */
export const NORMAL: Effort = {
  rounds: 10,
  consoleCalls: 1000,
  fetches: 100,
  messages: 1000,
  clicks: 100,
  loads: 20,
  paints: 100,
  snapshots: 30,
  queries: 200,
};

/** Enough to see that every measurement works. */
export const QUICK: Effort = {
  rounds: 2,
  consoleCalls: 100,
  fetches: 5,
  messages: 100,
  clicks: 5,
  loads: 2,
  paints: 2,
  snapshots: 2,
  queries: 5,
};
