// Importar archivos on Conectar tienda: drop, assign statuses, look at the preview, import, undo; a layout that nobody knows.
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { integer, money } from '#web/text/format.ts'
import { assigned, DROPPED, droppedFiles } from '../dropped-files.ts'
import { NIGHTLY } from '../nightly.ts'
import { expectNoAxeViolations } from './axe.ts'
import { settled, startProduct } from './harness.ts'

const product = startProduct({ own: true })
const wholesaler = DROPPED.find(({ case: name }) => name === 'mayorista-dirty')!

it('imports the dirty sheet of a wholesaler after its statuses are assigned, and undoes it', async () => {
  const page = await product.open('/settings/store')
  const panel = page.getByRole('region', { name: 'Importar archivos' })
  await panel.getByLabel('Importar archivos').setInputFiles(droppedFiles(wholesaler).map(({ path }) => path))
  await panel.getByRole('heading', { name: 'Estados' }).waitFor()
  const choices = panel.getByLabel(/^En Góndola: /)
  for (const choice of await choices.all()) {
    const value = (await choice.getAttribute('aria-label'))!.replace('En Góndola: ', '')
    await choice.selectOption(assigned(wholesaler, value)!)
  }
  await panel.getByLabel('¿En qué moneda están los importes?').selectOption('ARS')
  await settled(page)
  await expectNoAxeViolations(page)
  await panel.getByRole('button', { name: 'Actualizar vista previa' }).click()
  const months = panel.getByRole('region', { name: 'Vista previa por mes' })
  for (const { orders, net } of Object.values(wholesaler.months)) {
    await months
      .getByRole('cell', { name: `→ ${integer(orders)}` })
      .first()
      .waitFor()
    await months.getByRole('cell', { name: `→ ${money(net)}` }).waitFor()
  }
  await panel.getByLabel('Nombre de la receta').fill('Mayorista del centro')
  await panel.getByRole('button', { name: /^Importar \d+ órdenes$/ }).click()
  await panel.getByText('La importación terminó').waitFor()
  const stored = await product.dataOf<{ holds: string }>('/api/config/store')
  expect(stored.holds).not.toBe('demo')
  await panel.getByRole('button', { name: 'Importar otros archivos' }).click()
  const recipes = panel.getByRole('region', { name: 'Recetas guardadas' })
  await recipes.getByText('Mayorista del centro').waitFor()
  await expectNoAxeViolations(page)

  await panel
    .getByRole('region', { name: 'Importaciones anteriores' })
    .getByRole('button', { name: /^Abrir/ })
    .click()
  await panel.getByRole('button', { name: 'Deshacer la importación' }).click()
  await panel.getByText('La importación se deshizo').waitFor()
  await panel.getByRole('button', { name: 'Importar otros archivos' }).click()
  await recipes.waitFor({ state: 'detached' })
})

/** By day one of them: calls and the command read all of them on both engines. */
const others = DROPPED.filter((one) => one !== wholesaler).slice(0, NIGHTLY ? undefined : 1)

it.each(others.map((one) => [one.case, one] as const))('imports %s by choosing only', async (_, one) => {
  const page = await product.open('/settings/store', { fresh: true })
  const panel = page.getByRole('region', { name: 'Importar archivos' })
  await panel.getByLabel('Importar archivos').setInputFiles(droppedFiles(one).map(({ path }) => path))
  await panel.getByRole('heading', { name: 'Estados' }).waitFor()
  const { choose, press } = chooser(panel)
  for (const list of await panel.getByLabel(/^En Góndola: /).all()) {
    const label = (await list.getAttribute('aria-label'))!
    await choose(label, assigned(one, label.replace('En Góndola: ', ''))!)
  }
  const currency = panel.getByLabel('¿En qué moneda están los importes?')
  if ((await currency.count()) > 0) await currency.selectOption('ARS')
  const update = panel.getByRole('button', { name: 'Actualizar vista previa' })
  if ((await update.count()) > 0) await press(update)
  for (const { orders, net } of Object.values(one.months)) await monthOf(page, panel, orders, net)
  const count = one.rejects.length
  if (count > 0)
    await panel.getByRole('heading', { name: new RegExp(`^${count} filas? rechazadas?$`) }).waitFor()
  await press(panel.getByRole('button', { name: /^Importar \d+ órdenes$/ }))
  await panel.getByText('La importación terminó').waitFor()
  await press(panel.getByRole('button', { name: 'Deshacer la importación' }))
  await panel.getByText('La importación se deshizo').waitFor()
})

