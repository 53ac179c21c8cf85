// Contract entries as routes: `route` for plain calls, `monthRoute` for views of a month, `listRoute` for paged lists.
// A handler gets checked parameters and the caller; envelope, freshness, cache, personal columns and export are done here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, ListSpec, TableSpec } from '#contract/endpoint.ts'
import type { Month } from '#contract/month.ts'
import type { Sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'
import { guard } from './access.ts'
import type { App, Versions } from './app.ts'
import { HttpError } from './errors.ts'
import type { ExportRow, FileFormat } from './export/cells.ts'
import { csvLines } from './export/lines.ts'
import { sendFile } from './export/send.ts'
import { storeTimes } from './export/store-times.ts'
import { pageAndTotal, pageWithTotal } from './list-page.ts'
import { type DeferredLookup, deferredPages, listQuery, withoutPersonal } from './list-query.ts'
import { hasFields, operationOf, responsesOf } from './openapi.ts'
import { may, type Principal, permissionFingerprint } from './principal.ts'
import { freshnessOf, readsOf, sendCached, sendUncached } from './send-json.ts'
import { inOrder, type WantedOrder } from './table-order.ts'

type Data<E extends Endpoint> = z.infer<E['response']> extends { data: infer D } ? D : never
type ListRow<E extends Endpoint> = Data<E> extends readonly (infer R)[] ? R : never

export interface Call<E extends Endpoint> {
  readonly params: z.infer<E['params']>
  readonly query: z.infer<E['query']>
  readonly body: z.infer<E['body']>
  readonly principal: Principal
  /** The caller's distributors, null for all: every query goes through `inScope(scope, column)`. */
  readonly scope: readonly string[] | null
  /** False: the answer must show no customer's name or e-mail. */
  readonly personal: boolean
  /** Address the call came from. */
  readonly address: string
  readonly versions: Versions
  readonly log: FastifyRequest['log']
}

export interface MonthCall<E extends Endpoint> extends Call<E> {
  /** The month of `start_date`, by default the latest one. */
  readonly month: Month
}

/** Months an answer was read from, and names of data_versions beyond them and 'dimensions' ('settings', 'accounts'). */
interface ReadFrom {
  readonly months: readonly Month[]
  readonly reads?: readonly string[]
}

export interface MonthResult<E extends Endpoint> extends ReadFrom {
  readonly data: Data<E>
  /** Replaces the contract's file name of an export. */
  readonly file?: string
}

export interface ListResult<E extends Endpoint> extends Partial<ReadFrom> {
  /** One row per line of the list; its columns are the keys of the endpoint's columns (and of `key`). Without order and limit. */
  readonly query: Sql
  /** Columns of the query that tell all rows apart, for a stable order; by default all columns of the list in turn. */
  readonly key?: readonly string[]
  /** Rows that are ordered alike stand in the order's own direction, not up by their key. */
  readonly tieBreakFollowsOrder?: true
  /** The leanest first. */
  readonly lean?: readonly DeferredLookup[]
  /** The rows are dearer to find than to hold: a page and the total come from one pass over them. */
  readonly once?: true
  /** Gives a row of the query the shape of the contract where the two differ. */
  readonly shape?: (row: Row) => ListRow<E>
  readonly file?: string
}

/** A plain call; its answer is never kept by anybody. */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Data<E>>,
) {
  serve(app, endpoint, async (request, reply) => {
    const data = await handler(callOf(request))
    return sendUncached(request, reply, encoded(endpoint, { success: true, data }))
  })
}

/** A view of one month. The handler says which months it read; the answer is kept until one of them changes. */
export function monthRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: MonthCall<E>) => Promise<MonthResult<E>>,
) {
  serve(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const { table } = endpoint
    const ask = async () => {
      const answer = await handler(call)
      return table ? { ...answer, data: withRowsInOrder(table, answer.data, record(call.query)) } : answer
    }
    const wish = exportRequest(call)
    if (wish && table) {
      const { data, file } = await ask()
      return sendFile(reply, {
        ...wish,
        columns: table.columns,
        batches: oneBatch(tableRows(table, data)),
        name: `${file ?? table.file}_${call.month}`,
      })
    }
    return sendCached(app, request, reply, cacheKey(endpoint, call), async () => {
      const { data, months, reads: more } = await ask()
      const reads = readsOf(months, more)
      const meta = freshnessOf(months, reads, request.versions)
      return { reads, body: encoded(endpoint, { success: true, data, meta }) }
    })
  })
}

