import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CronEntry } from '#contract/crons.ts'
import type { ShopConnection } from '#contract/shop.ts'
import { openApp } from '#test/web/app.tsx'
import { dataOf, requestsOf, stub, success } from '#test/web/network.ts'
import { afterPaint } from '#web/ui/paint.ts'

it('fetches each answer of Conectar tienda once', async () => {
  await openApp('/settings/store')
  for (let paints = 0; paints < 3; paints += 1)
    await act(() => new Promise<void>((done) => void afterPaint(done)))
  const calls = ['store', 'store/mapping', 'crones/list'].map((name) => `/api/config/${name}`)
  expect(calls.map((call) => requestsOf(call).length)).toEqual([1, 1, 1])
})

it('shows that the store is imported, also when the import ends before its progress is read', async () => {
  const connection = await dataOf<ShopConnection>('/api/config/store')
  const crons = await dataOf<CronEntry[]>('/api/config/crones/list')
  let imported = false
  const importJob = () =>
    imported ? { state: 'success', last_run: '2026-11-01 12:00:00' } : { state: 'ready', last_run: null }
  stub('GET /api/config/store', () =>
    success({ ...connection, connected: true, own_admin: true, url: 'https://tienda.example/', imported }),
  )
  stub('GET /api/config/crones/list', () =>
    success(
      crons.map((cron) => (cron.key === 'import' ? { ...cron, loading: false, ...importJob() } : cron)),
    ),
  )
  stub('POST /api/config/store/import', () => {
    imported = true
    return success({})
  })
  const user = await openApp('/settings/store')
  await user.click(await screen.findByRole('button', { name: 'Importar la tienda' }))
  await screen.findByText(/La tienda está importada entera/)
})
