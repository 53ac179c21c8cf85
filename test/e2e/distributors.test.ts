// The distributors' three screens: texts, shares, table rules, ways in and back, and empty, slow and failed answers.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { DistributorSells, DistributorsListRow, Resume } from '#contract/distributors.ts'
import { statusLabel } from '#contract/statuses.ts'
import { integer, money, percent, signedPercent, signedShortMoney } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { PHONE, productOn, SHOWN } from './harness.ts'
import { counted, region } from './tables.ts'

const product = productOn('recorded')

const OVERVIEW = '/distributors/distributors-overview'
const LIST = '/distributors/distributors-details'

/** Of a table that stands whole. */
const bodyRows = (page: Page) => page.locator(`${SHOWN} tbody:not([data-drawing]) tr`)
const firstColumn = (page: Page) => bodyRows(page).locator('td:first-child').allTextContents()
const LOST = new Set(
  ['cancelled', 'cancel-request', 'failed', 'refunded', 'returned', 'return-request'].map(
    (name) => `wc-${name}`,
  ),
)

const searched = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

describe('Resumen Distribuidores', () => {
  it('lists the statuses above 1 % with their sums, beside the previous month', async () => {
    const { main_month } = await dataOf<Resume>(product, '/api/distributors/resume?start_date=2026-10')
    const page = await product.open(`${OVERVIEW}?month=2026-10`)
    const rows = region(page, 'Estados de las órdenes').locator('tbody tr')
    await rows.first().waitFor()
    const shown = main_month.resume.filter((row) => row.percent_amount > 1)
    expect(shown.length).toBeLessThan(main_month.resume.length)
    expect(await rows.count()).toBe(shown.length)
    for (const [index, row] of shown.entries()) {
      const words = [
        statusLabel(row.order_status),
        money(row.total_amount),
        integer(row.total_orders),
        percent(row.percent_amount),
      ]
      expect(spaced(await rows.nth(index).textContent())).toContain(spaced(words.join('')))
    }
    await region(page, 'Estados de las órdenes').getByText('vs septiembre 2026').waitFor()
    // More of what came to nothing is no good news, whatever way the arrow points.
    for (const [index, row] of shown.entries()) {
      const badge = rows.nth(index).locator('[data-news]')
      if ((await badge.count()) === 0) continue
      const lost = LOST.has(row.order_status)
      expect(await badge.getAttribute('data-news'), row.order_status).toBe(
        row.increment > 0 === lost ? 'bad' : 'good',
      )
    }
    // On a phone every column is in sight as well.
    await page.setViewportSize(PHONE)
    const table = region(page, 'Estados de las órdenes').getByRole('region')
    await expect
      .poll(() => table.evaluate((box) => box.clientWidth < 390 && box.scrollWidth - box.clientWidth))
      .toBe(0)
    await table.getByRole('link', { name: 'Total', exact: true }).click()
    await page.waitForURL(/\/customers-orders\?/)
    const all = await dataOf<{ currency: string }[]>(
      product,
      '/api/orders?status=TODOS&per_page=1000&start_date=2026-10',
    )
    expect(all.filter(({ currency }) => currency === 'ARS')).toHaveLength(main_month.total_orders)
    await counted(region(page, 'Órdenes'), `${integer(all.length)} filas`)
  })

  it('stands beside the year before, and leads to who lost most, in pesos', async () => {
    const beside = 'start_date=2026-10&compare=year'
    const { billing, main_month } = await dataOf<Resume>(product, `/api/distributors/resume?${beside}`)
    const page = await product.open(`${OVERVIEW}?month=2026-10&compare=year`)
    const panel = region(page, 'Facturación por distribuidor')
    const first = billing.items[0]
    if (!first) throw new Error('no distributor billed anything')
    const centre = panel.locator('svg[data-chart] + div')
    await centre.getByText('vs octubre 2025').waitFor()
    expect(spaced(await centre.textContent())).toContain(spaced(signedPercent(billing.increment)))
    expect(spaced(await panel.locator('li').first().textContent())).toContain(
      spaced(signedShortMoney(first.difference)),
    )
    const statuses = region(page, 'Estados de las órdenes')
    const completed = main_month.resume.find(({ order_status }) => order_status === 'wc-completed')
    expect(spaced(await statuses.locator('tbody tr').first().textContent())).toContain(
      spaced(signedPercent(completed?.increment ?? 0)),
    )

    await panel.getByRole('link', { name: 'Quién cayó más' }).click()
    await page.waitForURL(/orderBy=difference/)
    const call = `/api/distributors/get-distributors-list?${beside}&orderBy=difference&order=ASC`
    const list = await dataOf<DistributorsListRow[]>(product, call)
    await bodyRows(page).locator('a').first().waitFor()
    const titles = (await page.getByRole('columnheader').allTextContents()).map(spaced)
    const column = (title: string, row: number) =>
      bodyRows(page).nth(row).locator('td').nth(titles.indexOf(title)).textContent()
    for (const [index, row] of list.slice(0, 5).entries()) {
      expect(spaced(await column('Distribuidor', index))).toBe(spaced(row.dist_name))
      expect(spaced(await column('Diferencia $', index))).toBe(spaced(money(row.difference)))
      expect(spaced(await column('Monto comparado', index))).toBe(spaced(money(row.prev_completed_amount)))
    }
    expect(searched(page, 'compare')).toBe('year')
  })

  it('puts the pressed slice in the centre of the ring, and leads to its report', async () => {
    const { billing } = await dataOf<Resume>(product, '/api/distributors/resume?start_date=2026-10')
    const first = billing.items[0]
    if (!first) throw new Error('no distributor billed anything')
    const page = await product.open(`${OVERVIEW}?month=2026-10`)
    const panel = region(page, 'Facturación por distribuidor')
    const slice = panel.locator('svg[data-chart]').getByRole('button', { name: first.label })
    await slice.focus()
    await page.keyboard.press('Enter')
    expect(await slice.getAttribute('aria-pressed')).toBe('true')
    await panel.getByTitle(first.label).first().waitFor()
    const link = panel.getByRole('link', { name: `Ver reporte de ${first.label}` })
    expect(await link.getAttribute('href')).toBe(`${LIST}/${first.dist_id}/?month=2026-10`)
    await link.click()
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${LIST}/${first.dist_id}`)
  })

  it('says that a month without orders had none', async () => {
    const page = await product.open(`${OVERVIEW}?month=2020-06`)
    await page.getByText('No hubo ordenes en junio 2020').first().waitFor()
  })

  it('counts towards 100 while the answer is on its way', async () => {
    const page = await product.open(null)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/distributors/resume?*', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(product.url(`${OVERVIEW}?month=2026-10`))
    const bar = page.getByRole('progressbar').first()
    await bar.waitFor()
    const now = async () => Number(await bar.getAttribute('aria-valuenow'))
    await expect.poll(now).toBeGreaterThan(20)
    expect(await now()).toBeLessThan(100)
    answer()
    await region(page, 'Estados de las órdenes').locator('tbody tr').first().waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
  })
})

describe('Reportes de Distribuidores', () => {
  it('hides a column and remembers it', async () => {
    const page = await product.open(`${LIST}?month=2026-10`)
    await bodyRows(page).locator('a').first().waitFor()
    const button = page.getByRole('button', { name: 'Columnas' })
    await button.click()
    // What opened under the button stays there while the page is scrolled, and goes with it.
    const gap = () =>
      button.evaluate((one) => {
        const box = document.querySelector('[popover]:popover-open')?.getBoundingClientRect()
        return box && Math.round(box.top - one.getBoundingClientRect().bottom)
      })
    const before = await gap()
    await page.evaluate(() => scrollBy(0, 40))
    await page.waitForFunction(() => scrollY > 0)
    await expect.poll(gap, { timeout: 30_000 }).toBe(before)
    await page.evaluate(() => {
      document.body.style.paddingBottom = '3000px'
      scrollTo(0, 3000)
    })
    await page.getByLabel('Email', { exact: true }).waitFor({ state: 'hidden' })
    await page.evaluate(() => scrollTo(0, 0))
    await button.click()
    await page.getByLabel('Email', { exact: true }).uncheck()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('columnheader', { name: 'Email' }).count()).toBe(0)
    await page.reload()
    await bodyRows(page).locator('a').first().waitFor()
    expect(await page.getByRole('columnheader', { name: 'Email' }).count()).toBe(0)
  })

  it('copies a cell as the plain number', async () => {
    const page = await product.open(`${LIST}?month=2026-10`)
    await bodyRows(page).locator('a').first().waitFor()
    const copied = await page.evaluate(() => {
      const cell = [...document.querySelectorAll('tbody tr:first-child td')].find((td) =>
        td.textContent?.startsWith('$'),
      )
      if (!cell) return null
      document.getSelection()?.selectAllChildren(cell)
      const data = new DataTransfer()
      cell.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }))
      return data.getData('text/plain')
    })
    expect(copied).toMatch(/^\d+,\d{2}$/)
  })

  it('keeps its first column in sight on a phone', async () => {
    const page = await product.open(`${LIST}?month=2026-10`, { viewport: PHONE })
    await bodyRows(page).locator('a').first().waitFor()
    const cell = page.locator(`${SHOWN} tbody tr:first-child td:first-child`)
    const before = await cell.boundingBox()
    await page.locator(`${SHOWN} table`).evaluate((table) => table.parentElement?.scrollTo({ left: 400 }))
    expect((await cell.boundingBox())?.x).toBe(before?.x)
  })
})

describe('Reporte por Distribuidor', () => {
  it('shows one distributor by status, and the arrow goes back to the filtered list', async () => {
    const page = await product.open(`${LIST}?month=2026-10&f_dist_name=dis`)
    const link = bodyRows(page).getByRole('link', { name: 'Ver detalle' }).first()
    const href = (await link.getAttribute('href')) ?? ''
    const id = /distributors-details\/([^/]+)\/\?month=2026-10$/.exec(href)?.[1] ?? ''
    await link.click()
    const report = await dataOf<DistributorSells>(
      product,
      `/api/distributors/${id}/get-distributors-sells?start_date=2026-10`,
    )
    await page.getByText(report.dist_name, { exact: true }).waitFor()
    await expect.poll(() => bodyRows(page).count()).toBe(report.items.length)
    const first = report.items[0]
    expect(spaced(await bodyRows(page).first().textContent())).toContain(
      spaced(`${first?.label}${money(first?.amount ?? 0)}${integer(first?.total_orders ?? 0)}`),
    )
    await page.getByRole('heading', { name: 'Comparación con septiembre 2026' }).waitFor()

    const sold = await dataOf<{ total_amount: number }[]>(
      product,
      `/api/products/get-ranking-products-selled?start_date=2026-10&only_dist_id=${id}`,
    )
    await page.getByRole('link', { name: `Ver productos vendidos por ${report.dist_name}` }).click()
    await page.getByText(`Distribuidor: ${report.dist_name}`).waitFor()
    await page.getByText(sold.length === 1 ? '1 fila' : `${sold.length} filas`, { exact: true }).waitFor()
    const completed = report.items.find(({ order_status }) => order_status === 'wc-completed')?.amount ?? 0
    await page.getByRole('article').getByText(money(completed), { exact: true }).waitFor()
    expect(sold.reduce((sum, row) => sum + Math.round(row.total_amount * 100), 0)).toBe(
      Math.round(completed * 100),
    )
    await page.goBack()
    await page.getByRole('link', { name: 'Volver' }).click()
    await link.waitFor()
    expect(searched(page, 'f_dist_name')).toBe('dis')
    expect(searched(page, 'month')).toBe('2026-10')
  })

  it('filters by the beginning of a cell, case and accents folded', async () => {
    const page = await product.open(`${LIST}/10118?month=2026-10`)
    await bodyRows(page).first().waitFor()
    await page.getByLabel('Filtrar por Estados').fill('COMP')
    await expect.poll(() => firstColumn(page)).toEqual(['Completadas'])
  })

  it('says of one that there is none, and leads to all of them, from where stock is a link away', async () => {
    const page = await product.open(`${LIST}/nadie?month=2026-09`, { expectedErrors: [/status of 404/] })
    await page.getByText('No hay un distribuidor con el Dist ID nadie.').waitFor()
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Ver todos los distribuidores' }).click()
    await bodyRows(page).locator('a').first().waitFor()
    await page.getByRole('link', { name: 'Ranking de stock' }).click()
    await page.waitForURL(/\/distributors-stock-ranking\?month=2026-09/)
  })

  it('says which distributor had no orders in which month', async () => {
    const report = await dataOf<DistributorSells>(
      product,
      '/api/distributors/10118/get-distributors-sells?start_date=2020-06',
    )
    const page = await product.open(`${LIST}/10118?month=2020-06`)
    await page.getByText(`No hubo ordenes de ${report.dist_name} en junio 2020`).first().waitFor()
  })
})
