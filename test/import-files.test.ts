// Files as they occur in practice: with broken lines, cut off, not gzipped, in any order, of a shop that changed.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { reportLines } from '#server/ingest/import-text.ts'
import { lines as progressLines, silentProgress } from '#server/ingest/progress.ts'
import { readMapping } from '#server/shop/read-mapping.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { testEngine } from './engines.ts'
import { FIXTURES, type Json, jsonLines } from './shop-server/recordings.ts'
import { storeRows } from './store-rows.ts'

const engine = testEngine('duckdb')
const folder = mkdtempSync(join(tmpdir(), 'gondola-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let store: Store
beforeEach(async () => {
  store = await engine.open()
})

const put = (name: string, records: readonly (Json | string)[]) => {
  const text = records
    .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
    .join('\n')
  writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
}
const importFolder = async (
  options: {
    progress?: typeof silentProgress
    mapping?: object
    pageRecords?: number
    complete?: boolean
  } = {},
) =>
  importShop({
    store,
    source: wooCommerceSource(await filesShop(folder, options), async () =>
      mappingSchema.parse(options.mapping ?? {}),
    ),
    timeZone: 'America/Argentina/Buenos_Aires',
    progress: options.progress ?? silentProgress,
    currency: 'ars',
  })
const ids = async () =>
  (await store.all<{ order_id: number }>(sql`select order_id from orders order by order_id`)).map(
    (row) => row.order_id,
  )

const orders = jsonLines('orders_full').slice(0, 8)
const idsOf = (some: Json[]) => some.map(({ id }) => Number(id))

describe('files of a shop', () => {
  test('with invalid lines are read to the end, each counted with its place', async () => {
    put('orders_full.jsonl', [
      `\uFEFF${JSON.stringify(orders[0])}`,
      '{"id":',
      '',
      orders[1]!,
      { ...orders[2]!, total: 'mucho' },
      '[]',
      { ...orders[3]!, date_created: null, date_created_gmt: null },
      `${JSON.stringify(orders[4])}\r`,
    ])
    const report = await importFolder()
    expect(await ids()).toEqual(idsOf([orders[0]!, orders[1]!, orders[4]!]))
    expect(report.collections.orders).toMatchObject({ read: 7, written: 3, rejected: 4 })
    const rejects = await store.all(
      sql`select record_id, reason from rejects where source = 'orders' order by record_id`,
    )
    expect(rejects).toEqual([
      { record_id: String(orders[2]!.id), reason: 'total no es un importe: «mucho»' },
      { record_id: String(orders[3]!.id), reason: 'date_created falta o no es una fecha' },
      { record_id: '?', reason: 'no tiene la forma esperada' },
      { record_id: 'orders_full.jsonl:2', reason: 'no es JSON' },
    ])
    const told = reportLines(report).join('\n')
    expect(told).toContain('4 rechazadas')
    expect(told).toContain('1 × Órdenes: no es JSON')

    // Once repaired, nothing is rejected any more; the stored version of a rejected record would have stayed.
    put('orders_full.jsonl', orders)
    const mended = await importFolder()
    expect(mended.collections.orders).toMatchObject({ read: 8, written: 5, unchanged: 3, rejected: 0 })
    expect(await store.all(sql`select * from rejects`)).toEqual([])
  })

  test('that omit an order remove it only if they are declared complete, unless a line is unreadable', async () => {
    put('orders_full.jsonl', orders)
    await importFolder()
    put('orders_full.jsonl', orders.with(3, '{"id"' as never))
    await importFolder({ complete: true })
    expect(await ids()).toEqual(idsOf(orders))
    put('orders_full.jsonl', orders.toSpliced(3, 1))
    expect((await importFolder()).collections.orders).toMatchObject({ removed: 0, unchanged: 7 })
    expect(await ids()).toEqual(idsOf(orders))
    expect((await importFolder({ complete: true })).collections.orders).toMatchObject({ removed: 1 })
    expect(await ids()).toEqual(idsOf(orders.toSpliced(3, 1)))
    // A large loss waits for a person.
    put('orders_full.jsonl', orders.slice(0, 2))
    expect(await importFolder({ complete: true })).toMatchObject({ waiting: 5 })
    expect(await ids()).toEqual(idsOf(orders.toSpliced(3, 1)))
  })

  test('in any order and with duplicates give the newest state of each order', async () => {
    const later: Json = { ...orders[5]!, status: 'cancelled', date_modified_gmt: '2026-11-21T00:00:00' }
    put('orders_full.jsonl', [...orders].reverse().concat(later, orders[5]!))
    await importFolder()
    expect(await ids()).toEqual(idsOf(orders))
    const row = await store.one(sql`select status from orders where order_id = ${Number(later.id)}`)
    expect(row).toEqual({ status: 'wc-cancelled' })
  })

  test('cut off in the middle end with a plain message and keep what was read', async () => {
    copyFileSync(join(FIXTURES, 'refunds_full.jsonl.gz'), join(folder, 'refunds_full.jsonl.gz'))
    rmSync(join(folder, 'orders_full.jsonl'), { force: true })
    const whole = readFileSync(join(FIXTURES, 'orders_full.jsonl.gz'))
    writeFileSync(join(folder, 'orders_full.jsonl.gz'), whole.subarray(0, whole.length - 100_000))
    await expect(importFolder()).rejects.toThrow(/orders_full.jsonl.gz está dañado o incompleto/)
    const stayed = (await ids()).length
    expect(stayed).toBeGreaterThan(2000)
    expect(stayed).toBeLessThan(3000)
    writeFileSync(join(folder, 'orders_full.jsonl.gz'), whole)
    const report = await importFolder()
    expect(report.resumed).toBe(true)
    expect(report.collections.orders).toMatchObject({ read: 3000, written: 3000 })
    expect((await ids()).length).toBe(3000)
    rmSync(join(folder, 'orders_full.jsonl.gz'))
  })

  test('in pages of any size give the same rows, rejects and report', { timeout: 120_000 }, async () => {
    copyFileSync(join(FIXTURES, 'refunds_full.jsonl.gz'), join(folder, 'refunds_full.jsonl.gz'))
    const dirt = ['{"id":', { ...orders[2]!, total: 'mucho' }, '[]']
    const ascending = [...jsonLines('orders_full').slice(0, 150), ...dirt]
    // The same orders again are compared with the stored ones.
    const again = [...ascending, ...jsonLines('orders_full').slice(100, 200).reverse()]
    for (const records of [ascending, again]) {
      put('orders_full.jsonl', records)
      const results = []
      for (const pageRecords of [4000, 40]) {
        store = await engine.open()
        const { collections, rejects, unmapped, months } = await importFolder({ pageRecords })
        const away = await store.all(sql`select source, record_id, reason from rejects order by 1, 2, 3`)
        results.push({ rows: await storeRows(store), away, collections, rejects, unmapped, months })
      }
      expect(results[1]!.rows).toEqual(results[0]!.rows)
      expect(results[1]!.away).toEqual(results[0]!.away)
      expect(results[0]!.rows.orders!.length).toBeGreaterThanOrEqual(149)
    }
    rmSync(join(folder, 'refunds_full.jsonl.gz'))
  })

  test('report progress as lines without a terminal', async () => {
    put('orders_full.jsonl', orders)
    const told: string[] = []
    await importFolder({ progress: progressLines((line) => told.push(line)) })
    expect(told).toContain('Órdenes: 8')
    expect(told.at(-1)).toMatch(/^Resúmenes mensuales: \d+$/)
  })

  test('another mapping reclassifies stored data', async () => {
    const reduced = jsonLines('orders_full').filter((order) =>
      JSON.stringify(order.coupon_lines).includes('menos-2000'),
    )
    put('orders_full.jsonl', reduced.slice(0, 3))
    await importFolder()
    const groups = () =>
      store.all(sql`select distinct discount_group, sub_group from order_discounts where name = 'menos-2000'`)
    expect(await groups()).toEqual([{ discount_group: 'CUPONES MASIVOS', sub_group: 'menos' }])
    const rule = { pattern: '^menos-(\\d+)', group: 'OTROS', sub_group: 'rebaja de $1' }
    await importFolder({ mapping: { discounts: [rule] } })
    expect(await groups()).toEqual([{ discount_group: 'OTROS', sub_group: 'rebaja de 2000' }])
  })

  test('names every error of an invalid mapping', async () => {
    put('mapping.json', [{ discounts: [{ pattern: '(', group: 'NADA', sub_group: '' }], colour: 'red' }])
    const file = join(folder, 'mapping.json')
    await expect(readMapping(store, file)).rejects.toThrow(/discounts\.0\.pattern[\s\S]*discounts\.0\.group/)
    await expect(readMapping(store, join(folder, 'none.json'), { mustExist: true })).rejects.toThrow(
      /No se puede leer/,
    )
    expect(await readMapping(store, join(folder, 'none.json'))).toMatchObject({
      business: { from: 'category' },
    })
  })

  test('refuses a folder without orders', async () => {
    rmSync(join(folder, 'orders_full.jsonl'), { force: true })
    await expect(filesShop(folder)).rejects.toThrow(/no hay orders_full/)
    await expect(filesShop(join(folder, 'nope'))).rejects.toThrow(/No se puede leer la carpeta/)
  })
})
