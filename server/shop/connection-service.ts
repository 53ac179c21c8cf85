// Shows, tests, saves and deletes the connection, and starts the full import.
import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import type { ShopCheck, ShopConnection, ShopTest } from '#contract/shop.ts'
import { Secret } from '#server/config/config.ts'
import { differentZones } from '../domain/wall-clock.ts'
import type { ShopService } from '../features/shop/routes.ts'
import { badRequest, HttpError } from '../http/errors.ts'
import { contentsOf, DATA_SOURCE, DEMO_USERS, TIME_ZONE } from '../ingest/data-source.ts'
import type { Jobs } from '../ingest/jobs/jobs.ts'
import { JOB_TEXT } from '../ingest/jobs/text.ts'
import { testConnection } from '../sources/woocommerce/connection-test.ts'
import { trustCertificates } from '../sources/woocommerce/trust.ts'
import { readSetting } from '../store/settings.ts'
import { sql } from '../store/sql.ts'
import type { Queries, Store } from '../store/store.ts'
import { keysOf, lastCharacters, storeAddress } from './api-keys.ts'
import { type Connected, type Connection, plainKeys, type ShopKeys } from './connection.ts'

type Connecting = Pick<ShopService, 'connection' | 'save' | 'remove' | 'test' | 'startImport'>

export function connectionService(store: Store, connection: Connection, jobs: Jobs): Connecting {
  async function look(): Promise<ShopConnection> {
    const { shop, unreadable } = await connection.read()
    const held = await contentsOf(store)
    return {
      connected: shop !== undefined,
      source: shop?.source ?? null,
      url: shop?.url ?? null,
      key_end: lastCharacters(shop?.key),
      secret_end: lastCharacters(shop?.secret),
      readable: !unreadable,
      kept_by: connection.secretKey.source,
      engine: store.engine,
      holds: held === 'unfinished-demo' ? 'demo' : held,
      imported: shop !== undefined && (await isImported(store, shop.url)),
      own_admin: await hasOwnAdmin(store),
      certificate: shop?.certificate !== undefined,
    }
  }

  return {
    connection: look,

    async save(given, note) {
      const { shop } = await connection.read()
      if (shop?.source === 'environment') throw new HttpError('store-from-environment')
      if (storeAddress(given.url) === undefined)
        throw badRequest('url', 'must be an https address, or http on this same machine')
      const keys = keysOf(given, shop)
      await store.transaction(async (tx) => {
        await connection.save(tx, keys)
        if (given.webhook_secret) await connection.saveWebhookSecret(tx, new Secret(given.webhook_secret))
        const told = (one: ShopKeys | undefined) => ({ url: one?.url ?? null, key: lastCharacters(one?.key) })
        const change = { before: told(shop), after: told(keys) }
        await note(tx, { action: 'store.connect', subject: keys.url, ...change })
      })
    },

    async remove(note) {
      const { shop, unreadable } = await connection.read()
      if (shop?.source === 'environment') throw new HttpError('store-from-environment')
      if (!shop && !unreadable) return
      await store.transaction(async (tx) => {
        await connection.remove(tx)
        await note(tx, { action: 'store.disconnect', subject: shop?.url ?? '' })
      })
    },

    async test(given) {
      const { shop } = await connection.read()
      const keys = keysOf(given, shop)
      if (keys.certificate) trustCertificates(keys.certificate)
      const result = await testConnection(plainKeys(keys))
      return {
        ...result,
        checks: [...result.checks, ...(await settingsChecks(store, keys.url, result.store))],
      }
    },

    async startImport(note) {
      const shop = await connectedShop(connection)
      if (!(await hasOwnAdmin(store))) throw new HttpError('import-without-super-admin')
      const outcome = await jobs.start('import', {
        also: (tx) => note(tx, { action: 'store.import', subject: shop.url }),
      })
      if (outcome !== 'started') throw new HttpError('cron-running')
      const entry = (await jobs.list()).find(({ key }) => key === 'import')
      if (!entry) throw new HttpError('internal-error')
      return entry
    },
  }
}

/** Throws a 409 where no store is connected. */
export async function connectedShop(connection: Connection): Promise<Connected> {
  const { shop } = await connection.read()
  if (!shop) throw new HttpError('no-store')
  return shop
}

/** Whether the shop still has the currency and the time zone that its data was imported with. */
async function settingsChecks(store: Store, url: string, shop: ShopTest['store']): Promise<ShopCheck[]> {
  if (!shop || !(await isImported(store, url))) return []
  const [currency, timeZone] = [await readSetting(store, 'currency'), await readSetting(store, TIME_ZONE)]
  const { shopSettings: text } = JOB_TEXT
  const changes = [
    ...(typeof currency === 'string' && shop.currency !== '' && currency !== shop.currency
      ? [text.currency(currency, shop.currency)]
      : []),
    ...(typeof timeZone === 'string' && differentZones(shop.time_zone, timeZone, new Date().toISOString())
      ? [text.timeZone(shop.time_zone, timeZone)]
      : []),
  ]
  const settings = { check: 'settings' } as const
  if (changes.length === 0) return [{ ...settings, state: 'ok', message: text.same }]
  return changes.map((message) => ({ ...settings, state: 'warning', message }))
}

const source = z.object({ kind: z.literal('woocommerce'), origin: z.string() })

async function isImported(queries: Queries, url: string): Promise<boolean> {
  const imported = source.safeParse(await readSetting(queries, DATA_SOURCE)).data
  return imported !== undefined && imported.origin === storeAddress(url)
}

/** An import deactivates demo users, so another superAdmin must exist. */
export async function hasOwnAdmin(queries: Queries): Promise<boolean> {
  const users = z.array(z.object({ email: z.string() })).safeParse(await readSetting(queries, DEMO_USERS))
  const demoUsers = (users.data ?? []).map(({ email }) => email)
  const own = await queries.one(sql`
    select 1 as found from users where role = ${SUPER_ADMIN} and deleted_at is null
      and not (email in (${['', ...demoUsers]})) limit 1`)
  return own !== undefined
}
