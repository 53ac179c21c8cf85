// One fact, one treatment: a figure of a month after one without orders, on every screen that compares.
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { addMonths, EARLIEST_MONTH } from '#contract/month.ts'
import type { MainPageCharts } from '#contract/scorecard.ts'
import { openApp } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
import { centreOf, plain, region } from '#test/web/tables.ts'
import { monthName } from '#web/text/format.ts'

/** The first month of the fixture with completed orders; the month before it has no orders at all. */
async function firstMonth(): Promise<string> {
  const years = ['2021-05', '2022-05', '2023-05', '2024-05', '2025-05', '2026-05', '2026-11']
  for (const end of years) {
    const months = await dataOf<MainPageCharts>(`/api/summary/main-page/charts?start_date=${end}`)
    const found = Object.entries(months).find(([, { completed_orders }]) => completed_orders.total_orders > 0)
    if (found) return found[0]
  }
  throw new Error('no month with orders')
}

const PERCENT = /[+−-]?\d+,\d %/

it('says Nuevo, and that the compared month had no orders', async () => {
  const month = await firstMonth()
  expect(month > EARLIEST_MONTH).toBe(true)
  const before = monthName(addMonths(month, -1))
  await openApp(`/?month=${month}`)
  const card = screen.getAllByRole('article').find((one) => within(one).queryByText('Venta Neta'))
  expect(plain(card?.textContent)).toContain('Nuevo')
  expect(plain(card?.textContent)).not.toMatch(PERCENT)

  await openApp(`/distributors/distributors-overview?month=${month}`)
  for (const title of ['Facturación por distribuidor', 'Estados de las órdenes']) {
    const panel = await region(title)
    expect(centreOf(panel), title).toContain('Nuevo')
    expect(centreOf(panel), title).toContain(`No hubo ordenes en ${before}`)
    expect(centreOf(panel), title).not.toMatch(PERCENT)
  }

  await openApp(`/products-overview/business?month=${month}`)
  expect(centreOf(await region('Facturación por negocio'))).toMatch(/Nuevo/)
})
