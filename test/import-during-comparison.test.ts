// A long comparison meets a full import under another mapping: what the import wrote stays.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Source } from '#server/ingest/source.ts'
import { DEFAULT_MAPPING, type Mapping } from '#server/sources/woocommerce/mapping.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import { TIME_ZONE } from './app.ts'
import { describeEngines } from './engines.ts'
import { DAY, NOW, shopRecords } from './faulty-shop.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

describeEngines('an import during a comparison', (engine) => {
  let server: StoreServer
  beforeAll(async () => {
    server = await startStoreServer(undefined, shopRecords(30))
    const meta_data = [
      { key: '_dist_id', value: '7' },
      { key: 'canal', value: 'web' },
    ]
    for (const order of server.store.orders) Object.assign(order, { meta_data })
    for (const product of server.store.products)
      Object.assign(product, { meta_data: [{ key: 'rubro', value: 'Propio' }] })
  })
  afterAll(() => server.close())

  test.each(['reconciliation', 'products'])('keeps its rows: %s', async (key) => {
    const store = await engine.open()
    let mapping: Mapping = DEFAULT_MAPPING
    let at = NOW
    const now = () => new Date(at)
    const open = () =>
      wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }), async () => mapping)
    const importAll = () =>
      importShop({ store, source: open(), timeZone: TIME_ZONE, progress: silentProgress, now })
    await importAll()
    at += 8 * DAY
    const reached = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    /** The shop takes its time after the first answers. */
    const slow = (source: Source): Source => ({
      ...source,
      async rules() {
        const rules = await source.rules()
        return {
          ...rules,
          openReader(context) {
            const reader = rules.openReader(context)
            const list = Object.fromEntries(
              Object.entries(reader.list).map(([name, read]) => [
                name,
                async (...options: never[]) => {
                  reached.resolve()
                  await released.promise
                  return (read as (...options: never[]) => unknown)(...options)
                },
              ]),
            ) as unknown as typeof reader.list
            return { ...reader, list }
          },
        }
      },
    })
    const jobs = await openJobs({ store, timeZone: TIME_ZONE, now, openSource: () => slow(open()) })
    await jobs.start(key, { all: true })
    await reached.promise
    mapping = {
      ...DEFAULT_MAPPING,
      distributor: { ...DEFAULT_MAPPING.distributor, id_keys: ['canal'] },
      business: { from: 'meta', key: 'rubro' },
    }
    await importAll()
    const rows = async () => [
      await store.all(sql`select dist_id, count(*) as orders from orders group by dist_id`),
      await store.all(sql`select distinct business from products`),
    ]
    const imported = await rows()
    expect(imported).toEqual([[{ dist_id: 'web', orders: 30 }], [{ business: 'Propio' }]])
    released.resolve()
    await jobs.settled()
    expect(await rows()).toEqual(imported)
  })
})
