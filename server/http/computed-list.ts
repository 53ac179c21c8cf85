// A list whose rows are computed; filters, order, paging, total and export follow from the contract, as of one that SQL reads.
import type { Column } from '#contract/columns.ts'
import type { ListSpec, RowOf } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import { sortPaced } from '#server/store/pace.ts'
import type { Row } from '#server/store/store.ts'
import type { App } from './app.ts'
import { badRequest } from './errors.ts'
import type { ExportRow } from './export/cell-text.ts'
import { sendFile } from './export/send.ts'
import { storeTimes } from './export/store-times.ts'
import { exportRequest } from './export-request.ts'
import { type ListOptions, withoutPersonal } from './list-query.ts'
import { type ListEndpoint, listParameters, optionsOf, pageFields } from './list-route.ts'
import {
  cacheKey,
  comparedDays,
  type MonthCall,
  monthCall,
  monthCallOf,
  type RouteOptions,
  tableOf,
} from './month-route.ts'
import { callOfTable, envelope, register } from './route.ts'
import { freshnessOf, holdsPersonal, readsOf, sendCached } from './send-json.ts'
import { addTableCall, MOST_ROWS } from './table-calls.ts'

export interface ComputedList<E extends ListEndpoint> {
  /** In any order; within the scope of the call. */
  readonly rows: readonly RowOf<E>[]
  /** Months that the rows were computed from. */
  readonly months: readonly Month[]
  /** Names of data_versions beyond the months. */
  readonly reads: readonly string[]
  /** Columns that `complete` fills: of a page alone, unless its order or a filter needs them. */
  readonly later?: {
    readonly columns: readonly string[]
    readonly complete: (rows: readonly RowOf<E>[]) => Promise<RowOf<E>[]>
  }
}

interface ComputedOptions<E extends ListEndpoint> extends RouteOptions {
  /** Of those that the call's file and mail have. */
  readonly shownColumns?: (columns: readonly Column[], call: MonthCall<E>) => readonly Column[]
}

export function computedListRoute<E extends ListEndpoint>(
  app: App,
  endpoint: E,
  handler: (call: MonthCall<E>) => Promise<ComputedList<E>>,
  routeOptions: ComputedOptions<E>,
): void {
  const { list } = endpoint
  const { shownColumns = (columns) => columns } = routeOptions
  const tableIn = (call: MonthCall<E>) => {
    const { columns, ...table } = tableOf(endpoint, call)
    return { ...table, columns: shownColumns(columns, call) }
  }
  addTableCall(app, endpoint, async (asked) => {
    if (Object.keys(asked.typed).length > 0) throw badRequest('table', 'has filters of its own')
    const call = await monthCall(app, callOfTable<E>(app, asked))
    const { rows, total } = await listed(
      list,
      await handler(call),
      optionsOf(list, call, listParameters.parse(call.query)),
    )
    return { ...tableIn(call), rows: (await rows(0, MOST_ROWS)) as ExportRow[], total }
  })
  register(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const parameters = listParameters.parse(call.query)
    const read = async () => {
      const found = await handler(call)
      return { ...found, ...(await listed(list, found, optionsOf(list, call, parameters))) }
    }
    const file = exportRequest(call)
    if (file)
      return sendFile(app, request, reply, async () => {
        const { columns, file: name } = tableIn(call)
        const { rows, total } = await read()
        const inStoreTime = storeTimes(columns, app.timeZone)
        return { ...file, columns, batches: [inStoreTime(await rows(0, total)) as ExportRow[]], name }
      })
    const key = cacheKey(endpoint, call, routeOptions)
    return sendCached(
      app,
      request,
      reply,
      { key, holdsPersonal: holdsPersonal(list.columns, call) },
      async () => {
        const { rows, total, months, reads: more } = await read()
        const reads = readsOf(months, more)
        const first = (parameters.page - 1) * parameters.per_page
        const meta = {
          ...freshnessOf(months, reads, request.versions),
          ...comparedDays(call),
          ...pageFields(parameters, total),
        }
        return {
          reads,
          body: envelope(endpoint, { data: await rows(first, first + parameters.per_page), meta }),
        }
      },
    )
  })
}

/** The number of rows that pass the filters, and some of them in order. */
async function listed<E extends ListEndpoint>(
  list: ListSpec,
  { rows, later }: Pick<ComputedList<E>, 'rows' | 'later'>,
  options: ListOptions,
) {
  const typed = typedFilters(list, options)
  const isNeeded = (column: string) => column === options.orderBy || typed.some(({ key }) => key === column)
  const isLate = later !== undefined && !later.columns.some(isNeeded)
  const whole = later && !isLate ? await later.complete(rows) : rows
  const passing = await passingRows(list, whole.map(Object), typed, options)
  return {
    total: passing.length,
    rows: async (from: number, to: number): Promise<Row[]> => {
      const slice = passing.slice(from, to)
      if (!isLate) return slice
      return (await later.complete(slice as RowOf<E>[])).map((row) => shownTo(options, list, Object(row)))
    },
  }
}

const shownTo = ({ personal }: ListOptions, { columns }: ListSpec, row: Row): Row =>
  personal ? row : withoutPersonal(columns, row)

interface TypedFilter {
  readonly key: string
  readonly part: string
}

const typedFilters = ({ filters }: ListSpec, { parameters }: ListOptions): TypedFilter[] =>
  Object.entries(filters).flatMap(([parameter, key]) => {
    const part = entryOf(parameters, parameter)
    return typeof part === 'string' && part !== '' ? [{ key, part: fold(part) }] : []
  })

/** The rows that pass the filters, in order. */
async function passingRows(
  list: ListSpec,
  rows: readonly Row[],
  typed: readonly TypedFilter[],
  options: ListOptions,
): Promise<Row[]> {
  const { orderBy, order } = options
  const visible = rows.map((row) => shownTo(options, list, row))
  const passing = visible.filter((row) =>
    typed.every(({ key, part }) => fold(textOf(row, key)).includes(part)),
  )
  // Keys once per row: folding texts takes longer than comparing them.
  const keyed = passing.map((row) => {
    const value = entryOf(row, orderBy)
    return { row, folded: foldedKey(value), exact: exactKey(value) }
  })
  const sorted = await sortPaced(
    keyed,
    (one, other) =>
      // Texts sort ignoring case and accents, then by the exact text; the key breaks the remaining ties.
      compareKeys(one.folded, other.folded, order) ||
      compareKeys(one.exact, other.exact, order) ||
      list.key.reduce(
        (found, key) =>
          found || compareKeys(exactKey(entryOf(one.row, key)), exactKey(entryOf(other.row, key)), 'ASC'),
        0,
      ),
  )
  return sorted.map(({ row }) => row)
}

const textOf = (row: Row, key: string): string => String(entryOf(row, key) ?? '')

const exactKey = (value: unknown): SortKey =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'number'
      ? value
      : String(value)

const foldedKey = (value: unknown): SortKey => {
  const key = exactKey(value)
  return typeof key === 'string' ? fold(key) : key
}
