// Dropped files over HTTP: preview, answers, confirmation, undo.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeImports } from '#server/ingest/file-import-rows.ts'
import { claimImport, holdImport } from '#server/ingest/jobs/hold-import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { apiTokenOf, type TestApp, testApp } from './app.ts'
import { assigned, DROPPED, droppedFiles } from './dropped-files.ts'
import { describeOneEngine } from './engines.ts'
import { type Calls, callsOf, MAPPED, SALES } from './import-calls.ts'
import { everyRow, storeRows } from './store-rows.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'gondola-imports-'))
describeOneEngine('dropped files', (engine) => {
  test.each(DROPPED.map((one) => [one.case, one] as const))('%s by calls, and back', async (_, one) => {
    const store = await engine.open()
    const uploads = folder()
    const app = await testApp(store, { importFolder: uploads })
    const { send, post, ended } = callsOf(app)
    const before = await everyRow(store)
    const files = droppedFiles(one).map(({ path, name }) => ({ name, bytes: readFileSync(path) }))
    const first = await send(files, { dry_run: '1' })
    expect(first.status).toBe(200)
    const { id, kind, questions, statuses } = first.body.data
    expect(kind).toBe(one.kind)
    const keys = questions.map(({ key }) => key as string)
    for (const word of one.ask.must_not) expect(keys).not.toContain(word)
    for (const word of one.ask.must.map((text) => text.replace('status: ', '')))
      expect(
        statuses.filter(({ status }) => status === null).map(({ value }) => value.toLowerCase()),
      ).toContain(word)
    expect(await everyRow(store)).toEqual(before)
    const chosen = Object.fromEntries(statuses.map(({ value }) => [value, assigned(one, value)]))
    const answered = await post(`/api/imports/${id}/answers`, {
      recipe: { ...one.answers, statuses: chosen },
    })
    const { data } = answered.body
    expect(data).toMatchObject({ state: 'ready', questions: [], by_status: one.by_status })
    expect(Object.fromEntries(data.months.map(({ month, after }) => [month, after]))).toMatchObject(
      Object.fromEntries(
        Object.entries(one.months).map(([month, { orders, units, net }]) => [month, { orders, units, net }]),
      ),
    )
    expect(sorted(data.rejects.rows.map(({ file, row, column }) => ({ file, row, column })))).toEqual(
      sorted(one.rejects),
    )
    expect(sorted(data.warnings.map(({ code, order }) => ({ code, order })))).toEqual(sorted(one.tell))
    expect((await post(`/api/imports/${id}/confirm`, { version: data.version - 1 })).status).toBe(409)
    expect((await post(`/api/imports/${id}/confirm`, { version: data.version })).status).toBe(202)
    const done = await ended(id)
    expect(done.state).toBe(one.rejects.length > 0 ? 'warning' : 'done')
    expect(readdirSync(uploads)).toEqual([])
    const months = await store.all(sql`
      select month, count(*) as orders, cast(sum(net) as varchar) as net from orders
      where status = 'wc-completed' and counted group by month order by month`)
    expect(months.map((row) => [row.month, Number(row.orders), Number(row.net)])).toEqual(
      Object.entries(one.months).map(([month, { orders, net }]) => [month, orders, net]),
    )
    expect((await post(`/api/imports/${id}/undo`)).body.data.state).toBe('undone')
    expect(await everyRow(store)).toEqual(before)
    const audit = await store.all<{ action: string }>(sql`select action from audit order by audit_id`)
    expect(audit.map(({ action }) => action)).toEqual(['files.import', 'files.undo'])
    await app.close()
  })
})

const sorted = <T>(rows: readonly T[]): T[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))))

const bookOf = (sheet: string): Buffer =>
  zipOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Ventas" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
  })

/** A workbook whose table of sheets defines an entity. */
const ENTITIES = zipOf({
  'xl/workbook.xml': '<!DOCTYPE workbook [<!ENTITY a "aaaa">]><workbook><sheets/></workbook>',
})

