// Servicio on the recorded store: times per distributor, and the open orders behind each number.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OpenAges } from '#contract/service.ts'
import { statusLabel } from '#contract/statuses.ts'
import { provinceLabel } from '#contract/value-labels.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, requestsOf, stub, success } from '#test/web/network.ts'
import { columnOf, counted, headersOf, plain, region, rowsOf, rowsText } from '#test/web/tables.ts'
import { cellText } from '#web/text/format.ts'

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
      name: `Abiertas, ${busiest?.dist_name}, ${busiest?.open_orders}: ver órdenes`,
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
  await user.click(screen.getByRole('link', { name: 'Ver todas' }))
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

it('shows the open orders that wait longest', async () => {
  const open = await dataOf<{ order_id: number }[]>('/api/distributors/service/open-orders?per_page=10')
  await openApp(`/distributors/service?month=${MONTH}`)
  const oldest = await region('Las que esperan hace más')
  expect(
    within(oldest)
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('link').at(-1)?.textContent),
  ).toEqual(open.map(({ order_id }) => String(order_id)))
})

it('opens the orders behind the times and the cancellation rate, and goes back', async () => {
  const rows = await dataOf<
    { dist_name: string; completed: number; median_days: number; cancel_rate: number }[]
  >(`/api/distributors/service?start_date=${MONTH}&orderBy=cancel_rate&order=DESC&per_page=1000`)
  const row = rows.find(({ completed, cancel_rate }) => completed > 0 && cancel_rate > 0)
  const name = row?.dist_name ?? ''
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  const times = await region('Tiempos por distribuidor')
  const number = (title: string, figure: string) =>
    within(times).getByRole('link', { name: `${title}, ${name}, ${figure}: ver órdenes` })
  const days = cellText(row?.median_days, { format: 'decimal2' })
  await user.click(number('Mediana de días', days))
  await counted(await region('Órdenes completadas'), rowsText(row?.completed ?? 0))
  await user.click(screen.getByRole('link', { name: 'Volver a los tiempos' }))
  await region('Tiempos por distribuidor')
  const cancelled = Math.round(
    ((row?.cancel_rate ?? 0) * (row?.completed ?? 0)) / (100 - (row?.cancel_rate ?? 0)),
  )
  const rate = cellText(row?.cancel_rate, { format: 'percent2' })
  await user.click(
    await screen.findByRole('link', { name: `Tasa de cancelación, ${name}, ${rate}: ver órdenes` }),
  )
  await counted(await region('Órdenes canceladas'), rowsText(cancelled))
})

it('has times and stages per province too', async () => {
  const rows = await dataOf<{ province: string; open_orders: number }[]>(
    `/api/distributors/service/provinces?start_date=${MONTH}&orderBy=open_orders&order=DESC`,
  )
  const { province = '', open_orders = 0 } = rows[0] ?? {}
  const user = await openApp(`/distributors/service?month=${MONTH}`)
  await user.click(await screen.findByRole('radio', { name: 'Por provincia' }))
  const panel = await region('Tiempos por provincia')
  await counted(panel, rowsText(rows.length))
  expect(headersOf(panel).slice(0, 2)).toEqual(['Provincia', 'Mediana de días'])
  const name = `Abiertas, ${provinceLabel(province)}, ${open_orders}: ver órdenes`
  await user.click(within(panel).getByRole('link', { name }))
  await counted(await region('Órdenes sin terminar'), rowsText(open_orders))
  await openApp(`/distributors/service?month=${MONTH}&por=provincia&vista=etapas`)
  expect(headersOf(await region('Etapas por provincia')).slice(0, 2)).toEqual([
    'Provincia',
    'Mediana de días',
  ])
})

it('opens exactly the orders that a number of a stage counts, and goes back', async () => {
  const stage = { status: 'wc-processing', orders: 3, median_days: 1, p90_days: 2 }
  stub('GET /api/distributors/service/stages', () => success([stage], { updated_at: null }))
  const user = await openApp(`/distributors/service?month=${MONTH}&vista=etapas`)
  const label = statusLabel(stage.status)
  await user.click(await screen.findByRole('link', { name: `${label}, todos, 3: ver órdenes` }))
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
