// Questions of a commercial team as a new user asks them: each within the number of clicks that it may take, on a notebook and a
// phone.
import { expect, it } from 'vitest'
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
  'on %s: a colleague for two distributors, and what they see, in 9 clicks',
  async (size, viewport) => {
    const [one, other] = await product.dataOf<{ dist_id: string; dist_name: string }[]>(
      '/api/distributors/get-distributors-list?per_page=2',
    )
    const role = `Zona de ${size}`
    const email = `${size.replace(' ', '.')}@gondola.test`
    const page = await product.open('/', { viewport, fresh: true })
    const { click, clicks } = clicker()
    if (viewport === PHONE) await click(page.getByRole('button', { name: 'Abrir el menú' }))
    await click(page.getByRole('link', { name: 'Usuarios' }))
    await click(page.getByRole('link', { name: 'Roles y permisos' }))
    await click(page.getByRole('button', { name: 'Nuevo rol' }))
    const form = page.getByRole('dialog', { name: 'Nuevo rol' })
    await form.getByLabel('Nombre del rol').fill(role)
    await click(form.getByLabel('Solo algunos distribuidores'))
    const search = form.getByLabel('Buscar distribuidor')
    for (const { dist_name } of [one!, other!]) {
      await search.fill(dist_name)
      await form.getByRole('checkbox', { name: dist_name }).waitFor()
      await search.press('Enter')
    }
    await form.getByText('2 elegidos').waitFor()
    await click(form.getByRole('button', { name: 'Crear rol' }))
    await click(page.getByRole('link', { name: `Nuevo usuario con el rol ${role}` }))
    const account = page.getByRole('dialog', { name: 'Nuevo usuario' })
    await account.getByLabel('Nombre').fill('Nadia Nueva')
    await account.getByLabel('Correo electrónico').fill(email)
    await account.getByLabel('Contraseña', { exact: true }).fill('otra clave larga de prueba')
    await click(account.getByRole('button', { name: 'Registrar' }))
    await click(
      page
        .getByRole('row')
        .filter({ hasText: email })
        .getByRole('button', { name: /^Ver como/ }),
    )
    const banner = page.getByRole('complementary', { name: 'Ver como' })
    await banner.getByText('Nadia Nueva').waitFor()
    expect(clicks()).toBeLessThanOrEqual(9)
    // The session is that of the next page too.
    await banner.getByRole('button', { name: 'Volver' }).click()
    await banner.waitFor({ state: 'detached' })
  },
)