describeOneEngine('dropped files and their callers', (engine) => {
  let store: Store
  let app: TestApp
  let calls: Calls
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store, { importFolder: folder() })
    calls = callsOf(app)
  })
  afterAll(() => app.close())
  const orders = () => store.all(sql`select order_id from orders order by order_id`)

  test('say of no order when it was modified last', async () => {
    const { send, ended, post } = calls
    const recipe = JSON.stringify(MAPPED)
    const { body } = await send([{ name: 'ventas.csv', bytes: SALES }], { recipe })
    await ended(body.data.id)
    const [order] = await orders()
    const shown = (await app.get(`/api/orders/${order?.order_id}`, 'admin')).json().data
    expect(shown).toMatchObject({ created_at: '2026-05-01 00:00:00', modified_at: null })
    await post(`/api/imports/${body.data.id}/undo`)
    expect(await orders()).toEqual([])
  })

  test('refuses other accounts, and tokens without the permission', async () => {
    const file = { name: 'ventas.csv', bytes: SALES }
    for (const who of ['admin', 'scoped', 'viewer'] as const)
      expect((await calls.send([file], {}, who)).status).toBe(403)
    const session = await app.tokenOf('superAdmin')
    const reads = await apiTokenOf(app, session, ['view:orders'])
    expect((await calls.send([file], {}, reads)).status).toBe(403)
    const imports = await apiTokenOf(app, session, ['import:files'])
    expect((await calls.send([file], { dry_run: '1' }, imports)).status).toBe(200)
    const limited = await apiTokenOf(app, session, ['import:files'], ['101'])
    expect((await calls.send([file], {}, limited)).status).toBe(403)
  })

  test.each([
    ['{"currency":"pesos"}', 'recipe.currency'],
    ['{"statuses":{"Hecho":"listo"}}', 'recipe.statuses.Hecho'],
    ['currency: ARS', 'recipe'],
  ])('names what is wrong in the recipe %s', async (recipe, path) => {
    const answer = await calls.send([{ name: 'ventas.csv', bytes: SALES }], { recipe })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('takes amounts whose title names another currency for no pesos', async () => {
    const bytes = SALES.replace('Importe', 'Importe (USD)')
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], line_total: 'Importe (USD)' } }
    const recipe = JSON.stringify({ ...MAPPED, columns })
    const { body } = await calls.send([{ name: 'ventas.csv', bytes }], { recipe, dry_run: '1' })
    expect(body.data.warnings.map(({ code }) => code)).toEqual(['other_currency'])
    expect(body.data.months.map(({ after }) => after.net)).toEqual([0])
  })

  test('rejects amounts whose title may mean thousands or millions', async () => {
    const bytes = SALES.replace('Importe', 'Importe M$')
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], line_total: 'Importe M$' } }
    const recipe = JSON.stringify({ ...MAPPED, columns })
    const { body } = await calls.send([{ name: 'ventas.csv', bytes }], { recipe, dry_run: '1' })
    expect(body.data.rejects.rows).toMatchObject([
      { row: 2, column: 'Importe M$', reason: expect.stringContaining('miles o millones') },
    ])
  })

  test('reads goods whose name begins with Total, also on rows that continue an order', async () => {
    const text = `Pedido;Fecha;Estado;Producto;Cantidad;Importe
1;2026-05-01;Entregado;Martillo;2;10,50
;;;Total Amoladora 115 mm;1;80,00
;;;Total del pedido;3;90,50
2;2026-05-02;Entregado;Lija;1;1,00
;;;Total general;4;91,50
`
    const { send, ended } = callsOf(app)
    const recipe = JSON.stringify({ ...MAPPED, currency: 'ARS' })
    const { body } = await send([{ name: 'ventas.csv', bytes: text }], { recipe })
    const done = await ended(body.data.id)
    expect([done.state, done.rejects.count, done.files.map(({ skipped }) => skipped)]).toEqual([
      'done',
      0,
      [2],
    ])
    const sold = sql`select name from order_lines where name in ('Martillo', 'Lija') or name like 'Total%' order by name`
    expect((await store.all(sold)).map(({ name }) => name)).toEqual([
      'Lija',
      'Martillo',
      'Total Amoladora 115 mm',
    ])
    expect((await callsOf(app).post(`/api/imports/${done.id}/undo`)).status).toBe(200)
  })

  test('reads ids of 18 digits of a workbook whole, and none that Excel cut beside others in texts', async () => {
    const row = (id: string) =>
      `<row>${id}${['2026-05-01', 'Taza', '1', '10.50'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const number = (value: string) => `<c><v>${value}</v></c>`
    const titles = ['Pedido', 'Fecha', 'Producto', 'Cantidad', 'Importe'].map(text).join('')
    const previewOf = async (...ids: readonly string[]) => {
      const bytes = bookOf(
        `<worksheet><sheetData><row>${titles}</row>${ids.map(row).join('')}</sheetData></worksheet>`,
      )
      const columns = { 'ids.xlsx': { ...MAPPED.columns['ventas.csv'], status: '' } }
      const recipe = JSON.stringify({ columns, currency: 'ARS', statuses: { '': 'wc-completed' } })
      const { data } = (await calls.send([{ name: 'ids.xlsx', bytes }], { recipe, dry_run: '1' })).body
      return [data.changes.added, data.rejects.rows.map(({ row: at, value }) => [at, value])]
    }
    const whole = ['200000876543210123', '200000876543210124.0', '2.000008765432101E15']
    expect(await previewOf(...whole.map(number))).toEqual([3, []])
    const cut = number('2.0000087654321E+17')
    expect(await previewOf(cut, text('200000876543210123'), text('200000876543210124'), cut)).toEqual([
      2,
      [
        [2, '2.0000087654321E+17'],
        [5, '2.0000087654321E+17'],
      ],
    ])
  })

  test('rejects dates of a workbook whose day and month Excel may have exchanged', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const date = (value: string) => `<c t="d"><v>${value}</v></c>`
    const titles = ['Pedido', 'Fecha', 'Producto', 'Cantidad', 'Importe'].map(text).join('')
    const rejectedOf = async (...dates: readonly string[]) => {
      const rows = dates.map(
        (day, at) => `<row>${text(`F-${at}`)}${day}${text('Taza')}${text('1')}${text('10.50')}</row>`,
      )
      const bytes = bookOf(
        `<worksheet><sheetData><row>${titles}</row>${rows.join('')}</sheetData></worksheet>`,
      )
      const columns = { 'fechas.xlsx': { ...MAPPED.columns['ventas.csv'], status: '' } }
      const recipe = JSON.stringify({ columns, currency: 'ARS', statuses: { '': 'wc-completed' } })
      const { data } = (await calls.send([{ name: 'fechas.xlsx', bytes }], { recipe, dry_run: '1' })).body
      return data.rejects.rows.map(({ row, column }) => [row, column])
    }
    const exchanged = [date('2026-05-03'), text('03/25/2026'), date('2026-03-03'), text('03/14/2026')]
    expect(await rejectedOf(...exchanged, date('2026-12-03'))).toEqual([
      [2, 'Fecha'],
      [6, 'Fecha'],
    ])
    for (const other of [date('2026-12-13'), text('03/05/2026')])
      expect(await rejectedOf(...exchanged, date('2026-12-03'), other)).toEqual([])
  })

  test('reads a percentage among amounts and a No as they stand, and tells a net that contradicts', async () => {
    const text = `Pedido;Fecha;Estado;Producto;Cantidad;Precio;Importe;Descuento;Neto;Anulado
9101;2026-05-01;Entregado;Martillo;1;1000,00;1000,00;100,00;900,00;No
9102;2026-05-01;Entregado;Lija;1;1000,00;1000,00;5%;950,00;no
9103;2026-05-02;Entregado;Pinza;1;1000,00;1000,00;50,00;750,00;
9104;2026-05-02;Entregado;Clavos;1;1000,00;1000,00;150%;;
9105;2026-05-03;Entregado;Tornillos;1;1000,00;1000,00;;1000,00;Sí
`
    const { send, post, ended } = callsOf(app)
    const more = { unit_price: 'Precio', line_discount: 'Descuento', line_net: 'Neto', cancelled: 'Anulado' }
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], ...more } }
    const recipe = JSON.stringify({ columns, currency: 'ARS' })
    const { body } = await send([{ name: 'ventas.csv', bytes: text }], { recipe })
    const done = await ended(body.data.id)
    const read = sql`select order_id, status, net from orders where order_id between 9101 and 9105 order by order_id`
    expect((await store.all(read)).map((row) => Object.values(row))).toEqual([
      [9101, 'wc-completed', 900],
      [9102, 'wc-completed', 950],
      [9103, 'wc-completed', 950],
      [9105, 'wc-cancelled', 1000],
    ])
    expect(done.rejects.rows.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [5, 'Descuento', '«150%» es más del 100 %'],
    ])
    expect(done.warnings.map(({ code, order, message }) => [code, order, message])).toEqual([
      [
        'total_mismatch',
        '9103',
        expect.stringMatching(/750,00 de neto, y su importe menos el descuento da .*950,00/),
      ],
    ])
    expect((await post(`/api/imports/${done.id}/undo`)).status).toBe(200)
  })

  test('tells rows that stand twice or are of two orders, and what is no province, though many others contradict', async () => {
    const rows = [
      ...Array.from(
        { length: 30 },
        (_, at) => `${9300 + at};2026-05-01;Lija;2;10,00;99,00;Jujuy;ana@ejemplo.test`,
      ),
      '9401;2026-05-01;Lija;1;10,00;10,00;Cordova;ana@ejemplo.test',
      '9402;2026-05-01;Pinza;1;10,00;10,00;Cordova;ana@ejemplo.test',
      '9403;2026-05-01;Lija;1;10,00;10,00;Salta;ana@ejemplo.test',
      '9403;2026-05-01;Pinza;1;10,00;10,00;Salta;ana@ejemplo.test',
      '9403;2026-05-01;Pinza;1;10,00;10,00;Salta;ana@ejemplo.test',
      '9401;2026-05-01;Lija;1;10,00;10,00;Cordova;ana@ejemplo.test',
      '9404;2026-05-01 10:00;Lija;1;10,00;10,00;Salta;ana@ejemplo.test',
      '9404;2026-05-01 11:00;Pinza;1;10,00;10,00;Salta;ANA@ejemplo.test',
      '9404;2026-06-02;Clavos;1;10,00;10,00;Salta;beto@ejemplo.test',
    ]
    const bytes = ['Pedido;Fecha;Producto;Cantidad;Precio;Importe;Provincia;Correo', ...rows].join('\n')
    const more = { unit_price: 'Precio', province: 'Provincia', email: 'Correo', status: '' }
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], ...more } }
    const recipe = JSON.stringify({ columns, currency: 'ARS', statuses: { '': 'wc-completed' } })
    const { data } = (await calls.send([{ name: 'ventas.csv', bytes }], { recipe, dry_run: '1' })).body
    const told = data.warnings.slice(0, 3)
    expect(told.map(({ code, order, row }) => [code, order, row])).toEqual([
      ['repeated_rows', '9401', 37],
      ['different_rows', '9404', 40],
      ['different_rows', '9404', 40],
    ])
    expect([data.warnings.length, data.warning_count]).toEqual([28, 33])
    expect(data.unknown_provinces).toEqual([{ value: 'Cordova', orders: 2 }])
    // As a former version stored it.
    await store.run(sql`
      update file_imports set content = replace(replace(content, ${'"warning_count":33'}, ${'"a":1'}), ${'"unknown_provinces"'}, ${'"b"'})
      where import_id = ${data.id}`)
    const later = await testApp(store, { importFolder: folder() })
    expect((await later.get(`/api/imports/${data.id}`, 'superAdmin')).json().data).toMatchObject({
      ...{ warning_count: 28, unknown_provinces: [] },
    })
    await later.close()
  })

  test.each(['Total||1684.50|||||', '|||||||'])(
    'takes no row such as %s for a line when columns are offered',
    async (row) => {
      const bytes = `P. Unitario|Artículo|Importe total|Pedido|Dto.|Unidades|Gastos de envío|Fecha
100.00|Ñoquis|1234.50|9601|0.00|10|234.50|12/04/2026
50.00|Pan de miga|450.00|9602|50.00|10|0.00|23/04/2026
${row}
100.00|Ñoquis|1200.00|9603|0.00|10|200.00|24/04/2026
`
      const { data } = (await calls.send([{ name: 'totales.csv', bytes }], { dry_run: '1' })).body
      const { total, line_net } = data.recipe.columns?.['totales.csv'] ?? {}
      expect([total, line_net]).toEqual(['Importe total', undefined])
    },
  )

  test('tells no other currency while that of the shop is asked', async () => {
    const text =
      'Pedido;Fecha;Producto;Cantidad;Importe;Moneda\n9501;2026-05-01;Lija;1;10,00;ARS\n9502;2026-05-01;Lija;1;10,00;USD\n'
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], currency: 'Moneda', status: '' } }
    const previewOf = async (more: object) => {
      const recipe = JSON.stringify({ columns, statuses: { '': 'wc-completed' }, ...more })
      return (await calls.send([{ name: 'ventas.csv', bytes: text }], { recipe, dry_run: '1' })).body.data
    }
    const [asked, chosen] = [await previewOf({}), await previewOf({ currency: 'ARS' })]
    expect([asked.questions.map(({ key }) => key), asked.warnings]).toEqual([['currency'], []])
    expect(chosen.warnings.map(({ code, order }) => [code, order])).toEqual([['other_currency', '9502']])
  })

  test('reads currencies as the tax office, accounting programs and people name them', async () => {
    const head = 'Pedido;Fecha;Producto;Cantidad;Importe;Moneda'
    const columns = { 'ventas.csv': { ...MAPPED.columns['ventas.csv'], currency: 'Moneda', status: '' } }
    const previewOf = async (names: readonly string[], more: object) => {
      const rows = names.map((name, at) => `${9551 + at};2026-05-01;Lija;1;10,00;${name}`)
      const recipe = JSON.stringify({ columns, statuses: { '': 'wc-completed' }, ...more })
      const bytes = [head, ...rows].join('\n')
      return (await calls.send([{ name: 'ventas.csv', bytes }], { recipe, dry_run: '1' })).body.data
    }
    const warned = async (names: readonly string[], currency: string) =>
      (await previewOf(names, { currency })).warnings.map(({ code, order }) => `${code} ${order}`)
    expect(await warned(['PES', 'Pesos', '$', 'Pesos argentinos', 'AR$', 'ars'], 'ARS')).toEqual([])
    const others = ['DOL', 'Dólares', 'u$s', 'Dólar estadounidense', '060', 'Pesos uruguayos', 'R$']
    expect(await warned(others, 'ARS')).toEqual(others.map((_, at) => `other_currency ${9551 + at}`))
    expect(await warned(['Pesos', 'Dólares', '$'], 'USD')).toEqual(['other_currency 9551'])
    expect(await warned(['Pesos', 'CLP'], 'CLP')).toEqual([])
    expect(await warned(['1', 'ARS'], 'ARS')).toEqual(['unknown_currency 9551'])
    // Tomans, which plug-ins know and ISO does not.
    expect(await warned(['IRT'], 'IRT')).toEqual([])
    const asked = async (...names: readonly string[]) => {
      const { questions, recipe } = await previewOf(names, {})
      return [questions.flatMap(({ key, samples }) => (key === 'currency' ? [samples] : [])), recipe.currency]
    }
    expect(await asked('DOL')).toEqual([[], 'USD'])
    expect(await asked('Pesos')).toEqual([[[]], undefined])
    expect(await asked('$', 'U$S')).toEqual([[['USD']], undefined])
  })

  test('knows the number of an order however its title is put', async () => {
    const titles = [
      'N° de pedido',
      'Nro. de la orden',
      'Núm. pedido',
      'Cod. de venta',
      'ID de compra',
      'Nº ticket',
    ]
    for (const title of titles) {
      const bytes = `${title};Fecha;Producto;Cantidad;Importe\n9571;2026-05-01;Lija;1;10,00\n`
      const { data } = (await calls.send([{ name: 'ventas.csv', bytes }], { dry_run: '1' })).body
      expect(data.recipe.columns?.['ventas.csv']?.order).toBe(title)
    }
  })

  test('takes a column of discounts for amounts where only some cells have a percent sign', async () => {
    const row = (order: number, discount: string) =>
      `${order};2026-05-01;Martillo;1;1000,00;1000,00;${discount}`
    const head = 'Pedido;Fecha;Producto;Cantidad;Precio;Importe;Descuento'
    const columnsOf = async (...discounts: readonly string[]) => {
      const bytes = [head, ...discounts.map((discount, index) => row(9201 + index, discount))].join('\n')
      const { data } = (await calls.send([{ name: 'mixta.csv', bytes }], { dry_run: '1' })).body
      const held = Object.entries(data.recipe.columns?.['mixta.csv'] ?? {})
      return held.flatMap(([field, title]) => (title === 'Descuento' ? [field] : []))
    }
    expect(await columnsOf('100,00', '50,00', '5%')).toEqual(['line_discount'])
    expect(await columnsOf('10%', '5%', '5%')).toEqual(['line_discount_percent'])
  })

  test('asks with a 409, and imports at once what leaves nothing to ask', async () => {
    const file = { name: 'ventas.csv', bytes: SALES }
    const asked = await calls.send([file])
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'import-needs-answers',
        data: { state: 'asking', questions: [{ key: 'columns' }, { key: 'currency' }] },
      },
    })
    expect(await orders()).toEqual([])
    const sent = await calls.send([file], { recipe: JSON.stringify(MAPPED) })
    expect((await calls.ended(sent.body.data.id)).state).toBe('done')
    expect(await orders()).toEqual([{ order_id: 1 }])
    const again = await calls.send([file], { recipe: JSON.stringify(MAPPED), dry_run: '1' })
    expect(again.body.data.changes).toEqual({ added: 0, changed: 0, unchanged: 1, removed: 0 })
    const csv = await app.get(`/api/imports/${again.body.data.id}/rejects`, 'superAdmin')
    expect(csv).toMatchObject({ statusCode: 200, body: '\uFEFF' })
  })

  test('undoes the later import first, and none while another one writes', async () => {
    const columns = { ...MAPPED.columns['ventas.csv'], dist_id: 'Zona', dist_name: 'Nombre' }
    const recipe = JSON.stringify({ ...MAPPED, columns: { 'ventas.csv': columns } })
    const ended = async (rows: string) => {
      const text = `${SALES.split('\n')[0]};Zona;Nombre\n${rows}`
      const { body } = await calls.send([{ name: 'ventas.csv', bytes: text }], { recipe })
      return calls.ended(body.data.id)
    }
    // The next use of a recipe moves it to the top, and stays.
    const rows = async () => ({ ...(await everyRow(store)), import_recipes: [] })
    const [oldest] = await store.all<{ id: string }>(
      sql`select import_id as id from file_imports where state = 'done'`,
    )
    const alone = await rows()
    const first = await ended('1;2026-05-01;Entregado;Alfajor;2;10,50;Z1;Zona Norte\n9;x;;;;;;\n')
    const before = await rows()
    expect(before).toHaveProperty('rejects.length', 1)
    // It renames a distributor, brings a later month, and rejects a row.
    const second = await ended(
      '1;2026-05-01;Entregado;Té;2;12,50;Z1;Zona Sur\n2;2026-06-01;Entregado;Té;2;1,00;Z1;Zona Sur\n3;x;;;;;;\n',
    )
    expect(second).toMatchObject({ state: 'warning', changes: { added: 1, changed: 1 } })
    const undo = ({ id }: { id: string }) => calls.post(`/api/imports/${id}/undo`)
    expect(await undo(first)).toMatchObject({ status: 409, body: { code: 'import-not-undoable' } })
    const runId = (await claimImport(store))!
    const busy = await holdImport(store, runId, { progress: silentProgress }, async () => ({
      result: await undo(second),
      ending: { state: 'waiting', message: '', processed: 0 },
    }))
    expect(busy).toMatchObject({
      status: 409,
      body: { code: 'import-not-undoable', message: expect.stringMatching(/^Otra importación/) },
    })
    expect((await undo(second)).status).toBe(200)
    expect(await rows()).toEqual(before)
    expect((await undo(second)).status).toBe(409)
    expect((await undo(first)).status).toBe(200)
    expect(await rows()).toEqual(alone)
    expect((await undo(oldest!)).status).toBe(200)
    expect(await orders()).toEqual([])
  })

  test('brings back the list of rejects that was there before, also where a later import stays meanwhile', async () => {
    const rejected = async (name: string, more = '') => {
      const text = `${SALES.split('\n')[0]}\n${name};2026-05-01;Entregado;Alfajor;2;10,50\n${name}0;x;;;;\n${more}`
      const { body } = await calls.send([{ name: 'ventas.csv', bytes: text }], {
        recipe: JSON.stringify(MAPPED),
      })
      return (await calls.ended(body.data.id)).id
    }
    const listed = () =>
      store.all<{ id: string; reason: string }>(sql`select record_id as id, reason from rejects`)
    const before = await everyRow(store)
    const oldest = await rejected('11')
    const first = await listed()
    // It rejects the same order for another reason.
    const middle = await rejected('12', '110;2026-05-01;Entregado;Alfajor;x;10,50\n')
    expect((await listed()).map(({ id }) => id).sort()).toEqual(['110', '120'])
    const newest = await rejected('13')
    expect(await listed()).toMatchObject([{ id: '130' }])
    await calls.post(`/api/imports/${middle}/undo`)
    expect(await listed()).toMatchObject([{ id: '130' }])
    await calls.post(`/api/imports/${newest}/undo`)
    expect(await listed()).toEqual(first)
    await calls.post(`/api/imports/${oldest}/undo`)
    expect({ ...(await everyRow(store)), import_recipes: [] }).toEqual({ ...before, import_recipes: [] })
  })

  test.each([
    ['a PDF named .csv', 'ventas.csv', '%PDF-1.7 …', 415, /un PDF/],
    ['an empty file', 'ventas.csv', '', 400, /está vacío/],
    ['text without a table', 'carta.txt', 'Hola\nChau\n', 415, /fila de títulos/],
    ['only titles', 'ventas.csv', SALES.split('\n')[0]!, 422, /ninguna orden/],
    ['an unclosed quote', 'ventas.csv', `${SALES}2;2026-05-01;Entregado;"Alfajor;1;5\n`, 400, /comillas/],
    ['100,000 columns', 'ventas.csv', `${SALES.split('\n')[0]}${';x'.repeat(100_000)}\n`, 413, /columnas/],
    ['a line of 8 MB', 'ventas.csv', `${SALES}2;${'x'.repeat(8 << 20)}\n`, 413, /demasiado larga/],
    ['a bomb', 'ventas.csv.gz', gzipSync(Buffer.alloc(100 << 20, 'a')), 413, /descomprimirse/],
    ['a zip of a PDF alone', 'ventas.zip', zipOf({ 'factura.pdf': '%PDF-1.7 …' }), 415, /no tiene tablas/],
    ['paths that leave a zip', 'ventas.zip', zipOf({ '../ventas.csv': SALES }), 400, /rutas que salen/],
    ['entities in a workbook', 'ventas.xlsx', ENTITIES, 400, /entidades de XML/],
    [
      'a workbook cut short',
      'ventas.xlsx',
      bookOf('<worksheet><sheetData><row r="1">'),
      400,
      /libro de Excel/,
    ],
    ['a workbook of LibreOffice', 'ventas.xlsx', zipOf({ 'content.xml': '<a/>' }), 415, /otro formato/],
    ['thousands above the table', 'ventas.csv', `Importes en miles de pesos\n${SALES}`, 422, /títulos/],
    ['thousands above it without more', 'ventas.csv', `(en miles);;\n${SALES}`, 422, /títulos/],
    ['thousands below it', 'ventas.csv', `${SALES};;;;;\n(miles de $);;;;;\n`, 422, /miles de/],
    ['JSON named .csv', 'ventas.csv', '[{"orden": 1, "total": 5}]', 415, /un archivo JSON/],
    ['a web page named .xls', 'ventas.xls', '<table><tr><td>1</td></tr></table>', 415, /una página web/],
    ['a damaged zip', 'ventas.zip', 'PK\u0003\u0004nada', 400, /descomprimir/],
  ])('refuses %s and writes nothing', async (_, name, bytes, status, message) => {
    const answer = await calls.send([{ name, bytes }], { recipe: JSON.stringify(MAPPED) })
    expect(answer.status).toBe(status)
    expect(answer.body.errors?.[0]).toMatchObject({
      path: 'file[0]',
      message: expect.stringMatching(message),
    })
    expect(await orders()).toEqual([])
  })

  test('refuses files that are too large together, and names the one that is too many', async () => {
    const store = await engine.open()
    const small = await testApp(store, { importFolder: folder(), importLimit: 200 })
    const files = ['enero.csv', 'febrero.csv'].map((name) => ({ name, bytes: SALES.padEnd(150, '\n') }))
    expect(await callsOf(small).send(files)).toMatchObject({
      status: 413,
      body: {
        code: 'file-too-large',
        errors: [{ path: 'file[1]', message: 'All files together may have 200 bytes' }],
      },
    })
    expect((await callsOf(small).send(files.slice(0, 1), { dry_run: '1' })).status).toBe(200)
    await small.close()
  })

  test('leaves a table of customers beside orders and their lines', async () => {
    const files = [
      { name: 'ordenes.csv', bytes: 'id,fecha,estado,total\n11,2026-05-01,entregado,300.00\n' },
      {
        name: 'items.csv',
        bytes: 'id,pedido_id,nombre_producto,cantidad,precio\n1,11,Taza,2,100.00\n2,11,Plato,1,100.00\n',
      },
      { name: 'personas.csv', bytes: 'persona,ciudad\n7,Rosario\n8,Salta\n' },
    ]
    const asked = (await calls.send(files, { dry_run: '1' })).body.data
    expect(asked.files.map(({ name, rows }) => [name, rows])).toEqual([
      ['ordenes.csv', 1],
      ['items.csv', 2],
      ['personas.csv', 0],
    ])
    const recipe = { columns: asked.recipe.columns, currency: 'ARS' }
    const { data } = (await calls.post(`/api/imports/${asked.id}/answers`, { recipe })).body
    expect(data).toMatchObject({ state: 'ready', rejects: { count: 0 }, warnings: [] })
    expect(data.months).toMatchObject([{ month: '2026-05', after: { orders: 1, units: 3, net: 300 } }])
  })

  test('reads the tables of a zip, and leaves what people put beside them', async () => {
    const bytes = zipOf({
      'mayo/ventas.csv': SALES,
      'mayo/factura.pdf': '%PDF-1.7 …',
      'mayo/leeme.txt': 'Hola, van las ventas.\n',
      '__MACOSX/mayo/._ventas.csv': 'Mac OS X',
    })
    const fields = { recipe: JSON.stringify(MAPPED), dry_run: '1' }
    const { body } = await calls.send([{ name: 'mayo.zip', bytes }], fields)
    expect(body.data).toMatchObject({
      state: 'ready',
      files: [{ name: 'ventas.csv' }],
      changes: { added: 1 },
    })
    expect(body.data.files).toHaveLength(1)
    const url = `/api/imports/${body.data.id}`
    const headers = { authorization: `Bearer ${await app.tokenOf('superAdmin')}` }
    const cancelled = await app.server.inject({ method: 'DELETE', url, headers })
    expect(cancelled.json().data.state).toBe('cancelled')
    expect(await calls.post(`${url}/confirm`, { version: body.data.version })).toMatchObject({ status: 409 })
    expect(await calls.post(`${url}/answers`, { recipe: {} })).toMatchObject({ status: 409 })
    expect(await orders()).toEqual([])
  })

  test('tells files of one name apart, and reads those with the same titles alike', async () => {
    const february = `${SALES.split('\n')[0]}\n7;2026-06-01;Entregado;Té;s/d;4,00\n8;2026-06-01;Entregado;Té;1;4,00\n`
    const { body } = await calls.send(
      [
        { name: 'enero.zip', bytes: zipOf({ 'ventas.csv': SALES }) },
        { name: 'febrero.zip', bytes: zipOf({ 'ventas.csv': february }) },
      ],
      { recipe: JSON.stringify(MAPPED), dry_run: '1' },
    )
    expect(body.data).toMatchObject({
      state: 'ready',
      files: [{ name: 'ventas.csv' }, { name: 'ventas (2).csv' }],
      changes: { added: 2 },
      rejects: { count: 1, rows: [{ file: 'ventas (2).csv', row: 2, column: 'Cantidad' }] },
    })
    const url = `/api/imports/${body.data.id}`
    const csv = (await app.get(`${url}/rejects`, 'superAdmin')).body
    expect(csv.split('\r\n').filter((line) => line.startsWith('"'))).toEqual([expect.stringMatching(/^"7"/)])
    expect((await calls.cancel(body.data.id)).body.data.state).toBe('cancelled')
  })

  test('gives back rejected orders whole, which come in once they are mended', async () => {
    const rows = `${SALES}2;2026-05-02;Entregado;Alfajor;s/d;5,50\n2;2026-05-02;Entregado;Té;1;4,00\n`
    const { body } = await calls.send([{ name: 'ventas.csv', bytes: rows }], {
      recipe: JSON.stringify(MAPPED),
      dry_run: '1',
    })
    const { id, version, rejects } = body.data
    expect(rejects).toMatchObject({ count: 1, rows: [{ row: 3, column: 'Cantidad', value: 's/d' }] })
    const csv = (await app.get(`/api/imports/${id}/rejects`, 'superAdmin')).body
    expect(csv.split('\r\n').map((line) => line.split(';').slice(0, 5).join(';'))).toEqual([
      '\uFEFF"Pedido";"Fecha";"Estado";"Producto";"Cantidad"',
      '"2";"2026-05-02";"Entregado";"Alfajor";"s/d"',
      '"2";"2026-05-02";"Entregado";"Té";"1"',
      '',
    ])
    await calls.post(`/api/imports/${id}/confirm`, { version })
    expect((await calls.ended(id)).state).toBe('warning')
    const mended = await calls.send([{ name: 'rechazos.csv', bytes: csv.replace('s/d', '2') }])
    expect(await calls.ended(mended.body.data.id)).toMatchObject({
      ...{ state: 'done', changes: { added: 1, changed: 0, unchanged: 0 } },
      rejects: { count: 0 },
    })
    expect(await orders()).toEqual([{ order_id: 1 }, { order_id: 2 }])
    for (const one of [mended.body.data.id, id]) await calls.post(`/api/imports/${one}/undo`)
    expect(await orders()).toEqual([])
  })

  test('gives back no text that a spreadsheet runs, and reads it as it was', async () => {
    const names = ['=1+1', '\u00ad=1+1', '＝1+1', '\u200b-1+1']
    const lines = [
      `2;2026-05-02;Entregado;Té;s/d;-5,50`,
      ...names.map((name) => `2;2026-05-02;Entregado;${name};1;4,00`),
    ]
    const recipe = JSON.stringify(MAPPED)
    const file = { name: 'ventas.csv', bytes: `${SALES}${lines.join('\n')}\n` }
    const { id } = (await calls.send([file], { recipe, dry_run: '1' })).body.data
    const csv = (await app.get(`/api/imports/${id}/rejects`, 'superAdmin')).body
    const cells = csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(';'))
    expect(cells.map((row) => row[3])).toEqual(['"Té"', ...names.map((name) => `"'${name}"`)])
    expect(cells.map((row) => row[5])).toEqual(['"-5,50"', ...names.map(() => '"4,00"')])
    const mended = await calls.send([{ name: 'ventas.csv', bytes: csv.replace('s/d', '1') }], { recipe })
    expect(await calls.ended(mended.body.data.id)).toMatchObject({ state: 'done', rejects: { count: 0 } })
    const positive = sql`order_lines where order_id = 2 and net > 0 order by line_id`
    const sold = await store.all(sql`select name from ${positive}`)
    expect(sold).toEqual(names.map((name) => ({ name })))
    await calls.post(`/api/imports/${mended.body.data.id}/undo`)
    await calls.cancel(id)
  })

  test('keeps nothing of people for ever: files and rows for an undo go after 30 days', async () => {
    const { body } = await calls.send([{ name: 'ventas.csv', bytes: SALES.replace('10,50', '14,50') }], {
      recipe: JSON.stringify(MAPPED),
    })
    const { id } = await calls.ended(body.data.id)
    const kept = async () =>
      (await store.all(sql`select order_id from file_import_orders where import_id = ${id}`)).length
    const applied = Date.parse(
      `${String((await store.one<{ at: string }>(sql`select cast(applied_at as varchar) as at from file_imports where import_id = ${id}`))!.at).replace(' ', 'T')}Z`,
    )
    await store.transaction((tx) => purgeImports(tx, new Date(applied + 29 * 86_400_000)))
    expect(await kept()).toBe(1)
    await store.transaction((tx) => purgeImports(tx, new Date(applied + 31 * 86_400_000)))
    expect(await kept()).toBe(0)
    expect(await calls.post(`/api/imports/${id}/undo`)).toMatchObject({
      status: 409,
      body: { code: 'import-not-undoable' },
    })
    const uploads = folder()
    for (const [name, days] of [
      ['old', 31],
      ['new', 29],
    ] as const) {
      mkdirSync(join(uploads, name))
      const then = new Date(Date.now() - days * 86_400_000)
      utimesSync(join(uploads, name), then, then)
    }
    const other = await testApp(await engine.open(), { importFolder: uploads })
    expect(readdirSync(uploads)).toEqual(['new'])
    await other.close()
  })
})

