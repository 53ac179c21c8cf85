// Costos y margen on the recorded store: enter costs, and see the margin that follows.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { column } from '#contract/columns.ts'
import type { CostRow, MarginRow } from '#contract/costs.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, requestsOf } from '#test/web/network.ts'
import { columnOf, counted, headersOf, plain, region, rowsText } from '#test/web/tables.ts'
import { cellText, money } from '#web/text/format.ts'
import { xlsxOf } from '#web/ui/table/xlsx.ts'

const MONTH = '2026-10'

it('enters pasted costs after a review, and shows the margin beside the share that it covers', async () => {
  const margins = () =>
    dataOf<MarginRow[]>(`/api/products/margins?start_date=${MONTH}&orderBy=net_sale&order=DESC&per_page=1000`)
  const costs = await dataOf<CostRow[]>('/api/products/costs?per_page=1000')
  const sold = (await margins()).find(({ key }) => costs.some((one) => one.key === key && one.sku !== ''))
  const good = costs.find(({ key }) => key === sold?.key)
  const user = await openApp(`/products-costs?month=${MONTH}`)
  const without = await within(await region('Margen por producto')).findByText(
    /Ninguna venta tiene costo todavía/,
  )
  await user.click(within(without).getByRole('link', { name: 'Ver los productos sin costo' }))
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Sin costo' })).toHaveProperty('checked', true),
  )
  await user.click(screen.getByRole('radio', { name: 'Todos' }))
  await counted(await region('Costo por unidad'), rowsText(costs.length))
  await user.click(screen.getByRole('button', { name: 'Cargar costos' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cargar costos' })
  const rows = within(dialog).getByRole('textbox', { name: 'Filas' })
  await user.click(rows)
  await user.paste(`SKU\tCosto\nno-hay\t2,00\n${good?.sku}\t1,50\t01/10/2026`)
  await user.click(within(dialog).getByRole('button', { name: 'Revisar' }))
  await within(dialog).findByText(/Fila 2: no hay un producto/)
  await user.clear(rows)
  await user.paste(`${good?.sku}\t1,50\t01/10/2026`)
  await user.click(within(dialog).getByRole('button', { name: 'Revisar' }))
  await user.click(await within(dialog).findByRole('button', { name: 'Guardar 1 costo' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cargar costos' })).toBeNull())
  const now = (await margins()).find(({ key }) => key === sold?.key)
  expect(now?.margin).toBeGreaterThan(0)
  await user.click(screen.getByRole('radio', { name: 'Margen' }))
  const panel = await region('Margen por producto')
  expect(headersOf(panel).slice(0, 4)).toEqual(['Nombre', 'Margen', '% de margen', '% con costo'])
  await waitFor(async () => expect((await columnOf(panel, 'Margen'))[0]).toBe(plain(money(now?.margin ?? 0))))
  const [first] = await dataOf<MarginRow[]>(
    `/api/products/margins?start_date=${MONTH}&orderBy=margin&order=DESC`,
  )
  await user.click(within(panel).getByRole('link', { name: first?.label ?? '' }))
  await waitFor(() => expect(searchParam('where')).toBe(`product:${first?.key}`))
  const total = (await screen.findByRole('row', { name: /^Total/ })).textContent
  expect(plain(total)).toContain(plain(money(first?.margin ?? 0)))
  await opensFigures(first, await dataOf<MarginRow[]>(`/api/products/margins?start_date=${MONTH}&by=segment`))
})

/** Each number leads to its parts, the share that has a cost to what has none, and the comparison is the chosen one. */
async function opensFigures(first: MarginRow | undefined, segments: readonly MarginRow[]) {
  const user = await openApp(`/products-costs?month=${MONTH}&compare=year`)
  await within(await region('Margen por producto')).findByText(/% de margen vs octubre 2025/)
  expect(requestsOf('/api/products/margins').at(-1)?.query.get('compare')).toBe('year')
  const link = (panel: HTMLElement, figure: string) =>
    within(panel).findByRole('link', { name: (name) => plain(name) === plain(figure) })
  await user.click(await link(await region('Margen por producto'), money(first?.cost ?? 0)))
  await waitFor(() => expect(searchParam('where')).toBe(`product:${first?.key}`))
  const row = (await screen.findByRole('row', { name: /^Total/ })).textContent
  expect(plain(row)).toContain(plain(money(first?.cost ?? 0)))
  const covered = segments.find(({ cost_coverage }) => cost_coverage !== null && cost_coverage > 0)
  await openApp(`/products-costs?month=${MONTH}&por=segment`)
  await user.click(
    await link(await region('Margen por segmento'), cellText(covered?.cost_coverage, { format: 'percent2' })),
  )
  await waitFor(() => expect(searchParam('where')).toBe(`segment:${covered?.key}`))
  expect([searchParam('by'), searchParam('order')]).toEqual(['product', 'cost_coverage'])
  await openApp(`/products-costs?month=${MONTH}`)
  await user.click(await screen.findByRole('link', { name: 'Ver lo que no tiene costo' }))
  await waitFor(() => expect(searchParam('order')).toBe('cost_coverage'))
}

it('reads the days of an Excel file below its titles', async () => {
  const [one, other] = (await dataOf<CostRow[]>('/api/products/costs?per_page=1000')).filter(
    ({ sku }) => sku !== '',
  )
  const columns = [column('sku', 'SKU'), column('cost', 'Costo', 'money'), column('since', 'Desde', 'date')]
  const lines = [
    { sku: one?.sku, cost: 812.5, since: '2026-09-01' },
    { sku: other?.sku, cost: 90, since: null },
  ]
  const user = await openApp(`/products-costs?month=${MONTH}&vista=costos`)
  await user.click(await screen.findByRole('button', { name: 'Cargar costos' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cargar costos' })
  const file = within(dialog).getByLabelText('Elegir archivo', { selector: 'input' })
  await user.upload(file, new File([xlsxOf(columns, lines, 'Costos')], 'costos.xlsx'))
  const rows = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Filas' })
  await waitFor(() => expect(rows.value).toContain('Costo'))
  await user.click(within(dialog).getByRole('button', { name: 'Revisar' }))
  await within(dialog).findByRole('button', { name: 'Guardar 2 costos' })
  expect(requestsOf('/api/products/costs').at(-1)?.body).toEqual({
    dry_run: true,
    rows: [
      { product: one?.sku, since: '2026-09-01', cost: 812.5 },
      { product: other?.sku, since: `${MONTH}-01`, cost: 90 },
    ],
  })
})
