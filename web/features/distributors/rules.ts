// Rules of the distributors screens. Pure functions over the contract's rows.
import type { Resume } from '#contract/distributors.ts'
import { isLost } from '#contract/statuses.ts'
import { sumOf } from '#web/text/format.ts'
import type { Growth } from '#web/ui/change-badge.tsx'
import { categorical, categoricalColor, rest } from '#web/ui/colors.ts'
import { groupBy } from '#web/ui/group-by.ts'
import type { Slice } from '#web/ui/slices.ts'
import { text } from './text.ts'

/**
 * Growth of lost orders is bad news; growth of orders that wait or are in preparation is neutral, since they may be sales
 * or a backlog. Undefined for completed orders, like for any sales.
 */
export function growthOf(status: string | null | undefined): Growth | undefined {
  if (!status) return 'good'
  if (isLost(status)) return 'bad'
  return status === 'wc-completed' ? undefined : 'neither'
}

/** Key of the slice that combines the smaller distributors. */
export const OTHERS = 'rest'

interface BillingSlice extends Slice {
  previous: number
}

/** The slice of the others is at most this part of the ring, unless that would take more than `MOST_NAMED` slices. */
const MOST_OTHERS = 0.1
const MOST_NAMED = 40

/** How many of the distributors, the largest first, have a slice of their own. */
function namedCount(items: Resume['billing']['items']): number {
  if (items.length <= categorical.length) return items.length
  const total = sumOf(items.map(({ amount }) => amount))
  let [count, others] = [0, total]
  while (count < categorical.length - 1 || (others > MOST_OTHERS * total && count < MOST_NAMED))
    others -= items[count++]?.amount ?? 0
  return count === items.length - 1 ? items.length : count
}

/** With the id in the names that several have: the ring and its table show no id beside them. */
export function toldApart(items: Resume['billing']['items']): Resume['billing']['items'] {
  const named = groupBy(items, ({ label }) => label)
  return items.map((item) =>
    (named.get(item.label)?.length ?? 0) > 1 ? { ...item, label: `${item.label} (${item.dist_id})` } : item,
  )
}

/** The largest distributors get a colour each; the others share one grey slice. */
export function billingSlices(items: Resume['billing']['items']): BillingSlice[] {
  const colors = namedCount(items)
  const colored = items.slice(0, colors).map((item, index) => ({
    key: item.dist_id,
    label: item.label,
    value: item.amount,
    previous: item.prev_amount,
    color: item.color ?? categoricalColor(index),
  }))
  const others = items.slice(colors)
  if (others.length === 0) return colored
  const value = sumOf(others.map(({ amount }) => amount))
  const previous = sumOf(others.map(({ prev_amount }) => prev_amount))
  const label = text.others(others.length)
  return [...colored, { key: OTHERS, label, value, previous, color: rest }]
}

type StatusRow = Resume['main_month']['resume'][number]

/** Statuses with more than 1 % of the amount, and the smaller ones that have orders. */
export const splitStatuses = (rows: readonly StatusRow[]) => ({
  shown: rows.filter((row) => row.percent_amount > 1),
  hidden: rows.filter((row) => row.percent_amount <= 1 && row.total_orders > 0),
})
