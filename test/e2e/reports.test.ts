// Reports in a browser: columns, page sizes, filters of the server, files, figures equal to what the server says.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Column } from '#contract/columns.ts'
import { reportLists } from '#contract/lists/reports.ts'
import { cellText, date, integer, money } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { productOn } from './harness.ts'
import { columnOf, counted, exportOf, headersOf, offeredSizes, region, rowsOf, sumOf } from './tables.ts'

const product = productOn('demo')

const MONTH = '2026-10'
type Row = Readonly<Record<string, string | number | boolean>>

const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const titlesOf = (columns: readonly Column[]) => columns.map(({ title }) => title)
const allOf = (path: string) => dataOf<Row[]>(product, `${path}&per_page=1000&start_date=${MONTH}`)
const read = (columns: readonly Column[], row: Row | undefined) =>
  columns.map(({ key, format }) => spaced(cellText(row?.[key], format)))

const REPORTS = [
  {
    path: '/reports/trade-report',
    title: 'Descuentos de octubre 2026',
    call: '/api/reports/distributor/order-discounts?orderBy=order_date&order=ASC',
    columns: reportLists.tradeReport.columns,
    sizes: ['25', '50', '100'],
    money: ['total_discounts', 'net_total'],
    file: /2026-10\.csv$/,
  },
  {
    path: '/reports/buy-x-get-y',
    title: 'Reporte compro X llevo Y',
    call: '/api/reports/wdr?orderBy=order_id&order=DESC',
    columns: reportLists.buyXGetY.columns,
    sizes: ['30', '40', '50', '100'],
    money: ['discount_price'],
    file: /2026-10\.csv$/,
  },
  {
    path: '/reports/simple',
    title: 'Apertura por Mes y Periodo',
    call: '/api/reports/products/simple?orderBy=total_net_revenue&order=DESC',
    columns: reportLists.simpleReport.columns,
    sizes: ['25', '50', '100'],
    money: ['total_net_revenue'],
    file: /2026-10\.csv$/,
  },
  {
    path: '/reports/mix-boxes',
    title: 'Tabla de Cajas Surtidas',
    call: '/api/reports/boxes-mix?orderBy=order_id&order=DESC',
    columns: reportLists.mixedBoxes.columns,
    sizes: ['25', '50', '100'],
    money: ['promo_discount'],
    file: /^reporte_de_cajas_surtidas.*2026-10\.csv$/,
  },
] as const

describe.each(REPORTS)('$path', ({ path, title, call, columns, sizes, money: amounts, file: name }) => {
  it('shows its columns and rows as the server has them, so many to a page, and all of them as a file', async () => {
    const rows = await allOf(call)
    const perPage = path === '/reports/buy-x-get-y' ? 50 : 25
    const page = await product.open(`${path}?month=${MONTH}`)
    const panel = region(page, title)
    await counted(panel, `${integer(rows.length)} filas`)
    expect(await headersOf(panel)).toEqual(titlesOf(columns))
    expect(await panel.getByLabel('Mostrar').inputValue()).toBe(String(perPage))
    expect(await offeredSizes(panel)).toEqual(sizes)
    const shown = await rowsOf(panel)
    expect(shown).toEqual(rows.slice(0, perPage).map((row) => read(columns, row)))
    await panel.getByText(`Página 1 de ${Math.max(1, Math.ceil(rows.length / perPage))}`).waitFor()
    const file = await exportOf(page, panel)
    expect(file.name).toMatch(name)
    expect(file.columns).toEqual(titlesOf(columns))
    expect(file.rows).toHaveLength(rows.length)
    for (const key of amounts) {
      const column = columns.find((one) => one.key === key)?.title ?? ''
      const inAll = rows.reduce((total, row) => total + Math.round(Number(row[key]) * 100), 0)
      expect(sumOf(file, column), column).toBe(inAll)
    }
    const dated = columns.find(({ format }) => format === 'date')
    if (dated) expect(file.rows[0]?.[dated.title]).toBe(date(String(rows[0]?.[dated.key])))
  })
})

