// The recorded store, imported from its files, shows the figures that its JSON gives by an independent calculation.
import { beforeAll, describe, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import type { ImportReport } from '#server/ingest/import-report.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { DEFAULT_MAPPING } from '#server/sources/woocommerce/mapping.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeEngines } from './engines.ts'
import { amount, RECORDED, recordedDistributors, recordedFigures } from './recorded-oracle.ts'

const figures = recordedFigures()

describe('the recorded store', () => {
  test('has 14 months', () => expect(figures.size).toBe(14))
})

describeEngines('the recorded store', (engine) => {
  let store: Store
  let report: ImportReport

  beforeAll(async () => {
    store = await engine.open()
    report = await importShop({
      store,
      shop: await filesShop(RECORDED),
      mapping: DEFAULT_MAPPING,
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
    })
  }, 60_000)

  test.each([...figures])('%s: completed orders, net, units, coupons', async (month, expected) => {
    const row = await store.one(sql`
      select coalesce(sum(orders), 0) as orders, coalesce(sum(net), 0) as net, coalesce(sum(units), 0) as units,
        coalesce(sum(coupons), 0) as coupons
      from rollup_months where month = ${month} and status = 'wc-completed'`)
    expect(row).toEqual({
      orders: expected.orders,
      net: amount(expected.net),
      units: expected.units,
      coupons: expected.usedCoupons,
    })
  })

  test.each([...figures])('%s: new and distinct customers', async (month, expected) => {
    const registered = await store.all<{ role: string; people: number }>(
      sql`select role, sum(registered) as people from rollup_customers where month = ${month} group by role`,
    )
    expect(new Map(registered.map(({ role, people }) => [role, people]))).toEqual(expected.registered)
    const buyers = await store.one<{ buyers: number }>(
      sql`select buyers from rollup_buyers where month = ${month} and dist_id = '*'`,
    )
    expect(buyers?.buyers).toBe(expected.distinctCustomers)
  })

  test.each([...figures])('%s: orders and net per distributor and status', async (month, expected) => {
    const rows = await store.all<{ dist_id: string; status: string; orders: number; net: number }>(
      sql`select dist_id, status, sum(orders) as orders, sum(net) as net from rollup_months
        where month = ${month} group by dist_id, status`,
    )
    const told = new Map(
      rows.map(({ dist_id, status, orders, net }) => [`${dist_id} ${status}`, { orders, net }]),
    )
    const wanted = [...expected.byDistributor].map(
      ([key, { orders, net }]) => [key, { orders, net: amount(net) }] as const,
    )
    expect(told).toEqual(new Map(wanted))
  })

  test('lines, discounts and refunds tie to their orders', async () => {
    const off = await store.all(sql`
      select o.order_id from orders o
      left join (select order_id, sum(net) as net, sum(gross) as gross from order_lines group by order_id) l
        on l.order_id = o.order_id
      left join (select order_id, sum(amount) as amount from order_discounts group by order_id) d
        on d.order_id = o.order_id
      where coalesce(l.net, 0) <> o.net or coalesce(l.gross, 0) <> o.gross
        or coalesce(d.amount, 0) <> o.discount or o.net <> o.gross - o.discount - o.refunded`)
    expect(off).toEqual([])
  })

  test('every record is kept, and what cannot be placed is listed', () => {
    expect(report.collections).toMatchObject({
      categories: { read: 29, written: 29, rejected: 0 },
      coupons: { read: 19, written: 19, rejected: 0 },
      products: { read: 71, written: 71, rejected: 0 },
      customers: { read: 400, written: 400, rejected: 0 },
      refunds: { read: 183, rejected: 0 },
      orders: { read: 3000, written: 3000, rejected: 0 },
    })
    expect(report.rejects).toEqual([])
    expect(report.unmapped).toMatchObject({
      discount: [],
      role: [],
      status: [],
      clock: [],
      refund: [],
      currency: [{ text: 'USD', count: 2 }],
      province: [
        { text: '', count: 3 },
        { text: '??', count: 1 },
      ],
    })
  })

  test('every distributor has its newest name', async () => {
    const rows = await store.all<{ dist_id: string; name: string }>(
      sql`select dist_id, name from distributors where dist_id <> '0'`,
    )
    const names = new Map(rows.map(({ dist_id, name }) => [dist_id, name]))
    expect(names).toEqual(recordedDistributors())
    expect(names.get('10118')).toBe('DISTRIBUIDORA NANDU SRL')
  })

  test('importing it again changes nothing', async () => {
    const before = await store.all(
      sql`select name, version from data_versions where name <> 'settings' order by name`,
    )
    const again = await importShop({
      store,
      shop: await filesShop(RECORDED),
      mapping: DEFAULT_MAPPING,
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
    })
    expect(again.collections.orders).toMatchObject({ read: 3000, written: 0, unchanged: 3000, removed: 0 })
    expect(again.months).toEqual([])
    expect(
      await store.all(sql`select name, version from data_versions where name <> 'settings' order by name`),
    ).toEqual(before)
  }, 60_000)
})
