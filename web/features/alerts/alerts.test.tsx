// Alertas: an alert is created, tried on the past, saved, found under the bell, snoozed and deleted.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, dialog, openApp } from '#test/web/app.tsx'
import { addUser, dataOf, requestsOf, stub, success } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const nadia = { email: 'nadia.alertas@gondola.test', password: 'una clave larga de Nadia' }

it('creates an alert after a try-out, and acts on it', async () => {
  await addUser({ ...nadia, name: 'Nadia Núñez', role: 'admin' })
  const user = await openApp('/analysis/alerts', { as: nadia })
  const panel = await region('Mis alertas')
  await within(panel).findByText(/Sin alertas/)
  await user.click(within(panel).getByRole('button', { name: 'Nueva alerta' }))
  const form = await dialog('Nueva alerta')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(form).findByText('La alerta necesita un nombre')
  await user.type(within(form).getByLabelText('Nombre'), 'Poca venta')
  await user.selectOptions(within(form).getByLabelText('Por cada'), 'Distribuidor')
  await user.clear(within(form).getByLabelText('Más de'))
  await user.type(within(form).getByLabelText('Más de'), '1')
  await user.click(within(form).getByRole('button', { name: 'Probar con los últimos 90 días' }))
  await within(form).findByText(/^Es más de un aviso por día/)
  await user.selectOptions(within(form).getByLabelText('Condición'), 'queda por debajo de un valor')
  await user.click(within(form).getByRole('button', { name: 'Probar con los últimos 90 días' }))
  await within(form).findByText('Escribí un número')
  await user.type(within(form).getByLabelText('Valor'), '1.000.000.000')
  await user.click(within(form).getByRole('button', { name: 'Probar con los últimos 90 días' }))
  await within(form).findByText(/^Habría avisado \d+ veces en 90 días\.$/)
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(panel).findByText('Poca venta')
  within(panel).getByText(
    /Venta Neta por Distribuidor queda por debajo de \$\s1\.000\.000\.000,00 en 7 días\./,
  )

  const act = async (action: string) => {
    await user.click(within(panel).getByRole('button', { name: 'Acciones de Poca venta' }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await act('Posponer un día')
  await within(panel).findByText(/Pospuesta hasta/)
  await act('Volver a avisar')
  await waitFor(() => expect(within(panel).queryByText(/Pospuesta hasta/)).toBeNull())
  await act('Editar')
  expect(address()).toMatch(/alert=\d+&edit=1/)
  const edit = await dialog('Editar la alerta')
  expect(within(edit).getByLabelText('Valor')).toHaveProperty('value', '1000000000')
  await user.click(within(edit).getByRole('button', { name: 'Cancelar' }))
  await act('Eliminar')
  await user.click(within(await dialog('Eliminar la alerta')).getByRole('button', { name: 'Eliminar' }))
  await within(panel).findByText(/Sin alertas/)
})

it('asks before the step back closes a form that was changed', async () => {
  const user = await openApp('/analysis/alerts')
  await user.click(await screen.findByRole('button', { name: 'Nueva alerta' }))
  const form = await dialog('Nueva alerta')
  await user.type(within(form).getByLabelText('Nombre'), 'Poca venta')
  history.back()
  await within(form).findByText(/^Hay cambios sin guardar/)
  await user.click(within(form).getByRole('button', { name: 'Seguir editando' }))
  await waitFor(() => expect(address()).toContain('new=1'))
  expect(within(form).getByLabelText('Nombre')).toHaveProperty('value', 'Poca venta')
  await user.click(within(form).getByRole('button', { name: 'Cancelar' }))
  await user.click(within(form).getByRole('button', { name: 'Descartar cambios' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Nueva alerta' })).toBeNull())
})

it('opens the form with the question of another screen', async () => {
  const question = encodeURIComponent('measures=orders&by=province&where=distributor:101')
  await openApp(`/analysis/alerts?new=1&question=${question}`)
  const form = await dialog('Nueva alerta')
  expect(within(form).getByLabelText('Medida')).toHaveProperty('value', 'orders')
  expect(within(form).getByLabelText('Por cada')).toHaveProperty('value', 'province')
  within(form).getByText('Distribuidor: 101')
})

it('watches several values of one field together', async () => {
  const user = await openApp('/analysis/alerts?new=1')
  const form = await dialog('Nueva alerta')
  const chosen: string[] = []
  for (const at of [1, 2]) {
    await user.selectOptions(within(form).getByLabelText('Agregar un filtro por'), 'Provincia')
    const values = await within(form).findByLabelText('Valor')
    await waitFor(() => expect(values.querySelectorAll('option').length).toBeGreaterThan(at))
    const option = values.querySelectorAll('option')[at]
    chosen.push(option?.textContent ?? '')
    await user.selectOptions(values, option?.value ?? '')
  }
  const filters = within(form).getByRole('list', { name: 'Filtros' })
  const chips = within(filters).getAllByRole('listitem')
  expect(chips).toHaveLength(1)
  for (const name of chosen) expect(chips[0]?.textContent).toContain(name)
})

it('offers every value of a field, by name', async () => {
  const user = await openApp('/analysis/alerts?new=1')
  const form = await dialog('Nueva alerta')
  await user.selectOptions(within(form).getByLabelText('Agregar un filtro por'), 'Producto')
  const values = await within(form).findByLabelText('Valor')
  await waitFor(() => expect(values.querySelectorAll('option').length).toBeGreaterThan(1))
  const [, ...names] = [...values.querySelectorAll('option')].map(({ textContent }) => textContent ?? '')
  expect(names).toEqual(names.toSorted(new Intl.Collator('es', { numeric: true }).compare))
  expect(requestsOf('/api/questions/answer').some(({ query }) => query.has('limit'))).toBe(false)
})

it('names what an alert watches, on its card too', async () => {
  const { key, label } = (
    await dataOf<{ distributor: { key: string; label: string } }[]>(
      '/api/questions/answer?measures=orders&by=distributor&period=last_12_months&limit=1',
    )
  )[0]!.distributor
  const question = encodeURIComponent(`measures=orders&where=distributor:${key}`)
  const olga = { email: 'olga.alertas@gondola.test', password: 'una clave larga de Olga' }
  await addUser({ ...olga, name: 'Olga Ortiz', role: 'admin' })
  const user = await openApp(`/analysis/alerts?new=1&question=${question}`, { as: olga })
  const form = await dialog('Nueva alerta')
  await user.type(within(form).getByLabelText('Nombre'), 'De una distribuidora')
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  const panel = await region('Mis alertas')
  await within(panel).findByText('De una distribuidora')
  await within(panel).findByText((words) => words.startsWith(`Órdenes de ${label} `))
})

it('says under the bell that there is nothing new', async () => {
  const user = await openApp('/analysis/alerts')
  await user.click(await screen.findByRole('button', { name: 'Avisos' }))
  await screen.findByText('Nada nuevo. Acá aparece lo que encuentren tus alertas.')
})

it('keeps the focus at a notice that is marked as read', async () => {
  let read_at: string | null = null
  const notice = { id: 7, kind: 'alert', title: 'Bajó', body: 'Poco', links: [] }
  const created_at = '2026-10-20T12:00:00.000Z'
  stub('GET /api/notices', () =>
    success({ notices: [{ ...notice, created_at, read_at }], unread: read_at ? 0 : 1 }),
  )
  stub('POST /api/notices/read', () => {
    read_at = '2026-10-20T13:00:00.000Z'
    return success(null)
  })
  const user = await openApp('/analysis/alerts')
  await user.click(await screen.findByRole('button', { name: 'Avisos, 1 sin leer' }))
  await user.click(await screen.findByRole('button', { name: 'Marcar como leído' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Marcar como leído' })).toBeNull())
  expect(document.activeElement?.textContent).toContain('Bajó')
})
