#!/usr/bin/env bash
# @vanillaes/csv reads 1e+05 as 1, and 1e-05 as 1 too.
#
# `typed` infers types (the package's page, "CSV.parse()"). Programs write round or small numbers with an exponent: write.csv of R makes
# 1e+05 of 100000, Python 1e-05 of 0.00001, Excel 1E+05 of a column shown so. RFC 8259 (6) and XML Schema 1.1 part 2 (3.3.5 double)
# have the same notation.
# Expected: 100000, 150000, 0.00001 and -2000, or the text; .5 is 0.5.
# Seen with @vanillaes/csv 3.0.8 and, for comparison, csv-simple-parser 2.0.2 with `infer`:
#   1e+05: @vanillaes/csv 1  csv-simple-parser 100000
#   1.5e+05: @vanillaes/csv 150000  csv-simple-parser 150000
#   1e-05: @vanillaes/csv 1  csv-simple-parser 0.00001
#   -2E3: @vanillaes/csv -2  csv-simple-parser -2000
#   100000: @vanillaes/csv 100000  csv-simple-parser 100000
#   .5: @vanillaes/csv NaN  csv-simple-parser 0.5
#   1.2.3: @vanillaes/csv 1.2  csv-simple-parser 1.2.3
# Without a point a number is cut at its exponent, so in one column 150,000 is read and 100,000 becomes 1, without an error.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @vanillaes/csv@3.0.8 csv-simple-parser@2.0.2 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { parse } from '@vanillaes/csv'
import parseSimply from 'csv-simple-parser'
const plain = (value) => (typeof value === 'number' && Math.abs(value) < 0.001 ? value.toFixed(5) : value)
for (const text of ['1e+05', '1.5e+05', '1e-05', '-2E3', '100000', '.5', '1.2.3']) {
  const rows = `total\n${text}\n`
  const simply = parseSimply(rows, { header: true, infer: true })[0].total
  console.log(`${text}: @vanillaes/csv ${parse(rows, { typed: true })[1][0]}  csv-simple-parser ${plain(simply)}`)
}
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = '1e+05: @vanillaes/csv 1  csv-simple-parser 100000
1.5e+05: @vanillaes/csv 150000  csv-simple-parser 150000
1e-05: @vanillaes/csv 1  csv-simple-parser 0.00001
-2E3: @vanillaes/csv -2  csv-simple-parser -2000
100000: @vanillaes/csv 100000  csv-simple-parser 100000
.5: @vanillaes/csv NaN  csv-simple-parser 0.5
1.2.3: @vanillaes/csv 1.2  csv-simple-parser 1.2.3' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
