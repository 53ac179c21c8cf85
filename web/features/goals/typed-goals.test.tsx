// Goals that could not be saved, and letters that are none.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, settled } from '#test/web/app.tsx'
import { connectTo, dataOf, failing, post, requestsOf } from '#test/web/network.ts'

connectTo('demo', { own: true })

it('is sent again with the next one', async () => {
  const user = await openApp('/analysis/goals?by=distributor&month=2026-10')
  const grid = await screen.findByRole('grid', { name: 'Metas de 2026' })
  const focus = (row: number) => grid.querySelector<HTMLElement>(`[data-at="${row}-10"]`)?.focus()
  const restore = failing('POST /api/goals')
  focus(2)
  await user.keyboard('77{Enter}')
  await screen.findByText('1 meta sin guardar.')
  restore()
  focus(3)
  await user.keyboard('88{Enter}')
  type Row = { goals: (number | null)[] }
  const stored = async () =>
    (await dataOf<Row[]>('/api/goals?by=distributor&year=2026')).map(({ goals }) => goals[10])
  await waitFor(async () => expect((await stored()).slice(2, 4)).toEqual([77, 88]))
})

it('is asked about before another measure or screen is opened', async () => {
  const user = await openApp('/analysis/goals?by=distributor&month=2026-10')
  const grid = await screen.findByRole('grid', { name: 'Metas de 2026' })
  const restore = failing('POST /api/goals')
  grid.querySelector<HTMLElement>('[data-at="4-10"]')?.focus()
  await user.keyboard('99{Enter}')
  await screen.findByText('1 meta sin guardar.')
  restore()
  await user.selectOptions(screen.getByLabelText('Medida'), 'Órdenes')
  const asked = await screen.findByRole('alertdialog')
  await user.click(within(asked).getByRole('button', { name: 'Seguir editando' }))
  await screen.findByText('1 meta sin guardar.')
  await user.click(screen.getByRole('link', { name: 'Explorar' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Descartar cambios' }),
  )
  await waitFor(() => expect(location.pathname).not.toBe('/analysis/goals'))
})

it('a letter that is typed into a cell leaves the month alone', async () => {
  const user = await openApp('/analysis/goals?by=distributor&month=2026-10')
  const grid = await screen.findByRole('grid', { name: 'Metas de 2026' })
  grid.querySelector<HTMLElement>('[data-at="2-10"]')?.focus()
  await user.keyboard('a')
  expect(document.activeElement?.tagName).toBe('INPUT')
  expect(location.search).toContain('month=2026-10')
})

it('is not what Ctrl+Z takes back: nothing saved before it changes', async () => {
  const user = await openApp('/analysis/goals?by=distributor&month=2026-10')
  const grid = await screen.findByRole('grid', { name: 'Metas de 2026' })
  grid.querySelector<HTMLElement>('[data-at="6-10"]')?.focus()
  await user.keyboard('44{Enter}')
  await screen.findByText('1 meta guardada.')
  failing('POST /api/goals')
  await user.keyboard('45{Enter}')
  await screen.findByText('1 meta sin guardar.')
  await user.keyboard('{Control>}z{/Control}')
  await settled()
  expect(requestsOf('/api/goals/undo')).toEqual([])
})

it('stays while a month of another year is looked at, and is saved from there', async () => {
  const user = await openApp('/analysis/goals?by=distributor&month=2026-01')
  const grid = await screen.findByRole('grid', { name: 'Metas de 2026' })
  const restore = failing('POST /api/goals')
  grid.querySelector<HTMLElement>('[data-at="5-10"]')?.focus()
  await user.keyboard('66{Enter}')
  await screen.findByText('1 meta sin guardar.')
  restore()
  await user.click(screen.getByRole('button', { name: 'Mes anterior' }))
  await screen.findByRole('grid', { name: 'Metas de 2025' })
  await screen.findByText('1 meta sin guardar.')
  type Row = { key: string; goals: (number | null)[] }
  const stored = () => dataOf<Row[]>('/api/goals?by=distributor&year=2026')
  // Somebody else sets it meanwhile.
  const cells = [{ key: (await stored())[5]?.key, month: '2026-11', amount: 50 }]
  await post('/api/goals', { measure: 'net_sale', by: 'distributor', cells })
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByText(/la otra persona puso 50\.$/)
  expect((await stored())[5]?.goals[10]).toBe(50)
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(async () => expect((await stored())[5]?.goals[10]).toBe(66))
})
