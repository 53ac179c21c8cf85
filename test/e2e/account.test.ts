// Accounts on screen: who gets in, what the forms say, where one is led. On the real server with demo data.
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { productOn } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'

const product = productOn('demo')

const REFUSED = [/status of 401/, /status of 403/]

async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.locator('input[type=password]').fill(password)
}

const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, account = SUPER_ADMIN) {
  await fillSignIn(page, account.email, account.password)
  await submit(page, 'Iniciar Sesión')
}

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const storedIn = (page: Page) =>
  page.evaluate(() => ({
    local: localStorage.getItem('accessToken') !== null,
    tab: sessionStorage.getItem('accessToken') !== null,
  }))

const post = async (path: string, body: object, token?: string) =>
  fetch(product.url(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

describe('sign-in', () => {
  it('is where a stranger is sent, and leads back to the address asked for', async () => {
    const page = await product.open('/reports/simple?month=2026-08', { as: null })
    await page.waitForURL(/\/auth\/sign-in/)
    await page.waitForFunction(() => document.title === 'Iniciar Sesión · Góndola')
    expect(await page.getByLabel('Recordarme').isChecked()).toBe(true)
    await signIn(page)
    await titled(page, 'Reporte SIMPLE')
    expect(page.url()).toBe(product.url('/reports/simple?month=2026-08'))
    expect(await page.title()).toBe('Reporte SIMPLE · Góndola')
  })

  it('says what is missing before it asks the server', async () => {
    const page = await product.open('/auth/sign-in', { as: null })
    await submit(page, 'Iniciar Sesión')
    await page.getByText('Correo electrónico requerido').waitFor()
    await page.getByText('Contraseña requerida').waitFor()
    // The first mistake has the focus: one goes on typing.
    await page.keyboard.type('ana@gondola.test')
    expect(await page.getByLabel('Correo electrónico').inputValue()).toBe('ana@gondola.test')
    await submit(page, 'Iniciar Sesión')
    await page.keyboard.type('una clave')
    expect(await page.locator('input[type=password]').inputValue()).toBe('una clave')
    await page.getByRole('button', { name: 'Mostrar lo escrito' }).click()
    expect(await page.getByRole('textbox', { name: 'Contraseña' }).inputValue()).toBe('una clave')
    await page.getByRole('button', { name: 'Mostrar lo escrito' }).click()
    await fillSignIn(page, 'ana@', 'x')
    await submit(page, 'Iniciar Sesión')
    await page.getByText('Debe ingresar un correo electrónico válido').waitFor()
  })

  it('keeps the token in the browser when asked to remember, else in the tab alone', async () => {
    const remembered = await product.open('/auth/sign-in', { as: null })
    await signIn(remembered)
    await titled(remembered, 'Scorecard')
    expect(await storedIn(remembered)).toEqual({ local: true, tab: false })

    const forgotten = await product.open('/auth/sign-in', { as: null })
    await forgotten.getByLabel('Recordarme').uncheck()
    await signIn(forgotten)
    await titled(forgotten, 'Scorecard')
    expect(await storedIn(forgotten)).toEqual({ local: false, tab: true })
  })

  it('sends somebody who is signed in to /', async () => {
    const page = await product.open('/auth/sign-in')
    await titled(page, 'Scorecard')
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('comes back when the server ends the session, and returns to the same address', async () => {
    const page = await product.open('/reports/mix-boxes?month=2026-09', { expectedErrors: REFUSED })
    await titled(page, 'Reporte Cajas Surtidas')
    const token = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
    // An open page would hear of the end by itself.
    await page.goto('about:blank')
    expect((await post('/api/logout', {}, token)).status).toBe(200)
    await page.goto(product.url('/distributors/distributors-overview?month=2026-09'))
    await page.getByText('La sesión venció. Ingresá de nuevo para volver a donde estabas.').waitFor()
    await signIn(page)
    await titled(page, 'Resumen Distribuidores')
    expect(new URL(page.url()).searchParams.get('month')).toBe('2026-09')
  })
})

describe('a token in the second half of its life', () => {
  it('is renewed once for all the calls of a page, and no call meets the ended one', async () => {
    const page = await product.open('/reports/simple?month=2026-08')
    await titled(page, 'Reporte SIMPLE')
    const before = await page.evaluate(() => localStorage.getItem('accessToken'))
    // An open page that still asks for something would renew it too, and be left before it has the new one.
    await page.goto('about:blank')
    await page.clock.setFixedTime(Date.now() + 20 * 24 * 3_600_000)
    const renewals: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/refresh')) renewals.push(request.url())
    })
    await page.goto(product.url('/?month=2026-08'))
    await page.getByText('Venta Neta').first().waitFor()
    await page.getByRole('link', { name: 'Resumen Distribuidores' }).click()
    await page.getByText('Estados').first().waitFor()
    expect(renewals).toHaveLength(1)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe(before)
  })
})

describe('a token that another tab replaces', () => {
  it('is replaced in a call that was under way with it, and the session goes on', async () => {
    const page = await product.open('/reports/simple?month=2026-08', { expectedErrors: REFUSED })
    await titled(page, 'Reporte SIMPLE')
    const old = await page.evaluate(() => localStorage.getItem('accessToken') ?? '')
    const signedIn = await post('/api/login', { ...SUPER_ADMIN, device: 'dashboard-web', remember: true })
    const { data } = (await signedIn.json()) as { data: { access_token: string } }
    // Months beside it are asked for too.
    const asked = '/api/distributors/resume?start_date=2026-08'
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes(asked)) answers.push(response.status())
    })
    const onItsWay = async (route: Route) => {
      await page.evaluate((token) => localStorage.setItem('accessToken', token), data.access_token)
      await post('/api/logout', {}, old)
      await route.continue()
    }
    await page.route((url) => url.href.includes(asked), onItsWay, { times: 1 })
    await page.getByRole('link', { name: 'Resumen Distribuidores' }).click()
    await page.getByRole('table', { name: 'Estados de las órdenes' }).waitFor()
    expect(answers.slice(0, 2)).toEqual([401, 200])
    expect(new URL(page.url()).pathname).toBe('/distributors/distributors-overview')
  })
})

