// The distributors' screens: statuses, shares, links to them and back, and empty, slow and unknown answers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { DistributorSells, DistributorsListRow, Resume } from '#contract/distributors.ts'
import { statusLabel } from '#contract/statuses.ts'
import { address, openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, stub, success } from '#test/web/network.ts'
import { centreOf, chartMark, columnOf, counted, plain, region, rowsOf } from '#test/web/tables.ts'
import { integer, money, percent, signedPercent, signedShortMoney } from '#web/text/format.ts'

const OVERVIEW = '/distributors/distributors-overview'
const LIST = '/distributors/distributors-details'

/** More of these orders is bad news. */
const LOST = new Set(
  ['cancelled', 'cancel-request', 'failed', 'refunded', 'returned', 'return-request'].map(
    (name) => `wc-${name}`,
  ),
)

const resumeOf = (query: string) => dataOf<Resume>(`/api/distributors/resume?${query}`)

describe('Resumen Distribuidores', () => {
  it('lists the statuses above 1 % with their sums and the previous month, and opens all orders', async () => {
    const { main_month } = await resumeOf('start_date=2026-10')
    const user = await openApp(`${OVERVIEW}?month=2026-10`)
    const panel = await region('Estados de las órdenes')
    const rows = [...panel.querySelectorAll('tbody tr')]
    const shown = main_month.resume.filter((row) => row.percent_amount > 1)
    expect(shown.length).toBeLessThan(main_month.resume.length)
    expect(rows).toHaveLength(shown.length)
    for (const [index, row] of shown.entries()) {
      const words = [
        ...[statusLabel(row.order_status), money(row.total_amount)],
        ...[integer(row.total_orders), percent(row.percent_amount)],
      ]
      expect(plain(rows[index]?.textContent)).toContain(plain(words.join('')))
      // The colour shows good or bad news, whatever the direction of the arrow.
      const badge = rows[index]?.querySelector('[data-news]')
      const bad = row.increment > 0 === LOST.has(row.order_status)
      if (badge) expect(badge.getAttribute('data-news'), row.order_status).toBe(bad ? 'bad' : 'good')
    }
    expect(plain(panel.textContent)).toContain('vs septiembre 2026')
    await user.click(within(panel).getByRole('link', { name: 'Total' }))
    await waitFor(() => expect(location.pathname).toBe('/customers-orders'))
    const all = await dataOf<{ currency: string }[]>(
      '/api/orders?status=TODOS&per_page=1000&start_date=2026-10',
    )
    expect(all.filter(({ currency }) => currency === 'ARS')).toHaveLength(main_month.total_orders)
    // Those in dollars are in no figure.
    expect(all.length).toBeGreaterThan(main_month.total_orders)
    await counted(await region('Órdenes'), `${integer(main_month.total_orders)} filas`)
  })

  it('compares with the year before and links to the largest losses', async () => {
    const query = 'start_date=2026-10&compare=year'
    const { billing, main_month } = await resumeOf(query)
    const user = await openApp(`${OVERVIEW}?month=2026-10&compare=year`)
    const panel = await region('Facturación por distribuidor')
    await waitFor(() => expect(centreOf(panel)).toContain('vs octubre 2025'))
    expect(centreOf(panel)).toContain(plain(signedPercent(billing.increment)))
    expect(plain(panel.querySelector('li')?.textContent)).toContain(
      plain(signedShortMoney(billing.items[0]?.difference ?? 0)),
    )
    const statuses = await region('Estados de las órdenes')
    const completed = main_month.resume.find(({ order_status }) => order_status === 'wc-completed')
    expect(plain(statuses.querySelector('tbody tr')?.textContent)).toContain(
      plain(signedPercent(completed?.increment ?? 0)),
    )

    await user.click(within(panel).getByRole('link', { name: 'Quién cayó más' }))
    await waitFor(() => expect(searchParam('orderBy')).toBe('difference'))
    const rows = await dataOf<DistributorsListRow[]>(
      `/api/distributors/get-distributors-list?${query}&orderBy=difference&order=ASC`,
    )
    const list = await region('Distribuidores')
    const first = (values: readonly string[]) => values.slice(0, 5)
    const expected = rows.slice(0, 5)
    expect(first(await columnOf(list, 'Distribuidor'))).toEqual(expected.map((row) => plain(row.dist_name)))
    expect(first(await columnOf(list, 'Diferencia $'))).toEqual(
      expected.map((row) => plain(money(row.difference))),
    )
    expect(first(await columnOf(list, 'Monto comparado'))).toEqual(
      expected.map((row) => plain(money(row.prev_completed_amount))),
    )
    expect(searchParam('compare')).toBe('year')
  })

  it('shows the pressed slice in the centre and links to its report', async () => {
    const { billing } = await resumeOf('start_date=2026-10')
    const first = billing.items[0]
    if (!first) throw new Error('no distributor billed anything')
    const user = await openApp(`${OVERVIEW}?month=2026-10`)
    const panel = await region('Facturación por distribuidor')
    const slice = await chartMark(panel, first.label)
    fireEvent.keyDown(slice, { key: 'Enter' })
    await waitFor(() => expect(slice.getAttribute('aria-pressed')).toBe('true'))
    expect(centreOf(panel)).toContain(plain(first.label))
    const link = within(panel).getByRole('link', { name: `Ver reporte de ${first.label}` })
    expect(link.getAttribute('href')).toBe(`${LIST}/${first.dist_id}/?month=2026-10`)
    await user.click(link)
    await screen.findByRole('button', { name: 'Exportar CSV' })
    expect(location.pathname).toBe(`${LIST}/${first.dist_id}`)
  })

  it('reports a month without orders', async () => {
    await openApp(`${OVERVIEW}?month=2020-06`)
    expect(screen.getAllByText('No hubo ordenes en junio 2020').length).toBeGreaterThan(0)
  })

  it('says up to when there were no orders in the days compared with the first ones of a month', async () => {
    const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
    const running = config.map((row) =>
      row.option === 'running_until' ? { ...row, values: '2026-10-01 00:40:59' } : row,
    )
    stub('GET /api/config', () => success(running))
    const resume = await resumeOf('start_date=2026-10')
    const prev_month = { ...resume.prev_month, total_orders: 0, total_amount: 0 }
    stub('GET /api/distributors/resume', () => success({ ...resume, prev_month }))
    await openApp(`${OVERVIEW}?month=2026-10`)
    const panel = await region('Facturación por distribuidor')
    // The first of September had orders later that day.
    await waitFor(() =>
      expect(centreOf(panel)).toContain('No hubo ordenes el 1 de septiembre 2026 hasta las 00:40'),
    )
  })

  it('counts towards 100 while loading', async () => {
    const answer = await resumeOf('start_date=2026-10')
    const held = Promise.withResolvers<void>()
    stub('GET /api/distributors/resume', async () => {
      await held.promise
      return success(answer, { updated_at: null, months: ['2026-10'] })
    })
    await openApp(`${OVERVIEW}?month=2026-10`, { settle: false })
    const [bar] = await screen.findAllByRole('progressbar')
    const now = () => Number(bar?.getAttribute('aria-valuenow'))
    await waitFor(() => expect(now()).toBeGreaterThan(20))
    expect(now()).toBeLessThan(100)
    held.resolve()
    await screen.findByRole('table', { name: 'Estados de las órdenes' })
    expect(screen.queryAllByRole('progressbar')).toEqual([])
  })
})

