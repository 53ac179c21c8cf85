// The change of a figure in percent, defined once; a pure rule.

/** What a change against a previous value of 0 shows, whatever it changed to: 100 on the scorecard, 0 elsewhere (specification, section 5). */
export type FromZero = 100 | 0

/** Change from `previous` to `current` in percent, 2 decimals. */
export function percentChange(current: number, previous: number, fromZero: FromZero): number {
  if (previous === 0) return fromZero
  return round2(((current - previous) / previous) * 100)
}

/** Part of `whole` in percent, 2 decimals; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : round2((part / whole) * 100)

const round2 = (value: number): number => Math.round(value * 100) / 100
