// Customers on the recorded store: the map, the ranking of provinces, and the orders of every status.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PROVINCES } from '#contract/provinces.ts'
import { statusLabel } from '#contract/statuses.ts'
import { amount, recordedFigures } from '#test/recorded-oracle.ts'
import { goTo, openApp, reload, searchParam } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
import {
  chartMark,
  chartMarks,
  columnOf,
  exportOf,
  headersOf,
  plain,
  region,
  rowsOf,
  sumOf,
} from '#test/web/tables.ts'
import { integer, money, percent } from '#web/text/format.ts'

const MONTH = '2026-10'
const figures = recordedFigures().get(MONTH)
if (!figures) throw new Error(`nothing was recorded in ${MONTH}`)

interface Registered {
  state: string
  total_registered: number
}
interface Ordered {
  state: string
  total_orders: number
  total_amount: number
}
interface StatusTotal {
  order_status: string
  total_orders: number
  total_amount: number
}

const registeredIn = (month: string) =>
  dataOf<Registered[]>(`/api/customers/group-by-states-and-period?per_page=50&start_date=${month}`)
const orderedIn = (month: string, status = 'wc-completed') =>
  dataOf<Ordered[]>(`/api/orders/group-by-states-and-period?status=${status}&per_page=50&start_date=${month}`)
const nameOf = (state: string) => PROVINCES.find(({ name }) => name.toUpperCase() === state)?.name ?? state
const cents = (value: number) => Math.round(value * 100)

describe('Reportes de Clientes', () => {
  it('marks the 24 provinces on map and ring, which share the selection', async () => {
    const rows = await registeredIn(MONTH)
    const before = await registeredIn('2026-09')
    const countOf = (name: string) =>
      rows.find(({ state }) => state === name.toUpperCase())?.total_registered ?? 0
    const user = await openApp(`/customers-overview?month=${MONTH}`)
    const map = await region('Clientes por provincia')
    const named = (await chartMarks(map)).map((mark) => mark.getAttribute('aria-label'))
    expect(named.sort()).toEqual(
      PROVINCES.map(
        ({ name }) => `${name}: ${integer(countOf(name))} ${countOf(name) === 1 ? 'cliente' : 'clientes'}`,
      ).sort(),
    )
    const ranking = () => region('Cantidad de Clientes')
    within(await ranking()).getByText('Ranking de clientes por provincias.')
    const centre = async () => plain((await ranking()).querySelector('svg[data-chart] + div')?.textContent)
    const all = rows.reduce((total, row) => total + row.total_registered, 0)
    expect(all).toBe(figures.newCustomers)
    expect(await centre()).toContain(integer(all))
    expect(await centre()).toContain('vs septiembre 2026')

    const [, chosen] = rows
    if (!chosen) throw new Error('customers of one province only')
    const name = nameOf(chosen.state)
    fireEvent.keyDown(await chartMark(map, `${name}:`), { key: 'Enter' })
    await waitFor(async () => expect(await centre()).toContain(name))
    expect(await centre()).toContain(integer(chosen.total_registered))
    const was = before.find(({ state }) => state === chosen.state)?.total_registered ?? 0
    const change = was === 0 ? 0 : ((chosen.total_registered - was) / was) * 100
    expect(await centre()).toContain(plain(percent(Math.abs(change))))
    expect(searchParam('state')).toBe(chosen.state)
    await reload()
    expect(await centre()).toContain(name)
    await user.click(within(await ranking()).getByRole('button', { name: 'Ver como tabla' }))
    const shares = await rowsOf(await ranking())
    expect(shares.map(([province, count]) => [province, count])).toEqual(
      rows.map((row) => [nameOf(row.state), integer(row.total_registered)]),
    )
  })

  it('lists sales and customers per province, compared with the year before, and opens its orders', async () => {
    const [sold, before] = [await orderedIn(MONTH), await orderedIn('2025-10')]
    const registered = await registeredIn(MONTH)
    const user = await openApp(`/customers-overview?month=${MONTH}&compare=year`)
    const panel = await region('Clientes y ventas por provincia')
    const [first] = sold
    if (!first) throw new Error('nothing was sold')
    const [row] = await rowsOf(panel)
    const was = before.find(({ state }) => state === first.state)?.total_amount ?? 0
    const customers = registered.find(({ state }) => state === first.state)?.total_registered ?? 0
    expect([row?.[0], row?.[1]]).toEqual([nameOf(first.state), integer(customers)])
    expect([row?.[3], row?.[5], row?.[6], row?.[7]]).toEqual(
      [
        ...[money(first.total_amount), money(Math.round((first.total_amount - was) * 100) / 100)],
        ...[money(was), integer(first.total_orders)],
      ].map(plain),
    )
    const file = await exportOf(user, panel)
    expect(sumOf(file, 'Venta Neta')).toBe(
      sold.reduce((sum, { total_amount }) => sum + cents(total_amount), 0),
    )
    await user.click(within(panel).getByRole('link', { name: nameOf(first.state) }))
    await waitFor(() => expect(location.pathname).toBe('/customers-orders'))
    expect(searchParam('state')).toBe(first.state)
    const orders = await region('Órdenes')
    await waitFor(async () =>
      expect(new Set(await columnOf(orders, 'Provincia'))).toEqual(new Set([nameOf(first.state)])),
    )
    const listed = await exportOf(user, orders)
    const pesos = { ...listed, rows: listed.rows.filter((line) => line.Moneda === 'ARS') }
    expect([pesos.rows.length, sumOf(pesos, 'Neto')]).toEqual([first.total_orders, cents(first.total_amount)])
  })
})

