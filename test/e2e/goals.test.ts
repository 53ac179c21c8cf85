// Metas in Chromium: type, paste a column for 120 distributors, view the month on an earlier day, find the goal on the scorecard.
import { expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { PHONE, settled, startProduct } from './harness.ts'
import { paste } from './keyboard.ts'

const product = startProduct({ own: true })

interface GoalRow {
  readonly goals: readonly (number | null)[]
}

const october = async (by: string) =>
  (await product.dataOf<GoalRow[]>(`/api/goals?by=${by}&year=2026`)).map(({ goals }) => goals[9])

it('sets goals by hand and from Excel, and shows the pace', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/goals?month=2026-10&as_of=2026-10-15')
  const whole = page.locator('[data-at="0-9"]')
  await whole.click()
  await page.keyboard.type('30.000.000,50')
  await page.keyboard.press('Enter')
  await page.getByText('1 meta guardada.').waitFor()
  expect(await october('all')).toEqual([30_000_000.5])
  await page.getByText('Falta por día').waitFor()
  await settled(page)
  expect(await axeProblems(page, ['light', 'dark'])).toEqual([])

  await page.getByRole('radiogroup', { name: 'Metas por' }).getByText('Distribuidores').click()
  await page.locator('[data-at="119-9"]').waitFor()
  await page.locator('[data-at="0-9"]').click()
  const amounts = Array.from({ length: 120 }, (_, index) => 250_000.25 + index)
  await paste(page, amounts.map((amount) => `${amount.toLocaleString('es-AR')}\r\n`).join(''))
  await page.getByText('120 metas guardadas.').waitFor()
  expect(await october('distributor')).toEqual(amounts)
  await page.getByRole('region', { name: 'Tabla: Avance por distribuidor' }).waitFor()
  await settled(page)
  expect(await axeProblems(page, ['light'])).toEqual([])

  const scorecard = await product.open('/?month=2026-10')
  await scorecard.getByText(/% de la meta de \$\s30\.000\.000,50/).waitFor()
  const phone = await product.open('/analysis/goals?month=2026-10&by=distributor', { viewport: PHONE })
  await phone.locator('[data-at="0-9"]').waitFor()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  const cutNames = await phone
    .locator('tbody :is(th, th *, td button)')
    .evaluateAll((names) =>
      names.flatMap((name) => (name.scrollWidth > name.clientWidth ? name.textContent : [])),
    )
  expect(cutNames).toEqual([])
})

it('prints all twelve months and the totals', { timeout: 60_000 }, async () => {
  const page = await product.open('/analysis/goals?by=business&month=2026-10', {
    viewport: { width: 1040, height: 720 },
  })
  const grid = page.getByRole('grid', { name: 'Metas de 2026' })
  await grid.waitFor()
  await page.emulateMedia({ media: 'print' })
  const box = await grid.boundingBox()
  const last = await grid.locator('thead th').last().boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((last?.x ?? 0) + (last?.width ?? Number.NaN)).toBeLessThanOrEqual(1040)
})
