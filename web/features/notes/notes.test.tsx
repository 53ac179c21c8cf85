// A note is written on a chart, marks its step there, and is changed and deleted in the list.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addUserWith, dialog, goTo, openApp } from '#test/web/app.tsx'
import { post } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const EXPLORE = '/analysis/explore?measures=net_sale&grain=month&period=last_12_months&view=chart'

it('is written on a chart, announced with its month, and deleted in the list', async () => {
  const user = await openApp('/?month=2026-10')
  const chart = await region('Monto facturado')
  await user.click(await within(chart).findByRole('button', { name: 'Agregar nota' }))
  const form = await dialog('Agregar nota')
  const [from, to] = [within(form).getByLabelText('Desde'), within(form).getByLabelText('Hasta')]
  expect(from).toHaveProperty('value', '2026-10-31')
  await user.clear(from)
  await user.type(from, '2026-09-14')
  await user.clear(to)
  await user.type(to, '2026-09-13')
  await user.type(within(form).getByLabelText('Qué pasó'), 'Paro de transporte')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(form).findByText('El final no puede estar antes del comienzo.')
  await user.clear(to)
  await user.type(to, '2026-09-16')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  const mark = /^septiembre 2026: .*, Nota: Paro de transporte$/
  await waitFor(() => expect(within(chart).getAllByLabelText(mark)).toHaveLength(1))
  expect(within(chart).getByRole('list', { name: 'Notas' }).textContent).toContain(
    '14/09/2026 al 16/09/2026 Paro de transporte',
  )
  expect(within(chart).queryByLabelText(/^octubre 2026: .*Nota/)).toBeNull()

  await goTo(EXPLORE)
  await screen.findByLabelText(/septiembre.*Nota: Paro de transporte/i)

  await goTo('/analysis/notes')
  await user.click(await screen.findByRole('button', { name: 'Eliminar la nota Paro de transporte' }))
  await user.click(within(await dialog('Eliminar la nota')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('La nota se eliminó.')
  await screen.findByText('Todavía no hay notas.')
})

it('is only read by roles that may not write it', async () => {
  const note = { from_date: '2026-10-02', to_date: '2026-10-02', text: 'Promo 2×1' }
  await post('/api/notes', note)
  await openApp('/analysis/notes', { as: await addUserWith('lectora', ['view:scorecard']) })
  await screen.findByText('Promo 2×1')
  expect(screen.queryByRole('button', { name: 'Agregar nota' })).toBeNull()
  expect(screen.queryByRole('button', { name: /la nota/ })).toBeNull()
})
