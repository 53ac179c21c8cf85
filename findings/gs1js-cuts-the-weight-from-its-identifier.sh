#!/usr/bin/env bash
# gs1js cuts every identifier of a barcode to two digits: a weight of 1.250 kg is `03001250`, and a customer's order `PO778` is `0PO778`.
#
# In GS1 General Specifications (3.2 "GS1 Application Identifiers in numerical order") identifiers have two to four digits: 310n is a net
# weight in kilograms with n decimals, 392n a price of a variable measure, 240 an additional identification, 400 an order of the customer. The
# package's page says that it reads identifiers of fixed and of variable length, and points to the tables of GS1.
# Expected: 3103 with 001250, which is 1.250 kg; 3922 with 12500, which is 125.00; 240 with ABC12; 400 with PO778.
# Seen with gs1js 0.0.2 and, for comparison, gs1-barcode-parser-mod 1.2.1:
#   weight: gs1js 01=97790001234561 31=03001250 10=L42, 3103 is not found  gs1-barcode-parser-mod 01=97790001234561 3103=1.25 10=L42
#   weight and price: gs1js 01=97790001234561 31=03001250 39=2212500 10=L42, 3922 is not found  gs1-barcode-parser-mod 01=97790001234561 3103=1.25 3922=125 10=L42
#   code of the supplier: gs1js 01=07790001234568 24=0ABC12, 240 is not found  gs1-barcode-parser-mod 01=07790001234568 240=ABC12
#   order: gs1js 40=0PO778 01=07790001234568, 400 is not found  gs1-barcode-parser-mod 400=PO778 01=07790001234568
#   date and lot: gs1js 01=07790001234568 17=260131 10=L42  gs1-barcode-parser-mod 01=07790001234568 17=2026-01-31 10=L42
# The rest of the identifier stands before the value, so the weight of cheese or meat in a delivery is a number without sense, and the order
# that a box belongs to is another. Only identifiers of two digits are right.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent gs1js@0.0.2 gs1-barcode-parser-mod@1.2.1 &> log || { cat log; exit 2; }

cat > labels.cjs <<'JS'
const { GS1Reader } = require('gs1js')
const { parseBarcode } = require('gs1-barcode-parser-mod')
const end = String.fromCharCode(29)
const [article, cheese] = ['0107790001234568', '0197790001234561']
const labels = [
  ['weight', `${cheese}310300125010L42`, '3103'],
  ['weight and price', `${cheese}3103001250392212500${end}10L42`, '3922'],
  ['code of the supplier', `${article}240ABC12`, '240'],
  ['order', `400PO778${end}${article}`, '400'],
  ['date and lot', `${article}1726013110L42`, '17'],
]
for (const [name, code, asked] of labels) {
  const reader = new GS1Reader(code)
  const seen = reader.getApplicationIdentifiers().map(({ identifier, value }) => `${identifier}=${value}`)
  const found = reader.getApplicationIdentifierById(asked) ? '' : `, ${asked} is not found`
  const other = parseBarcode(code).parsedCodeItems.map(({ ai, data, isoDate }) => `${ai}=${isoDate || data}`)
  console.log(`${name}: gs1js ${seen.join(' ')}${found}  gs1-barcode-parser-mod ${other.join(' ')}`)
}
JS
seen=$(node labels.cjs)
echo "$seen"
[ "$seen" = 'weight: gs1js 01=97790001234561 31=03001250 10=L42, 3103 is not found  gs1-barcode-parser-mod 01=97790001234561 3103=1.25 10=L42
weight and price: gs1js 01=97790001234561 31=03001250 39=2212500 10=L42, 3922 is not found  gs1-barcode-parser-mod 01=97790001234561 3103=1.25 3922=125 10=L42
code of the supplier: gs1js 01=07790001234568 24=0ABC12, 240 is not found  gs1-barcode-parser-mod 01=07790001234568 240=ABC12
order: gs1js 40=0PO778 01=07790001234568, 400 is not found  gs1-barcode-parser-mod 400=PO778 01=07790001234568
date and lot: gs1js 01=07790001234568 17=260131 10=L42  gs1-barcode-parser-mod 01=07790001234568 17=2026-01-31 10=L42' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
