// Visits in a real browser: sign-in and sign-out, keyboard only, sessions across tabs, prefetched code and data, code that
// fails to load, and files.
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type {} from '#web/api/early-answers.ts'
import { expectNoAxeViolations } from './axe.ts'
import { AHEAD, PHONE, region, SHOWN, searchParam, settled, startProduct } from './harness.ts'
import { focused, tabTo } from './keyboard.ts'
import { SUPER_ADMIN } from './server.ts'

const product = startProduct()

const MONTH = '2026-10'
const LIST = '/distributors/distributors-details'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))
const shownTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function signIn(page: Page) {
  await page.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
  await page.getByLabel('Contraseña').fill(SUPER_ADMIN.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

describe('a visit', () => {
  it('walks from sign-in through two months and the distributors to sign-out, keeping the month', async () => {
    const page = await product.open('/', { as: null, loadsAhead: true })
    await page.waitForURL(/\/auth\/sign-in/)
    await signIn(page)
    await page.getByText('Venta Neta').first().waitFor()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=/)
    const month = searchParam(page, 'month')
    expect(month).toMatch(/^\d{4}-\d{2}$/)

    await page.goto(product.url(`${LIST}?month=${month}`))
    const link = page.locator(`a[href^="${LIST}/"]`).first()
    await link.click()
    await page.waitForURL(/\/distributors\/distributors-details\/[^/?]+/)
    expect(searchParam(page, 'month')).toBe(month)
    await page.goBack()
    await link.waitFor()
    expect(searchParam(page, 'month')).toBe(month)

    await page.getByRole('button', { name: /Menú de usuario/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL(/\/auth\/sign-in/)
    expect(await storedToken(page)).toBeNull()
  })

  it('reaches a sorted, filtered table and its file by keyboard alone', async () => {
    const page = await product.open('/auth/sign-in', { as: null })
    await page.getByLabel('Correo electrónico').waitFor()
    if ((await focused(page)).name !== 'Correo electrónico') await tabTo(page, 'Correo electrónico')
    await page.keyboard.type(SUPER_ADMIN.email)
    await tabTo(page, 'Contraseña')
    await page.keyboard.type(SUPER_ADMIN.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/\?month=2026-10/)
    await page.getByRole('article').first().waitFor()

    await tabTo(page, 'Mes anterior')
    await page.keyboard.press('Enter')
    await page.waitForURL(/month=2026-09/)
    await tabTo(page, 'Reportes de Distribuidores', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/distributors\/distributors-details\?month=2026-09/)
    await page.locator('h1:focus').waitFor()
    const panel = region(page, 'Distribuidores')
    const names = panel.locator('tbody:not([aria-hidden]) td:first-child')
    await names.first().waitFor()
    const someone = (await names.first().textContent()) ?? ''

    await tabTo(page, 'Monto completado')
    await page.keyboard.press('Enter')
    const header = panel.getByRole('columnheader', { name: 'Monto completado' })
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
    await tabTo(page, 'Filtrar por Distribuidor')
    await page.keyboard.type(someone)
    await page.keyboard.press('Enter')
    await panel.getByText('1 fila', { exact: true }).waitFor()
    expect(await names.allTextContents()).toEqual([someone])

    await tabTo(page, 'Exportar CSV', 'Shift+Tab')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/2026-09\.csv$/)
  })

  it('opens a screen, a month and a distributor from the palette', async () => {
    const page = await product.open('/reports/simple?month=2026-08')
    await page.getByRole('navigation', { name: 'Pie de página' }).waitFor()
    const find = async (words: string, choice: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder(/^Pantalla, mes, orden/).fill(words)
      // Distributors arrive after typing, and Enter still opens the first one.
      await page.getByRole('button', { name: choice }).and(page.locator('[data-selected]')).waitFor()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+k')
    const field = await page.getByPlaceholder(/^Pantalla, mes, orden/).boundingBox()
    const dialog = await page.getByRole('dialog').boundingBox()
    expect([field?.width, field?.x]).toEqual([
      expect.closeTo(dialog?.width ?? 0, -1),
      expect.closeTo(dialog?.x ?? 0, -1),
    ])
    await page.keyboard.press('Escape')
    await find('cajas', /Cajas Surtidas/)
    await page.waitForURL(/\/reports\/mix-boxes\?month=2026-08/)
    await find('marzo 2026', /Marzo 2026/)
    await page.waitForURL(/\/reports\/mix-boxes\?month=2026-03/)
    await find('distribuidora', /^Distribuidora /)
    await page.waitForURL(/\/distributors\/distributors-details\/[^/?]+\?month=2026-03/)
  })

  it('skips to the content with the first key', async () => {
    const page = await product.open('/help')
    await page.getByRole('navigation', { name: 'Pie de página' }).waitFor()
    await page.keyboard.press('Tab')
    await page.locator('a:focus', { hasText: 'Ir al contenido' }).press('Enter')
    await page.locator('main:focus').waitFor()
  })
})

describe('an overlay', () => {
  it('restores the focus', async () => {
    const page = await product.open('/settings/users')
    const users = region(page, 'Usuarios')
    const newUser = users.getByRole('button', { name: 'Nuevo usuario' })
    const filter = users.getByLabel('Filtrar por Nombre')
    for (const [from, key, name] of [
      [newUser, 'Enter', 'Nuevo usuario'],
      [newUser, 'Shift+?', 'Atajos de teclado'],
      [filter, 'Control+k', 'Buscar'],
    ] as const) {
      await from.focus()
      await page.keyboard.press(key)
      const dialog = page.getByRole('dialog', { name })
      await dialog.waitFor()
      await dialog.locator(':focus').waitFor()
      if (from !== newUser || key !== 'Enter') await expectNoAxeViolations(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect
        .poll(() => from.evaluate((element) => element === document.activeElement), { message: name })
        .toBe(true)
    }
  })

  it('opens as a drawer on a phone and closes when an entry is chosen', async () => {
    const page = await product.open('/help', { viewport: PHONE })
    await page.getByRole('button', { name: 'Abrir el menú' }).click()
    await expectNoAxeViolations(page, { withMenu: true })
    await page.getByRole('link', { name: 'Mailing' }).click()
    await page.waitForURL(/\/reports\/users-mails/)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('keeps the focus in a table that was refetched', async () => {
    const page = await product.open(null, { expectedErrors: [/status of 500/] })
    let broken = true
    await page.route('**/api/orders/ranking-orders-by-segments?*', (route) =>
      broken ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
    )
    await page.goto(product.url(`/products-overview/segments-table?month=${MONTH}`))
    await page.getByRole('button', { name: 'Reintentar' }).focus()
    broken = false
    await page.keyboard.press('Enter')
    await region(page, 'Tabla de Segmentos')
      .getByText(/^Página 1 de/)
      .waitFor()
    expect(await focused(page)).toEqual({ name: 'Tabla: Tabla de Segmentos', visible: true })
  })
})

describe('a token', () => {
  it('is renewed once for all calls of a page in the second half of its life', async () => {
    const page = await product.open('/help', { loadsAhead: true })
    await shownTitle(page, 'Ayuda')
    const before = await storedToken(page)
    // An open page with running requests would renew the token too, and might be left before it has the new one.
    await page.goto('about:blank')
    await page.clock.setFixedTime(Date.now() + 20 * 24 * 3_600_000)
    const renewals: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/refresh')) renewals.push(request.url())
    })
    await page.goto(product.url(`/?month=${MONTH}`))
    await page.getByText('Venta Neta').first().waitFor()
    await page.getByRole('link', { name: 'Resumen Distribuidores' }).click()
    await page.getByText('Estados').first().waitFor()
    expect(renewals).toHaveLength(1)
    expect(await storedToken(page)).not.toBe(before)
  })

  it('replaced by another tab is used by a pending call', async () => {
    const page = await product.open('/help', { expectedErrors: [/status of 401/] })
    await shownTitle(page, 'Ayuda')
    const old = (await storedToken(page)) ?? ''
    const login = { ...SUPER_ADMIN, device: 'dashboard-web', remember: true }
    const { data } = (await (await product.post('/api/login', login)).json()) as {
      data: { access_token: string }
    }
    const call = `/api/distributors/resume?start_date=${MONTH}`
    const answers: number[] = []
    page.on('response', (response) => {
      if (response.url().includes(call)) answers.push(response.status())
    })
    const replaceToken = async (route: Route) => {
      await page.evaluate((token) => localStorage.setItem('accessToken', token), data.access_token)
      const headers = { authorization: `Bearer ${old}`, 'content-type': 'application/json' }
      await fetch(product.url('/api/logout'), { method: 'POST', headers, body: '{}' })
      await route.continue()
    }
    await page.route((url) => url.href.includes(call), replaceToken, { times: 1 })
    await page.getByRole('link', { name: 'Resumen Distribuidores' }).click()
    await page.getByRole('table', { name: 'Estados de las órdenes' }).waitFor()
    expect(answers.slice(0, 2)).toEqual([401, 200])
    expect(new URL(page.url()).pathname).toBe('/distributors/distributors-overview')
  })
})

describe('the first screen', () => {
  it.each([
    ['the month before', ''],
    ['the year before', 'compare=year'],
  ])('compared with %s asks each question once, before its code is loaded', async (_, compare) => {
    const page = await product.open(`/?${compare}`, { loadsAhead: true })
    await page.getByText('Venta Neta').first().waitFor()
    await page.waitForFunction(() => window.gondolaEarly?.responses.size === 0)
    const latest = searchParam(page, 'month')
    const calls = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
    )
    const figures = `/api/summary/main-page?start_date=${latest}`
    const year = `/api/summary/main-page/charts?start_date=${latest}`
    for (const path of ['/api/me', '/api/config', year])
      expect(calls.filter((one) => one === path)).toHaveLength(1)
    expect(calls.filter((one) => one.startsWith(figures))).toEqual([`${figures}${compare && `&${compare}`}`])
  })

  it('loads the code of other screens while idle', async () => {
    const page = await product.open(`/?month=${MONTH}`, { loadsAhead: true })
    await page.getByRole('article').first().getByRole('note').waitFor()
    // The last of the menu.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /assets\/store-screen/.test(name)),
    )
    await page.route('**/assets/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Ranking de ventas' }).click()
    await page.getByRole('columnheader', { name: 'Producto' }).waitFor()
  })

  it('can be installed, with a manifest whose icons exist', async () => {
    const page = await product.open('/help')
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await (await page.request.get(product.url(href ?? ''))).json()
    expect(manifest).toMatchObject({ name: 'Góndola', start_url: '/', display: 'standalone' })
    expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    )
    for (const { src, type } of manifest.icons)
      expect((await page.request.get(product.url(src))).headers()['content-type'], src).toContain(type)
  })
})

