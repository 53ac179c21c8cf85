// Metas in the application: type, paste, fail, undo; the pace of the month and its display on the scorecard.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addUserWith, goTo, openApp, searchParam } from '#test/web/app.tsx'
import { connectTo, dataOf, failing, post, stub, success } from '#test/web/network.ts'
import {
  chartMark,
  columnOf,
  counted,
  headersOf,
  plain,
  region,
  savedFile,
  sortOf,
} from '#test/web/tables.ts'
import { money, percent } from '#web/text/format.ts'

connectTo('demo', { own: true })

const GOALS = '/analysis/goals?by=distributor&month=2026-10'

interface GoalRow {
  readonly key: string
  readonly label: string
  readonly goals: readonly (number | null)[]
}

const stored = () => dataOf<GoalRow[]>('/api/goals?by=distributor&year=2026')
const october = async () => (await stored()).map(({ goals }) => goals[9])
const grid = () => screen.findByRole('grid', { name: 'Metas de 2026' })
const cellAt = async (row: number, month: number) => {
  const found = (await grid()).querySelector<HTMLElement>(`[data-at="${row}-${month}"]`)
  if (!found) throw new Error(`no cell ${row}, ${month}`)
  return found
}
const pasteAt = async (row: number, month: number, text: string) => {
  const cell = await cellAt(row, month)
  cell.focus()
  fireEvent.paste(cell, { clipboardData: { getData: () => text } })
}

