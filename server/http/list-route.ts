// A handler returns one query; filters, order, paging, total and export follow from the contract.
import { z } from 'zod'
import type { Endpoint, ListSpec, RowOf } from '#contract/endpoint.ts'
import type { Month } from '#contract/month.ts'
import { tableFileName } from '#contract/questions/file-name.ts'
import { ScopedSql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'
import type { App } from './app.ts'
import type { ExportRow, FileFormat } from './export/cell-text.ts'
import { csvLines } from './export/csv-sql.ts'
import { type ExportFile, sendFile } from './export/send.ts'
import { storeTimes } from './export/store-times.ts'
import { exportRequest } from './export-request.ts'
import { pageAndTotal, pageWithTotal } from './list-page.ts'
import {
  type DeferredLookup,
  deferredPages,
  type ListOptions,
  listQuery,
  withoutPersonal,
} from './list-query.ts'
import type { TableCall, TableRows } from './mailed.ts'
import {
  cacheKey,
  comparedDays,
  type MonthCall,
  monthCall,
  monthCallOf,
  type RouteOptions,
  tableOf,
} from './month-route.ts'
import { type Call, callOfTable, envelope, register } from './route.ts'
import { freshnessOf, holdsPersonal, readsOf, sendCached } from './send-json.ts'
import { addTableCall, MOST_ROWS } from './table-calls.ts'
import { rowsTyped, type TypedFilters } from './typed-filters.ts'
import { whileUnchanged } from './while-unchanged.ts'

export interface ListResult<E extends Endpoint> {
  /** One row per line of the list with the fields of the contract as columns; without order and limit. */
  readonly query: ScopedSql
  /** Months that the query reads: by default the month of the call, none for a timeless list. */
  readonly months?: readonly Month[]
  /** Names of data_versions beyond the months; by default 'dimensions'. */
  readonly reads?: readonly string[]
  /** Ties follow the direction of the order instead of the ascending key. */
  readonly tieBreakFollowsOrder?: true
  /** In ascending order of cost. */
  readonly deferred?: readonly DeferredLookup[]
  /** Finding rows costs more than keeping them: page and total come from one pass. */
  readonly singlePass?: true
  /** Converts a row of the query to a row of the contract, if the two differ. */
  readonly shape?: (row: Row) => RowOf<E>
  /** Replaces the contract's name of the exported file. */
  readonly file?: string
}

export type ListEndpoint = Endpoint & { readonly list: ListSpec }
type Handler<E extends Endpoint> = (call: MonthCall<E>) => Awaitable<ScopedSql | ListResult<E>>
type Awaitable<T> = T | Promise<T>

/** Larger pages are read directly instead of by their keys. */
const MAX_DEFERRED_ROWS = 1000

export const listParameters = z.object({
  page: z.number(),
  per_page: z.number(),
  order: z.enum(['ASC', 'DESC']).optional(),
  orderBy: z.string().optional(),
  order_by: z.string().optional(),
})
type ListParameters = z.infer<typeof listParameters>

export function listRoute<E extends ListEndpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  routeOptions: RouteOptions = {},
): void {
  const { list } = endpoint
  addTableCall(app, endpoint, (asked) => listTable(app, endpoint, asked, handler))
  register(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const file = exportRequest(call)
    if (file) return sendFile(app, request, reply, () => listFile(app, endpoint, call, handler, file))
    const cached = {
      key: cacheKey(endpoint, call, routeOptions),
      holdsPersonal: holdsPersonal(list.columns, call),
    }
    return sendCached(app, request, reply, cached, async () => {
      const parameters = listParameters.parse(call.query)
      const { page, per_page } = parameters
      const { result, months, options, queries } = await queriesOf(endpoint, call, handler, parameters)
      const deferred =
        per_page <= MAX_DEFERRED_ROWS ? deferredPages(list, result.deferred ?? [], options) : undefined
      const { rows, total } = await ((deferred ?? result).singlePass
        ? pageWithTotal(app.store, deferred ?? queries, page, per_page)
        : pageAndTotal(app.store, deferred ?? queries, page, per_page, whileUnchanged(request.versions)))
      const reads = readsOf(months, result.reads ?? (months.length === 0 ? ['dimensions'] : []))
      const meta = {
        ...freshnessOf(months, reads, request.versions),
        ...comparedDays(call),
        ...pageFields(parameters, total),
      }
      return { reads, body: envelope(endpoint, { data: shaped(list, call, result, rows), meta }) }
    })
  })
}

