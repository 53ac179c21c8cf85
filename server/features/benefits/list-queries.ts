// Lists of a month's discounts, one row per discount. Room features/benefits: may import contract, domain, store, rollups and http.
import { companyName } from '#server/domain/company-name.ts'
import { inScope } from '#server/http/principal.ts'
import { distName } from '#server/rollups/distributors.ts'
import { inBenefits } from '#server/rollups/statuses.ts'
import { type Sql, sql } from '#server/store/sql.ts'

export interface DiscountsAsked {
  readonly month: string
  readonly scope: readonly string[] | null
}

export const subGroupShown = sql`case when x.sub_group = 'others' then 'OTROS' else x.sub_group end as sub_group`

const discountsOf = ({ month, scope }: DiscountsAsked): Sql => sql`
  order_discounts x
  join orders o on o.order_id = x.order_id and o.month = x.month
  left join distributors d on d.dist_id = x.dist_id
  where x.month = ${month} and x.counted and ${inScope(scope, sql`x.dist_id`)}`

const ofOrder = sql`
  x.discount_id, o.order_id, o.order_date as date, x.dist_id, ${distName}`

const ofMoney = sql`o.gross as order_subtotal, x.amount as total_discounted, o.net as order_total`

/** Exactly a group and a sub-group, a company also by the code of its coupons; either may be left open. */
const within = (group: string | undefined, subGroup: string | undefined): Sql => sql`
  ${group === undefined ? sql`true` : sql`x.discount_group = ${group}`}
  and ${subGroup === undefined ? sql`true` : inSubGroup(subGroup === 'OTROS' ? 'others' : subGroup)}`

const inSubGroup = (asked: string): Sql => {
  const name = companyName(asked)
  return name === asked
    ? sql`x.sub_group = ${asked}`
    : sql`(x.sub_group = ${asked} or (x.discount_group = 'CORPORATIVOS' and x.sub_group = ${name}))`
}

/** Uses of coupons. */
export const couponUses = (asked: DiscountsAsked): Sql => sql`
  select ${ofOrder}, x.promo_name as promo, x.name as coupon_code, x.amount as discount_value,
    x.discount_group as "group", ${subGroupShown}, x.status
  from ${discountsOf(asked)} and x.kind = 'coupon' and ${inBenefits(sql`x.status`)}`

/** Uses of coupons with their buyers; `codes`, in lower case, limit them to these coupons. */
export const couponUsesWithBuyer = (asked: DiscountsAsked, codes: readonly string[]): Sql => sql`
  select ${ofOrder}, o.first_name as name, o.last_name as surname, o.email, o.city, o.province as state,
    x.promo_name, x.name as coupon_code, ${ofMoney}
  from ${discountsOf(asked)} and x.kind = 'coupon' and ${inBenefits(sql`x.status`)}
    and ${codes.length === 0 ? sql`true` : sql`x.name in (${codes})`}`

export interface DetailsAsked extends DiscountsAsked {
  readonly group: string | undefined
  /** As shown: OTROS for discounts without one. */
  readonly subGroup: string | undefined
  /** None given: those of benefits; an empty list: all. */
  readonly statuses: readonly string[] | undefined
}

/** Coupons and promotions with their orders. */
export const discountDetails = ({ group, subGroup, statuses, ...asked }: DetailsAsked): Sql => sql`
  select ${ofOrder}, o.first_name as firstname, o.last_name as surname, x.promo_name, x.name as discount_name, ${ofMoney}
  from ${discountsOf(asked)} and ${inBenefits(sql`x.status`, statuses)} and ${within(group, subGroup)}`

export interface LinesAsked extends DiscountsAsked {
  readonly group: string | undefined
  /** As shown: OTROS for discounts without one. */
  readonly subGroup: string | undefined
  readonly discount: string | undefined
  /** A name of the coupons used most: codes without what stands before their first dot, employees' left out. */
  readonly coupon: string | undefined
}

const goesBy = (coupon: string): Sql => sql`
  x.kind = 'coupon' and x.name not like 'empleado-%' and regexp_replace(x.name, '^[^.]*[.]', '') = ${coupon}`

/** Coupons and promotions with their groups. */
export const discountLines = ({ group, subGroup, discount, coupon, ...asked }: LinesAsked): Sql => sql`
  select ${ofOrder}, x.discount_group as "group", ${subGroupShown}, x.promo_name, x.name as discount_name,
    x.amount as discount_value, x.status
  from ${discountsOf(asked)} and ${inBenefits(sql`x.status`)} and ${within(group, subGroup)}
    and ${discount === undefined ? sql`true` : sql`x.name = ${discount}`}
    and ${coupon === undefined ? sql`true` : goesBy(coupon)}`

const rolled = ({ month, scope }: DiscountsAsked): Sql => sql`
  rollup_discounts x where x.month = ${month} and ${inBenefits(sql`x.status`)} and ${inScope(scope, sql`x.dist_id`)}`

/** Uses and amount per coupon code or per fee's name. */
export const totalsByName = (asked: DiscountsAsked, kind: 'coupon' | 'fee'): Sql => sql`
  select x.name, sum(x.quantity) as total_used, sum(x.amount) as total_amount_discounted,
    max(x.discount_group) as "group", max(case when x.sub_group = 'others' then 'OTROS' else x.sub_group end) as sub_group
  from ${rolled(asked)} and x.kind = ${kind} group by x.name`

/** Discounts per distributor. */
export const totalsByDistributor = (asked: DiscountsAsked): Sql => sql`
  select s.dist_id, ${distName}, s."total-discount", s.quantity
  from (
    select x.dist_id, sum(x.amount) as "total-discount", sum(x.quantity) as quantity
    from ${rolled(asked)} group by x.dist_id
  ) s left join distributors d on d.dist_id = s.dist_id`
