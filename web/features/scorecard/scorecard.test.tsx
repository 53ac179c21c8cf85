// The scorecard: cards and charts, the comparison, a running month, and failed calls.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
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
    const completed = '/customers-orders?month=2026-10&status=wc-completed&counted=1'
    expect(hrefs()).toEqual([
      ...[completed, completed, '/products-sales-ranking?month=2026-10', completed],
      ...['/customers-overview?month=2026-10', completed],
    ])
    await user.click(within(card('Ordenes Completas')).getByRole('link'))
    await waitFor(() => expect(address()).toBe(completed))
  })

  it('show no percentage if the previous month had nothing, though the call returns the specified 100', async () => {
    const { main_month, prev_month, change } = await figuresOf('2025-10')
    expect(prev_month.net_sale).toBe(0)
    expect(main_month.net_sale).toBeGreaterThan(0)
    expect(change.net_sale).toBe(100)
    await openApp('/?month=2025-10')
    expect(cardText('Venta Neta')).toContain('Nuevo')
    expect(cardText('Venta Neta')).not.toContain('100,0 %')
  })

  it('show no growth from 0 to 0, completed or in preparation', async () => {
    await runOctober()
    const { main_month, change, placed_change, ...page } = await figuresOf('2026-10')
    const { preparing, ...figures } = main_month
    const nothing = { ...zeros(figures), preparing: zeros(preparing) }
    const hundred = <Changes extends object>(changes: Changes) =>
      Object.fromEntries(Object.keys(changes).map((key) => [key, 100]))
    stub('GET /api/summary/main-page', () =>
      success({
        ...page,
        main_month: nothing,
        prev_month: nothing,
        change: hundred(change),
        placed_change: hundred(placed_change),
      }),
    )
    stub('GET /api/questions/answer', () =>
      success([], {
        totals: { buyers: 0, buyers_compared: 0, average_ticket: 0, average_ticket_compared: 0 },
      }),
    )
    await openApp('/?month=2026-10')
    await waitFor(() =>
      expect(cardText('Ticket Promedio')).toContain(
        'Con lo que está en preparación. Solo completadas: 0,0 %',
      ),
    )
    expect(cardText('Venta Neta')).toContain(`Con ${plain(money(0))} en preparación. Solo completadas: 0,0 %`)
    const badges = screen.getAllByRole('article').flatMap((one) => within(one).getAllByRole('img'))
    expect(badges.map((badge) => badge.getAttribute('aria-label'))).toEqual(badges.map(() => 'Sin cambios'))
    expect(badges).toHaveLength(11)
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

/** October 2026 is still running. */
async function runOctober(until = '2026-10-20 15:32:10'): Promise<void> {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const running: Readonly<Record<string, string>> = {
    show_max_month: '2026-10',
    running_until: until,
  }
  stub('GET /api/config', () =>
    success(config.map((row) => ({ ...row, values: running[row.option] ?? row.values }))),
  )
}

/** Every figure 0. */
const zeros = <Figures extends object>(figures: Figures): Figures =>
  Object.fromEntries(Object.keys(figures).map((key) => [key, 0])) as Figures

describe('a month that still runs', () => {
  it('is drawn dashed, since days are still to come', async () => {
    const dashed = async (step: RegExp) => {
      const chart = await region('Monto facturado')
      await waitFor(() => expect(within(chart).getByLabelText(step)).toBeTruthy())
      const inCards = document.querySelectorAll('article [stroke-dasharray="2 3"]')
      return [chart.querySelectorAll('[stroke-dasharray="2 5"]').length, inCards.length]
    }
    await openApp('/?month=2026-10')
    expect(await dashed(/^octubre 2026:/)).toEqual([0, 0])
    await runOctober()
    await openApp('/?month=2026-10')
    // Three lines, and the six cards.
    expect(await dashed(/^octubre 2026, en curso:/)).toEqual([3, 6])
  })

  it('is compared with the same days beside what is in preparation, or with the whole month', async () => {
    await runOctober()
    const page = await figuresOf('2026-10')
    const preparing = { net_sale: 5720, total_orders: 3, total_units_sold: 4 }
    stub('GET /api/summary/main-page', () =>
      success({
        ...page,
        main_month: { ...page.main_month, net_sale: 4600, new_customers: 90, preparing },
        prev_month: {
          ...page.prev_month,
          ...{ net_sale: 10_000, new_customers: 100, preparing: zeros(page.prev_month.preparing) },
        },
        change: { ...page.change, net_sale: -54, new_customers: -10 },
        placed_change: { net_sale: 3.2, total_orders: 4, total_units_sold: 5 },
      }),
    )
    const totals = { buyers: 80, buyers_compared: 100, average_ticket: 120, average_ticket_compared: 100 }
    const asked: string[] = []
    const { promise: later, resolve: answer } = Promise.withResolvers<void>()
    stub('GET /api/questions/answer', async ({ search }) => {
      asked.push(search)
      if (asked.length > 1) await later
      return success([], { totals })
    })
    stub('GET /api/goals/forecast', () =>
      success({ forecast: 12_600_000, low: 11_400_000, high: 13_900_000 }, { month: '2026-10' }),
    )
    const year = await dataOf<MainPageCharts>('/api/summary/main-page/charts?start_date=2026-10')
    stub('GET /api/summary/main-page/charts', () => {
      const september = year['2026-09'] as MainPageCharts[string]
      const figures = { ...september.figures, net_sale: 11_666_666.67 }
      return success({ ...year, '2026-09': { ...september, figures } })
    })
    const user = await openApp('/?month=2026-10')
    await screen.findByText(
      /Mes en curso: datos hasta el 20\/10 a las 15:32\. Se compara con los mismos días/,
    )
    const net = cardText('Venta Neta')
    expect(net).toContain('+3,2 %vs 1–20 sep 26')
    expect(net).toContain(`Con ${plain(money(5720))} en preparación. Solo completadas: -54,0 %`)
    const line = await screen.findByText(/^Cierra cerca de/)
    await waitFor(() =>
      expect(plain(line.closest('p')?.textContent)).toBe(
        'Cierra cerca de $ 12,6 M (entre 11,4 M y 13,9 M): 8 % más que septiembre',
      ),
    )
    const newsOf = (label: string, change: RegExp) =>
      within(card(label)).getByRole('img', { name: change }).getAttribute('data-news')
    expect(newsOf('Venta Neta', /^Bajó 54,0/)).toBeNull()
    expect(newsOf('Venta Neta', /^Subió 3,2/)).toBe('good')
    expect(newsOf('Ticket Promedio', /^Subió 20,0/)).toBe('good')
    expect(newsOf('Compradores Únicos', /^Bajó 20,0/)).toBe('bad')
    expect(asked[0]).toContain('compare=same_days&where=status%3Awc-completed')
    expect(newsOf('Usuarios Registrados', /^Bajó 10,0/)).toBe('bad')

    await user.click(screen.getByRole('button', { name: 'Comparar con el mes completo' }))
    await screen.findByText(/Se compara con septiembre 2026 completo\./)
    expect(searchParam('days')).toBe('all')
    // Until then, the change of completed orders alone would pass for it.
    expect(card('Ticket Promedio').getAttribute('aria-busy')).toBe('true')
    expect(within(card('Ticket Promedio')).getAllByRole('img')).toHaveLength(1)
    expect(cardText('Ticket Promedio')).toContain('Con lo que está en preparación. Solo completadas:')
    answer()
    await waitFor(() => expect(card('Ticket Promedio').getAttribute('aria-busy')).toBeNull())
    await goTo('/distributors/distributors-overview?month=2026-10&compare=year&days=all')
    await screen.findByText(/Se compara con octubre 2025 completo\./)
    await user.click(screen.getByRole('button', { name: 'Comparar con los mismos días' }))
    await screen.findByText(/^En preparación: .*Junto con lo completado:/)
    expect(searchParam('days')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
    await screen.findByRole('radio', { name: /^vs septiembre 2025/ })
    expect(screen.queryByText(/Mes en curso|En preparación/)).toBeNull()
  })

  it('names no day that the compared month does not have', async () => {
    await runOctober('2026-10-31 15:32:10')
    await openApp('/?month=2026-10')
    await screen.findByText(/Mes en curso: datos hasta el 31\/10/)
    expect(cardText('Venta Neta')).toContain('vs septiembre 2026')
    await goTo('/?month=2026-10&compare=year')
    await screen.findAllByText('vs 1–31 oct 25')
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

  it('can be read by keyboard, and a point opens its month and why it changed', async () => {
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
    await waitFor(() =>
      expect([searchParam('month'), searchParam('why')]).toEqual(['2025-11', 'measure=orders']),
    )
    const { main_month } = await figuresOf('2025-11')
    await settled()
    expect(cardText('Venta Neta')).toContain(plain(money(main_month.net_sale)))
  })
})
