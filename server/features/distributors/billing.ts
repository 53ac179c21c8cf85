import { sharesOf } from '#contract/shares.ts'
import { differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange, placedChange } from '#server/domain/percent-change.ts'
import type { BillingRow } from './queries.ts'

/** Amounts of all distributors with their shares and changes. */
export function billingOf(billed: readonly BillingRow[]) {
  const total_amount = sumOf(billed, ({ amount }) => amount)
  const prev_amount = sumOf(billed, (row) => row.prev_amount)
  const listed = billed.filter((row) => row.is_listed === 1)
  const percents = sharesOf(listed.map(({ amount }) => amount))
  const preparing_amount = sumOf(billed, (row) => row.preparing_amount)
  const prev_preparing_amount = sumOf(billed, (row) => row.prev_preparing_amount)
  const prepared = { preparing_amount, prev_preparing_amount }
  return {
    total_amount,
    prev_amount,
    difference: differenceOf(total_amount, prev_amount),
    increment: percentChange(total_amount, prev_amount, 0),
    ...prepared,
    placed_increment: placedChange(total_amount, prev_amount, prepared),
    items: listed.map(({ is_listed: _, ...row }, index) => ({
      ...row,
      percent_amount: percents[index] ?? 0,
      difference: differenceOf(row.amount, row.prev_amount),
      increment: percentChange(row.amount, row.prev_amount, 0),
      placed_increment: placedChange(row.amount, row.prev_amount, row),
    })),
  }
}
