// Orders of a page as a reading thread hands them over: rows packed for the engine, and what else the page says. Room
// ingest: may import domain, sources and store.
import type { DistributorFact, OrderFacts } from '#server/domain/facts.ts'
import type { NoteKind } from '#server/ingest/notes.ts'
import type { RejectedRecord } from '#server/sources/woocommerce/read-records.ts'
import type { BrokenRecord } from '#server/sources/woocommerce/shop.ts'
import type { Pick } from '#server/store/duckdb-columns.ts'
import { CHUNK, memoryOf, type PackedRows, type PackShape, packer } from '#server/store/duckdb-pack.ts'
import type { Queries } from '#server/store/store.ts'
import { markDirty } from '#server/store/versions.ts'
import type { IdSpan } from './id-span.ts'
import { DISCOUNT_PICKS, LINE_PICKS, ORDER_PICKS, REFUND_PICKS } from './order-picks.ts'
import type { Written } from './write.ts'
import { DISCOUNTS, LINES, ORDERS, REFUNDS } from './write-columns.ts'
import { join, namesOf, writeDistributors } from './write-distributors.ts'

export const PACKED_TABLES = [ORDERS, LINES, DISCOUNTS, REFUNDS].map(({ table }) => table)

interface PackedTable {
  readonly table: string
  readonly packed: readonly PackedRows[]
}

interface PackedFacts {
  readonly orders: number
  readonly tables: readonly PackedTable[]
  readonly months: readonly string[]
  /** Distributors as the orders name them. */
  readonly names: readonly DistributorFact[]
}

export interface PackedOrders extends PackedFacts {
  readonly span: IdSpan
  /** Records of the page, broken ones too. */
  readonly size: number
  /** What the orders say about their distributors, besides the name. */
  readonly distributors: readonly DistributorFact[]
  readonly rejects: readonly RejectedRecord[]
  readonly broken: readonly BrokenRecord[]
  readonly notes: readonly { readonly kind: NoteKind; readonly text: string; readonly count: number }[]
}

/** Packs facts as they come; nothing is kept of them but bytes. */
export function orderPacker(shapes: readonly PackShape[]) {
  const orders = tablePacker(shapes, ORDERS.table, ORDER_PICKS)
  const lines = tablePacker(shapes, LINES.table, LINE_PICKS)
  const discounts = tablePacker(shapes, DISCOUNTS.table, DISCOUNT_PICKS)
  const refunds = tablePacker(shapes, REFUNDS.table, REFUND_PICKS)
  const months = new Set<string>()
  const names = new Map<string, DistributorFact>()
  let count = 0
  return {
    add(facts: readonly OrderFacts[]): void {
      orders.add(facts.map(({ order }) => order))
      lines.add(all(facts, 'lines'))
      discounts.add(all(facts, 'discounts'))
      refunds.add(all(facts, 'refunds'))
      for (const { order } of facts) months.add(order.month)
      for (const name of namesOf(facts)) names.set(name.dist_id, join(names.get(name.dist_id), name))
      count += facts.length
    },
    packed: (): PackedFacts => ({
      orders: count,
      tables: [orders.packed(), lines.packed(), discounts.packed(), refunds.packed()],
      months: [...months].sort(),
      names: [...names.values()],
    }),
  }
}

function all<Key extends 'lines' | 'discounts' | 'refunds'>(
  facts: readonly OrderFacts[],
  key: Key,
): OrderFacts[Key][number][] {
  const rows: OrderFacts[Key][number][] = []
  for (const one of facts) for (const row of one[key]) rows.push(row)
  return rows
}

function tablePacker<Fact>(
  shapes: readonly PackShape[],
  table: string,
  picks: Readonly<Record<string, Pick<Fact>>>,
) {
  const shape = shapes.find((one) => one.table === table)
  if (!shape) throw new Error(`No shape of ${table}`)
  const pack = packer<Fact>(
    shape,
    shape.columns.map(({ name }) => picks[name]),
  )
  const packed: PackedRows[] = []
  return {
    add(facts: readonly Fact[]): void {
      for (let next = 0; next < facts.length; ) {
        next = pack.add(facts, next, CHUNK)
        if (pack.count === CHUNK) packed.push(pack.taken())
      }
    },
    packed(): PackedTable {
      if (pack.count > 0) packed.push(pack.taken())
      return { table, packed }
    },
  }
}

/** Appends orders that are known to be new. */
export async function appendPackedOrders(tx: Queries, page: PackedOrders): Promise<Written> {
  for (const { table, packed } of page.tables) if (packed.length > 0) await tx.appendPacked({ table, packed })
  // The engine has its own copy. What waits for the collector outside of its heap makes it go through all of that.
  for (const memory of page.tables.flatMap(({ packed }) => packed.flatMap(memoryOf))) memory.transfer(0)
  await writeDistributors(tx, [...page.names, ...page.distributors])
  await markDirty(tx, page.months)
  return { written: page.orders, unchanged: 0, months: [...page.months] }
}
