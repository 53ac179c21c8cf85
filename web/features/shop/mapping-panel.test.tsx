import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dialog, openApp } from '#test/web/app.tsx'

it('asks before a changed mapping is left', async () => {
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('radio', { name: 'JSON' }))
  const json = await screen.findByLabelText<HTMLTextAreaElement>('Mapeo en JSON')
  const crones = () => user.click(screen.getByRole('link', { name: 'Crones' }))
  await user.type(json, '{{', { initialSelectionStart: 0 })
  await crones()
  await user.click(
    within(await dialog('Cambios sin guardar')).getByRole('button', { name: 'Seguir editando' }),
  )
  await user.type(json, '{Backspace}', { initialSelectionStart: 1 })
  await crones()
  await waitFor(() => expect(location.pathname).toBe('/settings/crones'))
})
