// A list of a million orders on the measured server, and COPY of the same rows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { column } from '#contract/columns.ts'
import { list } from '#contract/list.ts'
import { listEndpoint } from '#contract/list-endpoint.ts'
import type { Month } from '#contract/month.ts'
import type { AdminApp } from '#server/http/app.ts'
import { listQuery } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import { timed } from './figures.ts'

export const LARGE_LIST = '/bench/orders'
export const LARGE_COPY = '/bench/copy'
export const MEMORY = '/bench/memory'

const endpoint = listEndpoint(
  list(LARGE_LIST, {
    access: 'view:orders',
    summary: 'A million orders',
    columns: [
      column('order_id', 'Orden', 'id'),
      column('date', 'Fecha', 'date'),
      column('dist_id', 'Dist ID'),
      column('first_name', 'Nombre'),
      column('last_name', 'Apellido'),
      column('city', 'Ciudad'),
      column('status', 'Estado', 'status'),
      column('gross', 'Bruto', 'money'),
      column('discount', 'Desc', 'money'),
      column('net', 'Neto', 'money'),
    ],
    key: ['order_id'],
    orderBy: 'order_id',
    order: 'ASC',
    file: 'ordenes',
  }),
)

/** `since`: the first month that shops of all sizes have in common. */
export function largeList(app: AdminApp, since: Month): void {
  const rows = wholeShop(
    'made-up orders',
    sql`
    select order_id, order_date as date, dist_id, first_name, last_name, city, status, gross, discount, net
    from orders where month >= ${sql.raw(`'${since}'`)}`,
  )
  listRoute(app, endpoint, () => ({ query: rows, months: [] }))
  app.server.get(MEMORY, async () => ({ rss: process.memoryUsage().rss }))
  app.server.get(LARGE_COPY, async () => {
    // PostgreSQL's COPY writes files only on its own machine.
    if (app.store.engine !== 'duckdb') return {}
    const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
    const options = { parameters: {}, orderBy: 'order_id', order: 'ASC', personal: true } as const
    const { all } = listQuery(endpoint.list, rows, options)
    const file = sql.raw(`'${join(folder, 'rows.csv').replaceAll("'", "''")}'`)
    try {
      const [copied, milliseconds] = await timed(() =>
        app.store.run(sql`copy (${all}) to ${file} (format csv, header)`),
      )
      return { copied, milliseconds }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
