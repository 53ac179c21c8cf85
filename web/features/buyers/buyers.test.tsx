// Buyers over time on demo data: the heat map compared with its call, filters, the people and orders of a cell, roles.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { BenefitEffect, BenefitEffects } from '#contract/benefit-effect.ts'
import type { CohortRow, Repurchase, Rfm } from '#contract/buyers.ts'
import { EFFECT_SEGMENTS } from '#contract/lists/benefit-effect.ts'
import { RFM_SEGMENTS } from '#contract/lists/buyers.ts'
import type { Performance } from '#contract/performance.ts'
import { provinceLabel } from '#contract/value-labels.ts'
import { addUserWith, openApp, searchParam } from '#test/web/app.tsx'
import { connectTo, dataOf } from '#test/web/network.ts'
import { counted, exportOf, plain, region, rowsOf, rowsText, sumOf } from '#test/web/tables.ts'
import { integer, money, monthName, percent, shortMoney, units } from '#web/text/format.ts'

connectTo('demo')

const MONTH = '2026-10'
const cohortsOf = (query = '') => dataOf<CohortRow[]>(`/api/customers/cohorts?start_date=${MONTH}${query}`)
const heatMap = () => screen.findByRole('table', { name: /^Compradores por mes de su primera orden/ })

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
    const table = await region('Las cohortes en filas')
    expect((await rowsOf(table))[0]?.[0]).toBe(monthName(rows[0]?.cohort ?? ''))
    const file = await exportOf(user, table)
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

describe('Recompra', () => {
  it('shows shares, the median and rows by month, and the people of a range', async () => {
    const { total, distribution, rows } = await dataOf<Repurchase>(
      `/api/customers/repurchase?start_date=${MONTH}`,
    )
    const user = await openApp(`/analysis/repurchase?month=${MONTH}`)
    const panel = await region('Cuándo vuelven a comprar')
    for (const words of [
      `Volvió en 30 días${percent(total.within_30 ?? 0)}`,
      `segunda${units(total.median_days ?? 0)} días`,
    ])
      expect(plain(panel.textContent)).toContain(plain(words))
    const table = await region('Recompra por primera orden')
    expect((await rowsOf(table)).map(([label]) => label)).toEqual(rows.map(({ label }) => monthName(label)))
    const first = within(panel).getByRole('button', { name: /^0 a 7 días/ })
    fireEvent.keyDown(first, { key: 'Enter' })
    await counted(await region('Personas'), rowsText(distribution[0]?.buyers ?? 0))
    await user.selectOptions(screen.getByLabelText('Ver por'), 'benefit')
    await waitFor(async () => expect((await rowsOf(table)).flat()).toContain('Sin beneficio'))
  })
})

describe('Grupos de clientes', () => {
  it('shows sizes, worth and moves, and exports the people of a segment', async () => {
    const { segments, moves } = await dataOf<Rfm>(`/api/customers/rfm?start_date=${MONTH}`)
    const user = await openApp(`/analysis/customer-segments?month=${MONTH}`)
    const table = await region('Cuántos son y cuánto valen')
    const names = segments
      .toSorted((one, other) => other.net - one.net)
      .map(({ segment }) => RFM_SEGMENTS[segment])
    expect((await rowsOf(table)).map(([name]) => name)).toEqual(names)
    const best = segments.find(({ segment }) => segment === 'best')
    await user.click(within(table).getByRole('button', { name: 'Mejores clientes' }))
    const file = await exportOf(user, await region('Personas'))
    expect([file.rows.length, sumOf(file, 'Neto de 12 meses')]).toEqual([
      best?.buyers,
      Math.round((best?.net ?? 0) * 100),
    ])
    // Its end may be a day ago.
    expect((await region('Quién se movió desde el mes anterior')).textContent).toContain('Mes anterior')
    const moved = moves.find(({ previous, segment }) => previous === 'asleep' && segment === 'lost')
    await user.click(screen.getByRole('button', { name: /^De Dormidos a Perdidos/ }))
    await counted(await region('Personas'), rowsText(moved?.buyers ?? 0))
    expect(searchParam('segment')).toBe('asleep.lost')
  })
})

