#!/usr/bin/env bash
# tableschema reads `1.234,50` as 123450 where points group the digits, and loses the minus of a column that shows its currency.
#
# Table Schema (specs/table-schema.md, "number") has `decimalChar`, `groupChar` for what groups digits, and `bareNumber: false` for
# columns with leading or trailing characters that are no part of the number, such as a currency; a number may have a sign.
# Expected: with `,` and `.`, 1.234,50 is 1234.5; with `bareNumber: false`, -45.10 and `$ -45.10` are -45.1.
# Seen with tableschema 1.12.6:
#   {"decimalChar":",","groupChar":"."}: 500,50=50050  1.234,50=123450  12.345.678,90=1234567890
#   {"decimalChar":".","groupChar":","}: 1,234.50=1234.5
#   {"bareNumber":false}: 45.10=45.1  -45.10=45.1  $ -45.10=45.1
# The comma becomes a point, and then every point is dropped. Neither is an error, and refunds turn into sales.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent tableschema@1.12.6 &> log || { cat log; exit 2; }

cat > read.cjs <<'JS'
const { Field } = require('tableschema')
const columns = [
  [{ decimalChar: ',', groupChar: '.' }, ['500,50', '1.234,50', '12.345.678,90']],
  [{ decimalChar: '.', groupChar: ',' }, ['1,234.50']],
  [{ bareNumber: false }, ['45.10', '-45.10', '$ -45.10']],
]
for (const [options, texts] of columns) {
  const field = new Field({ name: 'importe', type: 'number', ...options })
  console.log(`${JSON.stringify(options)}: ${texts.map((text) => `${text}=${field.castValue(text)}`).join('  ')}`)
}
JS
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = '{"decimalChar":",","groupChar":"."}: 500,50=50050  1.234,50=123450  12.345.678,90=1234567890
{"decimalChar":".","groupChar":","}: 1,234.50=1234.5
{"bareNumber":false}: 45.10=45.1  -45.10=45.1  $ -45.10=45.1' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
