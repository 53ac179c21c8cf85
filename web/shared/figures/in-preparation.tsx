// The orders in preparation of a running month, beside the completed ones.
import { Text } from '@mantine/core'
import { type Column, shownColumns } from '#contract/columns.ts'
import { useMonths, useRunningMonth } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { money } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { text } from '../text.ts'
import { Why, WhyBadge } from '../why/why.tsx'
import { type WhyQuestion, withPreparing } from '../why/why-address.ts'

/** The columns that the account may see; those of orders in preparation only if the same days are compared. */
export function useShownColumns<C extends Column>(columns: readonly C[]): readonly C[] {
  const user = useUser()
  return shownColumns(columns, useMonths().sameDays, (permission) => mayUser(user, permission))
}

interface Placed {
  readonly preparing_amount: number
  readonly prev_preparing_amount: number
}

interface PlacedChangeProps {
  row: Placed
  /** Of completed orders. */
  now: number
  before: number
  /** Explains the change of completed orders only. */
  of: WhyQuestion
}

export const PlacedChange = ({ row, now, before, of }: PlacedChangeProps) => (
  <WhyBadge
    of={withPreparing(of)}
    now={now + row.preparing_amount}
    before={before + row.prev_preparing_amount}
    growth="good"
    bare
  />
)

interface Changed extends Placed {
  readonly total_amount: number
  readonly prev_amount: number
}

/** The cells with the changes of an amount, without and with the orders in preparation. */
export const changeCells = <Row extends object>(whyOf: (row: Row) => WhyQuestion) => ({
  increment: (row: Row & Changed) => (
    <Why of={whyOf(row)}>
      <Change now={row.total_amount} before={row.prev_amount} />
    </Why>
  ),
  placed_increment: (row: Row & Changed) => (
    <PlacedChange row={row} now={row.total_amount} before={row.prev_amount} of={whyOf(row)} />
  ),
})

/** A line under a panel's ring; nothing for a month that is over. */
export function InPreparation(props: PlacedChangeProps) {
  const { month, against } = useMonths()
  if (useRunningMonth(month) === undefined) return null
  return (
    <Text fz="sm" c="var(--gd-text-soft)" mb={12}>
      <span>{text.inPreparation(money(props.row.preparing_amount))}</span> <PlacedChange {...props} />{' '}
      <span>{against}</span>
    </Text>
  )
}
