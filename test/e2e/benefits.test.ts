// Benefits in a browser: bars, groups, cards, the rows behind each figure, coupons; empty, failed, and roles without other areas.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CouponGroups, CouponTotalRow, SubGroupRow } from '#contract/benefits.ts'
import { integer, money, percent, signedPercent, signedShortMoney } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { type Account, DESK, PHONE, productOn } from './harness.ts'

const product = productOn('demo')

const MONTH = '2026-10'
const at = (path: string, month = MONTH) => `${path}${path.includes('?') ? '&' : '?'}month=${month}`

const groupsOf = (month = MONTH) =>
  dataOf<CouponGroups>(product, `/api/reports/coupons/group?group=all&start_date=${month}`)
const subGroupsOf = (group: string) =>
  dataOf<SubGroupRow[]>(product, `/api/reports/coupons/subgroup?group=${group}&start_date=${MONTH}`)

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const textOf = async (page: Page, name: string) => spaced(await card(page, name).textContent())
const rowCount = (page: Page, title: string) => region(page, title).getByText(/^[\d.]+ filas?$/)

/** Cents of the column of a file, as it was exported. */
async function sumInFile(page: Page, panel: string, column: string) {
  const waiting = page.waitForEvent('download')
  await region(page, panel).getByRole('button', { name: 'Exportar CSV' }).click()
  const download = await waiting
  const text = await readFile(await download.path(), 'utf8')
  const rows: Record<string, string>[] = parse(text, { bom: true, delimiter: ';', columns: true })
  const cents = rows.map((row) => Math.round(Number(row[column]?.replace(',', '.')) * 100))
  return { name: download.suggestedFilename(), rows: rows.length, cents: cents.reduce((a, b) => a + b, 0) }
}

const cents = (amount: number) => Math.round(amount * 100)