it('copies the sales of closed months alone, since those of the running one are a part', async () => {
  const user = await openApp('/analysis/goals?month=2026-10&year=2027')
  await screen.findByRole('grid', { name: 'Metas de 2027' })
  await user.click(screen.getByRole('button', { name: 'Copiar del año anterior' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copiar del año anterior' })
  expect(within(dialog).getByText('Se copian los meses cerrados, hasta octubre 2026.')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Copiar' }))
  await screen.findByText('10 metas guardadas.')
  const sold = await dataOf<{ net_sale: number }[]>(
    '/api/questions/answer?measures=net_sale&grain=month&from=2026-01-01&to=2026-10-31',
  )
  const [copied] = await dataOf<GoalRow[]>('/api/goals?year=2027')
  expect(copied?.goals).toEqual([...sold.map(({ net_sale }) => net_sale), null, null])
})

it('is typed into like a spreadsheet, and undone', async () => {
  const user = await openApp(GOALS)
  const first = await cellAt(0, 9)
  first.focus()
  // The browser goes back with this key, so the grid must not take it.
  expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowLeft', altKey: true })).toBe(
    true,
  )
  await user.keyboard('1.500,5{Enter}')
  expect(document.activeElement).toBe(await cellAt(1, 9))
  await user.keyboard('{ArrowUp}{ArrowRight}{F2}2000{Escape}{ArrowLeft}')
  expect(document.activeElement).toBe(await cellAt(0, 9))
  await waitFor(async () => expect((await october()).slice(0, 2)).toEqual([1500.5, null]))
  await waitFor(async () => expect(plain((await cellAt(0, 9)).textContent)).toBe(plain(money(1500.5))))
  const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Deshacer' })
  await waitFor(() => expect(undo.disabled).toBe(false))
  await user.click(undo)
  await waitFor(async () => expect((await october())[0]).toBe(null))
})

it('takes a pasted column for all distributors, or nothing and names what is wrong until an undo', async () => {
  const user = await openApp(GOALS)
  const rows = await stored()
  const amounts = rows.map((_, index) => 100_000.25 + index)
  const column = amounts.map((amount) => plain(money(amount)).replace('$', '').trim())
  await pasteAt(0, 9, [...column.slice(0, 3), 'doce', ...column.slice(4)].join('\r\n'))
  const alert = await screen.findByText(`${rows[3]?.label}, oct 26: «doce» no es un importe.`)
  expect(alert).toBeTruthy()
  expect(await october()).toEqual(rows.map(() => null))
  const names = Map.groupBy(rows, ({ label }) => label)
  const heads = within(await grid())
    .getAllByRole('rowheader')
    .slice(0, rows.length)
  const shown = rows.map(({ key, label }) => (names.get(label)?.length === 1 ? label : `${label} ${key}`))
  expect(names.size).toBeLessThan(rows.length)
  expect(heads.map(({ textContent }) => textContent)).toEqual(shown)
  const pasteAll = async () => {
    await pasteAt(0, 9, `${column.join('\r\n')}\r\n`)
    await waitFor(async () => expect(await october()).toEqual(amounts))
    await waitFor(async () => expect((await cellAt(3, 9)).dataset.draft).toBeUndefined())
  }
  await pasteAll()
  await pasteAt(0, 9, 'trece')
  await screen.findByText(/«trece» no es un importe/)
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await waitFor(async () => expect(await october()).toEqual(rows.map(() => null)))
  await waitFor(() => expect(screen.queryByText(/«trece»/)).toBeNull())
  await pasteAll()
})

it('keeps what was typed when saving fails, until it succeeds', async () => {
  const user = await openApp(GOALS)
  const restore = failing('POST /api/goals')
  const cell = await cellAt(2, 10)
  cell.focus()
  await user.keyboard('77{Enter}')
  await screen.findByText('1 meta sin guardar.')
  expect(plain((await cellAt(2, 10)).textContent)).toBe(plain(money(77)))
  restore()
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(async () => expect((await stored())[2]?.goals[10]).toBe(77))
})

it('shows pace, forecast and past errors, and the scorecard the share of the goal', async () => {
  const user = await openApp(GOALS)
  const [row] = await stored()
  const progress = await region('Avance por distribuidor')
  await user.click(within(progress).getByRole('button', { name: row?.label ?? '' }))
  const pace = await region(`Ritmo: ${row?.label}`)
  expect(plain(pace.textContent)).toContain(plain(money(100_000.25)))
  await goTo('/analysis/goals?month=2026-10&as_of=2026-10-15')
  const whole = await region('Ritmo: Toda la tienda')
  expect(plain(whole.textContent)).toMatch(/Pronóstico\$ .* entre \$ .* y \$ .* \(80 %\)|Pronóstico/)
  expect((await region('Cuánto erró el pronóstico')).querySelectorAll('tbody tr')).toHaveLength(5)
  await pasteAt(0, 9, '50000000')
  await waitFor(async () =>
    expect(await dataOf<GoalRow[]>('/api/goals?year=2026')).toMatchObject([
      { goals: expect.arrayContaining([50_000_000]) },
    ]),
  )
  await goTo('/?month=2026-10')
  await screen.findByText(/% de la meta de/)
  const october = 'measures=net_sale,average_ticket&from=2026-10-01&to=2026-10-31'
  const pin = { id: 'p', title: 'Octubre', question: october, show: 'card', size: 'small' }
  await post('/api/boards', { name: 'Metas', pins: [pin], role_ids: [] })
  await goTo('/analysis/board')
  expect(await screen.findAllByText(/% de la meta de/)).toHaveLength(1)
})

it('marks a forecast that reaches the goal as good, and one above it as bad for a loss', async () => {
  const reached = { so_far: 50, in_preparation: 0, expected_by_now: 40, low: 80, high: 140, days_left: 10 }
  const rows = [
    { key: '101', label: 'Norte', goal: 100, forecast: 120, needed_per_day: 5, ...reached },
    { key: '102', label: 'Sur', goal: 110, forecast: 110, needed_per_day: 6, ...reached },
  ]
  stub('GET /api/goals/progress', (url) =>
    success(
      rows.map((row) => ({ ...row, measure: url.searchParams.get('measure') })),
      { month: '2026-10', measures: [] },
    ),
  )
  await openApp(GOALS)
  for (const [measure, tone] of [
    ['net_sale', 'good'],
    ['refunded', 'bad'],
  ]) {
    await goTo(`${GOALS}&measure=${measure}`)
    const progress = await region('Avance por distribuidor')
    await waitFor(() => {
      const forecasts = [...progress.querySelectorAll<HTMLElement>('[data-tone]')]
      expect(
        forecasts.map(({ dataset }) => dataset.tone),
        measure,
      ).toEqual([tone, 'good'])
    })
  }
})

it('exports what it shows, and a role without the permission only reads', async () => {
  const user = await openApp(GOALS)
  await grid()
  const file = await savedFile(() => user.click(screen.getByRole('button', { name: 'CSV' })))
  expect(file.name).toBe('metas_net_sale_2026.csv')
  await openApp(GOALS, { as: await addUserWith('mira', ['view:scorecard', 'view:distributors']) })
  const cell = await cellAt(0, 9)
  cell.focus()
  await user.keyboard('5{Enter}')
  expect(within(cell).queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
})

interface Progress {
  readonly key: string
  readonly so_far: number
  readonly goal: number
  readonly expected_by_now: number
  readonly forecast: number
}

const MONTH = '2026-10'
const GOAL = 4_000_000
const setGoal = (by: string, key: string) =>
  post('/api/goals', { measure: 'net_sale', by, cells: [{ key, month: MONTH, amount: GOAL }] })
const IN_TABLE = ['Meta', '% de la meta', 'Debería llevar', 'Pronóstico']
const writtenOf = ({ so_far, goal, expected_by_now, forecast }: Progress) =>
  [money(goal), percent((so_far / goal) * 100), money(expected_by_now), money(forecast)].map(plain)

/** Shows October 15; returns the goal of a key as the server answers it for that day. */
const onDay15 = async (by: string, key: string) => {
  const inMonth = `by=${by}&measure=net_sale&month=${MONTH}&as_of=${MONTH}-15`
  const all = await dataOf<Progress[]>(`/api/goals/progress?${inMonth}`)
  const found = all.find((each) => each.key === key)
  if (!found) throw new Error(`no goal of ${key}`)
  stub('GET /api/goals/progress', ({ searchParams: asked }) => {
    const isAsked = asked.get('by') === by && [null, key].includes(asked.get('key'))
    return success(isAsked ? [found] : [], { measures: ['net_sale'] })
  })
  return found
}

const goalCells = async (panel: HTMLElement, row: number) =>
  Promise.all(IN_TABLE.map(async (title) => (await columnOf(panel, title))[row]))

it('shows reached, pace and forecast of segments that have a goal, in table and bars', async () => {
  const table = `/products-overview/segments-table?month=${MONTH}`
  await openApp(table)
  const panel = await region('Tabla de Segmentos')
  expect(headersOf(panel)).not.toContain('Meta')
  const [first, second] = await columnOf(panel, 'Segmento')
  if (!first || !second) throw new Error('fewer than two segments sold')
  await setGoal('segment', second)
  const progress = await onDay15('segment', second)
  const user = await openApp(table)
  await waitFor(async () => expect(headersOf(await region('Tabla de Segmentos'))).toContain('Meta'))
  expect(await goalCells(await region('Tabla de Segmentos'), 1)).toEqual(writtenOf(progress))
  expect((await columnOf(await region('Tabla de Segmentos'), 'Meta'))[0]).toBe('')
  await user.type(screen.getByLabelText('Filtrar por Meta'), '4000000')
  await counted(await region('Tabla de Segmentos'), '1 fila')
  await goTo(`/products-overview/segments?month=${MONTH}`)
  const bars = await region('Facturación de segmentos')
  const tipOf = async (name: string) => {
    await user.hover(await chartMark(bars, name))
    return plain([...bars.querySelectorAll('div[aria-hidden]')].at(-1)?.textContent)
  }
  await waitFor(async () => expect(await tipOf(second)).toContain(plain(`Meta${money(GOAL)}% de la meta`)))
  expect(await tipOf(first)).not.toContain('Meta')
})

it('shows the goal of a business in the table and, once selected, in the card', async () => {
  const overview = `/products-overview/business?month=${MONTH}`
  await openApp(overview)
  const panel = await region('Tabla de Negocios')
  expect(headersOf(panel)).not.toContain('Meta')
  const [first = '', second = ''] = await columnOf(panel, 'Negocio')
  await setGoal('business', first)
  const progress = await onDay15('business', first)
  await openApp(`${overview}&business=${encodeURIComponent(first)}`)
  await waitFor(async () => expect(headersOf(await region('Tabla de Negocios'))).toContain('Meta'))
  expect(await goalCells(await region('Tabla de Negocios'), 0)).toEqual(writtenOf(progress))
  const card = await screen.findByText(/% de la meta de/)
  expect(plain(card.closest('article')?.textContent)).toContain(
    plain(`Debería llevar ${money(progress.expected_by_now)}`),
  )
  await goTo(`${overview}&business=${encodeURIComponent(second)}`)
  expect(screen.queryByText(/% de la meta de/)).toBeNull()
})

it('is no order of a table that is mailed, since the server does not know it', async () => {
  await setGoal('business', (await dataOf<GoalRow[]>('/api/goals?by=business&year=2026'))[0]?.key ?? '')
  const user = await openApp(`/products-overview/business?month=${MONTH}&orderBy=goal&order=DESC`)
  const panel = await region('Tabla de Negocios')
  await waitFor(() => expect(sortOf(panel, 'Meta')).toBe('descending'))
  await user.click(within(panel).getByRole('button', { name: 'Otros formatos y envío' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Envío por correo' }))
  await waitFor(() => expect(searchParam('table')).not.toBeNull())
  const rows = await dataOf<{ rows: object[] }>(`${searchParam('table')}?start_date=${MONTH}`)
  expect(rows.rows.length).toBeGreaterThan(0)
})

it('shows the goal in the report of a distributor, without pace for a finished month', async () => {
  const [, , , last] = (await stored()).map(({ key }) => key).toReversed()
  const report = `/distributors/distributors-details/${last}?month=`
  await openApp(`${report}2026-09`)
  await region('Montos por estado')
  expect(screen.queryByText(/% de la meta de/)).toBeNull()
  await setGoal('distributor', last ?? '')
  await goTo(`${report}${MONTH}`)
  const over = await region('Metas de octubre 2026')
  const [all] = (
    await dataOf<Progress[]>(`/api/goals/progress?by=distributor&measure=net_sale&month=${MONTH}`)
  ).filter(({ key }) => key === last)
  expect(plain(over.textContent)).toContain(plain(money(all?.so_far ?? 0)))
  expect(plain(over.textContent)).toContain(plain(`% de la meta de ${money(GOAL)}`))
  expect(over.textContent).not.toContain('Pronóstico')
  const progress = await onDay15('distributor', last ?? '')
  await openApp(`${report}${MONTH}`)
  const running = plain((await region('Metas de octubre 2026')).textContent)
  expect(running).toContain(plain(`Debería llevar ${money(progress.expected_by_now)}`))
  expect(running).toContain(plain(`Pronóstico ${money(progress.forecast)}`))
})

it('orders distributors by progress towards a goal, for each measure that has goals', async () => {
  const rows = await stored()
  const cells = rows.slice(0, 3).map(({ key }, index) => ({ key, month: MONTH, amount: 10 + index }))
  await post('/api/goals', { measure: 'units', by: 'distributor', cells })
  const sharesOf = async (measure: string) =>
    (await dataOf<Progress[]>(`/api/goals/progress?by=distributor&measure=${measure}&month=${MONTH}`))
      .map(({ so_far, goal }) => (so_far / goal) * 100)
      .sort((one, other) => other - one)
      .map((share) => plain(percent(share)))
  const list = `/distributors/distributors-details?month=${MONTH}&orderBy=goal_share&order=DESC`
  const user = await openApp(list)
  const panel = await region('Distribuidores')
  await waitFor(() => expect(headersOf(panel)).toContain('Meta'))
  const shares = await sharesOf('net_sale')
  expect(new Set(shares.slice(0, 9)).size).toBeGreaterThan(3)
  await waitFor(async () =>
    expect((await columnOf(panel, '% de la meta')).slice(0, 9)).toEqual(shares.slice(0, 9)),
  )
  await user.selectOptions(within(panel).getByLabelText('Medida de las metas'), 'Metas de Unidades')
  await waitFor(() => expect(headersOf(panel)).toContain('Meta (Unidades)'))
  const units = await sharesOf('units')
  expect((await columnOf(panel, '% de la meta')).slice(0, 4)).toEqual([...units, ''])
  expect(within(panel).getByLabelText('Filtrar por Distribuidor')).toBeTruthy()
  expect(within(panel).queryByLabelText('Filtrar por Detalle')).toBeNull()
  const file = await savedFile(() => user.click(within(panel).getByRole('button', { name: 'Exportar CSV' })))
  expect((await file.content.text()).split('\r\n')[0]).toMatch(
    /"Alcanzado";"Meta \(Unidades\)";"% de la meta"$/,
  )
})

async function withConfig(option: string, values: string) {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const changed = config.map((row) => (row.option === option ? { ...row, values } : row))
  stub('GET /api/config', () => success(changed))
}

/** October runs until this moment on the shop's clock. */
const runOctober = (until: string) => withConfig('running_until', until)

it('says of a month that is over which of its orders were read last', async () => {
  await withConfig('cut_after', `${MONTH}-17`)
  await openApp(`/analysis/goals?month=${MONTH}`)
  const whole = await region('Ritmo: Toda la tienda')
  await within(whole).findByText(
    'Las últimas órdenes que leyó Góndola son del 17/10/2026: lo que falta del mes todavía no está.',
  )
})

it('still forecasts on the last day of the month', async () => {
  await setGoal('all', '')
  const distributor = (await stored())[0]?.key ?? ''
  await setGoal('distributor', distributor)
  await openApp(`/analysis/goals?month=${MONTH}`)
  expect((await region('Ritmo: Toda la tienda')).textContent).toContain('Mes cerrado')
  await runOctober(`${MONTH}-31 10:00:00`)
  await openApp(`/analysis/goals?month=${MONTH}`)
  const whole = await region('Ritmo: Toda la tienda')
  await waitFor(() => expect(whole.textContent).toMatch(/Pronóstico.*\(80.%\)/))
  expect(whole.textContent).not.toContain('Mes cerrado')
  await goTo(GOALS)
  const progress = await region('Avance por distribuidor')
  await waitFor(() => expect(headersOf(progress)).toContain('Pronóstico'))
  await goTo(`/?month=${MONTH}`)
  expect((await screen.findAllByText(/^Debería llevar/)).length).toBeGreaterThan(0)
  await goTo(`/distributors/distributors-details?month=${MONTH}`)
  await waitFor(async () => expect(headersOf(await region('Distribuidores'))).toContain('Debería llevar'))
  await goTo(`/distributors/distributors-details/${distributor}/profile?month=${MONTH}`)
  await screen.findByRole('link', { name: /^Cierra cerca de/ })
})

it('offers what was known on past days, and no day to come', async () => {
  const offered = async () =>
    within(within(await region('Ritmo: Toda la tienda')).getByLabelText('Con lo que se sabía'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value)
  await openApp(`/analysis/goals?month=${MONTH}`)
  expect(await offered()).toHaveLength(6)
  await runOctober(`${MONTH}-12 10:00:00`)
  await openApp(`/analysis/goals?month=${MONTH}`)
  await waitFor(async () => expect(await offered()).toEqual(['', `${MONTH}-05`, `${MONTH}-10`]))
})
