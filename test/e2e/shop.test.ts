// Conectar tienda, used by a superAdmin with a store on this machine: keys, test, import, mapping, webhooks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthAt } from '#contract/month.ts'
import type { ShopMapping } from '#contract/shop.ts'
import { KEY, SECRET } from '../shop-server/keys.ts'
import { type StoreServer, startStoreServer } from '../shop-server/server.ts'
import { bakery } from '../shop-server/unfamiliar.ts'
import { expectNoAxeViolations } from './axe.ts'
import { PHONE, settled, startProduct } from './harness.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'

const product = startProduct({ own: true })

describe('the guided mapping', () => {
  let shop: StoreServer
  beforeAll(async () => {
    shop = await startStoreServer(undefined, bakery(addMonths(monthAt(new Date(), TIME_ZONE), -1)))
  })
  afterAll(() => shop.close())

  it('maps an unknown shop by choosing among its examples, on a desk and on a phone', async () => {
    await product.post('/api/config/store', { url: shop.url, key: KEY, secret: SECRET })
    const page = await product.open('/settings/store')
    await page.getByRole('button', { name: 'Leer las últimas órdenes' }).click()
    await page.getByText('7 órdenes de').waitFor()
    const family = page.getByRole('listitem', { name: 'Bonificación Tarjeta Sol [número]%' })
    await family.getByLabel('Grupo', { exact: true }).selectOption('BANCARIOS')
    await page.getByLabel('Campo que lo identifica').selectOption('reparto_cod')
    await page.getByLabel('El rol socio_club es').selectOption('Una empresa')
    await page.getByLabel('El negocio es').selectOption('category 2')
    await page.getByRole('link', { name: 'Crones', exact: true }).click()
    await page.getByRole('button', { name: 'Seguir editando' }).click()
    await settled(page)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Ver qué cambia' }).click()
    await page
      .getByText(
        'Los cargos de la forma «Bonificación Tarjeta Sol [número]%» → BANCARIOS · Bonificación Tarjeta Sol',
      )
      .waitFor()
    const distributors = page.getByRole('region', { name: 'Venta por distribuidor' })
    await distributors.getByRole('row', { name: 'Reparto Norte · N1 $ 0,00 $ 2.550,00' }).waitFor()
    await expectNoAxeViolations(page)
    await page.setViewportSize(PHONE)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Guardar este mapeo' }).click()
    await page.getByText('El mapeo quedó guardado.').waitFor()
    const { source, mapping } = await product.dataOf<ShopMapping>('/api/config/store/mapping')
    expect([source, mapping.distributor]).toMatchObject(['stored', { id_keys: ['reparto_cod'] }])
    await page.getByRole('button', { name: 'Desconectar' }).click()
    await page.getByRole('button', { name: 'Desconectar' }).click()
    await page.getByText('Sin conectar').waitFor()
    await product.post('/api/config/store/mapping', { mapping: null })
  })
})

describe('Conectar tienda', () => {
  let shop: StoreServer
  beforeAll(async () => {
    shop = await startStoreServer()
    // The preview shows the newest orders; few of them keep the import short.
    shop.store.orders = shop.store.orders.slice(-150)
  })
  afterAll(() => shop.close())

  it('connects a store, imports it, maps it and creates its webhooks', async () => {
    const page = await product.open('/settings/store', { expectedErrors: [/status of 400/] })
    await page.getByText('Sin conectar').waitFor()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('La dirección es requerida').waitFor()
    await page.getByLabel('Dirección de la tienda').fill(shop.url)
    await page.getByLabel('Clave del cliente', { exact: true }).fill(KEY)
    const secret = page.getByLabel('Clave secreta del cliente')
    await secret.fill('cs_corta')
    await page.getByRole('button', { name: 'Probar conexión' }).click()
    await page.getByText('Empieza con cs_').waitFor()
    await secret.fill(`cs_${'0'.repeat(40)}`)
    await page.getByRole('button', { name: 'Probar conexión' }).click()
    await page.getByText('La conexión no funciona todavía.').waitFor()
    await page.getByText('firma de los pedidos por http').waitFor()
    await secret.fill(SECRET)
    await page.getByRole('button', { name: 'Probar conexión' }).click()
    await page.getByText('La conexión funciona.').waitFor()
    await page.getByText('Se pueden leer las órdenes: hay').waitFor()
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await page.getByText('La tienda quedó conectada').waitFor()
    await page.getByText(`Guardada, termina en ${KEY.slice(-4)}`).waitFor()
    expect(await page.content()).not.toContain(SECRET)

    await page.getByText('Los datos de demostración se quitan al empezar').waitFor()
    await page.getByRole('button', { name: 'Importar la tienda' }).click()
    // An import takes as long as the machine needs.
    await page.getByText('La tienda está importada entera.').waitFor({ timeout: 0 })

    await page.getByText('Reglas', { exact: true }).click()
    await page.getByRole('button', { name: 'Probar con las últimas órdenes' }).click()
    const preview = page.getByRole('region', { name: 'Las últimas 50 órdenes con este mapeo' })
    await preview.getByRole('table').waitFor()
    await page
      .getByText(/^atrapa \d+$/)
      .first()
      .waitFor()
    await settled(page)
    await expectNoAxeViolations(page)

    const rules = (await product.dataOf<ShopMapping>('/api/config/store/mapping')).mapping.discounts
    const place = Array.isArray(rules) ? rules.length + 1 : 0
    await page.getByRole('button', { name: 'Agregar regla' }).click()
    const added = page.getByRole('listitem', { name: `Regla ${place}`, exact: true })
    await added.getByLabel('Patrón').fill('(')
    await page.getByRole('button', { name: 'Guardar mapeo' }).click()
    await page.getByText(`discounts.${place - 1}.pattern: no es una expresión regular`).waitFor()
    await added.getByLabel('Patrón').fill('.+')
    await added.getByLabel('Grupo', { exact: true }).selectOption('CUPONES MASIVOS')
    await added.getByRole('button', { name: `Subir la regla ${place}` }).click()
    await page.getByRole('button', { name: 'Guardar mapeo' }).click()
    await page.getByText('El mapeo quedó guardado.').waitFor()
    const kept = await product.dataOf<ShopMapping>('/api/config/store/mapping')
    expect(kept).toMatchObject({ source: 'stored' })
    expect(Array.isArray(kept.mapping.discounts) && kept.mapping.discounts.at(-2)).toMatchObject({
      pattern: '.+',
      group: 'CUPONES MASIVOS',
    })

    await page.getByText('JSON', { exact: true }).click()
    await page.getByLabel('Mapeo en JSON').fill('{')
    await page.getByText('No es JSON').waitFor()

    await page.getByRole('link', { name: 'Ir a Crones' }).click()
    await page.getByRole('button', { name: 'Descartar cambios' }).click()
    await page.getByRole('button', { name: 'Crear los webhooks' }).click()
    await page.getByText('15 de 15 activos').waitFor()
    expect(shop.webhooks.kept).toHaveLength(15)
  }, 600_000)

  it('is only for the superAdmin, and fits a phone', async () => {
    const page = await product.open('/settings/store', { viewport: PHONE })
    await page.getByText('Conectada').waitFor()
    await settled(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Desconectar' }).click()
    await page.getByText('¿Desconectar la tienda?').waitFor()
    await page.getByRole('button', { name: 'Desconectar' }).click()
    await page.getByText('La tienda quedó desconectada').waitFor()
    await page.getByText('Sin conectar').waitFor()
  })
})
