// Checks on both engines that an enlarged shop is a multiple of the original.
import { expect, test } from 'vitest'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { makeDemo } from '#server/start/make-demo.ts'
import { sql } from '#server/store/sql.ts'
import { dirtyMonths } from '#server/store/versions.ts'
import { describeEngines } from '#test/engines.ts'
import { grow } from './grow.ts'

const OPTIONS = {
  orders: 150,
  months: 3,
  until: '2021-01',
  seed: 3,
  timeZone: 'America/Argentina/Buenos_Aires',
}

describeEngines('an enlarged shop', (engine) => {
  test('puts copies into earlier years: months keep their size and rollups add up', async () => {
    const store = await engine.open()
    await makeDemo(store, OPTIONS)
    const before = await store.one<Record<string, number>>(sql`
      select sum(orders) as orders, sum(net) as net, sum(units) as units from rollup_months`)
    const lines = await store.one<{ n: number }>(sql`select count(*) as n from order_lines`)
    const ofFirst = await store.one<{ orders: number }>(
      sql`select count(*) as orders from orders where month = '2020-11'`,
    )
    await grow(store, 4, () => {})
    const after = await store.one<Record<string, number>>(sql`
      select sum(orders) as orders, sum(net) as net, sum(units) as units from rollup_months`)
    expect(after).toEqual({
      orders: before!.orders! * 4,
      net: Math.round(before!.net! * 400) / 100,
      units: before!.units! * 4,
    })
    expect(
      await store.one(sql`select count(*) as n, count(distinct line_id) as ids from order_lines`),
    ).toEqual({
      n: lines!.n * 4,
      ids: lines!.n * 4,
    })
    const months = await store.all<{ month: string; day: string }>(sql`
      select month, cast(min(order_date) as text) as day from orders group by month order by month`)
    expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([12, '2020-02', '2021-01'])
    expect(
      await store.one(sql`select max(orders) as most, min(orders) as least from
        (select count(*) as orders from orders where month in ('2020-02', '2020-11', '2020-08') group by month) m`),
    ).toEqual({ most: ofFirst!.orders, least: ofFirst!.orders })
    expect(months.filter(({ month, day }) => !day.startsWith(month))).toEqual([])
    expect(await dirtyMonths(store)).toEqual([])

    // Copied rollups equal those rebuilt from copied rows; days past the end of a shorter month move to its last day.
    const days = sql`(select month, order_date, dist_id, status, sum(orders) as orders, sum(net) as net
      from rollup_orders group by month, order_date, dist_id, status) days`
    const tables = ROLLUPS.map(({ table }) => (table === 'rollup_orders' ? days : sql.identifier(table)))
    const all = async () => {
      const rows = await Promise.all(tables.map((table) => store.all(sql`select * from ${table}`)))
      return rows.map((each) => each.map((row) => JSON.stringify(row)).sort())
    }
    const copied = await all()
    const range = months.map(({ month }) => month)
    await store.transaction((tx) => rebuildMonths(tx, range))
    expect(await all()).toEqual(copied)
  })
})
