// A box sold in three variations, two of which the shop has deleted since, and a deleted product that had been renamed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { ProductRankingRow, productCalls } from '#contract/products.ts'
import type { reportCalls } from '#contract/reports.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { writeProducts } from '#server/ingest/write-catalog.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

type ProductRow = RowOf<typeof productCalls.products>
type SimpleRow = RowOf<typeof reportCalls.simpleReport>

const MONTH = 'start_date=2026-09'
const BOX = 20
const SMALL = { variation_id: 21, sku: 'BOX-S', name: 'Caja chica' }
const MEDIUM = { variation_id: 22, sku: 'BOX-M', name: 'Caja mediana' }
const LARGE = { variation_id: 23, sku: 'BOX-L', name: 'Caja grande' }

type Variation = typeof SMALL

/** Sold under two names, and deleted: the largest SKU and the largest name are of different orders. */
const GONE = 30
const OLD = { variation_id: 0, sku: 'Z-1', name: 'Alfa' }
const NEW = { variation_id: 0, sku: 'A-1', name: 'Beta' }

/** One box of each variation at 10.00. */
function orderOf(order_id: number, variations: readonly Variation[], product_id = BOX): OrderFacts {
  const [model] = smallShop.orders
  const [line] = model?.lines ?? []
  const discount = smallShop.orders.flatMap(({ discounts }) => discounts)[0]
  if (!model || !line || !discount) throw new Error('The small shop has an order with a line and a discount')
  const net = `${variations.length * 10}.00`
  const of = { order_id, month: '2026-09', status: 'wc-completed', dist_id: '101' }
  const amounts = { gross: net, net, discount: '0.00', refunded: '0.00', total: net }
  const at = {
    created_at: '2026-09-04 09:00:00',
    order_date: '2026-09-04',
    modified_at: '2026-09-04 09:00:00',
  }
  return {
    order: { ...model.order, ...of, ...at, ...amounts, units: variations.length, refunded_units: 0 },
    lines: variations.map((variation, index) => ({
      ...{ ...line, ...of, ...variation, product_id, line_id: order_id * 10 + index },
      ...{ quantity: 1, refunded_units: 0, gross: '10.00', net: '10.00' },
    })),
    discounts: product_id === BOX ? [] : [{ ...discount, ...of, discount_id: order_id }],
    refunds: [],
  }
}

describeEngines('variations', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    const [model] = smallShop.products
    if (!model) throw new Error('The small shop has products')
    const box = { ...model, product_id: BOX, sku: 'BOX', name: 'Caja' }
    await store.transaction(async (tx) => {
      await writeProducts(tx, [box, { ...box, product_id: 21, parent_id: BOX, sku: 'BOX-S', name: 'Caja S' }])
      await writeOrders(tx, [orderOf(201, [SMALL, MEDIUM, LARGE]), orderOf(202, [SMALL, LARGE])])
      await writeOrders(tx, [orderOf(204, [NEW], GONE), orderOf(203, [OLD, OLD], GONE)])
    })
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(path: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(path, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  test.each(['admin', 'scoped'] as const)('%s: the box was in 2 orders, however many boxes', async (who) => {
    const [box] = await ask<ProductRow[]>(`/api/products?${MONTH}&sku=BOX`, who)
    expect(box).toMatchObject({ product_id: BOX, units_sold: 5, total_amount: 50, total_orders: 2 })
  })

  const SOLD = [
    ['BOX-L', 'Caja grande', 2],
    ['BOX-M', 'Caja mediana', 1],
    ['BOX-S', 'Caja S', 2],
  ]

  test('the ranking shows a deleted variation as its order line does', async () => {
    const rows = await ask<ProductRankingRow[]>(
      `/api/products/get-ranking-products-selled?${MONTH}&orderBy=sku&order=ASC`,
    )
    const boxes = rows.filter(({ product_id }) => product_id === BOX)
    expect(boxes.map(({ sku, name, units_sold }) => [sku, name, units_sold])).toEqual(SOLD)
  })

  test.each(['sku', 'total_users_buy'])(
    'the simple report shows it as its order line does, ordered by %s',
    async (column) => {
      const rows = await ask<SimpleRow[]>(`/api/reports/products/simple?${MONTH}&orderBy=${column}`)
      const boxes = rows.filter(({ product_id }) => product_id === BOX)
      const shown = boxes.map((row) => [row.sku, row.product_name, row.product_quantity])
      expect(shown.toSorted()).toEqual(SOLD)
    },
  )

  test('a product that was renamed and deleted has the SKU and name of its newest line on every list', async () => {
    const gone = <Row extends object>(rows: readonly Row[], sku: keyof Row, name: keyof Row) =>
      rows.filter((row) => ['Z-1', 'A-1'].includes(String(row[sku]))).map((row) => [row[sku], row[name]])
    const newest = [['A-1', 'Beta']]
    const ranking = await ask<ProductRankingRow[]>(`/api/products/get-ranking-products-selled?${MONTH}`)
    expect(gone(ranking, 'sku', 'name')).toEqual(newest)
    const byDistributor = await ask<ProductRankingRow[]>(`/api/products/by-distributor?${MONTH}`, 'scoped')
    expect(gone(byDistributor, 'sku', 'name')).toEqual(newest)
    const simple = await ask<SimpleRow[]>(`/api/reports/products/simple?${MONTH}&sku=A-1`)
    expect(gone(simple, 'sku', 'product_name')).toEqual(newest)
    const answered = await ask<{ product: { key: string; label: string } }[]>(
      '/api/questions/answer?measures=units&by=product&from=2026-09-01&to=2026-09-30',
    )
    expect(answered.find(({ product }) => product.key === String(GONE))?.product.label).toBe('Beta')
    const bought = await ask<{ product_name: string; units: number }[]>(
      `/api/benefits/performance/products?${MONTH}`,
    )
    expect(bought.filter(({ product_name }) => /Alfa|Beta/.test(product_name))).toMatchObject([
      { product_name: 'Beta', units: 3 },
    ])
  })
})
