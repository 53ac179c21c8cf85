// The whole way without a mouse: sign in, step a month, open a table, sort and filter it, export it; the focus is seen at each stop.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { productOn } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'
import { centsOf, columnOf, counted, region } from './tables.ts'

const product = productOn('demo')

/** More stops than this from one place to the next mean that it cannot be reached. */
const MOST_STOPS = 90

/** The name of what has the focus, and whether an outline, a ring or the border of a field shows that it has. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
      return { name: '', seen: true }
    const labels = element instanceof HTMLInputElement ? element.labels : null
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    const look = () => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(element)
      return [outlineStyle === 'none' ? '0px' : outlineWidth, boxShadow, borderColor, stroke].join(' ')
    }
    const withFocus = look()
    element.blur()
    const without = look()
    element.focus({ preventScroll: true })
    return { name: name.trim(), seen: withFocus !== without }
  })

/** Presses the key until what has the focus has this name. */
async function stepTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_STOPS) {
    await page.keyboard.press(key)
    const here = await focused(page)
    expect(here.seen, `the focus on '${here.name}'`).toBe(true)
    if (here.name === name) return
    passed.push(here.name)
  }
  throw new Error(`'${name}' is not reached: ${passed.join(', ')}`)
}

it('goes from the sign-in over a month to a sorted, filtered table and its file', async () => {
  const page = await product.open('/auth/sign-in', { as: null })
  await page.getByLabel('Correo electrónico').waitFor()
  if ((await focused(page)).name !== 'Correo electrónico') await stepTo(page, 'Correo electrónico')
  await page.keyboard.type(SUPER_ADMIN.email)
  await stepTo(page, 'Contraseña')
  await page.keyboard.type(SUPER_ADMIN.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/\?month=2026-10/)
  await page.getByRole('article').first().waitFor()

  await stepTo(page, 'Mes anterior')
  await page.keyboard.press('Enter')
  await page.waitForURL(/month=2026-09/)

  await stepTo(page, 'Reportes de Distribuidores', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/distributors\/distributors-details\?month=2026-09/)
  await page.locator('h1:focus').waitFor()
  const panel = region(page, 'Distribuidores')
  const [someone = ''] = await columnOf(panel, 'Distribuidor')

  await stepTo(page, 'Monto completado')
  await page.keyboard.press('Enter')
  const header = panel.getByRole('columnheader', { name: 'Monto completado' })
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  const amounts = async () =>
    (await columnOf(panel, 'Monto completado')).map((text) => centsOf(text.replaceAll(/[^\d,-]/g, '')))
  await expect
    .poll(async () => {
      const shown = await amounts()
      return shown.every((amount, at) => at === 0 || amount >= (shown[at - 1] ?? 0))
    })
    .toBe(true)

  await stepTo(page, 'Filtrar por Distribuidor')
  await page.keyboard.type(someone)
  await page.keyboard.press('Enter')
  await counted(panel, '1 fila')
  expect(await columnOf(panel, 'Distribuidor')).toEqual([someone])

  await stepTo(page, 'Exportar CSV', 'Shift+Tab')
  const waiting = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await waiting).suggestedFilename()).toMatch(/2026-09\.csv$/)
})

it('gives the keyboard back to where it was when what was opened over the page closes', async () => {
  const page = await product.open('/settings/users')
  const users = region(page, 'Usuarios')
  const newUser = users.getByRole('button', { name: 'Nuevo usuario' })
  const filter = users.getByLabel('Filtrar por Nombre')
  for (const [from, key, opened] of [
    [newUser, 'Enter', 'Nuevo usuario'],
    [newUser, 'Shift+?', 'Atajos de teclado'],
    [filter, 'Control+k', 'Buscar'],
  ] as const) {
    await from.focus()
    await page.keyboard.press(key)
    const over = page.getByRole('dialog', { name: opened })
    await over.waitFor()
    await over.locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await over.waitFor({ state: 'detached' })
    await expect
      .poll(() => from.evaluate((element) => element === document.activeElement), { message: opened })
      .toBe(true)
  }
})

it('goes on in the table that was asked for again', async () => {
  const page = await product.open(null, { expectedErrors: [/status of 500/] })
  let broken = true
  await page.route('**/api/orders/ranking-orders-by-segments?*', (route) =>
    broken ? route.fulfill({ status: 500, json: { success: false, message: 'x' } }) : route.continue(),
  )
  await page.goto(product.url('/products-overview/segments-table?month=2026-10'))
  await page.getByRole('button', { name: 'Reintentar' }).focus()
  broken = false
  await page.keyboard.press('Enter')
  await expect.poll(() => columnOf(region(page, 'Tabla de Segmentos'), 'Segmento')).not.toEqual([])
  expect(await focused(page)).toEqual({ name: 'Tabla: Tabla de Segmentos', seen: true })
})
