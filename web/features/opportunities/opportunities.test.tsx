// Oportunidades: the server's rows, a name and an amount first, and the way to who sells a product.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
import { columnOf, counted, headersOf, region, rowsText } from '#test/web/tables.ts'

const CALL = '/api/distributors/opportunities'

it('lists opportunities by amount, of all distributors or of one, and opens who sells the product', async () => {
  const rows = await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10&per_page=1000`)
  const [first] = rows
  const user = await openApp('/distributors/opportunities?month=2026-10')
  const panel = await region('Oportunidades')
  await counted(panel, rowsText(rows.length))
  expect(headersOf(panel).slice(0, 2)).toEqual(['Producto', 'Estimado por mes'])
  expect((await columnOf(panel, 'Distribuidor'))[0]).toBe(first?.dist_name)
  const name = `${first?.product_name}: ver quién lo vende`
  await user.click(within(panel).getAllByRole('link', { name })[0]!)
  await waitFor(() => expect(searchParam('de')).toBe(first?.key))
  await region(`Distribuidores de ${first?.product_name}`)
})

it('shows one distributor, and goes back to all', async () => {
  const rows = await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10&per_page=1000`)
  const dist_id = rows[0]?.dist_id ?? ''
  const user = await openApp(`/distributors/opportunities?month=2026-10&distribuidor=${dist_id}`)
  const panel = await region('Oportunidades')
  await counted(panel, rowsText(rows.filter((row) => row.dist_id === dist_id).length))
  await user.click(within(panel).getByRole('link', { name: 'Ver todos los distribuidores' }))
  await counted(panel, rowsText(rows.length))
})

it('says that months are missing instead of an empty list', async () => {
  const { state } = await dataOf<OpportunitySummary>(`${CALL}/summary?start_date=2020-06`)
  expect(state).toBe('few-months')
  await openApp('/distributors/opportunities?month=2020-06')
  await screen.findByText(/Hacen falta tres meses cerrados con ventas/)
})
