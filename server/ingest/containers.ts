// Orders that contain others: marketplaces copy the lines of an order into one order per seller. The parent is stored and listed,
// and its children are counted; a parent with more lines than its children have is counted instead of them.
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

/** Whether the parent has these lines too, at the same price. */
function isWithin(lines: Lines, parent: Lines): boolean {
  return (
    lines.size > 0 &&
    [...lines].every(([product, { units, cents }]) => {
      const whole = parent.get(product)
      return (
        whole !== undefined &&
        units <= whole.units + 1e-6 &&
        Math.abs(cents * whole.units - whole.cents * units) <= Math.max(units, whole.units)
      )
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

interface Member {
  readonly id: number
  readonly created: number
  readonly lines: Lines
}

interface Link {
  readonly order_id: number
  readonly parent_id: number
  readonly parent_counts: boolean
}

/** A marketplace splits an order at once; orders of later days that repeat a line are sales of their own. */
const SAME_SALE = 21 * 24 * 3600_000

/** The order that contains the others, or those that it contains, whichever does not count. */
function uncountedIn(parent: Member, children: readonly Member[], parentCounts: boolean): readonly number[] {
  const near = children.filter(({ created }) => Math.abs(created - parent.created) < SAME_SALE)
  const copies = near.filter(({ lines }) => isWithin(lines, parent.lines))
  const isContainer = hold(together(near), parent.lines)
  if (isContainer && !parentCounts) return [parent.id]
  // The parent has lines that no child has, such as the shop's own products.
  if (!isContainer && !isWithin(together(copies), parent.lines)) return []
  return [...copies, ...near.filter(({ lines }) => lines.size === 0)].map(({ id }) => id)
}

function together(members: readonly Member[]): Lines {
  const sum = new Map<string, { units: number; cents: number }>()
  for (const { lines } of members)
    for (const [product, { units, cents }] of lines) {
      const before = sum.get(product) ?? { units: 0, cents: 0 }
      sum.set(product, { units: before.units + units, cents: before.cents + cents })
    }
  return sum
}

/** The links of these orders, of their parents and of their siblings. */
async function linksAround(tx: Queries, ids: readonly number[]): Promise<Link[]> {
  const own = await tx.all<{ parent_id: number }>(
    sql`select distinct parent_id from order_parents where parent_id in (${ids}) or order_id in (${ids})`,
  )
  const parents = own.map(({ parent_id }) => parent_id)
  if (parents.length === 0) return []
  return tx.all<Link>(
    sql`select order_id, parent_id, parent_counts from order_parents where parent_id in (${parents})`,
  )
}

/** The orders around these that do not count because others hold their lines; `told` replace stored ones. */
async function containedAround(
  tx: Queries,
  links: readonly Link[],
  told: ReadonlyMap<number, OrderFacts> = new Map(),
): Promise<ReadonlySet<number>> {
  if (links.length === 0) return new Set()
  const ids = [...new Set(links.flatMap(({ order_id, parent_id }) => [order_id, parent_id]))]
  const lines = await storedLines(tx, ids)
  const stored = await tx.all<{ order_id: number; created_at: string }>(
    sql`select order_id, created_at from orders where order_id in (${ids})`,
  )
  const created = new Map(stored.map(({ order_id, created_at }) => [order_id, created_at]))
  const memberOf = (id: number): Member => {
    const fresh = told.get(id)
    return {
      id,
      created: Date.parse(`${fresh?.order.created_at ?? created.get(id) ?? ''}Z`.replace(' ', 'T')),
      lines: fresh ? linesOf(fresh.lines.map(soldOf)) : linesOf(lines.get(id) ?? []),
    }
  }
  const families = Map.groupBy(links, ({ parent_id }) => parent_id)
  return new Set(
    [...families].flatMap(([parent, children]) =>
      uncountedIn(
        memberOf(parent),
        children.map(({ order_id }) => memberOf(order_id)),
        children.some(({ parent_counts }) => parent_counts),
      ),
    ),
  )
}

/** Facts of containers, and of orders that a counted one contains, are not counted. */
export async function withContainers(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const told = new Map(facts.map((one) => [one.order.order_id, one]))
  const contained = await containedAround(tx, await linksAround(tx, [...told.keys()]), told)
  if (contained.size === 0) return facts
  return facts.map((one) => (contained.has(one.order.order_id) ? uncounted(one) : one))
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
  const before = await linksAround(tx, ids)
  const links = facts.flatMap(({ order: { order_id }, parent_id = 0, parent_counts = false }) =>
    parent_id > 0 ? [[order_id, parent_id, parent_counts]] : [],
  )
  if (before.length + links.length === 0) return []
  await deleteByKey(tx, 'order_parents', 'order_id', ids)
  const columns = ['order_id', 'parent_id', 'parent_counts']
  if (links.length > 0) await tx.bulkInsert({ table: 'order_parents', columns, rows: links })
  return recountOrders(tx, [...membersOf(before), ...ids], rollups)
}

/** After these orders were removed or restored; a removed order keeps its link, which counts for nothing. */
export const settleParents = async (
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups,
): Promise<string[]> => recountOrders(tx, membersOf(await linksAround(tx, ids)), rollups)

const membersOf = (links: readonly Link[]): number[] =>
  links.flatMap(({ order_id, parent_id }) => [order_id, parent_id])

/** Corrects whether these stored orders count. Returns the months it changed. */
export async function recountOrders(
  tx: Queries,
  ids: readonly number[],
  rollups: Rollups,
): Promise<string[]> {
  if (ids.length === 0) return []
  const links = await linksAround(tx, [...new Set(ids)])
  const around = [...new Set([...ids, ...membersOf(links)])]
  const stored = await storedByKey(tx, 'orders', 'order_id', around)
  const contained = await containedAround(tx, links)
  const waiting = await waitingAmong(tx, [...stored.keys()])
  const currency = await readSetting(tx, 'currency')
  const counts = (row: Row) =>
    !contained.has(Number(row.order_id)) &&
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
