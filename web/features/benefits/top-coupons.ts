// The coupons used most, as the summary shows them. Pure; may import contract.
import type { CouponTotalRow } from '#contract/benefits.ts'

export interface TopCoupon {
  readonly name: string
  readonly total_used: number
  readonly total_amount_discounted: number
}

const EMPLOYEE = 'empleado-'
const TOP = 10

/** 'convenio-salud.general' → 'general': what stands before the first dot is left out. */
const withoutPrefix = (name: string): string => name.slice(name.indexOf('.') + 1)

/** Employees' coupons left out, prefixes stripped, equal names added up; the ten used most. */
export function topCoupons(rows: readonly CouponTotalRow[]): TopCoupon[] {
  const byName = new Map<string, { used: number; cents: number }>()
  for (const row of rows) {
    if (row.name.toLowerCase().startsWith(EMPLOYEE)) continue
    const name = withoutPrefix(row.name)
    const sum = byName.get(name) ?? { used: 0, cents: 0 }
    sum.used += row.total_used
    sum.cents += Math.round(row.total_amount_discounted * 100)
    byName.set(name, sum)
  }
  return [...byName]
    .map(([name, { used, cents }]) => ({ name, total_used: used, total_amount_discounted: cents / 100 }))
    .sort((a, b) => b.total_used - a.total_used || b.total_amount_discounted - a.total_amount_discounted)
    .slice(0, TOP)
}
