// Segments as bars and as a table, businesses with their modes, the rankings of sales and of stock, on demo data.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RowOf } from '#contract/endpoint.ts'
import type { BusinessRanking, SegmentRanking } from '#contract/orders.ts'
import type { ProductRankingRow, productCalls } from '#contract/products.ts'
import { openApp, reload, searchParam } from '#test/web/app.tsx'
import { connectTo, dataOf } from '#test/web/network.ts'
import {
  centreOf,
  chartMark,
  chartMarks,
  columnOf,
  counted,
  exportOf,
  headersOf,
  offeredSizes,
  plain,
  region,
  rowsOf,
  rowsText,
  sortBy,
  sortOf,
  sumOf,
} from '#test/web/tables.ts'
import { integer, money, percent, shortMoney } from '#web/text/format.ts'

type ProductByDistributorRow = RowOf<typeof productCalls.productsByDistributor>

connectTo('demo')

const MONTH = '2026-10'
const at = (path: string) => `${path}${path.includes('?') ? '&' : '?'}month=${MONTH}`
const searchParams = () => Object.fromEntries(new URLSearchParams(location.search))
const cents = (amount: number) => Math.round(amount * 100)

const segmentsOf = () => dataOf<SegmentRanking>(`/api/orders/ranking-orders-by-segments?start_date=${MONTH}`)
const businessesOf = (compare = '') =>
  dataOf<BusinessRanking>(`/api/orders/ranking-orders-by-business?start_date=${MONTH}${compare}`)
const productsOf = () =>
  dataOf<ProductRankingRow[]>(`/api/products/get-ranking-products-selled?start_date=${MONTH}`)

const SOLD = [
  ...['Órdenes', 'Monto facturado', '% del monto', 'Unidades vendidas', '% de unidades'],
  ...['Variación %', 'Diferencia $', 'Monto comparado'],
]