describe('the description of the API', () => {
  it('opens in the browser and tries a call, under the policy of the server', async () => {
    const page = await product.open(null, { as: null })
    const path = '/api/login/options'
    // Drawing all calls takes seconds.
    await page.route('**/api/docs/json', async (route) => {
      const description = await (await route.fetch()).json()
      await route.fulfill({ json: { ...description, paths: { [path]: description.paths[path] } } })
    })
    await page.goto(product.url('/api/docs'))
    const options = page.locator('.opblock', { hasText: path })
    await options.getByRole('button').first().click()
    await options.getByRole('button', { name: 'Try it out' }).click()
    await options.getByRole('button', { name: 'Execute' }).click()
    await options.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
  })
})

describe('a neighbouring month', () => {
  it('prerendered shows what its own address shows', async () => {
    const stepped = await product.open(`/?month=${MONTH}`, { loadsAhead: true })
    const opened = await product.open('/?month=2026-09')
    const textOf = (page: Page) => page.locator(SHOWN).innerText()
    for (const path of ['/', '/distributors/distributors-overview', '/products-overview/business']) {
      await stepped.goto(product.url(`${path}?month=${MONTH}`))
      await stepped.locator(AHEAD).first().waitFor({ state: 'attached' })
      await opened.goto(product.url(`${path}?month=2026-09`))
      await settled(opened)
      await stepped.getByRole('button', { name: 'Mes anterior' }).click()
      await stepped.waitForURL(/month=2026-09/)
      await expect.poll(() => textOf(stepped), { message: path }).toBe(await textOf(opened))
    }
  })

  it('is dropped when something opens on the screen', async () => {
    const page = await product.open(`/?month=${MONTH}`, { loadsAhead: true })
    const ahead = page.locator(AHEAD).first()
    await ahead.waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Ver como tabla' }).first().click()
    await ahead.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=2026-09/)
    await page.getByRole('table').waitFor()
  })
})

