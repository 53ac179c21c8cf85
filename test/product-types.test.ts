// Plug-ins sell variations of product types of their own, whatever their name; the catalogue has them like those of variable products.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json } from './shop-server/recordings.ts'
import { startStoreServer } from './shop-server/server.ts'
import { importShopOf, lineJson, NO_RECORDS, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const product = (id: number, type: string, more: Json = {}): Json => ({
  ...{ id, name: `Producto ${id}`, type, status: 'publish', sku: `P${id}`, price: '1', categories: [] },
  ...{ date_created_gmt: '2026-01-01T12:00:00', date_modified_gmt: '2026-01-01T12:00:00' },
  ...{ attributes: [], variations: [], stock_status: 'instock', meta_data: [], ...more },
})
const tamaño = { id: 0, name: 'Tamaño', variation: true, options: ['1 kg'] }
const variation = (id: number, more: Json = {}): Json => ({
  ...product(id, 'variation', { name: '1 kg', sku: `V${id}`, ...more }),
})
const sold = (product_id: number, variation_id: number): Json => ({
  ...lineJson(product_id, 1, '100.00'),
  ...{ variation_id, name: `Vendido ${variation_id}` },
})

describeOneEngine('variations', (engine) => {
  test('are read of every type that has them, and asked for of no other', async () => {
    const server = await startStoreServer(undefined, {
      ...NO_RECORDS,
      orders: [orderJson(1, [sold(1, 11), sold(2, 21), sold(3, 31), lineJson(4, 1, '100.00')])],
      products: [
        product(1, 'variable'),
        product(2, 'book', { attributes: [tamaño] }),
        product(3, 'pw-gift-card', { variations: [31] }),
        product(4, 'simple', { attributes: [tamaño] }),
        product(5, 'bundle', { attributes: [{ ...tamaño, variation: false }] }),
      ],
      variations: new Map(
        [1, 2, 3].map((id) => [id, [variation(id * 10 + 1, { stock_status: 'outofstock' })]]),
      ),
    })
    onTestFinished(() => server.close())
    shop = await importShopOf(
      engine,
      wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET })),
    )
    const read = sql`select product_id as id, sku from products where parent_id > 0 order by id`
    expect(await shop.store.all(read)).toEqual([
      { id: 11, sku: 'V11' },
      { id: 21, sku: 'V21' },
      { id: 31, sku: 'V31' },
    ])
    const asked = server.asked.filter(({ path }) => path.endsWith('/variations'))
    expect([...new Set(asked.map(({ path }) => path))]).toEqual(
      [1, 2, 3].map((id) => `products/${id}/variations`),
    )
    const stocked = await shop.getData<{ products_sold: number; products_without_stock: number }[]>(
      '/api/products/distributors-without-stock?start_date=2026-10',
    )
    expect(stocked).toMatchObject([{ products_sold: 4, products_without_stock: 3 }])
  })
})
