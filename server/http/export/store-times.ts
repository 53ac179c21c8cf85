import type { Column } from '#contract/columns.ts'
import { wallClock } from '#server/domain/wall-clock.ts'

type Row = Readonly<Record<string, unknown>>

/** Converts `datetime` cells from UTC to the shop's time zone. */
export function storeTimes(
  columns: readonly Column[],
  timeZone: string,
): (rows: readonly object[]) => readonly object[] {
  const keys = columns.filter(({ format }) => format === 'datetime').map(({ key }) => key)
  if (keys.length === 0) return (rows) => rows
  const clock = wallClock(timeZone)
  const converted = (row: Row) =>
    keys.map((key): [string, unknown] => {
      const utc = row[key]
      return [key, typeof utc === 'string' && utc !== '' ? clock(utc) : utc]
    })
  return (rows) => rows.map((row) => ({ ...row, ...Object.fromEntries(converted(row as Row)) }))
}
