#!/usr/bin/env bash
# fiscal of npm ends a quarter as its last day begins, and a year from January to December the day before it starts.
#
# The package's page ("Quarter.endDate") shows 2016-12-31T23:59:59.999Z as the end of a quarter, and for a year (FiscalYear.endDate) the last
# millisecond of its last day too; the year may start in any month, counted from 0.
# Expected for 15 August 2026: a year from January ends on 2026-12-31 23:59:59.999, one from July on 2027-06-30 23:59:59.999, and both
# quarters on 2026-09-30 23:59:59.999.
# Seen with fiscal 1.0.0, in UTC:
#   from month 0: year 2026-01-01T00:00:00.000Z to 2025-12-31T23:59:59.999Z, quarter 2026-07-01T00:00:00.000Z to 2026-09-30T00:00:00.000Z
#   from month 6: year 2026-07-01T00:00:00.000Z to 2027-06-30T23:59:59.999Z, quarter 2026-07-01T00:00:00.000Z to 2026-09-30T00:00:00.000Z
#   orders of 1 July, 20 August and 30 September in the quarter: 2 of 3
#   orders of 1 July, 20 August and 30 September in the calendar year: 0 of 3
# A company that closes on 31 December has no sales in its year, and every quarter lacks those of its last day, often the busiest.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent fiscal@1.0.0 &> log || { cat log; exit 2; }

cat > periods.cjs <<'JS'
const Fiscal = require('fiscal')
const day = new Date(2026, 7, 15, 12)
const periods = (month) => {
  const { fiscalYear, quarter } = new Fiscal(month).getFiscalInfoForDate(day)
  return { year: fiscalYear, quarter }
}
const shown = ({ startDate, endDate }) => `${startDate.toISOString()} to ${endDate.toISOString()}`
for (const month of [0, 6]) {
  const { year, quarter } = periods(month)
  console.log(`from month ${month}: year ${shown(year)}, quarter ${shown(quarter)}`)
}
const orders = [new Date(2026, 6, 1, 10), new Date(2026, 7, 20, 18), new Date(2026, 8, 30, 21)]
const within = ({ startDate, endDate }) => orders.filter((order) => order >= startDate && order <= endDate).length
console.log(`orders of 1 July, 20 August and 30 September in the quarter: ${within(periods(0).quarter)} of 3`)
console.log(`orders of 1 July, 20 August and 30 September in the calendar year: ${within(periods(0).year)} of 3`)
JS
seen=$(TZ=UTC node periods.cjs)
echo "$seen"
[ "$seen" = 'from month 0: year 2026-01-01T00:00:00.000Z to 2025-12-31T23:59:59.999Z, quarter 2026-07-01T00:00:00.000Z to 2026-09-30T00:00:00.000Z
from month 6: year 2026-07-01T00:00:00.000Z to 2027-06-30T23:59:59.999Z, quarter 2026-07-01T00:00:00.000Z to 2026-09-30T00:00:00.000Z
orders of 1 July, 20 August and 30 September in the quarter: 2 of 3
orders of 1 July, 20 August and 30 September in the calendar year: 0 of 3' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
