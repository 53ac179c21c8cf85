// Time from a change of an order in a local store until Chromium shows it, by webhook and by poll.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { buildApp } from '#server/app.ts'
import { Secret } from '#server/config/config.ts'
import { addAccount } from '#server/features/account/accounts.ts'
import { openConnection } from '#server/shop/connection.ts'
import { openStore } from '#server/store/open.ts'
import { PASSWORD, signIn, TIME_ZONE } from '#test/app.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import { startStoreServer } from '#test/shop-server/server.ts'
import { CHROMIUM_FLAGS, ensureChromium } from '../scripts/chromium.ts'
import { heading, ms, percentile, table } from './figures.ts'

const MONTH = '2026-10'
const CARD = 'Ordenes Completas'
const WEB_ROOT = fileURLToPath(new URL('../dist/web', import.meta.url))
const EMAIL = 'live@example.com'
const WEBHOOK_SECRET = 'a secret for the deliveries of this measurement'

export async function measureLive(folder: string, trials: number): Promise<void> {
  heading(`From a change in the shop to the open screen in Chromium, ${trials} trials each (milliseconds)`)
  const shop = await startStoreServer()
  const dataDir = join(folder, 'live')
  const store = await openStore({ dataDir })
  const connection = openConnection(store, {
    wooCommerce: { url: shop.url, key: new Secret(KEY), secret: new Secret(SECRET) },
    webhookSecret: new Secret(WEBHOOK_SECRET),
    dataDir,
  })
  const app = await buildApp({ store, timeZone: TIME_ZONE, connection, webRoot: WEB_ROOT })
  const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args: CHROMIUM_FLAGS })
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    const bound = app.server.server.address()
    const origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
    await addAccount(
      store,
      { email: EMAIL, name: 'Live', role: 'superAdmin', password: PASSWORD },
      new Date(),
    )
    await app.jobs.start('import')
    await app.jobs.settled()
    shop.webhooks.kept.push({
      id: 1,
      name: '',
      topic: 'order.updated',
      delivery_url: `${origin}/api/webhooks/woocommerce`,
      secret: WEBHOOK_SECRET,
      status: 'active',
    })
    const order = shop.store.orders.find(
      ({ status, date_created }) => status === 'completed' && String(date_created).startsWith(MONTH),
    )
    if (!order) throw new Error(`The recorded shop has a completed order in ${MONTH}`)
    const page = await openScreen(browser, origin, await signIn(app, EMAIL))
    let shown = await countOn(page)
    /** Alternates between completed and cancelled, so that the card loses and gains one order. */
    const change = () => {
      const completed = order.status !== 'completed'
      const now = new Date().toISOString().slice(0, 19)
      Object.assign(order, {
        status: completed ? 'completed' : 'cancelled',
        date_modified: now,
        date_modified_gmt: now,
      })
      shown += completed ? 1 : -1
    }
    const trial = async (tell: () => Promise<unknown>): Promise<number> => {
      change()
      const start = performance.now()
      await tell()
      await untilShown(page, shown)
      const took = performance.now() - start
      await app.jobs.settled()
      // Shops record changes by the second, so each change gets its own second.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return took
    }
    const rows: string[][] = []
    for (const [name, tell] of [
      ['webhook', () => shop.webhooks.deliver('order.updated', { id: order.id })],
      ['poll, from its start', () => app.jobs.start('orders')],
    ] as const) {
      const samples: number[] = []
      for (let turn = 0; turn < trials; turn++) samples.push(await trial(tell))
      rows.push([
        name,
        String(samples.length),
        ms(percentile(samples, 0.5)),
        ms(percentile(samples, 0.95)),
        ms(Math.max(...samples)),
      ])
    }
    console.log(table(['', 'trials', 'middle', '95 %', 'longest'], rows))
  } finally {
    await browser.close()
    await app.server.close()
    await app.jobs.stop()
    await store.close()
    await shop.close()
  }
}

async function openScreen(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  origin: string,
  token: string,
): Promise<Page> {
  const localStorage = [{ name: 'accessToken', value: token }]
  const context = await browser.newContext({
    locale: 'es-AR',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  const page = await context.newPage()
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await page.goto(`${origin}/?month=${MONTH}`)
  await listening
  await card(page).getByRole('note').waitFor()
  return page
}

const card = (page: Page) => page.getByRole('article').filter({ hasText: CARD })

async function countOn(page: Page): Promise<number> {
  const text = (await card(page).locator('p').textContent()) ?? ''
  return Number(text.replaceAll('.', ''))
}

const untilShown = (page: Page, wanted: number): Promise<unknown> =>
  card(page).getByText(wanted.toLocaleString('es-AR'), { exact: true }).first().waitFor({ timeout: 60_000 })
