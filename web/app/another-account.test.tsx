// What a tab does when another account signs in in another tab of the same browser.
import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { addUserWith, openApp, settled } from '#test/web/app.tsx'
import { connectTo, tokenOf } from '#test/web/network.ts'

connectTo('demo', { own: true })

it('loads anew, so that nothing of the first account stays on screen', async () => {
  const other = await addUserWith('poca', ['view:scorecard'], ['10105'])
  await openApp('/?month=2026-10')
  await settled()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  localStorage.setItem('accessToken', await tokenOf(other))
  dispatchEvent(new StorageEvent('storage', { key: 'accessToken', storageArea: localStorage }))
  await waitFor(() => expect(reload).toHaveBeenCalled())
})