/** A paged list. The handler gives one query; filters, order, paging, count and export follow from the contract. */
export function listRoute<E extends Endpoint & { readonly list: ListSpec }>(
  app: App,
  endpoint: E,
  handler: (call: MonthCall<E>) => Promise<ListResult<E>> | ListResult<E>,
) {
  const { list } = endpoint
  serve(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const { page, per_page, order, orderBy, order_by } = listParameters.parse(call.query)
    const ask = async () => {
      const answer = await handler(call)
      const orderedBy = orderBy ?? order_by
      const wish = {
        parameters: record(call.query),
        orderBy: orderedBy ?? list.defaultOrderBy,
        order:
          order ?? (orderedBy === undefined || orderedBy === list.defaultOrderBy ? list.defaultOrder : 'ASC'),
        personal: call.personal,
        ...(answer.key && { key: answer.key }),
        ...(answer.tieBreakFollowsOrder && { tiesFollow: true }),
      }
      const queries = listQuery(list, answer.query, wish)
      return {
        answer,
        months: answer.months ?? [call.month],
        queries,
        lean: per_page <= LEAN_MOST ? deferredPages(list, answer.lean ?? [], wish) : undefined,
      }
    }
    const shaped = (answer: ListResult<E>, rows: Row[]): object[] => {
      const shown: object[] = answer.shape ? rows.map((row) => Object(answer.shape?.(row))) : rows
      return call.personal ? shown : shown.map((row) => withoutPersonal(list.columns, row))
    }

    const file = exportRequest(call)
    if (file) {
      const { answer, months, queries } = await ask()
      const timed = storeTimes(list.columns, app.timeZone)
      const batches = mapBatches(app.store.stream<Row>(queries.all), (rows) => timed(shaped(answer, rows)))
      const name = `${answer.file ?? list.file}${months.length > 0 ? `_${call.month}` : ''}`
      const { personal } = call
      const lines = answer.shape
        ? undefined
        : await csvLines(app.store, list.columns, queries, { ...file, personal })
      return sendFile(reply, { ...file, columns: list.columns, batches, lines, name })
    }
    return sendCached(app, request, reply, cacheKey(endpoint, call), async () => {
      const { answer, months, queries, lean } = await ask()
      const { rows, total } = await (answer.once && !lean
        ? pageWithTotal(app.store, queries, page, per_page)
        : pageAndTotal(app.store, lean ?? queries, page, per_page))
      const reads = readsOf(months, answer.reads ?? (months.length === 0 ? ['dimensions'] : []))
      const meta = {
        ...freshnessOf(months, reads, request.versions),
        page,
        per_page,
        total,
        page_count: Math.max(1, Math.ceil(total / per_page)),
      }
      return { reads, body: encoded(endpoint, { success: true, data: shaped(answer, rows), meta }) }
    })
  })
}

function serve<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: !endpoint.acts,
    onRequest: guard(app, endpoint.access, endpoint.renews),
    schema: {
      ...(hasFields(endpoint.params) && { params: endpoint.params }),
      ...(hasFields(endpoint.query) && { querystring: endpoint.query }),
      ...(endpoint.method !== 'GET' && hasFields(endpoint.body) && { body: endpoint.body }),
      response: responsesOf(endpoint),
      // Beyond validation, for the description alone.
      ...operationOf(endpoint),
    },
    handler,
  })
}

/** Parameters were checked by Fastify with the endpoint's own schemas before the handler runs. */
function callOf<E extends Endpoint>(request: FastifyRequest): Call<E> {
  return {
    params: (request.params ?? {}) as z.infer<E['params']>,
    query: (request.query ?? {}) as z.infer<E['query']>,
    body: (request.body ?? {}) as z.infer<E['body']>,
    principal: request.caller,
    scope: request.caller.scope,
    personal: may(request.caller, 'personal-data'),
    address: request.ip,
    versions: request.versions,
    log: request.log,
  }
}

async function monthCallOf<E extends Endpoint>(app: App, request: FastifyRequest): Promise<MonthCall<E>> {
  const call = callOf<E>(request)
  const asked = record(call.query).start_date
  return { ...call, month: typeof asked === 'string' ? asked : await app.latestMonth() }
}

/** Rows of a page beyond which finding them by their keys is dearer than reading them all. */
const LEAN_MOST = 1000

const listParameters = z.object({
  page: z.number(),
  per_page: z.number(),
  order: z.enum(['ASC', 'DESC']).optional(),
  orderBy: z.string().optional(),
  order_by: z.string().optional(),
})

const exportParameters = z.object({
  export: z.boolean().default(false),
  format: z.enum(['csv', 'xlsx']).default('csv'),
  csv: z.enum(['excel', 'standard']).default('excel'),
})

/** The kind of file wished for; nothing when the answer is to be JSON. */
function exportRequest<E extends Endpoint>(call: Call<E>): { format: FileFormat } | undefined {
  const wish = exportParameters.parse(call.query)
  if (!wish.export) return undefined
  if (!may(call.principal, 'export')) throw new HttpError(403)
  call.log.info({ userId: call.principal.userId, format: wish.format }, 'export')
  if (wish.format === 'xlsx') return { format: 'xlsx' }
  return { format: wish.csv === 'standard' ? 'csv-standard' : 'csv' }
}

const cacheKey = <E extends Endpoint>(endpoint: E, call: MonthCall<E>) =>
  JSON.stringify([
    endpoint.method,
    endpoint.path,
    call.params,
    call.query,
    call.month,
    permissionFingerprint(call.principal),
  ])

/** The contract has the last word: what it does not name does not leave, and what breaks it is our fault (500). */
function encoded(endpoint: Endpoint, envelope: unknown): unknown {
  const result = z.safeParse(endpoint.response, envelope)
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new Error(
    `Answer of ${endpoint.method} ${endpoint.path} breaks its contract at ${first?.path.join('.')}: ${first?.message}`,
  )
}

const record = (value: unknown): Readonly<Record<string, unknown>> => Object(value)

const tableRows = (table: TableSpec, data: unknown): readonly ExportRow[] => {
  const rows = table.field === undefined ? data : record(data)[table.field]
  return Array.isArray(rows) ? rows : []
}

const withRowsInOrder = (table: TableSpec, data: unknown, wanted: WantedOrder): unknown => {
  const rows = inOrder(tableRows(table, data), table.columns, wanted)
  return table.field === undefined ? rows : { ...record(data), [table.field]: rows }
}

async function* oneBatch<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}

async function* mapBatches(
  batches: AsyncIterable<Row[]>,
  map: (rows: Row[]) => object[],
): AsyncGenerator<readonly ExportRow[]> {
  for await (const rows of batches) yield map(rows) as ExportRow[]
}