async function listFile<E extends ListEndpoint>(
  app: App,
  endpoint: E,
  call: MonthCall<E>,
  handler: Handler<E>,
  file: { format: FileFormat },
): Promise<ExportFile> {
  const { columns, file: name, batches, queries, result } = await listRows(app, endpoint, call, handler)
  const { personal } = call
  const lines = result.shape ? undefined : await csvLines(app.store, columns, queries, { ...file, personal })
  return { ...file, columns, batches, lines, name }
}

async function listRows<E extends ListEndpoint>(
  app: App,
  endpoint: E,
  call: MonthCall<E>,
  handler: Handler<E>,
  typed: TypedFilters = {},
) {
  const parameters = listParameters.parse(call.query)
  const { result, months, queries } = await queriesOf(endpoint, call, handler, parameters)
  const table = tableOf(endpoint, call, { isMonthly: months.length > 0, typed })
  const keep = rowsTyped(endpoint.list.columns, typed, app.timeZone)
  const inStoreTime = storeTimes(table.columns, app.timeZone)
  const batches = mapBatches(app.store.stream<Row>(queries.all, queries.rowTexts), (rows) =>
    inStoreTime(keep(shaped(endpoint.list, call, result, rows))),
  )
  const file = result.file ? fileOf(result.file, table, call) : table.file
  return { ...table, file, batches, queries, result }
}

/** The first rows of the file, and the number of all. */
async function listTable<E extends ListEndpoint>(
  app: App,
  endpoint: E,
  asked: TableCall,
  handler: Handler<E>,
): Promise<TableRows> {
  const call = await monthCall(app, callOfTable<E>(app, asked))
  const { batches, columns, file, filters, month, compared } = await listRows(
    app,
    endpoint,
    call,
    handler,
    asked.typed,
  )
  const rows: ExportRow[] = []
  let total = 0
  for await (const batch of batches) {
    total += batch.length
    if (rows.length < MOST_ROWS) rows.push(...batch.slice(0, MOST_ROWS - rows.length))
  }
  return { columns, file, filters, month, compared, rows, total }
}

/** Without the filters that the name itself says. */
function fileOf(
  name: string,
  { filters, month }: Pick<TableRows, 'filters' | 'month'>,
  { scope }: Pick<Call<Endpoint>, 'scope'>,
): string {
  const unsaid = filters.filter(({ values }) => !values.some((value) => `${name}_`.includes(`_${value}_`)))
  return tableFileName(name, { filters: unsaid, month }, scope)
}

async function queriesOf<E extends ListEndpoint>(
  { list, timeless }: E,
  call: MonthCall<E>,
  handler: Handler<E>,
  parameters: ListParameters,
) {
  const given = await handler(call)
  const result: ListResult<E> = given instanceof ScopedSql ? { query: given } : given
  const options: ListOptions = {
    ...optionsOf(list, call, parameters),
    ...(result.tieBreakFollowsOrder && { tieBreakFollowsOrder: true }),
  }
  const months = result.months ?? (timeless ? [] : [call.month])
  return { result, months, options, queries: listQuery(list, result.query, options) }
}

/** Filters and order that a call asks for. */
export function optionsOf(
  list: ListSpec,
  { query, personal }: Pick<MonthCall<Endpoint>, 'query' | 'personal'>,
  { order, orderBy, order_by }: ListParameters,
): ListOptions {
  const requested = orderBy ?? order_by ?? list.orderBy
  return {
    parameters: Object(query),
    orderBy: requested,
    order: order ?? (requested === list.orderBy ? list.order : 'ASC'),
    personal,
  }
}

/** The part of `meta` that says which page of how many rows was sent. */
export const pageFields = ({ page, per_page }: ListParameters, total: number) => ({
  ...{ page, per_page, total },
  page_count: Math.max(1, Math.ceil(total / per_page)),
})

/** Rows as the contract describes them, without fields that the principal may not see. */
function shaped<E extends Endpoint>(
  { columns }: ListSpec,
  { personal }: MonthCall<E>,
  { shape }: ListResult<E>,
  rows: Row[],
): object[] {
  const inShape: object[] = shape ? rows.map((row) => Object(shape(row))) : rows
  return personal ? inShape : inShape.map((row) => withoutPersonal(columns, row))
}

async function* mapBatches(
  batches: AsyncIterable<Row[]>,
  map: (rows: Row[]) => readonly object[],
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of batches) yield map(rows) as ExportRow[]
}
