// Times travel as UTC; in a file, as on screen, they stand on the clock of the store.
import type { Column } from '#contract/columns.ts'
import { wallClock } from '#server/domain/wall-clock.ts'

type Row = Readonly<Record<string, unknown>>

/** Turns the `datetime` cells of rows; lists without such a column are left alone. */
export function storeTimes(columns: readonly Column[], timeZone: string): (rows: object[]) => object[] {
  const keys = columns.filter(({ format }) => format === 'datetime').map(({ key }) => key)
  if (keys.length === 0) return (rows) => rows
  const clock = wallClock(timeZone)
  const turned = (row: Row) =>
    keys.map((key): [string, unknown] => {
      const utc = row[key]
      return [key, typeof utc === 'string' && utc !== '' ? clock(utc) : utc]
    })
  return (rows) => rows.map((row) => ({ ...row, ...Object.fromEntries(turned(row as Row)) }))
}
