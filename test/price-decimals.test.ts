// The number of decimals that a shop shows is a display setting: it changes no amount that was read or will be read.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { addMonths, type Month } from '#contract/month.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json } from './shop-server/recordings.ts'
import { startStoreServer } from './shop-server/server.ts'
import {
  importShopOf,
  lineJson,
  NO_RECORDS,
  NOW,
  orderJson,
  refundJson,
  type SmallShopApp,
} from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const MONTHS: readonly Month[] = Array.from({ length: 13 }, (_, back) => addMonths('2026-11', -back))

/** What the buyer paid for a product with 21 % of tax, as WooCommerce stores it: the net in full, the tax rounded as the shop rounds. */
function taxedLine(id: number, quantity: number, paid: number, decimals: number, discount = 0): Json {
  const parts = (amount: number) => {
    const net = amount / 1.21
    return [net.toFixed(6), (amount - net).toFixed(decimals)] as const
  }
  const [subtotal, subtotal_tax] = parts(paid)
  const [total, total_tax] = parts(paid - discount)
  return { ...lineJson(id, quantity, subtotal, total), subtotal_tax, total_tax }
}

interface Sold {
  readonly gross: number
  readonly discount: number
  readonly refunded: number
}

/** Orders of a shop that charged cents until half a year ago, and whole pesos since; the model beside each. */
const sales = MONTHS.flatMap((month, back) =>
  [1, 2, 3].map((index): { order: Json; refund: Json | undefined; sold: Sold } => {
    const decimals = back < 6 ? 0 : 2
    const id = back * 10 + index
    const prices = decimals === 0 ? [7999, 1333] : [19.99, 7.37]
    const paid = prices.map((price, at) => Math.round(price * (id + at) * 100) / 100)
    const discount = index === 2 ? prices[0]! : 0
    const lines = paid.map((amount, at) =>
      taxedLine(id * 10 + at, id + at, amount, decimals, at === 0 ? discount : 0),
    )
    const gross = paid[0]! + paid[1]!
    const refunded = index === 3 ? paid[1]! : 0
    const tax = lines.reduce((sum, line) => sum + Number(line.total_tax), 0)
    const at = `${month}-12T12:00:00`
    const order = orderJson(id, lines, {
      ...{ date_created: at, date_created_gmt: at, date_modified: at, date_modified_gmt: at },
      total: (gross - discount).toFixed(decimals),
      cart_tax: tax.toFixed(decimals),
      refunds: refunded > 0 ? [{ id: id + 5000, reason: '', total: `-${refunded.toFixed(decimals)}` }] : [],
    })
    const refund = refundJson(id + 5000, id, refunded.toFixed(decimals))
    return { order, refund: refunded > 0 ? refund : undefined, sold: { gross, discount, refunded } }
  }),
)

const model = sales
  .map(({ order, sold: { gross, discount, refunded } }) => ({
    order_id: order.id,
    ...{ gross, discount, refunded },
    net: Math.round((gross - discount - refunded) * 100) / 100,
  }))
  .map((row) => ({ ...row, gross: Math.round(row.gross * 100) / 100 }))
  .sort((one, other) => Number(one.order_id) - Number(other.order_id))

const amountsIn = ({ store }: SmallShopApp) =>
  store.all(sql`select order_id, gross, discount, refunded, net from orders order by order_id`)

describeOneEngine('a shop with another number of decimals on display', (engine) => {
  test.each([
    [2, 0],
    [0, 2],
  ])('is read alike, and the change from %i to %i changes no month', async (before, after) => {
    const server = await startStoreServer(undefined, {
      ...NO_RECORDS,
      orders: sales.map(({ order }) => order),
      refunds: sales.map(({ refund }) => refund).filter((refund) => refund !== undefined),
    })
    onTestFinished(() => server.close())
    server.settings.priceDecimals = before
    const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
    shop = await importShopOf(engine, openSource())
    expect(await amountsIn(shop)).toEqual(model)
    server.settings.priceDecimals = after
    const jobs = await openJobs({
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    })
    await jobs.start('reconciliation', { all: true })
    await jobs.settled()
    const runs = await shop.getData<{ job: string; shop: { differed: number; repaired: number } }[]>(
      '/api/config/reconciliation',
    )
    expect(runs.find(({ job }) => job === 'reconciliation')?.shop).toMatchObject({ differed: 0, repaired: 0 })
    expect(await amountsIn(shop)).toEqual(model)
  })
})
