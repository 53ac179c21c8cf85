// The contract of a source for CSV files, and the formats that they allow.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { command } from '#server/commands/import-csv.ts'
import { readConfig } from '#server/config/config.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { bookWith } from './books.ts'
import { describeOneEngine, testEngine } from './engines.ts'
import { ownFilesSource } from './own-files.ts'
import { describeSource } from './source-contract.ts'
import { callCommand } from './terminal.ts'

describeSource('CSV', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-csv-'))
  const put = (name: string, rows: readonly string[]) => writeFileSync(join(folder, name), rows.join('\n'))
  return {
    brokenPlace: /^lineas\.csv, fila \d+, columna importe: «mucho» no es un importe claro/,
    async write(orders) {
      put('ordenes.csv', ['orden,fecha', ...orders.map(({ id, day }) => `${id},${day} 12:00`)])
      put('lineas.csv', [
        'orden,nombre,cantidad,importe',
        ...orders.flatMap(({ id, lines, broken }) =>
          lines.map(({ name, quantity, amount }) => `${id},${name},${quantity},${broken ? 'mucho' : amount}`),
        ),
      ])
      put('descuentos.csv', [
        'orden,nombre,importe',
        ...orders.flatMap(({ id, promotion }) => (promotion ? [`${id},Promoción,${promotion}`] : [])),
      ])
      put('devoluciones.csv', [
        'orden,importe',
        ...orders.flatMap(({ id, refund }) => (refund ? [`${id},${refund}`] : [])),
      ])
    },
    isAsked: false,
    open: (options) => ownFilesSource(folder, { pageSize: 100, ...options }),
    close: async () => rmSync(folder, { recursive: true }),
  }
})

describeOneEngine('texts longer than an index takes', (engine) => {
  test('are cut and reported, and their order is imported', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gondola-csv-'))
    const put = (name: string, rows: readonly string[]) => writeFileSync(join(folder, name), rows.join('\n'))
    // Random, so that no engine makes it shorter.
    const long = randomBytes(3000).toString('hex')
    put('ordenes.csv', ['orden,fecha,email,distribuidor', `1,2026-05-01,${long},${long}`])
    put('lineas.csv', ['orden,nombre,cantidad,importe', `1,${long},1,10`])
    put('descuentos.csv', ['orden,nombre,importe', `1,${long},2`])
    put('clientes.csv', [
      'cliente,alta,email,nombre,apellido,empresa,legajo',
      `1,2026-05-01,${[long, long, long, long, long].join()}`,
    ])
    const store = await engine.open()
    const { rejects, unmapped } = await importShop({
      store,
      source: await ownFilesSource(folder),
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
      currency: 'ARS',
    })
    rmSync(folder, { recursive: true })
    expect(rejects).toEqual([])
    expect(Object.fromEntries(unmapped.long.map(({ text, count }) => [text, count]))).toEqual({
      ...{
        correo: 2,
        distribuidor: 1,
        descuento: 1,
        nombre: 1,
        apellido: 1,
        empresa: 1,
        legajo: 1,
      },
    })
    const cut = long.slice(0, 254)
    expect(await store.all(sql`select email, dist_id, net from orders`)).toEqual([
      { email: cut, dist_id: cut, net: 8 },
    ])
    expect(await store.all(sql`select email, company, employee_id from customers`)).toEqual([
      { email: cut, company: cut, employee_id: cut },
    ])
  })
})

