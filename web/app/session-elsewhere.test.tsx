// A session that ended over an open form, and begins again in another tab of the same browser.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, settled } from '#test/web/app.tsx'
import { failing, requestsOf, tokenOf, unreachable } from '#test/web/network.ts'

const FAILED = 'No se pudieron cargar los datos.'

/** An alert in the making, over a list that could not be loaded. */
async function lostOverForm() {
  const user = await openApp('/analysis/alerts?new=1')
  const form = await screen.findByRole('dialog', { name: 'Nueva alerta' })
  const name = within(form).getByLabelText<HTMLInputElement>('Nombre')
  await user.type(name, 'Ventas del norte')
  const { queryClient } = await import('#web/api/call.ts')
  const restore = failing(/^GET \/api\/alerts/, 401)
  await queryClient.invalidateQueries({ queryKey: ['GET /api/alerts'] })
  await screen.findByLabelText('Contraseña')
  await screen.findByText(FAILED)
  restore()
  return name
}

async function signInElsewhere() {
  localStorage.setItem('accessToken', await tokenOf())
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }))
}

it('loads again what the ended session could not', async () => {
  const name = await lostOverForm()
  await signInElsewhere()
  await waitFor(() => expect(screen.queryByLabelText('Contraseña')).toBeNull())
  await waitFor(() => expect(screen.queryByText(FAILED)).toBeNull())
  expect([name.isConnected, name.value]).toEqual([true, 'Ventas del norte'])
})

it('keeps the form while the server cannot say who it is', async () => {
  const name = await lostOverForm()
  unreachable('GET /api/me')
  const before = requestsOf('/api/me').length
  await signInElsewhere()
  await waitFor(() => expect(requestsOf('/api/me').length).toBeGreaterThan(before))
  await settled()
  expect([name.isConnected, name.value]).toEqual([true, 'Ventas del norte'])
  expect(screen.getByLabelText('Contraseña')).toBeTruthy()
})
