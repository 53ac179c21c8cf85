// API tokens on Mi cuenta: created, shown once, used, and revoked.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dialog, openApp } from '#test/web/app.tsx'
import { addUser, failing, refusing, requestsOf, serverAddress } from '#test/web/network.ts'
import { region } from '#test/web/tables.ts'

const ines = { email: 'ines@gondola.test', password: 'una clave larga de Inés' }

const statusWith = async (token: string) =>
  (await fetch(`${serverAddress()}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status

it('creates a token, shows it once, and revokes it', async () => {
  await addUser({ ...ines, name: 'Inés Ibarra', role: 'admin' })
  const user = await openApp('/account', { as: ines })
  const panel = await region('Tokens de acceso')
  await within(panel).findByText(/Sin tokens/)
  await user.click(within(panel).getByRole('button', { name: 'Crear token' }))
  const form = await dialog('Crear un token de acceso')
  expect(within(form).queryByLabelText('Configuración')).toBeNull()
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))
  await within(form).findByText('El token necesita un nombre')
  await user.type(within(form).getByLabelText('Nombre'), 'Planilla de Inés')
  for (const name of [
    'Scorecard',
    'Productos',
    'Distribuidores',
    'Clientes',
    'Órdenes',
    'Beneficios',
    'Reportes',
  ])
    await user.click(within(form).getByLabelText(name))
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))
  await within(form).findByText('Elegí al menos un permiso')
  await user.click(within(form).getByLabelText('Scorecard'))
  await user.click(within(form).getByLabelText('Solo algunos distribuidores'))
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))
  await within(form).findByText('Elegí al menos un distribuidor')
  await user.click((await within(form).findAllByRole('checkbox', { name: / · \d+$/ }))[0] as HTMLElement)
  await user.selectOptions(within(form).getByLabelText('Vence en'), '30 días')
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))

  const shown = await dialog('Copiá tu token')
  const token = shown.querySelector('code')?.textContent ?? ''
  expect(token).toMatch(/^gondola_pat_/)
  expect(await statusWith(token)).toBe(200)
  expect(requestsOf('/api/tokens').find(({ method }) => method === 'POST')?.body).toMatchObject({
    name: 'Planilla de Inés',
    permissions: ['view:scorecard'],
    days: 30,
  })
  await user.click(within(shown).getByRole('button', { name: 'Ya lo guardé' }))
  await waitFor(() => expect(screen.queryByText(token)).toBeNull())
  const add = within(panel).getByRole('button', { name: 'Crear token' })
  await waitFor(() => expect(document.activeElement).toBe(add))
  const [row] = within(panel).getAllByRole('listitem')
  expect(row?.textContent).toContain(`Planilla de Inésgondola_pat_…${token.slice(-4)}`)
  expect(row?.textContent).toMatch(/Vence el \d\d\/\d\d\/\d{4}Scorecard · 1 distribuidor/)

  await user.click(within(panel).getByRole('button', { name: 'Revocar el token Planilla de Inés' }))
  const sure = await dialog('Revocar el token')
  const mend = failing(/^DELETE \/api\/tokens/)
  await user.click(within(sure).getByRole('button', { name: 'Revocar' }))
  await within(sure).findByText('No se pudo guardar. Probá de nuevo.')
  mend()
  await user.click(within(sure).getByRole('button', { name: 'Revocar' }))
  await screen.findByText('El token Planilla de Inés ya no sirve.')
  await within(panel).findByText(/Sin tokens/)
  await waitFor(() => expect(document.activeElement).toBe(panel))
  expect(await statusWith(token)).toBe(401)
})

it('asks for the password if it was typed long ago', async () => {
  const user = await openApp('/account', { as: ines })
  await user.click(within(await region('Tokens de acceso')).getByRole('button', { name: 'Crear token' }))
  const form = await dialog('Crear un token de acceso')
  await user.type(within(form).getByLabelText('Nombre'), 'Tarde')
  const mend = refusing('POST /api/tokens', 'password-not-recent')
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))
  await user.type(await within(form).findByLabelText('Tu contraseña'), ines.password)
  mend()
  await user.click(within(form).getByRole('button', { name: 'Crear token' }))
  await dialog('Copiá tu token')
  expect(requestsOf('/api/account/confirm-password')).toHaveLength(1)
})
