// Definitions of docs/metrics.md that several views share, over a shop whose figures can be added up by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CorporateBuyer } from '#contract/benefits.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { addAccount, createRole } from '#server/features/account/accounts.ts'
import { removeOrders, writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { PASSWORD, signIn, type TestApp, testApp } from './app.ts'
import { describeEngines } from './engines.ts'

const orderNumber = (id: number): OrderFacts => {
  const found = smallShop.orders.find(({ order }) => order.order_id === id)
  if (!found) throw new Error(`The small shop has no order ${id}`)
  return found
}

/** March: half a kilo of alfajores, and harina for 12.00, of which 0.05 was refunded. */
function soldByWeight(): OrderFacts {
  const { order, lines, ...rest } = orderNumber(12)
  const moved = { order_id: 30, month: '2026-03' }
  const [first, second] = lines
  const line = (id: number, of: typeof first, quantity: number, gross: string, refunded_units = 0) => ({
    ...{ ...of!, ...moved, line_id: id, quantity, refunded_units },
    ...{ gross, discount: '0.00', net: gross },
  })
  return {
    ...rest,
    order: {
      ...{ ...order, ...moved, created_at: '2026-03-04 09:00:00', order_date: '2026-03-04' },
      ...{ units: 0.55, refunded_units: 0.05, gross: '12.00', discount: '0.00', net: '12.00' },
    },
    lines: [
      line(301, first, 0.25, '10.00'),
      line(302, second, 0.1, '1.00'),
      line(303, second, 0.2, '1.00', 0.05),
    ],
    discounts: [],
  }
}

/** Registered in May without a distributor, and never buys. */
const IDLE = {
  ...smallShop.customers[0]!,
  ...{ customer_id: 4, email: 'elena@example.com', registered_at: '2026-05-15 10:00:00', month: '2026-05' },
}

describeEngines('definitions', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const { orders, customers, products } = smallShop
    const shop = { orders: [...orders, soldByWeight()], customers: [...customers, IDLE], products }
    app = await testApp(await openSmallShop(engine, shop))
  })
  afterAll(() => app.close())

  const ask = async (path: string, headers?: Record<string, string>) => {
    const answer = headers ? await app.get({ url: path, headers }) : await app.get(path, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer
  }
  const data = async (path: string, headers?: Record<string, string>) =>
    (await ask(path, headers)).json().data

  test('fractions of units reach every view and file', async () => {
    const march = 'start_date=2026-03'
    expect((await data(`/api/summary/main-page?${march}`)).main_month.total_units_sold).toBe(0.5)
    expect((await data(`/api/orders/get_total_units_sold?${march}`)).main_month.total_units_sold).toBe(0.5)
    expect(await data(`/api/orders?${march}`)).toMatchObject([{ units: 0.5 }])
    const businesses = await data(`/api/orders/ranking-orders-by-business?${march}`)
    expect(businesses).toMatchObject({
      total_units_sold: 0.5,
      rows: [
        { business: 'Golosinas', total_units_sold: 0.25, percent_units_sold: 50 },
        { business: 'Harinas', total_units_sold: 0.25, percent_units_sold: 50 },
      ],
    })
    expect(await data(`/api/orders/group-by-states-and-period?${march}`)).toMatchObject([
      { total_units_sold: 0.5 },
    ])
    expect(await data(`/api/reports/business?${march}&order_by=sku&order=ASC`)).toMatchObject([
      { sku: 'ALF', quantity: 0.25, unit_price_list: 40 },
      { sku: 'HAR', quantity: 0.1, unit_price_list: 10 },
      { sku: 'HAR', quantity: 0.2, unit_price_list: 5 },
    ])
    const file = await ask(`/api/products/get-ranking-products-selled?${march}&export=1`)
    expect(file.body.match(/;0,25;/g)).toHaveLength(2)
    expect((await ask(`/api/orders?${march}&export=1`)).body).toContain(';0,5;')
  })

  test('a guest with the e-mail of an employee is that employee everywhere', async () => {
    const may = 'start_date=2026-05'
    // Beto's own 108.00 and, as a guest, 10.00; both completed.
    const { corporates } = await data(`/api/reports/coupons/group?${may}`)
    const arcor = corporates.find(({ role }: CorporateBuyer) => role === 'Arcor')
    expect(arcor).toMatchObject({ total_orders: 2, total_amount: 118, subtotal_amount: 130, total_users: 1 })
    const bought = await data(`/api/customers/employees/detail?${may}`)
    expect(bought.map(({ order_id }: { order_id: number }) => order_id).sort()).toEqual([12, 16])
    expect(await data(`/api/orders/get-orders-by-role/Arcor?${may}`)).toHaveLength(2)
    const distinct = await data(`/api/customers/distinct-employees-by-dates?${may}`)
    expect(distinct.main_month.total).toBe(1)
  })

  test('a status sorts by its label, and empty cells come last both ways', async () => {
    const statuses = async (order: string) => {
      const rows = await data(`/api/orders?start_date=2026-05&status=TODOS&order_by=status&order=${order}`)
      return [...new Set(rows.map(({ status }: { status: string }) => status))]
    }
    // Canceladas, Completadas, Procesando, Reembolsadas, weird.
    const ascending = ['wc-cancelled', 'wc-completed', 'wc-processing', 'wc-refunded', 'wc-weird']
    expect(await statuses('ASC')).toEqual(ascending)
    expect(await statuses('DESC')).toEqual(ascending.toReversed())
    const surnames = async (order: string) =>
      (await data(`/api/orders?start_date=2026-05&order_by=surname&order=${order}`)).map(
        ({ surname }: { surname: string }) => surname,
      )
    expect((await surnames('ASC')).slice(-2)).toEqual(['Díaz', ''])
    expect((await surnames('DESC')).slice(-2)).toEqual(['Álvarez', ''])
  })

  test('accounts of the distributors and those without one add up to the shop', async () => {
    const roles = await Promise.all(
      ['101', '102', '0'].map(async (dist_id) => {
        const name = `only-${dist_id}`
        await app.store.transaction((tx) =>
          createRole(tx, {
            name,
            dist_ids: [dist_id],
            permissions: ['view:scorecard', 'view:customers', 'view:benefits', 'view:reports'],
          }),
        )
        const email = `${name}@example.com`
        await addAccount(app.store, { email, name, role: name, password: PASSWORD }, new Date())
        return { authorization: `Bearer ${await signIn(app, email)}` }
      }),
    )
    const counts = (path: string, count: (answer: unknown) => number) =>
      Promise.all([undefined, ...roles].map(async (headers) => count(await data(path, headers))))
    const total = (answer: unknown) => Object(answer).main_month.total
    const rows = (answer: unknown) => Object(answer).length
    const arcor = (field: string) => (answer: unknown) =>
      Object(answer).corporates.find(({ role }: CorporateBuyer) => role === 'Arcor')?.[field] ?? 0
    const may = 'start_date=2026-05'
    // Ana first bought from Norte, Beto and Carla from Sur; Elena from nobody. Ana registered in April.
    expect(await counts(`/api/customers/new-customers?${may}`, total)).toEqual([3, 0, 2, 1])
    expect(await counts('/api/customers/new-customers?start_date=2026-04', total)).toEqual([1, 1, 0, 0])
    expect(await counts(`/api/customers/new-employees?${may}`, total)).toEqual([1, 0, 1, 0])
    expect(await counts('/api/customers/employees', rows)).toEqual([1, 0, 1, 0])
    expect(await counts('/api/customers/registered/customer', rows)).toEqual([3, 1, 1, 1])
    expect(await counts('/api/reports/users/mail-list', rows)).toEqual([4, 1, 2, 1])
    expect(
      await counts(`/api/summary/main-page?${may}`, (answer) => Object(answer).main_month.new_customers),
    ).toEqual([3, 0, 2, 1])
    expect(await counts(`/api/reports/coupons/group?${may}`, arcor('total_users'))).toEqual([1, 0, 1, 0])
    expect(await counts(`/api/reports/coupons/group?${may}`, arcor('total_orders'))).toEqual([2, 0, 2, 0])
    expect(
      await counts(`/api/customers/group-by-states-and-period?${may}`, (answer) =>
        (answer as { total_registered: number }[]).reduce((sum, row) => sum + row.total_registered, 0),
      ),
    ).toEqual([3, 0, 2, 1])
  })

  test('an account moves to the distributor of its first order, also in answers of other months', async () => {
    const { order, ...rest } = orderNumber(2)
    const earlier = { order_id: 40, month: '2026-02', dist_id: '101' }
    const told: OrderFacts = {
      ...rest,
      order: {
        ...{ ...order, ...earlier, customer_id: 3, email: 'carla@example.com' },
        ...{ created_at: '2026-02-12 10:00:00', order_date: '2026-02-12' },
      },
      lines: rest.lines.map((line) => ({ ...line, ...earlier, line_id: 401 })),
    }
    const count = async (who: string) => {
      const headers = { authorization: `Bearer ${await signIn(app, `only-${who}@example.com`)}` }
      return (await data('/api/customers/new-customers?start_date=2026-05', headers)).main_month.total
    }
    expect([await count('101'), await count('102')]).toEqual([0, 2])
    await app.store.transaction((tx) => writeOrders(tx, [told]))
    await rebuildDirtyMonths(app.store)
    expect([await count('101'), await count('102')]).toEqual([1, 1])
    await app.store.transaction((tx) => removeOrders(tx, [40]))
    await rebuildDirtyMonths(app.store)
    expect([await count('101'), await count('102')]).toEqual([0, 2])
  })
})
