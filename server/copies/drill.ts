// Starts a server on a backup and compares its figures with the rows. The database in use is not touched.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import { buildApp } from '#server/app.ts'
import { createAccount } from '#server/features/account/accounts.ts'
import { generatePassword, hashPassword } from '#server/features/account/passwords.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { StoreError } from '#server/store/errors.ts'
import { assertDatabase, databaseFile, openDuckDbFile, type StoreOptions } from '#server/store/open.ts'
import { removedAfter } from '#server/store/removed-after.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type FetchDeps, type FetchedBackup, fetchBackup } from './fetch-backup.ts'

interface DrillDeps extends FetchDeps {
  readonly place: StoreOptions
  readonly dataDir: string
  readonly timeZone: string
}

export interface Drill extends FetchedBackup {
  /** Number of months whose figures were requested and found equal. */
  readonly months: number
}

/**
 * Throws a StoreError with a Spanish message for the first thing that is wrong. The newest backup of a folder without a database
 * may be somebody else's, so it has to be named there.
 */
export async function restoreDrill(deps: DrillDeps, wanted: string | undefined): Promise<Drill> {
  if (wanted === undefined) await assertDatabase(deps.place)
  const folder = join(deps.dataDir, 'drill')
  return removedAfter(folder, async () => {
    const backup = await fetchBackup(deps, wanted, folder)
    await using store = await openDuckDbFile(databaseFile(folder))
    await rebuildDirtyMonths(store)
    return { ...backup, months: await askServer(store, deps.timeZone) }
  })
}

interface MonthFigures {
  readonly month: string
  readonly orders: number
  readonly net: number
}

async function askServer(store: Store, timeZone: string): Promise<number> {
  const months = await store.all<MonthFigures>(sql`
    select month, count(*) as orders, sum(net) as net from orders
    where counted and status = 'wc-completed' group by month order by month`)
  // The secret may be encrypted with a key that this machine does not have.
  await store.run(sql`delete from settings where option = 'session_secret'`)
  const app = await buildApp({ store, timeZone })
  try {
    await app.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.server.address() as AddressInfo
    const client = await signedIn(store, `http://127.0.0.1:${port}`)
    for (const { month, orders, net } of months) {
      const { data } = scorecard.parse(await client(`/api/summary/main-page?start_date=${month}`))
      const { net_sale, total_orders } = data.main_month
      if (net_sale === net && total_orders === orders) continue
      throw new StoreError(
        'differs',
        `en ${month} el servidor responde ${total_orders} órdenes y $ ${net_sale}, y las filas suman ${orders} y $ ${net}`,
      )
    }
    return months.length
  } finally {
    await app.server.close()
    await app.jobs.stop()
  }
}

const scorecard = z.object({
  data: z.object({ main_month: z.object({ net_sale: z.number(), total_orders: z.number() }) }),
})
const login = z.object({ data: z.object({ access_token: z.string() }) })

/** Adds a temporary account to the copy. Returns a function that calls the server as that account. */
async function signedIn(store: Store, address: string) {
  const [email, password] = ['drill@gondola.invalid', generatePassword()]
  const account = { email, name: 'Simulacro', role: SUPER_ADMIN, hash: await hashPassword(password) }
  await store.transaction((tx) => createAccount(tx, account, new Date()))
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(address + path, init)
    if (response.ok) return response.json()
    throw new StoreError(
      'broken',
      `el servidor de la copia responde ${response.status} a ${path.split('?')[0]}`,
    )
  }
  const { data } = login.parse(
    await call('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, device: 'dashboard-web' }),
    }),
  )
  return (path: string) => call(path, { headers: { authorization: `Bearer ${data.access_token}` } })
}
