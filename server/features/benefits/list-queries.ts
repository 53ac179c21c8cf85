import { NO_SUB_GROUP, storedSubGroup } from '#contract/benefit-groups.ts'
import { companyName } from '#server/domain/company-name.ts'
import { distName, firstDay, inBenefits, orderNumber } from '#server/figures/expressions.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

export interface DiscountFilter {
  readonly month: string
  readonly scope: Scope
}

const subGroupName = sql.raw(
  `case when x.sub_group = '${NO_SUB_GROUP.key}' then '${NO_SUB_GROUP.label}' else x.sub_group end`,
)
export const shownSubGroup = sql`${subGroupName} as sub_group`

const withOrders = sql`x join orders o on o.order_id = x.order_id and o.month = x.month`
const ofDistributors = sql`left join distributors d on d.dist_id = x.dist_id`

const AMOUNTS = ['order_subtotal', 'other_discounts', 'refunded', 'order_total']

interface Listed extends DiscountFilter {
  /** Columns of the list that discounts `x` have themselves. */
  readonly own: Sql
  /** Its columns of orders `o` beside the date, and their names. */
  readonly ofOrder?: Sql
  readonly namesOfOrder?: readonly string[]
  readonly only: Sql
}

/** As a list: pages are found without orders or distributors if neither orders nor filters them. */
function listedDiscounts({ month, scope, own, ofOrder = sql.empty, namesOfOrder = [], only }: Listed) {
  const listed = (joined: Sql, columns: Sql): ScopedSql => sql`
    select x.discount_id, x.order_id, x.dist_id, ${own}${columns}
    from order_discounts ${joined}
    where x.month = ${month} and x.counted and ${inScope(scope, sql`x.dist_id`)} and ${only}`
  const columns = sql`, ${orderNumber('o')} as number, o.order_date as date${ofOrder}`
  const query = listed(sql`${withOrders} ${ofDistributors}`, sql`${columns}, ${distName}`)
  const dated = listed(withOrders, columns)
  const first = firstDay(month)
  const early = sql`${listed(sql`x`, sql`, ${first.day} as date`)} and x.order_id in ${first.orders}`
  const leading = { orderBy: 'date', order: 'ASC' as const, query: early }
  const rowsOf = (keys: readonly Row[]) => {
    const ids = keys.map(({ order_id }) => Number(order_id))
    return sql`${query} and x.order_id in (${ids}) and o.order_id in (${ids})`
  }
  return {
    query,
    deferred: [
      { query: listed(sql`x`, sql.empty), lacks: ['number', 'date', 'dist_name', ...namesOfOrder], rowsOf },
      { query: dated, lacks: ['number', 'dist_name', ...namesOfOrder], rowsOf, leading },
      { query: dated, lacks: ['dist_name'], rowsOf },
      { query, lacks: [], rowsOf },
    ],
  }
}

const orderAmounts = sql`
  , o.gross as order_subtotal, o.discount - x.amount as other_discounts, o.refunded, o.net as order_total`

/** Exactly this group and sub-group, both optional; a company also matches by the code of its coupons. */
const within = (group: string | undefined, subGroup: string | undefined): Sql => sql`
  ${group === undefined ? sql`true` : sql`x.discount_group = ${group}`}
  and ${subGroup === undefined ? sql`true` : inSubGroup(storedSubGroup(subGroup))}`

const inSubGroup = (name: string): Sql => {
  const company = companyName(name)
  return company === name
    ? sql`x.sub_group = ${name}`
    : sql`(x.sub_group = ${name} or (x.discount_group = 'CORPORATIVOS' and x.sub_group = ${company}))`
}

export const couponUses = (filter: DiscountFilter) =>
  listedDiscounts({
    ...filter,
    own: sql`x.promo_name as promo, x.name as coupon_code, x.amount as discount_value,
      x.discount_group as "group", ${shownSubGroup}, x.status`,
    only: sql`x.kind = 'coupon' and ${inBenefits(sql`x.status`)}`,
  })

/** Uses of coupons with their buyers; `codes`, in lower case, limit them to these coupons. */
export const couponUsesWithBuyer = (filter: DiscountFilter, codes: readonly string[]) =>
  listedDiscounts({
    ...filter,
    own: sql`x.promo_name, x.name as coupon_code, x.amount as total_discounted`,
    ofOrder: sql`
      , o.first_name as name, o.last_name as surname, o.email, o.city, o.province as state${orderAmounts}`,
    namesOfOrder: ['name', 'surname', 'email', 'city', 'state', ...AMOUNTS],
    only: sql`x.kind = 'coupon' and ${inBenefits(sql`x.status`)}
      and ${codes.length === 0 ? sql`true` : sql`x.name in (${codes})`}`,
  })

export interface DetailFilter extends DiscountFilter {
  readonly group: string | undefined
  /** As on screen: OTROS for discounts without a sub-group. */
  readonly subGroup: string | undefined
  /** undefined: the statuses of benefits; empty: all. */
  readonly statuses: readonly string[] | undefined
}

export const discountDetails = ({ group, subGroup, statuses, ...filter }: DetailFilter) =>
  listedDiscounts({
    ...filter,
    own: sql`x.promo_name, x.name as discount_name, x.amount as total_discounted`,
    ofOrder: sql`, o.first_name as firstname, o.last_name as surname${orderAmounts}`,
    namesOfOrder: ['firstname', 'surname', ...AMOUNTS],
    only: sql`${inBenefits(sql`x.status`, statuses)} and ${within(group, subGroup)}`,
  })

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

export const discountLines = ({ group, subGroup, discount, coupon, ...filter }: LineFilter) =>
  listedDiscounts({
    ...filter,
    own: sql`x.discount_group as "group", ${shownSubGroup}, x.promo_name, x.name as discount_name,
      x.amount as discount_value, x.status`,
    only: sql`${inBenefits(sql`x.status`)} and ${within(group, subGroup)}
      and ${discount === undefined ? sql`true` : sql`x.name = ${discount}`}
      and ${coupon === undefined ? sql`true` : hasCouponName(coupon)}`,
  })

const rollupOf = ({ month, scope }: DiscountFilter): ScopedSql => sql`
  rollup_discounts x where x.month = ${month} and ${inBenefits(sql`x.status`)} and ${inScope(scope, sql`x.dist_id`)}`

/** Uses and amount per coupon code or per fee's name. */
export const totalsByName = (filter: DiscountFilter, kind: 'coupon' | 'fee'): ScopedSql => sql`
  select x.name, sum(x.quantity) as total_used, sum(x.amount) as total_amount_discounted,
    max(x.discount_group) as "group", max(${subGroupName}) as sub_group
  from ${rollupOf(filter)} and x.kind = ${kind} group by x.name`

export const totalsByDistributor = (filter: DiscountFilter): ScopedSql => sql`
  select s.dist_id, ${distName}, s."total-discount", s.quantity
  from (
    select x.dist_id, sum(x.amount) as "total-discount", sum(x.quantity) as quantity
    from ${rollupOf(filter)} group by x.dist_id
  ) s left join distributors d on d.dist_id = s.dist_id`
