// Configuración in Chromium, on a server whose jobs have run: accessibility of its forms and lists, and screens that follow
// the data.
import { describe, expect, it } from 'vitest'
import { monthAt, monthRange } from '#contract/month.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, region, SHOWN, settled, startProduct, unstyledParts } from './harness.ts'

const product = startProduct({ own: true })

const MONTH = '2026-09'

it('jobs leave lists without accessibility problems, no wider than a phone', async () => {
  const page = await product.open('/settings/crones')
  await page.getByRole('button', { name: 'Ejecutar Conciliación', exact: true }).click()
  await page.locator('[data-cron="reconciliation"]').getByText('Correcto').waitFor()
  await page.setViewportSize(PHONE)
  for (const [path, words] of [
    ['/settings/crones', 'Resultado de la conciliación'],
    ['/settings/crones/logs', 'Página 1 de'],
    ['/settings/crones/unplaced', 'Ejecutar Conciliación'],
    ['/settings/crones/audit', 'Página 1 de'],
    ['/settings/programs', 'Accesos de programas'],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await page.getByText(words).first().waitFor()
    await settled(page)
    await expectNoAxeViolations(page)
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
  }
})

it.each([
  ['/settings/users', 'Nuevo usuario'],
  ['/settings/roles', 'Nuevo rol'],
])('the form of %s has no accessibility problems', async (path, name) => {
  const page = await product.open(path)
  await page.getByRole('button', { name }).click()
  const form = page.getByRole('dialog', { name, exact: true })
  await form.waitFor()
  if (name === 'Nuevo rol') {
    await form.getByLabel('Solo algunos distribuidores').check()
    await form.getByText('0 elegidos').waitFor()
  }
  await expectNoAxeViolations(page)
  expect(await unstyledParts(page)).toEqual([])
})

it.each(['/settings/roles', '/settings/users'])(
  'says inside the card or row of %s on a phone why somebody cannot look as another',
  async (path) => {
    const page = await product.open(path, { expectedErrors: [/403/] })
    await page.setViewportSize(PHONE)
    await page.route('**/api/view-as', (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, code: 'viewing-reads-only', message: '' },
      }),
    )
    const failure = page.getByText('solo se puede mirar')
    await page
      .getByRole('button', { name: /^Ver como/ })
      .first()
      .click()
    await failure.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
    expect((await failure.boundingBox())?.width).toBeLessThan(PHONE.width / 1.2)
  },
)

it('API tokens have no accessibility problems, also on a phone', async () => {
  const page = await product.open('/account', { fresh: true })
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Crear token' }).click()
  const form = page.getByRole('dialog', { name: 'Crear un token de acceso' })
  await form.getByLabel('Solo algunos distribuidores').check()
  await form.getByText('0 elegidos').waitFor()
  await expectNoAxeViolations(page)
  await form.getByLabel('Todos los distribuidores').check()
  await form.getByLabel('Nombre', { exact: true }).fill('Planilla')
  await form.getByRole('button', { name: 'Crear token' }).click()
  const shown = page.getByRole('dialog', { name: 'Copiá tu token' })
  await shown.getByText(/^gondola_pat_/).waitFor()
  await expectNoAxeViolations(page)
  await shown.getByRole('button', { name: 'Ya lo guardé' }).click()
  await region(page, 'Tokens de acceso').getByText('Planilla', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
})

it('data links have no accessibility problems and can be created by keyboard, also on a phone', async () => {
  const page = await product.open('/account', { fresh: true })
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Crear enlace' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Crear un enlace de datos' })
  await form.getByLabel('Venta Neta', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await form.getByLabel('Nombre', { exact: true }).fill('Ventas por mes')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Copiá la dirección' })
  await shown.getByText(/gondola_lnk_/).waitFor()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await region(page, 'Enlaces de datos').getByText('Ventas por mes', { exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.goto(product.url('/analysis/explore?measures=net_sale&by=province&where=status%3Awc-completed'))
  await page.getByRole('button', { name: 'Exportar', disabled: false }).press('Enter')
  await page.getByRole('menuitem', { name: 'Enlace de datos' }).press('Enter')
  await page.getByRole('definition').getByText('Estado: 1 valor').waitFor()
  await expectNoAxeViolations(page)
})

describe('an open screen', () => {
  it('refetches its month quietly when its data changes', async () => {
    const page = await product.open(null, { loadsAhead: true })
    const listening = page.waitForResponse(
      (response) => response.url().endsWith('/api/events') && response.ok(),
    )
    await page.goto(product.url(`/?month=${MONTH}`))
    await listening
    const card = page.getByRole('article').first()
    await card.getByRole('note').waitFor()
    await card.evaluate((element) => element.setAttribute('data-same', ''))
    const again = page.waitForResponse((response) => response.url().includes('/api/summary/main-page?'))
    const headers = { authorization: `Bearer ${await product.token()}` }
    const back = monthRange(MONTH, monthAt(new Date(), 'America/Argentina/Buenos_Aires')).length - 1
    const run = await fetch(product.url(`/api/config/crones/run/summaries?subMonths=${back}`), { headers })
    expect(run.status, await run.text()).toBeLessThan(300)
    await again
    expect(await page.locator('[data-same]').count()).toBe(1)
    expect(await page.locator(`${SHOWN} [aria-busy]`).count()).toBe(0)
  })

  it('fills failed panels as soon as the server is back', async () => {
    const page = await product.open(null, { expectedErrors: [/ERR_CONNECTION_REFUSED/] })
    const away = /\/api\/(events|summary\/main-page\/charts)/
    await page.route(away, (route) => route.abort('connectionrefused'))
    await page.goto(product.url(`/?month=${MONTH}`))
    const retry = page.locator(SHOWN).getByRole('button', { name: 'Reintentar' })
    await retry.first().waitFor()
    const notice = page.getByRole('status').getByText('El servidor no contesta.')
    await notice.waitFor()
    await page.unroute(away)
    await region(page, 'Monto facturado').locator('svg[data-chart]').first().waitFor()
    await notice.waitFor({ state: 'hidden' })
    await expect.poll(() => retry.count()).toBe(0)
  })
})