describe('code that cannot be fetched', () => {
  it('of the icon menu leaves the full menu', async () => {
    const page = await product.open('/help', { expectedErrors: [/net::ERR_FAILED/] })
    await page.route('**/icon-menu*', (route) => route.abort())
    await page.getByRole('button', { name: 'Contraer el menú' }).click()
    await page.getByText('El menú de íconos no se pudo cargar: queda el completo.').waitFor()
    await page.getByRole('button', { name: 'Contraer el menú' }).waitFor()
    await page.getByRole('link', { name: 'Ranking de ventas' }).waitFor()
    await shownTitle(page, 'Ayuda')
  })

  it('of the palette or of a screen leaves the frame intact and is repeated once the network is back', async () => {
    // A screen without calls that could fail, and without the style sheet of the next one.
    const page = await product.open('/help', {
      fresh: true,
      expectedErrors: [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /NetworkError/, /dynamically imported/],
    })
    await shownTitle(page, 'Ayuda')
    // The title may come before the frame hears keys; the words of the screen come after.
    await page.getByRole('heading', { level: 2, name: 'Teclado' }).waitFor()
    await page.route(/palette|api\/health/, (route) => route.abort())
    await page.keyboard.press('Control+k')
    await page.getByText('No se pudo abrir: el servidor no contesta.').waitFor()
    await shownTitle(page, 'Ayuda')
    await page.unrouteAll()

    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Tabla de Segmentos' }).click()
    await page.getByText('Sin respuesta del servidor').waitFor()
    await page.getByRole('link', { name: 'Ranking de ventas' }).waitFor()
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByText('Sin respuesta del servidor').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Exportar CSV' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/products-overview/segments-table')
    const header = page.locator('th').first()
    expect(await header.evaluate((cell) => getComputedStyle(cell).position)).toBe('sticky')
  })
})

