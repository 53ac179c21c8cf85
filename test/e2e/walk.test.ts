// One visit from end to end, on the recorded store: the figures on screen are those of its orders.
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { productOn, SHOWN, settled } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'
import { centsOf, columnOf, exportOf, region, sumOf } from './tables.ts'

const product = productOn('recorded')

async function signIn(page: Page, password = SUPER_ADMIN.password) {
  await page.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** Months drawn behind the one on screen. */
const AHEAD = '[data-sheet="ahead"]'

const chosenMonth = (page: Page) => new URL(page.url()).searchParams.get('month')

describe('a visit', () => {
  it('goes from the sign-in over two months and the distributors to the sign-out, keeping the month', async () => {
    const page = await product.open('/', { as: null })
    await page.waitForURL(/\/auth\/sign-in/)
    await signIn(page)

    await page.getByText('Venta Neta').first().waitFor()
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=/)
    const month = chosenMonth(page)
    expect(month).toMatch(/^\d{4}-\d{2}$/)

    await page.goto(product.url(`/distributors/distributors-details?month=${month}`))
    const link = page.locator('a[href^="/distributors/distributors-details/"]').first()
    await link.click()
    await page.waitForURL(/\/distributors\/distributors-details\/[^/?]+/)
    expect(chosenMonth(page)).toBe(month)

    await page.goBack()
    await link.waitFor()
    expect(chosenMonth(page)).toBe(month)

    await page.getByRole('button', { name: /Menú de usuario/ }).click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL(/\/auth\/sign-in/)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })

  it('opens the products of a segment alone, and none of another whose name begins alike', async () => {
    const page = await product.open('/products-overview/segments-table?month=2026-10')
    const segments = region(page, 'Tabla de Segmentos')
    const names = await columnOf(segments, 'Segmento')
    expect(names).toEqual(expect.arrayContaining(['Harina 000', 'Harina 0000']))
    const amount = (await columnOf(segments, 'Monto facturado'))[names.indexOf('Harina 000')] ?? ''
    await segments.getByRole('link', { name: 'Harina 000', exact: true }).click()
    const ranking = region(page, 'Ranking de ventas')
    expect(new Set(await columnOf(ranking, 'Segmento'))).toEqual(new Set(['Harina 000']))
    const cents = centsOf(amount.replaceAll(/[^\d,]/g, ''))
    expect(sumOf(await exportOf(page, ranking), 'Monto total')).toBe(cents)
    await ranking.getByLabel('Filtrar por Segmento').fill('harina')
    await expect.poll(() => columnOf(ranking, 'Segmento')).toContain('Harina 0000')
  })

  it('steps to a month that was drawn ahead, and shows what its own address shows', async () => {
    const stepped = await product.open('/?month=2026-10')
    const opened = await product.open('/?month=2026-09')
    for (const path of [
      '/',
      '/distributors/distributors-overview',
      '/customers-overview',
      '/products-overview/business',
      '/benefits/overview',
    ]) {
      await stepped.goto(product.url(`${path}?month=2026-10`))
      await stepped.locator(AHEAD).nth(1).waitFor({ state: 'attached' })
      await opened.goto(product.url(`${path}?month=2026-09`))
      await settled(opened)
      await stepped.getByRole('button', { name: 'Mes anterior' }).click()
      await stepped.waitForURL(/month=2026-09/)
      const seen = (page: Page) => page.locator(SHOWN).innerText()
      await expect.poll(() => seen(stepped), { message: path }).toBe(await seen(opened))
    }
  })

  it('steps with what was opened on a screen still open', async () => {
    const page = await product.open('/?month=2026-10')
    await page.locator(AHEAD).first().waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Ver como tabla' }).first().click()
    await page.locator(AHEAD).first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mes anterior' }).click()
    await page.waitForURL(/month=2026-09/)
    await page.getByRole('table').waitFor()
  })

  it('takes away what was drawn ahead while the pointer rests on another screen, which then opens sooner', async () => {
    const page = await product.open('/?month=2026-10')
    const ahead = page.locator(AHEAD).first()
    await ahead.waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Resumen de Negocios' }).hover()
    await ahead.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Scorecard' }).hover()
    await ahead.waitFor({ state: 'attached' })
  })

  it('exports the table of distributors, and the file holds the rows of the call', async () => {
    const page = await product.open('/distributors/distributors-details?month=2026-10')
    await page.locator('a[href^="/distributors/distributors-details/"]').first().waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/2026-10\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    const rows: Record<string, string>[] = parse(text, { bom: true, delimiter: ';', columns: true })

    const answer = await fetch(
      product.url('/api/distributors/get-distributors-list?start_date=2026-10&per_page=1000'),
      { headers: { authorization: `Bearer ${await product.token()}` } },
    )
    const { data } = (await answer.json()) as { data: Record<string, string | number>[] }
    expect(data.length).toBeGreaterThan(20)
    const cell = (name: string) => new Set(rows.map((row) => row[name]))
    expect(cell('Dist ID')).toEqual(new Set(data.map((row) => row.dist_id)))
    expect(cell('Distribuidor')).toEqual(new Set(data.map((row) => row.dist_name)))
    const amounts = data.map((row) => Number(row.completed_amount).toFixed(2).replace('.', ','))
    expect(cell('Monto completado')).toEqual(new Set(amounts))
    expect(rows.length).toBe(data.length)
  })

  it('says plainly that the password is wrong, and stays', async () => {
    const page = await product.open('/auth/sign-in', { as: null, expectedErrors: [/status of 401/] })
    await signIn(page, 'otra clave bien larga')
    await page.getByText('¡Usuario o clave incorrectos!').waitFor()
    expect(page.url()).toContain('/auth/sign-in')
  })

  it('asks to sign in again when the token has expired, and returns to the same address', async () => {
    const page = await product.open('/auth/sign-in', { as: null })
    // A token whose exp claim is the first second of 1970.
    await page.evaluate(() => localStorage.setItem('accessToken', `x.${btoa('{"exp":1}')}.x`))
    await page.goto(product.url('/distributors/distributors-overview?month=2026-09'))
    await page.waitForURL(/\/auth\/sign-in/)
    await signIn(page)
    await page.waitForURL(/\/distributors\/distributors-overview/)
    expect(chosenMonth(page)).toBe('2026-09')
  })
})
