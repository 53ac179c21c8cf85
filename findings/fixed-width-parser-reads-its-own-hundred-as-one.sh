#!/usr/bin/env bash
# fixed-width-parser writes 100 and reads it back as 1, reads a refund of 45 as 0, and writes 10000 for 100 beside 19.90.
#
# The package's page has two options of amounts: `insertDecimal` writes the decimal point and is on by default, and `decimalCount` is the
# number of decimals to assume where there is no point, 2 by default.
# Expected: 100.00 and 19.90 with the point, 10000 and 1990 without it, each read back as what was written; 1234.567 rounds to 1234.57.
# Seen with fixed-width-parser 3.0.0:
#   {}: 100 -> 100 -> 1  19.9 -> 19.9 -> 19.9  -45 -> -45 -> 0  -45.1 -> -45.1 -> -45.1  1234.567 -> 1234.56 -> 1234.56
#   {"insertDecimal":false}: 100 -> 100 -> 1  19.9 -> 199 -> 1.99  -45 -> -45 -> 0  -45.1 -> -451 -> 0  1234.567 -> 123456 -> 1234.56
#   {"decimalCount":2}: 100 -> 10000 -> 100  19.9 -> 19.90 -> 19.9  -45 -> -4500 -> 0  -45.1 -> -45.10 -> -45.1  1234.567 -> 1234.56 -> 1234.56
#   {"insertDecimal":false,"decimalCount":2}: 100 -> 10000 -> 100  19.9 -> 1990 -> 19.9  -45 -> -4500 -> 0  -45.1 -> -4510 -> 0  1234.567 -> 123456 -> 1234.56
# The reader applies the default of two decimals, the writer does not, so whole amounts lose two digits on the way back. A negative amount
# without a point is 0 where spaces stand before it. A bank or supplier that gets the file of the third case reads ten thousand for a
# hundred, in a column whose other amounts have their point.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent fixed-width-parser@3.0.0 &> log || { cat log; exit 2; }

cat > amounts.cjs <<'JS'
const { FixedWidthParser } = require('fixed-width-parser')
for (const options of [{}, { insertDecimal: false }, { decimalCount: 2 }, { insertDecimal: false, decimalCount: 2 }]) {
  const parser = new FixedWidthParser([{ type: 'float', name: 'importe', start: 0, width: 12, ...options }])
  const seen = [100, 19.9, -45, -45.1, 1234.567].map((importe) => {
    const line = parser.unparse([{ importe }])
    return `${importe} -> ${line.trim()} -> ${parser.parse(line)[0].importe}`
  })
  console.log(`${JSON.stringify(options)}: ${seen.join('  ')}`)
}
JS
seen=$(node amounts.cjs)
echo "$seen"
[ "$seen" = '{}: 100 -> 100 -> 1  19.9 -> 19.9 -> 19.9  -45 -> -45 -> 0  -45.1 -> -45.1 -> -45.1  1234.567 -> 1234.56 -> 1234.56
{"insertDecimal":false}: 100 -> 100 -> 1  19.9 -> 199 -> 1.99  -45 -> -45 -> 0  -45.1 -> -451 -> 0  1234.567 -> 123456 -> 1234.56
{"decimalCount":2}: 100 -> 10000 -> 100  19.9 -> 19.90 -> 19.9  -45 -> -4500 -> 0  -45.1 -> -45.10 -> -45.1  1234.567 -> 1234.56 -> 1234.56
{"insertDecimal":false,"decimalCount":2}: 100 -> 10000 -> 100  19.9 -> 1990 -> 19.9  -45 -> -4500 -> 0  -45.1 -> -4510 -> 0  1234.567 -> 123456 -> 1234.56' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
