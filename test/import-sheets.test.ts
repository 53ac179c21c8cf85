// Workbooks with a sheet per month, dropped over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/imports.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from './app.ts'
import { type BookCell, type BookSheet, bookWith } from './books.ts'
import { describeOneEngine } from './engines.ts'
import { type Calls, callsOf } from './import-calls.ts'

type Row = readonly BookCell[]
const TITLES = ['Pedido', 'Fecha', 'Estado', 'Producto', 'Cantidad', 'Importe']
const sold = (order: string, day: string, units: number, amount: number): Row => [
  ...[order, day, 'Entregado', 'Alfajor', units, amount],
]
const sheet = (name: string, ...rows: readonly Row[]): BookSheet => ({ name, rows: [TITLES, ...rows] })
const JANUARY = sheet('Enero', sold('A1', '15/01/2026', 2, 10.5), sold('A2', '04/01/2026', 1, 5))
const COLUMNS = {
  order: 'Pedido',
  date: 'Fecha',
  status: 'Estado',
  product: 'Producto',
  quantity: 'Cantidad',
  line_total: 'Importe',
}

describeOneEngine('sheets of a workbook', (engine) => {
  let store: Store
  let app: TestApp
  let calls: Calls
  beforeAll(async () => {
    store = await engine.open()
    app = await testApp(store, { importFolder: mkdtempSync(join(tmpdir(), 'gondola-sheets-')) })
    calls = callsOf(app)
  })
  afterAll(() => app.close())
  const previewed = async (
    sheets: readonly BookSheet[],
    recipe: object = { columns: { 'ventas.xlsx': COLUMNS }, currency: 'ARS' },
  ): Promise<ImportPreview> => {
    const file = { name: 'ventas.xlsx', bytes: bookWith(sheets) }
    const { status, body } = await calls.send([file], { dry_run: '1', recipe: JSON.stringify(recipe) })
    expect(status).toBe(200)
    return body.data
  }
  const monthsOf = ({ months }: ImportPreview) =>
    months.map(({ month, after }) => [month, after.orders, after.units, after.net])
  const askedOf = ({ questions }: ImportPreview) => questions.map(({ key }) => key as string)
  const readOf = ({ files }: ImportPreview) => files.map((file) => [file.sheet, file.rows, file.skipped])

  test('those of one kind are read together, and the others named', async () => {
    const data = await previewed([
      { name: 'Instrucciones', rows: [['Cargar una fila por producto']] },
      { ...JANUARY, rows: [['Ventas de enero'], ...JANUARY.rows, ['Total', '', '', '', 3, 15.5]] },
      {
        name: 'Febrero',
        rows: [
          ['Fecha', 'Pedido', 'Importe', 'Estado', 'Producto', 'Cantidad', 'Notas'],
          ['03/02/2026', 'B1', 7.25, 'Entregado', 'Alfajor', 1, ''],
          ['04/02/2026', 'B2', 'mucho', 'Entregado', 'Alfajor', 1, 'ver'],
          ['', '', 7.25, 'Total', '', 1, ''],
        ],
      },
      {
        name: 'Resumen',
        rows: [
          ['Mes', 'Pedidos', 'Importe'],
          ['Enero', 2, 15.5],
          ['Febrero', 1, 7.25],
        ],
      },
      sheet('Diciembre'),
      { ...sheet('Vieja', sold('Z', '01/01/2020', 1, 1)), isHidden: true },
    ])
    expect([data.state, askedOf(data)]).toEqual(['ready', []])
    expect(monthsOf(data)).toEqual([
      ['2026-01', 2, 3, 15.5],
      ['2026-02', 1, 1, 7.25],
    ])
    expect(readOf(data)).toEqual([
      ['Enero', 2, 1],
      ['Febrero', 2, 1],
    ])
    expect(data.files.map(({ unread }) => unread)).toEqual([
      [
        { sheet: 'Instrucciones', reason: 'no_orders' },
        { sheet: 'Resumen', reason: 'no_orders' },
        { sheet: 'Diciembre', reason: 'no_orders' },
        { sheet: 'Vieja', reason: 'hidden' },
      ],
      [],
    ])
    expect(data.rejects.rows).toMatchObject([
      { file: 'ventas.xlsx, hoja Febrero', row: 3, column: 'Importe', value: 'mucho' },
    ])
    const { body } = await app.get(`/api/imports/${data.id}/rejects`, 'superAdmin')
    expect(body).toContain('"B2"')
    expect(body).not.toContain('"A2"')
  })

  test('a date or a number that one sheet leaves open is read as the others show', async () => {
    const data = await previewed([
      sheet('Enero', ['A1', '04/03/2026', 'Entregado', 'Alfajor', '1', '1.500']),
      sheet('Febrero', ['B1', '25/03/2026', 'Entregado', 'Alfajor', '1', '1.500,50']),
    ])
    expect([askedOf(data), monthsOf(data)]).toEqual([[], [['2026-03', 2, 2, 3000.5]]])
  })

  test('an order on two of them counts as on the last', async () => {
    const data = await previewed([JANUARY, sheet('Febrero', sold('A2', '02/02/2026', 1, 6))])
    expect(monthsOf(data)).toEqual([
      ['2026-01', 1, 2, 10.5],
      ['2026-02', 1, 1, 6],
    ])
    expect(data.warnings).toMatchObject([
      { code: 'duplicate_order', order: 'A2', file: 'ventas.xlsx, hoja Febrero', row: 2 },
    ])
    expect(data.warnings[0]?.message).toContain('ventas.xlsx, hoja Febrero')
  })

  test('a person chooses one alone, and takes it back', async () => {
    const { id, files } = await previewed([JANUARY, sheet('Febrero', sold('B1', '02/02/2026', 1, 6))])
    expect(files).toHaveLength(2)
    const answer = async (choice: string) =>
      (await calls.post(`/api/imports/${id}/answers`, { recipe: { sheet: { 'ventas.xlsx': choice } } })).body
        .data
    const one = await answer('Febrero')
    expect([monthsOf(one), one.files[0]?.unread]).toEqual([
      [['2026-02', 1, 1, 6]],
      [{ sheet: 'Enero', reason: 'not_chosen' }],
    ])
    expect((await answer('')).files).toHaveLength(2)
  })

  test.each([
    [
      'of other titles',
      {
        name: 'Mayorista',
        rows: [
          ['Factura', 'Día', 'Total'],
          ['C1', '01/02/2026', 9],
        ],
      },
    ],
    ['whose name is not of sales', sheet('Devoluciones', sold('C1', '01/02/2026', 1, 9))],
  ])('one %s is asked about', async (_, other) => {
    const march = sheet('Marzo', sold('M1', '01/03/2026', 1, 8))
    const data = await previewed([JANUARY, march, other], { currency: 'ARS' })
    const question = data.questions.find(({ key }) => key === 'sheet')
    const all = other.name === 'Devoluciones' ? ['Enero / Marzo / Devoluciones'] : []
    expect(question?.options).toEqual(['Enero / Marzo', ...all, 'Enero', 'Marzo', other.name])
    const recipe = { sheet: { 'ventas.xlsx': 'Enero / Marzo' }, columns: { 'ventas.xlsx': COLUMNS } }
    const { body } = await calls.post(`/api/imports/${data.id}/answers`, { recipe })
    expect([askedOf(body.data), readOf(body.data).map(([name]) => name)]).toEqual([[], ['Enero', 'Marzo']])
  })

  const GROUPED = [
    ['Distribuidora', 'Fecha', 'Pedido', 'Producto', 'Cantidad', 'Importe'],
    ['Norte', '15/04/2026', 'G1', 'Alfajor', 2, 10.5],
    ['', '', 'G2', 'Alfajor', 1, 5],
    ['', '', '', 'Mate', 1, 7],
    ['', '16/04/2026', 'G3', 'Alfajor', 1, 4],
  ]
  const OTHERS = [
    ['Sur', '17/04/2026', 'G4', 'Alfajor', 1, 3],
    ['', '18/04/2026', 'G5', 'Alfajor', 1, 2],
  ]
  test.each([
    [
      'in merged cells',
      { name: 'Abril', rows: [...GROUPED, ...OTHERS], merged: ['A2:A5', 'B2:B4', 'F3:F4', 'A1:B1'] },
      ['Norte', 'Norte', 'Norte', 'Sur', ''],
    ],
    [
      'above a row of totals',
      {
        name: 'Abril',
        rows: [
          ...GROUPED.map((row, at) => (at === 2 ? ['', '15/04/2026', ...row.slice(2)] : row)),
          ['Total Norte', '', '', '', 5, 26.5],
          ...OTHERS.slice(0, 1),
          ['Total Sur', '', '', '', 1, 3],
          ...OTHERS.slice(1),
        ],
      },
      ['Norte', 'Norte', 'Norte', 'Sur', ''],
    ],
  ])('a distributor that stands once %s is that of all its orders', async (_, book, names) => {
    const offered = await previewed([book], { currency: 'ARS' })
    const { body } = await calls.post(`/api/imports/${offered.id}/answers`, {
      recipe: { columns: offered.recipe.columns, statuses: { '': 'wc-completed' } },
    })
    expect(monthsOf(body.data)).toEqual([['2026-04', 5, 7, 31.5]])
    await calls.post(`/api/imports/${offered.id}/confirm`, { version: body.data.version })
    expect((await calls.ended(offered.id)).state).toBe('done')
    const rows = await store.all(sql`
      select coalesce(d.name, '') as name from orders o
      left join distributors d on d.dist_id = o.dist_id where o.number like 'G%' order by o.number`)
    expect(rows.map(({ name }) => name)).toEqual(names)
    await calls.post(`/api/imports/${offered.id}/undo`)
  })

  test('are offered from the one with the most known titles, and read together once their columns are told', async () => {
    const month = (name: string, ...rows: readonly Row[]): BookSheet => ({
      name,
      rows: [['Talón', ...TITLES.slice(1)], ...rows],
    })
    const months = [
      month('Enero', sold('A1', '15/01/2026', 2, 10.5)),
      month('Febrero', sold('B1', '02/02/2026', 1, 6)),
    ]
    const book = [
      {
        name: 'Resumen',
        rows: [
          ['Mes', 'Venta'],
          ['Enero', 10.5],
          ['Febrero', 6],
        ],
      },
      ...months,
    ]
    const asked = await previewed(book, { currency: 'ARS' })
    expect(asked.files.map((file) => [file.sheet, file.unread])).toEqual([
      [
        'Enero',
        [
          { sheet: 'Resumen', reason: 'no_orders' },
          { sheet: 'Febrero', reason: 'not_chosen' },
        ],
      ],
    ])
    const columns = { 'ventas.xlsx': { ...COLUMNS, order: 'Talón' } }
    const told = await previewed(book, { columns, currency: 'ARS' })
    expect(monthsOf(told)).toEqual([
      ['2026-01', 1, 2, 10.5],
      ['2026-02', 1, 1, 6],
    ])
  })

  test("the recipe reads next month's workbook, with a sheet more, unasked", async () => {
    const asked = { name: 'Compras', rows: [TITLES, sold('C1', '01/02/2026', 1, 9)] }
    const { id } = await previewed([JANUARY, sheet('Febrero', sold('B1', '02/02/2026', 1, 6)), asked], {
      currency: 'ARS',
    })
    const recipe = { sheet: { 'ventas.xlsx': 'Enero / Febrero' }, columns: { 'ventas.xlsx': COLUMNS } }
    const { version } = (await calls.post(`/api/imports/${id}/answers`, { recipe })).body.data
    await calls.post(`/api/imports/${id}/confirm`, { version })
    expect((await calls.ended(id)).state).toBe('done')
    const march = sheet('Marzo', sold('M1', '01/03/2026', 1, 8))
    const book = bookWith([JANUARY, sheet('Febrero', sold('B1', '02/02/2026', 1, 6)), asked, march])
    const { body } = await calls.send([{ name: 'ventas 2.xlsx', bytes: book }])
    const done = await calls.ended(body.data.id)
    expect([done.state, done.changes]).toMatchObject(['done', { added: 1, unchanged: 3 }])
    const rows = await store.all(sql`select number from orders order by number`)
    expect(rows.map(({ number }) => number)).toEqual(['A1', 'A2', 'B1', 'M1'])
  })
})