describe('Reporte Comercial', () => {
  it('filters on the server from 3 characters on, after a pause, and keeps filter, order and page in the address', async () => {
    const rows = await allOf(`/api/reports/distributor/order-discounts?orderBy=order_date&order=ASC`)
    const word = String(rows[0]?.product_name).slice(0, 5)
    const page = await product.open(`/reports/trade-report?month=${MONTH}&per_page=10`)
    const panel = region(page, 'Descuentos de octubre 2026')
    await counted(panel, `${integer(rows.length)} filas`)
    const calls: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Neighbouring months are fetched ahead, unfiltered.
      if (pathname.endsWith('/order-discounts') && searchParams.get('start_date') === MONTH)
        calls.push(searchParams)
    })
    // Frozen and moved on by hand, so that the pause is known to the millisecond.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const filter = panel.getByLabel('Filtrar por Producto')
    await filter.fill(word.slice(0, 2))
    await page.clock.runFor(2000)
    expect(calls).toEqual([])
    await filter.fill(word)
    await page.clock.runFor(599)
    expect(calls).toEqual([])
    await page.clock.runFor(1)
    await page.clock.resume()
    await page.waitForURL(/f_product_name=/)
    const { length } = await allOf(
      `/api/reports/distributor/order-discounts?product_name=${encodeURIComponent(word)}`,
    )
    await counted(panel, length === 1 ? '1 fila' : `${integer(length)} filas`)
    expect(calls.map((call) => call.get('product_name'))).toEqual([word])

    const net = panel.getByRole('columnheader', { name: 'Neto' })
    expect(await net.getAttribute('aria-sort')).toBe('none')
    await net.getByRole('button').click()
    await expect.poll(() => net.getAttribute('aria-sort')).toBe('ascending')
    await net.getByRole('button').click()
    await expect.poll(() => net.getAttribute('aria-sort')).toBe('descending')
    const written = (rows: readonly string[]) =>
      rows.map((text) => Number(text.replaceAll(/[^\d,-]/g, '').replace(',', '.')))
    await expect
      .poll(async () => {
        const amounts = written(await columnOf(panel, 'Neto'))
        return amounts.every((amount, at) => at === 0 || amount <= (amounts[at - 1] ?? 0))
      })
      .toBe(true)
    if (length > 10) {
      await panel.getByRole('button', { name: 'Página siguiente' }).click()
      await panel.getByText(/^Página 2 de/).waitFor()
    }
    const before = await rowsOf(panel)
    const address = page.url()
    expect(asked(page, 'orderBy')).toBe('net_total')
    await page.reload()
    await expect.poll(() => rowsOf(panel)).toEqual(before)
    expect(page.url()).toBe(address)
    expect(await filter.inputValue()).toBe(word)

    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=2026-09/)
    expect(await page.getByLabel('Filtrar por Producto').inputValue()).toBe(word)
    await page.goBack()
    await expect.poll(() => rowsOf(panel)).toEqual(before)
    expect(page.url()).toBe(address)
    await page.goForward()
    await page.waitForURL(/month=2026-09/)
  })
})

describe('Reporte SIMPLE', () => {
  it('has four figures, and the revenue is the sum of its table', async () => {
    const { main_month } = await dataOf<{ main_month: Record<string, number> }>(
      product,
      `/api/reports/products/simple/detail?start_date=${MONTH}`,
    )
    const page = await product.open(`/reports/simple?month=${MONTH}`)
    const cards = page.getByRole('article')
    await cards.getByText(money(main_month.total_revenue ?? 0), { exact: true }).waitFor()
    expect(await cards.getByRole('heading').allTextContents()).toEqual([
      ...['Ingresos', 'Ordenes', 'Productos', 'Usuarios'],
    ])
    for (const key of ['total_orders', 'total_products', 'total_users'])
      await cards
        .getByText(integer(main_month[key] ?? 0), { exact: true })
        .first()
        .waitFor()
    const orders = `/customers-orders?month=${MONTH}&status=wc-completed`
    const links = await cards.getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      ...[orders, orders, `/reports/simple?month=${MONTH}&orderBy=product_quantity&order=DESC`, orders],
    ])
    await page.getByRole('radio', { name: 'vs octubre 2025' }).check({ force: true })
    await cards
      .getByText(/vs octubre 2025: /)
      .first()
      .waitFor()
    const file = await exportOf(page, region(page, 'Apertura por Mes y Periodo'))
    expect(sumOf(file, 'Ingresos')).toBe(Math.round((main_month.total_revenue ?? 0) * 100))
  })
})

describe('Mailing', () => {
  it('lists all accounts 50 to a page, those that accept mail first, without a month', async () => {
    const page = await product.open('/reports/users-mails')
    const panel = region(page, 'Lista de emails de usuarios')
    const rows = await rowsOf(panel)
    expect(rows).toHaveLength(50)
    expect(await headersOf(panel)).toEqual(titlesOf(reportLists.mailList.columns))
    expect(await panel.getByLabel('Mostrar').inputValue()).toBe('50')
    expect(await page.getByRole('button', { name: /^Mes: / }).count()).toBe(0)
    expect(new Set(await columnOf(panel, 'Acepta comunicaciones'))).toEqual(new Set(['Sí']))
    await panel.getByLabel('Filtrar por Provincia').fill('cordoba')
    await expect.poll(async () => new Set(await columnOf(panel, 'Provincia'))).toEqual(new Set(['CÓRDOBA']))
    const file = await exportOf(page, panel)
    await counted(panel, `${integer(file.rows.length)} filas`)
    expect(file.name).toMatch(/\.csv$/)
    expect(new Set(file.rows.map((row) => row.Provincia))).toEqual(new Set(['CÓRDOBA']))
  })

  it('says that a file is being made, and that one could not be', async () => {
    const page = await product.open('/reports/users-mails', { expectedErrors: [/status of 500/] })
    const panel = region(page, 'Lista de emails de usuarios')
    await rowsOf(panel)
    const held = Promise.withResolvers<void>()
    await page.route('**/mail-list?*export=1*', async (call) => {
      await held.promise
      await call.fulfill({ status: 500, json: { success: false, message: 'Internal Server Error' } })
    })
    await panel.getByRole('button', { name: 'Exportar CSV' }).click()
    const making = panel.getByRole('button', { name: 'Generando archivo...' })
    await making.waitFor()
    expect(await making.isDisabled()).toBe(true)
    held.resolve()
    await panel.getByText('No se pudo generar el archivo.').waitFor()
    await page.unrouteAll()
    expect((await exportOf(page, panel)).rows.length).toBeGreaterThan(50)
    expect(await panel.getByText('No se pudo generar el archivo.').count()).toBe(0)
  })
})
