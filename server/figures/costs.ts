// What the lines of orders cost, without what came back: the cost that the shop recorded at the sale, else the one that people
// entered for the day of the order, else what the shop says a unit costs at present.
import { quotient } from '#server/store/quotient.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { lineAmount } from './catalogue.ts'

/** Entered costs, each with the day from which another one holds. */
const entered: Sql = sql`
  select product_id, variation_id, since, cost,
    lead(since) over (partition by product_id, variation_id order by since) as until
  from product_costs`

interface EnteredFor {
  readonly product: Sql
  readonly variation: Sql
  /** A date. */
  readonly day: Sql
}

/** Joins the cost that was entered for a day under this name. */
export function withEntered(name: string, { product, variation, day }: EnteredFor): Sql {
  const of = (column: string) => sql.identifier(name, column)
  return sql`
    left join (${entered}) ${sql.identifier(name)} on ${of('product_id')} = ${product}
      and ${of('variation_id')} = ${variation} and ${of('since')} <= ${day}
      and (${of('until')} is null or ${of('until')} > ${day})`
}

const ofLine = { product: sql`l.product_id`, day: sql`o.order_date` }

/** Joins what `costOfLine` reads to lines `l` of orders `o` and their products `p`. */
export const withCosts: Sql = sql.join(
  [
    sql`left join products v on v.product_id = nullif(l.variation_id, 0)`,
    withEntered('own_cost', { ...ofLine, variation: sql`l.variation_id` }),
    withEntered('product_cost', { ...ofLine, variation: sql`0` }),
  ],
  sql` `,
)

const left = lineAmount('units', 'l')
const unitCost = sql`coalesce(own_cost.cost, product_cost.cost, v.cost, p.cost)`

/** Null: nobody tells the cost. Ten times as much on both sides keeps the fifth decimal of amount × units. */
export const costOfLine: Sql = sql`
  case when l.cost is null then round(${unitCost} * (${left}), 2)
    when l.refunded_units = 0 or l.quantity = 0 then l.cost
    else ${quotient(sql`(10 * l.cost * (${left}))`, sql`(10 * l.quantity)`, 2)} end`