describe('Segmentos', () => {
  it('shows the top 20 by amount and by units as bars that open their products', async () => {
    const { rows } = await segmentsOf()
    expect(rows.length).toBeGreaterThan(20)
    const user = await openApp(at('/products-overview/segments'))
    const tabs = within(screen.getByRole('navigation', { name: 'Segmentos' })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Graficas', 'Tabla'])
    for (const [title, value] of [
      ['Facturación de segmentos', (row: (typeof rows)[number]) => row.total_amount],
      ['Cantidad de unidades', (row: (typeof rows)[number]) => row.total_units_sold],
    ] as const) {
      const bars = await chartMarks(await region(title))
      const top = [...rows].sort((a, b) => value(b) - value(a)).slice(0, 20)
      expect(bars.map((bar) => bar.getAttribute('aria-label')?.split(':')[0])).toEqual(
        top.map(({ segment }) => segment),
      )
    }
    const panel = await region('Facturación de segmentos')
    const [first] = rows
    const [bar] = await chartMarks(panel)
    if (!first || !bar) throw new Error('no segment sold')
    await user.hover(bar)
    const tip = await waitFor(() => {
      const shown = plain([...panel.querySelectorAll('div[aria-hidden]')].at(-1)?.textContent)
      expect(shown).toContain(first.segment)
      return shown
    })
    expect(tip).toContain(`Órdenes${integer(first.total_orders)}`)
    expect(tip).toContain(plain(`Porcentaje${percent(first.percent_amount)}`))

    await user.click(bar)
    await waitFor(() => expect(location.pathname).toBe('/products-sales-ranking'))
    const filter = { exact: '1', f_business: first.business, f_segment: first.segment }
    expect(searchParams()).toEqual({ month: MONTH, ...filter })
    const ranking = await region('Ranking de ventas')
    const amounts = (await productsOf())
      .filter((row) => row.segment === first.segment && row.business === first.business)
      .map((row) => row.total_amount)
    await counted(ranking, rowsText(amounts.length))
    expect(await columnOf(ranking, 'Monto total')).toEqual(amounts.map((amount) => plain(money(amount))))
    expect(cents(amounts.reduce((a, b) => a + b, 0))).toBe(cents(first.total_amount))
  })

  it('lists all of them 25 a page, with filter, order and file', async () => {
    const { rows, total_amount } = await segmentsOf()
    const user = await openApp(at('/products-overview/segments'))
    await user.click(screen.getByRole('link', { name: 'Tabla' }))
    const panel = await region('Tabla de Segmentos')
    await counted(panel, `${rows.length} filas`)
    expect(location.pathname).toBe('/products-overview/segments-table')
    expect(headersOf(panel)).toEqual(['Segmento', 'Negocio', ...SOLD])
    expect(offeredSizes(panel)).toEqual(['25', '50', '100'])
    const shown = await rowsOf(panel)
    expect(shown).toHaveLength(25)
    within(panel).getByText('Página 1 de 2')
    const [first] = rows
    if (!first) throw new Error('no segment sold')
    expect(shown[0]?.slice(0, 7)).toEqual(
      [
        ...[first.segment, first.business, integer(first.total_orders), money(first.total_amount)],
        ...[percent(first.percent_amount), integer(first.total_units_sold)],
        percent(first.percent_units_sold),
      ].map(plain),
    )
    const file = await exportOf(user, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(file.columns).toEqual(['Segmento', 'Negocio', ...SOLD])
    expect([file.rows.length, sumOf(file, 'Monto facturado')]).toEqual([rows.length, cents(total_amount)])

    await sortBy(user, panel, 'Segmento')
    await waitFor(() => expect(sortOf(panel, 'Segmento')).toBe('ascending'))
    const names = (await columnOf(panel, 'Segmento')).map((name) => name.toLowerCase())
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'es')))
    await sortBy(user, panel, 'Segmento')
    await waitFor(() => expect(sortOf(panel, 'Segmento')).toBe('descending'))
    const turned = await exportOf(user, panel)
    expect([turned.name, turned.rows.length]).toEqual([file.name, rows.length])
    expect(turned.rows.slice(0, 25).map((row) => row.Segmento)).toEqual(await columnOf(panel, 'Segmento'))
  })

  it('keeps a filter of the table over a reload, and exports what is left', async () => {
    const { rows } = await segmentsOf()
    const beginning = rows[0]?.segment.slice(0, 2) ?? ''
    const left = rows.filter((row) => row.segment.startsWith(beginning))
    const user = await openApp(at('/products-overview/segments-table'))
    const all = await exportOf(user, await region('Tabla de Segmentos'))
    const filter = () => screen.getByLabelText<HTMLInputElement>('Filtrar por Segmento')
    await user.type(filter(), beginning.toUpperCase())
    await counted(await region('Tabla de Segmentos'), rowsText(left.length))
    await reload()
    await counted(await region('Tabla de Segmentos'), rowsText(left.length))
    expect(filter().value).toBe(beginning.toUpperCase())
    const some = await exportOf(user, await region('Tabla de Segmentos'))
    expect([some.name, some.columns]).toEqual([all.name, all.columns])
    expect(some.rows).toEqual(all.rows.filter((row) => row.Segmento?.startsWith(beginning)))
  })
})

