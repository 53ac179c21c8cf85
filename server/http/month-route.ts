// Views of one month: cached until the data of the months they read changes; a view with a table is also exported.
import type { FastifyRequest } from 'fastify'
import { type Column, shownColumns } from '#contract/columns.ts'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { type ComparedDays, type Comparison, comparedMonth, type Month } from '#contract/month.ts'
import { tableFileName } from '#contract/questions/file-name.ts'
import { type Span, spanBounds, wholeMonth } from '#server/domain/span.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import type { App, Versions } from './app.ts'
import { comparedSpan } from './compare-months.ts'
import { sendFile } from './export/send.ts'
import { exportRequest } from './export-request.ts'
import { may } from './principal.ts'
import { type Call, callOf, callOfTable, envelope, register } from './route.ts'
import { freshnessOf, holdsPersonal, readsOf, sendCached } from './send-json.ts'
import { addTableCall, MOST_ROWS } from './table-calls.ts'
import { filtersOf } from './table-filters.ts'
import { tableRows, withOrderedRows } from './table-rows.ts'
import { rowsTyped, type TypedFilters, typedFilterWords } from './typed-filters.ts'

export interface MonthCall<E extends Endpoint> extends Call<E> {
  /** The month of `start_date`, by default the latest one. */
  readonly month: Month
  /** Of the store's clock, on which ages and "as of" depend: 'YYYY-MM-DD'. */
  readonly today: string
  /** Of the store's clock: 'YYYY-MM-DD HH:MM:SS'. */
  readonly now: string
  /** For calls with a change: what the month is compared with; for other calls: which part of the month they read. */
  readonly compared: Span
}

export interface MonthResult<E extends Endpoint> {
  readonly data: DataOf<E>
  readonly months: readonly Month[]
  /** Names of data_versions that the data depends on beyond the months and 'dimensions'. */
  readonly reads?: readonly string[]
}

export interface RouteOptions {
  /** The response also changes with the day of the store's clock. */
  readonly byDay?: true
  /** The response also changes with the minute of the store's clock. */
  readonly byMinute?: true
}

export function monthRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: MonthCall<E>) => Promise<MonthResult<E>>,
  options: RouteOptions = {},
): void {
  const { table } = endpoint
  if (table)
    addTableCall(app, endpoint, async (asked) => {
      const call = await monthCall(app, callOfTable<E>(app, asked))
      const { data } = await handler(call)
      const keep = rowsTyped(table.columns, asked.typed, app.timeZone)
      const rows = keep(tableRows(table, withOrderedRows(table, data, asked.query)))
      const { typed } = asked
      return { ...tableOf(endpoint, call, { typed }), rows: rows.slice(0, MOST_ROWS), total: rows.length }
    })
  register(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const read = async () => {
      const { data, ...rest } = await handler(call)
      return { ...rest, data: table ? withOrderedRows(table, data, Object(call.query)) : data }
    }
    const file = table && exportRequest(call)
    if (file) {
      return sendFile(app, request, reply, async () => {
        const rows = tableRows(table, (await read()).data)
        const { columns, file: name } = tableOf(endpoint, call)
        return { ...file, columns, batches: [rows], name }
      })
    }
    const key = cacheKey(endpoint, call, options)
    const cached = { key, holdsPersonal: holdsPersonal(table?.columns ?? [], call) }
    return sendCached(app, request, reply, cached, async () => {
      const { data, months, reads: more } = await read()
      const reads = readsOf(months, more)
      return {
        reads,
        body: envelope(endpoint, {
          data,
          meta: { ...freshnessOf(months, reads, request.versions), ...comparedDays(call) },
        }),
      }
    })
  })
}

/** What a table or list is, apart from its rows. */
export const tableOf = <E extends Endpoint>(
  endpoint: E,
  call: MonthCall<E>,
  {
    isMonthly = !endpoint.timeless,
    typed = {},
  }: {
    /** None: it is not about a month. */
    readonly isMonthly?: boolean
    readonly typed?: TypedFilters
  } = {},
) => {
  const { table, list } = endpoint
  const { columns = [], file = '' } = list ?? table ?? {}
  const hasChanges = 'compare' in Object(call.query)
  const filters = [...filtersOf(endpoint, call), ...typedFilterWords(columns, typed)]
  const month = isMonthly ? call.month : null
  return {
    columns: fileColumns(columns, call),
    file: tableFileName(file, { filters, month }, call.scope),
    filters,
    month,
    compared: isMonthly && hasChanges ? call.compared : null,
  }
}

export const monthCallOf = <E extends Endpoint>(app: App, request: FastifyRequest): Promise<MonthCall<E>> =>
  monthCall(app, callOf<E>(request))

export async function monthCall<E extends Endpoint>(app: App, call: Call<E>): Promise<MonthCall<E>> {
  const query: MonthQuery = Object(call.query)
  const month = typeof query.start_date === 'string' ? query.start_date : await app.latestMonth()
  const now = wallClock(app.timeZone)(app.now().toISOString())
  return {
    ...call,
    month,
    today: now.slice(0, 10),
    now,
    compared: await spanOf(app, month, query, call.versions),
  }
}

interface MonthQuery {
  readonly start_date?: unknown
  readonly compare?: Comparison
  readonly days?: ComparedDays
  readonly beside?: Month
}

async function spanOf(app: App, month: Month, query: MonthQuery, versions: Versions): Promise<Span> {
  const { compare, days = 'same', beside } = query
  if (compare !== undefined) return comparedSpan(app, month, comparedMonth(month, compare), days, versions)
  return beside === undefined ? wholeMonth(month) : comparedSpan(app, beside, month, days, versions)
}

/** The part of `meta` that names the compared days. */
export const comparedDays = ({ month, compared }: Pick<MonthCall<Endpoint>, 'month' | 'compared'>) =>
  compared.month === month && compared.until === null
    ? {}
    : { compared: { ...compared, ...spanBounds(compared) } }

/** The columns of a file, which are those of the screen. */
export const fileColumns = (
  columns: readonly Column[],
  { compared, principal }: Pick<MonthCall<Endpoint>, 'compared' | 'principal'>,
) => shownColumns(columns, compared.until !== null, (permission) => may(principal, permission))

/** Calls with the same key get the same response. */
export const cacheKey = <E extends Endpoint>(
  { list }: E,
  { params, query, month, today, now, compared, principal }: MonthCall<E>,
  { byDay, byMinute }: RouteOptions,
) => [
  ...[params, query, month, compared.until, list?.ofAccount ? principal.userId : 0],
  byMinute ? now.slice(0, 16) : byDay ? today : '',
]