describe('Resumen', () => {
  it('shows five bars and moves one by one, until the last five', async () => {
    const { sub_groups } = await groupsOf()
    const corporates = sub_groups.filter(({ group }) => group === 'CORPORATIVOS')
    expect(corporates.length).toBeGreaterThan(5)
    const page = await product.open(at('/benefits/overview'))
    const panel = region(page, 'Corporativos')
    const bars = panel.locator('svg[data-chart]').getByRole('button')
    const names = () =>
      bars.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')?.split(':')[0]))
    await bars.first().waitFor()
    const all = corporates.map(({ sub_group }) => sub_group)
    expect(all).toContain('Empleado Arcor')
    expect(await names()).toEqual(all.slice(0, 5))
    const [before, next] = [
      panel.getByRole('button', { name: 'Barras anteriores' }),
      panel.getByRole('button', { name: 'Barras siguientes' }),
    ]
    expect(await before.isDisabled()).toBe(true)
    await next.click()
    expect(await names()).toEqual(all.slice(1, 6))
    for (let first = 1; first + 5 < all.length; first += 1) await next.click()
    expect(await names()).toEqual(all.slice(-5))
    expect(await next.isDisabled()).toBe(true)
    await bars.first().hover()
    const shown = corporates.at(-5)
    await panel.getByText(money(shown?.total_discounted ?? 0), { exact: true }).waitFor()
  })

  it('opens a bar with the discounts that add up to it', async () => {
    const { sub_groups } = await groupsOf()
    const first = sub_groups.find(({ group }) => group === 'CORPORATIVOS')
    const page = await product.open(at('/benefits/overview'))
    const bar = region(page, 'Corporativos').locator('svg[data-chart]').getByRole('button').first()
    await bar.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/benefits\/details/)
    expect(new URL(page.url()).searchParams.get('month')).toBe(MONTH)
    await page.getByText(`Beneficio: ${first?.sub_group}`).waitFor()
    const file = await sumInFile(page, 'Detalle de descuentos', 'Descuento')
    expect(file).toMatchObject({ rows: first?.cant, cents: cents(first?.total_discounted ?? 0) })
    await page.getByRole('button', { name: /^Quitar Beneficio/ }).click()
    await page.waitForURL((url) => !url.searchParams.has('sub_group'))
  })

  it('tells the top group by itself, the pressed one with its change, and orders in the other mode', async () => {
    const { data_groups, prev_data } = await groupsOf()
    const page = await product.open(at('/benefits/overview'))
    const panel = region(page, 'Grupos')
    const slices = panel.locator('svg[data-chart]').getByRole('button')
    await slices.first().waitFor()
    const centre = async () => spaced(await panel.locator('svg[data-chart] + div').textContent())
    expect(await centre()).toContain(data_groups[0]?.group)
    await panel.getByText('Descuentos Totales', { exact: true }).waitFor()
    const last = data_groups.at(-1)
    const before = prev_data.data_groups.find(({ group }) => group === last?.group)?.total_discounted ?? 0
    await slices.last().focus()
    await page.keyboard.press('Enter')
    const change = before === 0 ? 0 : (((last?.total_discounted ?? 0) - before) / before) * 100
    await panel
      .locator('svg[data-chart] + div')
      .getByText(last?.group ?? '', { exact: true })
      .waitFor()
    expect(await centre()).toContain(spaced(signedPercent(change)))
    expect(await centre()).toContain('vs septiembre 2026')

    await panel.getByText('Modo Unidades', { exact: true }).click()
    await panel.getByText('Cantidad de Ordenes', { exact: true }).waitFor()
    const most = Math.max(...data_groups.map(({ values }) => values))
    await panel.getByRole('button', { name: new RegExp(`: ${integer(most)},`) }).waitFor()
    expect(new URL(page.url()).searchParams.get('mode')).toBe('units')
  })

  it('sums the groups in a table, says what its columns mean, and leads to the discounts of each', async () => {
    const { data_groups, TOTAL_DISCOUNTED, TOTAL_CANT } = await groupsOf()
    const page = await product.open(at('/benefits/overview'))
    const panel = region(page, 'Descuentos por grupo')
    await panel.locator('tbody tr').first().waitFor()
    const rows = await panel.locator('tbody tr').allTextContents()
    expect(rows.map(spaced)).toEqual(
      data_groups.map((row) =>
        spaced(`${row.group}${money(row.total_discounted)}${integer(row.cant)}${percent(row.percent)}`),
      ),
    )
    expect(spaced(await panel.locator('tfoot').textContent())).toContain(
      spaced(`${money(TOTAL_DISCOUNTED)}${integer(TOTAL_CANT)}`),
    )
    await panel.getByText('Cant.', { exact: true }).focus()
    await page.getByRole('tooltip', { name: 'Cantidad de descuentos aplicados' }).waitFor()
    await panel.getByText('%', { exact: true }).focus()
    await page.getByRole('tooltip', { name: 'Porcentaje del total de descuentos' }).waitFor()
    const group = data_groups[1]
    await panel.getByRole('link', { name: group?.group ?? '' }).click()
    await rowCount(page, 'Detalle de descuentos')
      .getByText(integer(group?.cant ?? 0))
      .waitFor()
    await page.goBack()
    await panel.getByRole('link', { name: 'Resumen Descuentos' }).waitFor()
  })

  it('says that a month without discounts has none', async () => {
    const page = await product.open(at('/benefits/overview', '2020-06'))
    const empty = page.getByText('No hay datos para mostrar')
    await empty.nth(3).waitFor()
    expect(await empty.count()).toBe(4)
  })

  it('tells a failure in each place and asks again on demand', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 500/] })
    let broken = true
    await page.route('**/api/reports/coupons/group?*', (route) =>
      broken ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
    )
    await page.goto(product.url(at('/benefits/overview')))
    const failed = page.getByText('No se pudieron cargar los datos.')
    await failed.nth(3).waitFor()
    expect(await failed.count()).toBe(4)
    broken = false
    await page.getByRole('button', { name: 'Reintentar' }).first().click()
    await region(page, 'Descuentos por grupo').locator('tbody tr').first().waitFor()
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
  })
})

