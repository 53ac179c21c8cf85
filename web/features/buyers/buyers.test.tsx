// Buyers over time on demo data: the heat map against its call, filters, the people and orders of a cell, roles.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CohortRow } from '#contract/buyers.ts'
import { addUserWith, openApp, searchParam } from '#test/web/app.tsx'
import { connectTo, dataOf } from '#test/web/network.ts'
import { counted, exportOf, plain, region } from '#test/web/tables.ts'
import { integer, monthName, percent, shortMoney } from '#web/text/format.ts'

connectTo('demo')

const MONTH = '2026-10'
const cohortsOf = (query = '') => dataOf<CohortRow[]>(`/api/customers/cohorts?start_date=${MONTH}${query}`)
const heatMap = () => screen.findByRole('table', { name: /^Compradores por mes de su primera orden/ })
const rowsText = (count: number) => (count === 1 ? '1 fila' : `${integer(count)} filas`)

describe('Cohortes', () => {
  it('shows every cell of the call, in shares and in money', async () => {
    const rows = await cohortsOf()
    const user = await openApp(`/analysis/cohorts?month=${MONTH}`)
    const cells = async () =>
      (await within(await heatMap()).findAllByRole('button')).map((one) => plain(one.textContent))
    expect(await cells()).toEqual(rows.map(({ share }) => plain(percent(share))))
    await user.click(screen.getByRole('radio', { name: 'Neto' }))
    await waitFor(async () => expect(await cells()).toEqual(rows.map(({ net }) => plain(shortMoney(net)))))
    expect(searchParam('figure')).toBe('net')
    const file = await exportOf(user, await region('Las cohortes en filas'))
    expect(file.rows).toHaveLength(rows.length)
  })

  it('asks for the buyers of a province, and keeps it in the address', async () => {
    const user = await openApp(`/analysis/cohorts?month=${MONTH}`)
    await user.selectOptions(await screen.findByLabelText('Provincia'), 'CÓRDOBA')
    const [first] = await cohortsOf('&province=CÓRDOBA')
    const words = `${integer(first?.cohort_buyers ?? 0)}`
    await waitFor(async () => {
      const [, row] = within(await heatMap()).getAllByRole('row')
      expect(within(row as HTMLElement).getAllByRole('cell')[0]?.textContent).toBe(words)
    })
    expect(searchParam('province')).toBe('CÓRDOBA')
  })

  it('a cell opens its people and its orders, by keyboard too', async () => {
    const rows = await cohortsOf()
    const cell = rows.find(({ months_since }) => months_since === 1)
    if (!cell) throw new Error('the demo has cohorts')
    const user = await openApp(`/analysis/cohorts?month=${MONTH}`)
    const [stop] = within(await heatMap()).getAllByRole('button')
    stop?.focus()
    fireEvent.keyDown(stop as HTMLElement, { key: 'ArrowRight' })
    expect(document.activeElement?.getAttribute('aria-label')).toContain(
      `${monthName(cell.cohort)}, 1 mes después`,
    )
    await user.click(document.activeElement as HTMLElement)
    await counted(await region('Personas'), rowsText(cell.buyers))
    await user.click(within(screen.getByRole('radiogroup', { name: 'Qué listar' })).getByText('Órdenes'))
    await counted(await region('Órdenes'), rowsText(cell.orders))
    await user.click(screen.getByRole('button', { name: 'Cerrar el detalle' }))
    await waitFor(() => expect(searchParam('cell')).toBeNull())
  })

  it('tells a role without personal data why it sees no people, and shows it the orders', async () => {
    const analyst = await addUserWith('cohortes', ['view:customers', 'view:orders'])
    const [cell] = await cohortsOf()
    await openApp(`/analysis/cohorts?month=${MONTH}&cell=${cell?.cohort}.0`, { as: analyst })
    await screen.findByText(/no incluye los datos personales, así que estas personas/)
    await counted(await region('Órdenes'), rowsText(cell?.orders ?? 0))
    expect(screen.queryByRole('region', { name: 'Personas' })).toBeNull()
    expect(screen.queryByLabelText('Distribuidor')).toBeNull()
  })
})
