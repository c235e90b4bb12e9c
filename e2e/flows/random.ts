/** Chance that can be repeated: the same seed gives the same data, another seed gives what another day would. */

/** A source of chance. */
export interface Random {
  /** A whole number from `from` up to but without `below`. */
  number(from: number, below: number): number;
  /** The same things in another order. */
  shuffled<Thing>(things: readonly Thing[]): readonly Thing[];
  pick<Thing>(things: readonly [Thing, ...Thing[]]): Thing;
  /** A price between two amounts, in whole cents. */
  price(from: number, below: number): string;
  /** A day of the year 2027, `2027-03-09`. */
  day(): string;
  /** What databases hand out: `k3x9q2ma`. */
  id(): string;
}

/** Starts at a seed. */
export function createRandom(seed: number): Random {
  const next = generator(seed);
  const nextPlace = generator(Math.ceil(seed / 2));
  const number = (from: number, below: number): number => from + Math.floor(next() * (below - from));
  return {
    number,
    shuffled(things) {
      const placed = things.map((thing) => ({ thing, at: nextPlace() }));
      // The day after has everything the other way round: code that goes by places is found out.
      placed.sort((one, other) => (seed % 2 === 0 ? other.at - one.at : one.at - other.at));
      return placed.map(({ thing }) => thing);
    },
    pick: (things) => things[number(0, things.length)] ?? things[0],
    price: (from, below) => (number(from * 100, below * 100) / 100).toFixed(2),
    day: () => new Date(Date.UTC(2027, 0, number(1, 366))).toISOString().slice(0, 10),
    id: () => Array.from({ length: 8 }, () => number(0, 36).toString(36)).join(''),
  };
}

/** Weyl sequence with a hash on top: short, and even enough for names and prices. */
function generator(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
