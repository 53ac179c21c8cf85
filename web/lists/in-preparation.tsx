// What a running month still has in preparation, beside its completed orders.
import { type Column, shownColumns } from '#contract/columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { useRunningMonth } from '#web/api/running-month.ts'
import { money } from '#web/text/format.ts'
import { ChangeBadge } from '#web/ui/change-badge.tsx'
import css from './in-preparation.module.css'
import { text } from './text.ts'

/** The columns of a table, those of orders in preparation only beside the same days. */
export const useRunningColumns = <C extends Column>(columns: readonly C[]): readonly C[] =>
  shownColumns(columns, useMonths().sameDays)

interface Placed {
  readonly preparing_amount: number
  readonly placed_increment: number
}

export const PlacedChange = ({ row }: { row: Placed }) => (
  <ChangeBadge change={row.placed_increment} growth="good" bare />
)

/** A line under a panel's ring; nothing for a month that is over. */
export function InPreparation({ of }: { of: Placed }) {
  const { month, against } = useMonths()
  if (useRunningMonth(month) === undefined) return null
  return (
    <p className={css.line}>
      {text.inPreparation(money(of.preparing_amount))} <PlacedChange row={of} /> {against}
    </p>
  )
}
