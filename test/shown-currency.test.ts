// Plug-ins of several currencies show each visitor one of them, and the server that reads the shop is a visitor too.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'
import { importShopOf, lineJson, NO_RECORDS, NOW, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const orders = [
  orderJson(1, [lineJson(10, 1, '1500.00')]),
  orderJson(2, [lineJson(10, 1, '300.00')]),
  orderJson(3, [lineJson(10, 1, '2.00')], { currency: 'USD' }),
]

async function startShop(settings: StoreServer['settings']) {
  const server = await startStoreServer(undefined, { ...NO_RECORDS, orders })
  onTestFinished(() => server.close())
  server.settings = settings
  const openSource = () =>
    wooCommerceSource(
      restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 2, pause: async () => {} }),
    )
  return { server, openSource }
}

describeOneEngine('a shop that shows another currency than its own', (engine) => {
  const sold = async () => {
    const { main_month } = await shop!.getData<{ main_month: Record<string, number> }>(
      '/api/summary/main-page?start_date=2026-10',
    )
    return [main_month.net_sale, main_month.total_orders]
  }

  test('counts in its own, and reports no change when what it shows changes', async () => {
    const { server, openSource } = await startShop({ shownCurrency: 'USD' })
    shop = await importShopOf(engine, openSource())
    expect(await sold()).toEqual([1800, 2])
    server.settings = { shownCurrency: 'EUR' }
    const jobs = await openJobs({
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    })
    const compared = async () => {
      await jobs.start('reconciliation', { all: true })
      return (await jobs.settled()).get('reconciliation')
    }
    expect(await compared()).toMatchObject({ state: 'success' })
    server.trouble = ({ path }) =>
      path.startsWith('settings/') ? { kind: 'status', status: 503 } : undefined
    expect(await compared(), 'in an outage of the setting').toMatchObject({ state: 'success' })
  })

  test('counts in what it shows where its own cannot be read', async () => {
    const { server, openSource } = await startShop({ shownCurrency: 'USD', hidesCurrency: true })
    shop = await importShopOf(engine, openSource())
    expect(await sold()).toEqual([2, 1])
    await shop.close()
    server.settings = {}
    server.trouble = ({ path }) =>
      path.startsWith('settings/') ? { kind: 'status', status: 403 } : undefined
    shop = await importShopOf(engine, openSource())
    expect(await sold()).toEqual([1800, 2])
  })
})
