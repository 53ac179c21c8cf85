// Importar archivos on Conectar tienda: drop, assign statuses, look at the preview, import, undo.
import { expect, it } from 'vitest'
import { integer, money } from '#web/text/format.ts'
import { assigned, DROPPED, droppedFiles } from '../dropped-files.ts'
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
