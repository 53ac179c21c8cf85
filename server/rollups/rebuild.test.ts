// Rollups of the small shop on both engines, compared with sums added up by hand beside its orders.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Question } from '#contract/questions/question.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { rowsOver, totalsOver } from '#server/figures/answer.ts'
import { buyersByMonth, buyersOf } from '#server/figures/buyers.ts'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { servedAccounts } from '#server/figures/served-accounts.ts'
import { openStore } from '#server/store/open.ts'
import { inScope, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, readVersions } from '#server/store/versions.ts'
import { describeEngines, testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { smallShop } from '../../fixtures/small-shop.ts'
import { removeOrders, writeOrders } from '../ingest/write.ts'
import { writeProducts } from '../ingest/write-catalog.ts'
import { writeCustomers } from '../ingest/write-customers.ts'
import { rebuildDirtyMonths, rebuildMonths } from './rebuild.ts'

describeEngines('rollups', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await openSmallShop(engine)
  })
  const may = (select: string, group = 'group by 1 order by 1') =>
    store.all(sql.raw(`${select} where month = '2026-05' and status = 'wc-completed' ${group}`))

  test('orders per distributor: Norte 192.97 + Sur 154.45 + none 36.00 = 383.42', async () => {
    const expected = [
      { dist_id: '0', orders: 1, units: 4, coupons: 1, gross: 50, discount: 5, refunded: 9, net: 36 },
      {
        dist_id: '101',
        orders: 3,
        units: 6,
        coupons: 1,
        gross: 201,
        discount: 0,
        refunded: 8.03,
        net: 192.97,
      },
      {
        dist_id: '102',
        orders: 3,
        units: 7,
        coupons: 1,
        gross: 170.5,
        discount: 16.05,
        refunded: 0,
        net: 154.45,
      },
    ]
    expect(
      await may(
        'select dist_id, orders, units, coupons, gross, discount, refunded, net from rollup_months',
        'order by 1',
      ),
    ).toEqual(expected)
    expect(
      await may(`select dist_id, sum(orders) as orders, sum(units) as units, sum(coupons) as coupons, sum(gross) as gross,
        sum(discount) as discount, sum(refunded) as refunded, sum(net) as net from rollup_orders`),
    ).toEqual(expected)
  })

  test('orders per day, the first and the last second of the month included', async () => {
    expect(
      await may('select order_date, net from rollup_orders', `and dist_id = '102' order by order_date`),
    ).toEqual([
      { order_date: '2026-05-01', net: 36.45 },
      { order_date: '2026-05-04', net: 108 },
      { order_date: '2026-05-31', net: 10 },
    ])
  })

  test('segments and businesses, none for a deleted product', async () => {
    const rows = await may(
      `select business, segment, sum(orders) as orders, sum(units) as units, sum(net) as net from rollup_segments`,
      'group by 1, 2 order by 1, 2',
    )
    const expected = [
      { business: 'Chocolates', segment: 'Tabletas', orders: 3, units: 4, net: 74.92 },
      { business: 'Golosinas', segment: 'Alfajores', orders: 3, units: 7, net: 235.5 },
      { business: 'Harinas', segment: 'sin segmento', orders: 2, units: 2, net: 37 },
      { business: 'sin negocio', segment: 'sin segmento', orders: 1, units: 4, net: 36 },
    ]
    expect(rows).toEqual(expected)
    expect(
      await may(
        'select business, sum(orders) as orders, sum(units) as units, sum(net) as net from rollup_businesses',
      ),
    ).toEqual(expected.map(({ segment: _, ...row }) => row))
  })

  test('products; a deleted one by its name', async () => {
    const expected = [
      { product_id: 0, name: 'Caramelo discontinuado', net: 36 },
      { product_id: 11, name: 'Alfajor', net: 235.5 },
      { product_id: 12, name: 'Tableta', net: 74.92 },
      { product_id: 13, name: 'Harina 000', net: 37 },
    ]
    for (const table of ['rollup_products', 'rollup_sold'])
      expect(await may(`select product_id, max(name) as name, sum(net) as net from ${table}`)).toEqual(
        expected,
      )
  })

  test('discounts by name, coupons that took nothing off included', async () => {
    expect(
      await may('select name, sum(quantity) as quantity, sum(amount) as amount from rollup_discounts'),
    ).toEqual([
      { name: 'Promo 3x2', quantity: 1, amount: 4.05 },
      { name: 'empleado-arcor', quantity: 1, amount: 12 },
      { name: 'promo10', quantity: 2, amount: 5 },
    ])
  })

  test('counts a guest with an account’s e-mail as that account, and each order without e-mail as a buyer', async () => {
    const buyers = () =>
      store.all(
        sql`select dist_id, buyers from rollup_buyers where month = '2026-05' order by dist_id nulls last`,
      )
    expect(await buyers()).toEqual([
      { dist_id: '0', buyers: 1 },
      { dist_id: '101', buyers: 2 },
      { dist_id: '102', buyers: 2 },
      { dist_id: null, buyers: 4 },
    ])
  })

  test('sums what accounts bought by role, and counts the employees among the buyers', async () => {
    expect(
      await store.all(sql`
        select r.role, r.company, sum(r.orders) as orders, sum(r.net) as net, max(rows.net) as of_rows
        from rollup_companies r
        join (
          select c.role, sum(o.net) as net from orders o
          join customers c on c.customer_id = o.customer_id or (o.customer_id = 0 and c.email = o.email)
          where o.counted and o.month = '2026-05' group by c.role
        ) rows on rows.role = r.role
        where r.month = '2026-05' group by r.role, r.company order by r.role`),
    ).toEqual([
      { role: 'customer', company: '', orders: 6, net: 225.72, of_rows: 225.72 },
      { role: 'empleado_arcor', company: 'Arcor', orders: 2, net: 118, of_rows: 118 },
    ])
    expect(
      await store.all(
        sql`select dist_id, employees from rollup_buyers where month = '2026-05' order by dist_id nulls last`,
      ),
    ).toEqual([
      { dist_id: '0', employees: 0 },
      { dist_id: '101', employees: 0 },
      { dist_id: '102', employees: 1 },
      { dist_id: null, employees: 1 },
    ])
  })

  test('counts accounts by month of registration', async () => {
    expect(
      await store.all(
        sql`select month, role, company, registered from rollup_customers order by month, role`,
      ),
    ).toEqual([
      { month: '2026-04', role: 'customer', company: '', registered: 1 },
      { month: '2026-05', role: 'customer', company: '', registered: 1 },
      { month: '2026-05', role: 'empleado_arcor', company: 'Arcor', registered: 1 },
    ])
  })

  test('orders per group of benefits, of which an order without a benefit is none', async () => {
    expect(
      await may(
        'select discount_group, sum(orders) as orders, sum(gross) as gross, sum(net) as net from rollup_benefit_groups',
      ),
    ).toEqual([
      { discount_group: '', orders: 3, gross: 130.75, net: 130.75 },
      { discount_group: 'CORPORATIVOS', orders: 1, gross: 120, net: 108 },
      { discount_group: 'CUPONES MASIVOS', orders: 2, gross: 130.25, net: 108.22 },
      { discount_group: 'DESCUENTOS POR CATEGORÍA', orders: 1, gross: 40.5, net: 36.45 },
    ])
  })

  test('orders of a segment in two businesses count once, without reading lines', async () => {
    const own = await openSmallShop(engine)
    const [guest, mill] = [14, 16].map((id) => smallShop.orders.find(({ order }) => order.order_id === id))
    if (!guest || !mill) throw new Error('no such orders')
    // Both lines are of no segment, one of them of no business.
    const { order_id, dist_id } = guest.order
    const gift = mill.lines.map((line) => ({
      ...line,
      order_id,
      dist_id,
      line_id: 149,
      gross: '0.00',
      net: '0.00',
    }))
    const order = { ...guest.order, modified_at: '2026-06-02 10:00:00' }
    await own.transaction((tx) => writeOrders(tx, [{ ...guest, order, lines: [...guest.lines, ...gift] }]))
    await rebuildDirtyMonths(own)
    const statements: string[] = []
    const all: Store['all'] = (query) => {
      statements.push(query.texts.join(''))
      return own.all(query)
    }
    const days = { from: '2026-05-01', to: '2026-05-31' }
    const ask = async (asked: Partial<Question>) => {
      const question = { measures: ['orders'], ...asked } as const
      const rows = await rowsOver(days, question, { store: { ...own, all }, scope: null })
      return rows.map(({ keys, values }) => [...keys, values.orders].join(' ')).sort()
    }
    expect(await ask({ by: ['segment'] })).toEqual(['Alfajores 3', 'Tabletas 3', 'sin segmento 3'])
    const ofNone = [{ dimension: 'segment', isExcluded: false, values: ['sin segmento'] }] as const
    expect(await ask({ by: ['distributor'], where: ofNone })).toEqual(['0 1', '102 2'])
    expect(await ask({ by: ['segment', 'province'], where: ofNone })).toEqual(
      (await ask({ by: ['province'], where: ofNone })).map((row) => `sin segmento ${row}`),
    )
    expect(await ask({ by: ['parent_product'] })).toEqual([
      '11 3',
      '12 3',
      '13 3',
      'name:Caramelo discontinuado 1',
    ])
    expect(statements.filter((text) => text.includes('order_lines'))).toEqual([])
    // Of two segments, orders do not add up.
    const ofTwo = [{ ...ofNone[0], values: ['Alfajores', 'Tabletas'] }]
    expect(await ask({ by: [], where: ofTwo })).toEqual(['5'])
    expect(statements.filter((text) => text.includes('order_lines'))).toHaveLength(1)
  })

  test('new buyers are told from others while the table of cohorts waits to be filled', async () => {
    const kinds = async () => {
      const asked = { measures: ['net_sale', 'orders', 'buyers'], by: ['buyer_kind'] } as const
      const may = { from: '2026-05-01', to: '2026-05-31' }
      const rows = await rowsOver(may, asked, { store, scope: null })
      return rows
        .map(({ keys, values }) => ({ kind: keys[0], ...values }))
        .sort((one, other) => (one.kind ?? '').localeCompare(other.kind ?? ''))
    }
    // Ana had bought in April: 100.50 + 72.22.
    const expected = [
      { kind: 'new', net_sale: 210.7, orders: 5, buyers: 3 },
      { kind: 'returning', net_sale: 172.72, orders: 2, buyers: 1 },
    ]
    expect(await kinds()).toEqual(expected)
    await store.run(sql`delete from rollup_cohorts`)
    expect(await kinds()).toEqual(expected)
  })

  test('buyers of days are counted while the table of purchases waits to be filled', async () => {
    const days = { from: '2026-05-01', to: '2026-05-30' }
    const buyers = () => totalsOver(days, { measures: ['buyers'] }, { store, scope: null })
    expect(await buyers()).toEqual({ buyers: 4 })
    await store.run(sql`delete from rollup_purchases`)
    expect(await buyers()).toEqual({ buyers: 4 })
  })

  test('leaves another currency out of every rollup and includes unknown statuses', async () => {
    const sums = await store.all(
      sql`select status, sum(orders) as orders, sum(net) as net from rollup_months where month = '2026-05' group by status order by status`,
    )
    expect(sums).toEqual([
      { status: 'wc-cancelled', orders: 1, net: 30 },
      { status: 'wc-completed', orders: 7, net: 383.42 },
      { status: 'wc-processing', orders: 1, net: 18 },
      { status: 'wc-refunded', orders: 1, net: 0 },
      { status: 'wc-weird', orders: 1, net: 5 },
    ])
  })
})

