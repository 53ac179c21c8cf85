// A group of discounts beside the previous month. Pure; may import contract and text.
import type { CouponGroups } from '#contract/benefits.ts'
import { changeOf } from '#web/text/amounts.ts'

export type Mode = 'amount' | 'units'

export type Group = CouponGroups['data_groups'][number]

/** What a mode measures: money discounted, or orders with a discount of the group. */
export const measureOf = (mode: Mode, row: Group): number =>
  mode === 'amount' ? row.total_discounted : row.values

export interface GroupMeasure {
  readonly group: string
  readonly color: string
  readonly value: number
  readonly previous: number
  /** In percent; a previous value of 0 gives 0. */
  readonly change: number
}

/** The groups of the month, the largest of the mode first. */
export function groupMeasures(data: CouponGroups, mode: Mode): GroupMeasure[] {
  const before = new Map(data.prev_data.data_groups.map((row) => [row.group, measureOf(mode, row)]))
  return data.data_groups
    .map((row) => {
      const value = measureOf(mode, row)
      const previous = before.get(row.group) ?? 0
      const change = changeOf(value, previous)
      return { group: row.group, color: row.color, value, previous, change }
    })
    .sort((a, b) => b.value - a.value)
}