describe('Masivos y Bancarios', () => {
  it('shows a card per benefit with its sums by status, and the orders that add up to it', async () => {
    const [first] = await subGroupsOf('massive-coupons')
    if (!first) throw new Error('no mass coupon was used')
    const page = await product.open(at('/benefits/massives'))
    await card(page, first.sub_group).waitFor()
    const words = await textOf(page, first.sub_group)
    expect(words).toContain(spaced(`Descuento total${money(first.total_discounted)}`))
    expect(words).toContain(`Cantidad${integer(first.total_quantity)}`)
    const change = first.prev_discounted === 0 ? 'Nuevo' : signedPercent(first.increment)
    expect(words).toContain('vs septiembre 2026')
    expect(words).toContain(spaced(change))
    expect(words).toContain(spaced(signedShortMoney(first.difference)))
    const labels = {
      'wc-completed': 'Completadas',
      'wc-ready-to-delivery': 'Listo para entregar',
      'wc-in-assembly': 'En armado',
      'wc-processing': 'Procesando',
    }
    for (const [status, label] of Object.entries(labels)) {
      const sums = first.orders[status] ?? { total_quantity: 0, total_discounted: 0 }
      const line = `${label}${integer(sums.total_quantity)}${money(sums.total_discounted)}`
      expect(words).toContain(spaced(line))
    }
    const link = card(page, first.sub_group).getByRole('link', { name: /^Ver Compras/ })
    expect(await link.getAttribute('href')).toBe(
      `/benefits/massives/details/${encodeURIComponent(first.sub_group)}/?month=${MONTH}`,
    )
    await link.click()
    await page.getByRole('heading', { name: 'Detalle Beneficio Masivo', level: 1 }).waitFor()
    await page.getByRole('columnheader').first().waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      ...['Orden ID', 'Fecha', 'Dist ID', 'Distribuidor', 'Nombre', 'Apellido'],
      ...['Promo', 'Cupon/Desc', 'Bruto', 'Desc', 'Neto'],
    ])
    const file = await sumInFile(page, first.sub_group, 'Desc')
    expect(file).toMatchObject({ rows: first.total_quantity, cents: cents(first.total_discounted) })
    expect(file.name).toMatch(/^detalle_de_descuento_.+2026-10\.csv$/)
    await page
      .getByRole('navigation', { name: 'Ruta de navegación' })
      .getByRole('link', { name: 'Masivos' })
      .click()
    await card(page, first.sub_group).waitFor()
    expect(new URL(page.url()).searchParams.get('month')).toBe(MONTH)
  })

  it('puts banks whose name starts with a digit last, and names their details', async () => {
    const page = await product.open(at('/benefits/banking-benefits'))
    await page.getByRole('article').first().waitFor()
    const names = await page.getByRole('article').getByRole('heading').allTextContents()
    const digits = names.map((name) => /^\d/.test(name))
    expect(digits).toContain(true)
    expect(digits).toEqual([...digits].sort((a, b) => Number(a) - Number(b)))
    await page.getByRole('link', { name: `Ver Compras de ${names.at(-1)}` }).click()
    await page.getByRole('heading', { name: 'Detalle Beneficio Bancario', level: 1 }).waitFor()
    await page.getByText('Detalle descuentos', { exact: true }).waitFor()
  })

  it('offers no details where nothing was bought', async () => {
    const page = await product.open(null)
    await page.route('**/api/reports/coupons/subgroup?*', (route) =>
      route.fulfill({
        json: {
          success: true,
          data: [
            {
              group: 'BANCARIOS',
              sub_group: 'Banco Quieto',
              orders: {},
              total_discounted: 0,
              total_quantity: 0,
              ...{ prev_discounted: 0, difference: 0, increment: 0 },
            },
          ],
          meta: { updated_at: null, months: [MONTH] },
        },
      }),
    )
    await page.goto(product.url(at('/benefits/banking-benefits')))
    await card(page, 'Banco Quieto').getByText('Sin detalles').waitFor()
    expect(await card(page, 'Banco Quieto').getByRole('link').count()).toBe(0)
  })

  it('says that a month has none', async () => {
    const page = await product.open(at('/benefits/massives', '2020-06'))
    await page.getByText('No hay datos para mostrar').waitFor()
  })
})

