// The first import of a configured shop, in the background of a running server.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testEngine } from '#test/engines.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { SAMPLE_ORDERS } from '#test/shop-server/recordings.ts'
import { type StoreServer, startSampleServer } from '#test/shop-server/server.ts'
import { readConfig } from '../config/config.ts'
import { contentsOf } from '../ingest/data-source.ts'
import { silentProgress } from '../ingest/progress.ts'
import { type Running, start } from '../start.ts'
import { StoreError } from '../store/errors.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import { openConfigured } from '../terminal/command.ts'
import { firstImport } from './first-import.ts'
import { makeDemo } from './make-demo.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
let shop: StoreServer
let folder: string
let running: Running | undefined
beforeEach(async () => {
  shop = await startSampleServer()
  folder = mkdtempSync(join(tmpdir(), 'gondola-first-'))
  return async () => {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})

const config = () =>
  readConfig({
    PORT: '0',
    GONDOLA_LOG_LEVEL: 'silent',
    GONDOLA_DATA_DIR: folder,
    GONDOLA_WOOCOMMERCE_URL: shop.url,
    GONDOLA_WOOCOMMERCE_KEY: KEY,
    GONDOLA_WOOCOMMERCE_SECRET: SECRET,
  })

test('replaces the demo with the shop and prints the first account', {
  timeout: 120_000,
}, async () => {
  const store = await openConfigured(config())
  await makeDemo(store, { orders: 50, months: 2, until: '2026-05', seed: 1, timeZone: TIME_ZONE })
  await store.close()

  const lines: string[] = []
  running = await start(config(), (line) => lines.push(line), silentProgress)
  const before = await fetch(`${running.address}/api/health`)
  expect(before.status).toBe(200)
  await running.importing?.done
  const words = lines.join('\n')
  expect(words).toMatch(/Primera cuenta: admin@gondola\.local\n\s+Contraseña: +([a-z2-9]{5}-){3}/)
  expect(words).not.toContain(SECRET)
  expect(await running.app.store.one(sql`select count(*) as orders from orders`), words).toEqual({
    orders: SAMPLE_ORDERS,
  })
  expect(await contentsOf(running.app.store)).toBe('shop')
  await running.stop()

  running = await start(config(), (line) => lines.push(line), silentProgress)
  expect(running.importing).toBeUndefined()
})

test('ends without its report if the database is away just then', async () => {
  const store = await testEngine('postgres').open()
  let isAway = false
  const reads: Pick<Store, 'all' | 'one'> = {
    all: async (query) => (isAway ? Promise.reject(new StoreError('unreachable', 'away')) : store.all(query)),
    one: async (query) => (isAway ? Promise.reject(new StoreError('unreachable', 'away')) : store.one(query)),
  }
  const finished = async () => {
    isAway = true
    return { state: 'success', message: '', processed: 1, detail: {} }
  }
  const importing = await firstImport({
    store: { ...store, ...reads },
    connection: { read: async () => ({ shop: { url: shop.url }, unreadable: false }) },
    jobs: { start: async () => 'started', finished },
    ...{ timeZone: TIME_ZONE, say: () => {}, progress: silentProgress },
  } as never)
  await expect(importing?.done).resolves.toBeUndefined()
})

test('imports the shop again after a change of time zone', { timeout: 120_000 }, async () => {
  const inZone = async (GONDOLA_TIME_ZONE: string) => {
    running = await start({ ...config(), timeZone: GONDOLA_TIME_ZONE }, () => {}, silentProgress)
    await running.importing?.done
    return running.app.store.all<{ order_id: number; created_at: string; month: string }>(
      sql`select order_id, created_at, month from orders order by order_id`,
    )
  }
  const here = await inZone(TIME_ZONE)
  await running?.stop()
  const inTokyo = await inZone('Asia/Tokyo')
  const twelveHoursOn = here.map(({ order_id, created_at }) => {
    const later = new Date(Date.parse(`${created_at.replace(' ', 'T')}Z`) + 12 * 3600_000).toISOString()
    return { order_id, created_at: `${later.slice(0, 10)} ${later.slice(11, 19)}`, month: later.slice(0, 7) }
  })
  expect(inTokyo.map((row) => ({ ...row, created_at: row.created_at.slice(0, 19) }))).toEqual(twelveHoursOn)
})
