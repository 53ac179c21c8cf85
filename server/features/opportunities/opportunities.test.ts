// Opportunities against a plain model of generated shops, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Opportunity as Listed, OpportunityPeer, OpportunitySummary } from '#contract/opportunities.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { removeOrders } from '#server/ingest/write.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { addNewcomer, callWithToken } from '#test/newcomers.ts'
import type { GeneratedShop } from '#test/opportunities/generated-shop.ts'
import { orderFacts, productFacts } from '#test/opportunities/orders.ts'
import { UNTUNED_SHOPS } from '#test/opportunities/untuned-shops.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

/** Open ones always have an estimate. */
type Opportunity = Listed & Record<(typeof ESTIMATE)[number], number>
const ESTIMATE = ['estimated_net', 'estimated_low', 'estimated_high', 'peers', 'peers_selling'] as const

const NOW = () => new Date('2026-11-20T15:00:00Z')
const WINDOW = ['2026-08', '2026-09', '2026-10']
const PERMISSIONS = ['view:distributors', 'export'] as const

/** One product withdrawn from one distributor, one distributor without orders in a month, one with orders of nobody. */
const shop = changed(UNTUNED_SHOPS.few!(3))
const [WITHDRAWN, IDLE] = ['204', '207']

function changed(shop: GeneratedShop): GeneratedShop {
  const at = (dist_id: string) => shop.distributors.findIndex((each) => each.dist_id === dist_id)
  const best = bestOf(shop, at('204'))
  shop.months.forEach((month, m) => {
    if (month > '2026-05') shop.units[m]![at('204')]![best] = 0
    if (month === '2026-09') shop.units[m]![at('207')]!.fill(0)
  })
  return shop
}

function bestOf({ cents, products, months }: GeneratedShop, d: number): number {
  const net = products.map((_, p) =>
    months.slice(-3).reduce((sum, _month, m) => sum + cents.at(m - 3)![d]![p]!, 0),
  )
  return net.indexOf(Math.max(...net))
}

const ordersOf = (ids: readonly string[] | null) =>
  orderFacts(shop).filter(({ order }) => ids?.includes(order.dist_id) ?? true)

const openShop = (
  engine: Parameters<Parameters<typeof describeEngines>[1]>[0],
  ids: readonly string[] | null,
) => openSmallShop(engine, { products: productFacts(shop), customers: [], orders: ordersOf(ids) })

/** What each distributor sold: months by product. */
function soldBy(ids: readonly string[] | null) {
  const sold = new Map<string, Map<string, string[]>>()
  for (const { order, lines } of ordersOf(ids))
    for (const { product_id } of lines) {
      const products = sold.get(order.dist_id) ?? new Map<string, string[]>()
      products.set(String(product_id), [...(products.get(String(product_id)) ?? []), order.month])
      sold.set(order.dist_id, products)
    }
  return sold
}

const HALF = ['200', '202', '204', '205', '206', '208']
const answers = new Map<string, unknown>()

