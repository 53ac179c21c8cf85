/** A distributor with the difference of its completed amount, as the list shows it. */
export interface Fallen {
  readonly dist_id: string
  readonly difference: number
}

/** Those among the offered that lost most, the largest loss first. */
export const fellMost = (fallen: readonly Fallen[], offered: ReadonlySet<string>, count: number): string[] =>
  fallen
    .filter(({ dist_id, difference }) => difference < 0 && offered.has(dist_id))
    .toSorted((one, other) => one.difference - other.difference)
    .slice(0, count)
    .map(({ dist_id }) => dist_id)
