// Reports on the recorded store: columns, page sizes, filters on the server, files, figures equal to the server's.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Column } from '#contract/columns.ts'
import { reportLists } from '#contract/lists/reports.ts'
import { address, openApp, reload, searchParam } from '#test/web/app.tsx'
import { dataOf, requestsOf, stub } from '#test/web/network.ts'
import {
  centsOf,
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
import { cellText, date, integer, money } from '#web/text/format.ts'

const MONTH = '2026-10'
type Row = Readonly<Record<string, string | number | boolean>>

const titlesOf = (columns: readonly Column[]) => columns.map(({ title }) => title)
const allOf = (path: string) => dataOf<Row[]>(`${path}&per_page=1000&start_date=${MONTH}`)
const cellsOf = (columns: readonly Column[], row: Row | undefined) =>
  columns.map((column) => plain(cellText(row?.[column.key], column)))

const REPORTS = [
  {
    path: '/reports/trade-report',
    title: 'Descuentos de octubre 2026',
    call: '/api/reports/distributor/order-discounts?orderBy=order_date&order=ASC',
    columns: reportLists.tradeReport.columns,
    perPage: 25,
    sizes: ['25', '50', '100'],
    amounts: ['total_discounts', 'net_total'],
  },
  {
    path: '/reports/buy-x-get-y',
    title: 'Reporte compro X llevo Y',
    call: '/api/reports/wdr?orderBy=order_id&order=DESC',
    columns: reportLists.buyXGetY.columns,
    perPage: 50,
    sizes: ['30', '40', '50', '100'],
    amounts: ['discount_price'],
  },
  {
    path: '/reports/simple',
    title: 'Apertura por Mes y Periodo',
    call: '/api/reports/products/simple?orderBy=total_net_revenue&order=DESC',
    columns: reportLists.simpleReport.columns,
    perPage: 25,
    sizes: ['25', '50', '100'],
    amounts: ['total_net_revenue'],
  },
] as const

describe.each(REPORTS)('$path', ({ path, title, call, columns, perPage, sizes, amounts }) => {
  it('shows the rows of the server page by page, and exports all of them', async () => {
    const rows = await allOf(call)
    const user = await openApp(`${path}?month=${MONTH}`)
    const panel = await region(title)
    await counted(panel, rowsText(rows.length))
    expect(headersOf(panel)).toEqual(titlesOf(columns))
    expect(within(panel).getByLabelText<HTMLSelectElement>('Mostrar').value).toBe(String(perPage))
    expect(offeredSizes(panel)).toEqual(sizes)
    expect(await rowsOf(panel)).toEqual(rows.slice(0, perPage).map((row) => cellsOf(columns, row)))
    within(panel).getByText(`Página 1 de ${Math.max(1, Math.ceil(rows.length / perPage))}`)
    const file = await exportOf(user, panel)
    expect(file.name).toMatch(/2026-10\.csv$/)
    expect(file.columns).toEqual(titlesOf(columns))
    expect(file.rows).toHaveLength(rows.length)
    for (const key of amounts) {
      const column = columns.find((one) => one.key === key)?.title ?? ''
      const total = rows.reduce((sum, row) => sum + Math.round(Number(row[key]) * 100), 0)
      expect(sumOf(file, column), column).toBe(total)
    }
    const dated = columns.find(({ format }) => format === 'date')
    if (dated) expect(file.rows[0]?.[dated.title]).toBe(date(String(rows[0]?.[dated.key])))
  })
})

describe('Cajas Surtidas', () => {
  const call = '/api/reports/boxes-mix'

  it('names its file after the report and the month', async () => {
    const box = {
      ...{ order_id: 7, order_date: '2026-10-03 10:00:00', dist_id: '10', distributor: 'Norte' },
      ...{ box_name: 'Caja', product_name: 'Harina', quantity: 2, promo_discount: 10.5 },
    }
    stub(`GET ${call}`, (url) =>
      url.searchParams.has('export')
        ? new Response('\uFEFFOrden ID\n7\n', {
            headers: {
              'content-disposition': 'attachment; filename="reporte_de_cajas_surtidas_2026-10.csv"',
            },
          })
        : Response.json({
            success: true,
            data: [box],
            meta: { total: 1, months: [MONTH], updated_at: null },
          }),
    )
    const user = await openApp(`/reports/mix-boxes?month=${MONTH}`)
    const panel = await region('Tabla de Cajas Surtidas')
    expect(await rowsOf(panel)).toHaveLength(1)
    expect((await exportOf(user, panel)).name).toBe('reporte_de_cajas_surtidas_2026-10.csv')
  })
})

describe('Reporte Comercial', () => {
  const call = '/api/reports/distributor/order-discounts'
  const panel = () => region('Descuentos de octubre 2026')

  it('filters on the server from 3 characters on and after a pause of 600 ms', async () => {
    const rows = await allOf(`${call}?orderBy=order_date&order=ASC`)
    const word = String(rows[0]?.product_name).slice(0, 5)
    await openApp(`/reports/trade-report?month=${MONTH}&per_page=10`)
    const filter = within(await panel()).getByLabelText<HTMLInputElement>('Filtrar por Producto')
    const filters = () => requestsOf(call).flatMap(({ query }) => query.get('product_name') ?? [])
    const type = (value: string) => fireEvent.change(filter, { target: { value } })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    type(word.slice(0, 2))
    await vi.advanceTimersByTimeAsync(2000)
    expect(filters()).toEqual([])
    type(word)
    await vi.advanceTimersByTimeAsync(599)
    expect(filters()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    // Waits for what the filter has started.
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    await waitFor(() => expect(searchParam('f_product_name')).toBe(word))
    const found = await allOf(`${call}?product_name=${encodeURIComponent(word)}`)
    await counted(await panel(), rowsText(found.length))
    expect(filters()).toEqual([word])
  })

  it('keeps filter, order and page in the address, over reloads and months', async () => {
    const rows = await allOf(`${call}?orderBy=order_date&order=ASC`)
    const word = String(rows[0]?.product_name).slice(0, 3)
    const user = await openApp(`/reports/trade-report?month=${MONTH}&per_page=10&f_product_name=${word}`)
    expect(sortOf(await panel(), 'Neto')).toBe('none')
    await sortBy(user, await panel(), 'Neto')
    await waitFor(async () => expect(sortOf(await panel(), 'Neto')).toBe('ascending'))
    await sortBy(user, await panel(), 'Neto')
    await waitFor(async () => expect(sortOf(await panel(), 'Neto')).toBe('descending'))
    await waitFor(async () => {
      const net = (await columnOf(await panel(), 'Neto')).map((cell) =>
        centsOf(cell.replaceAll(/[^\d,-]/g, '')),
      )
      expect(net).toEqual([...net].sort((a, b) => b - a))
    })
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    await screen.findByText(/^Página 2 de/)
    const before = await rowsOf(await panel())
    const opened = address()
    expect(searchParam('orderBy')).toBe('net_total')
    await reload()
    expect(await rowsOf(await panel())).toEqual(before)
    expect(address()).toBe(opened)
    expect(screen.getByLabelText<HTMLInputElement>('Filtrar por Producto').value).toBe(word)
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await waitFor(() => expect(searchParam('month')).toBe('2026-09'))
    expect(screen.getByLabelText<HTMLInputElement>('Filtrar por Producto').value).toBe(word)
    history.back()
    await waitFor(() => expect(address()).toBe(opened))
    await waitFor(async () => expect(await rowsOf(await panel())).toEqual(before))
    history.forward()
    await waitFor(() => expect(searchParam('month')).toBe('2026-09'))
  })
})

describe('Reporte SIMPLE', () => {
  it('has four figures, and the revenue is the sum of its table', async () => {
    const { main_month } = await dataOf<{ main_month: Record<string, number> }>(
      `/api/reports/products/simple/detail?start_date=${MONTH}`,
    )
    const user = await openApp(`/reports/simple?month=${MONTH}`)
    const cards = screen.getAllByRole('article')
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual([
      ...['Ingresos', 'Ordenes', 'Productos', 'Usuarios'],
    ])
    const figures = ['total_orders', 'total_products', 'total_users'].map((key) =>
      integer(main_month[key] ?? 0),
    )
    for (const [index, figure] of [money(main_month.total_revenue ?? 0), ...figures].entries())
      expect(plain(cards[index]?.textContent)).toContain(plain(figure))
    const orders = `/customers-orders?month=${MONTH}&status=wc-completed&counted=1`
    expect(cards.map((card) => within(card).getByRole('link').getAttribute('href'))).toEqual([
      ...[orders, orders, `/reports/simple?month=${MONTH}&orderBy=product_quantity&order=DESC`, orders],
    ])
    await user.click(screen.getByRole('radio', { name: /^vs octubre 2025/ }))
    await screen.findAllByText(/vs octubre 2025: /)
    const file = await exportOf(user, await region('Apertura por Mes y Periodo'))
    expect(sumOf(file, 'Ingresos')).toBe(Math.round((main_month.total_revenue ?? 0) * 100))
  })
})

describe('Mailing', () => {
  const panel = () => region('Lista de emails de usuarios')

  it('lists all accounts 50 to a page, those that accept mail first, without a month', async () => {
    const user = await openApp('/reports/users-mails')
    const list = await panel()
    expect(await rowsOf(list)).toHaveLength(50)
    expect(headersOf(list)).toEqual(titlesOf(reportLists.mailList.columns))
    expect(within(list).getByLabelText<HTMLSelectElement>('Mostrar').value).toBe('50')
    expect(screen.queryByRole('button', { name: /^Mes: / })).toBeNull()
    const accepting = await columnOf(list, 'Acepta comunicaciones')
    expect(accepting).toEqual([...accepting].sort((a, b) => b.localeCompare(a)))
    await user.type(within(list).getByLabelText('Filtrar por Provincia'), 'cordoba')
    await waitFor(async () =>
      expect(new Set(await columnOf(list, 'Provincia'))).toEqual(new Set(['Córdoba'])),
    )
    const file = await exportOf(user, list)
    await counted(list, rowsText(file.rows.length))
    expect(file.name).toMatch(/\.csv$/)
    expect(new Set(file.rows.map((row) => row.Provincia))).toEqual(new Set(['Córdoba']))
  })

  it('reports a file in progress and a failed one', async () => {
    const user = await openApp('/reports/users-mails')
    const list = await panel()
    const held = Promise.withResolvers<void>()
    const mend = stub(/GET .*mail-list$/, async (url) => {
      expect(url.searchParams.get('export')).toBe('1')
      await held.promise
      return Response.json({ success: false, message: 'Internal Server Error' }, { status: 500 })
    })
    await user.click(within(list).getByRole('button', { name: 'Exportar CSV' }))
    const making = await within(list).findByRole<HTMLButtonElement>('button', {
      name: 'Generando archivo...',
    })
    expect(making.disabled).toBe(true)
    held.resolve()
    await within(list).findByText('No se pudo generar el archivo.')
    mend()
    expect((await exportOf(user, list)).rows.length).toBeGreaterThan(50)
    expect(within(list).queryByText('No se pudo generar el archivo.')).toBeNull()
  })
})
