// Questions of a commercial team as a new user asks them: each within the number of clicks that it may take, on a notebook and a
// phone.
import { expect, it } from 'vitest'
import { clicker, SIZES, search } from './clicks.ts'
import { region, settled, startProduct } from './harness.ts'

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
