// Data links on Mi cuenta: created, shown once, read by a spreadsheet, and revoked.
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dialog, openApp } from '#test/web/app.tsx'
import { addUser, post, serverAddress } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const elsa = { email: 'elsa@gondola.test', password: 'una clave larga de Elsa' }

it('creates a link whose address answers, and revokes it', async () => {
  await addUser({ ...elsa, name: 'Elsa Estrada', role: 'admin' })
  const user = await openApp('/account', { as: elsa })
  const panel = await region('Enlaces de datos')
  await within(panel).findByText(/Sin enlaces/)
  await user.click(within(panel).getByRole('button', { name: 'Crear enlace' }))
  // The dialog of the form replaces the one that waits for the catalogue.
  await screen.findByLabelText('Venta Neta')
  const form = await dialog('Crear un enlace de datos')
  await user.click(await within(form).findByRole('button', { name: 'Crear enlace' }))
  await within(form).findByText('El enlace necesita un nombre')
  await user.type(within(form).getByLabelText('Nombre'), 'Órdenes por mes')
  await user.click(within(form).getByLabelText('Venta Neta'))
  await user.click(within(form).getByRole('button', { name: 'Crear enlace' }))
  await within(form).findByText('Elegí de una a ocho medidas')
  await user.click(within(form).getByLabelText('Órdenes'))
  await user.selectOptions(within(form).getByLabelText('Abierto por'), 'Distribuidor')
  await user.selectOptions(within(form).getByLabelText('Período', { selector: 'select' }), 'Todo, hasta hoy')
  await user.click(within(form).getByRole('button', { name: 'Crear enlace' }))
  const shown = await dialog('Copiá la dirección')
  const path = new URL(shown.querySelector('code')?.textContent ?? '').pathname
  expect(path).toMatch(/^\/api\/data\/gondola_lnk_\w{36}\.csv$/)
  const answer = await fetch(serverAddress() + path)
  const [titles, ...rows] = (await answer.text()).split('\r\n')
  expect(titles).toBe('"Distribuidor","Mes","Órdenes"')
  expect(rows.length).toBeGreaterThan(2)
  await user.click(within(shown).getByRole('button', { name: 'Ya la guardé' }))
  await within(panel).findByText('Órdenes por Distribuidor y Mes · Todo, hasta hoy')
  await user.click(await within(panel).findByRole('button', { name: 'Revocar el enlace Órdenes por mes' }))
  await user.click(within(await dialog('Revocar el enlace')).getByRole('button', { name: 'Revocar' }))
  await screen.findByText('El enlace Órdenes por mes ya no responde.')
  expect((await fetch(serverAddress() + path)).status).toBe(404)
})

it('describes on Programas in words what a link reads', async () => {
  const question = 'measures=net_sale&by=segment&period=last_month&where=province%3ASALTA'
  await post('/api/data-links', { name: 'Salta', question })
  await openApp('/settings/programs')
  await screen.findByText('Venta Neta por Segmento · Mes pasado · Provincia: 1 valor')
})
