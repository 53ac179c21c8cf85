// Customers in a browser, on the recorded store: the map, the ranking of provinces, and the orders of every status.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PROVINCES } from '#contract/provinces.ts'
import { statusLabel } from '#contract/statuses.ts'
import { integer, money, percent } from '#web/text/format.ts'
import { amount, recordedFigures } from '../recorded-oracle.ts'
import { dataOf, spaced } from './answer.ts'
import { productOn } from './harness.ts'
import { columnOf, exportOf, headersOf, region, rowsOf, sumOf } from './tables.ts'

const product = productOn('recorded')

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
interface Standing {
  order_status: string
  total_orders: number
  total_amount: number
}

const registeredIn = (month: string) =>
  dataOf<Registered[]>(product, `/api/customers/group-by-states-and-period?per_page=50&start_date=${month}`)
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const nameOf = (state: string) => PROVINCES.find(({ name }) => name.toUpperCase() === state)?.name ?? state

describe('Reportes de Clientes', () => {
  it('marks the 24 provinces on the map, ranks them in a ring, and both follow one choice', async () => {
    const rows = await registeredIn(MONTH)
    const before = await registeredIn('2026-09')
    const countOf = (name: string) =>
      rows.find(({ state }) => state === name.toUpperCase())?.total_registered ?? 0
    const page = await product.open(`/customers-overview?month=${MONTH}`)
    const markers = region(page, 'Clientes por provincia').locator('svg[data-chart]').getByRole('button')
    await markers.first().waitFor()
    const named = await markers.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    expect(named.sort()).toEqual(
      PROVINCES.map(({ name }) => `${name}: ${integer(countOf(name))} Clientes`).sort(),
    )

    const ranking = region(page, 'Cantidad de Clientes')
    await ranking.getByText('Ranking de clientes por provincias.', { exact: true }).waitFor()
    const centre = ranking.locator('svg[data-chart] + div')
    const all = rows.reduce((total, row) => total + row.total_registered, 0)
    expect(all).toBe(figures.newCustomers)
    await centre.getByText(integer(all), { exact: true }).waitFor()
    await centre.getByText('vs septiembre 2026').waitFor()

    const [, chosen] = rows
    if (!chosen) throw new Error('customers of one province only')
    const name = nameOf(chosen.state)
    await markers.and(page.getByLabel(`${name}: `)).focus()
    await page.keyboard.press('Enter')
    await centre.getByText(name, { exact: true }).waitFor()
    await centre.getByText(integer(chosen.total_registered), { exact: true }).waitFor()
    const was = before.find(({ state }) => state === chosen.state)?.total_registered ?? 0
    const change = was === 0 ? 0 : ((chosen.total_registered - was) / was) * 100
    expect(spaced(await centre.textContent())).toContain(spaced(percent(Math.abs(change))))
    expect(asked(page, 'state')).toBe(chosen.state)
    await page.reload()
    await centre.getByText(name, { exact: true }).waitFor()
    await ranking.getByRole('button', { name: 'Ver como tabla' }).click()
    const shares = await rowsOf(ranking)
    expect(shares.map(([province, count]) => [province, count])).toEqual(
      rows.map((row) => [nameOf(row.state), integer(row.total_registered)]),
    )
  })

  it('lists what each province bought beside its customers, against the year before, and opens its orders', async () => {
    const salesIn = (month: string) =>
      dataOf<Ordered[]>(
        product,
        `/api/orders/group-by-states-and-period?status=wc-completed&per_page=50&start_date=${month}`,
      )
    const [sold, before] = [await salesIn(MONTH), await salesIn('2025-10')]
    const registered = await registeredIn(MONTH)
    const page = await product.open(`/customers-overview?month=${MONTH}&compare=year`)
    const panel = region(page, 'Clientes y ventas por provincia')
    const [first] = sold
    if (!first) throw new Error('nothing was sold')
    const [row] = await rowsOf(panel)
    const was = before.find(({ state }) => state === first.state)?.total_amount ?? 0
    expect(row?.[0]).toBe(nameOf(first.state))
    const customers = registered.find(({ state }) => state === first.state)?.total_registered ?? 0
    expect(row?.[1]).toBe(integer(customers))
    expect([row?.[3], row?.[5], row?.[6], row?.[7]]).toEqual(
      [
        ...[money(first.total_amount), money(Math.round((first.total_amount - was) * 100) / 100)],
        ...[money(was), integer(first.total_orders)],
      ].map(spaced),
    )
    const file = await exportOf(page, panel)
    expect(sumOf(file, 'Venta Neta')).toBe(
      sold.reduce((sum, { total_amount }) => sum + Math.round(total_amount * 100), 0),
    )
    await panel.getByRole('link', { name: nameOf(first.state), exact: true }).click()
    await page.waitForURL(/\/customers-orders\?/)
    expect(asked(page, 'state')).toBe(first.state)
    const orders = region(page, 'Órdenes')
    await expect
      .poll(async () => new Set(await columnOf(orders, 'Provincia')))
      .toEqual(new Set([nameOf(first.state)]))
    const listed = await exportOf(page, orders)
    const pesos = { ...listed, rows: listed.rows.filter((line) => line.Moneda === 'ARS') }
    expect([pesos.rows.length, sumOf(pesos, 'Neto')]).toEqual([
      first.total_orders,
      Math.round(first.total_amount * 100),
    ])
  })
})