describe('Resumen de Negocios', () => {
  const card = (name: string) => {
    const found = screen.getAllByRole('article').find(({ textContent }) => textContent?.includes(name))
    return plain(found?.textContent)
  }

  it('shows all in the cards, then the selected slice, kept in the address', async () => {
    const all = await businessesOf()
    const [first, second] = all.rows
    if (!first || !second) throw new Error('fewer than two businesses sold')
    const user = await openApp(at('/products-overview/business'))
    expect(card('Monto Facturado')).toContain(plain(money(all.total_amount)))
    expect(card('Unidades Vendidas')).toContain(integer(all.total_units_sold))
    const panel = await region('Facturación por negocio')
    await user.click(await chartMark(panel, second.business))
    await waitFor(() => expect(card('Negocio')).toContain(second.business))
    expect((await chartMark(panel, second.business)).getAttribute('aria-pressed')).toBe('true')
    expect(card('Monto Facturado')).toContain(
      plain(`${money(second.total_amount)}${percent(second.percent_amount)} del total`),
    )
    expect(card('Unidades Vendidas')).toContain(
      plain(`${integer(second.total_units_sold)}${percent(second.percent_units_sold)} del total`),
    )
    const centre = centreOf(panel)
    for (const words of [second.business, plain(shortMoney(second.total_amount)), 'vs septiembre 2026'])
      expect(centre).toContain(words)
    expect(searchParam('business')).toBe(second.business)
    await reload()
    await waitFor(() => expect(card('Negocio')).toContain(second.business))
    // A second press deselects it.
    const again = await chartMark(await region('Facturación por negocio'), second.business)
    fireEvent.keyDown(again, { key: 'Enter' })
    await waitFor(() => expect(card('Monto Facturado')).toContain(plain(money(all.total_amount))))
  })

  it('switches between amounts and units', async () => {
    const { rows } = await businessesOf()
    const user = await openApp(at('/products-overview/business'))
    await user.click(screen.getByText('Modo Unidades'))
    const units = await region('Unidades por negocio')
    const most = [...rows].sort((a, b) => b.total_units_sold - a.total_units_sold)[0]
    const [slice] = await chartMarks(units)
    expect(plain(slice?.getAttribute('aria-label'))).toContain(
      `${most?.business}: ${integer(most?.total_units_sold ?? 0)}`,
    )
    expect(searchParam('mode')).toBe('units')
    history.back()
    await region('Facturación por negocio')
    expect(screen.getByLabelText<HTMLInputElement>('Modo Facturacion').checked).toBe(true)
    history.forward()
    await region('Unidades por negocio')
  })

  it('lists them 15 to a page, their amounts and file equal to the total, against either month', async () => {
    const { rows, total_amount } = await businessesOf()
    const user = await openApp(at('/products-overview/business'))
    const panel = await region('Tabla de Negocios')
    await counted(panel, rowsText(rows.length))
    expect(headersOf(panel)).toEqual(['Negocio', ...SOLD])
    expect(within(panel).getByLabelText<HTMLSelectElement>('Mostrar').value).toBe('15')
    expect(offeredSizes(panel)).toEqual(['15', '30', '40', '50', '100'])
    const moneyOf = (amounts: readonly number[]) => amounts.map((amount) => plain(money(amount)))
    expect(await columnOf(panel, 'Monto facturado')).toEqual(moneyOf(rows.map((row) => row.total_amount)))
    const file = await exportOf(user, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(sumOf(file, 'Monto facturado')).toBe(cents(total_amount))

    await user.click(screen.getByRole('radio', { name: /^vs octubre 2025/ }))
    await within(panel).findByText('Órdenes completadas de octubre 2026, vs octubre 2025')
    const year = await businessesOf('&compare=year')
    await waitFor(async () =>
      expect(await columnOf(panel, 'Diferencia $')).toEqual(moneyOf(year.rows.map((row) => row.difference))),
    )
    expect(await columnOf(panel, 'Monto comparado')).toEqual(moneyOf(year.rows.map((row) => row.prev_amount)))
    expect(sumOf(await exportOf(user, panel), 'Diferencia $')).toBe(cents(year.difference))
    expect(
      screen
        .getAllByRole('article')
        .map(({ textContent }) => plain(textContent))
        .join(),
    ).toContain('vs octubre 2025')
    await user.click(screen.getByRole('radio', { name: /^vs septiembre 2026/ }))
    await within(panel).findByText('Órdenes completadas de octubre 2026, vs septiembre 2026')
    const [first] = rows
    await user.click(within(panel).getByRole('link', { name: first?.business ?? '' }))
    await waitFor(() => expect(location.pathname).toBe('/products-sales-ranking'))
    expect(searchParams()).toEqual({ month: MONTH, exact: '1', f_business: first?.business })
  })
})

describe('Ranking de ventas', () => {
  it('lists every product sold, 25 to a page, and its sum is the sale of the month', async () => {
    const products = await productsOf()
    const { rows } = await businessesOf()
    const user = await openApp(at('/products-sales-ranking'))
    const panel = await region('Ranking de ventas')
    await counted(panel, rowsText(products.length))
    expect(headersOf(panel)).toEqual([
      ...['Producto', 'SKU', 'Negocio', 'Segmento', 'Monto total', 'Variación %', 'Diferencia $'],
      ...['Monto comparado', 'Unidades vendidas', 'Unidades comparadas', 'Órdenes'],
    ])
    expect(await rowsOf(panel)).toHaveLength(25)
    within(panel).getByText(`Página 1 de ${Math.ceil(products.length / 25)}`)
    const file = await exportOf(user, panel)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    expect(file.rows).toHaveLength(products.length)
    const sold = rows.reduce((total, row) => total + cents(row.total_amount), 0)
    expect(sumOf(file, 'Monto total')).toBe(sold)
    const cards = screen.getAllByRole('article')
    expect(plain(cards[0]?.textContent)).toContain(plain(money(sold / 100)))
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual([
      `/customers-orders?month=${MONTH}&status=wc-completed&counted=1`,
      `/products-sales-ranking?month=${MONTH}&orderBy=units_sold&order=DESC`,
      `/products-sales-ranking?month=${MONTH}&orderBy=name&order=ASC`,
    ])
    await user.clear(screen.getByLabelText('Ir a la página'))
    await user.type(screen.getByLabelText('Ir a la página'), '3{Enter}')
    await within(panel).findByText(/^Página 3 de/)
    expect(await columnOf(panel, 'SKU')).toEqual(products.slice(50, 75).map(({ sku }) => sku))
    history.back()
    await within(panel).findByText(/^Página 1 de/)
  })
})

describe('Productos por Distribuidor', () => {
  it('lists each product of each distributor, filtered on the server, and opens the distributor', async () => {
    const rows = await dataOf<ProductByDistributorRow[]>(
      `/api/products/by-distributor?start_date=${MONTH}&per_page=1000`,
    )
    expect(new Set(rows.map(({ dist_id }) => dist_id)).size).toBeGreaterThan(1)
    const [first] = rows
    if (!first) throw new Error('no product sold')
    const ofFirst = rows.filter(({ dist_id }) => dist_id === first.dist_id)
    const user = await openApp(at(`/products-by-distributor?f_dist_id=${first.dist_id}`))
    const panel = await region('Productos por Distribuidor')
    await counted(panel, rowsText(ofFirst.length))
    expect(await columnOf(panel, 'Monto comparado')).toEqual(
      ofFirst.slice(0, 25).map((row) => plain(money(row.prev_amount))),
    )
    expect((await exportOf(user, panel)).rows).toHaveLength(ofFirst.length)
    await user.click(within(panel).getAllByRole('link', { name: first.dist_name })[0] ?? panel)
    await waitFor(() => expect(location.pathname).toBe(`/distributors/distributors-details/${first.dist_id}`))
  })
})

describe('Ranking de stock', () => {
  it('lists distributors without stock and missing products, 25 a page and as files', async () => {
    const user = await openApp(at('/distributors-stock-ranking'))
    const whom = await region('Distribuidores sin stock')
    const order = `start_date=${MONTH}&per_page=1000&order=DESC`
    const rows = await dataOf<{ dist_name: string }[]>(
      `/api/products/distributors-without-stock?${order}&orderBy=products_without_stock`,
    )
    await counted(whom, rowsText(rows.length))
    expect(await columnOf(whom, 'Distribuidor')).toEqual(rows.slice(0, 25).map((row) => row.dist_name))
    expect((await exportOf(user, whom)).name).toMatch(/_2026-10\.csv$/)
    await user.click(screen.getByText('Por producto'))
    const what = await region('Productos sin stock')
    const missing = await dataOf<{ product: string }[]>(
      `/api/products/ranking-products-without-stock?${order}&orderBy=units_sold`,
    )
    await counted(what, rowsText(missing.length))
    expect(await columnOf(what, 'Producto')).toEqual(missing.slice(0, 25).map((row) => plain(row.product)))
    expect(new Set(await columnOf(what, 'Stock'))).toEqual(new Set(['Sin stock']))
    expect(searchParams()).toEqual({ month: MONTH, lista: 'productos' })
    history.back()
    await counted(await region('Distribuidores sin stock'), rowsText(rows.length))
  })
})
