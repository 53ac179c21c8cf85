import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addUserWith, openApp, searchParam } from '#test/web/app.tsx'
import { requestsOf } from '#test/web/network.ts'

it('writes the filters of the log into the address and asks the server for them', async () => {
  const user = await openApp('/settings/crones/logs')
  await user.selectOptions(await screen.findByLabelText('Estado'), 'Fallidas')
  await user.selectOptions(screen.getByLabelText('Cron'), 'Copia de seguridad')
  await waitFor(() => expect([searchParam('status'), searchParam('cron')]).toEqual(['failed', 'backup']))
  await waitFor(() => {
    const { query } = requestsOf('/api/config/crones/logs').at(-1) ?? {}
    expect([query?.get('status'), query?.get('command_name')]).toEqual(['failed', 'backup'])
  })
  await user.selectOptions(screen.getByLabelText('Estado'), 'Todos')
  await waitFor(() => expect(searchParam('status')).toBeNull())
})

it('refuses a role without a name or without a distributor it is limited to', async () => {
  const user = await openApp('/settings/roles')
  await user.click(await screen.findByRole('button', { name: 'Nuevo rol' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo rol' }))
  await user.click(dialog.getByLabelText('Solo algunos distribuidores'))
  await user.click(dialog.getByLabelText('Configuración'))
  await user.click(dialog.getByRole('button', { name: 'Crear rol' }))
  expect(await dialog.findByText(/Un rol con Configuración ve todos los distribuidores/)).toBeTruthy()
  await user.click(dialog.getByLabelText('Configuración'))
  await user.click(dialog.getByRole('button', { name: 'Crear rol' }))
  expect(await dialog.findByText('El rol necesita un nombre')).toBeTruthy()
  expect(dialog.getByText('Elegí al menos un distribuidor')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Nombre del rol'))
})

it('shows what is stored about a person, and asks before deleting it', async () => {
  const { email } = await addUserWith('persona', [])
  const user = await openApp('/settings/personal-data')
  const field = await screen.findByLabelText('Correo electrónico')
  await user.type(field, 'nadie@example.com')
  await user.click(screen.getByRole('button', { name: 'Buscar' }))
  expect(await screen.findByText('No hay nada guardado con ese correo.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Buscar' }))
  const accounts = await screen.findByRole('row', { name: /Cuentas de Góndola/ })
  expect(within(accounts).getByRole('cell').textContent).toBe('1')
  await user.click(screen.getByRole('button', { name: 'Borrar sus datos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Borrar los datos de una persona' }))
  await user.click(dialog.getByRole('button', { name: 'Borrar sus datos' }))
  expect(await screen.findByText(/Su cuenta de Góndola sigue en uso/)).toBeTruthy()
})

it('fetches each answer of Crones once', async () => {
  const calls = ['crones/list', 'reconciliation', 'store'].map((name) => `/api/config/${name}`)
  await openApp('/settings/crones')
  expect(calls.map((call) => requestsOf(call).length)).toEqual([1, 1, 1])
})
