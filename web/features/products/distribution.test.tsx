// Distribución on the recorded store: the figures of the server, and the distributors behind a row.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp, searchParam } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
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
