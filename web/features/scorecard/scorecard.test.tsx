// The scorecard: its cards and charts, the comparison, a month that still runs, and failed answers.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { MainPage, MainPageCharts, MainPageSameDays } from '#contract/scorecard.ts'
import { address, goTo, openApp, reload, searchParam, settled } from '#test/web/app.tsx'
import { dataOf, failing, stub, success } from '#test/web/network.ts'
import { plain, region } from '#test/web/tables.ts'
import { integer, money, signedPercent } from '#web/text/format.ts'

const figuresOf = (month: string) => dataOf<MainPage>(`/api/summary/main-page?start_date=${month}`)

function card(label: string): HTMLElement {
  const found = screen
    .getAllByRole('article')
    .find((article) => within(article).queryByRole('heading', { name: label }))
  if (!found) throw new Error(`no card '${label}'`)
  return found
}

const cardText = (label: string) => plain(card(label).textContent)
const hrefs = () =>
  screen.getAllByRole('article').map((one) => within(one).getByRole('link').getAttribute('href'))

describe('the cards', () => {
  it('show six figures of the month, their change and what they are compared with', async () => {
    const { main_month, prev_month, change } = await figuresOf('2026-10')
    await openApp('/?month=2026-10')
    const cards = [
      ['Venta Neta', 'net_sale', money],
      ['Ordenes Completas', 'total_orders', integer],
      ['Unidades Vendidas', 'total_units_sold', integer],
      ['Ticket Promedio', 'average_ticket', money],
      ['Usuarios Registrados', 'new_customers', integer],
      ['Compradores Únicos', 'distinct_customers', integer],
    ] as const
    for (const [label, key, write] of cards) {
      const text = cardText(label)
      expect(text, label).toContain(plain(write(main_month[key])))
      expect(text, label).toContain(plain(signedPercent(change[key])))
      expect(text, label).toContain(`vs septiembre 2026: ${plain(write(prev_month[key]))}`)
    }
    expect(screen.getAllByRole('article')).toHaveLength(cards.length)
    expect(document.title).toBe('Scorecard · Góndola')
  })

  it('compare with the same month of the year before, kept in the address over months and screens', async () => {
    const { prev_month, change } = await dataOf<MainPage>(
      '/api/summary/main-page?start_date=2026-10&compare=year',
    )
    const user = await openApp('/?month=2026-10')
    await user.click(screen.getByRole('radio', { name: /^vs octubre 2025/ }))
    await screen.findAllByText(/vs octubre 2025: /)
    expect(searchParam('compare')).toBe('year')
    expect(cardText('Venta Neta')).toContain(`vs octubre 2025: ${plain(money(prev_month.net_sale))}`)
    expect(cardText('Venta Neta')).toContain(plain(signedPercent(change.net_sale)))
    await reload()
    await screen.findAllByText(/vs octubre 2025: /)
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await screen.findAllByText(/vs septiembre 2025: /)
    await user.click(within(card('Unidades Vendidas')).getByRole('link'))
    await waitFor(() => expect(address()).toMatch(/products-sales-ranking\?.*compare=year/))
    await screen.findAllByText(/vs septiembre 2025: /)
    history.back()
    await waitFor(() => expect(location.pathname).toBe('/'))
    await user.click(await screen.findByRole('radio', { name: /^vs agosto 2026/ }))
    await screen.findAllByText(/vs agosto 2026: /)
    expect(searchParam('compare')).toBeNull()
  })

  it('open the rows behind a figure, month kept', async () => {
    const user = await openApp('/?month=2026-10')
    const completed = '/customers-orders?month=2026-10&status=wc-completed'
    expect(hrefs()).toEqual([
      ...[completed, completed, '/products-sales-ranking?month=2026-10', completed],
      ...['/customers-overview?month=2026-10', completed],
    ])
    await user.click(within(card('Ordenes Completas')).getByRole('link'))
    await waitFor(() => expect(address()).toBe(completed))
  })

  it('show a change of 100 where the previous month had nothing', async () => {
    const { main_month, prev_month } = await figuresOf('2025-10')
    expect(prev_month.net_sale).toBe(0)
    expect(main_month.net_sale).toBeGreaterThan(0)
    await openApp('/?month=2025-10')
    expect(cardText('Venta Neta')).toContain('+100,0 %')
  })

  it('report failed figures in one place and refetch on request', async () => {
    const mend = failing('GET /api/summary/main-page')
    const user = await openApp('/?month=2026-10')
    await screen.findByText('No se pudieron cargar los datos.')
    screen.getByText('El servidor no pudo responder.')
    mend()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(cardText('Venta Neta')).toContain('vs septiembre 2026'))
  })
})

