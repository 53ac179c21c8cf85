// Benefits on demo data: bars, groups, cards, the rows behind each figure, coupons; empty and failed states, and roles
// without other areas.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CouponGroups, CouponTotalRow, SubGroupRow } from '#contract/benefits.ts'
import { addUserWith, goTo, openApp, searchParam } from '#test/web/app.tsx'
import { connectTo, dataOf, failing, stub, success } from '#test/web/network.ts'
import {
  centreOf,
  chartMark,
  chartMarks,
  counted,
  exportOf,
  plain,
  region,
  rowsOf,
  rowsText,
  sumOf,
} from '#test/web/tables.ts'
import { integer, money, percent, signedPercent, signedShortMoney } from '#web/text/format.ts'

connectTo('demo')

const MONTH = '2026-10'
const at = (path: string, month = MONTH) => `${path}${path.includes('?') ? '&' : '?'}month=${month}`

const groupsOf = () => dataOf<CouponGroups>(`/api/reports/coupons/group?group=all&start_date=${MONTH}`)
const subGroupsOf = (group: string) =>
  dataOf<SubGroupRow[]>(`/api/reports/coupons/subgroup?group=${group}&start_date=${MONTH}`)

const card = (name: string) => screen.getByRole('article', { name })
const cardText = (name: string) => plain(card(name).textContent)
const cents = (amount: number) => Math.round(amount * 100)

