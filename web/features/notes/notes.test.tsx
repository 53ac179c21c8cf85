// A note is written on a chart, marks its step there, and is changed and deleted in the list.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { NoteRow } from '#contract/notes.ts'
import { addUserWith, dialog, goTo, openApp } from '#test/web/app.tsx'
import { connectTo, dataOf, failing, post } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

connectTo('recorded', { own: true })

const notesNow = () => dataOf<NoteRow[]>('/api/notes')

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

it('proposes today on a chart whose last step still runs', async () => {
  const user = await openApp('/analysis/explore?measures=net_sale&grain=month&period=this_year&view=chart')
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }))
  const form = await dialog('Agregar nota')
  // The day of the clock of tests, before the end of its month.
  expect(within(form).getByLabelText('Desde')).toHaveProperty('value', '2026-11-26')
  expect(within(form).getByLabelText('Hasta')).toHaveProperty('value', '2026-11-26')
})

it('takes what a colleague saved meanwhile, keeps what was typed, and saves when asked again', async () => {
  const note = { from_date: '2026-10-05', to_date: '2026-10-05', text: 'Feria' }
  const { data } = await (await post('/api/notes', note)).json()
  const user = await openApp('/analysis/notes')
  await user.click(await screen.findByRole('button', { name: 'Cambiar la nota Feria' }))
  const form = await dialog('Cambiar la nota')
  const field = (label: string) => within(form).getByLabelText(label)
  const save = () => user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await user.clear(field('Qué pasó'))
  await user.type(field('Qué pasó'), 'Feria del vino')
  const [seen] = await notesNow()
  await post('/api/notes', {
    ...note,
    id: data.id,
    revision: seen?.revision,
    to_date: '2026-10-08',
    text: 'Feria de octubre',
  })

  await save()
  const told = await within(form).findByRole('alert')
  expect([...told.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'Qué pasó: «Feria» pasó a «Feria de octubre». Acá queda lo que escribiste.',
    'Hasta: «05/10/2026» pasó a «08/10/2026».',
  ])
  expect(field('Qué pasó')).toHaveProperty('value', 'Feria del vino')
  expect(field('Hasta')).toHaveProperty('value', '2026-10-08')

  const end = failing('POST /api/notes', 500)
  await save()
  await within(form).findByText('No se pudo guardar. Probá de nuevo.')
  end()
  await save()
  await screen.findByText('La nota se guardó.')
  expect(await notesNow()).toEqual([
    expect.objectContaining({ text: 'Feria del vino', from_date: '2026-10-05', to_date: '2026-10-08' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Eliminar la nota Feria del vino' }))
  await user.click(within(await dialog('Eliminar la nota')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('La nota se eliminó.')
})

it('is about the distributor of its Ficha, and of a limited role about one of its own', async () => {
  const list = '/api/distributors/get-distributors-list?start_date=2026-10'
  const ids = (await dataOf<{ dist_id: string }[]>(list)).map(({ dist_id }) => dist_id)
  const [one = '', other = ''] = ids.filter((id) => id !== '0')
  const as = await addUserWith('zonal', ['view:scorecard', 'view:distributors', 'notes'], [one, other])
  const user = await openApp(`/distributors/distributors-details/${other}/profile?month=2026-10`, { as })
  const course = await region('Sus 13 meses')
  await user.click(await within(course).findByRole('button', { name: 'Agregar nota' }))
  const form = await dialog('Agregar nota')
  await user.type(within(form).getByLabelText('Qué pasó'), 'Llamé a la dueña')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await waitFor(async () =>
    expect(await notesNow()).toMatchObject([{ text: 'Llamé a la dueña', dist_id: other }]),
  )

  await goTo('/analysis/notes')
  await user.click(await screen.findByRole('button', { name: 'Agregar nota' }))
  const second = within(await dialog('Agregar nota'))
  expect(second.queryByRole('option', { name: 'Todos' })).toBeNull()
  await user.type(second.getByLabelText('Qué pasó'), 'Feria')
  await user.click(second.getByRole('button', { name: 'Guardar' }))
  await second.findByText('Tu rol escribe notas de sus propios distribuidores: elegí uno.')
})

it('is only read by roles that may not write it', async () => {
  const note = { from_date: '2026-10-02', to_date: '2026-10-02', text: 'Promo 2×1' }
  await post('/api/notes', note)
  await openApp('/analysis/notes', { as: await addUserWith('lectora', ['view:scorecard']) })
  await screen.findByText('Promo 2×1')
  expect(screen.queryByRole('button', { name: 'Agregar nota' })).toBeNull()
  expect(screen.queryByRole('button', { name: /la nota/ })).toBeNull()
})