/** An export of a program that nobody described: titles of its own, days and months that cannot be told apart, words of its own. */
const sales = (from: number, month: string) =>
  Buffer.from(
    [
      'EL CEIBO S.A. - Libro de operaciones',
      'Op.;F. Oper.;Razón;Jurisd.;Sit.;Denominación;Bul.;P/U;Imp. Bruto;Rebaja',
      `${from};02/${month}/2026;Almacén Uno;X;Cerr.;Yerba 1 kg;10;1.000,50;10.005,00;1.000,50`,
      `${from};02/${month}/2026;Almacén Uno;X;Cerr.;Azúcar;2,5;400,00;1.000,00;0,00`,
      `${from + 1};03/${month}/2026;Kiosco Dos;A;Baja;Yerba 1 kg;1;1.000,50;1.000,50;0,00`,
      `${from + 2};04/${month}/2026;Kiosco Dos;A;Cerr.;Té;4;250,00;1.000,00;0,00`,
    ].join('\r\n'),
    'latin1',
  )

const drop = (panel: Locator, name: string, buffer: Buffer) =>
  panel.getByLabel('Importar archivos').setInputFiles({ name, mimeType: 'text/csv', buffer })

/** Chooses in a list by its label; counts only what is not chosen already. */
const chooser = (panel: Locator) => {
  let choices = 0
  return {
    made: () => choices,
    async choose(label: string, option: string) {
      const list = panel.getByLabel(label, { exact: true })
      if ((await list.inputValue()) === option) return
      await list.selectOption(option)
      choices++
    },
    async press(button: Locator) {
      await button.click()
      choices++
    },
  }
}

async function monthOf(page: Page, panel: Locator, orders: number, net: number): Promise<void> {
  const months = panel.getByRole('region', { name: 'Vista previa por mes' })
  await months
    .getByRole('cell', { name: `→ ${integer(orders)}` })
    .first()
    .waitFor()
  await months.getByRole('cell', { name: `→ ${money(net)}` }).waitFor()
  await settled(page)
}

it('imports a layout that nobody knows in at most 15 choices, and its next file in one drop', async () => {
  const page = await product.open('/settings/store', { fresh: true })
  const panel = page.getByRole('region', { name: 'Importar archivos' })
  await drop(panel, 'operaciones.csv', sales(5001, '05'))
  await panel
    .getByRole('heading', { name: 'Estados' })
    .or(panel.getByText('Columnas, operaciones.csv'))
    .first()
    .waitFor()
  const { choose, press, made } = chooser(panel)
  const update = panel.getByRole('button', { name: 'Actualizar vista previa' })
  for (const [field, column] of [
    ['Número de orden', 'Op.'],
    ['Fecha', 'F. Oper.'],
    ['Producto', 'Denominación'],
    ['Cantidad', 'Bul.'],
    ['Precio unitario', 'P/U'],
    ['Importe de la línea, sin descuento', 'Imp. Bruto'],
    ['Descuento de la línea', 'Rebaja'],
    ['Estado', 'Sit.'],
  ] as const)
    await choose(field, column)
  await choose('¿En qué moneda están los importes?', 'ARS')
  await press(update)
  await panel.getByLabel(/^¿Cómo se leen las fechas/).waitFor()
  await panel.getByLabel(/^¿Cómo se leen las fechas/).selectOption('dmy')
  await choose('En Góndola: Cerr.', 'wc-completed')
  await choose('En Góndola: Baja', 'wc-cancelled')
  await press(update)
  await monthOf(page, panel, 2, 11_004.5)
  await press(panel.getByRole('button', { name: 'Importar 3 órdenes' }))
  await panel.getByText('La importación terminó bien').waitFor()
  // On an empty Góndola the panel stands first: its result stays there once there are orders.
  await settled(page)
  await panel.getByText('La importación terminó bien').waitFor()
  // The one of the dates is counted here.
  expect(made() + 1).toBeLessThanOrEqual(15)

  await panel.getByRole('button', { name: 'Importar otros archivos' }).click()
  await drop(panel, 'operaciones junio.csv', sales(6001, '06'))
  await monthOf(page, panel, 2, 11_004.5)
  await panel.getByText('receta «operaciones»').waitFor()
  await panel.getByRole('button', { name: 'Importar 3 órdenes' }).click()
  await panel.getByText('La importación terminó bien').waitFor()
})
