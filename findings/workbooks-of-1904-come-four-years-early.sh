#!/usr/bin/env bash
# xlsx-stream-reader and convert-excel-to-json of npm read the dates of a workbook of 1904 four years and a day early.
#
# A workbook may count its days from 1904 (`<workbookPr date1904="1"/>`, ECMA-376 part 1, 18.2.28 workbookPr and 18.17.4.1 dates); Excel
# for Mac made such ones by default until 2008, and they keep it when they are saved again.
# Expected: serial 44591 is 31 January 2026 in such a workbook, and 30 January 2022 in one of 1900.
# Seen with xlsx-stream-reader 1.1.1, convert-excel-to-json 1.7.0 and, for comparison, hucre 1.0.0:
#   1900: xlsx-stream-reader 30/01/2022  convert-excel-to-json 2022-01-30  hucre 2022-01-30
#   1904: xlsx-stream-reader 30/01/2022  convert-excel-to-json 2022-01-30  hucre 2026-01-31
# Neither page names the limit. The day of the week moves too, so sales of a Saturday are shown on a Sunday.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent xlsx-stream-reader@1.1.1 convert-excel-to-json@1.7.0 hucre@1.0.0 fflate@0.8.2 \
  &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import convert from 'convert-excel-to-json'
import { strToU8, zipSync } from 'fflate'
import { readXlsx } from 'hucre'
import Reader from 'xlsx-stream-reader'

const M = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const P = 'http://schemas.openxmlformats.org/package/2006'
const C = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const book = (properties) => ({
  '[Content_Types].xml': `<Types xmlns="${P}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${C}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${C}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${C}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${M}" xmlns:r="${R}">${properties}<sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${P}/relationships"><Relationship Id="rId1" Type="${R}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${R}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${M}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${M}"><dimension ref="A1"/><sheetData><row r="1"><c r="A1" s="1"><v>44591</v></c></row></sheetData></worksheet>`,
})
const streamed = (file) =>
  new Promise((resolve, reject) => {
    const reader = new Reader()
    reader.on('error', reject)
    reader.on('worksheet', (sheet) => {
      sheet.on('row', (row) => resolve(row.values[1]))
      sheet.process()
    })
    createReadStream(file).pipe(reader)
  })
for (const [name, properties] of [['1900', ''], ['1904', '<workbookPr date1904="1"/>']]) {
  const file = `${name}.xlsx`
  writeFileSync(file, zipSync(Object.fromEntries(Object.entries(book(properties)).map(([path, xml]) => [path, strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)]))))
  const day = (date) => date.toISOString().slice(0, 10)
  const rows = (await readXlsx(readFileSync(file))).sheets[0].rows
  console.log(`${name}: xlsx-stream-reader ${await streamed(file)}  convert-excel-to-json ${day(convert({ sourceFile: file }).Hoja1[0].A)}  hucre ${day(rows[0][0])}`)
}
JS
seen=$(TZ=UTC node read.mjs)
echo "$seen"
[ "$seen" = '1900: xlsx-stream-reader 30/01/2022  convert-excel-to-json 2022-01-30  hucre 2022-01-30
1904: xlsx-stream-reader 30/01/2022  convert-excel-to-json 2022-01-30  hucre 2026-01-31' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
