// What a unit of each product costs today.
import { withEntered } from '#server/figures/costs.ts'
import { business, segment } from '#server/figures/expressions.ts'
import { type ScopedSql, sql, wholeShop } from '#server/store/sql.ts'

/** Products without variations, and variations. */
export function costsOn(day: string, isMissing: boolean): ScopedSql {
  const product = sql`case when v.parent_id = 0 then v.product_id else v.parent_id end`
  const variation = sql`case when v.parent_id = 0 then 0 else v.product_id end`
  const date = sql`cast(${day} as date)`
  const told = sql`coalesce(v.cost, p.cost)`
  const entered = sql`coalesce(own.cost, whole.cost)`
  return wholeShop(
    'costs are of the whole shop',
    sql`
    select case when v.parent_id = 0 then cast(v.product_id as text)
        else cast(v.parent_id as text) || '.' || cast(v.product_id as text) end as key,
      v.name as product_name, coalesce(${entered}, ${told}) as unit_cost,
      case when own.cost is not null then own.since else whole.since end as since,
      case when ${entered} is not null then 'entered' when ${told} is not null then 'shop' else '' end as source,
      v.price, ${segment} as segment, ${business} as business, v.sku
    from products v left join products p on p.product_id = ${product}
    ${withEntered('own', { product, variation, day: date })}
    ${withEntered('whole', { product, variation: sql`case when v.parent_id = 0 then -1 else 0 end`, day: date })}
    where v.status <> 'trash' and not exists (select 1 from products child where child.parent_id = v.product_id)
      and ${isMissing ? sql`coalesce(${entered}, ${told}) is null` : sql`true`}`,
  )
}