describeEngines('rebuilding', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  const FILLED = ['orders', 'order_lines', 'order_discounts', 'order_refunds', 'customers', 'products']
  const empty = () =>
    store.transaction(async (tx) => {
      for (const table of [...FILLED, ...ROLLUPS.map(({ table }) => table), 'data_versions'])
        await tx.run(sql`delete from ${sql.identifier(table)}`)
    })
  beforeEach(async () => {
    await empty()
    await store.transaction(async (tx) => {
      await writeProducts(tx, smallShop.products)
      await writeCustomers(tx, smallShop.customers)
      await writeOrders(tx, smallShop.orders)
    })
    await rebuildDirtyMonths(store)
  })
  test('a guest who registers later becomes the same buyer', async () => {
    const whole = async () =>
      (
        await store.one<{ buyers: number }>(
          sql`select buyers from rollup_buyers where month = '2026-05' and dist_id is null`,
        )
      )?.buyers
    await empty()
    await store.transaction((tx) => writeOrders(tx, smallShop.orders))
    await rebuildDirtyMonths(store)
    expect(await whole()).toBe(5)
    await store.transaction((tx) => writeCustomers(tx, smallShop.customers))
    expect(await rebuildDirtyMonths(store)).toEqual(['2026-04', '2026-05'])
    expect(await whole()).toBe(4)
  })

  test('the buyers of any set of distributors equal those of its rows', async () => {
    // Ana buys once more in May, from Sur: she is a buyer of both distributors, and one buyer of the shop.
    const [{ order, lines }] = smallShop.orders as [OrderFacts]
    const moved = { order_id: 300, month: '2026-05', dist_id: '102' }
    const at = { created_at: '2026-05-20 10:00:00', order_date: '2026-05-20' }
    await store.transaction((tx) =>
      writeOrders(tx, [
        {
          order: { ...order, ...moved, ...at },
          lines: lines.map((line) => ({ ...line, ...moved })),
          discounts: [],
          refunds: [],
        },
      ]),
    )
    await rebuildDirtyMonths(store)
    const shared = await store.all(sql`select * from rollup_shared_buyers order by dist_id`)
    expect(shared.length).toBeGreaterThan(1)
    for (const set of [
      ['101'],
      ['102'],
      ['0'],
      ['101', '102'],
      ['101', '0'],
      ['101', '102', '0', '*'],
      ['999'],
    ]) {
      const [row] = await store.all<{ buyers: number }>(buyersByMonth(['2026-05'], set))
      expect({ set, buyers: row?.buyers ?? 0 }).toEqual({
        set,
        ...(await store.one(buyersOf('2026-05', inScope(set)))),
      })
    }
  })

  test('an account is served from its first month with an order through a distributor', async () => {
    const [{ order }] = smallShop.orders as [OrderFacts]
    const written = (order_id: number, month: string, dist_id = '101') => {
      const at = { created_at: `${month}-20 10:00:00`, order_date: `${month}-20` }
      return {
        ...{ lines: [], discounts: [], refunds: [] },
        order: { ...order, order_id, month, dist_id, customer_id: 77, ...at },
      }
    }
    const months = ['2026-02', '2026-04', '2026-07', '2026-08']
    const after = async (work: (tx: Queries) => Promise<unknown>) => {
      await store.transaction(work)
      await rebuildDirtyMonths(store)
      const rows = () => store.all<{ month: string }>(sql`select * from rollup_served order by customer_id`)
      const told = await rows()
      const dirty = [...new Set([...told.map(({ month }) => month), ...months, '2026-05', '2026-06'])]
      expect(await store.all(sql`select * from (${servedAccounts(dirty)}) s order by customer_id`)).toEqual(
        told,
      )
      const row = await store.one<{ month: string }>(
        sql`select month from rollup_served where customer_id = 77`,
      )
      return row?.month
    }
    expect(await after((tx) => writeOrders(tx, [written(401, '2026-07')]))).toBe('2026-07')
    // Of two distributors in the first month, the one of the first order.
    expect(await after((tx) => writeOrders(tx, [written(400, '2026-07', '102')]))).toBe('2026-07')
    expect(await after((tx) => removeOrders(tx, [400]))).toBe('2026-07')
    expect(await after((tx) => writeOrders(tx, [written(402, '2026-08')]))).toBe('2026-07')
    expect(await after((tx) => writeOrders(tx, [written(403, '2026-02', '0')]))).toBe('2026-07')
    expect(await after((tx) => writeOrders(tx, [written(404, '2026-04')]))).toBe('2026-04')
    expect(await after((tx) => removeOrders(tx, [404]))).toBe('2026-07')
    expect(await after((tx) => removeOrders(tx, [401, 403]))).toBe('2026-08')
    expect(await after((tx) => removeOrders(tx, [402]))).toBe(undefined)
  })

  test('a rebuild cleans its months and raises only their versions', async () => {
    const before = await readVersions(store)
    await store.transaction((tx) => removeOrders(tx, [1]))
    const passes: string[][] = []
    expect(await rebuildDirtyMonths(store, { onPass: (months) => passes.push([...months]) })).toEqual([
      '2026-04',
    ])
    expect(passes).toEqual([['2026-04']])
    expect(await dirtyMonths(store)).toEqual([])
    const after = await readVersions(store)
    expect(after.get('2026-04')!.version).toBeGreaterThan(before.get('2026-04')!.version)
    expect(after.get('2026-05')).toEqual(before.get('2026-05'))
    expect(await store.all(sql`select status, orders from rollup_months where month = '2026-04'`)).toEqual([
      { status: 'wc-cancelled', orders: 1 },
    ])
    expect(await rebuildDirtyMonths(store)).toEqual([])
  })

  test('a write during a rebuild is included or leaves the month dirty', async () => {
    const numbered = (order_id: number) => {
      const [{ order, lines }] = smallShop.orders as [OrderFacts]
      return {
        order: { ...order, order_id },
        lines: lines.map((line) => ({ ...line, order_id })),
        discounts: [],
        refunds: [],
      }
    }
    const writes = [101, 102, 103, 104].flatMap((id) => [
      store.transaction((tx) => writeOrders(tx, [numbered(id)])),
      store.transaction((tx) => rebuildMonths(tx, ['2026-04'])),
    ])
    await Promise.all(writes)
    await rebuildDirtyMonths(store)
    expect(
      await store.one(
        sql`select sum(orders) as orders, sum(net) as net from rollup_months where month = '2026-04' and status = 'wc-completed'`,
      ),
    ).toEqual({ orders: 5, net: 250 })
  })

  test('a month without rows gets no rollup rows', async () => {
    await store.transaction((tx) =>
      removeOrders(
        tx,
        smallShop.orders.map(({ order }) => order.order_id),
      ),
    )
    await rebuildDirtyMonths(store)
    for (const { table } of ROLLUPS.filter(({ table }) => table !== 'rollup_customers'))
      expect(await store.all(sql`select * from ${sql.identifier(table)}`)).toEqual([])
  })

  test('fills columns by their names, wherever a migration put them', async () => {
    const shop = await openSmallShop(engine)
    const contents = async () => {
      const rows = ROLLUPS.map(({ table }) => shop.all(sql`select * from ${sql.identifier(table)}`))
      return (await Promise.all(rows)).map((table) => table.map((row) => JSON.stringify(sorted(row))).sort())
    }
    const before = await contents()
    await shop.transaction(async (tx) => {
      for (const { table } of ROLLUPS) await reverseColumns(tx, table)
      await rebuildMonths(tx, ['2026-04', '2026-05', '2026-06'])
    })
    expect(await contents()).toEqual(before)
    expect(before.map((rows) => rows.length)).not.toContain(0)
  })
})

