// The scorecard: what its cards and charts show, by pointer and keyboard, and when the server does not answer.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { MainPage, MainPageCharts, MainPageSameDays } from '#contract/scorecard.ts'
import { integer, money, signedPercent } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { productOn } from './harness.ts'

const product = productOn('recorded')

const figuresOf = (month: string) => dataOf<MainPage>(product, `/api/summary/main-page?start_date=${month}`)

const card = (page: Page, label: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: label, exact: true }) })

/** On A4, with both charts there. */
async function expectOnePage(page: Page): Promise<void> {
  for (const name of ['Monto facturado', 'Cantidad de órdenes'])
    await page.getByRole('region', { name, exact: true }).locator('svg[data-chart]').waitFor()
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
}

async function readCard(page: Page, label: string): Promise<string> {
  await card(page, label).getByRole('note').waitFor()
  return spaced(await card(page, label).textContent())
}

describe('scorecard', () => {
  it('shows six figures of the month, their change and what they are compared with', async () => {
    const { main_month, prev_month, change } = await figuresOf('2026-10')
    const page = await product.open('/?month=2026-10')
    const cards = [
      ['Venta Neta', 'net_sale', money],
      ['Ordenes Completas', 'total_orders', integer],
      ['Unidades Vendidas', 'total_units_sold', integer],
      ['Ticket Promedio', 'average_ticket', money],
      ['Usuarios Registrados', 'new_customers', integer],
      ['Compradores Únicos', 'distinct_customers', integer],
    ] as const
    for (const [label, key, write] of cards) {
      const text = await readCard(page, label)
      expect(text, label).toContain(spaced(write(main_month[key])))
      expect(text, label).toContain(spaced(signedPercent(change[key])))
      expect(text, label).toContain(`vs septiembre 2026: ${spaced(write(prev_month[key]))}`)
    }
    expect(await page.getByRole('article').count()).toBe(cards.length)
    const netSale = card(page, 'Venta Neta')
    await netSale.getByRole('note').hover()
    const [told, figure] = await Promise.all(
      [page.getByRole('tooltip'), netSale.getByRole('link')].map((part) => part.boundingBox()),
    )
    expect(told?.y).toBeGreaterThan((figure?.y ?? 0) + (figure?.height ?? 0))
    expect(await page.title()).toBe('Scorecard · Góndola')
  })

  it('brings the code of the other screens while nobody waits, so that they open without a server', async () => {
    const page = await product.open('/?month=2026-10')
    await readCard(page, 'Venta Neta')
    // The last of the menu.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /assets\/store-screen/.test(name)),
    )
    await page.route('**/assets/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Ranking de ventas' }).click()
    await page.getByRole('columnheader', { name: 'Producto' }).waitFor()
  })

  it('compares with the same month of the year before, kept in the address', async () => {
    const path = '/api/summary/main-page?start_date=2026-10&compare=year'
    const { prev_month, change } = await dataOf<MainPage>(product, path)
    const page = await product.open('/?month=2026-10')
    await readCard(page, 'Venta Neta')
    await page.getByRole('radio', { name: 'vs octubre 2025' }).check({ force: true })
    await page.waitForURL(/compare=year/)
    await page
      .getByText(/vs octubre 2025: /)
      .first()
      .waitFor()
    const text = await readCard(page, 'Venta Neta')
    expect(text).toContain(`vs octubre 2025: ${spaced(money(prev_month.net_sale))}`)
    expect(text).toContain(spaced(signedPercent(change.net_sale)))
    await page.reload()
    await page
      .getByText(/vs octubre 2025: /)
      .first()
      .waitFor()
    // Another month, another screen and the way back keep it.
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page
      .getByText(/vs septiembre 2025: /)
      .first()
      .waitFor()
    await card(page, 'Unidades Vendidas').getByRole('link').click()
    await page.waitForURL(/products-sales-ranking\?.*compare=year/)
    await page
      .getByText(/vs septiembre 2025: /)
      .first()
      .waitFor()
    await page.goBack()
    await readCard(page, 'Venta Neta')
    await page.getByRole('radio', { name: 'vs agosto 2026' }).check({ force: true })
    await page
      .getByText(/vs agosto 2026: /)
      .first()
      .waitFor()
    expect(page.url()).not.toContain('compare')
  })

  it('says that a month still runs, up to which day it goes, and that it stands beside a whole one', async () => {
    const page = await product.open(null)
    // The 21st of November, on which the shop's month of November is shown already.
    await page.clock.setFixedTime(new Date('2026-11-21T15:00:00Z'))
    await page.route('**/api/config', async (route) => {
      const answer = await (await route.fetch()).json()
      const data = answer.data.map((row: { option: string; values: unknown }) => {
        if (row.option === 'show_max_month') return { ...row, values: '2026-11' }
        return row.option === 'data_until' ? { ...row, values: '2026-11-20' } : row
      })
      await route.fulfill({ json: { ...answer, data } })
    })
    const words = 'Mes en curso: datos hasta el 20/11; se compara con'
    await page.goto(product.url('/?month=2026-11'))
    await page.getByText(`${words} octubre 2026 completo.`).waitFor()
    const sameDays = page.getByRole('region', { name: 'Mismos días', exact: true })
    await sameDays
      .getByText('Del 1 al 20 de noviembre 2026, frente a los mismos días de octubre 2026')
      .waitFor()
    const { main_month, prev_month, change } = await dataOf<MainPageSameDays>(
      product,
      '/api/summary/main-page/same-days?start_date=2026-11&days=20',
    )
    expect(prev_month.net_sale).toBeGreaterThan(0)
    const net = [
      money(main_month.net_sale),
      signedPercent(change.net_sale),
      `vs ${money(prev_month.net_sale)}`,
    ]
    const told = spaced(await sameDays.locator('dl > div').first().textContent())
    for (const figure of net) expect(told).toContain(spaced(figure))
    await expectOnePage(page)
    await page.goto(product.url('/distributors/distributors-overview?month=2026-11&compare=year'))
    await page.getByText(`${words} noviembre 2025 completo.`).waitFor()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.getByRole('radio', { name: 'vs octubre 2025' }).waitFor({ state: 'attached' })
    expect(await page.getByText('Mes en curso').count()).toBe(0)
    await page.goto(product.url('/?month=2026-10'))
    await readCard(page, 'Venta Neta')
    expect(await sameDays.count()).toBe(0)
  })

  it('opens the rows behind a figure, month kept', async () => {
    const page = await product.open('/?month=2026-10')
    await readCard(page, 'Venta Neta')
    const links = await page.getByRole('article').getByRole('link').all()
    const completed = '/customers-orders?month=2026-10&status=wc-completed'
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      ...[completed, completed, '/products-sales-ranking?month=2026-10', completed],
      ...['/customers-overview?month=2026-10', completed],
    ])
    await card(page, 'Ordenes Completas').getByRole('link').click()
    await page.waitForURL(/customers-orders\?month=2026-10&status=wc-completed/)
  })

  it('can be installed: a manifest with icons that are there', async () => {
    const page = await product.open('/?month=2026-10')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await page.request.get(product.url(href ?? ''))).json()
    expect(manifest).toMatchObject({ name: 'Góndola', start_url: '/', display: 'standalone' })
    expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    )
    for (const { src, type } of manifest.icons) {
      expect((await page.request.get(product.url(src))).headers()['content-type'], src).toContain(type)
    }
  })

  it('tells a change of 100 where the previous month had nothing', async () => {
    const { main_month, prev_month } = await figuresOf('2025-10')
    expect(prev_month.net_sale).toBe(0)
    expect(main_month.net_sale).toBeGreaterThan(0)
    const page = await product.open('/?month=2025-10')
    expect(await readCard(page, 'Venta Neta')).toContain('+100,0 %')
  })

  it('draws the 12 months that end with the chosen one, as lines and as a table', async () => {
    const year = await dataOf<MainPageCharts>(product, '/api/summary/main-page/charts?start_date=2026-10')
    const page = await product.open('/?month=2026-10')
    const panel = page.getByRole('region', { name: 'Monto facturado', exact: true })
    const points = panel.locator('svg[data-chart] [aria-label]')
    await points.first().waitFor()
    expect(await points.count()).toBe(12)
    const { completed_orders, canceled_orders } = year['2026-10'] ?? {}
    const completed = completed_orders?.total_amount ?? 0
    const cancelled = canceled_orders?.total_canceled_amount ?? 0
    expect(spaced(await points.last().getAttribute('aria-label'))).toBe(
      spaced(
        `octubre 2026: Total ${money(completed + cancelled)}, Completadas ${money(completed)}, Canceladas ${money(cancelled)}`,
      ),
    )
    await panel.getByRole('button', { name: 'Ver como tabla' }).click()
    const rows = panel.getByRole('row')
    expect(await rows.count()).toBe(13)
    expect(spaced(await rows.nth(1).textContent())).toContain(
      `octubre 2026${spaced(money(completed + cancelled))}`,
    )
  })

  it('is read point by point with the keyboard, and a point opens its month', async () => {
    const page = await product.open('/?month=2026-10')
    const panel = page.getByRole('region', { name: 'Cantidad de órdenes', exact: true })
    const last = panel.getByRole('button', { name: /^octubre 2026:/ })
    await last.focus()
    await page.keyboard.press('ArrowLeft')
    await panel.locator('p', { hasText: 'septiembre 2026' }).waitFor()
    await page.keyboard.press('Home')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(
      /^noviembre 2025:/,
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(/month=2025-11/)
    const { main_month } = await figuresOf('2025-11')
    await card(page, 'Venta Neta').getByText(money(main_month.net_sale)).waitFor()
  })

  it('says quietly that the figures failed, and brings them on demand', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 500/] })
    let broken = true
    await page.route('**/api/summary/main-page?*', (route) =>
      broken ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
    )
    await page.goto(product.url('/?month=2026-10'))
    await page.getByText('No se pudieron cargar los datos.').waitFor()
    expect(await page.getByText('El servidor no pudo responder.').count()).toBe(1)
    broken = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await readCard(page, 'Venta Neta')
  })

  it('keeps a chart as a picture', async () => {
    const page = await product.open('/?month=2026-10')
    const panel = page.getByRole('region', { name: 'Monto facturado', exact: true })
    await panel.locator('svg[data-chart]').waitFor()
    const waiting = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Descargar imagen' }).click()
    expect((await waiting).suggestedFilename()).toBe('monto_facturado_2026-10.png')
  })

  it('prints a clean page with the month and the figures', async () => {
    const page = await product.open('/?month=2026-10')
    await readCard(page, 'Venta Neta')
    await page.emulateMedia({ media: 'print' })
    const month = page.getByText('octubre 2026', { exact: true }).filter({ visible: true })
    expect(await month.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Ver como tabla' }).count()).toBe(0)
    expect(await card(page, 'Venta Neta').isVisible()).toBe(true)
    await expectOnePage(page)
  })
})
