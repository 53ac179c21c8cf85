#!/usr/bin/env bash
# multi-number-parse reads $1234 as 0.1234, and +5 as 0.5.
#
# Its page says that it parses numbers in any valid format, such as prices copied from spreadsheets and websites, and always returns a
# number, NaN where it cannot tell; `$` between digits is a decimal sign there (`2.654$10`).
# Expected: 1234 and 5, or NaN. The sign stands before the amount in Argentina (CLDR 48, es_AR), a plus before a number is one.
# Seen with multi-number-parse 1.1.0:
#   $500=500  $1234=0.1234  $12345=0.12345  1234=1234  -$500=-500
#   +500=500  +5=0.5  1e3=1.3  12.345,60=12345.6
# A sign before the number passes for a point unless three digits follow, so prices of hundreds are right, and those of thousands less
# than one.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent multi-number-parse@1.1.0 &> log || { cat log; exit 2; }

cat > read.cjs <<'JS'
const module_ = require('multi-number-parse')
const parse = module_.default ?? module_
for (const texts of [['$500', '$1234', '$12345', '1234', '-$500'], ['+500', '+5', '1e3', '12.345,60']])
  console.log(texts.map((text) => `${text}=${parse(text)}`).join('  '))
JS
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = '$500=500  $1234=0.1234  $12345=0.12345  1234=1234  -$500=-500
+500=500  +5=0.5  1e3=1.3  12.345,60=12345.6' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
