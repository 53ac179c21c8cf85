// What an import of files would change, beside what is stored now. Reads in pages; nothing is written.

import type { ImportPreview } from '#contract/imports.ts'
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { dataKind } from '#server/ingest/data-source.ts'
import { absentOrders } from '#server/ingest/file-import-rows.ts'
import { newNotes } from '#server/ingest/notes.ts'
import { differingOrders } from '#server/ingest/write.ts'
import { among } from '#server/store/among.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { Catalogue, RecordContext } from '../sources/files/catalogue.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import type { Reject, StatusValue, Warning } from '../sources/files/model.ts'
import { statusCounter } from '../sources/files/statuses.ts'
import { unknownProvinces, warningList } from './warnings.ts'

const PAGE = 500
/** Rejects that a preview names. */
const NAMED = 100

export type Counted = Pick<
  ImportPreview,
  'months' | 'changes' | 'by_status' | 'removed' | 'unknown_provinces'
> & {
  readonly statuses: readonly StatusValue[]
  readonly rejects: { readonly count: number; readonly rows: readonly Reject[] }
  readonly warnings: readonly Warning[]
  readonly warning_count: number
  /** Lines of the orders that cannot be imported, by file. */
  readonly leftOut: ReadonlyMap<string, ReadonlyMap<number, string>>
  readonly orders: number
  /** Usable products and accounts. */
  readonly records: number
}

interface Sums {
  orders: number
  /** Thousandths. */
  units: number
  cents: number
}

export interface CountOptions {
  readonly store: Store
  readonly drop: Drop
  readonly timeZone: string
  readonly signal: AbortSignal
}

export async function countDrop({ store, drop, timeZone, signal }: CountOptions): Promise<Counted> {
  const { recipe } = drop
  const statuses = statusCounter(recipe.statuses)
  const deltas = new Map<string, Sums>()
  const byStatus = new Map<string, number>()
  const rejects = { count: 0, rows: [] as Reject[] }
  const warnings = warningList()
  const leftOut = new Map<string, Map<number, string>>()
  const changes = { added: 0, changed: 0, unchanged: 0, removed: 0 }
  const isEmpty = (await dataKind(store)) === 'demo'
  const leave = (reject: Reject, lines: readonly { file: string; line: number }[]) => {
    rejects.count++
    rejects.rows.push(reject)
    if (rejects.rows.length >= 10 * NAMED) rejects.rows = firstOf(rejects.rows, drop)
    for (const { file, line } of [...lines, { file: reject.file, line: reject.row }]) {
      const ofFile = leftOut.get(file) ?? new Map<number, string>()
      const isOwn = file === reject.file && line === reject.row
      if (isOwn || !ofFile.has(line)) ofFile.set(line, isOwn ? `${reject.column}: ${reject.reason}` : '')
      leftOut.set(file, ofFile)
    }
  }
  for (const reject of drop.orphans) leave(reject, [])
  let facts: OrderFacts[] = []
  let orders = 0
  const flush = async () => {
    if (facts.length > 0) await compare(store, facts, { isEmpty, deltas, changes })
    facts = []
    signal.throwIfAborted()
  }
  const notes = newNotes()
  const options = { clock: wallClock(timeZone), notes, currency: drop.currency ?? '' }
  for await (const { result, lines } of drop.orders(options)) {
    if (result === undefined) continue
    if ('rejects' in result) {
      for (const reject of result.rejects) leave(reject, lines)
      continue
    }
    orders++
    const { order } = result.facts
    statuses.add(result.status, result.net)
    if (order.status !== '') byStatus.set(order.status, (byStatus.get(order.status) ?? 0) + 1)
    // Every currency is another one until that of the shop is chosen.
    for (const warning of result.warnings)
      if (drop.currency !== undefined || warning.code !== 'other_currency') warnings.add(warning)
    facts.push(result.facts)
    if (facts.length >= PAGE) await flush()
  }
  await flush()
  const unknown_provinces = unknownProvinces(notes)
  const { catalogue } = drop
  const records = catalogue ? await countCatalogue(catalogue, options, (reject) => leave(reject, [])) : 0
  rejects.rows = firstOf(rejects.rows, drop)
  // A row that names no order may be any of the absent ones.
  const isComplete = recipe.complete && !isEmpty && !drop.isCatalogue && drop.orphans.length === 0
  const gone = isComplete ? await goneOrders(store, drop, deltas) : { count: 0, rows: [] }
  changes.removed = gone.count
  return {
    ...{ changes, rejects, leftOut, orders, records, unknown_provinces },
    statuses: statuses.list(),
    months: await monthsOf(store, deltas, isEmpty),
    removed: gone.rows,
    by_status: Object.fromEntries(byStatus),
    warnings: warnings.named(),
    warning_count: warnings.count,
  }
}

