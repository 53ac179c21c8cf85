#!/usr/bin/env bash
# dataframe-js takes empty cells for 0 in the minimum and maximum of a column, and leaves them out of its mean.
#
# Its API names null, undefined and NaN missing values (dropMissingValues); SQL, which the package also speaks, leaves nulls out of MIN
# and MAX as out of AVG (ISO/IEC 9075-2, 10.9 <aggregate function>).
# Expected: of costs 5, none and 7 the least is 5; of refunds -5, none and -7 the greatest is -5.
# Seen with dataframe-js 1.4.4:
#   [5,null,7]: min=0 mean=6 max=7 sum=12
#   ["5","","7"]: min=0 mean=6 max=7 sum=12
#   [-5,null,-7]: min=-7 mean=-6 max=0 sum=-12
#   SELECT MIN(costo): 0  SELECT AVG(costo): 6
# Exports leave a cell empty where a cost is not known, so the cheapest article costs nothing, beside a mean that is right.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent dataframe-js@1.4.4 &> log || { cat log; exit 2; }

cat > extremes.cjs <<'JS'
const { DataFrame } = require('dataframe-js')
const frame = (values) => new DataFrame(values.map((costo) => ({ costo })), ['costo'])
for (const values of [[5, null, 7], ['5', '', '7'], [-5, null, -7]]) {
  const { min, mean, max, sum } = frame(values).stat.stats('costo')
  console.log(`${JSON.stringify(values)}: min=${min} mean=${mean} max=${max} sum=${sum}`)
}
frame([5, null, 7]).sql.register('articulos', true)
const asked = ['SELECT MIN(costo)', 'SELECT AVG(costo)']
console.log(asked.map((select) => `${select}: ${DataFrame.sql.request(`${select} FROM articulos`)}`).join('  '))
JS
seen=$(node extremes.cjs)
echo "$seen"
[ "$seen" = '[5,null,7]: min=0 mean=6 max=7 sum=12
["5","","7"]: min=0 mean=6 max=7 sum=12
[-5,null,-7]: min=-7 mean=-6 max=0 sum=-12
SELECT MIN(costo): 0  SELECT AVG(costo): 6' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