const sorted = (row: object) => Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))

/** Replaces a table by an empty one with its columns in reverse. */
async function reverseColumns(tx: Queries, table: string) {
  const columns = await tx.all<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position desc`)
  const names = sql.join(columns.map(({ name }) => sql.identifier(name)))
  await tx.run(sql`create table reversed as select ${names} from ${sql.identifier(table)} where false`)
  await tx.run(sql`drop table ${sql.identifier(table)}`)
  await tx.run(sql`alter table reversed rename to ${sql.identifier(table)}`)
}

describe('on one PostgreSQL', () => {
  const engine = testEngine('postgres')
  let store: Store
  let other: Store
  beforeEach(async () => {
    const place = await engine.place()
    store = await openStore(place)
    other = await openStore(place)
    await store.transaction(async (tx) => {
      await writeProducts(tx, smallShop.products)
      await writeOrders(tx, smallShop.orders)
    })
  })
  afterEach(async () => {
    await store.close()
    await other.close()
  })

  /** Waits until the work has ended or waits for another transaction. */
  async function underWay(work: Promise<unknown>) {
    let ended = false
    const end = () => {
      ended = true
    }
    work.then(end, end)
    for (;;) {
      const waiting = await store.one(sql`select 1 as found from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database()) limit 1`)
      if (ended || waiting) return
    }
  }

  const reclassed = smallShop.products.map((product) => ({ ...product, business: 'Harinas' }))
  const businesses = (from: Store) =>
    from.all(
      sql`select month, business, sum(net) as net from rollup_businesses group by month, business order by 1, 2`,
    )
  /** The rows when everything is committed and nothing is dirty, and the expected rows. */
  async function settled() {
    await rebuildDirtyMonths(store)
    const told = await businesses(store)
    await store.transaction((tx) => rebuildMonths(tx, ['2026-04', '2026-05', '2026-06']))
    return { told, right: await businesses(store) }
  }

  test('a first rebuild includes a change of classes that is committed meanwhile', async () => {
    let rebuilding: Promise<unknown> = Promise.resolve()
    await other.transaction(async (tx) => {
      await writeProducts(tx, reclassed)
      rebuilding = rebuildDirtyMonths(store)
      await underWay(rebuilding)
    })
    await rebuilding
    const { told, right } = await settled()
    expect(told).toEqual(right)
  })

  test('a change of classes reaches rollups whose first rebuild is committed meanwhile', async () => {
    let changing: Promise<unknown> = Promise.resolve()
    await other.transaction(async (tx) => {
      await rebuildMonths(tx, ['2026-04', '2026-05', '2026-06'])
      changing = store.transaction((inner) => writeProducts(inner, reclassed))
      await underWay(changing)
    })
    await changing
    const { told, right } = await settled()
    expect(told).toEqual(right)
  })
})
