// The main path of Explorar in Chromium: choose, filter, pivot, chart, save, back; no violations of axe in any form of the
// answer.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { PHONE, SHOWN, settled, startProduct } from './harness.ts'

const product = startProduct()

/** The answer on screen; those of the neighbouring periods are rendered behind it. */
const answerOf = (page: Page) => page.locator(`${SHOWN} ${SHOWN}`)

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor()

it('chooses, filters, pivots, draws, saves and goes back', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/explore?month=2026-10', { loadsAhead: true })
  const fields = page.getByRole('complementary', { name: 'Campos' })
  await fields.getByLabel('Buscar un campo…').fill('venta neta')
  await page.keyboard.press('Enter')
  await heading(page, 'Venta Neta')
  await fields.getByLabel('Buscar un campo…').fill('')
  await fields.getByRole('button', { name: 'Provincia', exact: true }).click()
  await fields.getByRole('button', { name: 'Negocio', exact: true }).click()
  await heading(page, 'Venta Neta por Provincia y Negocio')
  await settled(page)
  // Moves the pointer off the field, whose tooltip is outside of all landmarks.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await axeProblems(page, ['light'])).toEqual([])

  await page.getByRole('button', { name: 'Agregar un filtro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Provincia', exact: true }).click()
  const values = page.getByRole('list', { name: 'Provincia', exact: true })
  await values.getByText('Ciudad Autónoma de Buenos Aires').waitFor()
  const cut = await values
    .locator('span')
    .evaluateAll((names) => names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect(cut).toBe(0)
  await page.keyboard.type('córdoba')
  await page.getByRole('checkbox', { name: /^Córdoba/ }).check()
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.waitForURL(/where=province/)
  const filtered = page.url()

  await answerOf(page).getByText('Cruzada', { exact: true }).click()
  const pivot = page.getByRole('region', { name: 'Tabla cruzada: Venta Neta' })
  await pivot.getByRole('button', { name: 'Córdoba' }).waitFor()
  expect(await axeProblems(page, ['dark'])).toEqual([])

  await answerOf(page).getByText('Gráfico', { exact: true }).click()
  await answerOf(page).locator('[data-chart]').waitFor()
  expect(await axeProblems(page, ['light'])).toEqual([])
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Imagen PNG' }).click(),
  ])
  expect((await buffer(await picture.createReadStream())).subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).first().click(),
  ])
  expect((await buffer(await file.createReadStream())).toString('utf8')).toMatch(
    /^\uFEFF"Provincia";"Negocio";"Venta Neta"\r\nCórdoba;/,
  )

  await page.goBack()
  await pivot.waitFor()
  await page.goBack()
  await page.waitForURL(filtered)
})

const asked = (page: Page) => new URL(page.url()).searchParams.get('why') ?? ''

it('keeps both titles of a pivot and its totals in sight', { timeout: 60_000 }, async () => {
  const asked = 'measures=net_sale&by=distributor,product&grain=month&from=2026-01-01&to=2026-10-31'
  const page = await product.open(`/analysis/explore?${asked}&view=pivot`)
  const pivot = page.getByRole('region', { name: 'Tabla cruzada: Venta Neta' })
  await pivot.locator('tfoot').waitFor()
  const places = () =>
    pivot.evaluate((box) => {
      const at = (cell: string) => box.querySelector(cell)?.getBoundingClientRect()
      const { left } = box.getBoundingClientRect()
      const [first, second] = [at('thead th:nth-child(1)'), at('thead th:nth-child(2)')]
      // The first total that is not behind the titles, and what is drawn there.
      const edge = (second?.right ?? 0) + 12
      const { top = 0, height = 0 } = at('tfoot th') ?? {}
      const drawn = document.elementFromPoint(edge, top + height / 2)
      return {
        titles: [first?.left, second?.left].map((x) => Math.round((x ?? 0) - left)),
        total: drawn?.closest('td')?.hasAttribute('data-numeric'),
      }
    })
  expect(await places()).toEqual({ titles: [0, 190], total: true })
  await pivot.evaluate((box) => box.scrollTo({ left: box.scrollWidth, behavior: 'instant' }))
  expect(await places()).toEqual({ titles: [0, 190], total: true })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(async () => (await places()).titles[1]).toBeGreaterThan(250)
  await page.setViewportSize(PHONE)
  await pivot.evaluate((box) => box.scrollTo({ left: box.scrollWidth, behavior: 'instant' }))
  const cut = await pivot.evaluate((box) => {
    const [title, total] = ['tfoot th', 'tbody th'].map((cell) =>
      box.querySelector(cell)?.getBoundingClientRect(),
    )
    return Math.round((title?.right ?? 0) - (total?.right ?? 0))
  })
  expect(cut).toBe(0)
})