describeEngines('opportunities', (engine) => {
  let store: Store
  let app: TestApp
  let limited: string
  beforeAll(async () => {
    store = await openShop(engine, null)
    app = await testApp(store, { now: NOW })
    limited = (await addNewcomer(app, store, 'media', PERMISSIONS, HALF)).session
  })
  afterAll(() => app.close())

  const asked = async <T>(query: string, token?: string, path = ''): Promise<T> => {
    const url = `/api/distributors/opportunities${path}?${query}`
    const answer = token ? await callWithToken(app, token, 'GET', url) : await app.get(url, 'admin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const all = (token?: string) => asked<Opportunity[]>('start_date=2026-10&per_page=1000', token)

  test('every row is a void of an active distributor, with the facts of the plain model', async () => {
    const rows = await all()
    const sold = soldBy(null)
    const sellers = (key: string) =>
      [...sold].filter(
        ([id, products]) => id !== IDLE && products.get(key)?.some((month) => WINDOW.includes(month)),
      )
    expect(rows.length).toBeGreaterThan(30)
    for (const { dist_id, key, last_sold, peers, peers_selling, ...row } of rows) {
      const months = sold.get(dist_id)?.get(key) ?? []
      expect(dist_id).not.toBe(IDLE)
      expect(
        months.filter((month) => WINDOW.includes(month)),
        `${dist_id} ${key}`,
      ).toEqual([])
      expect(last_sold, `${dist_id} ${key}`).toBe(months.at(-1) ?? null)
      expect(peers).toBeGreaterThanOrEqual(3)
      expect(peers_selling).toBeGreaterThan(0)
      expect(peers_selling).toBeLessThanOrEqual(Math.min(peers, sellers(key).length))
      expect(2 * peers_selling >= peers || last_sold !== null, `${dist_id} ${key}`).toBe(true)
      expect(row.estimated_low).toBeLessThanOrEqual(row.estimated_net)
      expect(row.estimated_high).toBeGreaterThanOrEqual(row.estimated_net)
      expect(row).toMatchObject({ sku: `S${key}`, product_name: `Producto ${key}`, business: 'Negocio' })
    }
    const nets = rows.map(({ estimated_net }) => estimated_net)
    expect(nets).toEqual(nets.toSorted((one, other) => other - one))
  })

  test('its peers and those that sell it are listed, with what they sold', async () => {
    const rows = await all()
    const peersOf = async ({ dist_id, key }: Pick<Listed, 'dist_id' | 'key'>): Promise<OpportunityPeer[]> => {
      const path = `/api/distributors/${dist_id}/opportunities/${key}/peers?start_date=2026-10&per_page=1000`
      return (await app.get(path, 'admin')).json().data
    }
    const linesOf = (dist_id: string, key: string) =>
      ordersOf([dist_id]).flatMap(({ order, lines }) =>
        WINDOW.includes(order.month) ? lines.filter(({ product_id }) => String(product_id) === key) : [],
      )
    for (const row of rows.slice(0, 10)) {
      const peers = await peersOf(row)
      expect(peers).toHaveLength(row.peers)
      expect(peers.filter(({ sells }) => sells)).toHaveLength(row.peers_selling)
      for (const { dist_id, sells, total_amount, units_sold } of peers) {
        const lines = linesOf(dist_id, row.key)
        expect(dist_id).not.toBe(row.dist_id)
        expect(sells).toBe(lines.length > 0)
        expect(total_amount).toBeCloseTo(
          lines.reduce((sum, { net }) => sum + Number(net), 0),
          2,
        )
        expect(units_sold).toBe(lines.reduce((sum, { quantity }) => sum + Number(quantity), 0))
      }
    }
    expect(await peersOf({ dist_id: IDLE, key: '1' })).toEqual([])
  })

  test('what was withdrawn stands first, and says since when', async () => {
    const [first] = await asked<Opportunity[]>(`start_date=2026-10&dist_id=${WITHDRAWN}`)
    expect(first).toMatchObject({ dist_id: WITHDRAWN, last_sold: '2026-05' })
  })

  test('both engines give the same answer, as does the running month', async () => {
    const rows = await all()
    expect(await asked('start_date=2026-11&per_page=1000')).toEqual(rows)
    expect(rows).toEqual(answers.get('rows') ?? rows)
    answers.set('rows', rows)
  })

  test('filters, orders and pages like any list, and exports the same rows', async () => {
    const rows = await all()
    const [first] = rows
    const named = await asked<Opportunity[]>(
      `start_date=2026-10&product_name=${first?.product_name.toUpperCase()}`,
    )
    expect(new Set(named.map(({ key }) => key))).toEqual(new Set([first?.key]))
    const page = await asked<Opportunity[]>(
      'start_date=2026-10&orderBy=dist_name&order=DESC&per_page=3&page=2',
    )
    const sorted = rows.toSorted(
      (one, other) => other.dist_name.localeCompare(one.dist_name) || (one.key < other.key ? -1 : 1),
    )
    expect(page).toEqual(sorted.slice(3, 6))
    const file = await app.get(
      '/api/distributors/opportunities?start_date=2026-10&export=1&csv=standard',
      'admin',
    )
    expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1)
    expect(file.headers['content-disposition']).toContain('oportunidades_2026-10.csv')
  })

  test('the summary adds up the list', async () => {
    const rows = await all()
    const summary = await asked<OpportunitySummary>('start_date=2026-10', undefined, '/summary')
    const total = Math.round(rows.reduce((sum, { estimated_net }) => sum + estimated_net * 100, 0)) / 100
    expect(summary).toEqual({
      ...{ state: 'ok', months: WINDOW, distributors: 9, opportunities: rows.length },
      ...{ estimated_net: total, followed: 0, followed_net: 0, dismissed: 0 },
    })
  })

  test('a limited role is answered as if its distributors were the whole shop', async () => {
    const own = await testApp(await openShop(engine, HALF), { now: NOW })
    try {
      const whole = await own.get('/api/distributors/opportunities?start_date=2026-10&per_page=1000', 'admin')
      const rows = await all(limited)
      expect(rows.length).toBeGreaterThan(0)
      expect(rows).toEqual(whole.json().data)
    } finally {
      await own.close()
    }
  })

  test('says that it lacks months or distributors instead of guessing', async () => {
    const early = await asked<OpportunitySummary>('start_date=2025-12', undefined, '/summary')
    expect(early).toMatchObject({ state: 'few-months', opportunities: 0, estimated_net: 0 })
    const scope = await addNewcomer(app, store, 'tres', PERMISSIONS, ['200', '201', '202'])
    const few = await asked<OpportunitySummary>('start_date=2026-10', scope.session, '/summary')
    expect(few).toMatchObject({ state: 'few-distributors', distributors: 3, opportunities: 0 })
    expect(await all(scope.session)).toEqual([])
    const idle = await asked<OpportunitySummary>(`start_date=2026-10&dist_id=${IDLE}`, undefined, '/summary')
    expect(idle).toMatchObject({ state: 'inactive', opportunities: 0, estimated_net: 0 })
    const { dist_id } = NO_DISTRIBUTOR
    const sold = ordersOf(['200']).map(({ order, lines, discounts, refunds }) => ({
      ...{
        order: { ...order, dist_id },
        lines: lines.map((line) => ({ ...line, dist_id })),
        discounts,
        refunds,
      },
    }))
    const alone = await openSmallShop(engine, { products: productFacts(shop), customers: [], orders: sold })
    const own = await testApp(alone, { now: NOW })
    const none = await own.get('/api/distributors/opportunities/summary?start_date=2026-10', 'admin')
    expect(none.json().data).toMatchObject({ state: 'few-distributors', distributors: 0, opportunities: 0 })
    await own.close()
  })

  test('a change in a closed month changes the list, one in the running month does not', async () => {
    const active = async () => {
      const { distributors } = await asked<OpportunitySummary>('start_date=2026-10', undefined, '/summary')
      return [distributors, [...new Set((await all()).map(({ dist_id }) => dist_id))]] as const
    }
    const ordersIn = (month: string) =>
      ordersOf(['205']).flatMap(({ order }) => (order.month === month ? order.order_id : []))
    const [before, ids] = await active()
    expect(ids).toContain('205')
    await store.transaction((tx) => removeOrders(tx, ordersIn('2026-11'), 'now'))
    expect(await active()).toEqual([before, ids])
    await store.transaction((tx) => removeOrders(tx, ordersIn('2026-10'), 'now'))
    expect((await active())[0]).toBe(before - 1)
    expect((await active())[1]).not.toContain('205')
  })
})
