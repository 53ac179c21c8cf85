import { BENEFIT_GROUPS, shownSubGroup } from '#contract/benefit-groups.ts'
import { sharesOf } from '#contract/shares.ts'
import { companyName } from '#server/domain/company-name.ts'
import { differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { SubGroupSum } from './group-queries.ts'

/** The stored name matches as well as the shown one; so does the code of a company. */
export const isSubGroup = ({ group, sub_group }: SubGroupSum, name: string): boolean =>
  sub_group === shownSubGroup(name) || (group === 'CORPORATIVOS' && sub_group === companyName(name))

const quantityOf = (rows: readonly SubGroupSum[]) => rows.reduce((total, { quantity }) => total + quantity, 0)
const amountOf = (rows: readonly SubGroupSum[]) => sumOf(rows, ({ amount }) => amount)
const subGroupKey = (row: SubGroupSum) => `${row.group}\n${row.sub_group}`

/** One row per key with quantity and amount summed; other fields are those of the first row. */
const summedBy = (rows: readonly SubGroupSum[], key: (row: SubGroupSum) => string): SubGroupSum[] =>
  [...Map.groupBy(rows, key).values()].flatMap((all) => {
    const [first] = all
    return first ? { ...first, quantity: quantityOf(all), amount: amountOf(all) } : []
  })

export function groupSummary(
  sums: readonly SubGroupSum[],
  orders: readonly { group: string; orders: number }[],
) {
  const total = amountOf(sums)
  const ordersOf = new Map(orders.map((row) => [row.group, row.orders]))
  const grouped = summedBy(sums, ({ group }) => group)
  const percents = sharesOf(grouped.map(({ amount }) => amount))
  const data_groups = grouped
    .map(({ group, quantity, amount }, index) => ({
      group,
      color: BENEFIT_GROUPS.find(({ name }) => name === group)?.color ?? '#868e96',
      total_discounted: amount,
      cant: quantity,
      values: ordersOf.get(group) ?? 0,
      percent: percents[index] ?? 0,
    }))
    .sort((a, b) => b.total_discounted - a.total_discounted)
  return { data_groups, TOTAL_DISCOUNTED: total, TOTAL_CANT: quantityOf(sums) }
}

export const groupsByStatus = (
  sums: readonly SubGroupSum[],
  orderBy: 'total-discounted' | 'quantity' | 'group',
) =>
  summedBy(sums, ({ group, order_status }) => `${group}\n${order_status}`)
    .map(({ group, order_status, quantity, amount }) => ({
      group,
      order_status,
      quantity,
      'total-discounted': amount,
    }))
    .sort((a, b) => (orderBy === 'group' ? a.group.localeCompare(b.group) : b[orderBy] - a[orderBy]))

export const subGroupTotals = (sums: readonly SubGroupSum[]) =>
  summedBy(sums, subGroupKey)
    .map(({ group, sub_group, quantity, amount }) => ({
      group,
      sub_group,
      total_discounted: amount,
      cant: quantity,
    }))
    .sort((a, b) => b.total_discounted - a.total_discounted)

export function subGroupComparison(
  sums: readonly SubGroupSum[],
  previousSums: readonly SubGroupSum[],
  orderBy: 'total_discounted' | 'total_quantity' | 'sub_group',
) {
  const previous = Map.groupBy(previousSums, subGroupKey)
  const rows = [...Map.groupBy(sums, subGroupKey)].flatMap(([key, group]) =>
    subGroupRow(group, previous.get(key) ?? []),
  )
  return rows.sort((a, b) =>
    orderBy === 'sub_group' ? a.sub_group.localeCompare(b.sub_group, 'es') : b[orderBy] - a[orderBy],
  )
}

function subGroupRow(rows: readonly SubGroupSum[], previous: readonly SubGroupSum[]) {
  const [first] = rows
  if (!first) return []
  const total_discounted = amountOf(rows)
  const prev_discounted = amountOf(previous)
  return {
    group: first.group,
    sub_group: first.sub_group,
    orders: Object.fromEntries(
      rows.map((row) => [row.order_status, { total_discounted: row.amount, total_quantity: row.quantity }]),
    ),
    total_discounted,
    total_quantity: quantityOf(rows),
    prev_discounted,
    difference: differenceOf(total_discounted, prev_discounted),
    increment: percentChange(total_discounted, prev_discounted, 0),
  }
}
