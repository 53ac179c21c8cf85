// Costs that people enter: found by SKU, id or name, all of them or none.
import type { SavedCosts, saveCosts } from '#contract/costs.ts'
import { fold } from '#contract/row-order.ts'
import { idsOfKey, productKeyOf } from '#server/domain/product-key.ts'
import { fieldError, HttpError } from '#server/http/errors.ts'
import type { Call } from '#server/http/route.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'

export type EnteredRow = Call<typeof saveCosts>['body']['rows'][number]

interface Good {
  readonly product_id: number
  readonly parent_id: number
  readonly sku: string
  readonly name: string
}

const keyOfGood = ({ product_id, parent_id }: Good): string =>
  parent_id === 0 ? productKeyOf(product_id, 0) : productKeyOf(parent_id, product_id)

type Saved = SavedCosts['rows'][number]

/** Throws a 400 that names every row whose product is unknown, ambiguous or repeated. */
export async function foundRows(queries: Pick<Reads, 'all'>, rows: readonly EnteredRow[]): Promise<Saved[]> {
  const goods = await queries.all<Good>(
    wholeShop(
      'the catalogue',
      sql`select product_id, parent_id, sku, name from products where status <> 'trash'`,
    ),
  )
  const find = finder(goods)
  const seen = new Set<string>()
  const found = rows.map(({ since, cost, ...asked }, index) => {
    const path = `rows.${index}.${asked.key === undefined ? 'product' : 'key'}`
    const [good, other] = find(asked)
    if (!good) return fieldError(path, 'product-unknown')
    if (other) return fieldError(path, 'product-ambiguous')
    const key = keyOfGood(good)
    const id = `${key} ${since}`
    if (seen.has(id)) return fieldError(path, 'row-repeated')
    seen.add(id)
    return { key, product_name: good.name, since, cost }
  })
  const errors = found.flatMap((one) => ('path' in one ? one : []))
  if (errors.length > 0) throw new HttpError('bad-request', { errors })
  const stored = await storedCosts(queries)
  return found.flatMap((one) =>
    'path' in one ? [] : { ...one, before: stored.get(`${one.key} ${one.since}`) ?? null },
  )
}

function finder(goods: readonly Good[]) {
  const by = (key: (good: Good) => string) => Map.groupBy(goods, key)
  const [byKey, bySku, byName] = [by(keyOfGood), by(({ sku }) => sku.trim()), by(({ name }) => fold(name))]
  return ({ key, product = '' }: Pick<EnteredRow, 'key' | 'product'>): readonly Good[] =>
    (key === undefined
      ? (bySku.get(product) ?? byKey.get(product) ?? byName.get(fold(product)))
      : byKey.get(key)) ?? []
}

/** By key and day. */
async function storedCosts(queries: Pick<Reads, 'all'>): Promise<Map<string, number>> {
  const rows = await queries.all<{ product_id: number; variation_id: number; since: string; cost: number }>(
    wholeShop('costs', sql`select product_id, variation_id, since, cost from product_costs`),
  )
  return new Map(
    rows.map(({ product_id, variation_id, since, cost }) => [
      `${productKeyOf(product_id, variation_id)} ${since}`,
      cost,
    ]),
  )
}

export async function writeCosts(tx: Queries, rows: readonly Saved[]): Promise<void> {
  for (const { key, since, cost } of rows) {
    const [product, variation] = idsOfKey(key)
    await tx.run(sql`
      delete from product_costs
      where product_id = ${product} and variation_id = ${variation} and since = cast(${since} as date)`)
    if (cost === null) continue
    await tx.run(sql`
      insert into product_costs (product_id, variation_id, since, cost)
      values (${product}, ${variation}, cast(${since} as date), cast(${cost.toFixed(4)} as decimal(18, 4)))`)
  }
}
