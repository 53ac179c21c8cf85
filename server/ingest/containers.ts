// Orders that contain others: marketplaces copy the lines of an order into one order per seller. The parent is stored and listed,
// and its children are counted.
import type { OrderFacts } from '#server/domain/facts.ts'
import { type Rollups, trackChange } from '#server/rollups/difference.ts'
import { readSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Row } from '#server/store/store.ts'
import { uncounted, waitingAmong } from './large-orders.ts'
import { deleteByKey, storedByKey } from './write-rows.ts'

interface Sold {
  readonly product: string
  readonly units: number
  readonly gross: number
}

/** Units and cents per product and variation. */
type Lines = ReadonlyMap<string, { readonly units: number; readonly cents: number }>

function linesOf(sold: readonly Sold[]): Lines {
  const lines = new Map<string, { units: number; cents: number }>()
  for (const { product, units, gross } of sold) {
    const before = lines.get(product) ?? { units: 0, cents: 0 }
    lines.set(product, { units: before.units + units, cents: before.cents + Math.round(gross * 100) })
  }
  return lines
}

/** Deposits and renewals have parents too, but other lines or other amounts. */
function hold(children: Lines, parent: Lines): boolean {
  return (
    parent.size > 0 &&
    [...parent].every(([product, { units, cents }]) => {
      const held = children.get(product)
      return held !== undefined && Math.abs(held.units - units) < 1e-6 && Math.abs(held.cents - cents) <= 1
    })
  )
}

/** Lines of products that the shop has deleted keep their names only. */
const STORED_PRODUCT = sql`case when product_id = 0 then name
  else cast(product_id as text) || '.' || cast(variation_id as text) end`

async function storedLines(tx: Queries, ids: readonly number[]): Promise<Map<number, Sold[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<Sold & { order_id: number }>(sql`
    select order_id, ${STORED_PRODUCT} as product,
      cast(sum(quantity) as double precision) as units, cast(sum(gross) as double precision) as gross
    from order_lines where order_id in (${ids}) group by order_id, ${STORED_PRODUCT}`)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Those of these orders whose stored children hold their lines; `told`: lines that replace stored ones. */
async function containersAmong(
  tx: Queries,
  parents: readonly number[],
  told: ReadonlyMap<number, readonly Sold[]> = new Map(),
): Promise<ReadonlySet<number>> {
  if (parents.length === 0) return new Set()
  const links = await tx.all<{ order_id: number; parent_id: number }>(
    sql`select order_id, parent_id from order_parents where parent_id in (${parents})`,
  )
  if (links.length === 0) return new Set()
  const linked = new Set(links.map(({ parent_id }) => parent_id))
  const lines = await storedLines(tx, [...links.map(({ order_id }) => order_id), ...linked])
  const children = Map.groupBy(links, ({ parent_id }) => parent_id)
  const isContainer = (id: number) => {
    const held = (children.get(id) ?? []).flatMap(({ order_id }) => lines.get(order_id) ?? [])
    return hold(linesOf(held), linesOf(told.get(id) ?? lines.get(id) ?? []))
  }
  return new Set([...linked].filter(isContainer))
}

/** Facts of containers are not counted. */
export async function withContainers(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const told = new Map(facts.map(({ order, lines }) => [order.order_id, lines.map(soldOf)]))
  const containers = await containersAmong(tx, [...told.keys()], told)
  if (containers.size === 0) return facts
  return facts.map((one) => (containers.has(one.order.order_id) ? uncounted(one) : one))
}

const soldOf = (line: OrderFacts['lines'][number]): Sold => ({
  product: line.product_id === 0 ? line.name : `${line.product_id}.${line.variation_id}`,
  units: line.quantity,
  gross: Number(line.gross),
})

/** Stores the parents of these orders and counts or discounts them, as their children now say. Returns the months it changed. */
export async function writeParents(
  tx: Queries,
  facts: readonly OrderFacts[],
  rollups: Rollups,
): Promise<string[]> {
  const ids = facts.map(({ order }) => order.order_id)
  const before = await parentsOf(tx, ids)
  const links = facts.flatMap(({ order: { order_id }, parent_id = 0 }) =>
    parent_id > 0 ? [[order_id, parent_id]] : [],
  )
  if (before.length + links.length === 0) return []
  await deleteByKey(tx, 'order_parents', 'order_id', ids)
  if (links.length > 0)
    await tx.bulkInsert({ table: 'order_parents', columns: ['order_id', 'parent_id'], rows: links })
  return recountOrders(tx, [...before, ...links.map(([, parent]) => Number(parent))], rollups)
}

/** After these orders were removed or restored; a removed order keeps its link, which counts for nothing. */
export const settleParents = async (
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups,
): Promise<string[]> => recountOrders(tx, await parentsOf(tx, ids), rollups)

async function parentsOf(tx: Queries, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.all<{ parent_id: number }>(
    sql`select distinct parent_id from order_parents where order_id in (${ids})`,
  )
  return rows.map(({ parent_id }) => parent_id)
}

/** Corrects whether these stored orders count. Returns the months it changed. */
export async function recountOrders(
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups,
): Promise<string[]> {
  if (ids.length === 0) return []
  const stored = await storedByKey(tx, 'orders', 'order_id', [...new Set(ids)])
  const containers = await containersAmong(tx, [...stored.keys()])
  const waiting = await waitingAmong(tx, [...stored.keys()])
  const currency = await readSetting(tx, 'currency')
  const counts = (row: Row) =>
    !containers.has(Number(row.order_id)) &&
    !waiting.has(Number(row.order_id)) &&
    (row.counted || row.currency === currency)
  const changed = [...stored.values()].filter((row) => Boolean(row.counted) !== Boolean(counts(row)))
  for (const counted of [true, false]) {
    const ids = changed
      .filter((row) => Boolean(row.counted) !== counted)
      .map(({ order_id }) => Number(order_id))
    if (ids.length > 0) await setCounted(tx, ids, counted, { stored, rollups })
  }
  return changed.map(({ month }) => String(month))
}

async function setCounted(
  tx: Queries,
  ids: readonly number[],
  counted: boolean,
  { stored, rollups }: { stored: ReadonlyMap<number, Row>; rollups: Rollups },
): Promise<void> {
  const months = [...new Set(ids.map((id) => String(stored.get(id)?.month)))].sort()
  const updateRollups = await trackChange(tx, { orders: ids, customers: [], months }, rollups)
  for (const table of ['orders', 'order_lines', 'order_discounts'])
    await tx.run(sql`update ${sql.identifier(table)} set counted = ${counted} where order_id in (${ids})`)
  await updateRollups()
}