describe('Rendimiento de beneficios', () => {
  it('says what each benefit brought in the newest month that can be judged, and opens the comparison', async () => {
    const { month, until, rows } = await dataOf<BenefitEffects>(`/api/benefits/effects?start_date=${MONTH}`)
    const first = rows.find(({ verdict }) => verdict !== 'muy pocos casos')
    if (!first || until === null) throw new Error('the demo has benefits with many users')
    const asked = `start_date=${month}&sub_group=${encodeURIComponent(first.key)}`
    const effect = await dataOf<BenefitEffect>(`/api/benefits/effect?${asked}`)
    const user = await openApp(`/analysis/benefit-performance?month=${MONTH}`)
    const table = await region('¿Rindió cada beneficio?')
    await within(table).findByText(
      new RegExp(`por primera vez en ${monthName(month)}.*faltan datos hasta el`),
    )
    const cells = (await rowsOf(table)).find(([label]) => label === first.label)
    expect(cells?.slice(0, 3)).toEqual([first.label, first.verdict, plain(money(first.estimate ?? 0))])
    await user.click(within(table).getByRole('button', { name: first.label }))
    expect(searchParam('effect')).toBe(`sub_group:${first.key}`)
    await screen.findByText((words) =>
      plain(words).includes(`El descuento, ${plain(money(effect.discount))}, ya está restado`),
    )
    const comparison = await region('La comparación')
    await counted(comparison, rowsText(effect.groups.length))

    await user.click(
      within(table).getByRole('button', {
        name: `${first.label}, ${integer(effect.controls)}: ver sus comparados`,
      }),
    )
    await counted(await region('Todos los compradores'), rowsText(effect.controls))
    const group = effect.groups.toSorted((one, other) => other.users - one.users)[0]
    await user.click(within(comparison).getAllByRole('button', { name: /ver sus usuarios$/ })[0]!)
    await screen.findByRole('heading', { name: `Usuarios de ${first.label}` })
    const users = await region(
      [EFFECT_SEGMENTS[group!.segment], provinceLabel(group!.province), group!.company || 'Sin empresa'].join(
        ', ',
      ),
    )
    await counted(users, rowsText(group?.users ?? 0))
    await user.click(screen.getByRole('button', { name: 'Cerrar los compradores' }))
    await waitFor(() => expect(searchParam('compared')).toBeNull())
  })

  it('shows the average ticket with and without a benefit, and its products and orders', async () => {
    const { rows } = await dataOf<Performance>(`/api/benefits/performance?start_date=${MONTH}`)
    const [first] = rows.toSorted((one, other) => other.net - one.net)
    if (!first) throw new Error('the demo has benefits')
    const user = await openApp(`/analysis/benefit-performance?month=${MONTH}`)
    const table = await region('Ventas con cada beneficio')
    const [cells] = await rowsOf(table)
    expect(cells?.slice(0, 2)).toEqual([first.label, integer(first.orders)])
    for (const amount of [first.ticket_with, first.ticket_without])
      expect(cells).toContain(plain(money(amount ?? 0)))
    await user.click(within(table).getByRole('button', { name: first.label }))
    await rowsOf(await region('Productos'))
    await user.click(within(screen.getByRole('radiogroup', { name: 'Qué listar' })).getByText('Órdenes'))
    await counted(await region('Órdenes'), rowsText(first.orders))
    await user.click(
      within(table).getByRole('button', {
        name: (name) => name.startsWith(`${first.label}, Ticket de las demás`),
      }),
    )
    const { total } = await dataOf<Performance>(`/api/benefits/performance?start_date=${MONTH}`)
    await counted(await region('Las demás órdenes'), rowsText(total.orders - first.orders))
    for (const [title, count, list] of [
      ['Compradores', first.buyers, 'Compradores'],
      ['Nuevos', first.new_buyers, 'Nuevos'],
      ['Nuevos que volvieron sin descuento', first.returned, 'Volvieron sin descuento'],
    ] as const) {
      const name = `${first.label}, ${title}, ${integer(count)}: ver el detalle`
      if (count === 0) continue
      await user.click(within(table).getByRole('button', { name }))
      await counted(await region(list), rowsText(count))
    }
  })
})