describe('Resumen', () => {
  const namesIn = async (panel: HTMLElement) =>
    (await chartMarks(panel)).map((mark) => mark.getAttribute('aria-label')?.split(':')[0])

  it('shows five bars and scrolls one by one to the last five', async () => {
    const { sub_groups } = await groupsOf()
    const corporates = sub_groups.filter(({ group }) => group === 'CORPORATIVOS')
    const all = corporates.map(({ sub_group }) => sub_group)
    expect(all.length).toBeGreaterThan(5)
    expect(all).toContain('Empleado Arcor')
    const user = await openApp(at('/benefits/overview'))
    const panel = await region('Corporativos')
    expect(await namesIn(panel)).toEqual(all.slice(0, 5))
    const button = (name: string) => within(panel).getByRole<HTMLButtonElement>('button', { name })
    expect(button('Barras anteriores').disabled).toBe(true)
    await user.click(button('Barras siguientes'))
    expect(await namesIn(panel)).toEqual(all.slice(1, 6))
    for (let first = 1; first + 5 < all.length; first += 1) await user.click(button('Barras siguientes'))
    expect(await namesIn(panel)).toEqual(all.slice(-5))
    expect(button('Barras siguientes').disabled).toBe(true)
    const [bar] = await chartMarks(panel)
    if (bar) await user.hover(bar)
    const shown = plain(money(corporates.at(-5)?.total_discounted ?? 0))
    await waitFor(() => expect(plain(panel.textContent)).toContain(shown))
  })

  it('a bar opens the discounts that add up to it', async () => {
    const { sub_groups } = await groupsOf()
    const first = sub_groups.find(({ group }) => group === 'CORPORATIVOS')
    const user = await openApp(at('/benefits/overview'))
    const [bar] = await chartMarks(await region('Corporativos'))
    fireEvent.keyDown(bar as Element, { key: 'Enter' })
    await waitFor(() => expect(location.pathname).toBe('/benefits/details'))
    expect(searchParam('month')).toBe(MONTH)
    await screen.findByText(`Beneficio: ${first?.sub_group}`)
    const file = await exportOf(user, await region('Detalle de descuentos'))
    expect([file.rows.length, sumOf(file, 'Descuento')]).toEqual([
      first?.cant,
      cents(first?.total_discounted ?? 0),
    ])
    await user.click(screen.getByRole('button', { name: /^Quitar Beneficio/ }))
    await waitFor(() => expect(searchParam('sub_group')).toBeNull())
  })

  it('shows the top group in the centre, then the pressed one, by amount or orders', async () => {
    const { data_groups, prev_data } = await groupsOf()
    const user = await openApp(at('/benefits/overview'))
    const panel = await region('Grupos')
    const slices = await chartMarks(panel)
    expect(centreOf(panel)).toContain(data_groups[0]?.group)
    within(panel).getByText('Descuentos Totales')
    const last = data_groups.at(-1)
    const before = prev_data.data_groups.find(({ group }) => group === last?.group)?.total_discounted ?? 0
    fireEvent.keyDown(slices.at(-1) as Element, { key: 'Enter' })
    await waitFor(() => expect(centreOf(panel)).toContain(last?.group))
    const change = before === 0 ? 0 : (((last?.total_discounted ?? 0) - before) / before) * 100
    expect(centreOf(panel)).toContain(plain(signedPercent(change)))
    expect(centreOf(panel)).toContain('vs septiembre 2026')

    await user.click(within(panel).getByText('Modo Unidades'))
    await within(panel).findByText('Cantidad de Ordenes')
    const most = Math.max(...data_groups.map(({ values }) => values))
    await within(panel).findByRole('button', { name: new RegExp(`: ${integer(most)},`) })
    expect(searchParam('mode')).toBe('units')
  })

  it('sums the groups in a table and links to the discounts of each', async () => {
    const { data_groups, TOTAL_DISCOUNTED, TOTAL_CANT } = await groupsOf()
    const user = await openApp(at('/benefits/overview'))
    const panel = await region('Descuentos por grupo')
    const rows = await rowsOf(panel)
    expect(rows.map((cells) => cells.slice(0, 3).join(''))).toEqual(
      data_groups.map((row) => plain(`${row.group}${money(row.total_discounted)}${integer(row.cant)}`)),
    )
    // Rounded separately, they would add up to 100,1 %.
    const shares = rows.map((cells) => Number(cells[3]?.replace(/\D/g, '')))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000)
    for (const [at, { percent: exact }] of data_groups.entries())
      expect(Math.abs((shares[at] ?? 0) / 10 - exact)).toBeLessThan(0.1)
    expect(plain(panel.querySelector('tfoot')?.textContent)).toContain(
      plain(`${money(TOTAL_DISCOUNTED)}${integer(TOTAL_CANT)}`),
    )
    await user.hover(within(panel).getByText('Cant.'))
    await screen.findByRole('tooltip', { name: 'Cantidad de descuentos aplicados' })
    await user.hover(within(panel).getByText('%'))
    await screen.findByRole('tooltip', { name: 'Porcentaje del total de descuentos' })
    const group = data_groups[1]
    await user.click(within(panel).getByRole('link', { name: group?.group ?? '' }))
    await counted(await region('Detalle de descuentos'), rowsText(group?.cant ?? 0))
    history.back()
    await within(await region('Descuentos por grupo')).findByRole('link', { name: 'Resumen Descuentos' })
  })

  it('each panel reports a month without discounts', async () => {
    await openApp(at('/benefits/overview', '2020-06'))
    expect(screen.getAllByText('No hay datos para mostrar')).toHaveLength(4)
  })

  it('each panel reports a failed call, and one retry loads all of them', async () => {
    const mend = failing('GET /api/reports/coupons/group')
    const user = await openApp(at('/benefits/overview'))
    expect(screen.getAllByText('No se pudieron cargar los datos.')).toHaveLength(4)
    mend()
    await user.click(screen.getAllByRole('button', { name: 'Reintentar' })[0] as HTMLElement)
    await rowsOf(await region('Descuentos por grupo'))
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })
})

