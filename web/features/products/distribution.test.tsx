// Distribución on the recorded store: the figures of the server, and the distributors behind a row.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
import { columnOf, counted, headersOf, region, rowsText } from '#test/web/tables.ts'

const MONTH = '2026-10'

it('opens who sells a segment and who does not, and goes back', async () => {
  const call = `/api/products/distribution?start_date=${MONTH}&by=segment`
  const [first] = await dataOf<{ name: string; distributors: number; active_distributors: number }[]>(call)
  const user = await openApp(`/products-distribution?month=${MONTH}&by=segment`)
  const panel = await region('Distribución')
  expect(headersOf(panel).slice(0, 2)).toEqual(['Nombre', 'Numérica %'])
  expect((await columnOf(panel, 'Nombre'))[0]).toBe(first?.name)
  await user.click(within(panel).getByRole('link', { name: first?.name ?? '' }))
  const sellers = await region(`Distribuidores de ${first?.name}`)
  await counted(sellers, rowsText(first?.active_distributors ?? 0))
  await user.click(screen.getByRole('radio', { name: 'Lo vende' }))
  await counted(sellers, rowsText(first?.distributors ?? 0))
  await user.click(within(sellers).getByRole('link', { name: 'Ver toda la distribución' }))
  await waitFor(() => expect(searchParam('de')).toBeNull())
  await region('Distribución')
})