const WEEKLY = (rows: string) => `Pedido;Fecha;Situación;Artículo;Cant;Importe\n${rows}`
const CHOSEN = {
  ...{ order: 'Pedido', date: 'Fecha', status: 'Situación' },
  ...{ product: 'Artículo', quantity: 'Cant', line_total: 'Importe' },
}

describeOneEngine('saved recipes', (engine) => {
  test('read the next export of a layout without a question, until they are forgotten', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const recipes = async () => (await app.get('/api/imports/recipes', 'superAdmin')).json().data
    const listed = async () => (await app.get('/api/imports', 'superAdmin')).json().data
    const first = await send([
      { name: 'semana 2026-18.csv', bytes: WEEKLY('A-1;03/05/2026;en viaje;Alfajor;2;10,50\n') },
    ])
    expect(first.body.data.questions.map(({ key }) => key)).toEqual(['columns', 'date_order', 'currency'])
    const { id } = first.body.data
    const answers = {
      columns: { 'semana 2026-18.csv': CHOSEN },
      ...{ date_order: 'mdy', currency: 'ARS', statuses: { 'en viaje': 'wc-completed' } },
    }
    const { data } = (await post(`/api/imports/${id}/answers`, { recipe: answers })).body
    expect(data).toMatchObject({ state: 'ready', statuses: [{ value: 'en viaje', by: 'answer' }] })
    expect(await recipes()).toEqual([])
    await post(`/api/imports/${id}/confirm`, { version: data.version, name: 'Caja del centro' })
    await ended(id)
    expect(await recipes()).toMatchObject([
      { id, name: 'Caja del centro', kinds: ['other'], titles: Object.values(CHOSEN), statuses: 1 },
    ])

    const wider = WEEKLY('A-2;04/05/2026;EN VIAJE;Alfajor;1;5,25\n')
      .replace('Pedido;', 'Sucursal;Pedido;')
      .replace('A-2', 'Centro;A-2')
    const second = await send([{ name: 'export (3).csv', bytes: wider }])
    expect(second.status).toBeLessThan(300)
    expect(await ended(second.body.data.id)).toMatchObject({
      state: 'done',
      files: [{ name: 'export (3).csv', saved: 'Caja del centro' }],
      statuses: [{ by: 'recipe', status: 'wc-completed' }],
    })
    const days = () =>
      store.all(sql`select number, cast(order_date as varchar) as day from orders order by number`)
    expect(await days()).toEqual([
      { number: 'A-1', day: '2026-03-05' },
      { number: 'A-2', day: '2026-04-05' },
    ])
    expect(await recipes()).toMatchObject([{ id, name: 'Caja del centro' }])

    // What a file shows by itself stands before what was answered for another one.
    const shown = await send([
      {
        name: 'x.csv',
        bytes: WEEKLY('A-3;05/04/2026;en viaje;Alfajor;1;1\nA-4;25/04/2026;en viaje;Alfajor;1;1\n'),
      },
    ])
    await ended(shown.body.data.id)
    expect((await days()).slice(2)).toEqual([
      { number: 'A-3', day: '2026-04-05' },
      { number: 'A-4', day: '2026-04-25' },
    ])
    const unlike = await send([
      { name: 'y.csv', bytes: WEEKLY('A-5;05/04/2026;en viaje;Alfajor;1;1\n').replace('Importe', 'Monto') },
    ])
    expect(unlike.body.data.questions.map(({ key }) => key)).toContain('columns')

    expect(sorted(await listed())).toMatchObject(
      sorted([
        { id: unlike.body.data.id, state: 'asking', files: ['y.csv'], by: expect.any(String) },
        { id: shown.body.data.id, state: 'done', changes: { added: 2 } },
        { id: second.body.data.id, state: 'done', changes: { added: 1 } },
        { id, state: 'done', files: ['semana 2026-18.csv'], rejected: 0 },
      ]),
    )
    const forget = { method: 'DELETE', url: `/api/imports/recipes/${id}` } as const
    expect((await app.get(forget, 'superAdmin')).statusCode).toBe(200)
    expect((await app.get(forget, 'superAdmin')).json()).toMatchObject({ code: 'import-recipe-not-found' })
    const again = await send([{ name: 'z.csv', bytes: wider.replace('A-2', 'A-6') }])
    expect(again).toMatchObject({ status: 409, body: { data: { state: 'asking' } } })
    await app.close()
  })

  test('go with the import that made them when it is undone', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const sent = await send([{ name: 'ventas.csv', bytes: SALES }], { recipe: JSON.stringify(MAPPED) })
    await ended(sent.body.data.id)
    await post(`/api/imports/${sent.body.data.id}/undo`)
    expect(await store.all(sql`select * from import_recipes`)).toEqual([])
    const again = await send([{ name: 'ventas.csv', bytes: SALES }])
    expect(again.body.data.questions.map(({ key }) => key)).toContain('columns')
    await app.close()
  })
})

