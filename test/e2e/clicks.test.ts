// Questions of a commercial team as a new user asks them: each within the number of clicks that it may take, on a notebook and a
// phone.
import { expect, it } from 'vitest'
import type { BenefitEffects } from '#contract/benefit-effect.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { money } from '#web/text/format.ts'
import { clicker, SIZES, search } from './clicks.ts'
import { PHONE, region, settled, startProduct } from './harness.ts'

const product = startProduct({ own: true })

interface Buyer {
  readonly name: string
  readonly surname: string
  readonly email: string
}

async function someBuyer(): Promise<Buyer & { readonly order: string }> {
  const [first] = await product.dataOf<{ order_id: number }[]>('/api/orders?start_date=2026-09&per_page=1')
  const order = String(first?.order_id)
  const { buyer } = await product.dataOf<{ buyer: { person: Buyer } }>(`/api/orders/${order}`)
  return { ...buyer.person, order }
}

it.each(SIZES)(
  'on %s: the order of a buyer by name, e-mail or number, in 2 clicks each',
  async (_, viewport) => {
    const { name, surname, email, order } = await someBuyer()
    for (const [typed, shown] of [
      [`${name} ${surname}`, email],
      [email, email],
      [order, `Orden ${order}`],
    ] as const) {
      const page = await product.open('/', { viewport })
      const { click, clicks } = clicker()
      await search(page, click, typed, shown)
      await page.waitForURL(/\/orders\/\d+/)
      await page.getByText(order).first().waitFor()
      expect(clicks(), typed).toBeLessThanOrEqual(2)
    }
  },
)

it.each(SIZES)('on %s: what a role sees, in 2 clicks from Roles, and back', async (_, viewport) => {
  const page = await product.open('/settings/roles', { viewport, fresh: true, expectedErrors: [/403/] })
  const { click, clicks } = clicker()
  await click(page.getByRole('button', { name: 'Ver como el rol admin' }))
  const banner = page.getByRole('complementary', { name: 'Ver como' })
  await banner.getByText('Ves Góndola como el rol admin, solo para mirar.').waitFor()
  expect(clicks()).toBeLessThanOrEqual(2)
  for (const path of ['/customers-orders', '/analysis/goals', '/help', '/account']) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await settled(page)
    await banner.waitFor()
  }
  await page.goto(product.url('/settings/users'))
  await page.getByText('Configuración es solo para superAdmin').waitFor()
  await banner.getByRole('button', { name: 'Volver' }).click()
  await region(page, 'Usuarios').getByRole('table').waitFor()
  expect(await banner.count()).toBe(0)
})

it.each(SIZES)(
  'on %s: what a distributor does not sell that its like sell, and what it is worth, in 3 clicks',
  async (_, viewport) => {
    const [found] = await product.dataOf<Opportunity[]>('/api/distributors/opportunities?per_page=1')
    const { dist_id = '', dist_name = '', product_name = '', estimated_net } = found ?? {}
    const page = await product.open('/', { viewport })
    const { click, clicks } = clicker()
    await search(page, click, dist_name, dist_name)
    await page.waitForURL(new RegExp(`/distributors-details/${dist_id}`))
    await click(page.getByRole('link', { name: 'Ficha', exact: true }))
    const row = region(page, 'Oportunidades').getByRole('row').filter({ hasText: product_name }).first()
    await row.getByText(money(estimated_net ?? 0)).waitFor()
    expect(clicks()).toBeLessThanOrEqual(3)
  },
)

it.each(SIZES)(
  'on %s: how long orders take per distributor, and which are stuck now, in 2 clicks',
  async (_, viewport) => {
    const [oldest] = await product.dataOf<{ order_id: number }[]>(
      '/api/distributors/service/open-orders?per_page=1',
    )
    const page = await product.open('/', { viewport })
    const { click, clicks } = clicker()
    if (viewport === PHONE) await click(page.getByRole('button', { name: 'Abrir el menú' }))
    await click(page.getByRole('link', { name: 'Servicio', exact: true }))
    const times = region(page, 'Tiempos por distribuidor')
    await times.getByRole('columnheader', { name: 'Mediana de días' }).waitFor()
    expect(await times.getByRole('row').count()).toBeGreaterThan(2)
    const stuck = region(page, 'Las que esperan hace más')
    await stuck.getByRole('link', { name: String(oldest?.order_id) }).waitFor()
    expect(clicks()).toBeLessThanOrEqual(2)
  },
)

it.each(SIZES)('on %s: whether the bank promotion paid, in 3 clicks', async (_, viewport) => {
  const { rows } = await product.dataOf<BenefitEffects>('/api/benefits/effects?by=sub_group')
  const bank = rows.find(({ label }) => /banco/i.test(label))
  expect(bank).toBeDefined()
  const page = await product.open('/', { viewport })
  const { click, clicks } = clicker()
  if (viewport === PHONE) await click(page.getByRole('button', { name: 'Abrir el menú' }))
  await click(page.getByRole('link', { name: 'Rendimiento', exact: true }))
  const verdicts = region(page, '¿Rindió cada beneficio?')
  await verdicts.getByRole('textbox', { name: /Beneficio/ }).fill(bank?.label ?? '')
  const row = verdicts.getByRole('row').filter({ has: page.getByRole('button', { name: bank?.label ?? '' }) })
  await row.getByText(bank?.verdict ?? '', { exact: true }).waitFor()
  expect(clicks()).toBeLessThanOrEqual(3)
})
