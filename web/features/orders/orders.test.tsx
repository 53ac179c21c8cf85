// The page of one order on the recorded store, opened from tables and the palette.
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { OrderDetail } from '#contract/order.ts'
import type { OrderRow } from '#contract/orders.ts'
import { addUserWith, goTo, openApp, searchParam } from '#test/web/app.tsx'
import { dataOf, failing, openEvents, requestsOf, stub, success } from '#test/web/network.ts'
import { columnOf, plain, region, rowsOf } from '#test/web/tables.ts'
import { integer, money } from '#web/text/format.ts'

const MONTH = '2026-10'
/** Index of the net among the columns of the products. */
const NET = 7
const ordersOf = (query: string) => dataOf<OrderRow[]>(`/api/orders?per_page=1000&${query}`)
const footOf = (panel: HTMLElement) =>
  [...panel.querySelectorAll('tfoot td')].map((cell) => plain(cell.textContent))
/** Terms and values of a description list. */
const factsOf = (panel: HTMLElement) =>
  Object.fromEntries(
    [...panel.querySelectorAll('dl > div')].map((row) => [
      plain(row.querySelector('dt')?.textContent),
      plain(row.querySelector('dd')?.textContent),
    ]),
  )

describe('the page of an order', () => {
  it('opens from a table, and its rows add up to the row there', async () => {
    const row = (await ordersOf(`start_date=${MONTH}`)).find((one) => one.discount > 0 && one.refunded > 0)
    if (!row) throw new Error('no order has both discounts and refunds')
    const user = await openApp(`/customers-orders?month=${MONTH}&f_order_id=${row.order_id}`)
    await user.click(within(await region('Órdenes')).getByRole('link', { name: String(row.order_id) }))
    await screen.findByRole('heading', { level: 2, name: `Orden ${row.order_id}` })
    expect(location.pathname).toBe(`/orders/${row.order_id}`)
    const lines = await region('Productos')
    await rowsOf(lines)
    const [, , , gross, coupons, promotions, refunded, net] = footOf(lines)
    const cents = (text = '') => Number(text.replace(/\D/g, ''))
    expect([gross, refunded, net]).toEqual(
      [row.order_subtotal, row.refunded, row.order_total].map((amount) => plain(money(amount))),
    )
    expect(cents(coupons) + cents(promotions)).toBe(Math.round(row.discount * 100))
    expect(footOf(await region('Descuentos'))[1]).toBe(plain(money(row.discount)))
    expect(factsOf(await region('Importes'))).toMatchObject({
      Bruto: plain(money(row.order_subtotal)),
      Descuentos: plain(money(-row.discount)),
      Reembolsado: plain(money(-row.refunded)),
      Neto: plain(money(row.order_total)),
    })
    const counts = plain((await region('Dónde cuenta y por qué')).textContent)
    expect(counts).toContain('Suma en Venta Neta, órdenes completadas, unidades y ticket promedio de octubre')
    expect(counts).toContain('Lo reembolsado se resta en octubre 2026, el mes de la orden')
    const head = factsOf(await region(`Orden ${row.order_id}`))
    expect(head).toMatchObject({ Estado: 'Completadas', Distribuidor: row.dist_name })
    expect(head.Cliente).toBe(`${row.name} ${row.surname} Ver sus órdenes`)
    await user.click(screen.getByRole('link', { name: 'Órdenes de Clientes', current: false }))
    await waitFor(() => expect(location.pathname).toBe('/customers-orders'))
    expect(searchParam('month')).toBe(MONTH)
  })

  it('is found by its number from any month', async () => {
    const [old] = await ordersOf('start_date=2026-03')
    if (!old) throw new Error('no order in March')
    const user = await openApp(`/?month=${MONTH}`)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByLabelText('Buscar', { selector: 'input' }), `#${old.order_id}`)
    await user.click(await screen.findByText(`Orden ${old.order_id}`))
    const head = await region(`Orden ${old.order_id}`)
    await waitFor(() => expect(factsOf(head).Distribuidor).toBe(old.dist_name))
    const totals = await region('Productos')
    await rowsOf(totals)
    expect(footOf(totals)[NET]).toBe(plain(money(old.order_total)))
  })

  it('all orders of a buyer are found by a name, from any screen', async () => {
    const [row] = await ordersOf(`start_date=${MONTH}`)
    const { buyer } = await dataOf<OrderDetail>(`/api/orders/${row?.order_id}`)
    const user = await openApp(`/?month=${MONTH}`)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByLabelText('Buscar', { selector: 'input' }), buyer.person?.email ?? '')
    await user.click(await screen.findByText(new RegExp(`^${buyer.person?.email} · última orden`)))
    await waitFor(() => expect(location.pathname).toMatch(/^\/orders\/\d+\/of-buyer$/))
    expect(location.search).not.toContain('%40')
    const panel = await region(`${row?.name} ${row?.surname}`)
    expect(await columnOf(panel, 'Orden ID')).toContain(String(row?.order_id))
  })

  it('follows the changes of its month', async () => {
    const [row] = await ordersOf(`start_date=${MONTH}`)
    const path = `/api/orders/${row?.order_id}`
    const order = await dataOf<OrderDetail>(path)
    const send = openEvents()
    await openApp(`/orders/${row?.order_id}`)
    const head = await region(`Orden ${row?.order_id}`)
    expect(factsOf(head).Estado).toBe('Completadas')
    stub(`GET ${path}`, () =>
      success(
        { ...order, status: 'wc-cancelled', payment_method: 'cod' },
        { months: [MONTH], updated_at: null },
      ),
    )
    send({ months: ['2026-09'], all: false })
    send({ months: [MONTH], all: false })
    await waitFor(() => expect(factsOf(head).Estado).toBe('Canceladas'), { timeout: 10_000 })
    expect(factsOf(head)['Medio de pago']).toBe('Efectivo contra entrega')
    expect(requestsOf(path)).toHaveLength(2)
    send({ months: [], all: true })
    await waitFor(() => expect(requestsOf(path)).toHaveLength(3))
  })

  it('says why a cancelled order and one in another currency do not count', async () => {
    const [cancelled] = await ordersOf(`start_date=${MONTH}&status=CANCELADO`)
    await openApp(`/orders/${cancelled?.order_id}`)
    const counts = async () => plain((await region('Dónde cuenta y por qué')).textContent)
    await waitFor(async () => expect(await counts()).toContain('Suma en las órdenes y los montos cancelados'))
    expect(await counts()).toContain(
      'No suma en Venta Neta: solo cuentan las órdenes completadas, y esta está en «Canceladas».',
    )
    const foreign = (await ordersOf(`start_date=${MONTH}&status=TODOS`)).find((row) => row.currency !== 'ARS')
    await goTo(`/orders/${foreign?.order_id}`)
    await waitFor(async () => expect(await counts()).toContain('No suma en ninguna cifra: está en '))
    await goTo('/orders/999999999')
    await screen.findByText('No hay una orden 999999999 entre las que tu rol puede ver.')
  })

  it('reports a failure once, and loads on request', async () => {
    const [row] = await ordersOf(`start_date=${MONTH}`)
    const mend = failing(`GET /api/orders/${row?.order_id}`)
    const user = await openApp(`/orders/${row?.order_id}`)
    mend()
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
    await within(await region('Importes')).findByText('Bruto')
  })

  it('shows no person to a role without personal data, and is no link for one without orders', async () => {
    const as = await addUserWith('sin-personas', ['view:orders', 'view:reports'])
    const { order_id, units } = (await ordersOf(`start_date=${MONTH}`))[0] ?? {}
    await openApp(`/orders/${order_id}`, { as })
    const head = await region(`Orden ${order_id}`)
    const { data } = { data: await dataOf<OrderDetail>(`/api/orders/${order_id}`) }
    expect(factsOf(head).Cliente).toBe('Tu rol no incluye datos personales')
    expect(document.body.textContent).not.toContain(data.buyer.person?.surname)
    expect(footOf(await region('Productos'))[1]).toBe(
      integer(data.lines.reduce((sum, { quantity }) => sum + quantity, 0)),
    )
    expect(units).toBe(data.units)
    await goTo(`/customers-orders?month=${MONTH}`)
    await within(await region('Órdenes')).findByText(
      /Columnas vacías: Nombre, Apellido\. Tu rol no incluye los datos personales\./,
    )
    await openApp(`/reports/trade-report?month=${MONTH}`, {
      as: await addUserWith('reportes', ['view:reports']),
    })
    const report = await region('Descuentos de octubre 2026')
    expect((await rowsOf(report)).length).toBeGreaterThan(1)
    expect(within(report).queryAllByRole('link')).toEqual([])
  })
})
