// Browsers that block or limit what pages usually rely on: storage, a right clock, a secure context, untouched text, a network.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { settled, startProduct } from './harness.ts'
import { blockStorage, signIn, translate } from './restrictions.ts'

const product = startProduct({ own: true })

const STRANGER = { as: null, fresh: true } as const

function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
  }
}

function setClockAhead(): void {
  const now = Date.now
  Date.now = () => now() + 90 * 86_400_000
}

it.each([
  ['storage blocked', blockStorage],
  ['storage full', fillStorage],
  ['the clock 90 days ahead', setClockAhead],
])('signs in and shows figures with %s', async (_, restrict) => {
  // A window with two pages is not reused by other tests.
  const page = await (await product.open(null, STRANGER)).context().newPage()
  await page.addInitScript(restrict)
  await page.goto(product.url('/'))
  await signIn(page)
  await page.getByRole('link', { name: 'Negocios' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Negocios' }).waitFor()
})

it('adds a question to a board on plain http under a host name, where browsers offer fewer functions', async () => {
  // Chromium reports that it ignores a header there.
  const page = await product.open(null, { ...STRANGER, expectedErrors: [/Cross-Origin-Opener-Policy/] })
  await page.goto(
    product.url('/analysis/explore?measures=net_sale&by=segment').replace('127.0.0.1', 'gondola.test'),
  )
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await signIn(page)
  await page.getByRole('button', { name: 'Agregar al tablero' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await dialog.getByText(/está en el tablero\./).waitFor()
})

it('explains a failure before the first screen, with a button that reloads', async () => {
  const page = await product.open(null, { ...STRANGER, expectedErrors: [/ERR_FAILED/] })
  await page.route(/\/assets\/index-.*js/, (route) => route.abort())
  await page.goto(product.url('/'))
  await page.getByRole('heading', { name: 'Góndola no pudo abrirse' }).waitFor()
  await page.unroute(/\/assets\/index-.*js/)
  await page.getByRole('button', { name: 'Recargar' }).click()
  await page.getByLabel('Correo electrónico').waitFor()
})

it('shows the texts of the next month and screen on a translated page', async () => {
  const page = await product.open('/?month=2026-09')
  await settled(page)
  const texts = async (shown: Page) =>
    [
      await shown.getByRole('heading', { level: 1 }).innerText(),
      await shown.locator('main').innerText(),
    ].join('\n')
  const asOpened = async (path: string) => {
    const plain = await product.open(path)
    await settled(plain)
    return await texts(plain)
  }
  await page.evaluate(translate)
  await page.getByRole('button', { name: 'Mes siguiente' }).click()
  await settled(page)
  await expect.poll(() => texts(page)).toBe(await asOpened('/?month=2026-10'))
  await page.evaluate(translate)
  await page.getByRole('link', { name: 'Negocios' }).first().click()
  await page.waitForURL('**/products-overview/business*')
  await settled(page)
  await expect.poll(() => texts(page)).toBe(await asOpened('/products-overview/business?month=2026-10'))
})

it('loads the panels that failed offline once the network is back', async () => {
  const page = await product.open('/?month=2026-09', { expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })
  await settled(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mes siguiente' }).click()
  const failed = page.getByText('No hay conexión con el servidor.')
  await failed.first().waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => failed.count()).toBe(0)
})