describe('Órdenes de Clientes', () => {
  it('lists the completed ones, whose sum is the sale counted from the records by hand', async () => {
    const page = await product.open(`/customers-orders?month=${MONTH}`)
    const orders = region(page, 'Órdenes')
    await rowsOf(orders)
    expect(await headersOf(orders)).toEqual([
      ...['Orden ID', 'Fecha', 'Estado', 'Dist ID', 'Distribuidor', 'Factura', 'Nombre', 'Apellido'],
      ...['Provincia', 'Moneda', 'Unidades', 'Bruto', 'Desc', 'Reembolsado', 'Neto'],
    ])
    expect(new Set(await columnOf(orders, 'Estado'))).toEqual(new Set([statusLabel('wc-completed')]))
    expect(await rowsOf(orders)).toHaveLength(25)
    const file = await exportOf(page, orders)
    expect(file.name).toMatch(/_2026-10\.csv$/)
    const pesos = { ...file, rows: file.rows.filter((row) => row.Moneda === 'ARS') }
    expect([pesos.rows.length, sumOf(pesos, 'Neto')]).toEqual([figures.orders, Number(figures.net)])
    const provinces = await dataOf<Ordered[]>(
      product,
      `/api/orders/group-by-states-and-period?start_date=${MONTH}&status=COMPLETADO&per_page=50`,
    )
    const others = provinces.slice(10)
    const rest = others.reduce((sum, { total_amount }) => sum + Math.round(total_amount * 100), 0)
    const words = `Otras ${others.length} provincias: ${money(rest / 100)}`
    await region(page, 'Monto por provincia').getByText(words).waitFor()
    const statuses = region(page, 'Órdenes por estado')
    await statuses.getByRole('button', { name: 'Ver como tabla' }).click()
    const completed = (await rowsOf(statuses)).find(([status]) => status === statusLabel('wc-completed'))
    expect(completed?.slice(1, 3)).toEqual([integer(figures.orders), spaced(money(amount(figures.net)))])
  })

  it('opens a status and a province with the rows that add up to them, kept in the address', async () => {
    const standing = await dataOf<Standing[]>(
      product,
      `/api/orders/ranking-orders-by-status?start_date=${MONTH}`,
    )
    const cancelled = standing.find((row) => row.order_status === 'wc-cancelled')
    if (!cancelled) throw new Error('nothing was cancelled')
    const page = await product.open(`/customers-orders?month=${MONTH}`)
    const bars = (panel: string) => region(page, panel).locator('svg[data-chart]').getByRole('button')
    const label = statusLabel('wc-cancelled')
    await bars('Órdenes por estado').filter({ visible: true }).first().waitFor()
    await page.getByRole('button', { name: `${label}: ` }).click()
    await page.waitForURL(/status=wc-cancelled/)
    const orders = region(page, 'Órdenes')
    await orders.getByText(`${label}, octubre 2026`).waitFor()
    await expect.poll(async () => new Set(await columnOf(orders, 'Estado'))).toEqual(new Set([label]))
    const pesos = async () => {
      const file = await exportOf(page, orders)
      const rows = file.rows.filter((row) => row.Moneda === 'ARS')
      return [rows.length, sumOf({ ...file, rows }, 'Neto')]
    }
    expect(await pesos()).toEqual([cancelled.total_orders, Math.round(cancelled.total_amount * 100)])

    const [first] = await dataOf<Ordered[]>(
      product,
      `/api/orders/group-by-states-and-period?start_date=${MONTH}&status=wc-cancelled&per_page=50`,
    )
    if (!first) throw new Error('no province cancelled')
    await bars('Monto por provincia').first().click()
    await page.waitForURL(/state=/)
    await page.getByText(`Provincia: ${nameOf(first.state)}`).waitFor()
    await expect
      .poll(async () => new Set(await columnOf(orders, 'Provincia')))
      .toEqual(new Set([nameOf(first.state)]))
    expect(await pesos()).toEqual([first.total_orders, Math.round(first.total_amount * 100)])

    await page.reload()
    await page.getByText(`Provincia: ${nameOf(first.state)}`).waitFor()
    expect(await page.getByLabel('Estado', { exact: true }).inputValue()).toBe('wc-cancelled')
    await page.goBack()
    await expect.poll(() => asked(page, 'state')).toBe(null)
    expect(asked(page, 'status')).toBe('wc-cancelled')
    await page.goBack()
    await expect.poll(() => asked(page, 'status')).toBe(null)
    await page.goForward()
    await expect.poll(() => page.getByLabel('Estado', { exact: true }).inputValue()).toBe('wc-cancelled')

    // A status of the shop's own lists its orders, not those of another one.
    await page.goto(product.url(`/customers-orders?month=${MONTH}&status=wc-propio`))
    await page.getByLabel('Estado', { exact: true }).waitFor()
    expect(await page.getByLabel('Estado', { exact: true }).inputValue()).toBe('wc-propio')
    await orders.getByText('No hubo ordenes en octubre 2026').waitFor()
  })
})
