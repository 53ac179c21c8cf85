// Orders of own files, each from the rows of its four files.
import { parseCents } from '#server/domain/cents.ts'
import type { ProductFact } from '#server/domain/facts.ts'
import { TooLarge } from '#server/domain/too-large.ts'
import type { CatalogueRecords } from '../catalogue.ts'
import { timesRepeated } from '../doubtful-rows.ts'
import type { AssembledOrder, AssembleOptions } from '../drop-model.ts'
import type { Reject, Warning } from '../model.ts'
import type { Assembled } from '../order-rows.ts'
import type { RowStore, StoredRow } from '../row-store.ts'
import { FILES_TEXT } from '../text.ts'
import type { OwnFile } from './files.ts'
import { type OwnContext, orderOf, type SkuProduct, statusValue } from './orders.ts'
import { InvalidValue, invalid, type OwnReading, type Row, rejectAt, rowOf } from './row.ts'
import { CSV_TEXT } from './text.ts'

export interface OwnOrdersOptions {
  readonly assemble: AssembleOptions
  readonly products: CatalogueRecords<ProductFact>
  /** Columns that Góndola does not read. */
  readonly unread: readonly string[]
  statusOf(value: string): string | undefined
}

export async function* ownOrders(
  store: RowStore,
  readings: readonly OwnReading[],
  { assemble, products, unread, statusOf }: OwnOrdersOptions,
): AsyncIterable<AssembledOrder> {
  const { clock, notes, currency, cursor } = assemble
  for (const column of unread) notes.count('column', column)
  const context = { clock, notes, currency, statusOf, products: await skusOf(products, assemble) }
  for await (const { id, rows } of store.orders(cursor)) {
    const lines = rows.map(({ table, line }) => ({ file: readings[table]!.name, line }))
    yield { id, order: rows[0]!.order, result: assembled(id, rows, readings, context), lines }
  }
}

async function skusOf(products: CatalogueRecords<ProductFact>, context: AssembleOptions) {
  const skus = new Map<string, SkuProduct[]>()
  for await (const record of products.records(context)) {
    if ('rejects' in record || record.fact.sku === '') continue
    const { sku, product_id, name } = record.fact
    skus.set(sku, [...(skus.get(sku) ?? []), { product_id, name }])
  }
  return skus
}

/** An order is imported complete or not at all. */
function assembled(
  id: number,
  stored: readonly StoredRow[],
  readings: readonly OwnReading[],
  context: Omit<OwnContext, 'tell'>,
): Assembled {
  const all = stored.map((row) => ({ ...row, row: rowOf(row, readings[row.table]!) }))
  const other = all.find(({ order }) => order !== stored[0]!.order)
  if (other) return { rejects: [rejectAt(other.row, 'orden', FILES_TEXT.sameId)] }
  const cut = all.filter(({ table, order }) => readings[table]!.cutIds && /^\d{16,}$/.test(order))
  if (cut.length > 0)
    return { rejects: cut.map(({ row, order }) => rejectAt(row, 'orden', FILES_TEXT.spoiltId(order))) }
  const warnings: Warning[] = []
  const of = (file: OwnFile) => lastOf(file, all, readings, warnings)
  const [heads, lines] = [of('ordenes'), of('lineas')]
  const [order, second] = heads
  const name = stored[0]!.order
  if (!order) return { rejects: all.map(({ row }) => rejectAt(row, 'orden', CSV_TEXT.noOrder(name))) }
  const tell = (code: Warning['code'], { file, line }: Row, message: string) =>
    warnings.push({ code, order: name, file, row: line, message })
  try {
    if (second) throw invalid(second.row, 'orden', CSV_TEXT.repeated(order.row.line))
    const rowsOf = (file: OwnFile) => of(file).map(({ row }) => row)
    const rows = {
      ...{ id, name, order: order.row, lines: lines.map(({ row }) => row) },
      ...{ discounts: rowsOf('descuentos'), refunds: rowsOf('devoluciones') },
    }
    const times = timesRepeated(lines)
    if (times > 1) tell('repeated_rows', lines.at(-1)!.row, FILES_TEXT.warnings.repeated(times))
    const facts = orderOf(rows, { ...context, tell })
    return { facts, status: statusValue(order.row), net: parseCents(facts.order.net), warnings }
  } catch (error) {
    return { rejects: [rejectOf(error, order.row)] }
  }
}

function rejectOf(error: unknown, order: Row): Reject {
  if (error instanceof InvalidValue) return error.reject
  if (error instanceof TooLarge) return rejectAt(order, 'orden', FILES_TEXT.tooLarge)
  throw error
}

type Placed = StoredRow & { readonly row: Row }

/** Rows of the last table of this kind that holds the order; what another one says differently is told. */
function lastOf(
  file: OwnFile,
  all: readonly Placed[],
  readings: readonly OwnReading[],
  warnings: Warning[],
): readonly Placed[] {
  const own = all.filter(({ table }) => readings[table]!.file === file)
  const tables = [...new Set(own.map(({ table }) => table))]
  const last = tables.at(-1)
  const rowsOf = (table: number) => own.filter((row) => row.table === table)
  const contentOf = (table: number) => JSON.stringify(rowsOf(table).map(({ cells }) => cells))
  if (last === undefined) return []
  if (tables.some((table) => contentOf(table) !== contentOf(last))) {
    const { order, line, table } = rowsOf(last)[0]!
    const { name } = readings[table]!
    const message = FILES_TEXT.warnings.duplicate(name)
    warnings.push({ code: 'duplicate_order', order, file: name, row: line, message })
  }
  return rowsOf(last)
}
