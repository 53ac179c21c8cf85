// Ficha del distribuidor on the recorded store: figures of the call, and the rows that each number opens.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Resume } from '#contract/distributors.ts'
import type { DistributorProfile } from '#contract/profile.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, post } from '#test/web/network.ts'
import { counted, plain, region, rowsText, savedFile } from '#test/web/tables.ts'
import { date, integer, money, monthName, percent } from '#web/text/format.ts'
import { text } from './profile-text.ts'

const MONTH = '2026-10'
const LIST = '/distributors/distributors-details'

async function largest(): Promise<DistributorProfile> {
  const { billing } = await dataOf<Resume>(`/api/distributors/resume?start_date=${MONTH}`)
  const id = billing.items.find(({ dist_id }) => dist_id !== '0')?.dist_id
  return dataOf<DistributorProfile>(`/api/distributors/${id}/profile?start_date=${MONTH}`)
}

const factsOf = (panel: HTMLElement) =>
  Object.fromEntries(
    [...panel.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent ?? '',
      plain(fact.querySelector('dd')?.textContent),
    ]),
  )

/** Months are written by name in the rows of a list. */
const saysMonths = async (panel: HTMLElement) =>
  expect((await within(panel).findAllByRole('cell', { name: monthName(MONTH) })).length).toBeGreaterThan(1)

it('opens from the tab of the report with the figures of its call', async () => {
  const profile = await largest()
  const user = await openApp(`${LIST}/${profile.dist_id}?month=${MONTH}`)
  await user.click(await screen.findByRole('link', { name: 'Ficha' }))
  await waitFor(() => expect(location.pathname).toBe(`${LIST}/${profile.dist_id}/profile`))
  const why = await region('Por qué')
  await waitFor(() => expect(why.querySelectorAll('p').length).toBeGreaterThan(1))
  const said = plain(why.textContent)
  expect(said).toContain(`Puesto ${integer(profile.rank ?? 0)} de ${integer(profile.ranked)}`)
  expect(said).toContain(plain(`${percent(profile.share, 2)} de la venta`))
  expect(said).not.toContain('Nada se destaca')
  const opening = profile.why?.[0]
  for (const { text } of opening?.numbers ?? []) expect(said).toContain(plain(text))
  expect(factsOf(await region('Clientes'))).toMatchObject({
    Activos: expect.stringMatching(new RegExp(`^${profile.main_month.buyers}\\b`)),
    Perdidos: integer(profile.lost_customers),
  })
  const products = factsOf(await region('Productos y distribución'))
  expect(products).toMatchObject({
    Vendidos: integer(profile.products?.sold ?? 0),
    Ganados: integer(profile.products?.gained ?? 0),
  })
  expect(factsOf(await region('Servicio')).Abiertas).toBe(integer(profile.service?.open_orders ?? 0))
  expect(factsOf(await region('Canceladas y reembolsos')).Reembolsado).toContain(
    plain(money(profile.main_month.refunded)),
  )
})

it('opens exactly the customers and products that a number counts, and the explanation of a number', async () => {
  const profile = await largest()
  const user = await openApp(`${LIST}/${profile.dist_id}/profile?month=${MONTH}`)
  const panel = await region('Clientes')
  await user.click(await within(panel).findByRole('link', { name: integer(profile.main_month.buyers) }))
  await waitFor(() => expect(searchParam('lista')).toBe('active'))
  await counted(await region('Clientes activos'), rowsText(profile.main_month.buyers))
  await saysMonths(await region('Clientes activos'))
  await addsUp(await region('Clientes activos'), profile.dist_id)
  const products = await region('Productos y distribución')
  const sold = profile.products?.sold ?? 0
  const [first] = within(products).getAllByRole('link', { name: integer(sold) })
  if (first) await user.click(first)
  await counted(await region('Productos vendidos'), rowsText(sold))
  await saysMonths(await region('Productos vendidos'))
  await addsUp(await region('Productos vendidos'), profile.dist_id)
  await user.click(screen.getByRole('button', { name: 'Cerrar la lista' }))
  await waitFor(() => expect(searchParam('lista')).toBeNull())
  const why = await region('Por qué')
  const [number] = within(why).getAllByRole('link')
  if (number) await user.click(number)
  await waitFor(() => expect(searchParam('why')).toContain(`where=distributor%3A${profile.dist_id}`))
})

/** The amounts of a product or customer lead to the days and months that they add up. */
async function addsUp(panel: HTMLElement, dist_id: string) {
  const { net, prev_net } = {
    net: await amountIn(panel, /, \$/, 0),
    prev_net: await amountIn(panel, /, \$/, 1),
  }
  for (const { asked, cents } of [net, prev_net]) {
    expect(asked.getAll('where').at(-1)).toBe(`distributor:${dist_id}`)
    const rows = await dataOf<{ net_sale: number }[]>(`/api/questions/answer?${asked}`)
    expect(rows.reduce((total, { net_sale }) => total + Math.round(net_sale * 100), 0)).toBe(cents)
  }
}

async function amountIn(panel: HTMLElement, title: RegExp, place: number) {
  const row = within(panel)
    .getAllByRole('row')
    .find((each) => within(each).queryAllByTitle(title).length > 1)
  const link = within(row!).getAllByTitle<HTMLAnchorElement>(title)[place]!
  return {
    asked: new URL(link.href).searchParams,
    cents: Number((link.textContent ?? '').replace(/[^\d-]/g, '')),
  }
}

