import type { Column } from '#contract/columns.ts'
import { roundTogether } from '#contract/shares.ts'

/** The rows of a whole list with the displayed shares, which add up. */
export function withShownShares<Row extends object>(
  columns: readonly Column[],
  rows: readonly Row[],
): readonly Row[] {
  const keys = columns.filter(({ format }) => format === 'share').map(({ key }) => key)
  if (keys.length === 0) return rows
  const shown = keys.map((key) =>
    roundTogether(
      rows.map((row) => Number(Reflect.get(row, key))),
      1,
    ),
  )
  return rows.map((row, index) => ({
    ...row,
    ...Object.fromEntries(keys.map((key, at) => [key, shown[at]?.[index]])),
  }))
}
