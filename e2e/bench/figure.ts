/** One measured figure and the budget it is held to, in the form in which the server's bench reports its own. */

/** What a value counts. */
export type Unit = 'microseconds' | 'milliseconds' | 'bytes' | 'count';

/** How a value stands to its limit. `tenth`: not only within the budget, but within the tenth of it we aim for. */
export type Verdict = 'reported' | 'tenth' | 'met' | 'missed' | 'far_off';

/** Machines are noisy: only what is worse than its limit by this factor is certainly a regression. */
const FAR_OFF = 3;

/** A figure as it is reported. Times are what capture adds, never what the page costs by itself. */
export interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly unit: Unit;
  /** At most this much. */
  readonly limit?: number;
  /** What the value was computed from, by name. */
  readonly detail?: Readonly<Record<string, number>>;
}

/** How good a figure is. */
export function verdictOf({ value, limit }: Figure): Verdict {
  if (limit === undefined) return 'reported';
  if (value <= limit / 10) return 'tenth';
  if (value <= limit) return 'met';
  return value <= limit * FAR_OFF ? 'missed' : 'far_off';
}

/** One line for machines; three decimals, because finer differences are noise. */
export function figureLine(figure: Figure): string {
  const verdict = verdictOf(figure);
  const { figure: name, value, unit, limit = null, detail = {} } = figure;
  const ok = verdict !== 'missed' && verdict !== 'far_off';
  const rounded = Object.fromEntries(Object.entries(detail).map(([key, part]) => [key, round(part)]));
  return JSON.stringify({ figure: name, value: round(value), unit, limit, ok, detail: rounded });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