describe('Masivos y Bancarios', () => {
  it('shows a card per benefit with its sums by status, and the orders that add up to it', async () => {
    const [first] = await subGroupsOf('massive-coupons')
    if (!first) throw new Error('no mass coupon was used')
    const user = await openApp(at('/benefits/massives'))
    const words = cardText(first.sub_group)
    expect(words).toContain(plain(`Descuento total${money(first.total_discounted)}`))
    expect(words).toContain(`Cantidad${integer(first.total_quantity)}`)
    const change = first.prev_discounted === 0 ? 'Nuevo' : signedPercent(first.increment)
    for (const part of ['vs septiembre 2026', change, signedShortMoney(first.difference)])
      expect(words).toContain(plain(part))
    const labels = {
      'wc-completed': 'Completadas',
      'wc-ready-to-delivery': 'Listo para entregar',
      'wc-in-assembly': 'En armado',
      'wc-processing': 'Procesando',
    }
    for (const [status, label] of Object.entries(labels)) {
      const sums = first.orders[status] ?? { total_quantity: 0, total_discounted: 0 }
      expect(words).toContain(plain(`${label}${integer(sums.total_quantity)}${money(sums.total_discounted)}`))
    }
    const link = within(card(first.sub_group)).getByRole('link', { name: /^Ver Compras/ })
    expect(link.getAttribute('href')).toBe(
      `/benefits/massives/details/${encodeURIComponent(first.sub_group)}/?month=${MONTH}`,
    )
    await user.click(link)
    await screen.findByRole('heading', { name: 'Detalle Beneficio Masivo', level: 1 })
    const headers = (await screen.findAllByRole('columnheader')).map((cell) => plain(cell.textContent))
    expect(headers).toEqual([
      ...['Orden ID', 'Número', 'Fecha', 'Dist ID', 'Distribuidor', 'Nombre', 'Apellido'],
      ...['Promo', 'Cupon/Desc', 'Bruto', 'Desc', 'Otros desc', 'Reembolsado', 'Neto'],
    ])
    const file = await exportOf(user, await region(first.sub_group))
    expect([file.rows.length, sumOf(file, 'Desc')]).toEqual([
      first.total_quantity,
      cents(first.total_discounted),
    ])
    expect(file.name).toMatch(/^detalle_de_descuento_.+2026-10\.csv$/)
    const trail = screen.getByRole('navigation', { name: 'Ruta de navegación' })
    await user.click(within(trail).getByRole('link', { name: 'Masivos' }))
    await screen.findByRole('article', { name: first.sub_group })
    expect(searchParam('month')).toBe(MONTH)
  })

  it('lists banks whose name starts with a digit last', async () => {
    const user = await openApp(at('/benefits/banking-benefits'))
    const names = screen
      .getAllByRole('article')
      .map((one) => within(one).getByRole('heading').textContent ?? '')
    const digits = names.map((name) => /^\d/.test(name))
    expect(digits).toContain(true)
    expect(digits).toEqual([...digits].sort((a, b) => Number(a) - Number(b)))
    await user.click(screen.getByRole('link', { name: `Ver Compras de ${names.at(-1)}` }))
    await screen.findByRole('heading', { name: 'Detalle Beneficio Bancario', level: 1 })
    screen.getByText('Detalle descuentos')
  })

  it('offers no details without purchases', async () => {
    const quiet = {
      ...{ group: 'BANCARIOS', sub_group: 'Banco Quieto', orders: {} },
      ...{ total_discounted: 0, total_quantity: 0, prev_discounted: 0, difference: 0, increment: 0 },
    }
    stub('GET /api/reports/coupons/subgroup', () => success([quiet], { updated_at: null, months: [MONTH] }))
    await openApp(at('/benefits/banking-benefits'))
    within(card('Banco Quieto')).getByText('Sin detalles')
    expect(within(card('Banco Quieto')).queryByRole('link')).toBeNull()
  })
})

describe('Corporativos', () => {
  it('shows a card per company, without plain customers, and the purchases that add up to it', async () => {
    const { corporates } = await groupsOf()
    const companies = corporates.filter(({ role }) => role !== 'Customer')
    const company = companies.find(({ original_role }) => original_role === 'empleado_arcor')
    if (!company) throw new Error('the demo has no employees of Arcor')
    const user = await openApp(at('/benefits/corporatives'))
    expect(screen.getAllByRole('article')).toHaveLength(companies.length)
    expect(screen.queryByRole('article', { name: 'Customer' })).toBeNull()
    const bought = (company.total_orders / company.total_users) * 100
    for (const line of [
      `${company.role}${percent(bought, 2)}`,
      `Neto${money(company.total_amount)}`,
      `Descuento${money(company.total_discounted)}`,
      `Reembolsos${money(company.total_refunded)}`,
      signedShortMoney(company.difference),
      `Bruto${money(company.subtotal_amount)}`,
      `Cant. de Compras${integer(company.total_orders)}`,
      `Cant. de Empleados${integer(company.total_users)}`,
    ])
      expect(cardText(company.role)).toContain(plain(line))
    expect(
      cents(company.subtotal_amount) - cents(company.total_discounted) - cents(company.total_refunded),
    ).toBe(cents(company.total_amount))

    await user.click(within(card(company.role)).getByRole('link', { name: /^Ver Compras/ }))
    await waitFor(() => expect(location.pathname).toMatch(/\/employees-detail\/empleado_arcor\/[^/]+\/?$/))
    const purchases = await region(company.role)
    await counted(purchases, rowsText(company.total_orders))
    const file = await exportOf(user, purchases)
    expect([file.rows.length, sumOf(file, 'Neto')]).toEqual([
      company.total_orders,
      cents(company.total_amount),
    ])
    history.back()
    await screen.findByRole('article', { name: company.role })
    await user.click(within(card(company.role)).getByRole('link', { name: /^Ver Empleados/ }))
    await screen.findAllByText('Detalles empleados')
    await counted(await region(company.role), rowsText(company.total_users))
    screen.getByText(/^Página 1 de /)
  })

  it('shows only figures to a role without orders and customers', async () => {
    const promotions = await addUserWith('promociones', ['view:benefits'])
    await openApp(at('/benefits/corporatives'), { as: promotions })
    expect(screen.getAllByRole('article').length).toBeGreaterThan(0)
    expect(screen.queryByRole('link', { name: /^Ver (Compras|Empleados)/ })).toBeNull()
    await goTo(at('/benefits/corporatives/employees-detail/empleado_arcor/Arcor'))
    await screen.findByText('Sin acceso')
    await goTo(at('/benefits/details'))
    await screen.findByText(/^Página 1 de /)
    expect(screen.queryByRole('button', { name: 'Exportar CSV' })).toBeNull()
  })
})

