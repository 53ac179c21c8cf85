// Lines written by the engine equal, byte for byte, those that JavaScript writes from the same rows.
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Column, column } from '#contract/columns.ts'
import { csvText } from '#contract/spreadsheet.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import { testEngine } from '#test/engines.ts'
import { type CsvDialect, csv, csvHeader, EXCEL, STANDARD } from './csv.ts'
import { csvLine } from './csv-sql.ts'

const COLUMNS: Column[] = [
  column('id', 'Número', 'id'),
  column('name', 'Nombre; completo'),
  column('other', 'Otro'),
  column('code', 'Código'),
  column('status', 'Estado', 'status'),
  column('amount', 'Monto', 'money'),
  column('units', 'Unidades', 'money1'),
  column('share', '%', 'percent'),
  column('rate', '%', 'percent2'),
  column('day', 'Fecha', 'date'),
  column('enabled', 'Activo', 'flag'),
  column('email', 'Correo', 'text', { personal: true }),
]

const DIRT = [
  '',
  ' ',
  'Ñandú 😀 你好',
  '=1+1',
  '+1',
  '-eva',
  '@x',
  ' =1+1',
  '\u00a0@x',
  '\u3000 -x',
  '＝1+1',
  '＋1',
  '－eva',
  '\u2003＠x',
  '\u00a1hola',
  '你=1',
  '\tx',
  '\rx',
  '\n=1+1',
  'a=b',
  'a-b+c@d',
  '"',
  'say "hi"; bye',
  '=";"',
  'one\ntwo',
  'one\r\ntwo',
  'a,b',
  'a;b',
  '\u0001=1',
  '\u200b=1+1',
  '\u202e+1',
  'visible\u200b=1',
  '﹦1+1',
  '\u0301e=1',
  'Ωmega',
  "'",
  'x'.repeat(5000),
  'doce letras!',
  null,
]
const STATUSES = ['wc-completed', 'wc-weird', 'wc-a;b', '=x', 'wc-wc-on-hold', '', null]
const AMOUNTS = ['0.00', '-0.05', '1234567.80', '9999999999999.99', '-3.00', null]
const DAYS = ['2026-05-01', '1999-12-31', null]

const at = <T>(values: readonly T[], index: number): T | null => values[index % values.length] ?? null

test('matches for every type and irregular text, in both dialects', async () => {
  const store = await testEngine('duckdb').open()
  await store.run(sql`create table dirt (id bigint, name text, other text, code integer, status text,
    amount decimal(18, 2), units integer, share decimal(9, 4), rate hugeint, day date, enabled integer, email text)`)
  for (let row = 0; row < DIRT.length * 3; row++)
    await store.run(sql`insert into dirt values (${row - 5}, ${at(DIRT, row)}, ${at(DIRT, row * 5 + 3)}, ${row * 7 - 50},
      ${at(STATUSES, row)}, cast(${at(AMOUNTS, row)} as decimal(18, 2)), ${row % 4 === 0 ? null : row - 9},
      cast(${at(['0.0000', '12.5000', '-0.1000', '100.0000', '33.3333', null], row)} as decimal(9, 4)), ${row},
      cast(${at(DAYS, row)} as date), ${at([1, 0, null, 2], row)}, ${at(DIRT, row * 3 + 1)})`)
  const rows = sql`select * from dirt`
  const lines = store.lines!
  async function* written(query: Sql, dialect: CsvDialect) {
    yield Buffer.from(csvHeader(COLUMNS, dialect))
    const whole = await lines.write(query)
    yield* whole.read()
    await whole.remove()
  }
  const fileOf = (query: Sql, dialect: CsvDialect) => text(written(query, dialect))
  const types = await lines.columnTypes(rows)
  for (const dialect of [EXCEL, STANDARD])
    for (const personal of [true, false]) {
      const line = csvLine(COLUMNS, types, dialect, (one) => !personal && one.personal === true)!
      const file = await fileOf(sql`select ${line} as text from dirt order by id`, dialect)
      const email = personal ? sql`email` : sql`'' as email`
      const expected = sql`select * exclude (email), ${email} from dirt order by id`
      expect(file).toBe(await text(csv(COLUMNS, store.stream(expected), dialect)))
    }
  const empty = csvLine(COLUMNS, types, EXCEL, () => false)!
  expect(await fileOf(sql`select ${empty} as text from dirt where false`, EXCEL)).toBe(
    await text(csv(COLUMNS, store.stream(sql`select * from dirt where false`), EXCEL)),
  )
})

/** Unicode's own properties; the second half of them has no general category that DuckDB knows. */
const SHOWS_NOTHING = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u

test('guards a formula behind any character that shows nothing, and no other text', async () => {
  const store = await testEngine('duckdb').open()
  const codes = [
    [1, 0x33ff],
    [0xf900, 0xffff],
    [0x11000, 0x110ff],
    [0x13400, 0x1345f],
    [0x1bc00, 0x1bcff],
    [0x1d100, 0x1d1ff],
    [0xe0000, 0xe0fff],
  ].map(([from = 0, to = 0]) => sql`select unnest(generate_series(${from}, ${to})) as code`)
  const all = sql.join(codes, sql` union all `)
  const rows = await store.all<{ code: number; line: string }>(sql`
    select code, ${csvLine([column('name', 'Nombre')], new Map([['name', 'VARCHAR']]), EXCEL, () => false)!} as line
    from (select code, chr(cast(code as integer)) || '=1' as name from (${all}))`)
  const signs = new Set('=+-@＝＋－＠﹦﹢﹣﹫\u2800')
  for (const { code, line } of rows) {
    const text = `${String.fromCodePoint(code)}=1`
    const isGuarded = SHOWS_NOTHING.test(text) || signs.has(text[0] ?? '')
    expect([code, line.replace(/^"/, '').startsWith("'")]).toEqual([code, isGuarded || code === 39])
    expect([code, line]).toEqual([code, csvText(text)])
  }
})

test('leaves to JavaScript what SQL would write differently', () => {
  const of = (format: Column['format'], type: string) =>
    csvLine([column('x', 'X', format)], new Map([['x', type]]), EXCEL, () => false)
  for (const [format, type] of [
    ['money', 'DOUBLE'],
    ['money', 'DECIMAL(18,4)'],
    ['percent', 'DOUBLE'],
    ['datetime', 'TIMESTAMP'],
    ['date', 'VARCHAR'],
    ['flag', 'BOOLEAN'],
    ['text', 'DECIMAL(18,2)'],
    ['text', 'DATE'],
  ] as const)
    expect([format, type, of(format, type)]).toEqual([format, type, undefined])
  expect(of('money', 'DECIMAL(38,2)')).toBeDefined()
})
