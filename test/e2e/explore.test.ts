// The main path of Explorar in Chromium: choose, filter, pivot, chart, save, back; nothing for axe in any form of the answer.
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { PHONE, settled, startProduct } from './harness.ts'

const product = startProduct()

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { name: title, exact: true }).waitFor()

it('chooses, filters, crosses, draws, saves and goes back', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/explore?month=2026-10')
  const fields = page.getByRole('complementary', { name: 'Campos' })
  await fields.getByLabel('Buscar un campo…').fill('venta neta')
  await page.keyboard.press('Enter')
  await heading(page, 'Venta Neta')
  await fields.getByLabel('Buscar un campo…').fill('')
  await fields.getByRole('button', { name: 'Provincia', exact: true }).click()
  await fields.getByRole('button', { name: 'Negocio', exact: true }).click()
  await heading(page, 'Venta Neta por Provincia y Negocio')
  await settled(page)
  // Away from the field, whose tooltip is outside of all landmarks.
  await page.mouse.move(0, 0)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  expect(await axeProblems(page, ['light'])).toEqual([])

  await page.getByRole('button', { name: 'Agregar un filtro' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Provincia', exact: true }).click()
  await page.keyboard.type('córdoba')
  await page.getByRole('checkbox', { name: /^Córdoba/ }).check()
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.waitForURL(/where=province/)
  const filtered = page.url()

  await page.getByText('Cruzada', { exact: true }).click()
  const pivot = page.getByRole('region', { name: 'Tabla cruzada: Venta Neta' })
  await pivot.getByRole('button', { name: 'Córdoba' }).waitFor()
  expect(await axeProblems(page, ['dark'])).toEqual([])

  await page.getByText('Gráfico', { exact: true }).click()
  await page.locator('[data-chart]').waitFor()
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
    /^\uFEFFProvincia;Negocio;Venta Neta\r\nCórdoba;/,
  )

  await page.goBack()
  await pivot.waitFor()
  await page.goBack()
  await page.waitForURL(filtered)
})

it('on a phone the fields open as a drawer', { timeout: 60_000 }, async () => {
  const page = await product.open('/analysis/explore?measures=net_sale&by=province', {
    viewport: PHONE,
    theme: 'dark',
  })
  await page.getByRole('button', { name: 'Campos', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Campos' })
  await drawer.getByRole('button', { name: 'Órdenes', exact: true }).click()
  expect(await axeProblems(page, ['dark'])).toEqual([])
  await page.keyboard.press('Escape')
  await heading(page, 'Venta Neta y Órdenes por Provincia')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
