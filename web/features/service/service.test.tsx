// Servicio on the recorded store: times per distributor, and the open orders behind each number.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OpenAges } from '#contract/service.ts'
import { statusLabel } from '#contract/statuses.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, requestsOf, stub, success } from '#test/web/network.ts'
import { columnOf, counted, headersOf, plain, region, rowsOf, rowsText } from '#test/web/tables.ts'

const MONTH = '2026-10'

it('lists a name and its days first, and opens the open orders of a distributor', async () => {
  const rows = await dataOf<{ dist_id: string; dist_name: string; open_orders: number }[]>(
    `/api/distributors/service?start_date=${MONTH}&orderBy=open_orders&order=DESC&per_page=1000`,
  )
  const busiest = rows[0]
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  const panel = await region('Tiempos por distribuidor')
  await counted(panel, rowsText(rows.length))
  expect(headersOf(panel).slice(0, 2)).toEqual(['Distribuidor', 'Mediana de días'])
  await user.click(
    within(panel).getByRole('link', {
      name: `${busiest?.open_orders}: ver órdenes abiertas de ${busiest?.dist_name}`,
    }),
  )
  await waitFor(() => expect(searchParam('distribuidor')).toBe(busiest?.dist_id))
  await counted(await region('Órdenes sin terminar'), rowsText(busiest?.open_orders ?? 0))
})

it('opens exactly the orders that a number of the ages counts, and goes back to all', async () => {
  const ages = await dataOf<OpenAges>('/api/distributors/service/open-ages')
  const all = ages.reduce((sum, { open_orders }) => sum + open_orders, 0)
  const row = ages.find(({ open_orders }) => open_orders > 0)
  const label = statusLabel(row?.status ?? '')
  const user = await openApp(`/distributors/service?month=${MONTH}&vista=abiertas`)
  const table = await region('Órdenes abiertas por antigüedad')
  const list = await region('Órdenes sin terminar')
  await counted(list, rowsText(all))
  expect((await rowsOf(table)).map(([status]) => plain(status ?? ''))).toEqual(
    ages.map(({ status }) => statusLabel(status)),
  )
  await user.click(
    within(table).getByRole('button', {
      name: `${row?.open_orders} ${label}, cualquier antigüedad: ver órdenes`,
    }),
  )
  await counted(list, rowsText(row?.open_orders ?? 0))
  expect(new Set(await columnOf(list, 'Estado'))).toEqual(new Set([label]))
  await user.click(screen.getByRole('button', { name: 'Ver todas' }))
  await counted(list, rowsText(all))
})

it('shows the stages of orders, and says that no change of status was seen yet', async () => {
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  await user.click(await screen.findByRole('radio', { name: 'Etapas de las órdenes' }))
  await waitFor(() => expect(searchParam('vista')).toBe('etapas'))
  const panel = await region('Etapas por distribuidor')
  await within(panel).findByText(/^Góndola todavía no vio cambiar de estado a ninguna orden/)
  expect(headersOf(panel).slice(0, 2)).toEqual(['Distribuidor', 'Mediana de días'])
  expect(headersOf(await region('Etapas de las órdenes')).slice(0, 2)).toEqual(['Estado', 'Mediana de días'])
})

it('opens the completed orders of a distributor, and shows the open ones that wait longest', async () => {
  const rows = await dataOf<{ dist_id: string; dist_name: string; completed: number }[]>(
    `/api/distributors/service?start_date=${MONTH}&orderBy=completed&order=DESC&per_page=1000`,
  )
  const [most] = rows
  const open = await dataOf<{ order_id: number }[]>('/api/distributors/service/open-orders?per_page=10')
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  const oldest = await region('Las que esperan hace más')
  expect(
    within(oldest)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('link').at(-1)?.textContent),
  ).toEqual(open.map(({ order_id }) => String(order_id)))
  const times = await region('Tiempos por distribuidor')
  const link = within(times).getByTitle(
    new RegExp(`^${most?.completed} completadas de ${most?.dist_name} de octubre`),
  )
  await user.click(link)
  await waitFor(() => expect(searchParam('dist')).toBe(most?.dist_id))
  const orders = await region('Órdenes')
  // Those in another currency are listed and count nowhere.
  await waitFor(async () =>
    expect((await columnOf(orders, 'Moneda')).filter((currency) => currency === 'ARS')).toHaveLength(
      most?.completed ?? 0,
    ),
  )
})

it('opens exactly the orders that a number of a stage counts, and goes back', async () => {
  const stage = { status: 'wc-processing', orders: 3, median_days: 1, p90_days: 2 }
  stub('GET /api/distributors/service/stages', () => success([stage], { updated_at: null }))
  const user = await openApp(`/distributors/service?month=${MONTH}&vista=etapas`)
  const label = statusLabel(stage.status)
  await user.click(await screen.findByRole('link', { name: `3 ${label}, todos: ver órdenes` }))
  await region(`Órdenes que dejaron ${label}`)
  const asked = requestsOf('/api/distributors/service/stage-orders').at(-1)?.query
  expect([asked?.get('start_date'), asked?.get('status')]).toEqual([MONTH, stage.status])
  await user.click(screen.getByRole('link', { name: 'Volver a todas las etapas' }))
  await region('Etapas por distribuidor')
})

it('sets the days within which orders are promised, and says them', async () => {
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  await screen.findByText(/a tiempo es hasta 7 días\./)
  await user.click(screen.getByRole('button', { name: 'Días prometidos' }))
  const dialog = await screen.findByRole('dialog', { name: 'Días prometidos' })
  const days = await within(dialog).findByRole('textbox', { name: 'Días' })
  await user.clear(days)
  await user.type(days, '0')
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await within(dialog).findByText('Un número entero de 1 a 365')
  await user.clear(days)
  await user.type(days, '3')
  await user.click(within(dialog).getByRole('button', { name: 'Guardar' }))
  await screen.findByText(/a tiempo es hasta 3 días\./)
})
