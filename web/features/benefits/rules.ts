// Rules of the benefits screens. Pure functions over the contract's rows.
import type { CorporateBuyer, CouponGroups, CouponTotalRow } from '#contract/benefits.ts'
import { WORDPRESS_ROLES } from '#contract/wordpress-roles.ts'
import { changeOf } from '#web/text/format.ts'

/** Banks whose name starts with a digit come last; otherwise the order is kept. */
export const digitsLast = <Row extends { readonly sub_group: string }>(rows: readonly Row[]): Row[] => {
  const startsWithDigit = ({ sub_group }: Row) => Number(/^\s*\d/.test(sub_group))
  return [...rows].sort((a, b) => startsWithDigit(a) - startsWithDigit(b))
}

const SHOP_ROLES: ReadonlySet<string> = new Set(WORDPRESS_ROLES)

/** Every role except the shop's plain customers and its staff; one that the mapping calls a company has its label. */
export const companiesOf = (corporates: readonly CorporateBuyer[]): CorporateBuyer[] =>
  corporates.filter(({ role }) => !SHOP_ROLES.has(role.toLowerCase()))

/** Orders / users × 100; may exceed 100, and is 0 without registered users. */
export const boughtPercent = ({ total_orders, total_users }: CorporateBuyer): number =>
  total_users === 0 ? 0 : (total_orders / total_users) * 100

/** By money discounted, or by orders with a discount of the group. */
export type Mode = 'amount' | 'units'

type Group = CouponGroups['data_groups'][number]

const measureOf = (mode: Mode, row: Group): number => (mode === 'amount' ? row.total_discounted : row.values)

export interface GroupMeasure {
  readonly group: string
  readonly color: string
  readonly value: number
  readonly previous: number
  /** In percent; 0 if the previous value is 0. */
  readonly change: number
}

/** The month's groups with their change, largest first. */
export function groupMeasures(data: CouponGroups, mode: Mode): GroupMeasure[] {
  const before = new Map(data.prev_data.data_groups.map((row) => [row.group, measureOf(mode, row)]))
  return data.data_groups
    .map((row) => {
      const value = measureOf(mode, row)
      const previous = before.get(row.group) ?? 0
      return { group: row.group, color: row.color, value, previous, change: changeOf(value, previous) }
    })
    .sort((a, b) => b.value - a.value)
}

export type TopCoupon = Pick<CouponTotalRow, 'name' | 'total_used' | 'total_amount_discounted'>

/** 'convenio-salud.general' → 'general'. */
const withoutPrefix = (name: string): string => name.slice(name.indexOf('.') + 1)

/** The ten most used coupons: employees' coupons excluded, prefixes removed, equal names summed. */
export function topCoupons(rows: readonly CouponTotalRow[]): TopCoupon[] {
  const byName = new Map<string, { used: number; cents: number }>()
  for (const row of rows) {
    if (row.name.toLowerCase().startsWith('empleado-')) continue
    const name = withoutPrefix(row.name)
    const sum = byName.get(name) ?? { used: 0, cents: 0 }
    sum.used += row.total_used
    sum.cents += Math.round(row.total_amount_discounted * 100)
    byName.set(name, sum)
  }
  return [...byName]
    .map(([name, { used, cents }]) => ({ name, total_used: used, total_amount_discounted: cents / 100 }))
    .sort((a, b) => b.total_used - a.total_used || b.total_amount_discounted - a.total_amount_discounted)
    .slice(0, 10)
}
