// An e-mail that is typed and not saved, in the dialog that sends Fichas.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '#test/web/app.tsx'
import { requestsOf, stub, success } from '#test/web/network.ts'

const recipient = (dist_id: string, dist_name: string) => ({
  ...{ dist_id, dist_name, email: `${dist_id}@viejo.test`, own: false, reach: 'ready' },
})

async function openDialog() {
  const recipients = [recipient('1', 'Norte'), recipient('2', 'Sur')]
  stub('GET /api/sheet-mails', () => success({ has_mail: true, recipients, schedules: [] }))
  stub('POST /api/sheet-mails/send', () => success({ sent: 1, left_out: [] }))
  const user = await openApp('/distributors/distributors-details?month=2026-10')
  await user.click(await screen.findByRole('button', { name: 'Enviar fichas' }))
  await screen.findByRole('button', { name: 'Cambiar el e-mail de Norte' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar fichas a distribuidores' }))
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }))
  await press('Cambiar el e-mail de Norte')
  await user.type(await dialog.findByLabelText('E-mail del distribuidor'), '.ar')
  return { user, dialog, press }
}
const sent = () => requestsOf('/api/sheet-mails/send')

it('is not passed over by opening the e-mail of another one', async () => {
  const { user, dialog, press } = await openDialog()
  await user.click(dialog.getByRole('checkbox', { name: /Norte/ }))
  await press('Cambiar el e-mail de Sur')
  await press('Enviar 1 ficha')
  expect(await dialog.findByText(/Falta guardar/)).toBeTruthy()
  expect(sent()).toEqual([])
})

it('does not hold others back once its field is gone', async () => {
  const { user, dialog, press } = await openDialog()
  await user.type(dialog.getByLabelText('Buscar distribuidor'), 'sur')
  await user.click(dialog.getByRole('checkbox', { name: /Sur/ }))
  await press('Enviar 1 ficha')
  await waitFor(() => expect(sent()).toHaveLength(1))
})
