#!/usr/bin/env bash
# mt940-js takes the reversal of a credit for a credit, and it and two others book entries of January in the year before.
#
# MT940 is the bank statement of SWIFT. In a statement line (field 61) the mark RC is the reversal of a credit, which is a debit, and RD that
# of a debit, which is a credit (codes of subfield 3). The entry date has a month and a day only; the year is the one in which the entry lies
# between the dates of the opening and the closing balance (fields 60F and 62F).
# Expected: +500, -100, -50 and +20, from 1000 to 1370, and entry dates of 2026-01-02, 2025-12-31, 2026-01-02 and 2026-01-05.
# Seen with mt940-js 1.0.0 and, for comparison, mt940js 1.3.5 and stitch-swiftmessageparser 2.0.1:
#   mt940-js: 2025-01-02 500  2026-12-31 -100  2026-01-02 50  2026-01-05 -20  closing 1370, counted 1430
#   mt940js: 2025-01-02 500  2026-12-31 -100  2026-01-02 -50  2026-01-05 20  closing 1370, counted 1370
#   stitch-swiftmessageparser: 2025-01-02 500  2026-12-31 -100  2026-01-02 -50  2026-01-05 20  closing 1370, counted 1370
# A collection that the bank takes back counts twice, and no field of mt940-js tells it from a collection. At the turn of the year the
# money of a sale is booked a year early, and an expense of December a year late.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent mt940-js@1.0.0 tslib@2.9.1 mt940js@1.3.5 stitch-swiftmessageparser@2.0.1 &> log || {
  cat log
  exit 2
}

cat > statement.sta <<'STA'
:20:STATEMENT
:25:1234567890
:28C:00001/001
:60F:C251230ARS1000,00
:61:2512310102C500,00NTRFNONREF
:86:Cobranza
:61:2601021231D100,00NCHGNONREF
:86:Comision
:61:2601020102RC50,00NTRFNONREF
:86:Reverso de cobranza
:61:2601050105RD20,00NCHGNONREF
:86:Reverso de comision
:62F:C260105ARS1370,00
STA
cat > read.cjs <<'JS'
const fs = require('fs')
const text = fs.readFileSync('statement.sta', 'latin1')
const day = (date) => (typeof date === 'string' ? date : date.toISOString().slice(0, 10))
const show = (name, opening, closing, entries) => {
  const total = entries.reduce((sum, [, amount]) => sum + amount, opening)
  console.log(`${name}: ${entries.map(([date, amount]) => `${day(date)} ${amount}`).join('  ')}  closing ${closing}, counted ${total}`)
}
const signed = (statement) => statement.transactions.map(({ entryDate, amount }) => [entryDate, Number(amount)])
require('mt940-js').read(Buffer.from(text)).then(([statement]) => {
  const entries = statement.transactions.map(({ entryDate, amount, isCredit }) => [entryDate, isCredit ? amount : -amount])
  show('mt940-js', statement.openingBalance.value, statement.closingBalance.value, entries)
  const [other] = new (require('mt940js').Parser)().parse(text)
  show('mt940js', other.openingBalance, other.closingBalance, signed(other))
  const [third] = require('stitch-swiftmessageparser').default.parse({ type: 'mt940', data: text })
  show('stitch-swiftmessageparser', Number(third.openingBalance), Number(third.closingBalance), signed(third))
})
JS
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = 'mt940-js: 2025-01-02 500  2026-12-31 -100  2026-01-02 50  2026-01-05 -20  closing 1370, counted 1430
mt940js: 2025-01-02 500  2026-12-31 -100  2026-01-02 -50  2026-01-05 20  closing 1370, counted 1370
stitch-swiftmessageparser: 2025-01-02 500  2026-12-31 -100  2026-01-02 -50  2026-01-05 20  closing 1370, counted 1370' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