it('opens the promotions that a row of benefits adds up', async () => {
  const { dist_id, benefits } = await largest()
  const group = benefits?.groups[0]
  await openApp(`${LIST}/${dist_id}/profile?month=${MONTH}`)
  const row = await within(await region('Beneficios')).findByRole('row', {
    name: new RegExp(`^${group?.label}`),
  })
  const asked = new URL(within(row).getAllByRole<HTMLAnchorElement>('link')[0]?.href ?? '').searchParams
  expect([asked.get('by'), asked.getAll('where')]).toEqual([
    'promotion',
    [`distributor:${dist_id}`, `benefit_group:${group?.key}`],
  ])
  const rows = await dataOf<{ benefit_amount: number }[]>(`/api/questions/answer?${asked}`)
  const sum = rows.reduce((total, { benefit_amount }) => total + Math.round(benefit_amount * 100), 0)
  expect(sum).toBe(Math.round((group?.benefit_amount ?? 0) * 100))
})

it('says that an empty month has no orders, and that a distributor is unknown', async () => {
  const { dist_id, dist_name } = await largest()
  await openApp(`${LIST}/${dist_id}/profile?month=2020-06`)
  await within(await region('Por qué')).findByText(`No hubo ordenes de ${dist_name} en junio 2020`)
  await openApp(`${LIST}/nadie/profile?month=${MONTH}`)
  await screen.findByText(/No hay un distribuidor con el Dist ID nadie/)
})

it('saves the sheet as a PDF, and offers it as a monthly mail', async () => {
  const { dist_id, dist_name } = await largest()
  const user = await openApp(`${LIST}/${dist_id}/profile?month=${MONTH}`)
  const button = await screen.findByRole('button', { name: 'PDF' })
  const { name, content } = await savedFile(() => user.click(button))
  expect(name).toBe(`ficha_${dist_id}_${MONTH}.pdf`)
  expect(await content.slice(0, 5).text()).toBe('%PDF-')
  await user.click(screen.getByRole('button', { name: 'Enviar' }))
  await user.click(await screen.findByRole('link', { name: 'A cuentas de Góndola: programar un envío' }))
  const form = await screen.findByRole('dialog', { name: 'Nuevo envío' })
  const what = within(form).getByLabelText<HTMLSelectElement>('Qué se manda')
  expect(what.value).toBe(`${LIST}/${dist_id}/profile`)
  expect(what.selectedOptions[0]?.textContent).toBe('Ficha del distribuidor')
  expect(within(form).getByLabelText('Nombre')).toHaveProperty('value', `Ficha de ${dist_name}`)
})

it('opens who sells an opportunity, says from when a followed one counts, and keeps costs off paper', async () => {
  const { dist_id, opportunities } = await largest()
  const [followed, open] = opportunities?.first ?? []
  const decided = await post('/api/distributors/opportunities/decisions', {
    ...{ start_date: MONTH, dist_id, key: followed?.key, state: 'followed' },
  })
  const { data } = (await decided.json()) as { data: { decision: number } }
  const since = (await largest()).opportunities?.first_followed[0]?.since ?? ''
  const user = await openApp(`${LIST}/${dist_id}/profile?month=${MONTH}`)
  const panel = await region('Oportunidades')
  const table = await within(panel).findByRole('table', { name: 'En seguimiento' })
  expect(plain(within(table).getAllByRole('row')[1]?.textContent)).toBe(
    plain(`${followed?.product_name}Desde mañana${money(followed?.estimated_net ?? 0)}${date(since)}`),
  )
  expect((await region('Costo y margen')).closest('[data-no-print]')).not.toBeNull()
  await user.click(within(panel).getByRole('link', { name: `${open?.product_name}: ver quién lo vende` }))
  await waitFor(() => expect(searchParam('de')).toBe(open?.key))
  await region(`Distribuidores de ${open?.product_name}`)
  await post(`/api/distributors/opportunities/decisions/${data.decision}/undo`, {})
})

it('opens a number in another tab beside the same month', async () => {
  const profile = await largest()
  await openApp(`${LIST}/${profile.dist_id}/profile?month=${MONTH}&compare=year`)
  await region('Productos y distribución')
  const searchOf = (link: HTMLElement) => new URL(link.getAttribute('href') ?? '', location.href).searchParams
  const bare = within(screen.getByRole('main'))
    .getAllByRole('link')
    .filter((link) => !searchOf(link).has('compare'))
  expect(bare).not.toEqual([])
  for (const link of bare) {
    fireEvent.pointerDown(link)
    expect([searchOf(link).get('month'), searchOf(link).get('compare')]).toEqual([MONTH, 'year'])
  }
})

it('shows of lost customers what they bought before', async () => {
  const profile = await largest()
  await openApp(`${LIST}/${profile.dist_id}/profile?month=${MONTH}&lista=lost`)
  const table = await region(text.lists.lost)
  await waitFor(() => expect(within(table).getAllByRole('row').length).toBeGreaterThan(2))
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Cliente'),
    expect.stringContaining('Neto de los tres meses anteriores'),
    expect.stringContaining('Órdenes de los tres meses anteriores'),
    expect.stringContaining('Última compra'),
  ])
})