describe('a month that still runs', () => {
  it('names its last day and is compared with the same days', async () => {
    const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
    const running: Readonly<Record<string, string>> = { show_max_month: '2026-11', data_until: '2026-11-20' }
    stub('GET /api/config', () =>
      success(config.map((row) => ({ ...row, values: running[row.option] ?? row.values }))),
    )
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T15:00:00Z') })
    const user = await openApp('/?month=2026-11')
    const words = 'Mes en curso: datos hasta el 20/11; se compara con'
    await screen.findByText(`${words} octubre 2026 completo.`)
    const sameDays = await region('Mismos días')
    await within(sameDays).findByText(
      'Del 1 al 20 de noviembre 2026, frente a los mismos días de octubre 2026',
    )
    const { main_month, prev_month, change } = await dataOf<MainPageSameDays>(
      '/api/summary/main-page/same-days?start_date=2026-11&days=20',
    )
    expect(prev_month.net_sale).toBeGreaterThan(0)
    const told = plain(sameDays.querySelector('dl > div')?.textContent)
    for (const figure of [
      money(main_month.net_sale),
      signedPercent(change.net_sale),
      `vs ${money(prev_month.net_sale)}`,
    ])
      expect(told).toContain(plain(figure))
    await goTo('/distributors/distributors-overview?month=2026-11&compare=year')
    await screen.findByText(`${words} noviembre 2025 completo.`)
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await screen.findByRole('radio', { name: /^vs octubre 2025/ })
    expect(screen.queryByText(/Mes en curso/)).toBeNull()
    await goTo('/?month=2026-10')
    expect(screen.queryByRole('heading', { name: 'Mismos días' })).toBeNull()
  })
})

describe('the charts', () => {
  const points = (panel: HTMLElement) => [...panel.querySelectorAll('svg[data-chart] [aria-label]')]

  it('draw 12 months up to the chosen one, as lines and as a table', async () => {
    const year = await dataOf<MainPageCharts>('/api/summary/main-page/charts?start_date=2026-10')
    const user = await openApp('/?month=2026-10')
    const panel = await region('Monto facturado')
    await waitFor(() => expect(points(panel)).toHaveLength(12))
    const { completed_orders, canceled_orders } = year['2026-10'] ?? {}
    const completed = completed_orders?.total_amount ?? 0
    const cancelled = canceled_orders?.total_canceled_amount ?? 0
    const total = money(completed + cancelled)
    expect(plain(points(panel).at(-1)?.getAttribute('aria-label'))).toBe(
      plain(`octubre 2026: Total ${total}, Completadas ${money(completed)}, Canceladas ${money(cancelled)}`),
    )
    await user.click(within(panel).getByRole('button', { name: 'Ver como tabla' }))
    const rows = within(panel).getAllByRole('row')
    expect(rows).toHaveLength(13)
    expect(plain(rows[1]?.textContent)).toContain(`octubre 2026${plain(total)}`)
  })

  it('can be read by keyboard, and a point opens its month', async () => {
    await openApp('/?month=2026-10')
    const panel = await region('Cantidad de órdenes')
    const last = await within(panel).findByRole('button', { name: /^octubre 2026:/ })
    last.focus()
    fireEvent.keyDown(last, { key: 'ArrowLeft' })
    await waitFor(() => expect(panel.querySelector('p:not([class*="subtitle"])')).toBeTruthy())
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^septiembre 2026:/)
    fireEvent.keyDown(document.activeElement ?? panel, { key: 'Home' })
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^noviembre 2025:/)
    fireEvent.keyDown(document.activeElement ?? panel, { key: 'Enter' })
    await waitFor(() => expect(searchParam('month')).toBe('2025-11'))
    const { main_month } = await figuresOf('2025-11')
    await settled()
    expect(cardText('Venta Neta')).toContain(plain(money(main_month.net_sale)))
  })
})
