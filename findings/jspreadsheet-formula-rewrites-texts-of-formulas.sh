#!/usr/bin/env bash
# @jspreadsheet/formula rewrites the texts of formulas: `Fideos & Salsa` becomes `Fideos + Salsa`, and `<>` in a condition counts nothing.
#
# The package says that it reads formulas as those of Excel. A text between quotes is a constant, and the condition `<>cancelado` of COUNTIF
# or SUMIF is met by what is not equal (OpenFormula, OpenDocument 1.3 part 4: 5.4 constant strings, 4.11.8 Criterion).
# Expected for three orders (enviado 100, cancelado 200, pendiente 400), the first of `Fideos & Salsa`: 2, 500 and 250; 100; the text itself.
# Seen with @jspreadsheet/formula 2.0.2 and, for comparison, hyperformula 3.5.0:
#   COUNTIF(A1:A3,"<>cancelado"): jspreadsheet 0  hyperformula 2
#   SUMIF(A1:A3,"<>cancelado",B1:B3): jspreadsheet 0  hyperformula 500
#   SUMIFS(B1:B3,A1:A3,"<>cancelado"): jspreadsheet 0  hyperformula 500
#   AVERAGEIF(A1:A3,"<>cancelado",B1:B3): jspreadsheet null  hyperformula 250
#   SUMIF(C1:C3,"Fideos & Salsa",B1:B3): jspreadsheet 0  hyperformula 100
#   CONCATENATE("Fideos & Salsa",""): jspreadsheet "Fideos + Salsa"  hyperformula "Fideos & Salsa"
#   CONCATENATE("10^6",""): jspreadsheet "10**6"  hyperformula "10^6"
# The operators are replaced by those of JavaScript between quotes too. A total without the cancelled orders is 0, not an error, and so is
# that of every product or company with an ampersand in its name.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @jspreadsheet/formula@2.0.2 hyperformula@3.5.0 &> log || { cat log; exit 2; }

cat > texts.cjs <<'JS'
const formula = require('@jspreadsheet/formula')
const { HyperFormula } = require('hyperformula')
const rows = [['enviado', 100, 'Fideos & Salsa'], ['cancelado', 200, 'Arroz'], ['pendiente', 400, 'Arroz']]
const cells = Object.fromEntries(rows.flatMap((row, index) => row.map((value, column) => [`${'ABC'[column]}${index + 1}`, JSON.stringify(value)])))
const formulas = [
  'COUNTIF(A1:A3,"<>cancelado")',
  'SUMIF(A1:A3,"<>cancelado",B1:B3)',
  'SUMIFS(B1:B3,A1:A3,"<>cancelado")',
  'AVERAGEIF(A1:A3,"<>cancelado",B1:B3)',
  'SUMIF(C1:C3,"Fideos & Salsa",B1:B3)',
  'CONCATENATE("Fideos & Salsa","")',
  'CONCATENATE("10^6","")',
]
for (const text of formulas) {
  const sheet = HyperFormula.buildFromArray([...rows, [`=${text}`]], { licenseKey: 'gpl-v3' })
  const other = sheet.getCellValue({ sheet: 0, row: rows.length, col: 0 })
  console.log(`${text}: jspreadsheet ${JSON.stringify(formula(text, cells))}  hyperformula ${JSON.stringify(other)}`)
}
JS
seen=$(node texts.cjs)
echo "$seen"
[ "$seen" = 'COUNTIF(A1:A3,"<>cancelado"): jspreadsheet 0  hyperformula 2
SUMIF(A1:A3,"<>cancelado",B1:B3): jspreadsheet 0  hyperformula 500
SUMIFS(B1:B3,A1:A3,"<>cancelado"): jspreadsheet 0  hyperformula 500
AVERAGEIF(A1:A3,"<>cancelado",B1:B3): jspreadsheet null  hyperformula 250
SUMIF(C1:C3,"Fideos & Salsa",B1:B3): jspreadsheet 0  hyperformula 100
CONCATENATE("Fideos & Salsa",""): jspreadsheet "Fideos + Salsa"  hyperformula "Fideos & Salsa"
CONCATENATE("10^6",""): jspreadsheet "10**6"  hyperformula "10^6"' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
