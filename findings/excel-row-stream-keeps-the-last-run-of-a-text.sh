#!/usr/bin/env bash
# excel-row-stream keeps the last run alone of a text that is partly bold, and gives the row after an empty one the wrong number.
#
# A text whose letters differ in looks is a list of runs (`<r>`), which together are the text (ECMA-376 part 1, 18.4.4 r and 18.4.8 si;
# 18.3.1.53 is in a cell). Rows without cells may be left out, so `r` names the row (18.3.1.73 row). `t="d"` is a date of ISO 8601
# (18.18.11 ST_CellType).
# Expected: `Pérez & hijos`, as without bold; row 4; 2026-01-31.
# Seen with excel-row-stream 1.4.2 and, for comparison, hucre 1.0.0:
#   A1 shared, plain: excel-row-stream "Pérez & hijos"  hucre "Pérez & hijos"
#   B1 shared, partly bold: excel-row-stream " & hijos"  hucre "Pérez & hijos"
#   C1 in its cell, partly bold: excel-row-stream " & hijos"  hucre "Pérez & hijos"
#   A4 date: excel-row-stream 2026  hucre "2026-01-31"
#   index of the rows 1 and 4: 1 2
# Names of customers and products in which somebody marked a word come cut, and two that end alike become one. The page names no limit.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent excel-row-stream@1.4.2 hucre@1.0.0 fflate@0.8.2 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import excel from 'excel-row-stream'
import { strToU8, zipSync } from 'fflate'
import { readXlsx } from 'hucre'

const M = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const P = 'http://schemas.openxmlformats.org/package/2006'
const C = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const runs = '<r><rPr><b/></rPr><t>Pérez</t></r><r><t xml:space="preserve"> &amp; hijos</t></r>'
const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is>${runs}</is></c></row><row r="4"><c r="A4" t="d"><v>2026-01-31</v></c></row>`
const parts = {
  '[Content_Types].xml': `<Types xmlns="${P}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${C}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${C}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${C}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${C}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${M}" xmlns:r="${R}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${R}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${R}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/sharedStrings.xml': `<sst xmlns="${M}" count="2" uniqueCount="2"><si><t>Pérez &amp; hijos</t></si><si>${runs}</si></sst>`,
  'xl/styles.xml': `<styleSheet xmlns="${M}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${M}"><dimension ref="A1:C4"/><sheetData>${rows}</sheetData></worksheet>`,
}
const xml = (text) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
writeFileSync('book.xlsx', zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, xml(text)]))))

const seen = []
const write = (row, _, done) => done(void seen.push(row))
await pipeline(createReadStream('book.xlsx'), excel.default({ matchSheet: /.*/ }), new Writable({ objectMode: true, write }))
const expected = (await readXlsx(readFileSync('book.xlsx'))).sheets[0].rows
const line = (name, mine, other) => console.log(`${name}: excel-row-stream ${JSON.stringify(mine)}  hucre ${JSON.stringify(other)}`)
line('A1 shared, plain', seen[0].values[0], expected[0][0])
line('B1 shared, partly bold', seen[0].values[1], expected[0][1])
line('C1 in its cell, partly bold', seen[0].values[2], expected[0][2])
line('A4 date', seen[1].values[0], expected[3][0])
console.log(`index of the rows 1 and 4: ${seen.map(({ index }) => index).join(' ')}`)
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'A1 shared, plain: excel-row-stream "Pérez & hijos"  hucre "Pérez & hijos"
B1 shared, partly bold: excel-row-stream " & hijos"  hucre "Pérez & hijos"
C1 in its cell, partly bold: excel-row-stream " & hijos"  hucre "Pérez & hijos"
A4 date: excel-row-stream 2026  hucre "2026-01-31"
index of the rows 1 and 4: 1 2' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
