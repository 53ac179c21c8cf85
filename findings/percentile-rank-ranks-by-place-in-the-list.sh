#!/usr/bin/env bash
# percentile-rank takes the place of a value in the list for its rank: with Excel's own example, 2 is at 67 % and not at 33 %.
#
# The package's page says that it returns the same values as PERCENTRANK and PERCENTRANK.INC of Excel, and names no order of the list. Excel's
# help of PERCENTRANK.INC has 13, 12, 11, 8, 4, 3, 2, 1, 1, 1: three values are smaller than 2 and six larger, so 3 / 9, and 0.555 and 0.666
# for 4 and 8. The rank is how many values are smaller, whatever their order (OpenFormula, OpenDocument 1.3 part 4, "PERCENTRANK").
# Expected: 0.333, 0.555 and 0.666; 1 for the best of six sellers, 0 for the worst.
# Seen with percentile-rank 1.0.6 and, for comparison, @formulajs/formulajs 4.6.1:
#   Excel's example: percentile-rank 2=0.667 4=0.444 8=0.333  formulajs 2=0.333 4=0.555 8=0.666
#   in rising order: percentile-rank 2=0.333 4=0.556 8=0.667  formulajs 2=0.333 4=0.555 8=0.666
#   sellers 310, 95, 480, 120, 60, 205: percentile-rank 480=0.400 310=0.000 60=0.800  formulajs 480=1 310=0.8 60=0
# In a list from the best to the worst, as reports have them, the last seller is the best of all; in any other, ranks are those of the file.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent percentile-rank@1.0.6 @formulajs/formulajs@4.6.1 &> log || { cat log; exit 2; }

cat > ranks.cjs <<'JS'
const percentRank = require('percentile-rank')
const { PERCENTRANK } = require('@formulajs/formulajs')
const example = [13, 12, 11, 8, 4, 3, 2, 1, 1, 1]
const sellers = [310, 95, 480, 120, 60, 205]
const lists = [
  ["Excel's example", example, [2, 4, 8]],
  ['in rising order', [...example].reverse(), [2, 4, 8]],
  [`sellers ${sellers.join(', ')}`, sellers, [480, 310, 60]],
]
for (const [name, list, values] of lists) {
  const shown = (rank) => values.map((value) => `${value}=${rank(value)}`).join(' ')
  const seen = shown((value) => percentRank([...list], value).toFixed(3))
  console.log(`${name}: percentile-rank ${seen}  formulajs ${shown((value) => PERCENTRANK.INC([...list], value))}`)
}
JS
seen=$(node ranks.cjs)
echo "$seen"
[ "$seen" = "Excel's example: percentile-rank 2=0.667 4=0.444 8=0.333  formulajs 2=0.333 4=0.555 8=0.666
in rising order: percentile-rank 2=0.333 4=0.556 8=0.667  formulajs 2=0.333 4=0.555 8=0.666
sellers 310, 95, 480, 120, 60, 205: percentile-rank 480=0.400 310=0.000 60=0.800  formulajs 480=1 310=0.8 60=0" ] || {
  echo 'The behaviour has changed.'
  exit 1
}
