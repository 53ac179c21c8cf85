// What the lines of orders cost, without what came back: the cost that the shop recorded at the sale, else the one that people
// entered for the day of the order, else what the shop says a unit costs at present.
import { quotient } from '#server/store/quotient.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { lineAmount } from './catalogue.ts'

/** Entered costs, each with the day from which another one holds. */
export const enteredCosts: Sql = sql`
  select product_id, variation_id, since, cost,
    lead(since) over (partition by product_id, variation_id order by since) as until
  from product_costs`

/** Joins what `costOf` reads to lines `l` of orders `o` and their products `p`. */
export const withCosts: Sql = sql.join(
  [
    sql`left join products v on v.product_id = l.variation_id and l.variation_id <> 0`,
    ...['own_cost', 'product_cost'].map((name, index) => {
      const of = (column: string) => sql.identifier(name, column)
      return sql`
        left join (${enteredCosts}) ${sql.identifier(name)} on ${of('product_id')} = l.product_id
          and ${of('variation_id')} = ${index === 0 ? sql`l.variation_id` : sql`0`}
          and ${of('since')} <= o.order_date and (${of('until')} is null or o.order_date < ${of('until')})`
    }),
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
