// Configuración: accounts, roles, the latest month and the crons, by what the page shows and what the server then holds.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RoleRow, UserRow } from '#contract/administration.ts'
import type { CronEntry, CronLogRow } from '#contract/crons.ts'
import { monthName } from '#web/text/format.ts'
import { dataOf, spaced } from './answer.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, productOn, settled } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'

const product = productOn('recorded')

const PASSWORD = 'otra clave larga de prueba'

const row = (page: Page, words: string) => page.locator('tbody tr').filter({ hasText: words })
const cron = (page: Page, key: string) => page.locator(`[data-cron="${key}"]`)
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function post(path: string, body: object, signedIn = true): Promise<void> {
  const response = await fetch(product.url(path), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signedIn && { authorization: `Bearer ${await product.token()}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const userNamed = async (name: string) =>
  (await dataOf<UserRow[]>(product, '/api/users?per_page=1000')).find((user) => user.name === name)

const roleNamed = async (name: string) =>
  (await dataOf<RoleRow[]>(product, '/api/roles-permissions?per_page=1000')).find(
    (role) => role.name === name,
  )

describe('Usuarios', () => {
  it('registers a user, changes it and deletes it, and says so each time', async () => {
    const page = await product.open('/settings/users')
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    const add = dialog(page, 'Nuevo usuario')
    await add.getByLabel('Nombre').fill('Paula Prueba')
    await add.getByLabel('Correo electrónico').fill('paula@gondola.test')
    await add.getByLabel('Rol').selectOption('admin')
    await add.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await add.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Usuario registrado con exito').waitFor()
    await row(page, 'paula@gondola.test').getByText('admin').waitFor()
    expect(await userNamed('Paula Prueba')).toMatchObject({ email: 'paula@gondola.test', role: 'admin' })

    await page.getByRole('button', { name: 'Editar a Paula Prueba' }).click()
    const update = dialog(page, 'Editar usuario')
    await update.getByLabel('Nombre').fill('Paula Probada')
    await update.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Los cambios se guardaron con exito').waitFor()
    expect(await userNamed('Paula Probada')).toMatchObject({ email: 'paula@gondola.test', role: 'admin' })

    await page.getByRole('button', { name: 'Eliminar a Paula Probada' }).click()
    await dialog(page, 'Eliminar usuario').getByRole('button', { name: 'Eliminar', exact: true }).click()
    await page.getByText('El usuario fue eliminado correctamente').waitFor()
    await row(page, 'paula@gondola.test').waitFor({ state: 'detached' })
    expect(await userNamed('Paula Probada')).toBeUndefined()
  })

  it('keeps the form open with what is wrong: empty fields, a taken e-mail, a failed call', async () => {
    const page = await product.open('/settings/users', { expectedErrors: [/status of (409|500)/] })
    await page.getByRole('button', { name: 'Nuevo usuario' }).click()
    const form = dialog(page, 'Nuevo usuario')
    const submit = form.getByRole('button', { name: 'Registrar' })
    await submit.click()
    for (const complaint of ['Nombre requerido', 'Correo electrónico requerido', 'Contraseña requerida'])
      await form.getByText(complaint).waitFor()

    await form.getByLabel('Nombre').fill('Otra Dueña')
    await form.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
    await form.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await submit.click()
    await form.getByText('El email ya existe').first().waitFor()
    expect(await form.getByLabel('Nombre').inputValue()).toBe('Otra Dueña')

    await page.route('**/api/users', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'Internal Server Error' } }),
    )
    await form.getByLabel('Correo electrónico').fill('otra@gondola.test')
    await submit.click()
    await form.getByText('Hubo un error !').waitFor()
    expect(await userNamed('Otra Dueña')).toBeUndefined()
  })

  it('puts accounts that wait for a role on top, until one is given', async () => {
    const waiting = { firstName: 'Elsa', lastName: 'Espera', email: 'elsa@gondola.test', password: PASSWORD }
    await post('/api/register', waiting, false)
    const page = await product.open('/settings/users')
    const panel = page.getByRole('region', { name: 'Cuentas que esperan un rol' })
    await panel.getByText('elsa@gondola.test').waitFor()
    await row(page, 'elsa@gondola.test').getByText('Espera un rol').waitFor()
    await panel.getByRole('button', { name: 'Dar un rol a Elsa Espera' }).click()
    const form = dialog(page, 'Editar usuario')
    await form.getByLabel('Rol').selectOption('admin')
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Los cambios se guardaron con exito').waitFor()
    await panel.waitFor({ state: 'detached' })
    await row(page, 'elsa@gondola.test').getByText('Activa').waitFor()
  })

  it('offers nobody to delete their own account, and says why a role cannot be taken from it', async () => {
    const page = await product.open('/settings/users', { expectedErrors: [/status of 409/] })
    await row(page, SUPER_ADMIN.email).getByText('vos', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Eliminar a Delia Dueña' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Editar a Delia Dueña' }).click()
    const form = dialog(page, 'Editar usuario')
    await form.getByLabel('Rol').selectOption('')
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await form.getByText('No podés eliminar tu propia cuenta ni cambiar su rol.').waitFor()
  })

  it('says that the list failed, and asks again on demand', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 500/] })
    let broken = true
    await page.route('**/api/users?*', (route) =>
      broken ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
    )
    await page.goto(product.url('/settings/users'))
    await page.getByText('No se pudieron cargar los datos.').waitFor()
    broken = false
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await row(page, SUPER_ADMIN.email).waitFor()
  })

  it('sends a role without the permission back, from every screen of the settings', async () => {
    const admin = { email: 'adan@gondola.test', password: PASSWORD }
    await post('/api/users', { ...admin, name: 'Adán Admin', role: 'admin' })
    const page = await product.open('/help', { as: admin })
    for (const path of ['/settings/users', '/settings/roles', '/settings/crones/audit']) {
      await page.goto(product.url(path))
      await page.waitForURL((url) => !url.pathname.startsWith('/settings'))
      await page.getByText('Configuración es solo para superAdmin: tu rol no la incluye.').waitFor()
      expect(await page.getByText('Configuración', { exact: true }).count()).toBe(0)
    }
  })
})

describe('Roles y permisos', () => {
  it('creates a role of some distributors, changes and deletes it', async () => {
    const [first] = await dataOf<{ dist_id: string; dist_name: string }[]>(
      product,
      '/api/distributors/get-distributors-list?per_page=1',
    )
    if (!first) throw new Error('no distributor')
    const page = await product.open('/settings/roles')
    await page.getByRole('button', { name: 'Nuevo rol' }).click()
    const form = dialog(page, 'Nuevo rol')
    await form.getByLabel('Nombre del rol').fill('Zona de prueba')
    await form.getByLabel('Reportes').uncheck()
    await form.getByLabel('Exportar archivos').check()
    await form.getByLabel('Solo algunos distribuidores').check()
    await form.getByRole('button', { name: 'Crear rol' }).click()
    await form.getByText('Elegí al menos un distribuidor').waitFor()
    await form.getByLabel('Buscar distribuidor').fill(first.dist_id)
    await form.getByLabel(`${first.dist_name} · ${first.dist_id}`).check()
    await form.getByRole('button', { name: 'Crear rol' }).click()
    await page.getByText('Los cambios se guardaron con exito').waitFor()
    const made = await roleNamed('Zona de prueba')
    expect(made?.dist_ids).toEqual([first.dist_id])
    expect(made?.permissions).toContain('export')
    expect(made?.permissions).not.toContain('view:reports')

    await page.getByRole('button', { name: 'Editar el rol Zona de prueba' }).click()
    const change = dialog(page, 'Editar rol')
    // What it has stands first, however long the list is.
    const choices = change.getByRole('group', { name: 'Distribuidores' }).getByRole('checkbox')
    await choices.nth(1).waitFor()
    expect(await choices.first().isChecked()).toBe(true)
    expect(await choices.nth(1).isChecked()).toBe(false)
    await change.getByLabel('Todos los distribuidores').check()
    await change.getByRole('button', { name: 'Guardar cambios' }).click()
    await change.waitFor({ state: 'detached' })
    expect((await roleNamed('Zona de prueba'))?.dist_ids).toBeNull()

    await page.getByRole('button', { name: 'Eliminar el rol Zona de prueba' }).click()
    await dialog(page, 'Eliminar rol').getByRole('button', { name: 'Eliminar rol' }).click()
    await page.getByText('El rol fue eliminado correctamente').waitFor()
    expect(await roleNamed('Zona de prueba')).toBeUndefined()
  })

  it('leaves the built-in roles alone, and opens the users of a role, those of a longer name left out', async () => {
    await post('/api/users', {
      name: 'Rita Recorrida',
      email: 'recorrida@gondola.test',
      role: 'admin',
      password: PASSWORD,
    })
    const page = await product.open('/settings/roles')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'admin', exact: true }) })
    await card.getByText('De fábrica').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    await card.getByRole('link').click()
    await row(page, 'recorrida@gondola.test').waitFor()
    const roles = await page.locator('tbody tr td:nth-child(3)').allTextContents()
    expect(new Set(roles)).toEqual(new Set(['admin']))
    await page.getByRole('button', { name: 'Ver todos los roles' }).click()
    await row(page, SUPER_ADMIN.email).waitFor()
  })
})

describe('Ultimo mes', () => {
  it('shows the latest month, sets another, and every month view follows', async () => {
    const page = await product.open('/settings/last_month')
    const now = page.getByRole('definition').first()
    await now.waitFor()
    const before = await latestMonth()
    expect(spaced(await now.textContent()).toLowerCase()).toBe(monthName(before))
    expect(await page.getByRole('button', { name: 'Guardar' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Los cambios se guardaron con exito').waitFor()
    const after = await latestMonth()
    expect(after < before).toBe(true)
    await expect.poll(async () => spaced(await now.textContent()).toLowerCase()).toBe(monthName(after))
    const history = page
      .getByRole('region', { name: 'Cambios anteriores', exact: true })
      .locator('tbody tr')
      .first()
    await history.getByText(monthName(after)).waitFor()
    expect(await history.textContent()).toContain(monthName(before))
    await page.getByRole('link', { name: 'Scorecard' }).first().click()
    await page.getByRole('button', { name: `Mes: ${monthName(after)}` }).waitFor()
    await post('/api/config', { option: 'show_max_month', values: before })
  })
})

const latestMonth = async (): Promise<string> => {
  const options = await dataOf<{ option: string; values: unknown }[]>(product, '/api/config')
  return String(options.find(({ option }) => option === 'show_max_month')?.values)
}

describe('Crones', () => {
  it('lists every job, runs one, and the log and what could not be placed follow', async () => {
    const jobs = await dataOf<CronEntry[]>(product, '/api/config/crones/list')
    const page = await product.open('/settings/crones')
    for (const job of jobs) await page.getByRole('heading', { name: job.label, exact: true }).waitFor()
    await cron(page, 'reconciliation').getByText('Listo').waitFor()
    const result = page.getByRole('region', { name: 'Resultado de la conciliación' })
    await result.getByText('La conciliación todavía no se ejecutó').waitFor()
    await page.getByRole('button', { name: 'Ejecutar Conciliación', exact: true }).click()
    await cron(page, 'reconciliation').getByText('Correcto').waitFor()
    await cron(page, 'reconciliation').getByText('Última vez').waitFor()
    await result.getByText('Sin tienda conectada se comparan los resúmenes').waitFor()
    await result.getByText('Correcto').waitFor()

    await page.getByRole('link', { name: 'Ver registro de Conciliación' }).click()
    const line = row(page, 'Conciliación')
    await line.getByText('Correcto').waitFor()
    await line.getByRole('button', { name: 'Ver detalle' }).click()
    await page.getByRole('dialog').getByText('Sin ubicar').first().waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Sin ubicar' }).click()
    const [run] = await dataOf<CronLogRow[]>(product, '/api/config/crones/logs?command_name=reconciliation')
    const { unplaced } = JSON.parse(run?.detail ?? '{}') as { unplaced: { orders_without_province: number } }
    const kind = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Órdenes sin provincia' }) })
    if (unplaced.orders_without_province > 0)
      expect(spaced(await kind.textContent())).toContain(String(unplaced.orders_without_province))
    else expect(await kind.count()).toBe(0)
  })

  it('runs one month back, and leaves a line in the trail', async () => {
    const page = await product.open('/settings/crones')
    await page.getByRole('button', { name: 'Ejecutar Resúmenes mensuales para un mes' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Mes').selectOption('1')
    await form.getByRole('button', { name: 'Ejecutar' }).click()
    await form.waitFor({ state: 'detached' })
    await cron(page, 'summaries').getByText('1 mes rehecho').waitFor()
    await page.getByRole('link', { name: 'Auditoría' }).click()
    const line = row(page, 'Resúmenes mensuales').first()
    await line.getByText('Ejecutó un cron').waitFor()
    await line.getByText('meses atrás: 1').waitFor()
  })

  it('shows a run under way, a failed one and one that waits, each as it stands', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 409/] })
    const jobs = await dataOf<CronEntry[]>(product, '/api/config/crones/list')
    const states: Record<string, Partial<CronEntry>> = {
      orders: { state: 'runing', loading: true, progress: 40, message: 'Órdenes: 400 de 1.000' },
      products: { state: 'failed', message: 'La tienda no responde' },
      customers: { state: 'waiting', message: 'Espera a que termine la importación de la tienda' },
      coupons: { state: 'warning', message: '3 registros rechazados' },
    }
    const data = jobs.map((job) => ({ ...job, ...states[job.key] }))
    await page.route('**/api/config/crones/list', (route) => route.fulfill({ json: { success: true, data } }))
    await page.goto(product.url('/settings/crones'))
    const bar = page.getByRole('progressbar', { name: 'Avance de Órdenes' })
    await bar.waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe('40')
    expect(
      await cron(page, 'orders').getByRole('button', { name: 'Ejecutar Órdenes', exact: true }).isDisabled(),
    ).toBe(true)
    await cron(page, 'customers').getByText('Pendiente').waitFor()
    await cron(page, 'coupons').getByText('Con advertencias').waitFor()
    await cron(page, 'products').getByText('La tienda no responde').waitFor()
    await page.route('**/api/config/crones/run/products', (route) =>
      route.fulfill({ status: 409, json: { success: false, message: 'The cron is already running' } }),
    )
    await page.getByRole('button', { name: 'Reintentar Productos' }).click()
    await cron(page, 'products').getByText('Ya está en curso.').waitFor()
  })

  it('tells what the last comparison with the store found, what it left and what came before', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 500/] })
    const none = { currencies: [], statuses: [], discounts: [], rejects: [] }
    const counts = {
      products_without_business: 0,
      products_without_segment: 0,
      customers_without_province: 0,
    }
    const run = {
      id: 7,
      started_at: '2026-11-20 07:00:00',
      finished_at: '2026-11-20 07:02:00',
      status: 'warning',
      message: '3 distintas',
      shop: {
        months: ['2026-10'],
        ...{ checked: 1234, differed: 3, repaired: 2, others: 1 },
        statuses: [
          {
            ...{ month: '2026-10', status: 'completed', shop_orders: 41, orders: 40 },
            ...{ shop_total: '1500.50', total: '1000.25' },
          },
        ],
        failure: 'La tienda no responde',
      },
      summaries_repaired: ['2026-09'],
      unplaced: { ...none, ...counts, orders_without_province: 12 },
    }
    const earlier = { ...run, id: 6, status: 'processed', shop: null, unplaced: null, summaries_repaired: [] }
    let broken = true
    await page.route('**/api/config/reconciliation', (route) =>
      broken
        ? route.fulfill({ status: 500, json: { success: false, message: 'x' } })
        : route.fulfill({ json: { success: true, data: [run, earlier] } }),
    )
    await page.goto(product.url('/settings/crones'))
    const result = page.getByRole('region', { name: 'Resultado de la conciliación' })
    await result.getByText('No se pudieron cargar los datos.').waitFor()
    broken = false
    const ended = result.getByText('No llegó al final: La tienda no responde')
    // A job that ends meanwhile asks again by itself.
    await result.getByRole('button', { name: 'Reintentar' }).or(ended).first().click()
    await ended.waitFor()
    const told = spaced(await result.textContent())
    for (const words of [
      'Órdenes comparadas1.234',
      'Distintas3',
      'Reparadas2',
      'Meses con resúmenes rehechos: septiembre 2026.',
      'octubre 2026Completadas4140$ 1.500,50$ 1.000,25',
      'Órdenes sin provincia 12',
    ])
      expect(told).toContain(words)
    expect(await result.getByRole('table').last().locator('tbody tr').count()).toBe(1)
    await expectNoAxeViolations(page)
    await result.getByRole('link', { name: 'Ver qué son y qué pasa con ellos' }).click()
    await page.waitForURL(/\/settings\/crones\/unplaced/)
    await page.getByRole('heading', { name: 'Órdenes sin provincia' }).waitFor()
  })

  it('filters the log by state', async () => {
    const page = await product.open('/settings/crones/logs')
    await page.getByLabel('Estado', { exact: true }).selectOption('failed')
    await page.getByText('No hay ejecuciones con ese estado').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
  })
})

describe.each([
  ['/settings/crones/logs', 'Página 1 de'],
  ['/settings/crones/unplaced', 'Ejecutar Conciliación'],
  ['/settings/crones/audit', 'Página 1 de'],
])('%s', (path, words) => {
  it('has nothing for axe to find with what the jobs left, on a phone, and never scrolls sideways', async () => {
    const page = await product.open(path, { viewport: PHONE })
    await page.getByText(words).first().waitFor()
    await settled(page)
    await expectNoAxeViolations(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider).toBeLessThanOrEqual(0)
  })
})

describe('forms', () => {
  it.each([
    ['/settings/users', 'Nuevo usuario'],
    ['/settings/roles', 'Nuevo rol'],
  ])('of %s have nothing for axe to find', async (path, name) => {
    const page = await product.open(path)
    await page.getByRole('button', { name }).click()
    await dialog(page, name).waitFor()
    if (name === 'Nuevo rol') {
      await dialog(page, name).getByLabel('Solo algunos distribuidores').check()
      await dialog(page, name).getByText('0 elegidos').waitFor()
    }
    await expectNoAxeViolations(page)
  })
})