describe('Corporativos', () => {
  it('shows a card per company, the plain customers left out, and the purchases that add up to it', async () => {
    const { corporates } = await groupsOf()
    const companies = corporates.filter(({ role }) => role !== 'Customer')
    const company = companies.find(({ original_role }) => original_role === 'empleado_arcor')
    if (!company) throw new Error('the demo has no employees of Arcor')
    const page = await product.open(at('/benefits/corporatives'))
    await card(page, company.role).waitFor()
    expect(await page.getByRole('article').count()).toBe(companies.length)
    expect(await card(page, 'Customer').count()).toBe(0)
    const words = await textOf(page, company.role)
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
      expect(words).toContain(spaced(line))
    expect(
      cents(company.subtotal_amount) - cents(company.total_discounted) - cents(company.total_refunded),
    ).toBe(cents(company.total_amount))

    await card(page, company.role)
      .getByRole('link', { name: /^Ver Compras/ })
      .click()
    await page.waitForURL(/\/employees-detail\/empleado_arcor\/[^/]+\/?\?month=2026-10/)
    await rowCount(page, company.role).getByText(integer(company.total_orders)).waitFor()
    const file = await sumInFile(page, company.role, 'Neto')
    expect(file).toMatchObject({ rows: company.total_orders, cents: cents(company.total_amount) })
    await page.getByRole('link', { name: 'Corporativos' }).last().waitFor()
    await page.goBack()

    await card(page, company.role)
      .getByRole('link', { name: /^Ver Empleados/ })
      .click()
    await page.getByText('Detalles empleados', { exact: true }).last().waitFor()
    await rowCount(page, company.role).getByText(integer(company.total_users)).waitFor()
    await page.getByText(/^Página 1 de /).waitFor()
  })

  it.each([PHONE, DESK, { width: 1920, height: 1080 }])(
    'keeps every figure inside its card, %o',
    async (viewport) => {
      const page = await product.open(at('/benefits/corporatives'), { viewport })
      await page.getByRole('article').first().waitFor()
      const outside = await page.getByRole('article').evaluateAll((cards) =>
        cards.flatMap((one) => {
          const { right } = one.getBoundingClientRect()
          const padding = Number.parseFloat(getComputedStyle(one).paddingRight)
          return [...one.querySelectorAll('dd, dt, a')]
            .filter((part) => part.getBoundingClientRect().right > right - padding)
            .map((part) => part.textContent)
        }),
      )
      expect(outside).toEqual([])
    },
  )

  it('shows the figures alone to a role without orders and customers', async () => {
    const bearer = { authorization: `Bearer ${await product.token()}`, 'content-type': 'application/json' }
    const make = async (path: string, body: object) => {
      const answer = await fetch(product.url(path), {
        method: 'POST',
        headers: bearer,
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    }
    const promotions: Account = { email: 'promos@gondola.test', password: 'una clave larga de promos' }
    await make('/api/roles-permissions', { name: 'Promociones', permissions: ['view:benefits'] })
    await make('/api/users', { ...promotions, name: 'Pía Promos', role: 'Promociones' })
    const page = await product.open(at('/benefits/corporatives'), { as: promotions })
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('link', { name: /^Ver (Compras|Empleados)/ }).count()).toBe(0)
    await page.goto(product.url(at('/benefits/corporatives/employees-detail/empleado_arcor/Arcor')))
    await page.getByText('Sin acceso').waitFor()
    await page.goto(product.url(at('/benefits/details')))
    await page.getByText(/^Página 1 de /).waitFor()
    expect(await page.getByRole('button', { name: 'Exportar CSV' }).count()).toBe(0)
  })
})

describe('Resumen Descuentos', () => {
  it('ranks ten coupons without those of employees, and lists all of them 15 a page', async () => {
    const rows = await dataOf<CouponTotalRow[]>(
      product,
      `/api/discounts/total-by-periods?per_page=10000&start_date=${MONTH}`,
    )
    const page = await product.open(at('/discounts'))
    const bars = region(page, '10 Cupones más usados').locator('svg[data-chart]').getByRole('button')
    await bars.first().waitFor()
    expect(await bars.count()).toBe(10)
    const labels = await bars.evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')))
    expect(labels.filter((label) => label?.startsWith('empleado-'))).toEqual([])
    const general = rows.filter(({ name }) => name.endsWith('.general') && !name.startsWith('empleado-'))
    const uses = general.reduce((sum, row) => sum + row.total_used, 0)
    expect(labels.find((label) => label?.startsWith('general:'))).toContain(`Usos ${integer(uses)}`)

    const table = region(page, 'Tabla de Cupones')
    await table.locator('tbody a').first().waitFor()
    expect(await table.locator('tbody tr').count()).toBe(15)
    await rowCount(page, 'Tabla de Cupones').getByText(integer(rows.length)).waitFor()
    await region(page, 'Cupones de octubre 2026')
      .getByText(/^Página 1 de /)
      .waitFor()

    // A bar opens as many rows as it counts uses.
    const [first = ''] = labels.flatMap((label) => label ?? [])
    await bars.first().focus()
    await page.keyboard.press('Enter')
    await page.getByText(`Cupones ${first.split(':')[0]}, sin los de empleados`).waitFor()
    const used = /Usos ([\d.]+)/.exec(first)?.[1]
    await rowCount(page, 'Detalle de descuentos')
      .and(page.getByText(`${used} filas`))
      .waitFor()
  })

  it('cuts the names of coupons where their bars begin on a phone', async () => {
    const page = await product.open(at('/discounts'), { viewport: PHONE })
    const chart = region(page, '10 Cupones más usados').locator('svg[data-chart]')
    await chart.getByText('general', { exact: true }).waitFor()
    const { names, covered } = await chart.evaluate((svg) => {
      const bars = [...svg.querySelectorAll('rect[fill]')].map((bar) => bar.getBoundingClientRect())
      const words = [...svg.querySelectorAll('text')].map((word) => ({
        name: word.textContent,
        box: word.getBoundingClientRect(),
      }))
      const meets = (box: DOMRect) =>
        bars.some(
          (bar) =>
            box.top < bar.bottom && box.bottom > bar.top && box.left < bar.right && box.right > bar.left,
        )
      return {
        names: words.map(({ name }) => name),
        covered: words.filter(({ box }) => meets(box)).map(({ name }) => name),
      }
    })
    expect(names.some((name) => name.endsWith('…'))).toBe(true)
    expect(covered).toEqual([])
  })

  it('turns the pages of its two tables apart', async () => {
    const page = await product.open(at('/discounts'))
    const [totals, uses] = [region(page, 'Tabla de Cupones'), region(page, 'Cupones de octubre 2026')]
    await uses.getByText(/^Página 1 de /).waitFor()
    await expect.poll(() => uses.locator('tbody tr').count()).toBe(25)
    await totals.getByRole('button', { name: 'Página siguiente' }).click()
    await totals.getByText(/^Página 2 de /).waitFor()
    expect(await uses.getByText(/^Página 1 de /).count()).toBe(1)
    await uses.getByRole('button', { name: 'Página siguiente' }).click()
    await uses.getByText(/^Página 2 de /).waitFor()
    expect(await totals.getByText(/^Página 2 de /).count()).toBe(1)
    expect(new URL(page.url()).search).toMatch(/c_page=2/)
  })

  it('leads from a coupon to its uses', async () => {
    const page = await product.open(at('/discounts'))
    const row = region(page, 'Tabla de Cupones').locator('tbody tr').first()
    await row.getByRole('link').waitFor()
    const [name, used] = await row.locator('td').allTextContents()
    await row.getByRole('link').click()
    await page.getByText(`Cupón: ${name}`).waitFor()
    await rowCount(page, 'Detalle de descuentos')
      .getByText(used ?? '')
      .waitFor()
  })
})
