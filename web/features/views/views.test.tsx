// Saving a view from a screen, the menu and the table that open it, and a view whose filter finds nothing.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, dialog, goTo, openApp, searchParam, settled } from '#test/web/app.tsx'
import { addUser, dataOf, post, tokenOf } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const vera = { email: 'vera@gondola.test', password: 'una clave larga de Vera' }

it('saves a screen under a name, pins it, opens it from the menu and deletes it', async () => {
  await addUser({ ...vera, name: 'Vera Vidal', role: 'admin' })
  const user = await openApp('/products-overview/business?month=2026-05&compare=year', { as: vera })
  await user.click(screen.getByRole('button', { name: 'Guardar vista' }))
  const form = await dialog('Guardar vista')
  const name = within(form).getByLabelText('Nombre')
  await user.clear(name)
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await within(form).findByText('Escribí un nombre.')
  await user.type(name, 'Productos contra el año pasado')
  expect(within(form).getByLabelText('Siempre mayo 2026')).toHaveProperty('checked', false)
  await user.click(within(form).getByLabelText('Abrir al entrar a Góndola'))
  await user.click(within(form).getByRole('button', { name: 'Guardar' }))
  await screen.findByText('«Productos contra el año pasado» se guardó en Vistas.')

  await goTo('/analysis/explore?measures=orders')
  const pinned = await screen.findByRole('list', { name: 'Vistas fijadas' })
  await user.click(within(pinned).getByRole('link', { name: 'Productos contra el año pasado' }))
  await waitFor(() => expect(address()).toContain('/products-overview/business'))
  const options = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const latest = options.find(({ option }) => option === 'show_max_month')?.values
  // The latest month, not the one it was saved in.
  await waitFor(() => expect(searchParam('month')).toBe(latest))
  expect([searchParam('compare'), searchParam('measures')]).toEqual(['year', null])
  expect(await screen.findByText('Productos contra el año pasado', { selector: 'main *' })).toBeTruthy()

  await goTo('/analysis/views')
  const table = await region('Vistas')
  const row = (await within(table).findByRole('link', { name: 'Productos contra el año pasado' })).closest(
    'tr',
  )!
  expect(row.textContent).toContain('Vera Vidal')
  await user.click(within(row).getByRole('button', { name: /^Quitar .* del menú$/ }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Vistas fijadas' })).toBeNull())

  await openApp('/auth/sign-in', { as: vera })
  await waitFor(() => expect(address()).toContain('/products-overview/business?compare=year'))

  await goTo('/analysis/views')
  const again = await region('Vistas')
  await user.click(await within(again).findByRole('button', { name: /^Eliminar Productos/ }))
  await user.click(within(await dialog('Eliminar la vista')).getByRole('button', { name: 'Eliminar' }))
  await screen.findByText('La vista se eliminó.')
})

it('explains a filter that finds nothing in place of an empty table', async () => {
  const where = 'measures=net_sale&by=product&period=all&where=distributor%3Anadie'
  const view = { name: 'Distribuidor que se fue', address: `/analysis/explore?${where}` }
  const user = await openApp('/help')
  const { data } = (await (await post('/api/views', view)).json()) as { data: { id: number } }
  await goTo(`${view.address}&saved=${data.id}`)
  await screen.findByText('Distribuidor: nadie ya no existe, o no está entre los datos que ves.')
  const hidden = () => document.querySelector('[data-layer="shown"]')?.closest('[hidden]')
  expect(hidden()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Abrir igual' }))
  await settled()
  expect(hidden()).toBeNull()
})

it('opens from the menu the view of a benefit whose name has a percent sign', async () => {
  const pablo = { email: 'pablo@gondola.test', password: 'una clave larga de Pablo' }
  await addUser({ ...pablo, name: 'Pablo Paz', role: 'admin' })
  const token = await tokenOf(pablo)
  const path = '/benefits/massives/details/10%25%20OFF'
  const saved = await post('/api/views', { name: 'Diez menos', address: path }, token)
  const { data } = (await saved.json()) as { data: { id: number } }
  await post('/api/views/chosen', { id: data.id, pinned: true }, token)
  const user = await openApp('/help', { as: pablo })
  const pinned = await screen.findByRole('list', { name: 'Vistas fijadas' })
  await user.click(within(pinned).getByRole('link', { name: 'Diez menos' }))
  await screen.findByRole('heading', { level: 1, name: 'Detalle Beneficio Masivo' })
  await waitFor(() => expect(location.pathname).toBe(path))
})
