// Oportunidades: the server's rows, a name and an amount first, and the way to who sells a product.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Opportunity, OpportunitySummary } from '#contract/opportunities.ts'
import { addUserWith, dialog, openApp, searchParam } from '#test/web/app.tsx'
import { answered, connectTo, dataOf, post } from '#test/web/network.ts'
import { columnOf, counted, headersOf, plain, region, rowsText } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

const CALL = '/api/distributors/opportunities'

// Files that run beside this one also follow opportunities.
connectTo('recorded', { own: true })

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

it('opens the peers that an opportunity counts, and goes back', async () => {
  const [row] = await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10`)
  const user = await openApp('/distributors/opportunities?month=2026-10')
  const panel = await region('Oportunidades')
  const name = `${row?.product_name}, ${row?.dist_name}, ${row?.peers_selling}: ver sus pares`
  await user.click((await within(panel).findAllByRole('link', { name }))[0]!)
  const peers = await region(`Pares de ${row?.dist_name}`)
  await counted(peers, rowsText(row?.peers ?? 0))
  expect((await columnOf(peers, 'Lo vende')).filter((sells) => sells === 'Sí')).toHaveLength(
    row?.peers_selling ?? 0,
  )
  await user.click(within(peers).getByRole('link', { name: 'Volver a sus oportunidades' }))
  const again = await region('Oportunidades')
  const estimate = `${row?.product_name}, ${row?.dist_name}, ${plain(money(row?.estimated_net ?? 0))}: ver sus pares`
  await user.click(await within(again).findByRole('link', { name: (name) => plain(name) === estimate }))
  const sold = within(await region(`Pares de ${row?.dist_name}`)).getAllByTitle(/: ver mes por mes$/)
  await user.click(sold[0]!)
  const total = (await screen.findByRole('row', { name: /^Total/ })).textContent
  expect(plain(total)).toContain(plain(sold[0]?.textContent ?? '?'))
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

it('is followed with one click and taken back, and dismissed with a reason', async () => {
  const [first, second] = await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10`)
  const nameOf = (row: Opportunity | undefined) => `«${row?.product_name}» en ${row?.dist_name}`
  const user = await openApp('/distributors/opportunities?month=2026-10')
  const panel = await region('Oportunidades')
  const count = (await dataOf<OpportunitySummary>(`${CALL}/summary?start_date=2026-10`)).opportunities
  await user.click(await within(panel).findByRole('button', { name: `Seguir ${nameOf(first)}` }))
  await screen.findByText(`Se sigue ${nameOf(first)}: lo vendido se cuenta desde mañana.`)
  await counted(panel, rowsText(count - 1))
  await user.click(screen.getByRole('button', { name: 'Deshacer' }))
  await screen.findByText('Se deshizo.')
  await counted(panel, rowsText(count))

  await user.click(within(panel).getByRole('button', { name: `Descartar ${nameOf(second)}` }))
  const form = await dialog('Descartar la oportunidad')
  await user.click(within(form).getByRole('button', { name: 'Descartar' }))
  await within(form).findByText('Escribí por qué')
  await user.type(within(form).getByRole('textbox', { name: 'Por qué' }), 'No tiene heladera')
  await user.click(within(form).getByRole('button', { name: 'Descartar' }))
  await screen.findByText(`Se descartó ${nameOf(second)}`)
  await user.click(await screen.findByRole('radio', { name: 'Descartadas (1)' }))
  await waitFor(() => expect(searchParam('ver')).toBe('descartadas'))
  expect(await columnOf(panel, 'Motivo')).toEqual(['No tiene heladera'])
  await user.click(within(panel).getByRole('button', { name: `Volver a abrir ${nameOf(second)}` }))
  await screen.findByText('No hay oportunidades descartadas.')
})

it('shows what was sold of followed ones first, and tells when somebody else decided meanwhile', async () => {
  const [first, second] = await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10`)
  const follow = (row: Opportunity | undefined) =>
    post(`${CALL}/decisions`, {
      ...{ start_date: '2026-10', dist_id: row?.dist_id, key: row?.key, state: 'followed' },
    })
  await follow(first)
  const user = await openApp('/distributors/opportunities?month=2026-10&ver=seguidas')
  const panel = await region('Oportunidades')
  await counted(panel, rowsText(1))
  expect(headersOf(panel).slice(0, 2)).toEqual(['Producto', 'Vendido desde entonces'])
  expect(await columnOf(panel, 'Vendido desde entonces')).toEqual(['Desde mañana'])
  await user.click(screen.getByRole('radio', { name: /^Abiertas/ }))
  const name = `«${second?.product_name}» en ${second?.dist_name}`
  const button = await within(panel).findByRole('button', { name: `Seguir ${name}` })
  // A list that is read again after the other decision would take the button away.
  await answered()
  await follow(second)
  await user.click(button)
  await screen.findByText(/Otra persona decidió sobre esta oportunidad mientras tanto/)
  await screen.findByRole('radio', { name: 'En seguimiento (2)' })
  for (const row of await dataOf<Opportunity[]>(`${CALL}?start_date=2026-10&state=followed`))
    await post(`${CALL}/decisions/${row.decision}/undo`, {})
})

it('is only read by roles that may not write notes', async () => {
  await openApp('/distributors/opportunities?month=2026-10', {
    as: await addUserWith('lectora-de-oportunidades', ['view:distributors']),
  })
  const panel = await region('Oportunidades')
  expect((await columnOf(panel, 'Producto')).length).toBeGreaterThan(0)
  expect(within(panel).queryByRole('button', { name: /^Seguir/ })).toBeNull()
})

it('says that months are missing instead of an empty list', async () => {
  const { state } = await dataOf<OpportunitySummary>(`${CALL}/summary?start_date=2020-06`)
  expect(state).toBe('few-months')
  await openApp('/distributors/opportunities?month=2020-06')
  await screen.findByText(/Hacen falta tres meses cerrados con ventas/)
})
