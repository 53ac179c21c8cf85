// Workbooks as a spreadsheet reads them: the zip, its sheets, types of cells, and irregular texts.
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Column, column } from '#contract/columns.ts'
import { columnLetters, serialDate, xmlText } from '#contract/xlsx-cells.ts'
import { unzip } from '#test/unzip.ts'
import { xlsx } from './xlsx.ts'

const COLUMNS: Column[] = [
  column('id', 'Número', 'integer'),
  column('name', 'Nombre'),
  column('amount', 'Monto', 'money'),
  column('day', 'Fecha', 'date'),
  column('status', 'Estado', 'status'),
]

const row = (id: number, name: string) => ({
  id,
  name,
  amount: 10.5,
  day: '2026-05-14',
  status: 'wc-completed',
})

async function* batchesOf(...batches: object[][]) {
  for (const batch of batches) yield batch as Record<string, unknown>[]
}

test('numbers are numbers, dates are dates, texts are never formulas', async () => {
  const files = unzip(
    await buffer(xlsx(COLUMNS, batchesOf([row(1, '=1+1'), { ...row(2, ''), amount: null }]), 'cosas')),
  )
  expect([...files.keys()].sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  const rows = files.get('xl/worksheets/sheet1.xml')?.match(/<row .*?<\/row>/g) ?? []
  expect(rows[1]).toBe(
    '<row r="2"><c r="A2" s="2"><v>1</v></c>' +
      '<c r="B2" s="0" t="inlineStr"><is><t>=1+1</t></is></c>' +
      '<c r="C2" s="3"><v>10.5</v></c><c r="D2" s="4"><v>46156</v></c>' +
      '<c r="E2" s="0" t="inlineStr"><is><t>Completadas</t></is></c></row>',
  )
  expect(rows[2]).toContain('<row r="3"><c r="A3" s="2"><v>2</v></c><c r="D3"')
  expect(files.get('xl/workbook.xml')).toContain('<sheet name="cosas" sheetId="1" r:id="rId1"/>')
})

test('what a unit costs shows all of its decimals, which a person may copy', async () => {
  const costs = [{ cost: 3.3333 }, { cost: 1.125 }, { cost: 12.5 }]
  const files = unzip(await buffer(xlsx([column('cost', 'Costo', 'unit_money')], batchesOf(costs), 'costos')))
  const cells = [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/s="(\d+)"><v>([\d.]+)/g)]
  expect(cells.map(([, style, value]) => [style, value])).toEqual([
    ['7', '3.3333'],
    ['7', '1.125'],
    ['3', '12.5'],
  ])
  const styles = files.get('xl/styles.xml') ?? ''
  const formats = /<cellXfs.*<\/cellXfs>/.exec(styles)?.[0].match(/numFmtId="\d+"/g) ?? []
  expect(styles).toContain(`<numFmt ${formats[7]} formatCode="#,##0.0000"/>`)
})

test('continues on the next sheet when one is full', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => row(index + 1, `n${index + 1}`))
  const files = unzip(await buffer(xlsx(COLUMNS, batchesOf(rows.slice(0, 7), rows.slice(7)), 'cosas', 10)))
  const idsOf = (sheet: number) =>
    [
      ...(files.get(`xl/worksheets/sheet${sheet}.xml`) ?? '').matchAll(
        /<row r="\d+"><c r="A\d+" s="2"><v>(\d+)/g,
      ),
    ].map(([, id]) => Number(id))
  expect([idsOf(1).length, idsOf(2).length, idsOf(3)]).toEqual([10, 10, [21, 22, 23, 24, 25]])
  expect(idsOf(2)[0]).toBe(11)
  // Rows count from 1 in each sheet.
  expect(files.get('xl/worksheets/sheet2.xml')).toContain('<row r="2"><c r="A2" s="2"><v>11</v></c>')
  expect(files.get('xl/workbook.xml')).toContain('name="cosas 3"')
  expect(files.get('[Content_Types].xml')).toContain('/xl/worksheets/sheet3.xml')
})

test('rows that fail midway destroy the file', async () => {
  async function* failing() {
    yield [row(1, 'a')]
    throw new Error('no more rows')
  }
  await expect(buffer(xlsx(COLUMNS, failing(), 'cosas'))).rejects.toThrow('no more rows')
})

test('cleans or escapes text that XML cannot hold', () => {
  expect(xmlText('a<b> & "c"')).toBe('a&lt;b&gt; &amp; &quot;c&quot;')
  expect(xmlText('x\u0001\u0000y\ufffe')).toBe('xy')
  expect(xmlText('emoji 🍫 and half \ud83c')).toBe('emoji 🍫 and half ')
  expect(xmlText('line\r\nline _x0041_')).toBe('line_x000D_\nline _x005F_x0041_')
  expect(xmlText('z'.repeat(40_000))).toHaveLength(32_767)
})

test('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ'])
})

test('counts dates from the last day of 1899', () => {
  expect(serialDate('1900-03-01')).toBe(61)
  expect(serialDate('2026-05-14 12:00:00')).toBe(46_156.5)
  expect(serialDate('no date')).toBeUndefined()
})