describeOneEngine('a complete list', (engine) => {
  test('names what would go, removes it, and an undo brings everything back', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const rows = [1, 2, 3].map((id) => `${id};2026-0${id}-01;Entregado;Alfajor;2;10,50\n`)
    const file = (lines: readonly string[]) => ({
      name: 'ventas.csv',
      bytes: `${SALES.split('\n')[0]}\n${lines.join('')}`,
    })
    const whole = await send([file(rows)], { recipe: JSON.stringify(MAPPED) })
    await ended(whole.body.data.id)
    const before = await storeRows(store)
    const kept = await send([file([rows[0]!, rows[1]!])], { dry_run: '1' })
    expect(kept.body.data).toMatchObject({ removed: [], changes: { removed: 0, unchanged: 2 } })
    const recipe = JSON.stringify({ ...MAPPED, complete: true })
    const { body } = await send([file([rows[0]!, rows[1]!.replace('10,50', 'x')])], { recipe, dry_run: '1' })
    expect(body.data).toMatchObject({
      removed: [{ order: '3', month: '2026-03', net: 10.5 }],
      changes: { added: 0, changed: 0, unchanged: 1, removed: 1 },
      months: [{ month: '2026-01' }, { month: '2026-03', after: { orders: 0, units: 0, net: 0 } }],
    })
    await post(`/api/imports/${body.data.id}/confirm`, { version: body.data.version })
    expect((await ended(body.data.id)).state).toBe('warning')
    const ids = await store.all(sql`select order_id from orders order by order_id`)
    expect(ids).toEqual([{ order_id: 1 }, { order_id: 2 }])
    expect((await post(`/api/imports/${body.data.id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(before)
    expect(await store.all(sql`select * from removals`)).toEqual([])
    await app.close()
  })
})

/** docs/csv-import.md#files */
const OWN: Readonly<Record<string, string>> = {
  'ordenes.csv': `orden;fecha;estado;cliente;email;provincia;distribuidor;nombre_distribuidor;envio
1001;31/03/2026 18:05;;7;ana@ejemplo.test;Córdoba;12;Distribuidora Norte;1.500,00
A-2;01/04/2026;Despachado;;;CABA;12;Distribuidora Norte;
`,
  'lineas.csv': `orden;sku;nombre;cantidad;importe;descuento
1001;ALF-12;Alfajor de chocolate x 12;2;24.000,00;
1001;BIZ-1;Bizcochos;1;3.500,50;500,50
A-2;ALF-12;Alfajor de chocolate x 12;1;12.000,00;
`,
  'descuentos.csv': `orden;tipo;nombre;importe;grupo;subgrupo
1001;promocion;20 % con Banco Nación;5.400,00;BANCARIOS;Banco Nación
`,
  'devoluciones.csv': 'orden;importe;fecha;motivo\nA-2;2.000,00;03/04/2026;Rotos\n',
  'productos.csv': `producto;sku;nombre;negocio;segmento;precio
5;ALF-12;Alfajor de chocolate x 12;Dulces;Alfajores;12.000,00
x;BIZ-1;Bizcochos;Dulces;Galletas;3.500,50
`,
  'clientes.csv': 'cliente;alta;email;nombre;empresa\n7;02/01/2026;ana@ejemplo.test;Ana;Osde\n',
}

describeOneEngine('own files of Góndola', (engine) => {
  test('come in by a call with products and accounts, and go again', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const recipe = { currency: 'ARS', statuses: { Despachado: 'wc-completed' } }
    const drop = (changed: Readonly<Record<string, string>> = {}) =>
      Object.entries({ ...OWN, ...changed }).map(([name, bytes]) => ({ name, bytes }))
    const empty = await storeRows(store)

    const asked = await send(drop(), { dry_run: '1' })
    expect(asked.body.data).toMatchObject({
      ...{ state: 'asking', kind: 'gondola', questions: [{ key: 'currency' }] },
      statuses: [
        { value: 'Completadas', orders: 1, net: 21_600, status: 'wc-completed' },
        { value: 'Despachado', orders: 1, net: 10_000 },
      ],
      rejects: { count: 1, rows: [{ file: 'productos.csv', row: 3, column: 'producto', value: 'x' }] },
    })
    const { id } = asked.body.data
    const { data } = (await post(`/api/imports/${id}/answers`, { recipe })).body
    expect(data).toMatchObject({
      ...{ state: 'ready', changes: { added: 2, changed: 0, unchanged: 0, removed: 0 } },
      months: [
        { month: '2026-03', after: { orders: 1, units: 3, net: 21_600 } },
        { month: '2026-04', after: { orders: 1, units: 1, net: 10_000 } },
      ],
    })
    await post(`/api/imports/${id}/confirm`, { version: data.version })
    expect((await ended(id)).state).toBe('warning')
    const netOf = () =>
      store.all(sql`
        select case number when '' then cast(order_id as text) else number end as name,
          cast(gross as varchar) as gross, cast(net as varchar) as net, units from orders order by 1`)
    expect(await netOf()).toEqual([
      { name: '1001', gross: '27500.50', net: '21600.00', units: 3 },
      { name: 'A-2', gross: '12000.00', net: '10000.00', units: 1 },
    ])
    const sold = async () => {
      const url = '/api/orders/ranking-orders-by-segments?start_date=2026-03'
      const { rows } = (await app.get(url, 'superAdmin')).json().data
      return rows.map(({ business }: { business: string }) => business)
    }
    expect(await sold()).toEqual(['Dulces', 'sin negocio'])
    const first = await storeRows(store)

    // The next export of the same kind asks nothing, changes a product and an account, and adds one of each.
    const second = await send(
      drop({
        'productos.csv': OWN['productos.csv']!.replace('Dulces;Alfajores', 'Regalos;Cajas').replace(
          'x;',
          '6;',
        ),
        'clientes.csv': `${OWN['clientes.csv']!.replace('Osde', 'Galeno')}8;03/01/2026;luz@ejemplo.test;Luz;\n`,
      }),
    )
    expect(await ended(second.body.data.id)).toMatchObject({ state: 'done', changes: { added: 0 } })
    expect(await sold()).toEqual(['Regalos', 'Dulces'])
    expect((await post(`/api/imports/${id}/undo`)).status).toBe(409)
    expect((await post(`/api/imports/${second.body.data.id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(first)
    expect((await post(`/api/imports/${id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(empty)
    await app.close()
  })

  test('give goals of a renamed segment back when they go again, of however many products', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder(), now: () => new Date('2026-06-10T15:00:00Z') })
    const { send, post, ended } = callsOf(app)
    const read = async (files: Readonly<Record<string, string>>) => {
      const list = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
      return ended((await send(list, { recipe: JSON.stringify({ currency: 'ARS' }) })).body.data.id)
    }
    // More than an undo takes back at once of orders and accounts.
    const ids = Array.from({ length: 600 }, (_, index) => index + 1)
    const catalogue = (segment: string) =>
      [
        'producto;sku;nombre;negocio;segmento',
        ...ids.map((id) => `${id};S${id};P ${id};Dulces;${segment}`),
      ].join('\n')
    await read({
      'ordenes.csv': 'orden;fecha\n1;2026-05-03\n',
      'lineas.csv': 'orden;sku;nombre;cantidad;importe\n1;S1;P 1;2;100,00\n',
      'productos.csv': catalogue('Barras'),
    })
    const cells = [{ key: 'Barras', month: '2026-06', amount: 1000 }]
    await app.post('/api/goals', { measure: 'net_sale', by: 'segment', cells }, 'superAdmin')
    const goals = async () =>
      (await store.all(sql`select value_key from goals`)).map(({ value_key }) => value_key)
    const renamed = await read({ 'productos.csv': catalogue('Tabletas') })
    expect(await goals()).toEqual(['Tabletas'])
    expect((await post(`/api/imports/${renamed.id}/undo`)).body.data.state).toBe('undone')
    expect(await goals()).toEqual(['Barras'])
    await app.close()
  })

  test('say at once that a demo cannot go while its accounts are the only superAdmins', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post } = callsOf(app)
    await writeSetting(store, 'data_source', { kind: 'demo', complete: true })
    await writeSetting(store, 'demo_users', await store.all(sql`select email from users`))
    const recipe = JSON.stringify({ currency: 'ARS', statuses: { Despachado: 'wc-completed' } })
    const files = Object.entries(OWN).map(([name, bytes]) => ({ name, bytes }))
    const { data } = (await send(files, { recipe, dry_run: '1' })).body
    expect([data.state, data.message]).toEqual([
      'ready',
      expect.stringMatching(/creá tu propia cuenta superAdmin/),
    ])
    expect((await post(`/api/imports/${data.id}/confirm`, { version: data.version })).body).toMatchObject({
      code: 'import-without-super-admin',
    })
    await writeSetting(store, 'demo_users', [])
    const again = (await send(files, { recipe, dry_run: '1' })).body.data
    expect([again.state, again.message]).toEqual(['ready', ''])
    await app.close()
  })

  test('of products that share a SKU sell the one with the name of the line', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, ended } = callsOf(app)
    const changed = {
      'productos.csv': 'producto;sku;nombre\n5;A;Alfajor blanco\n6;A;Alfajor negro\n',
      'lineas.csv': `orden;sku;nombre;cantidad;importe
1001;A;alfajor blanco;1;10,00
1001;A;Alfajor;1;20,00
A-2;A;Alfajor negro;1;30,00
A-2;A;Alfajor negro;1;30,00
`,
      'descuentos.csv': 'orden;nombre;importe\n',
    }
    const drop = Object.entries({ ...OWN, ...changed }).map(([name, bytes]) => ({ name, bytes }))
    const recipe = JSON.stringify({ currency: 'ARS', statuses: { Despachado: 'wc-completed' } })
    const { data } = (await send(drop, { recipe })).body
    const done = await ended(data.id)
    expect(done.warnings.map(({ code, order, row }) => [code, order, row])).toEqual([
      ['ambiguous_sku', '1001', 3],
      ['repeated_rows', 'A-2', 5],
    ])
    const sold = sql`select product_id, cast(gross as varchar) as gross from order_lines order by gross, line_id`
    expect((await store.all(sold)).map((row) => Object.values(row))).toEqual([
      [5, '10.00'],
      [0, '20.00'],
      [6, '30.00'],
      [6, '30.00'],
    ])
    await app.close()
  })

  test('come as a catalogue alone, which leaves the orders as they are', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const sendAll = async (files: Readonly<Record<string, string>>, complete = false) => {
      const list = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
      const recipe = { currency: 'ARS', statuses: { Despachado: 'wc-completed' }, complete }
      const { body } = await send(list, { recipe: JSON.stringify(recipe) })
      return ended(body.data.id)
    }
    await sendAll(OWN)
    const before = await storeRows(store)
    const productos =
      'producto;sku;nombre;negocio\n5;ALF-12;Alfajor nuevo;Regalos\n9;CHO-1;Chocolate;Dulces\n'
    const { id, ...first } = await sendAll({ 'productos.csv': productos }, true)
    expect(first).toMatchObject({
      state: 'done',
      kind: 'gondola',
      changes: { added: 0, removed: 0 },
      months: [],
    })
    expect(await store.all(sql`select product_id, name from products order by product_id`)).toEqual([
      { product_id: 5, name: 'Alfajor nuevo' },
      { product_id: 9, name: 'Chocolate' },
    ])
    expect(await store.all(sql`select count(*) as count from orders`)).toEqual([{ count: 2 }])
    expect(await store.all(sql`select customer_id from customers`)).toEqual([{ customer_id: 7 }])
    expect((await post(`/api/imports/${id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(before)
    expect(await sendAll({ 'clientes.csv': 'cliente;alta\nx;02/01/2026\n' })).toMatchObject({
      state: 'asking',
      rejects: { count: 1 },
    })
    const accounts = await sendAll({ 'clientes.csv': 'cliente;alta;nombre\n8;02/01/2026;Luz\n' })
    expect(accounts).toMatchObject({ state: 'done', rejects: { count: 0 } })
    await app.close()
  })

  test('as a whole list remove products, accounts and orders that it lacks, until it is undone', async () => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const recipe = { currency: 'ARS', statuses: { Despachado: 'wc-completed' } }
    const sendAll = async (files: Readonly<Record<string, string>>, complete: boolean) => {
      const list = Object.entries(files).map(([name, bytes]) => ({ name, bytes }))
      const { body } = await send(list, { recipe: JSON.stringify({ ...recipe, complete }) })
      return ended(body.data.id)
    }
    const row = (file: string, line: string) => ({ [file]: `${OWN[file]!.replace(/^x;.*\n/m, '')}${line}\n` })
    const more = {
      ...OWN,
      ...row('productos.csv', '9;CHO-1;Chocolate;Dulces;Barras;100,00'),
      ...row('clientes.csv', '9;04/01/2026;eva@ejemplo.test;Eva;'),
    }
    await sendAll(more, false)
    const before = await storeRows(store)
    const { id } = await sendAll({ ...OWN, ...row('productos.csv', '') }, true)
    expect(await store.all(sql`select product_id, status from products order by product_id`)).toEqual([
      { product_id: 5, status: 'publish' },
      { product_id: 9, status: 'deleted' },
    ])
    expect(await store.all(sql`select customer_id from customers`)).toEqual([{ customer_id: 7 }])
    expect((await post(`/api/imports/${id}/undo`)).body.data.state).toBe('undone')
    expect(await storeRows(store)).toEqual(before)
    await app.close()
  })
})

/** Layouts that nobody described before, with what a file of them holds: orders, units and net of its months. */
const UNKNOWN = {
  'vendas.csv': {
    text: `Nº Venda;Data da Venda;Situação;Cliente;E-mail do Cliente;UF;Produto Vendido;Referência;Qtde;Vlr Unitário;Desconto do Item
V-1;13/05/2026;Entregue ao cliente;Ana;ana@ejemplo.test;SP;Camiseta;CAM-1;2;59,90;0,00
V-1;13/05/2026;Entregue ao cliente;Ana;ana@ejemplo.test;SP;Boné;BON-2;1;1.039,00;100,00
V-2;02/06/2026;Devolvido;Caio;caio@ejemplo.test;MG;Boné;BON-2;1;39,00;0,00
`,
    statuses: {},
    months: [['2026-05', 1, 3, 1058.8]],
  },
  'informe.csv': {
    text: `Informe de ventas,,,,,,,,
,,Comprador,,Detalle,,,Importes,
Comprobante,Emitido,Razón social,Localidad,Artículo,Código,Unid.,P. lista,Importe
FA-0001-12,13/05/2026,Almacén Pepe,Rosario,Yerba,Y1,10,"1.500,00","15.000,00"
FA-0001-12,13/05/2026,Almacén Pepe,Rosario,Azúcar,A1,5,"800,00","4.000,00"
Subtotal FA-0001-12,,,,,,15,,"19.000,00"
FA-0001-13,14/06/2026,Kiosco Luz,Funes,Yerba,Y1,2,"1.500,00","3.000,00"
TOTAL GENERAL,,,,,,17,,"22.000,00"
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2026-05', 1, 15, 19_000],
      ['2026-06', 1, 2, 3000],
    ],
  },
  // «Dto.» holds percentages.
  'remitos.csv': {
    text: `Remito;Fecha;Cliente;Artículo;Cantidad;Precio;Dto.;Importe
R-1;13/05/2026;Ana;Yerba;10;100,00;10;900,00
R-1;13/05/2026;Ana;Azúcar;20;90,00;0;1.800,00
R-2;14/06/2026;Luz;Yerba;1;100,00;7,5;92,50
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2026-05', 1, 30, 2700],
      ['2026-06', 1, 1, 92.5],
    ],
  },
  'sales.tsv': {
    text: [
      'Order no|Placed on|State|Buyer|Item|Item code|Pcs|Each|Line amount|Ship fee',
      'W/77|May 13, 2026 3:05 PM|done|Jo|Mug|M-1|3|US$ 12.50|US$ 37.50|US$ 5.00',
      'W/77|May 13, 2026 3:05 PM|done|Jo|Plate|P-1|1|US$ 1,020.00|US$ 1,020.00|US$ 5.00',
      'W/78|June 2, 2026 11:15 AM|dropped|Lu|Mug|M-1|2|US$ 12.50|US$ 25.00|US$ 0.00\n',
    ]
      .join('\n')
      .replaceAll('|', '\t'),
    statuses: { done: 'wc-completed', dropped: 'wc-cancelled' },
    months: [['2026-05', 1, 4, 1057.5]],
  },
  // An order is known by its invoice; the words of its status are told apart from those that deny them.
  'facturas.csv': {
    text: `Nro Factura,Fecha emisión,Cliente,Provincia,Estado,Cod,Producto,Cant,Precio Unit.,Desc.,Total línea
A-1,31/12/2025,Kiosco,CABA,Shipped,001,"Vino ""Malbec""
reserva",6,"1,250.50",0,"7,503.00"
A-1,31/12/2025,Kiosco,CABA,Shipped,002,Queso,0.750,"10,000.00",10%,"6,750.00"
A-2,01/01/2026,Bar,Salta,No entregado,001,Vino,1,"1,250.50",0,"1,250.50"
A-3,02/01/2026,Bar,Salta,Retirado,001,Vino,2,"1,250.50",0,"2,501.00"
A-3,02/01/2026,Bar,Salta,Retirado,,Descuento,1,-300.00,0,-300.00
A-4,03/01/2026,Bar,Salta,No pagado,001,Vino,1,"1,250.50",0,"1,250.50"
A-5,04/01/2026,Bar,Salta,Refund completed,001,Vino,1,"1,250.50",0,"1,250.50"
A-6,05/01/2026,Bar,Salta,En tránsito,001,Vino,1,"1,250.50",0,"1,250.50"
A-7,06/01/2026,Bar,Salta,Vencida,001,Vino,1,"1,250.50",0,"1,250.50"
A-8,07/01/2026,Bar,Salta,Por empaquetar,001,Vino,1,"1,250.50",0,"1,250.50"
A-9,08/01/2026,Bar,Salta,Unshipped,001,Vino,1,"1,250.50",0,"1,250.50"
,,,,,,,,,TOTAL,"21,756.00"
`,
    statuses: { 'No entregado': 'wc-failed' },
    months: [
      ['2025-12', 1, 6.75, 14_253],
      ['2026-01', 1, 2, 2201],
    ],
  },
  // The price is that of all units; a cancelled line of a shipped order does not count.
  'amazon.txt': {
    text: [
      'amazon-order-id|purchase-date|order-status|product-name|sku|item-status|quantity|item-price|item-promotion-discount',
      '701-1|2026-05-17T08:04:21+00:00|Shipped|Mug|M-1|Shipped|3|37.50|2.50',
      '701-1|2026-05-17T08:04:21+00:00|Shipped|Plate|P-1|Cancelled|1|20.00|0.00\n',
    ]
      .join('\n')
      .replaceAll('|', '\t'),
    statuses: {},
    months: [['2026-05', 1, 3, 35]],
  },
  // The discount of an order stands on each of its rows, and counts once.
  'pedidos.csv': {
    text: `Pedido;Fecha;Estado;Producto;Cantidad;Precio;Descuento;Envío;Total
1;13/05/2026;Entregado;Taza;2;100,00;50,00;10,00;260,00
1;13/05/2026;Entregado;Plato;1;100,00;50,00;10,00;260,00
2;14/05/2026;Entregado;Taza;1;100,00;0,00;0,00;100,00
3;14/06/2026;Entregado;Taza;1;100,00;10,00;0,00;190,00
3;14/06/2026;Entregado;Plato;1;100,00;10,00;0,00;190,00
`,
    statuses: {},
    months: [
      ['2026-05', 2, 4, 350],
      ['2026-06', 1, 2, 190],
    ],
  },
  // A net that each line of an order repeats is the order's.
  'wix.csv': {
    text: `Order number,Date created,Time,Item,SKU,Qty,Price,Delivery state,Payment status,Total,Refunded amount,Net amount
10001,"May 13, 2026",10:15:00 AM,Taza,T1,2,10,AR-A,Paid,55,0,55
10001,"May 13, 2026",10:15:00 AM,Plato,P1,1,35,AR-A,Paid,55,0,55
10002,"Jun 2, 2026",10:15:00 PM,Taza,T1,2,10,AR-A,Voided,20,0,20
`,
    statuses: {},
    months: [['2026-05', 1, 3, 55]],
  },
  'squarespace.csv': {
    text: `Order ID,Email,Financial Status,Subtotal,Total,Amount Refunded,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku
00012,ana@ejemplo.test,PAID,50.00,47.00,0.00,3.00,2026-05-13 09:59:00 -0300,2,Taza,10.00,T1
00012,ana@ejemplo.test,,,,,,,3,Plato,10.00,P1
00013,luz@ejemplo.test,REFUNDED,20.00,20.00,20.00,0.00,2026-06-02 09:59:00 -0300,2,Taza,10.00,T1
`,
    statuses: {},
    months: [['2026-05', 1, 5, 47]],
  },
  'coffee.csv': {
    text: `transaction_id,transaction_date,transaction_qty,store_location,product_id,unit_price,product_detail,state,region
1,5/13/2026,2,Centro,32,3,Latte,Salta,Norte
2,5/14/2026,3,Centro,57,3.1,Té,Salta,Norte
`,
    statuses: { '': 'wc-completed' },
    columns: { province: 'state' },
    months: [['2026-05', 2, 5, 15.3]],
  },
  // Titles in no list; a sign in one makes percentages.
  'vendidas.csv': {
    text: `Nro. de pedido;Fecha;Detalle;Cant. vendida;Precio Unit. $;% Dto.
20;30/09/2025;Taza;3;1.000,00;10
20;30/09/2025;Plato;2;500,50;0
21;01/10/2025;Taza;12;1.000,00;25
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2025-09', 1, 5, 3701],
      ['2025-10', 1, 12, 9000],
    ],
  },
  // Without a price, the total that the lines of an order repeat is no amount of theirs.
  'total-repetido.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Subtotal;Total pedido
30;30/09/2025;Taza;3;3.000,00;4.001,00
30;30/09/2025;Plato;2;1.001,00;4.001,00
31;01/10/2025;Taza;12;12.000,00;12.000,00
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2025-09', 1, 5, 4001],
      ['2025-10', 1, 12, 12_000],
    ],
  },
  // No column tells the discounts that the amounts hold.
  'con-descuento.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio;Subtotal
40;30/09/2025;Taza;3;1.000,00;2.700,00
40;30/09/2025;Plato;2;500,50;1.001,00
41;01/10/2025;Taza;12;1.000,00;9.000,00
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2025-09', 1, 5, 3701],
      ['2025-10', 1, 12, 9000],
    ],
  },
  'jumpseller.csv': {
    text: `Order ID,Status,Date,Subtotal,Shipping,Discount,Total,Customer Name,Shipping Region,Product ID,Product Name,Product SKU,Product Qty,Product Price
1001,Paid,2026-03-05 10:00:00,200.00,20.00,10.00,210.00,Ana,Córdoba,1,Mate,M1,2,50.00
1001,Paid,2026-03-05 10:00:00,200.00,20.00,10.00,210.00,Ana,Córdoba,2,Termo,T1,1,100.00
`,
    statuses: {},
    months: [['2026-03', 1, 3, 190]],
  },
  'falabella.csv': {
    text: `Order Item Id;Seller SKU;Created at;Order Number;Customer Name;Paid Price;Unit Price;Shipping Fee;Item Name;Status
9001;M1;2026-03-05 10:00:00;2900000001;Ana;4500.00;5000.00;990;Mate;delivered
9002;M1;2026-03-05 10:00:00;2900000001;Ana;4500.00;5000.00;990;Mate;delivered
9003;T1;2026-03-05 10:00:00;2900000001;Ana;9000.00;9000.00;990;Termo;canceled
`,
    statuses: {},
    months: [['2026-03', 1, 2, 9000]],
  },
  // Invoices are numbered by kind and point of sale; a word in a column of its own cancels one, and what is «cancelado» is paid.
  'comprobantes.csv': {
    text: `Fecha,Comprobante,Pto. Vta.,Nro Comprobante,Cliente,Item,Cantidad,Precio Unitario,Total,Cancelado,Fecha de cancelación,Anulada
05/03/2026,FCA,1,34,Ana,Mate,2,"50,00","100,00",S,20/05/2026,N
05/03/2026,FCB,1,34,Beto,Mate,1,"50,00","50,00",S,20/05/2026,N
16/04/2026,FCB,2,34,Eva,Mate,1,"50,00","50,00",S,20/05/2026,N
17/04/2026,FCB,2,35,Eva,Mate,4,"50,00","200,00",S,20/05/2026,S
`,
    statuses: { '': 'wc-completed' },
    columns: {
      order: 'Comprobante / Pto. Vta. / Nro Comprobante',
      document: 'Comprobante',
      cancelled: 'Anulada',
    },
    months: [
      ['2026-03', 2, 3, 150],
      ['2026-04', 1, 1, 50],
    ],
  },
  // A number that begins with its kind tells credit notes.
  'numeros.csv': {
    text: `Comprobante;Fecha;Cliente;Producto;Cantidad;Importe
FC A 0003-00000101;15/03/2026;Ana;Mate;3;300,00
NC A 0003-00000101;16/03/2026;Ana;Mate;1;100,00
FCB0003-00000102;17/03/2026;Eva;Mate;1;100,00
NCB0003-00000007;17/03/2026;Eva;Mate;1;100,00
TOTAL;;;;6;600,00
`,
    statuses: { '': 'wc-completed' },
    columns: { order: 'Comprobante', document: 'Comprobante' },
    months: [['2026-03', 4, 2, 200]],
    tell: ['returns_alone', 'returns_alone'],
  },
  // Points of sale number for themselves; a month with invoices A alone names them as one with invoices B beside them.
  'sucursales.csv': {
    text: `Fecha;Cpbte;Suc.;Número;Cliente;Producto;Cantidad;Importe
15/03/2026;Factura A;0003;101;Ana;Mate;3;300,00
15/03/2026;Factura A;0004;101;Eva;Mate;1;100,00
`,
    statuses: { '': 'wc-completed' },
    columns: { order: 'Cpbte / Suc. / Número' },
    months: [['2026-03', 2, 4, 400]],
  },
  'puntos.csv': {
    text: `Fecha;P.Vta;Número;Cliente;Producto;Cantidad;Importe
15/03/2026;0003;101;Ana;Mate;3;300,00
15/03/2026;0004;101;Eva;Mate;1;100,00
`,
    statuses: { '': 'wc-completed' },
    columns: { order: 'P.Vta / Número' },
    months: [['2026-03', 2, 4, 400]],
  },
  'estados.csv': {
    text: `Nro. Factura;Fecha;Estado Factura;Producto;Cantidad;Importe
101;15/03/2026;Aprobada;Mate;3;300,00
102;15/03/2026;Anulada;Mate;1;100,00
`,
    statuses: {},
    columns: { status: 'Estado Factura' },
    months: [['2026-03', 1, 3, 300]],
  },
  // Dollars by name are none of the pesos beside them, of which the tax office has a code of its own.
  'monedas.csv': {
    text: `Pedido;Fecha;Moneda;Producto;Cantidad;Importe
101;15/03/2026;Pesos;Mate;3;300,00
102;15/03/2026;PES;Mate;1;100,00
103;15/03/2026;Dólares;Mate;1;900,00
104;15/03/2026;U$S;Mate;1;900,00
`,
    statuses: { '': 'wc-completed' },
    months: [['2026-03', 2, 4, 400]],
    tell: ['other_currency', 'other_currency'],
  },
  'con-unidad.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Importe
101;15/03/2026;Mate;3 un.;300,00
102;15/03/2026;Yerba;2,5 kg;100,00
103;15/03/2026;Termo;1 unidad;900,00
`,
    statuses: { '': 'wc-completed' },
    columns: { quantity: 'Cantidad' },
    months: [['2026-03', 3, 6.5, 1300]],
  },
  // An invoice is of the day it was written, not of that it is due.
  'vencimientos.csv': {
    text: `Fecha Vto.;Fecha Fact.;Nro. Factura;Producto;Cantidad;Importe
20/04/2026;15/03/2026;101;Mate;3;300,00
20/05/2026;16/04/2026;102;Mate;1;100,00
`,
    statuses: { '': 'wc-completed' },
    columns: { date: 'Fecha Fact.' },
    months: [
      ['2026-03', 1, 3, 300],
      ['2026-04', 1, 1, 100],
    ],
  },
  // A final price is of a unit where an amount says so.
  'precio-final.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio lista;Precio final;Total
101;15/03/2026;Mate;3;120,00;100,00;300,00
102;16/03/2026;Termo;2;300,00;250,25;500,50
`,
    statuses: { '': 'wc-completed' },
    columns: { unit_price: 'Precio final', line_total: 'Total' },
    months: [['2026-03', 2, 5, 800.5]],
  },
  'precio-final-con-descuento.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio lista;Dto %;Precio final;Total
101;15/03/2026;Mate;3;120,00;10;108,00;324,00
102;16/03/2026;Termo;2;300,00;0;300,00;600,00
`,
    statuses: { '': 'wc-completed' },
    columns: { unit_price: 'Precio lista', line_net: 'Total' },
    months: [['2026-03', 2, 5, 924]],
  },
  // 0.1 below a title with a sign is the tenth that the amount lacks already.
  'desc-decimal.csv': {
    text: `Pedido,Fecha,Producto,Cantidad,Precio,Desc %,Importe
101,15/03/2026,Mate,3,100.00,0.1,270.00
102,16/03/2026,Termo,2,250.25,0,500.50
`,
    statuses: { '': 'wc-completed' },
    columns: { line_net: 'Importe' },
    months: [['2026-03', 2, 5, 770.5]],
  },
  // One kind that is not known hides no credit notes.
  'tipos.csv': {
    text: `Fecha;Tipo;Número;Cliente;Producto;Cantidad;Importe
15/03/2026;FAV;0003-00000101;Ana;Mate;3;300,00
16/03/2026;NCV;0003-00000007;Ana;Mate;1;100,00
17/03/2026;XYZ;0003-00000008;Eva;Mate;1;50,00
`,
    statuses: { '': 'wc-completed' },
    columns: { document: 'Tipo' },
    months: [['2026-03', 3, 3, 250]],
    tell: ['returns_alone'],
  },
  // The first row of an order of several lines adds them up.
  'ebay.csv': {
    text: `"Sales Record Number","Order Number","Buyer Name","Item Title","Custom Label","Quantity","Sold For","Shipping And Handling","Total Price","Payment Method","Sale Date"

"101","11-11111-11111","Ana","Mate","M1","2","$10.00","$5.00","$25.00","Visa","Mar-05-26"
"102","22-22222-22222","Luz","","","3","$45.00","$8.00","$53.00","Visa","Mar-06-26"
"102","22-22222-22222","","Bombilla","B1","1","$15.00","","","","Mar-06-26"
"102","22-22222-22222","","Termo","T1","2","$15.00","","","","Mar-06-26"

"2","record(s) downloaded","","","","","","","","",""
"Seller ID : tienda"
`,
    statuses: { '': 'wc-completed' },
    months: [['2026-03', 2, 5, 65]],
  },
  // What a title says to be in thousands or millions is so.
  'miles.csv': {
    text: `Resumen en miles de pesos
Pedido;Fecha;Producto;Cantidad;Importe sin IVA (miles de $);Descuento (MM$)
101;15/03/2026;Mate;3;12,3455;0,001
102;15/03/2026;Yerba;2;-1,5;
103;16/03/2026;Termo;2,5;.25;0
`,
    statuses: { '': 'wc-completed' },
    columns: { line_total: 'Importe sin IVA (miles de $)', line_discount: 'Descuento (MM$)' },
    months: [['2026-03', 3, 7.5, 10_095.5]],
    tell: ['returns_alone'],
  },
  // Price × quantity less 10 % and with 21 % of tax on top is the total.
  'bonif-con-iva.csv': {
    text: `Factura;Fecha;Producto;Cantidad;Precio;Bonificación;Total
501;13/03/2026;Alfajor;24;850,00;10;22215,60
502;13/03/2026;Galletitas;10;1200,00;0;14520,00
`,
    statuses: { '': 'wc-completed' },
    columns: { line_discount_percent: 'Bonificación', total: 'Total' },
    months: [['2026-03', 2, 34, 30_360]],
    tell: ['total_mismatch', 'total_mismatch'],
  },
  // Titles in one word, as Contabilium writes them.
  'una-palabra.csv': {
    text: `FechaEmision,Tipo,NroComprobante,RazonSocial,CodArticulo,Concepto,Cantidad,PrecioUnitario,Bonificacion,Total
13/03/2026,FCA,0003-00001501,Uno,ALF-70,Alfajor,24,850.00,10,22215.60
13/03/2026,FCA,0003-00001502,Uno,GAL-1,Galletitas,10,1200.00,0,14520.00
14/03/2026,NCA,0003-00000044,Uno,GAL-1,Galletitas,2,1200.00,5,2758.80
`,
    statuses: { '': 'wc-completed' },
    columns: { customer: 'RazonSocial', sku: 'CodArticulo', line_discount_percent: 'Bonificacion' },
    months: [['2026-03', 3, 32, 28_080]],
    tell: ['returns_alone', 'total_mismatch', 'total_mismatch', 'total_mismatch'],
  },
  // Tango's «T. Comp.» tells a credit note, which stands without a sign.
  'tango.csv': {
    text: `Fec. Emisión;T. Comp.;N° Comprobante;Razón Social;Descripción;Cantidad;Precio Unit.;% Bonif.;Importe
13/03/2026;FAC;A0000300001501;UNO;ALFAJOR;24,00;850,00;10,00;18360,00
14/03/2026;N/C;A0000300000044;UNO;GALLETITAS;2,00;1200,00;0,00;2400,00
`,
    statuses: { '': 'wc-completed' },
    columns: { document: 'T. Comp.', order: 'N° Comprobante', line_net: 'Importe' },
    months: [['2026-03', 2, 22, 15_960]],
    tell: ['returns_alone'],
  },
  'operaciones.csv': {
    text: `Comp.;Nº de operación;Fecha;Producto;Importe
FAC;501;13/03/2026;Mate;300,00
NC A;502;14/03/2026;Mate;100,00
`,
    statuses: { '': 'wc-completed' },
    columns: { document: 'Comp.', order: 'Nº de operación' },
    months: [['2026-03', 2, 0, 200]],
    tell: ['returns_alone'],
  },
  // Discounts one after the other: 10 and then 5 per cent are 14.5; also in one cell.
  'dos-descuentos.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio;Dto 1 %;Dto 2 %;Importe
101;15/03/2026;Mate;2;100,00;10;5;171,00
102;16/03/2026;Termo;1;300,00;7,5;;277,50
103;17/03/2026;Yerba;1;50,00;;;50,00
`,
    statuses: { '': 'wc-completed' },
    columns: { line_discount_percent: 'Dto 1 % / Dto 2 %', line_net: 'Importe' },
    months: [['2026-03', 3, 4, 498.5]],
  },
  'dto-y-dto-2.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio;Dto;Dto 2;Importe
101;15/03/2026;Mate;2;100,00;10;5;171,00
102;16/03/2026;Termo;1;300,00;7,5;;277,50
`,
    statuses: { '': 'wc-completed' },
    columns: { line_discount_percent: 'Dto / Dto 2' },
    months: [['2026-03', 2, 3, 448.5]],
  },
  'bonif-encadenada.csv': {
    text: `Pedido;Fecha;Producto;Cantidad;Precio;Dto.
101;15/03/2026;Mate;2;100,00;10+5
102;16/03/2026;Termo;1;300,00;7,5 + 0
103;16/03/2026;Yerba;1;100,00;10 %+10 %+10 %
`,
    statuses: { '': 'wc-completed' },
    columns: { line_discount_percent: 'Dto.' },
    months: [['2026-03', 3, 4, 521.4]],
  },
  // What was delivered gives the amount, and not what was ordered.
  'pedida-y-entregada.csv': {
    text: `Pedido;Fecha;Producto;Cantidad pedida;Cantidad entregada;Precio;Importe
101;15/03/2026;Mate;3;3;100,00;300,00
102;16/03/2026;Termo;5;2;300,00;600,00
103;16/03/2026;Yerba;4;4;50,00;200,00
`,
    statuses: { '': 'wc-completed' },
    columns: { quantity: 'Cantidad entregada', line_total: 'Importe' },
    months: [['2026-03', 3, 9, 1100]],
  },
  'dia-mes-ano.csv': {
    text: `Pedido;Día;Mes;Año;Producto;Importe
101;15;3;2026;Mate;300,00
102;2;abril;26;Termo;100,50
`,
    statuses: { '': 'wc-completed' },
    columns: { date: 'Día / Mes / Año' },
    months: [
      ['2026-03', 1, 1, 300],
      ['2026-04', 1, 1, 100.5],
    ],
  },
  // Neither the document of a buyer nor the number of the house is that of the order.
  'documento-del-comprador.csv': {
    text: `Nro Factura;Fecha;Cliente;Nro Documento;Dirección;Número;Producto;Cantidad;Importe
A-1;13/03/2026;Ana;20111222;Mitre;12;Mate;1;300,00
A-2;14/03/2026;Luz;20333444;Mitre;14;Mate;2;600,00
A-3;15/04/2026;Ana;20111222;Mitre;12;Termo;1;900,50
`,
    statuses: { '': 'wc-completed' },
    columns: { order: 'Nro Factura' },
    months: [
      ['2026-03', 2, 3, 900],
      ['2026-04', 1, 1, 900.5],
    ],
  },
  // A discount of 0.45 is a share that the amount holds already.
  'superstore.csv': {
    text: `Order ID,Order Date,Customer Name,Country,City,Region,Product ID,Product Name,Sales,Quantity,Discount,Profit
CA-2016-152156,2016-11-08,Claire,United States,Henderson,South,FUR-1,Bookcase,261.96,2,0,41.91
CA-2016-152156,2016-11-08,Claire,United States,Henderson,South,FUR-2,Chairs,731.94,3,0.2,219.58
US-2015-108966,2015-10-11,Sean,United States,Miami,South,FUR-3,Table,957.5775,5,0.45,-383.03
`,
    statuses: { '': 'wc-completed' },
    months: [
      ['2015-10', 1, 5, 957.58],
      ['2016-11', 1, 5, 993.9],
    ],
  },
} as const

describeOneEngine('files of a layout that is not known', (engine) => {
  test.each(Object.entries(UNKNOWN))('%s is offered so that few choices are left', async (name, one) => {
    const app = await testApp(await engine.open(), { importFolder: folder() })
    const { send, post } = callsOf(app)
    const asked = (await send([{ name, bytes: one.text }], { dry_run: '1' })).body.data
    expect(asked.questions.map(({ key, column }) => [key, column])).toEqual([
      ['columns', null],
      ['currency', null],
    ])
    expect(asked.recipe.columns?.[name]).toMatchObject('columns' in one ? one.columns : {})
    const open = asked.statuses.filter(({ status }) => status === null).map(({ value }) => value)
    expect(open.sort()).toEqual(Object.keys(one.statuses))
    const recipe = { columns: asked.recipe.columns, currency: 'ARS', statuses: one.statuses }
    const { data } = (await post(`/api/imports/${asked.id}/answers`, { recipe })).body
    expect(data).toMatchObject({ state: 'ready', rejects: { count: 0 } })
    expect(data.warnings.map(({ code }) => code)).toEqual('tell' in one ? one.tell : [])
    const filled = data.months.filter(({ after }) => after.orders > 0)
    expect(filled.map(({ month, after: { orders, units, net } }) => [month, orders, units, net])).toEqual(
      one.months,
    )
    await app.close()
  })
})

const GROUP_TITLES = 'Distribuidor;Fecha;Pedido;Producto;Cantidad;Importe'
const groupRow = (name: string, day: number, order: number) =>
  `${name};${day}/04/2026;G${1000 + order};Mate;1;10,00`
const MANY = Array.from({ length: 250 }, (_, at) => groupRow(at === 0 ? 'Norte' : '', 15, at))

describeOneEngine('a distributor that stands once', (engine) => {
  test.each([
    [
      'on first rows where dates start anew',
      [
        GROUP_TITLES,
        ...[groupRow('Norte', 15, 1), groupRow('', 16, 9), groupRow('', 16, 3)],
        ...[groupRow('Sur', 2, 4), groupRow('', 18, 5), groupRow('Este', 13, 6), groupRow('', 14, 7)],
      ],
      { Norte: 3, Sur: 2, Este: 2 },
      [],
    ],
    [
      'on a first row of more rows than are sampled',
      [GROUP_TITLES, ...MANY, 'Total Norte;;;;250;2500,00', groupRow('Sur', 2, 400), groupRow('', 2, 401)],
      { Norte: 250, Sur: 2 },
      [],
    ],
    [
      'in rows of its own',
      [GROUP_TITLES, 'Norte;;;;;', groupRow('', 1, 1), groupRow('', 1, 2), 'Sur;;;;;', groupRow('', 1, 3)],
      { Norte: 2, Sur: 1 },
      [],
    ],
    [
      'in headings',
      [
        'Distribuidor: Norte',
        GROUP_TITLES.replace('Distribuidor', 'Cliente'),
        ...[groupRow('Ana', 15, 1), groupRow('Luz', 3, 2), 'Distribuidor:;Sur;;;;', groupRow('Eva', 15, 3)],
        ...['Total Sur;;;;1;10,00', groupRow('Mar', 16, 4)],
      ],
      { Norte: 2, Sur: 1, '': 1 },
      [],
    ],
    [
      'on first rows of what nothing shows to be groups',
      [
        GROUP_TITLES,
        ...[groupRow('Norte', 1, 1), groupRow('', 2, 2), groupRow('', 3, 3), groupRow('Sur', 4, 4)],
        ...[groupRow('', 5, 5), groupRow('', 6, 6)],
      ],
      { Norte: 1, Sur: 1, '': 4 },
      ['left_out'],
    ],
    [
      'on the only orders of it that a plug-in exported',
      [
        'order_id,order_date,status,order_total,line_item_1,meta:_dist_id',
        ...['Norte', '', '', 'Sur', '', ''].map(
          (name, at) =>
            `${at + 1},2026-04-0${at + 1},completed,10.00,name:Mate|quantity:1|total:10.00,${name}`,
        ),
      ],
      { Norte: 1, Sur: 1, '': 4 },
      [],
    ],
  ])('%s is that of its group, or it is told', async (_, lines, expected, told) => {
    const store = await engine.open()
    const app = await testApp(store, { importFolder: folder() })
    const { send, post, ended } = callsOf(app)
    const file = { name: 'grupos.csv', bytes: `${lines.join('\n')}\n` }
    const asked = (await send([file], { dry_run: '1' })).body.data
    const recipe = {
      ...{ columns: asked.recipe.columns, currency: 'ARS', date_order: 'dmy' },
      statuses: { '': 'wc-completed' },
    }
    const { data } = (await post(`/api/imports/${asked.id}/answers`, { recipe })).body
    expect([data.state, data.rejects.count, data.warnings.map(({ code }) => code)]).toEqual([
      'ready',
      0,
      told,
    ])
    await post(`/api/imports/${data.id}/confirm`, { version: data.version })
    expect((await ended(data.id)).state).toBe('done')
    const rows = await store.all(sql`
      select case when dist_id in ('Norte', 'Sur', 'Este') then dist_id else '' end as name, count(*) as orders
      from orders group by 1`)
    expect(Object.fromEntries(rows.map(({ name, orders }) => [name, Number(orders)]))).toEqual(expected)
    await app.close()
  })
})