describe('CSV files', () => {
  const engine = testEngine('duckdb')
  let folder: string
  let store: Store
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gondola-csv-'))
    store = await engine.open()
    return () => rmSync(folder, { recursive: true })
  })
  const put = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
  const importFolder = async () =>
    importShop({
      store,
      source: await ownFilesSource(folder),
      timeZone: 'America/Argentina/Buenos_Aires',
      progress: silentProgress,
      currency: 'ARS',
    })
  const rejects = () =>
    store.all<{ record_id: string; reason: string }>(
      sql`select record_id, reason from rejects order by record_id`,
    )

  test('reads files of Spanish Excel: semicolons, decimal commas, day first, windows-1252', async () => {
    put(
      'ordenes.csv',
      Buffer.from('Orden;Fecha;Provincia;Envío\r\n7;3/5/2026 9:05;Córdoba;1.500,50\r\n', 'latin1'),
    )
    put(
      'lineas.csv',
      Buffer.from(
        'Orden;Nombre;Cantidad;Importe;Descuento\r\n7;"Piña; en almíbar";2;12.345,60;345,60\r\n7;Café;1;1.234.567;\r\n',
        'latin1',
      ),
    )
    expect((await importFolder()).rejects).toEqual([])
    expect(
      await store.one(
        sql`select created_at, province, gross, discount, net, shipping, total, units from orders`,
      ),
    ).toEqual({
      created_at: '2026-05-03 09:05:00',
      province: 'CÓRDOBA',
      gross: 1246912.6,
      discount: 345.6,
      net: 1246567,
      shipping: 1500.5,
      total: 1248067.5,
      units: 3,
    })
    expect(await store.all(sql`select name, net from order_lines order by line_id`)).toEqual([
      { name: 'Piña; en almíbar', net: 12000 },
      { name: 'Café', net: 1234567 },
    ])
    expect(await store.all(sql`select name, amount from order_discounts`)).toEqual([
      { name: 'Descuento en la línea', amount: 345.6 },
    ])
  })

  test('reads products, customers, a coupon and a distributor', async () => {
    put(
      'ordenes.csv',
      'orden,fecha,cliente,email,distribuidor,nombre_distribuidor,estado\n1,2026-05-03T23:30:00-05:00,9,ANA@example.com,D1,Norte,En espera\n',
    )
    put('lineas.csv', 'orden,sku,nombre,cantidad,importe\n1,A1,Alfajor,1,10.00\n1,B2,Bizcocho,1,20.00\n')
    put(
      'descuentos.csv',
      'orden,tipo,nombre,importe,grupo,subgrupo\n1,cupón,BANCO,3.00,bancarios,Banco Nación\n',
    )
    put('productos.csv', 'producto,sku,nombre,negocio,segmento,precio\n5,A1,Alfajor,Dulces,Alfajores,10\n')
    put('clientes.csv', 'cliente,alta,email,empresa\n9,2026-01-02,ana@example.com,Osde\n')
    await importFolder()
    expect(
      await store.one(sql`select created_at, status, customer_id, email, dist_id, coupons, net from orders`),
    ).toEqual({
      created_at: '2026-05-04 01:30:00',
      status: 'wc-on-hold',
      customer_id: 9,
      email: 'ana@example.com',
      dist_id: 'D1',
      coupons: 1,
      net: 27,
    })
    expect(await store.all(sql`select product_id, discount, net from order_lines order by line_id`)).toEqual([
      { product_id: 5, discount: 1, net: 9 },
      { product_id: 0, discount: 2, net: 18 },
    ])
    expect(
      await store.all(sql`select kind, name, discount_group, sub_group, amount from order_discounts`),
    ).toEqual([
      { kind: 'coupon', name: 'banco', discount_group: 'BANCARIOS', sub_group: 'Banco Nación', amount: 3 },
    ])
    expect(await store.one(sql`select business, segment from products`)).toEqual({
      business: 'Dulces',
      segment: 'Alfajores',
    })
    expect(await store.one(sql`select month, company from customers`)).toEqual({
      month: '2026-01',
      company: 'Osde',
    })
    expect(await store.one(sql`select name from distributors`)).toEqual({ name: 'Norte' })
  })

  test('names file, line and column of invalid cells, and keeps the rest', async () => {
    put(
      'ordenes.csv',
      'orden,fecha\n1,2026-05-01\n2,2026-02-30\nx,2026-05-01\n4,2026-05-01\n4,2026-05-02\n5,2026-05-01\n6,2026-05-01,de más\n',
    )
    put('lineas.csv', 'orden,nombre,cantidad,importe\n1,A,1,1\n2,A,1,1\n4,A,1,1\n9,A,1,1\n')
    const report = await importFolder()
    expect(report.collections.orders).toMatchObject({ written: 1, rejected: 6 })
    expect(await rejects()).toEqual([
      {
        record_id: '2',
        reason: expect.stringMatching(/^ordenes\.csv, fila 3, columna fecha: «2026-02-30» no es/),
      },
      { record_id: '4', reason: 'ordenes.csv, fila 6, columna orden: ya está en la fila 5' },
      {
        record_id: '5',
        reason: 'ordenes.csv, fila 7, columna orden: la orden no tiene filas en lineas.csv',
      },
      {
        record_id: expect.stringMatching(/^\d{16}$/),
        reason: 'ordenes.csv, fila 4, columna orden: la orden no tiene filas en lineas.csv',
      },
      { record_id: '9', reason: 'lineas.csv, fila 5, columna orden: la orden «9» no está en ordenes.csv' },
      { record_id: 'ordenes.csv:8', reason: 'ordenes.csv, fila 8: tiene 3 campos y la primera fila 2' },
    ])
  })

  test.each(['1.2.3', '1.234,5,6', '1e3', 'x', '12 34', '(5', '- 5 -'])(
    'reject %s, which is no amount',
    async (text) => {
      put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
      put('lineas.csv', `orden;nombre;cantidad;importe\n1;A;1;${text}\n`)
      await importFolder()
      expect((await rejects())[0]?.reason).toContain(`«${text}» no es un importe claro`)
    },
  )

  test.each([
    ['importe', '1;A;2;1.234'],
    ['importe', '1;A;2;12,345'],
    ['cantidad', '1;A;1.000;5'],
    ['cantidad', '1;A;1.250;1,50\n1;B;1;1.50'],
  ])('ask about the %s of %s, which no other value explains', async (column, rows) => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', `orden;nombre;cantidad;importe\n${rows}\n`)
    await importFolder()
    expect((await rejects())[0]?.reason).toMatch(
      new RegExp(`fila 2, columna ${column}: «.+» puede ser miles o decimales`),
    )
  })

  test.each([
    ['1.000', '50.000,00', 1000, 50000],
    ['1,000', '50,000.00', 1000, 50000],
    ['1.250', '10.50', 1.25, 10.5],
    ['1.234.567', '1.500', 1234567, 1500],
    ['0.125', '1.005', 0.125, 1.01],
    ['2', '3.14159', 2, 3.14],
    ['-1', '-$ 40,50', -1, -40.5],
    ['-2', '(1 234,50)', -2, -1234.5],
    ['0.33333', '1', 0.333, 1],
  ])('read %s units for %s by what the file shows', async (quantity, text, units, gross) => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', `orden;nombre;cantidad;importe\n1;A;${quantity};${text}\n`)
    expect((await importFolder()).rejects).toEqual([])
    expect(await store.one(sql`select units, gross, net from orders`)).toEqual({ units, gross, net: gross })
  })

  test.each([
    ['lineas', 'cantidad', '1;A;;5'],
    ['lineas', 'importe', '1;A;1;'],
    ['lineas', 'importe', '1;A;1;NaN'],
    ['descuentos', 'importe', '1;Promo;'],
    ['devoluciones', 'importe', '1;'],
  ])('reject an order whose %s.csv has no %s', async (file, column, row) => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', 'orden;nombre;cantidad;importe\n1;A;1;5\n')
    const titles = {
      lineas: 'orden;nombre;cantidad;importe',
      descuentos: 'orden;nombre;importe',
      devoluciones: 'orden;importe',
    }
    put(`${file}.csv`, `${titles[file as keyof typeof titles]}\n${row}\n`)
    await importFolder()
    expect((await rejects())[0]?.reason).toBe(`${file}.csv, fila 2, columna ${column}: está vacía`)
    expect(await store.all(sql`select 1 as one from orders`)).toEqual([])
  })

  test.each([
    ['lineas', 'orden;nombre;cantidad;importe;descuento\n1;A;1;5;-1'],
    ['descuentos', 'orden;nombre;importe\n1;Promo;-1'],
    ['devoluciones', 'orden;importe\n1;-1'],
  ])('reject a sign in %s.csv where it would count twice', async (file, text) => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', 'orden;nombre;cantidad;importe\n1;A;1;5\n')
    put(`${file}.csv`, text)
    await importFolder()
    expect((await rejects())[0]?.reason).toContain('«-1» es negativo')
  })

  test('reports columns that are not read and totals that their lines contradict', async () => {
    put(
      'ordenes.csv',
      'orden;fecha;Total;Descuento;vacía\n1;01/05/2026;900,00;100,00;\n2;01/05/2026;10,00;;\n',
    )
    put('lineas.csv', 'orden;nombre;cantidad;importe\n1;A;1;1.000,00\n2;A;1;10,01\n')
    const { unmapped } = await importFolder()
    expect(unmapped.column.map(({ text }) => text)).toEqual(['ordenes.csv: Descuento', 'ordenes.csv: vacía'])
    expect(unmapped.total).toEqual([
      { text: '1: El archivo dice 900,00, y sus líneas suman 1.000,00: valen las líneas.', count: 1 },
    ])
  })

  test('reads quotes inside cells, ="…" and equal titles of columns that nobody uses', async () => {
    put('ordenes.csv', 'orden;fecha;nota;nota;factura\n1;01/05/2026;="0001";x;="007"\n')
    put('lineas.csv', 'orden;nombre;cantidad;importe\n1;Caño 1/2" PVC;1;10,00\n')
    expect((await importFolder()).rejects).toEqual([])
    expect(await store.one(sql`select invoice_number from orders`)).toEqual({ invoice_number: '007' })
    expect(await store.one(sql`select name from order_lines`)).toEqual({ name: 'Caño 1/2" PVC' })
  })

  test('a file with an open quote stops the import', async () => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', 'orden,nombre,cantidad,importe\n1,"A,1,1\n')
    await expect(importFolder()).rejects.toThrow(/lineas\.csv está dañado/)
  })

  test.each([
    ['is missing', undefined, 'columns, ordenes.csv, columna line_total'],
    ['lacks a column', 'orden,nombre,cantidad\n1,A,1\n', 'columns, lineas.csv, columna line_total'],
  ])('the command asks when a file %s', async (_, text, question) => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    if (text !== undefined) put('lineas.csv', text)
    const config = readConfig({ GONDOLA_DATA_DIR: join(folder, 'data') })
    expect(await callCommand(command, [folder], config)).toMatchObject({
      code: 1,
      said: expect.stringContaining(question),
    })
  })

  test('an empty list of orders removes nothing', async () => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n')
    put('lineas.csv', 'orden,nombre,cantidad,importe\n1,A,1,1\n')
    await importFolder()
    put('ordenes.csv', 'orden,fecha\n')
    await expect(importFolder()).rejects.toThrow(/no tiene ninguna fila/)
    expect(await store.one(sql`select count(*) as orders from orders`)).toEqual({ orders: 1 })
  })

  test('names the sheets of a workbook that the command does not read', async () => {
    const sales = [
      ['Pedido', 'Fecha', 'Producto', 'Importe'],
      ['1', '2026-05-01', 'Mate', 10],
    ]
    const book = [
      { name: 'Ventas', rows: sales },
      { name: 'Notas', rows: [['Llamar a Ana']] },
    ]
    writeFileSync(join(folder, 'ventas.xlsx'), bookWith(book))
    const config = readConfig({ GONDOLA_DATA_DIR: join(folder, 'data') })
    const { said } = await callCommand(command, [join(folder, 'ventas.xlsx'), '--currency', 'ars'], config)
    expect(said).toContain('ventas.xlsx: No se leen: Notas (no tiene órdenes)')
  })

  test('works from the command, with the report on the terminal', async () => {
    put('ordenes.csv', 'orden,fecha\n1,2026-05-01\n2,ayer\n')
    put('lineas.csv', 'orden,nombre,cantidad,importe\n1,A,1,1\n2,A,1,1\n')
    const config = readConfig({ GONDOLA_DATA_DIR: join(folder, 'data') })
    const { code, said } = await callCommand(command, [folder, '--currency', 'ars'], config)
    expect(code).toBe(0)
    expect(said).toMatch(/Órdenes +2 leídas, 1 escritas, 0 sin cambios, 1 rechazadas/)
    expect(said).toMatch(/ordenes\.csv, fila 3, columna fecha: «ayer» no es una fecha/)
    const missing = await callCommand(command, [join(folder, 'nada')], config)
    expect(missing).toMatchObject({ code: 1, said: expect.stringContaining('No se puede leer la carpeta') })
  })
})
