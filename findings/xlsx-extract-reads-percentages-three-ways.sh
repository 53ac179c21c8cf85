#!/usr/bin/env bash
# xlsx-extract reads 25.5 % as 26, 0.3 or 0.26, after how many decimals the percentage shows.
#
# ECMA-376 part 1 (18.8.31 numFmts, "%") multiplies a number by 100 to show it; the cell holds the fraction. The package's page says of
# numbers ("Options") that they are rounded as the cell's format says, by default, and nothing of percentages; 0.0% shows 25.5%, 0.00%
# shows 25.50%.
# Expected: 0.255, or, as shown by 0%, 0.26.
# Seen with xlsx-extract 0.2.0 and, for comparison, hucre 1.0.0:
#   0.255 as 0%: xlsx-extract 26  hucre 0.255
#   0.255 as 0.0%: xlsx-extract 0.3  hucre 0.255
#   0.255 as 0.00%: xlsx-extract 0.26  hucre 0.255
#   0.004 as 0.0%: xlsx-extract 0  hucre 0.004
#   0.105 as 0.0%: xlsx-extract 0.1  hucre 0.105
# Percentages without decimals are multiplied by 100, others rounded as if they were not percentages. VAT of 10.5 % becomes 0.1, and
# shares, margins and discounts of one column are read on two scales. `round_floats: false` avoids the second.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent xlsx-extract@0.2.0 hucre@1.0.0 fflate@0.8.2 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { readXlsx } from 'hucre'
import { XLSX } from 'xlsx-extract'

const M = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const P = 'http://schemas.openxmlformats.org/package/2006'
const C = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const xf = (id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
const book = (style, value) => ({
  '[Content_Types].xml': `<Types xmlns="${P}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${C}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${C}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${C}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${M}" xmlns:r="${R}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${R}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${M}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[0, 9, 164, 10].map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${M}"><dimension ref="A1"/><sheetData><row r="1"><c r="A1" s="${style}"><v>${value}</v></c></row></sheetData></worksheet>`,
})
const extracted = (file) => new Promise((resolve, reject) => new XLSX().extract(file, { sheet_nr: '1' }).on('cell', resolve).on('error', reject))
for (const [style, format, value] of [[1, '0%', 0.255], [2, '0.0%', 0.255], [3, '0.00%', 0.255], [2, '0.0%', 0.004], [2, '0.0%', 0.105]]) {
  const parts = Object.entries(book(style, value)).map(([path, xml]) => [path, strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)])
  writeFileSync('book.xlsx', zipSync(Object.fromEntries(parts)))
  const { sheets } = await readXlsx(readFileSync('book.xlsx'))
  console.log(`${value} as ${format}: xlsx-extract ${await extracted('book.xlsx')}  hucre ${sheets[0].rows[0][0]}`)
}
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = '0.255 as 0%: xlsx-extract 26  hucre 0.255
0.255 as 0.0%: xlsx-extract 0.3  hucre 0.255
0.255 as 0.00%: xlsx-extract 0.26  hucre 0.255
0.004 as 0.0%: xlsx-extract 0  hucre 0.004
0.105 as 0.0%: xlsx-extract 0.1  hucre 0.105' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
