// Distribución on the recorded store: the figures of the server, and the distributors behind a row.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { monthBounds } from '#contract/month.ts'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, stub, success } from '#test/web/network.ts'
import { columnOf, counted, headersOf, region, rowsText } from '#test/web/tables.ts'
import { cellText } from '#web/text/format.ts'

const MONTH = '2026-10'

it('opens who sells a segment and who does not, and goes back', async () => {
  const call = `/api/products/distribution?start_date=${MONTH}&by=segment`
  const [first] =
    await dataOf<
      { name: string; distributors: number; active_distributors: number; numeric_distribution: number }[]
    >(call)
  const user = await openApp(`/products-distribution?month=${MONTH}&by=segment`)
  const panel = await region('Distribución')
  expect(headersOf(panel).slice(0, 2)).toEqual(['Nombre', 'Numérica %'])
  expect((await columnOf(panel, 'Nombre'))[0]).toBe(first?.name)
  await user.click(within(panel).getByRole('link', { name: `${first?.name}: ver quién lo vende` }))
  const sellers = await region(`Distribuidores de ${first?.name}`)
  await counted(sellers, rowsText(first?.active_distributors ?? 0))
  await user.click(screen.getByRole('radio', { name: 'Lo vende' }))
  await counted(sellers, rowsText(first?.distributors ?? 0))
  const course = await region(`Distribución de ${first?.name}, mes a mes`)
  await user.click(await within(course).findByRole('button', { name: 'Ver como tabla' }))
  const percents = await columnOf(course, 'Numérica %')
  expect(percents).toHaveLength(13)
  expect(percents[0]).toBe(cellText(first?.numeric_distribution, { format: 'percent2' }).replace(/\s/, ' '))
  await user.click(within(sellers).getByRole('link', { name: 'Ver toda la distribución' }))
  await waitFor(() => expect(searchParam('de')).toBeNull())
  await region('Distribución')
})

interface Row {
  readonly key: string
  readonly name: string
  readonly distributors: number
  readonly prev_distributors: number
  readonly weighted_distribution: number
  readonly weighted_points: number | null
}

const numberIn = (cell: string) => Number(cell.replace(/[^\d,-]/g, '').replace(',', '.'))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

it('opens the sellers whose weight makes the weighted figure, and who moved its points', async () => {
  const rows = await dataOf<Row[]>(`/api/products/distribution?start_date=${MONTH}&by=segment&per_page=1000`)
  const row = rows.find(({ weighted_points }) => weighted_points !== null && weighted_points !== 0)
  const name = row?.name ?? ''
  const user = await openApp(`/products-distribution?month=${MONTH}&by=segment&per_page=100`)
  const table = await region('Distribución')
  await counted(table, rowsText(rows.length))
  const open = async (panel: HTMLElement, figure: string) =>
    user.click(
      within(panel)
        .getAllByRole('link', { name: `${name}, ${figure}: ver los distribuidores` })
        .at(-1) as HTMLElement,
    )
  await open(table, cellText(row?.weighted_distribution, { format: 'percent2' }))
  const sellers = await region(`Distribuidores de ${name}`)
  await counted(sellers, rowsText(row?.distributors ?? 0))
  const weightsIn = async () => sum((await columnOf(sellers, 'Neto que pondera')).map(numberIn))
  const reached = await weightsIn()
  await user.click(screen.getByRole('radio', { name: 'Todos' }))
  await waitFor(async () =>
    expect(Math.round((reached / (await weightsIn())) * 10_000) / 100).toBe(row?.weighted_distribution),
  )
  await user.click(screen.getByRole('radio', { name: 'Qué cambió' }))
  const moves = await region(`Distribuidores que movieron los puntos de ${name}`)
  expect(headersOf(moves).slice(0, 3)).toEqual(['Distribuidor', 'Puntos', 'Puntos ponderados'])
  const points = (await columnOf(moves, 'Puntos ponderados')).map(numberIn)
  expect(sum(points)).toBeCloseTo(row?.weighted_points ?? 0, 6)
  await user.click(screen.getByRole('radio', { name: 'Lo vendían' }))
  await counted(moves, rowsText(row?.prev_distributors ?? 0))
})

it('opens the same days of the other month beside those of a month that still runs', async () => {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const running: Readonly<Record<string, string>> = { running_until: `${MONTH}-20 15:32:10` }
  stub('GET /api/config', () =>
    success(config.map((row) => ({ ...row, values: running[row.option] ?? row.values }))),
  )
  const [row] = await dataOf<Row[]>(`/api/products/distribution?start_date=${MONTH}&by=segment&per_page=1`)
  await openApp(
    `/products-distribution?month=${MONTH}&compare=year&by=segment&de=${row?.key}&vista=puntos&situacion=before`,
  )
  const moves = await region(`Distribuidores que movieron los puntos de ${row?.key}`)
  const hrefs = async () =>
    (await within(moves).findAllByRole('link')).map((link) => link.getAttribute('href') ?? '')
  await waitFor(async () =>
    expect((await hrefs()).filter((href) => href.includes('compare=same_days_year'))).not.toEqual([]),
  )
  for (const href of (await hrefs()).filter((each) => each.includes('same_days_year')))
    expect(Object.fromEntries(new URL(href, 'http://shop').searchParams)).toMatchObject({
      ...{ from: `${MONTH}-01`, to: monthBounds(MONTH).to_date, show: 'before' },
    })
})

it('says that a shop’s first month has nothing to compare with', async () => {
  const config = await dataOf<{ option: string; values: unknown }[]>('/api/config')
  const [first = ''] = [...Object(config.find(({ option }) => option === 'months')?.values)].sort()
  const [row] = await dataOf<{ key: string }[]>(`/api/products/distribution?start_date=${first}&by=business`)
  await openApp(`/products-distribution?month=${first}&by=business&de=${row?.key}&vista=puntos`)
  const moves = await region(`Distribuidores que movieron los puntos de ${row?.key}`)
  await within(moves).findByText(/^No hubo ordenes en .*: no hay con qué comparar/)
})