describe('Órdenes de Clientes', () => {
  it('lists the completed orders, whose sum equals the sales counted from the records', async () => {
    const user = await openApp(`/customers-orders?month=${MONTH}`)
    const orders = await region('Órdenes')
    expect(await rowsOf(orders)).toHaveLength(25)
    expect(headersOf(orders)).toEqual([
      ...[
        'Orden ID',
        'Número',
        'Fecha',
        'Estado',
        'Distribuidor',
        'Unidades',
        'Bruto',
        'Desc',
        'Reembolsado',
        'Neto',
      ],
      ...['Dist ID', 'Nombre', 'Apellido', 'Provincia', 'Factura', 'Moneda'],
    ])
    expect(new Set(await columnOf(orders, 'Estado'))).toEqual(new Set([statusLabel('wc-completed')]))
    const file = await exportOf(user, orders)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    const pesos = { ...file, rows: file.rows.filter((row) => row.Moneda === 'ARS') }
    expect([pesos.rows.length, sumOf(pesos, 'Neto')]).toEqual([figures.orders, Number(figures.net)])
    const others = (await orderedIn(MONTH, 'COMPLETADO')).slice(10)
    const rest = others.reduce((sum, { total_amount }) => sum + cents(total_amount), 0)
    expect(plain((await region('Monto por provincia')).textContent)).toContain(
      plain(`Otras ${others.length} provincias: ${money(rest / 100)}`),
    )
    const statuses = await region('Órdenes por estado')
    await user.click(within(statuses).getByRole('button', { name: 'Ver como tabla' }))
    const completed = (await rowsOf(statuses)).find(([status]) => status === statusLabel('wc-completed'))
    expect(completed?.slice(1, 3)).toEqual([integer(figures.orders), plain(money(amount(figures.net)))])
  })

  it('opens a status and a province with the rows that add up to them, kept in the address', async () => {
    const totals = await dataOf<StatusTotal[]>(`/api/orders/ranking-orders-by-status?start_date=${MONTH}`)
    const cancelled = totals.find((row) => row.order_status === 'wc-cancelled')
    if (!cancelled) throw new Error('nothing was cancelled')
    const user = await openApp(`/customers-orders?month=${MONTH}`)
    const label = statusLabel('wc-cancelled')
    await user.click(await chartMark(await region('Órdenes por estado'), `${label}:`))
    await waitFor(() => expect(searchParam('status')).toBe('wc-cancelled'))
    const orders = await region('Órdenes')
    await within(orders).findByText(`${label}, octubre 2026`)
    await waitFor(async () => expect(new Set(await columnOf(orders, 'Estado'))).toEqual(new Set([label])))
    const pesos = async () => {
      const file = await exportOf(user, orders)
      const rows = file.rows.filter((row) => row.Moneda === 'ARS')
      return [rows.length, sumOf({ ...file, rows }, 'Neto')]
    }
    expect(await pesos()).toEqual([cancelled.total_orders, cents(cancelled.total_amount)])

    const [first] = await orderedIn(MONTH, 'wc-cancelled')
    if (!first) throw new Error('no province cancelled')
    const [bar] = await chartMarks(await region('Monto por provincia'))
    if (!bar) throw new Error('no bars of the provinces')
    await user.click(bar)
    await screen.findByText(`Provincia: ${nameOf(first.state)}`)
    await waitFor(async () =>
      expect(new Set(await columnOf(orders, 'Provincia'))).toEqual(new Set([nameOf(first.state)])),
    )
    expect(await pesos()).toEqual([first.total_orders, cents(first.total_amount)])

    const status = () => screen.getByLabelText<HTMLSelectElement>('Estado').value
    await reload()
    await screen.findByText(`Provincia: ${nameOf(first.state)}`)
    expect(status()).toBe('wc-cancelled')
    history.back()
    await waitFor(() => expect(searchParam('state')).toBeNull())
    expect(searchParam('status')).toBe('wc-cancelled')
    history.back()
    await waitFor(() => expect(searchParam('status')).toBeNull())
    history.forward()
    await waitFor(() => expect(status()).toBe('wc-cancelled'))

    // A status that only this shop has opens its own orders.
    await goTo(`/customers-orders?month=${MONTH}&status=wc-propio`)
    expect(status()).toBe('wc-propio')
    const list = await region('Órdenes')
    await within(list).findByText('Ninguna fila coincide con los filtros')
    const provinces = await region('Monto por provincia')
    await within(provinces).findByText('Ninguna orden de octubre 2026 tiene el estado propio')
    await user.click(within(list).getByRole('button', { name: 'Quitar los filtros' }))
    await waitFor(() => expect(status()).toBe('TODOS'))
    expect((await rowsOf(list)).length).toBeGreaterThan(1)

    // Only a month without any order shows this message.
    await goTo('/customers-orders?month=2020-06')
    await within(await region('Órdenes')).findByText('No hubo ordenes en junio 2020')
  })

  it('opened from a figure lists the orders of it, and the others too when asked', async () => {
    const totals = await dataOf<StatusTotal[]>(`/api/orders/ranking-orders-by-status?start_date=${MONTH}`)
    const completed = totals.find((row) => row.order_status === 'wc-completed')
    const user = await openApp(`/?month=${MONTH}`)
    const card = (await screen.findByRole('heading', { name: 'Ordenes Completas' })).closest('article')
    await user.click(await within(card as HTMLElement).findByRole('link'))
    const orders = await region('Órdenes')
    await within(orders).findByText(new RegExp(`^${completed?.total_orders} filas`))
    await user.click(await screen.findByRole('button', { name: 'Ver también las que no suman' }))
    await waitFor(() => expect(searchParam('counted')).toBeNull())
    expect(screen.queryByText('Solo las que suman en las cifras')).toBeNull()
  })
})
