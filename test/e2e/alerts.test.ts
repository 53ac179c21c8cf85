// Alertas and Envíos in Chromium: try an alert, save it and read its notice under the bell; a delivery's form.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { PHONE, settled, startProduct } from './harness.ts'

const product = startProduct({ own: true })

async function expectFits(phone: Page): Promise<void> {
  await settled(phone)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  for (const form of await phone.getByRole('dialog').all())
    expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
}

it('tries and saves an alert, and shows its incidents under the bell', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/alerts')
  await page.getByText(/^Sin alertas/).waitFor()
  await page.getByRole('button', { name: 'Nueva alerta' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva alerta' })
  await form.getByLabel('Nombre').fill('Ventas bajas')
  await form.getByLabel('Condición').selectOption('queda por debajo de un valor')
  await form.getByLabel('Valor', { exact: true }).fill('1.000.000.000')
  await form.getByRole('button', { name: 'Probar con los últimos 90 días' }).click()
  await form.getByText('Habría avisado 1 vez en 90 días.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('1 incidente abierto').waitFor()
  const bell = page.getByRole('button', { name: 'Avisos, 1 sin leer' })
  await bell.click()
  // The tooltip is outside of all landmarks, so the pointer moves away from it.
  await page.mouse.move(600, 600)
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await page.getByText('Venta Neta por debajo de $\u00a01.000.000.000,00').waitFor()
  expect(await axeProblems(page)).toEqual([])
  const phone = await product.open('/analysis/alerts', { viewport: PHONE })
  await phone.getByText('1 incidente abierto').waitFor()
  await expectFits(phone)
  await phone.getByRole('button', { name: 'Nueva alerta' }).click()
  await phone.getByRole('dialog').waitFor()
  await expectFits(phone)
})

it('sets up a delivery', { timeout: 120_000 }, async () => {
  const page = await product.open('/analysis/deliveries')
  await page.getByText(/^Sin envíos/).waitFor()
  await settled(page)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Nuevo envío' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo envío' })
  await form.getByLabel('Nombre').fill('Ventas de la semana')
  await form.getByRole('checkbox').first().check()
  expect(await axeProblems(page)).toEqual([])
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText(/^Cada lunes a las 08:00 · 1 persona/).waitFor()
  const phone = await product.open('/analysis/deliveries', { viewport: PHONE })
  await phone.getByText(/^Cada lunes/).waitFor()
  await expectFits(phone)
  await phone.getByRole('button', { name: 'Nuevo envío' }).click()
  await phone.getByRole('dialog').waitFor()
  await expectFits(phone)
})
