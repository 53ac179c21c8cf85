// The shop renames a category while products come, go or move: what was set up for it follows its id.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { mappingSchema } from '#server/sources/woocommerce/mapping.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeOneEngine } from './engines.ts'
import type { Json } from './shop-server/recordings.ts'
import { folderOf, lineJson, orderJson } from './small-files.ts'

const product = (id: number, category: number): Json => ({
  ...{ id, name: `Producto ${id}`, sku: `P${id}`, status: 'publish', type: 'simple', price: '100' },
  ...{ stock_status: 'instock', permalink: '', categories: [{ id: category }] },
})
/** Categories 22 and 23 below 1. */
const categories = (sweets: string, teas: string, top = 'Golosinas'): Json[] => [
  { id: 1, name: top, slug: 'a', parent: 0 },
  { id: 22, name: sweets, slug: 'b', parent: 1 },
  { id: 23, name: teas, slug: 'c', parent: 1 },
]
const CARAMEL = product(11, 22)
const GUM = product(13, 22)
const TEA = product(12, 23)
/** In October 22 sold 1,200 + 50, and 23 sold 500. */
const shopOf = (tree: Json[], products: Json[]) => ({
  ...{ categories: tree, products, refunds: [], customers: [], coupons: [] },
  orders: [
    orderJson(101, [lineJson(11, 12, '1200.00'), lineJson(13, 1, '50.00')]),
    orderJson(102, [lineJson(12, 1, '500.00')]),
  ],
})

describeOneEngine('a renamed category', (engine) => {
  let store: Store
  let app: TestApp
  beforeEach(async () => {
    store = await engine.open()
    app = await testApp(store, { now: () => new Date('2026-11-26T15:00:00Z') })
    await importFiles(categories('Dulces', 'Yerbas'), [CARAMEL, GUM, TEA])
    await setGoal('segment', 'Dulces', 500)
    await setGoal('business', 'Golosinas', 900)
  })
  afterEach(() => app.close())

  const importFiles = async (tree: Json[], products: Json[]) =>
    importShop({
      ...{ store, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' },
      source: wooCommerceSource(await filesShop(folderOf(shopOf(tree, products))), async () =>
        mappingSchema.parse({}),
      ),
    })
  const setGoal = async (by: string, key: string, amount: number) => {
    const cells = [{ key, month: '2026-11', amount }]
    const saved = await app.post('/api/goals', { measure: 'net_sale', by, cells }, 'superAdmin')
    expect(saved.statusCode, saved.body).toBe(200)
  }
  const sold = async (where: string) => {
    const asked = `measures=net_sale&from=2026-10-01&to=2026-10-31&where=${encodeURIComponent(where)}`
    return (await app.get(`/api/questions/answer?${asked}`, 'superAdmin')).json().data[0].net_sale
  }
  const goals = async (by: string) =>
    Object.fromEntries(
      (await app.get(`/api/goals?measure=net_sale&by=${by}&year=2026`, 'superAdmin'))
        .json()
        .data.map(({ key, goals: months }: { key: string; goals: (number | null)[] }) => [key, months[10]]),
    )

  test.each([
    ['a product leaves', [CARAMEL, product(13, 23), TEA], 1200],
    ['a product is added', [CARAMEL, GUM, TEA, product(14, 22)], 1250],
    ['a product joins', [CARAMEL, GUM, product(12, 22), product(15, 23)], 1750],
    ['a product is deleted', [CARAMEL, TEA], 1250],
  ])('keeps its goal and its filters while %s', async (_, products, expected) => {
    await importFiles(categories('Dulces finos', 'Yerbas'), products)
    expect([await sold('segment:Dulces'), await sold('segment:Dulces finos')]).toEqual([expected, expected])
    expect(await goals('segment')).toEqual({ 'Dulces finos': 500, Yerbas: null })
    expect(await goals('business')).toEqual({ Golosinas: 900 })
  })

  test('keeps the goals of a business and of the segment below it, renamed at once', async () => {
    await importFiles(categories('Dulces finos', 'Yerbas', 'Kiosco'), [CARAMEL, GUM, TEA, product(14, 22)])
    expect(await goals('business')).toEqual({ Kiosco: 900 })
    expect(await goals('segment')).toEqual({ 'Dulces finos': 500, Yerbas: null })
    expect([await sold('business:Golosinas'), await sold('segment:Dulces')]).toEqual([1750, 1250])
  })

  test('that takes the name of another one leaves that one its goal', async () => {
    await setGoal('segment', 'Yerbas', 300)
    await importFiles(categories('Yerbas', 'Dulces'), [CARAMEL, GUM, TEA])
    expect(await goals('segment')).toEqual({ Yerbas: 500, Dulces: 300 })
    await importFiles(categories('Mates', 'Yerbas'), [CARAMEL, GUM, TEA])
    expect(await goals('segment')).toEqual({ Mates: 500, Yerbas: 300 })
    expect([await sold('segment:Mates'), await sold('segment:Yerbas')]).toEqual([1250, 500])
  })

  test('whose name a category below it has too renames only itself', async () => {
    const [top = {}, , teas = {}] = categories('', 'Yerbas')
    const tree = (name: string) => [{ ...top, name }, { id: 22, name: 'Kiosco', slug: 'b', parent: 1 }, teas]
    await importFiles(tree('Kiosco'), [CARAMEL, GUM, TEA])
    await importFiles(tree('Almacén'), [CARAMEL, GUM, TEA])
    expect(await goals('business')).toEqual({ Almacén: 900 })
    expect(await goals('segment')).toEqual({ Kiosco: 500, Yerbas: null })
  })
})
