// Metas in the application: type, paste, fail, undo; the pace of the month and what the scorecard says of it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addUserWith, goTo, openApp } from '#test/web/app.tsx'
import { connectTo, dataOf, failing } from '#test/web/network.ts'
import { plain, region, savedFile } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

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

it('is typed into like a spreadsheet, and undone', async () => {
  const user = await openApp(GOALS)
  const first = await cellAt(0, 9)
  first.focus()
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

it('takes a pasted column for all distributors, or nothing and names what is wrong', async () => {
  await openApp(GOALS)
  const rows = await stored()
  const amounts = rows.map((_, index) => 100_000.25 + index)
  const column = amounts.map((amount) => plain(money(amount)).replace('$', '').trim())
  await pasteAt(0, 9, [...column.slice(0, 3), 'doce', ...column.slice(4)].join('\r\n'))
  const alert = await screen.findByText(`${rows[3]?.label}, oct 26: «doce» no es un importe.`)
  expect(alert).toBeTruthy()
  expect(await october()).toEqual(rows.map(() => null))
  await pasteAt(0, 9, `${column.join('\r\n')}\r\n`)
  await waitFor(async () => expect(await october()).toEqual(amounts))
  await waitFor(async () => expect((await cellAt(3, 9)).dataset.draft).toBeUndefined())
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
