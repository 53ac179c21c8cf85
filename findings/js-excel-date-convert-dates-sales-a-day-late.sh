#!/usr/bin/env bash
# js-excel-date-convert rounds the time of a sale to the next day: 31 December 2026 at 15:30 becomes 1 January 2027.
#
# In a workbook the whole part of a date counts the days and the fraction is the time of the day (ECMA-376 part 1, 18.17.4 "Dates and
# Times"). The package says that it converts dates between JavaScript and Excel; its fromExcelDate keeps the fraction, and nothing in it
# says that toExcelDate rounds.
# Expected: 46387.645833 for 31 December 2026 at 15:30, or 46387 if the time is left out.
# Seen with js-excel-date-convert 1.0.2 and, for comparison, excel-date-to-js 1.1.5, in UTC:
#   2026-01-31 11:59: js-excel-date-convert 46053 = 2026-01-31 00:00  excel-date-to-js 46053.499306 = 2026-01-31 11:59
#   2026-01-31 12:00: js-excel-date-convert 46054 = 2026-02-01 00:00  excel-date-to-js 46053.500000 = 2026-01-31 12:00
#   2026-12-31 15:30: js-excel-date-convert 46388 = 2027-01-01 00:00  excel-date-to-js 46387.645833 = 2026-12-31 15:30
#   from 46387.645833 and back: js-excel-date-convert 46388  excel-date-to-js 46387.645833
#   in Argentina, 31 January 2026 at 09:00: js-excel-date-convert 46054 = 2026-02-01
# Every sale of the afternoon moves to the next day, and the last one of a month or year to another month or year. The time counts in UTC,
# so in Argentina the day ends at nine in the morning.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent js-excel-date-convert@1.0.2 excel-date-to-js@1.1.5 &> log || { cat log; exit 2; }

cat > dates.cjs <<'JS'
const { fromExcelDate, toExcelDate } = require('js-excel-date-convert')
const { getExcelDateFromJs, getJsDateFromExcel } = require('excel-date-to-js')
const serial = (number) => (Number.isInteger(number) ? String(number) : number.toFixed(6))
const moment = (date) => new Date(Math.round(date / 6e4) * 6e4).toISOString().slice(0, 16).replace('T', ' ')
for (const text of ['2026-01-31 11:59', '2026-01-31 12:00', '2026-12-31 15:30']) {
  const date = new Date(`${text.replace(' ', 'T')}Z`)
  const [seen, other] = [toExcelDate(date), getExcelDateFromJs(date)]
  const shown = `js-excel-date-convert ${serial(seen)} = ${moment(fromExcelDate(seen))}`
  console.log(`${text}: ${shown}  excel-date-to-js ${other.toFixed(6)} = ${moment(getJsDateFromExcel(other))}`)
}
const back = [toExcelDate(fromExcelDate(46387.645833)), getExcelDateFromJs(getJsDateFromExcel(46387.645833))].map(serial)
console.log(`from 46387.645833 and back: js-excel-date-convert ${back[0]}  excel-date-to-js ${back[1]}`)
const morning = toExcelDate(new Date('2026-01-31T09:00-03:00'))
console.log(`in Argentina, 31 January 2026 at 09:00: js-excel-date-convert ${morning} = ${moment(fromExcelDate(morning)).slice(0, 10)}`)
JS
seen=$(TZ=UTC node dates.cjs)
echo "$seen"
[ "$seen" = '2026-01-31 11:59: js-excel-date-convert 46053 = 2026-01-31 00:00  excel-date-to-js 46053.499306 = 2026-01-31 11:59
2026-01-31 12:00: js-excel-date-convert 46054 = 2026-02-01 00:00  excel-date-to-js 46053.500000 = 2026-01-31 12:00
2026-12-31 15:30: js-excel-date-convert 46388 = 2027-01-01 00:00  excel-date-to-js 46387.645833 = 2026-12-31 15:30
from 46387.645833 and back: js-excel-date-convert 46388  excel-date-to-js 46387.645833
in Argentina, 31 January 2026 at 09:00: js-excel-date-convert 46054 = 2026-02-01' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
