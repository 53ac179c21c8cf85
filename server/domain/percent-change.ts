/** The change from a previous value of 0: 100 on the scorecard, 0 elsewhere. */
export type FromZero = 100 | 0

/** Change from `previous` to `current` in percent. */
export function percentChange(current: number, previous: number, fromZero: FromZero): number {
  if (previous === 0) return fromZero
  return round2(((current - previous) / previous) * 100)
}

const round2 = (value: number): number => Math.round(value * 100) / 100
