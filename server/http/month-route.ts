// Views of one month: cached until the data of the months they read changes; a view with a table is also exported.
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Month } from '#contract/month.ts'
import type { App } from './app.ts'
import { sendFile } from './export/send.ts'
import { exportRequest } from './export-request.ts'
import { permissionFingerprint } from './principal.ts'
import { type Call, callOf, type Data, envelope, register } from './route.ts'
import { freshnessOf, holdsPersonal, readsOf, sendCached } from './send-json.ts'
import { tableRows, withOrderedRows } from './table-rows.ts'

export interface MonthCall<E extends Endpoint> extends Call<E> {
  /** The month of `start_date`, by default the latest one. */
  readonly month: Month
}

export interface MonthResult<E extends Endpoint> {
  readonly data: Data<E>
  readonly months: readonly Month[]
  /** Names of data_versions that the data depends on beyond the months and 'dimensions'. */
  readonly reads?: readonly string[]
}

export function monthRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: MonthCall<E>) => Promise<MonthResult<E>>,
): void {
  register(app, endpoint, async (request, reply) => {
    const call = await monthCallOf<E>(app, request)
    const { table } = endpoint
    const read = async () => {
      const { data, ...rest } = await handler(call)
      return { ...rest, data: table ? withOrderedRows(table, data, Object(call.query)) : data }
    }
    const file = table && exportRequest(call)
    if (file) {
      return sendFile(app, request, reply, async () => {
        const rows = tableRows(table, (await read()).data)
        const name = `${table.file}_${call.month}`
        return { ...file, columns: table.columns, batches: oneBatch(rows), name }
      })
    }
    const cached = { key: cacheKey(endpoint, call), holdsPersonal: holdsPersonal(table?.columns ?? [], call) }
    return sendCached(app, request, reply, cached, async () => {
      const { data, months, reads: more } = await read()
      const reads = readsOf(months, more)
      return { reads, body: envelope(endpoint, { data, meta: freshnessOf(months, reads, request.versions) }) }
    })
  })
}

export async function monthCallOf<E extends Endpoint>(
  app: App,
  request: FastifyRequest,
): Promise<MonthCall<E>> {
  const call = callOf<E>(request)
  const { start_date }: { start_date?: unknown } = Object(call.query)
  return { ...call, month: typeof start_date === 'string' ? start_date : await app.latestMonth() }
}

/** Calls with the same key get the same response. */
export const cacheKey = <E extends Endpoint>(endpoint: E, call: MonthCall<E>): string =>
  JSON.stringify([
    endpoint.method,
    endpoint.path,
    call.params,
    call.query,
    call.month,
    permissionFingerprint(call.principal),
  ])

async function* oneBatch<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}
