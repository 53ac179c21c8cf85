// Cohorts in Chromium: a cell opens its people and orders by keyboard, in both themes and on a phone; no violations of axe.
import { expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { PHONE, region, searchParam, settled, startProduct } from './harness.ts'

const product = startProduct()

it('leads from a cohort to its people and orders, and back', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/cohorts?month=2026-10')
  const cells = page
    .getByRole('table', { name: /^Compradores por mes de su primera orden/ })
    .getByRole('button')
  await cells.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await region(page, 'Personas').getByRole('table').waitFor()
  expect(searchParam(page, 'cell')).toMatch(/\.1$/)
  await settled(page)
  await page.mouse.move(0, 0)
  expect(await axeProblems(page, ['light', 'dark'])).toEqual([])
  await page.getByRole('radiogroup', { name: 'Qué listar' }).getByText('Órdenes').click()
  await region(page, 'Órdenes').getByRole('table').waitFor()
  await page.goBack()
  await region(page, 'Personas').waitFor()
})

it('keeps the heat map inside a phone', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/cohorts?month=2026-10&months=24', { viewport: PHONE })
  await page.getByRole('table', { name: /^Compradores por mes/ }).waitFor()
  await settled(page)
  const width = await page.evaluate('document.documentElement.scrollWidth')
  expect(width).toBe(PHONE.width)
  expect(await axeProblems(page, ['light'])).toEqual([])
})