/** Orders come by id: those named are the first of the files. */
function firstOf(rejects: readonly Reject[], { files }: Drop): Reject[] {
  const places = new Map(files.map(({ place }, at) => [place, at]))
  const at = ({ file }: Reject) => places.get(file) ?? 0
  return [...rejects].sort((one, other) => at(one) - at(other) || one.row - other.row).slice(0, NAMED)
}

/** Usable records. */
async function countCatalogue(
  { products, customers }: Catalogue,
  context: RecordContext,
  leave: (reject: Reject) => void,
): Promise<number> {
  let usable = 0
  for (const { orphans, records } of [products, customers]) {
    for (const reject of orphans) leave(reject)
    for await (const record of records(context))
      if ('rejects' in record) for (const reject of record.rejects) leave(reject)
      else usable++
  }
  return usable
}

interface Comparison {
  /** Stored orders are a demo's, which the import replaces. */
  readonly isEmpty: boolean
  readonly deltas: Map<string, Sums>
  readonly changes: { added: number; changed: number; unchanged: number }
}

async function compare(store: Store, facts: readonly OrderFacts[], { isEmpty, deltas, changes }: Comparison) {
  const stored = isEmpty ? new Map<number, Stored>() : await storedOrders(store, facts)
  const known = facts.filter(({ order }) => stored.has(order.order_id))
  const differing = new Set(
    known.length === 0 ? [] : await store.transaction((tx) => differingOrders(tx, known)),
  )
  for (const { order } of facts) {
    const before = stored.get(order.order_id)
    if (!deltas.has(order.month)) deltas.set(order.month, { orders: 0, units: 0, cents: 0 })
    if (before && !differing.has(order.order_id)) {
      changes.unchanged++
      continue
    }
    if (before) changes.changed++
    else changes.added++
    if (before) addOrder(deltas, before, -1)
    addOrder(deltas, order, 1)
  }
}

function addOrder(deltas: Map<string, Sums>, order: Stored, sign: 1 | -1): void {
  if (order.status !== 'wc-completed' || !order.counted) return
  const sums = deltas.get(order.month) ?? { orders: 0, units: 0, cents: 0 }
  sums.orders += sign
  sums.units += sign * Math.round(Number(order.units) * 1000)
  sums.cents += sign * parseCents(String(order.net))
  deltas.set(order.month, sums)
}

type Stored = Pick<OrderFacts['order'], 'month' | 'status' | 'counted'> & {
  readonly units: number | string
  readonly net: number | string
}

async function storedOrders(queries: Queries, facts: readonly OrderFacts[]): Promise<Map<number, Stored>> {
  const ids = facts.map(({ order }) => order.order_id)
  const rows = await queries.all<Stored & { order_id: number }>(sql`
    select order_id, month, status, counted, units, cast(net as varchar) as net from orders
    where ${among('order_id', ids)}`)
  return new Map(rows.map((row) => [Number(row.order_id), row]))
}

/** What a complete list lacks goes. */
async function goneOrders(store: Store, drop: Drop, deltas: Map<string, Sums>) {
  const listed = new Set(drop.orderIds())
  const rows: ImportPreview['removed'] = []
  let count = 0
  for await (const page of absentOrders(store, listed))
    for (const order of page) {
      count++
      addOrder(deltas, order, -1)
      const { order_id, number, month, net } = order
      if (rows.length < NAMED) rows.push({ order: number || String(order_id), month, net: Number(net) })
    }
  return { count, rows }
}

async function monthsOf(
  store: Store,
  deltas: ReadonlyMap<string, Sums>,
  isEmpty: boolean,
): Promise<Counted['months']> {
  const months = [...deltas.keys()].sort()
  if (months.length === 0) return []
  const rows = isEmpty
    ? []
    : await store.all<{ month: string; orders: number; units: number; net: string }>(sql`
        select month, count(*) as orders, sum(units) as units, cast(sum(net) as varchar) as net from orders
        where month in (${months}) and status = 'wc-completed' and counted group by month`)
  const stored = new Map(rows.map((row) => [row.month, row]))
  return months.map((month) => {
    const now = stored.get(month)
    const delta = deltas.get(month)!
    const before = {
      orders: Number(now?.orders ?? 0),
      units: Number(now?.units ?? 0),
      cents: now ? parseCents(now.net) : 0,
    }
    const of = (orders: number, thousandths: number, cents: number) => ({
      orders,
      units: thousandths / 1000,
      net: Number(centsText(cents)),
    })
    const thousandths = Math.round(before.units * 1000)
    return {
      month,
      before: of(before.orders, thousandths, before.cents),
      after: of(before.orders + delta.orders, thousandths + delta.units, before.cents + delta.cents),
    }
  })
}
