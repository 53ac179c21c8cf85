// The recorded store over HTTP in a separate process, with delayed responses and a log of requests.
import { startStoreServer } from '#test/shop-server/server.ts'
import type { SlowShopAsked } from './first-import.ts'

const [delay, copies] = process.argv.slice(2).map(Number)

/** Larger than any id in the recording. */
const ID_STEP = 1_000_000

const shop = await startStoreServer()
shop.delay = delay ?? 0
const { orders } = shop.store
// Copies have no refunds.
for (let copy = 1; copy < (copies ?? 1); copy++)
  shop.store.orders = [
    ...shop.store.orders,
    ...orders.map((order) => ({ ...order, id: Number(order.id) + copy * ID_STEP, refunds: [] })),
  ]
process.on('message', () => {
  const asked: SlowShopAsked = {
    addresses: shop.asked.map(({ path, query }) => {
      const whole = path.startsWith('/') ? path : `/wp-json/wc/v3/${path}`
      return `${whole}?${query}`
    }),
    mostAtOnce: shop.mostAtOnce,
  }
  process.send?.(asked)
})
process.on('disconnect', () => process.exit())
process.send?.({ url: shop.url })