describe('Resumen Descuentos', () => {
  const totals = () => region('Tabla de Cupones')
  const uses = () => region('Cupones de octubre 2026')

  it('ranks ten coupons without those of employees, and lists all of them 15 a page', async () => {
    const rows = await dataOf<CouponTotalRow[]>(
      `/api/discounts/total-by-periods?per_page=10000&start_date=${MONTH}`,
    )
    await openApp(at('/discounts'))
    const bars = await chartMarks(await region('10 Cupones más usados'))
    expect(bars).toHaveLength(10)
    const labels = bars.map((bar) => bar.getAttribute('aria-label') ?? '')
    expect(labels.filter((label) => label.startsWith('empleado-'))).toEqual([])
    const general = rows.filter(({ name }) => name.endsWith('.general') && !name.startsWith('empleado-'))
    const used = general.reduce((sum, row) => sum + row.total_used, 0)
    expect(labels.find((label) => label.startsWith('general:'))).toContain(`Usos ${integer(used)}`)
    expect(await rowsOf(await totals())).toHaveLength(15)
    await counted(await totals(), rowsText(rows.length))

    // A bar opens as many rows as it counts uses.
    const [first = ''] = labels
    fireEvent.keyDown(bars[0] as Element, { key: 'Enter' })
    await screen.findByText(`Cupones ${first.split(':')[0]}, sin los de empleados`)
    const count = /Usos ([\d.]+)/.exec(first)?.[1]
    await counted(await region('Detalle de descuentos'), `${count} filas`)
  })

  it('pages its two tables independently', async () => {
    const user = await openApp(at('/discounts'))
    expect(await rowsOf(await uses())).toHaveLength(25)
    const next = async (panel: HTMLElement) =>
      user.click(within(panel).getByRole('button', { name: 'Página siguiente' }))
    await next(await totals())
    await within(await totals()).findByText(/^Página 2 de /)
    within(await uses()).getByText(/^Página 1 de /)
    await next(await uses())
    await within(await uses()).findByText(/^Página 2 de /)
    within(await totals()).getByText(/^Página 2 de /)
    expect(searchParam('c_page')).toBe('2')
  })

  it('links a coupon to its uses', async () => {
    const user = await openApp(at('/discounts'))
    const [[name, used] = []] = await rowsOf(await totals())
    await user.click(within(await totals()).getByRole('link', { name: name ?? '' }))
    await screen.findByText(`Cupón: ${name}`)
    await counted(await region('Detalle de descuentos'), used === '1' ? '1 fila' : `${used} filas`)
  })
})

it('a slice of the ring has its name, its figure and its share as accessible name', async () => {
  const { data_groups } = await groupsOf()
  await openApp(at('/benefits/overview'))
  const [first] = data_groups
  const slice = await chartMark(await region('Grupos'), `${first?.group}:`)
  expect(plain(slice.getAttribute('aria-label'))).toContain(plain(money(first?.total_discounted ?? 0)))
})
