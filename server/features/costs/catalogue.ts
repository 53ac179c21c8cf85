// What a unit of each product costs today.

import { enteredCosts } from '#server/figures/costs.ts'
import { business, segment } from '#server/figures/expressions.ts'
import { type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'

/** Joins the entered cost that counts on a day: of the variation, or product without variations, and of the variation's product. */
const onDay = (name: string, product: Sql, variation: Sql, day: string): Sql => {
  const of = (column: string) => sql.identifier(name, column)
  return sql`
    left join (${enteredCosts}) ${sql.identifier(name)} on ${of('product_id')} = ${product}
      and ${of('variation_id')} = ${variation} and ${of('since')} <= cast(${day} as date)
      and (${of('until')} is null or ${of('until')} > cast(${day} as date))`
}

/** Products without variations, and variations. */
export function costsOn(day: string, isMissing: boolean): ScopedSql {
  const product = sql`case when v.parent_id = 0 then v.product_id else v.parent_id end`
  const variation = sql`case when v.parent_id = 0 then 0 else v.product_id end`
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
    ${onDay('own', product, variation, day)}
    ${onDay('whole', product, sql`case when v.parent_id = 0 then -1 else 0 end`, day)}
    where v.status <> 'trash' and not exists (select 1 from products child where child.parent_id = v.product_id)
      and ${isMissing ? sql`coalesce(${entered}, ${told}) is null` : sql`true`}`,
  )
}
