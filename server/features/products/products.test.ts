// Products of the small shop through the app, on both engines; Tableta is out of stock, Bombón too and never sold.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { ProductRankingRow, productCalls } from '#contract/products.ts'
import type { ProductFact } from '#server/domain/facts.ts'
import { writeCategories, writeProducts } from '#server/ingest/write-catalog.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

type DistributorStockRow = RowOf<typeof productCalls.distributorsWithoutStock>
type ProductByDistributorRow = RowOf<typeof productCalls.productsByDistributor>
type ProductRow = RowOf<typeof productCalls.products>
type StockRow = RowOf<typeof productCalls.productsWithoutStock>

const OUT = { stock_status: 'outofstock', modified_at: '2026-02-01 00:00:00' }
const BOMBON = { product_id: 15, sku: 'BOM', name: 'Bombón', stock_quantity: 0, category_ids: [1], ...OUT }
const NEW = { product_id: 16, sku: 'NUE', name: 'Novedad', status: 'draft' }
const category = (category_id: number, parent_id: number) => ({
  ...{ category_id, parent_id, name: `Categoría ${category_id}`, slug: `categoria-${category_id}` },
})

describeEngines('products', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    const [alfajor, tableta] = smallShop.products
    if (!alfajor || !tableta) throw new Error('The small shop has products')
    const facts: ProductFact[] = [
      { ...tableta, ...OUT },
      { ...alfajor, ...BOMBON },
      { ...alfajor, ...NEW },
    ]
    await store.transaction(async (tx) => {
      await writeProducts(tx, facts)
      const circle = [category(8, 9), category(9, 8)]
      await writeCategories(tx, [
        category(7, 0),
        category(1, 7),
        category(1100, 1),
        category(1200, 0),
        ...circle,
      ])
    })
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(call: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/products${call}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  test('lists published products with the sales of the month, or another status on request', async () => {
    const listed = async (query: string) =>
      (await ask<ProductRow[]>(`?start_date=2026-05${query}`)).map(({ product_id }) => product_id)
    expect(await listed('')).toEqual([15, 13, 12, 11])
    expect(await listed('&status=any')).toEqual([16, 15, 13, 12, 11])
    expect(await listed('&status=draft')).toEqual([16])
    expect(await listed('&name=BOMBON')).toEqual([15])
    expect(await listed('&order_by=units_sold&order=DESC&per_page=2')).toEqual([11, 12])
    const [tableta] = await ask<ProductRow[]>('?start_date=2026-05&sku=tab')
    expect(tableta).toEqual({
      ...{
        product_id: 12,
        sku: 'TAB',
        name: 'Tableta',
        business: 'Chocolates',
        segment: 'Tabletas',
        url: '',
      },
      ...{ status: 'publish', stock_status: 'outofstock', stock_quantity: null, price: 10 },
      ...{ total_amount: 74.92, units_sold: 4, total_orders: 3 },
    })
  })

  test('includes descendant categories, even in a cycle', async () => {
    const inCategory = async (id: number) =>
      (await ask<StockRow[]>(`/cat/${id}?start_date=2026-05`)).map((row) => [row.product, row.total_amount])
    expect(await inCategory(1100)).toEqual([['Alfajor', 235.5]])
    expect(await inCategory(1)).toEqual([
      ['Alfajor', 235.5],
      ['Bombón', 0],
    ])
    expect(await inCategory(7)).toEqual(await inCategory(1))
    expect(await inCategory(8)).toEqual([])
    expect(await inCategory(1200)).toEqual([['Tableta', 74.92]])
    expect(await inCategory(999)).toEqual([])
  })

  test('lists products out of stock, best sellers first', async () => {
    const rows = await ask<StockRow[]>('/ranking-products-without-stock?start_date=2026-05')
    expect(rows.map((row) => [row.product, row.units_sold, row.total_amount, row.stock_quantity])).toEqual([
      ['Tableta', 4, 74.92, null],
      ['Bombón', 0, 0, 0],
    ])
  })

  test('per distributor: Norte sold 2 products, one of them out of stock now: 20.25 + 18.22 = 38.47', async () => {
    const stock = (query = '') =>
      ask<DistributorStockRow[]>(`/distributors-without-stock?start_date=2026-05${query}`)
    const row = (dist_id: string, dist_name: string, sold: number, out: number, share: number) => ({
      ...{
        dist_id,
        dist_name,
        products_sold: sold,
        products_without_stock: out,
        percent_without_stock: share,
      },
    })
    expect(await stock()).toEqual([
      { ...row('101', 'Norte Hermanos', 2, 1, 50), units_without_stock: 2, amount_without_stock: 38.47 },
      {
        ...row('102', 'Distribuidora Sur', 3, 1, 33.33),
        units_without_stock: 2,
        amount_without_stock: 36.45,
      },
      { ...row('0', 'Sin distribuidor', 1, 0, 0), units_without_stock: 0, amount_without_stock: 0 },
    ])
    expect((await stock('&not_dist_ids=102,%20101')).map(({ dist_id }) => dist_id)).toEqual(['0'])
    expect((await stock('&dist_name=norte')).map(({ dist_id }) => dist_id)).toEqual(['101'])
  })

  test('products of each distributor, beside the compared month: Norte and Sur 347.42, the deleted one 36.00', async () => {
    const rowsOf = async (query: string, who?: Who) =>
      (await ask<ProductByDistributorRow[]>(`/by-distributor?${query}`, who)).map((row) => [
        ...[row.dist_name, row.sku, row.total_amount, row.prev_amount, row.difference, row.increment],
        ...[row.units_sold, row.total_orders, row.preparing_amount],
      ])
    const sur = 'Distribuidora Sur'
    const norte = 'Norte Hermanos'
    const may = [
      [norte, 'ALF', 154.5, 50, 104.5, 209, 4, 2, 0],
      [sur, 'ALF', 81, 0, 81, 0, 3, 1, 0],
      [norte, 'TAB', 38.47, 0, 38.47, 0, 2, 2, 0],
      [sur, 'HAR', 37, 0, 37, 0, 2, 2, 0],
      [sur, 'TAB', 36.45, 0, 36.45, 0, 2, 1, 18],
    ]
    const deleted = ['Sin distribuidor', '', 36, 0, 36, 0, 4, 1, 0]
    expect(await rowsOf('start_date=2026-05')).toEqual([...may, deleted])
    expect(await rowsOf('start_date=2026-05', 'scoped')).toEqual(may)
    expect(await rowsOf('start_date=2026-05&dist_name=sur&business=chocolates')).toEqual([may[4]])
    expect(await rowsOf('start_date=2026-05&order_by=difference&order=ASC&per_page=1')).toEqual([deleted])
    const gone = await rowsOf('start_date=2026-06&dist_id=101&order_by=prev_amount&order=DESC')
    expect(gone).toEqual([
      [norte, 'ALF', 0, 154.5, -154.5, -100, 0, 0, 0],
      [norte, 'TAB', 0, 38.47, -38.47, -100, 0, 0, 0],
    ])
  })

  test('sold: 17 units of 4 products for 383.42, beside April’s one for 50', async () => {
    expect(await ask('/qty-and-total-selled?start_date=2026-05')).toMatchObject({
      main_month: { total_units_sold: 17, total_amount: 383.42, total_products: 4 },
      prev_month: { total_units_sold: 1, total_amount: 50, total_products: 1 },
      ...{ increment: 666.84, increment_units: 1600 },
    })
  })

  test('the ranking adds up to 383.42; a deleted product keeps the name of its line', async () => {
    const ranking = async (query = '', who?: Who) =>
      (await ask<ProductRankingRow[]>(`/get-ranking-products-selled?start_date=2026-05${query}`, who)).map(
        (row) => [
          ...[row.sku, row.name, row.business, row.segment],
          ...[row.total_amount, row.units_sold, row.total_orders],
        ],
      )
    const alfajor = ['ALF', 'Alfajor', 'Golosinas', 'Alfajores', 235.5, 7, 3]
    const tableta = ['TAB', 'Tableta', 'Chocolates', 'Tabletas', 74.92, 4, 3]
    const harina = ['HAR', 'Harina 000', 'Harinas', 'sin segmento', 37, 2, 2]
    const deleted = ['', 'Caramelo discontinuado', 'sin negocio', 'sin segmento', 36, 4, 1]
    expect(await ranking()).toEqual([alfajor, tableta, harina, deleted])
    expect(await ranking('&orderBy=units_sold')).toEqual([alfajor, tableta, deleted, harina])
    expect(await ranking('&orderBy=sku')).toEqual([alfajor, harina, tableta, deleted])
    expect(await ranking('&orderBy=name&order=DESC')).toEqual([tableta, harina, deleted, alfajor])
    expect(await ranking('', 'scoped')).toEqual([alfajor, tableta, harina])
    expect(await ranking('&only_dist_id=0')).toEqual([deleted])
    expect(await ranking('&only_dist_id=0', 'scoped')).toEqual([])
  })

  test('lists products of the compared month that are no longer bought', async () => {
    const changes = async (query: string, who?: Who) => {
      const answer = await app.get(`/api/products/get-ranking-products-selled?${query}`, who ?? 'admin')
      const { data, meta } = answer.json()
      const rows = data.map((row: ProductRankingRow) => [
        ...[row.sku, row.total_amount, row.prev_amount, row.difference, row.increment],
        ...[row.units_sold, row.prev_units_sold, row.total_orders],
      ])
      return { rows, months: meta.months }
    }
    expect(await changes('start_date=2026-05')).toEqual({
      months: ['2026-05', '2026-04'],
      rows: [
        ['ALF', 235.5, 50, 185.5, 371, 7, 1, 3],
        ['TAB', 74.92, 0, 74.92, 0, 4, 0, 3],
        ['HAR', 37, 0, 37, 0, 2, 0, 2],
        ['', 36, 0, 36, 0, 4, 0, 1],
      ],
    })
    const gone = [
      ['ALF', 0, 235.5, -235.5, -100, 0, 7, 0],
      ['TAB', 0, 74.92, -74.92, -100, 0, 4, 0],
      ['HAR', 0, 37, -37, -100, 0, 2, 0],
    ]
    expect(await changes('start_date=2026-06', 'scoped')).toMatchObject({ rows: gone })
    expect((await changes('start_date=2026-06')).rows).toEqual([...gone, ['', 0, 36, -36, -100, 0, 4, 0]])
    expect((await changes('start_date=2026-06&only_dist_id=101')).rows).toEqual([
      ['ALF', 0, 154.5, -154.5, -100, 0, 4, 0],
      ['TAB', 0, 38.47, -38.47, -100, 0, 2, 0],
    ])
    expect((await changes('start_date=2027-05&compare=year')).rows).toHaveLength(4)
  })
})