it.each(['table', 'pivot'])('prints every row and column of a long %s', { timeout: 60_000 }, async (view) => {
  const asked = 'measures=net_sale&by=distributor,business&grain=month&from=2026-01-01&to=2026-10-31'
  const page = await product.open(`/analysis/explore?${asked}&view=${view}`, {
    viewport: { width: 1040, height: 720 },
  })
  const table = page.locator(`${SHOWN} ${SHOWN} section[tabindex]`)
  await table.locator('tfoot').waitFor()
  const sizes = () =>
    table.evaluate((box) => ({
      rows: box.querySelectorAll('tbody tr:not([aria-hidden])').length,
      hidden: [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth].map(
        (size) => size > 1,
      ),
    }))
  const all = await product.dataOf<object[]>(`/api/questions/answer?${asked}&per_page=1000`)
  const lines = await product.dataOf<object[]>(
    '/api/questions/answer?measures=net_sale&by=distributor,business&from=2026-01-01&to=2026-10-31&per_page=1000',
  )
  expect((await sizes()).rows).toBeLessThan(lines.length)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const { rows, hidden } = await sizes()
  // A pivot has subtotals, too.
  expect(rows).toBeGreaterThanOrEqual(view === 'table' ? Math.min(1000, all.length) : lines.length)
  expect(hidden).toEqual([false, false])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await page.waitForFunction((before) => document.querySelectorAll('tbody tr').length < before, rows)
})

it('explains a change, then a value of it, twice, and goes back', { timeout: 120_000 }, async () => {
  const page = await product.open('/?month=2026-10')
  const change = page.locator(SHOWN).getByTitle('¿Por qué cambió?').first()
  await change.click()
  const panel = page.getByRole('complementary', { name: '¿Por qué cambió?' })
  await panel.getByRole('heading', { name: 'Venta Neta' }).waitFor()
  await panel.locator('[data-chart]').waitFor()
  // There is room for both: the panel is beside the cards.
  const [right, left] = await Promise.all([
    page
      .locator(`${SHOWN} article`)
      .last()
      .boundingBox()
      .then((box) => (box?.x ?? 0) + (box?.width ?? 0)),
    panel.boundingBox().then((box) => box?.x ?? 0),
  ])
  expect(right).toBeLessThanOrEqual(left)
  await page.mouse.move(0, 0)
  expect(await axeProblems(page, ['light', 'dark'])).toEqual([])

  const trail = panel.getByRole('navigation', { name: 'Filtros tomados' })
  for (const depth of [1, 2]) {
    const values = panel.getByTitle(/^¿Por qué cambió dentro de/).filter({ visible: true })
    await (depth === 1 ? values.first() : values.last()).click()
    await expect.poll(() => trail.getByRole('listitem').count()).toBe(depth + 1)
    await expect.poll(() => panel.locator('[aria-busy]').count()).toBe(0)
    expect(await panel.evaluate((box) => box.scrollTop)).toBe(0)
  }
  const deep = asked(page)
  expect(deep.match(/where=/g)).toHaveLength(2)
  const words = await panel.locator('dl').innerText()

  await page.goBack()
  await expect.poll(() => trail.getByRole('listitem').count()).toBe(2)
  await trail.getByRole('link', { name: 'Todo' }).click()
  await trail.waitFor({ state: 'detached' })

  const linked = await product.open(`/?month=2026-10&why=${encodeURIComponent(deep)}`)
  const there = linked.getByRole('complementary', { name: '¿Por qué cambió?' })
  await expect.poll(() => there.locator('dl').innerText()).toBe(words)
  await there.getByRole('heading', { name: 'Venta Neta' }).click()
  await linked.keyboard.press('Escape')
  await there.waitFor({ state: 'detached' })
})

it('on a phone a change is explained on a sheet', { timeout: 60_000 }, async () => {
  const page = await product.open('/?month=2026-10', { viewport: PHONE, theme: 'dark' })
  await page.locator(SHOWN).getByTitle('¿Por qué cambió?').first().click()
  const sheet = page.getByRole('dialog', { name: '¿Por qué cambió?' })
  await sheet.locator('[data-chart]').waitFor()
  expect((await sheet.boundingBox())?.width).toBe(PHONE.width)
  expect(await sheet.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  expect(await axeProblems(page, ['dark'])).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(asked(page)).toBe('')
})

it('on a phone the periods open inside the window, and the fields as a drawer', {
  timeout: 60_000,
}, async () => {
  const page = await product.open('/analysis/explore?measures=net_sale&by=province', {
    viewport: PHONE,
    theme: 'dark',
  })
  await page.getByRole('button', { name: /^Período: / }).click()
  const periods = await page.getByRole('dialog', { name: 'Período' }).boundingBox()
  expect(periods?.x).toBeGreaterThanOrEqual(0)
  expect((periods?.x ?? 0) + (periods?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Campos', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Campos' })
  await drawer.getByRole('button', { name: 'Órdenes', exact: true }).click()
  expect(await axeProblems(page, ['dark'])).toEqual([])
  await page.keyboard.press('Escape')
  await heading(page, 'Venta Neta y Órdenes por Provincia')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

it('opens a menu at its first choice that can be taken', async () => {
  const page = await product.open(
    `/analysis/explore?measures=orders&by=province&from=2026-10-01&to=2026-10-31`,
  )
  await page.getByRole('button', { name: 'Participación y clases' }).press('Enter')
  const menu = page.getByRole('dialog', { name: 'Participación y clases' })
  expect(await menu.getByLabel('Valor anterior y diferencia').isDisabled()).toBe(true)
  await expect.poll(() => menu.getByLabel('% del total').evaluate((box) => box.matches(':focus'))).toBe(true)
})
