import { companyName } from '#server/domain/company-name.ts'
import { distName, inBenefits } from '#server/rollups/expressions.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

export interface DiscountFilter {
  readonly month: string
  readonly scope: Scope
}

export const shownSubGroup = sql`case when x.sub_group = 'others' then 'OTROS' else x.sub_group end as sub_group`

const discountsOf = ({ month, scope }: DiscountFilter): ScopedSql => sql`
  order_discounts x
  join orders o on o.order_id = x.order_id and o.month = x.month
  left join distributors d on d.dist_id = x.dist_id
  where x.month = ${month} and x.counted and ${inScope(scope, sql`x.dist_id`)}`

const orderColumns = sql`
  x.discount_id, o.order_id, o.order_date as date, x.dist_id, ${distName}`

const orderAmounts = sql`
  o.gross as order_subtotal, x.amount as total_discounted, o.discount - x.amount as other_discounts, o.refunded,
  o.net as order_total`

/** Exactly this group and sub-group, both optional; a company also matches by the code of its coupons. */
const within = (group: string | undefined, subGroup: string | undefined): Sql => sql`
  ${group === undefined ? sql`true` : sql`x.discount_group = ${group}`}
  and ${subGroup === undefined ? sql`true` : inSubGroup(subGroup === 'OTROS' ? 'others' : subGroup)}`

const inSubGroup = (name: string): Sql => {
  const company = companyName(name)
  return company === name
    ? sql`x.sub_group = ${name}`
    : sql`(x.sub_group = ${name} or (x.discount_group = 'CORPORATIVOS' and x.sub_group = ${company}))`
}

export const couponUses = (filter: DiscountFilter): ScopedSql => sql`
  select ${orderColumns}, x.promo_name as promo, x.name as coupon_code, x.amount as discount_value,
    x.discount_group as "group", ${shownSubGroup}, x.status
  from ${discountsOf(filter)} and x.kind = 'coupon' and ${inBenefits(sql`x.status`)}`

/** Uses of coupons with their buyers; `codes`, in lower case, limit them to these coupons. */
export const couponUsesWithBuyer = (filter: DiscountFilter, codes: readonly string[]): ScopedSql => sql`
  select ${orderColumns}, o.first_name as name, o.last_name as surname, o.email, o.city, o.province as state,
    x.promo_name, x.name as coupon_code, ${orderAmounts}
  from ${discountsOf(filter)} and x.kind = 'coupon' and ${inBenefits(sql`x.status`)}
    and ${codes.length === 0 ? sql`true` : sql`x.name in (${codes})`}`

export interface DetailFilter extends DiscountFilter {
  readonly group: string | undefined
  /** As on screen: OTROS for discounts without a sub-group. */
  readonly subGroup: string | undefined
  /** undefined: the statuses of benefits; empty: all. */
  readonly statuses: readonly string[] | undefined
}

export const discountDetails = ({ group, subGroup, statuses, ...filter }: DetailFilter): ScopedSql => sql`
  select ${orderColumns}, o.first_name as firstname, o.last_name as surname, x.promo_name, x.name as discount_name, ${orderAmounts}
  from ${discountsOf(filter)} and ${inBenefits(sql`x.status`, statuses)} and ${within(group, subGroup)}`

export interface LineFilter extends DiscountFilter {
  readonly group: string | undefined
  /** As on screen: OTROS for discounts without a sub-group. */
  readonly subGroup: string | undefined
  readonly discount: string | undefined
  /** Coupon codes without the part up to their first dot, excluding coupons of employees. */
  readonly coupon: string | undefined
}

const hasCouponName = (coupon: string): Sql => sql`
  x.kind = 'coupon' and x.name not like 'empleado-%' and regexp_replace(x.name, '^[^.]*[.]', '') = ${coupon}`

export const discountLines = ({ group, subGroup, discount, coupon, ...filter }: LineFilter): ScopedSql => sql`
  select ${orderColumns}, x.discount_group as "group", ${shownSubGroup}, x.promo_name, x.name as discount_name,
    x.amount as discount_value, x.status
  from ${discountsOf(filter)} and ${inBenefits(sql`x.status`)} and ${within(group, subGroup)}
    and ${discount === undefined ? sql`true` : sql`x.name = ${discount}`}
    and ${coupon === undefined ? sql`true` : hasCouponName(coupon)}`

const rollupOf = ({ month, scope }: DiscountFilter): ScopedSql => sql`
  rollup_discounts x where x.month = ${month} and ${inBenefits(sql`x.status`)} and ${inScope(scope, sql`x.dist_id`)}`

/** Uses and amount per coupon code or per fee's name. */
export const totalsByName = (filter: DiscountFilter, kind: 'coupon' | 'fee'): ScopedSql => sql`
  select x.name, sum(x.quantity) as total_used, sum(x.amount) as total_amount_discounted,
    max(x.discount_group) as "group", max(case when x.sub_group = 'others' then 'OTROS' else x.sub_group end) as sub_group
  from ${rollupOf(filter)} and x.kind = ${kind} group by x.name`

export const totalsByDistributor = (filter: DiscountFilter): ScopedSql => sql`
  select s.dist_id, ${distName}, s."total-discount", s.quantity
  from (
    select x.dist_id, sum(x.amount) as "total-discount", sum(x.quantity) as quantity
    from ${rollupOf(filter)} group by x.dist_id
  ) s left join distributors d on d.dist_id = s.dist_id`
