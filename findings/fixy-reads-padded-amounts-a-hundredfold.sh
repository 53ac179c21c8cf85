#!/usr/bin/env bash
# fixy reads 1234.56 as 1234.56, 12345.6 or 123456 after the number of spaces before the digits.
#
# In files of fixed width an amount often has no decimal point: `00123456` with two decimals is 1234.56. The package's page says of a
# `float` that the point is allowed but not required and that two decimals are the default; a field is padded with spaces by default.
# Expected: the last two digits are the decimals, with zeros or with spaces before them.
# Seen with fixy 1.3.3, in fields of eight characters:
#   "00123456" 1234.56  "  123456" 123456.00
#   "01234567" 12345.67  " 1234567" 123456.70
#   "00000050" 0.50  "      50" 50.00
#   "-0001234" -12.34  "   -1234" -1234.00
#   "12345678" 123456.78  "12345678" 123456.78
#   "01234.56" 1234.56  " 1234.56" 1234.56
#   written by its unparse, read by its parse: 1234.56 -> "  123456" -> 123456.00
# The point goes where the width of the field says, after the spaces are gone. A column of amounts with different numbers of digits has
# three scales, the small ones a hundredfold.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent fixy@1.3.3 &> log || { cat log; exit 2; }

cat > amounts.cjs <<'JS'
const fixy = require('fixy')
const read = (line) => {
  const map = [{ name: 'importe', width: 8, start: 1, type: 'float' }]
  return fixy.parse({ map, options: { fullwidth: 8, skiplines: null, format: 'json' } }, line)[0].importe
}
const pairs = [['00123456', '  123456'], ['01234567', ' 1234567'], ['00000050', '      50'], ['-0001234', '   -1234'], ['12345678', '12345678'], ['01234.56', ' 1234.56']]
for (const pair of pairs) console.log(pair.map((line) => `"${line}" ${read(line)}`).join('  '))
const withoutPoint = (value) => value.replace('.', '')
const line = fixy.unparse([{ name: 'importe', width: 8, preprocess: withoutPoint }], [{ importe: '1234.56' }])
console.log(`written by its unparse, read by its parse: 1234.56 -> "${line}" -> ${read(line)}`)
JS
seen=$(node amounts.cjs)
echo "$seen"
[ "$seen" = '"00123456" 1234.56  "  123456" 123456.00
"01234567" 12345.67  " 1234567" 123456.70
"00000050" 0.50  "      50" 50.00
"-0001234" -12.34  "   -1234" -1234.00
"12345678" 123456.78  "12345678" 123456.78
"01234.56" 1234.56  " 1234.56" 1234.56
written by its unparse, read by its parse: 1234.56 -> "  123456" -> 123456.00' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
