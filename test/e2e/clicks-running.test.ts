// Questions about the last week and the running month, over a shop that is read up to today, each within its clicks.
import { expect, it } from 'vitest'
import { pluginNumber } from '../running-shop.ts'
import { clicker, SIZES, search } from './clicks.ts'
import { PHONE, SHOWN, settled, startProduct } from './harness.ts'
import { paste } from './keyboard.ts'
import { shiftsOf } from './late-answers.ts'

const product = startProduct({ own: true, named: true, data: 'running', mails: true })

interface Own {
  readonly id: number
  readonly name: string
}

const MONDAYS = { every: 'week', on_day: 1, at_time: '08:00' }

it.each(SIZES)(
  'on %s: how the last week went against the one before and the year before, and why, in 3 clicks',
  async (_, viewport) => {
    const page = await product.open('/', { viewport })
    const { click, clicks } = clicker()
    await search(page, click, 'semana', 'Cómo fue la semana')
    await page
      .getByText(/^vs semana anterior \(/)
      .first()
      .waitFor()
    await page
      .getByText(/^vs misma semana del año anterior \(/)
      .first()
      .waitFor()
    await click(page.getByRole('button', { name: /^Bajó/ }).first())
    await page.getByText(/Venta Neta bajó/).waitFor()
    await page
      .getByText(/«Distribuidora A»/)
      .first()
      .waitFor()
    expect(clicks()).toBeLessThanOrEqual(3)
  },
)

it.each(SIZES)('on %s: the order by the number of a plug-in, in 2 clicks', async (_, viewport) => {
  const page = await product.open('/', { viewport })
  const { click, clicks } = clicker()
  await search(page, click, pluginNumber(123), pluginNumber(123))
  await page.waitForURL(/\/orders\/\d+/)
  await page.getByText(pluginNumber(123)).first().waitFor()
  expect(clicks()).toBeLessThanOrEqual(2)
})

it.each([
  ['/', `${SHOWN} svg[data-chart] path`],
  ['/analysis/week', `${SHOWN} table tbody tr`],
])('on a phone: nothing of %s moves when its answers come late', async (path, last) => {
  expect(await shiftsOf(product, path, last)).toEqual([])
})

it('on a phone: whether the running month is fine, without a click and without scrolling', async () => {
  const page = await product.open('/', { viewport: PHONE })
  await settled(page)
  const answers = [
    page.getByText(/^Cierra cerca de/),
    page.getByRole('heading', { name: 'Venta Neta' }),
    page.getByRole('img', { name: /^(Subió|Bajó|Sin cambios)/ }).first(),
  ]
  for (const answer of answers) {
    const box = await answer.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? PHONE.height)).toBeLessThan(PHONE.height)
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

it.each(SIZES)(
  'on %s: segments by month of the last 24 as a link for Excel, in 6 clicks',
  async (_, viewport) => {
    const page = await product.open('/', { viewport })
    const { click, clicks } = clicker()
    if (viewport === PHONE) await click(page.getByRole('button', { name: 'Abrir el menú' }))
    await click(page.getByRole('link', { name: 'Explorar', exact: true }))
    await click(page.getByRole('link', { name: /^Segmentos, mes a mes/ }))
    await click(page.getByRole('button', { name: 'Exportar', exact: true }))
    await click(page.getByRole('menuitem', { name: 'Enlace de datos' }))
    await click(page.getByRole('button', { name: 'Crear enlace' }))
    const address = await page.getByText(/gondola_lnk_/).textContent()
    expect(clicks()).toBeLessThanOrEqual(6)
    const [titles, ...rows] = (await (await fetch(address ?? '')).text()).trim().split('\r\n')
    expect(titles).toBe('"Segmento","Mes","Venta Neta"')
    const months = [...new Set(rows.map((row) => row.split(',')[1]))]
    expect(months).toHaveLength(24)
    expect(months.every((month) => /^\d{4}-\d{2}-01$/.test(month ?? ''))).toBe(true)
  },
)

it.each(SIZES)(
  'on %s: goals of ten distributors, and Metas by mail each Monday at 8, in 10 clicks',
  async (size, viewport) => {
    const page = await product.open('/', { viewport, fresh: true })
    const { click, clicks } = clicker()
    await search(page, click, 'metas', 'Metas')
    await click(page.getByRole('radiogroup', { name: 'Metas por' }).getByText('Distribuidores'))
    const [latest] = await product.dataOf<{ option: string; values: string }[]>('/api/config')
    const month = Number(latest?.values.slice(5, 7)) - 1
    await page.locator(`[data-at="11-${month}"]`).waitFor()
    await click(page.locator(`[data-at="0-${month}"]`))
    const goals = Array.from({ length: 10 }, (_, at) => 500_000 + at + viewport.width)
    await paste(page, goals.map((goal) => `${goal}\r\n`).join(''))
    await page.getByText('10 metas guardadas.').waitFor()
    await click(page.getByRole('link', { name: 'Enviar por correo' }))
    const form = page.getByRole('dialog', { name: 'Nuevo envío' })
    await form.getByLabel('Nombre').fill(`Metas de ${size}`)
    await click(form.getByRole('checkbox', { name: 'Delia Dueña' }))
    await click(form.getByRole('button', { name: 'Guardar' }))
    await form.waitFor({ state: 'detached' })
    expect(clicks()).toBeLessThanOrEqual(10)
    const { own } = await product.dataOf<{ own: Own[] }>('/api/deliveries')
    const made = own.find(({ name }) => name === `Metas de ${size}`)
    expect(made).toMatchObject({ ...MONDAYS, address: '/analysis/goals?by=distributor' })
    await product.post(`/api/deliveries/${made?.id}/try`, {})
    await expect
      .poll(() => product.mails().received.at(-1)?.text ?? '', { timeout: 20_000 })
      .toContain('Distribuidora A')
    const saved = await product.dataOf<{ goals: (number | null)[] }[]>(
      `/api/goals?by=distributor&year=${latest?.values.slice(0, 4)}`,
    )
    expect(saved.slice(0, 10).map((row) => row.goals[month])).toEqual(goals)
  },
)

it.each(SIZES)(
  'on %s: a colleague for two distributors, invited by mail, and what they see, in 9 clicks',
  async (size, viewport) => {
    const [one, other] = await product.dataOf<{ dist_id: string; dist_name: string }[]>(
      '/api/distributors/get-distributors-list?per_page=2',
    )
    const role = `Zona de ${size}`
    const email = `colega.${size.replace(' ', '.')}@gondola.test`
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
    const invitation = () => product.mails().received.find(({ to }) => to.includes(email))
    await expect.poll(() => invitation()?.text ?? '', { timeout: 20_000 }).toMatch(/https?:/)
    // The session is that of the next page too.
    await banner.getByRole('button', { name: 'Volver' }).click()
    await banner.waitFor({ state: 'detached' })
  },
)

it.each(SIZES)('on %s: an invitation by mail, accepted in the browser', async (size, viewport) => {
  const email = `${size.replace(' ', '.')}@gondola.test`
  const page = await product.open('/settings/users', { viewport, fresh: true })
  await page.getByRole('button', { name: 'Nuevo usuario' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo usuario' })
  await form.getByLabel('Nombre').fill('Nadia Nueva')
  await form.getByLabel('Correo electrónico').fill(email)
  await form.getByLabel('Rol', { exact: true }).selectOption('admin')
  await form.getByRole('button', { name: 'Registrar' }).click()
  const invitation = () => product.mails().received.find(({ to }) => to.includes(email))
  await expect.poll(() => invitation()?.text ?? '', { timeout: 20_000 }).toMatch(/https?:/)
  const link = /https?:\S+/.exec(invitation()?.text ?? '')?.[0] ?? ''
  const guest = await product.open(null, { viewport, as: null, fresh: true })
  await guest.goto(link)
  await guest.getByLabel('Contraseña nueva').fill('otra clave larga de prueba')
  await guest.getByRole('button', { name: 'Guardar contraseña' }).click()
  await guest.getByLabel('Correo electrónico').fill(email)
  await guest.getByLabel('Contraseña', { exact: true }).fill('otra clave larga de prueba')
  await guest.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await guest.getByRole('heading', { name: 'Scorecard' }).first().waitFor()
})
