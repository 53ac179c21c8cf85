// The contract of a source, for WooCommerce over REST and from files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json } from './shop-server/recordings.ts'
import { startStoreServer } from './shop-server/server.ts'
import { describeSource, type ShopOrder } from './source-contract.ts'

/** In the form in which the REST API lists it. */
function orderJson({ id, day, lines, promotion, refund, broken }: ShopOrder): Json {
  const instant = `${day}T12:00:00`
  return {
    id,
    status: 'completed',
    currency: 'ARS',
    prices_include_tax: true,
    total: '0.00',
    date_created: instant,
    date_created_gmt: `${day}T15:00:00`,
    date_modified: instant,
    // Files and listings have no date newer than the stored one, so the content decides.
    date_modified_gmt: `${day}T15:00:00`,
    customer_id: 0,
    billing: {},
    meta_data: [],
    coupon_lines: [],
    shipping_lines: [],
    line_items: lines.map(({ name, quantity, amount }, index) => ({
      id: id * 10 + index,
      name,
      product_id: 1,
      variation_id: 0,
      quantity,
      subtotal: broken ? 'mucho' : amount,
      subtotal_tax: '0.00',
      total: amount,
      total_tax: '0.00',
      meta_data: [],
    })),
    fee_lines: promotion
      ? [{ id: 1, name: 'Promoción', total: `-${promotion}`, total_tax: '0', meta_data: [] }]
      : [],
    refunds: refund ? [{ id: id * 1000, reason: '', total: `-${refund}` }] : [],
  }
}

const refundsOf = (orders: readonly ShopOrder[]): Json[] =>
  orders.flatMap(({ id, day, refund }) =>
    refund
      ? [
          {
            id: id * 1000,
            parent_id: id,
            date_created_gmt: `${day}T16:00:00`,
            amount: refund,
            line_items: [],
          },
        ]
      : [],
  )

const BROKEN = /^line_items\.0\.subtotal no es un importe: «mucho»$/

describeSource('WooCommerce over REST', async () => {
  const none = { products: [], variations: new Map(), customers: [], categories: [], coupons: [] }
  const server = await startStoreServer(undefined, { ...none, orders: [], refunds: [] })
  return {
    brokenPlace: BROKEN,
    isAsked: true,
    async write(orders) {
      server.store.orders.splice(0, Number.POSITIVE_INFINITY, ...orders.map(orderJson))
      server.store.refunds.splice(0, Number.POSITIVE_INFINITY, ...refundsOf(orders))
    },
    open: async () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 2 })),
    close: () => server.close(),
  }
})

describeSource('files of WooCommerce', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-files-'))
  const put = (name: string, records: readonly Json[]) =>
    writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return {
    brokenPlace: BROKEN,
    isAsked: false,
    async write(orders) {
      put('orders_full.jsonl', orders.map(orderJson))
      put('refunds_full.jsonl', refundsOf(orders))
    },
    open: async (options) => wooCommerceSource(await filesShop(folder, { pageRecords: 100, ...options })),
    close: async () => rmSync(folder, { recursive: true }),
  }
})
