// Workbooks that other programs name or escape differently, as ECMA-376 allows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { wallClock } from '#server/domain/wall-clock.ts'
import { textOf } from './cell.ts'
import { dateTimeOf } from './dates.ts'
import { workbookTable } from './workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'gondola-workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const relation = (type: string, target: string, id = type) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const relations = (...ones: string[]) => `<Relationships>${ones.join('')}</Relationships>`
const WORKBOOK =
  '<workbook xmlns:r="r"><sheets><sheet name="Gráfico" sheetId="2" r:id="chartsheet"/><sheet name="Ventas" sheetId="1" r:id="worksheet"/></sheets></workbook>'
const STYLES = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
const SHEET =
  '<worksheet><sheetData><row><c t="s"><v>0</v></c><c s="1"><v>46053</v></c><c t="inlineStr"><is><t>Mate_x000D_\ncebado</t></is></c></row></sheetData></worksheet>'
const TEXTS = '<sst><si><t>AB_x005F_x0041_</t></si></sst>'

async function cellsOf(name: string, parts: Readonly<Record<string, string>>) {
  const path = join(folder, name)
  writeFileSync(
    path,
    zipSync(Object.fromEntries(Object.entries(parts).map(([at, xml]) => [at, strToU8(xml)]))),
  )
  const table = await workbookTable(path, name, 0)
  const rows = []
  for await (const { cells } of table.rows()) rows.push(cells)
  return { sheets: table.sheets, rows }
}

async function read(name: string, parts: Readonly<Record<string, string>>) {
  const { sheets, rows } = await cellsOf(name, parts)
  return { sheets, rows: rows.map((cells) => cells.map(textOf)) }
}

const EXPECTED = {
  sheets: ['Ventas'],
  rows: [['AB_x0041_', '2026-01-31 00:00:00', 'Mate\r\ncebado']],
}

test('parts are found by their relations, whatever their names and the case of these', async () => {
  const own = await read('own.xlsx', {
    '_rels/.rels': relations(relation('officeDocument', '/xl/workbook2.xml')),
    'xl/_rels/workbook2.xml.rels': relations(
      relation('worksheet', '../xl/worksheets/sheet2.xml'),
      relation('chartsheet', 'chartsheets/sheet1.xml'),
      relation('sharedStrings', 'sharedStrings2.xml'),
      relation('styles', '/xl/styles2.xml'),
    ),
    ...{ 'xl/workbook2.xml': WORKBOOK, 'xl/styles2.xml': STYLES, 'xl/sharedStrings2.xml': TEXTS },
    'xl/worksheets/sheet2.xml': SHEET,
  })
  const otherCase = await read('case.xlsx', {
    '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      relation('worksheet', 'worksheets/sheet1.xml'),
      relation('chartsheet', 'chartsheets/sheet1.xml'),
      relation('sharedStrings', 'sharedStrings.xml'),
      relation('styles', 'styles.xml'),
    ),
    ...{ 'xl/workbook.xml': WORKBOOK, 'xl/Styles.xml': STYLES, 'xl/SharedStrings.xml': TEXTS },
    'xl/worksheets/Sheet1.xml': SHEET,
  })
  expect({ own, otherCase }).toEqual({ own: EXPECTED, otherCase: EXPECTED })
})

test('a number beyond the days of Excel is a number, also where its format is that of dates', async () => {
  const sheet =
    '<worksheet><sheetData><row><c s="1"><v>2958465</v></c><c s="1"><v>2958466</v></c><c s="1"><v>1145678901</v></c></row></sheetData></worksheet>'
  const { rows } = await read('phone.xlsx', {
    '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(
      relation('worksheet', 'worksheets/sheet1.xml'),
      relation('chartsheet', 'chartsheets/sheet1.xml'),
      relation('styles', 'styles.xml'),
    ),
    ...{ 'xl/workbook.xml': WORKBOOK, 'xl/styles.xml': STYLES, 'xl/worksheets/sheet1.xml': sheet },
  })
  expect(rows).toEqual([['9999-12-31 00:00:00', '2958466', '1145678901']])
})

test('dates of ISO 8601 with a zone are converted, those without are of the shop', async () => {
  const cells = ['2026-02-01T02:30:00.000Z', '2026-01-31T22:30:00-04:00', '2026-01-31T23:30:00', '2026-01-31']
  const sheet = `<worksheet><sheetData><row>${cells.map((cell) => `<c t="d"><v>${cell}</v></c>`).join('')}</row></sheetData></worksheet>`
  const { rows } = await cellsOf('iso.xlsx', {
    '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml')),
    'xl/_rels/workbook.xml.rels': relations(relation('worksheet', 'worksheets/sheet1.xml')),
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="worksheet"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': sheet,
  })
  const clock = wallClock('America/Argentina/Buenos_Aires')
  expect(rows.flat().map((cell) => dateTimeOf(cell, 'dmy', clock))).toEqual([
    ...['2026-01-31 23:30:00', '2026-01-31 23:30:00', '2026-01-31 23:30:00'],
    '2026-01-31 00:00:00',
  ])
})
