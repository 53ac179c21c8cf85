// Products in a browser: segments as bars and as a table, businesses with their modes, the sales and the stock ranking.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { BusinessRanking, SegmentRanking } from '#contract/orders.ts'
import type { ProductRankingRow } from '#contract/products.ts'
import { integer, money, percent, shortMoney } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { DESK, productOn, SHOWN } from './harness.ts'
import {
  clickShape,
  columnOf,
  counted,
  exportOf,
  headersOf,
  offeredSizes,
  region,
  rowsOf,
  sumOf,
  workbookColumnOf,
} from './tables.ts'

const product = productOn('demo')

const MONTH = '2026-10'
const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}month=${MONTH}`
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

const segmentsOf = () =>
  dataOf<SegmentRanking>(product, `/api/orders/ranking-orders-by-segments?start_date=${MONTH}`)
const businessesOf = () =>
  dataOf<BusinessRanking>(product, `/api/orders/ranking-orders-by-business?start_date=${MONTH}`)
const productsOf = () =>
  dataOf<ProductRankingRow[]>(product, `/api/products/get-ranking-products-selled?start_date=${MONTH}`)

const SOLD = [
  ...['Órdenes', 'Monto facturado', '% del monto', 'Unidades vendidas', '% de unidades'],
  ...['Variación %', 'Diferencia $', 'Monto comparado'],
]
const cents = (amount: number) => Math.round(amount * 100)

describe('Segmentos', () => {
  it('shows the 20 that billed and the 20 that sold most as bars, told on hover and opened on demand', async () => {
    const { rows } = await segmentsOf()
    expect(rows.length).toBeGreaterThan(20)
    const page = await product.open(at('/products-overview/segments'))
    const tabs = page.getByRole('navigation', { name: 'Segmentos' }).getByRole('link')
    await tabs.first().waitFor()
    expect(await tabs.allTextContents()).toEqual(['Graficas', 'Tabla'])
    for (const [title, value] of [
      ['Facturación de segmentos', (row: (typeof rows)[number]) => row.total_amount],
      ['Cantidad de unidades', (row: (typeof rows)[number]) => row.total_units_sold],
    ] as const) {
      const bars = region(page, title).locator('svg[data-chart]').getByRole('button')
      await bars.first().waitFor()
      const names = await bars.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')))
      const top = [...rows].sort((a, b) => value(b) - value(a)).slice(0, 20)
      expect(names.map((name) => name?.split(':')[0])).toEqual(top.map(({ segment }) => segment))
    }
    const panel = region(page, 'Facturación de segmentos')
    const [first] = rows
    if (!first) throw new Error('no segment sold')
    await panel.locator('svg[data-chart]').getByRole('button').first().hover()
    const tip = spaced(await panel.locator('div[aria-hidden]').last().textContent())
    expect(tip).toContain(first.segment)
    expect(tip).toContain(`Órdenes${integer(first.total_orders)}`)
    expect(tip).toContain(spaced(`Porcentaje${percent(first.percent_amount)}`))

    await panel.locator('svg[data-chart]').getByRole('button').first().click()
    await page.waitForURL(/\/products-sales-ranking/)
    expect(asked(page)).toEqual({
      month: MONTH,
      exact: '1',
      f_business: first.business,
      f_segment: first.segment,
    })
    const ranking = region(page, 'Ranking de ventas')
    const amounts = (await productsOf())
      .filter((row) => row.segment === first.segment && row.business === first.business)
      .map((row) => row.total_amount)
    await counted(ranking, `${amounts.length} filas`)
    expect(await columnOf(ranking, 'Monto total')).toEqual(amounts.map((amount) => spaced(money(amount))))
    expect(cents(amounts.reduce((a, b) => a + b, 0))).toBe(cents(first.total_amount))
  })

  it('lists all of them 25 to a page, filtered by their beginning, sorted in turn, and as a file', async () => {
    const { rows, total_amount } = await segmentsOf()
    const page = await product.open(at('/products-overview/segments'))
    await page.getByRole('link', { name: 'Tabla', exact: true }).click()
    const panel = region(page, 'Tabla de Segmentos')
    await counted(panel, `${rows.length} filas`)
    expect(new URL(page.url()).pathname).toBe('/products-overview/segments-table')
    expect(await headersOf(panel)).toEqual(['Segmento', 'Negocio', ...SOLD])
    expect(await offeredSizes(panel)).toEqual(['25', '50', '100'])
    const shown = await rowsOf(panel)
    expect(shown).toHaveLength(25)
    await panel.getByText('Página 1 de 2').waitFor()
    const [first] = rows
    if (!first) throw new Error('no segment sold')
    expect(shown[0]?.slice(0, 7)).toEqual(
      [
        ...[first.segment, first.business, integer(first.total_orders), money(first.total_amount)],
        ...[percent(first.percent_amount), integer(first.total_units_sold)],
        percent(first.percent_units_sold),
      ].map(spaced),
    )

    const file = await exportOf(page, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(file.columns).toEqual(['Segmento', 'Negocio', ...SOLD])
    expect([file.rows.length, sumOf(file, 'Monto facturado')]).toEqual([rows.length, cents(total_amount)])

    const header = panel.getByRole('columnheader', { name: 'Segmento' })
    await header.getByRole('button').click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    const names = (await columnOf(panel, 'Segmento')).map((name) => name.toLowerCase())
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'es')))
    await header.getByRole('button').click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
    const turned = await exportOf(page, panel)
    expect([turned.name, turned.rows.length]).toEqual([file.name, rows.length])
    expect(turned.rows.slice(0, 25).map((row) => row.Segmento)).toEqual(await columnOf(panel, 'Segmento'))

    const beginning = first.segment.slice(0, 2)
    await panel.getByLabel('Filtrar por Segmento').fill(beginning.toUpperCase())
    const left = rows.filter((row) => row.segment.startsWith(beginning))
    await counted(panel, left.length === 1 ? '1 fila' : `${left.length} filas`)
    await page.reload()
    await counted(panel, left.length === 1 ? '1 fila' : `${left.length} filas`)
    expect(await panel.getByLabel('Filtrar por Segmento').inputValue()).toBe(beginning.toUpperCase())
    // A file of a filtered table holds what is left, written as in the file of all.
    const some = await exportOf(page, panel)
    expect([some.name, some.columns]).toEqual([file.name, file.columns])
    const kept = file.rows.filter((row) => row.Segmento?.startsWith(beginning))
    const bySegment = (a: (typeof kept)[number], b: (typeof kept)[number]) =>
      (a.Segmento ?? '') < (b.Segmento ?? '') ? -1 : 1
    expect([...some.rows].sort(bySegment)).toEqual(kept.sort(bySegment))
  })
})

/** Width of the hole over the width of the ring. */
const cutoutOf = (page: Page) =>
  region(page, 'Facturación por negocio')
    .locator('svg[data-chart] path')
    .first()
    .evaluate((slice) => {
      const radii = [...(slice.getAttribute('d') ?? '').matchAll(/A([\d.]+)/g)].map((arc) => Number(arc[1]))
      return Math.min(...radii) / Math.max(...radii)
    })

describe('Resumen de Negocios', () => {
  it('puts all of them in the cards, then the one whose slice is pressed, kept in the address', async () => {
    const all = await businessesOf()
    const [first, second] = all.rows
    if (!first || !second) throw new Error('fewer than two businesses sold')
    const page = await product.open(at('/products-overview/business'))
    const card = (name: string) => page.locator(`${SHOWN} article`).filter({ hasText: name })
    await card('Monto Facturado').getByText(money(all.total_amount), { exact: true }).waitFor()
    await card('Unidades Vendidas').getByText(integer(all.total_units_sold), { exact: true }).waitFor()
    const panel = region(page, 'Facturación por negocio')
    const slice = panel.locator('svg[data-chart]').getByRole('button', { name: second.business })
    await clickShape(page, slice)
    expect(await slice.getAttribute('aria-pressed')).toBe('true')
    await card('Negocio').getByText(second.business, { exact: true }).first().waitFor()
    const words = spaced(await card('Monto Facturado').textContent())
    expect(words).toContain(
      spaced(`${money(second.total_amount)}${percent(second.percent_amount)} del total`),
    )
    expect(spaced(await card('Unidades Vendidas').textContent())).toContain(
      spaced(`${integer(second.total_units_sold)}${percent(second.percent_units_sold)} del total`),
    )
    const centre = spaced(await panel.locator('svg[data-chart] + div').textContent())
    expect(centre).toContain(second.business)
    expect(centre).toContain(spaced(shortMoney(second.total_amount)))
    expect(centre).toContain('vs septiembre 2026')
    expect(asked(page)).toMatchObject({ business: second.business })
    await page.reload()
    await card('Negocio').getByText(second.business, { exact: true }).first().waitFor()
    // A second press lets go of it.
    await slice.focus()
    await page.keyboard.press('Enter')
    await card('Monto Facturado').getByText(money(all.total_amount), { exact: true }).waitFor()
  })

  it('changes from amounts to units, back and forth, and leaves the ring a hole of 83 %', async () => {
    const { rows } = await businessesOf()
    const page = await product.open(at('/products-overview/business'))
    await region(page, 'Facturación por negocio').locator('svg[data-chart] path').first().waitFor()
    expect(await cutoutOf(page)).toBeCloseTo(0.83, 3)
    await page.setViewportSize({ width: 1601, height: 800 })
    expect(await cutoutOf(page)).toBeCloseTo(0.83, 3)
    await page.setViewportSize({ width: 1601, height: 801 })
    await expect.poll(() => cutoutOf(page)).toBeGreaterThan(0.831)
    await page.setViewportSize(DESK)

    await page.getByText('Modo Unidades', { exact: true }).click()
    const units = region(page, 'Unidades por negocio')
    const most = [...rows].sort((a, b) => b.total_units_sold - a.total_units_sold)[0]
    const [slice] = await units.locator('svg[data-chart]').getByRole('button').all()
    expect(spaced((await slice?.getAttribute('aria-label')) ?? '')).toContain(
      `${most?.business}: ${integer(most?.total_units_sold ?? 0)}`,
    )
    expect(asked(page)).toMatchObject({ mode: 'units' })
    await page.goBack()
    await region(page, 'Facturación por negocio').waitFor()
    expect(await page.getByLabel('Modo Facturacion').isChecked()).toBe(true)
    await page.goForward()
    await units.waitFor()
  })

  it('lists them 15 to a page, their amounts and file equal to the total', async () => {
    const { rows, total_amount } = await businessesOf()
    const page = await product.open(at('/products-overview/business'))
    const panel = region(page, 'Tabla de Negocios')
    await counted(panel, `${rows.length} filas`)
    expect(await headersOf(panel)).toEqual(['Negocio', ...SOLD])
    expect(await panel.getByLabel('Mostrar').inputValue()).toBe('15')
    expect(await offeredSizes(panel)).toEqual(['15', '30', '40', '50', '100'])
    expect(await columnOf(panel, 'Monto facturado')).toEqual(
      rows.map((row) => spaced(money(row.total_amount))),
    )
    const file = await exportOf(page, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(sumOf(file, 'Monto facturado')).toBe(cents(total_amount))

    await page.getByRole('radio', { name: 'vs octubre 2025' }).check({ force: true })
    await panel.getByText('Órdenes completadas de octubre 2026, vs octubre 2025').waitFor()
    const year = await dataOf<BusinessRanking>(
      product,
      `/api/orders/ranking-orders-by-business?start_date=${MONTH}&compare=year`,
    )
    const amounts = (key: 'difference' | 'prev_amount') => year.rows.map((row) => spaced(money(row[key])))
    expect(await columnOf(panel, 'Diferencia $')).toEqual(amounts('difference'))
    expect(await columnOf(panel, 'Monto comparado')).toEqual(amounts('prev_amount'))
    expect(sumOf(await exportOf(page, panel), 'Diferencia $')).toBe(cents(year.difference))
    await page.getByRole('article').getByText('vs octubre 2025').first().waitFor()
    await page.getByRole('radio', { name: 'vs septiembre 2026' }).check({ force: true })
    await panel.getByText('Órdenes completadas de octubre 2026, vs septiembre 2026').waitFor()
    const [first] = rows
    await panel.getByRole('link', { name: first?.business ?? '' }).click()
    await page.waitForURL(/\/products-sales-ranking/)
    expect(asked(page)).toEqual({ month: MONTH, exact: '1', f_business: first?.business })
  })
})

/** Cells of tables that moved since the page began, as the browser reports it. */
const movedCells = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & { readonly sources: readonly { readonly node: Node | null }[] }
    const { promise, resolve } = Promise.withResolvers<PerformanceEntryList>()
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
    const none = new Promise<PerformanceEntryList>((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done([])))
    })
    const shifts = (await Promise.race([promise, none])) as Shift[]
    const moved = shifts.flatMap(({ sources }) => sources.map(({ node }) => node))
    return moved
      .filter((node) => node instanceof HTMLTableCellElement)
      .map(({ textContent }) => textContent ?? '')
  })

describe('Ranking de ventas', () => {
  it('lists every product sold, 25 to a page, and its sum is the sale of the month', async () => {
    const products = await productsOf()
    const { rows } = await businessesOf()
    const page = await product.open(at('/products-sales-ranking'))
    const panel = region(page, 'Ranking de ventas')
    await counted(panel, `${integer(products.length)} filas`)
    expect(await headersOf(panel)).toEqual([
      ...['SKU', 'Producto', 'Negocio', 'Segmento', 'Monto total', 'Unidades vendidas', 'Órdenes'],
    ])
    expect(await rowsOf(panel)).toHaveLength(25)
    expect(await movedCells(page)).toEqual([])
    await panel.getByText(`Página 1 de ${Math.ceil(products.length / 25)}`).waitFor()
    const file = await exportOf(page, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(file.rows).toHaveLength(products.length)
    const sold = rows.reduce((total, row) => total + cents(row.total_amount), 0)
    expect(sumOf(file, 'Monto total')).toBe(sold)
    await page
      .getByText(money(sold / 100), { exact: true })
      .first()
      .waitFor()

    const cards = await page.getByRole('article').getByRole('link').all()
    expect(await Promise.all(cards.map((link) => link.getAttribute('href')))).toEqual([
      `/customers-orders?month=${MONTH}&status=wc-completed`,
      `/products-sales-ranking?month=${MONTH}&orderBy=units_sold&order=DESC`,
      `/products-sales-ranking?month=${MONTH}&orderBy=name&order=ASC`,
    ])

    await panel.getByLabel('Ir a la página').fill('3')
    await page.keyboard.press('Enter')
    await panel.getByText(/^Página 3 de/).waitFor()
    expect(await columnOf(panel, 'SKU')).toEqual(products.slice(50, 75).map(({ sku }) => sku))
    await page.goBack()
    await panel.getByText(/^Página 1 de/).waitFor()
  })
})

describe('workbooks', () => {
  it.each([
    ['/products-overview/segments-table', 'Tabla de Segmentos', 'Órdenes'],
    ['/products-overview/business', 'Tabla de Negocios', 'Negocio'],
    ['/products-sales-ranking', 'Ranking de ventas', 'SKU'],
  ])('hold the rows of %s in the order on screen', async (path, title, sorted) => {
    const page = await product.open(at(`${path}?per_page=1000`))
    const panel = region(page, title)
    const header = panel.getByRole('columnheader', { name: sorted, exact: true })
    await header.getByRole('button').click()
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    const [first = ''] = await headersOf(panel)
    const shown = await columnOf(panel, first)
    // A long table draws only the rows in sight.
    const file = (await workbookColumnOf(page, panel)).slice(0, shown.length)
    expect(shown.length).toBeGreaterThan(5)
    expect(file.slice(0, 20)).toEqual(shown.slice(0, 20))
  })
})

describe('Ranking de stock', () => {
  it('tells whom it hurts and what is missing, each 25 to a page and as a file', async () => {
    const page = await product.open(at('/distributors-stock-ranking'))
    const whom = region(page, 'Distribuidores sin stock')
    const rows = await dataOf<{ dist_name: string; products_without_stock: number }[]>(
      product,
      `/api/products/distributors-without-stock?start_date=${MONTH}&per_page=1000&orderBy=products_without_stock&order=DESC`,
    )
    await counted(whom, `${rows.length} filas`)
    expect(await columnOf(whom, 'Distribuidor')).toEqual(rows.slice(0, 25).map((row) => row.dist_name))
    expect((await exportOf(page, whom)).name).toMatch(/_2026-10\.csv$/)
    await page.getByText('Por producto', { exact: true }).click()
    const what = region(page, 'Productos sin stock')
    const missing = await dataOf<{ product: string }[]>(
      product,
      `/api/products/ranking-products-without-stock?start_date=${MONTH}&per_page=1000&orderBy=units_sold&order=DESC`,
    )
    await counted(what, `${missing.length} filas`)
    expect(await columnOf(what, 'Producto')).toEqual(missing.slice(0, 25).map((row) => spaced(row.product)))
    expect(new Set(await columnOf(what, 'Stock'))).toEqual(new Set(['Sin stock']))
    expect(asked(page)).toEqual({ month: MONTH, lista: 'productos' })
    await page.goBack()
    await counted(whom, `${rows.length} filas`)
  })
})
