// Two imports on one database: the second is refused and writes nothing; on PostgreSQL also from another process.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import type { Shop } from '#server/sources/woocommerce/records.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { describeEngines, testEngine } from './engines.ts'
import { SAMPLE_ORDERS, sampleFolder } from './shop-server/recordings.ts'

/** Takes seconds alone, and longer while other tests run. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** A shop from files that waits before it lists orders. */
async function pausedShop() {
  const shop = await filesShop(sampleFolder())
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const paused: Shop = Object.assign(Object.create(shop), {
    read: async (...args: Parameters<Shop['read']>) => {
      if (args[0] === 'orders') {
        asked.resolve()
        await gate.promise
      }
      return shop.read(...args)
    },
  })
  return { shop: paused, asked: asked.promise, release: () => gate.resolve() }
}

const imported = (store: Store, shop: Shop) =>
  importShop({ store, source: wooCommerceSource(shop), timeZone: TIME_ZONE, progress: silentProgress })

describeEngines('a second import', (engine) => {
  test('two imports do not disturb each other', async () => {
    const place = await engine.place()
    const store = await openStore(place)
    const other = engine.name === 'postgres' ? await openStore(place) : store
    try {
      const asked = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<undefined>()
      const shop = await filesShop(sampleFolder())
      const slow: Shop = Object.assign(Object.create(shop), {
        currency: () => {
          asked.resolve()
          return gate.promise.then(() => shop.currency())
        },
      })
      const first = imported(store, slow)
      await asked.promise
      await expect(imported(other, await filesShop(sampleFolder()))).rejects.toMatchObject({
        code: 'busy',
        message: IMPORT_TEXT.already,
      })
      expect(await other.all(sql`select * from import_cursors`)).toEqual([])
      gate.resolve(undefined)
      expect((await first).collections.orders).toMatchObject({ written: SAMPLE_ORDERS })
      const again = await imported(other, await filesShop(sampleFolder()))
      expect(again.collections.orders).toMatchObject({ written: 0, unchanged: SAMPLE_ORDERS })
      // On a cluster, the shards contain the rows.
      if (engine.name === 'postgres' && !store.isCluster) {
        const known = sql`select reltuples::bigint as rows from pg_class where relname = 'orders'`
        expect(await store.one(known)).toEqual({ rows: SAMPLE_ORDERS })
      }
    } finally {
      await store.close()
      if (other !== store) await other.close()
    }
  })
})

describe('an import on PostgreSQL', () => {
  const engine = testEngine('postgres')
  const opened = async (place: Parameters<typeof openStore>[0]) => {
    const store = await openStore(place)
    onTestFinished(() => store.close())
    return store
  }
  const openTwo = async () => {
    const place = await engine.place()
    return [await opened(place), await opened(place)] as const
  }

  test('keeps its lease when the server ends all its connections', async () => {
    const place = await engine.place()
    const [store, ender] = [await opened(place), await opened(place)]
    const { shop, asked, release } = await pausedShop()
    const first = imported(store, shop)
    await asked
    await ender.all(sql`
      select pg_terminate_backend(pid)::text from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    // Its own connections are whole; the others of `ender` may be found dead by the next statement.
    const other = await opened(place)
    await expect(imported(other, await filesShop(sampleFolder()))).rejects.toMatchObject({ code: 'busy' })
    release()
    expect((await first).collections.orders).toMatchObject({ written: SAMPLE_ORDERS })
  })

  test('stops before its next write once another one has taken over', async () => {
    const [store, other] = await openTwo()
    const { shop, asked, release } = await pausedShop()
    // Without heartbeats, as on a broken connection.
    const silent: Store = { ...store, run: () => Promise.reject(new Error('cut off')) }
    const first = imported(silent, shop)
    first.catch(() => {})
    await asked
    await other.run(sql`update jobs set heartbeat_at = heartbeat_at - interval '16 seconds'`)
    const second = await imported(other, await filesShop(sampleFolder()))
    expect(second.collections.orders).toMatchObject({ written: SAMPLE_ORDERS })
    await other.run(sql`delete from orders`)
    release()
    await expect(first).rejects.toMatchObject({ code: 'taken-over' })
    expect(await other.all(sql`select order_id from orders`)).toEqual([])
    expect(await other.all(sql`select state, holder from jobs where job_key = 'import'`)).toEqual([
      { state: 'success', holder: '' },
    ])
  })
})
