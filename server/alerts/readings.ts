import type { OpenIncidents, Reading } from './advance.ts'
import type { Moment } from './moments.ts'

/** The moments of a run. */
export interface Period {
  readonly first: Moment
  readonly last: Moment
}

type Readings = readonly (readonly [key: string, reading: Reading])[]

/** Keys of open incidents are read in any case. */
export type ReadAt = (moment: Moment, open: OpenIncidents) => Promise<Readings> | Readings

/** One per known or open key; undefined: nothing to read. */
export function readingsOf(
  known: ReadonlySet<string>,
  open: OpenIncidents,
  read: (key: string) => Reading | undefined,
): Readings {
  const readings: [string, Reading][] = []
  const add = (key: string) => {
    const reading = read(key)
    if (reading) readings.push([key, reading])
  }
  for (const key of known) add(key)
  for (const key of open.keys()) if (!known.has(key)) add(key)
  return readings
}
