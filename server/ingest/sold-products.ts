// A shop that deletes a product or a variation drops it from its order lines. A line that is read again keeps what is stored, so
// name, business, segment and SKU of past months do not change.
import type { OrderFacts, OrderLineFact } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

type Sold = Pick<OrderLineFact, 'order_id' | 'line_id' | 'product_id' | 'variation_id' | 'sku' | 'name'>

const keyOf = ({ order_id, line_id, name }: Pick<Sold, 'order_id' | 'line_id' | 'name'>): string =>
  `${order_id} ${line_id} ${name}`

export async function withSoldProducts(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const bare = facts.filter(({ lines }) => lines.some(({ variation_id }) => variation_id === 0))
  if (bare.length === 0) return facts
  const ids = bare.map(({ order }) => order.order_id)
  const [least, most] = [Math.min(...ids), Math.max(...ids)]
  const lacksProduct = bare.some(({ lines }) => lines.some(({ product_id }) => product_id === 0))
  const rows = await tx.all<Sold>(sql`
    select order_id, line_id, product_id, variation_id, sku, name from order_lines
    where order_id between ${least} and ${most} and order_id in (${ids}) and product_id > 0
      and ${lacksProduct ? sql`true` : sql`variation_id > 0`}`)
  if (rows.length === 0) return facts
  const sold = new Map(rows.map((row) => [keyOf(row), row]))
  return facts.map((one) => ({
    ...one,
    lines: one.lines.map((line) => {
      const before = line.variation_id === 0 ? sold.get(keyOf(line)) : undefined
      if (!before || (line.product_id !== 0 && line.product_id !== before.product_id)) return line
      if (line.product_id !== 0 && before.variation_id === 0) return line
      const { product_id, variation_id, sku } = before
      return { ...line, product_id, variation_id, sku }
    }),
  }))
}