describe('a file', () => {
  it('of a table holds the rows of the call', async () => {
    const page = await product.open(`${LIST}?month=${MONTH}`)
    await page.locator(`a[href^="${LIST}/"]`).first().waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/2026-10\.csv$/)
    const content = (await buffer(await download.createReadStream())).toString('utf8')
    expect(content.startsWith('\uFEFF')).toBe(true)
    const rows: Record<string, string>[] = parse(content, { bom: true, delimiter: ';', columns: true })
    const data = await product.dataOf<Record<string, string | number>[]>(
      `/api/distributors/get-distributors-list?start_date=${MONTH}&per_page=1000`,
    )
    expect(data.length).toBeGreaterThan(20)
    const cells = (name: string) => new Set(rows.map((row) => row[name]))
    expect(cells('Dist ID')).toEqual(new Set(data.map((row) => row.dist_id)))
    expect(cells('Distribuidor')).toEqual(new Set(data.map((row) => row.dist_name)))
    const amounts = data.map((row) => Number(row.completed_amount).toFixed(2).replace('.', ','))
    expect(cells('Monto completado')).toEqual(new Set(amounts))
    expect(rows.length).toBe(data.length)
  })

  it('of a chart is a picture', async () => {
    const page = await product.open(`/?month=${MONTH}`)
    const panel = region(page, 'Monto facturado')
    await panel.locator('svg[data-chart]').waitFor()
    const saved = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Descargar imagen' }).click()
    expect((await saved).suggestedFilename()).toBe('monto_facturado_2026-10.png')
  })
})