describe('sign-up and reset', () => {
  it('asks for an account, returns to sign-in, and the account waits for a role', async () => {
    const page = await product.open('/auth/sign-in', { as: null, expectedErrors: REFUSED })
    await page.getByRole('link', { name: 'Crear cuenta' }).click()
    await page.getByLabel('Nombre').fill('Nora')
    await page.getByLabel('Apellido').fill('Paz')
    await page.getByLabel('Correo electrónico').fill('nora@gondola.test')
    await page.locator('input[type=password]').fill('corta')
    await submit(page, 'Crear cuenta')
    await page.getByText('Must be at least 12 characters').waitFor()
    await page.locator('input[type=password]').fill('una clave larga de Nora')
    await submit(page, 'Crear cuenta')
    await page.getByText('Usuario registrado con exito').waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/sign-in')
    await signIn(page, { email: 'nora@gondola.test', password: 'una clave larga de Nora' })
    await page.getByText('Tu cuenta espera que una persona administradora le dé un rol.').waitFor()
  })

  it('asks for the mail of the reset and returns to sign-in', async () => {
    const page = await product.open('/auth/reset-password', { as: null })
    await submit(page, 'Reestablecer contraseña')
    await page.getByText('Correo electrónico es requerido').waitFor()
    await page.keyboard.type('nadie')
    await submit(page, 'Reestablecer contraseña')
    await page.getByText('Debe ser un correo electrónico válido').waitFor()
    await page.getByLabel('Correo electrónico').fill('nadie@gondola.test')
    await submit(page, 'Reestablecer contraseña')
    await page.waitForURL(/\/auth\/sign-in/)
    await page.getByText('Si el correo tiene una cuenta').waitFor()
  })

  it('tells that the link of a mail is used up', async () => {
    const page = await product.open('/auth/reset-password?token=de-ayer', {
      as: null,
      expectedErrors: [/status of 400/],
    })
    await page.locator('input[type=password]').fill('una clave nueva y larga')
    await submit(page, 'Guardar contraseña')
    await page.getByText('El enlace ya se usó o venció. Pedí uno nuevo.').waitFor()
  })
})

describe('Configuración', () => {
  it('is for superAdmin; an admin sees no entry and is sent back one step', async () => {
    const admin = { email: 'admin@gondola.test', password: 'una clave larga de admin' }
    const made = await post('/api/users', { ...admin, name: 'Ada Min', role: 'admin' }, await product.token())
    expect(made.status).toBe(200)

    const page = await product.open('/reports/simple?month=2026-08', { as: admin })
    await titled(page, 'Reporte SIMPLE')
    expect(await page.getByRole('button', { name: 'Configuración' }).count()).toBe(0)
    await page.goto(product.url('/settings/users'))
    await page.waitForURL(/\/reports\/simple/)
    const why = page.getByText('Configuración es solo para superAdmin: tu rol no la incluye.')
    await why.waitFor()
    // Opened by its address there is no step to go back: the scorecard opens.
    const direct = await product.open('/settings/crones', { as: admin })
    await direct.waitForURL((url) => url.pathname === '/')
    await direct.getByText('Configuración es solo para superAdmin: tu rol no la incluye.').waitFor()

    const super_ = await product.open('/settings/users')
    await titled(super_, 'Usuarios')
    await super_.getByRole('button', { name: 'Configuración' }).waitFor()
  })
})