describe('Reporte por Distribuidor', () => {
  it('shows one distributor by status, and the arrow goes back to the filtered list', async () => {
    const user = await openApp(`${LIST}?month=2026-10&f_dist_name=dis`)
    const [link] = await screen.findAllByRole('link', { name: 'Ver detalle' })
    const id = /distributors-details\/([^/]+)\/\?month=2026-10$/.exec(link?.getAttribute('href') ?? '')?.[1]
    await user.click(link as HTMLElement)
    const report = await dataOf<DistributorSells>(
      `/api/distributors/${id}/get-distributors-sells?start_date=2026-10`,
    )
    await screen.findByText(report.dist_name)
    await screen.findByRole('heading', { name: 'Comparación con septiembre 2026' })
    const table = screen.getByRole('button', { name: 'Exportar CSV' }).closest('section')
    if (!table) throw new Error('no table of the statuses')
    const rows = await rowsOf(table)
    expect(rows).toHaveLength(report.items.length)
    const first = report.items[0]
    expect(rows[0]?.join('')).toContain(
      plain(`${first?.label}${money(first?.amount ?? 0)}${integer(first?.total_orders ?? 0)}`),
    )

    const sold = await dataOf<{ total_amount: number }[]>(
      `/api/products/get-ranking-products-selled?start_date=2026-10&only_dist_id=${id}`,
    )
    await user.click(screen.getByRole('link', { name: `Ver productos vendidos por ${report.dist_name}` }))
    await screen.findByText(`Distribuidor: ${report.dist_name}`)
    await screen.findByText(sold.length === 1 ? '1 fila' : `${sold.length} filas`)
    const completed = report.items.find(({ order_status }) => order_status === 'wc-completed')?.amount ?? 0
    await waitFor(() => expect(plain(document.body.textContent)).toContain(plain(money(completed))))
    expect(sold.reduce((sum, row) => sum + Math.round(row.total_amount * 100), 0)).toBe(
      Math.round(completed * 100),
    )
    history.back()
    await user.click(await screen.findByRole('link', { name: 'Volver' }))
    await screen.findAllByRole('link', { name: 'Ver detalle' })
    await waitFor(() => expect(address()).toContain('f_dist_name=dis'))
    expect(searchParam('month')).toBe('2026-10')
  })

  it('filters by the beginning of a cell, case and accents folded', async () => {
    const user = await openApp(`${LIST}/10118?month=2026-10`)
    const statuses = async () => {
      const table = screen.getByLabelText('Filtrar por Estados').closest('section')
      if (!table) throw new Error('no table of the statuses')
      return (await rowsOf(table)).map(([status]) => status)
    }
    await waitFor(async () => expect(await statuses()).toContain('En progreso'))
    await user.type(screen.getByLabelText('Filtrar por Estados'), 'COMP')
    await waitFor(async () => expect(await statuses()).toEqual(['Completadas']))
  })

  it('reports an unknown distributor and links to the list', async () => {
    const user = await openApp(`${LIST}/nadie?month=2026-09`)
    await screen.findByText('No hay un distribuidor con el Dist ID nadie.')
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Ver todos los distribuidores' }))
    await screen.findAllByRole('link', { name: 'Ver detalle' })
    await user.click(screen.getByRole('link', { name: 'Ranking de stock' }))
    await waitFor(() => expect(address()).toContain('/distributors-stock-ranking?month=2026-09'))
  })

  it('names the distributor and the month without orders', async () => {
    const report = await dataOf<DistributorSells>(
      '/api/distributors/10118/get-distributors-sells?start_date=2020-06',
    )
    await openApp(`${LIST}/10118?month=2020-06`)
    await screen.findAllByText(`No hubo ordenes de ${report.dist_name} en junio 2020`)
  })
})
