#!/usr/bin/env bash
# NUMBERVALUE of formulajs drops one separator of thousands: 12.345.678 is read as 12345.678.
#
# Excel's NUMBERVALUE(text, decimal separator, group separator) ignores group separators before the decimal one (Microsoft's page of the
# function, "Remarks"), and reads a percent sign at the end; formulajs says that it implements most formula functions of Excel.
# Expected: with `,` and `.`, 12.345.678 is 12345678 and 1.234.567,89 is 1234567.89; 3,5% is 0.035.
# Seen with @formulajs/formulajs 4.6.1 (@handsontable/formulajs 2.0.2, an older fork, is alike):
#   2.500,27=2500.27  12.345.678=12345.678  1.234.567,89=NaN  3,5%=NaN
# Whole amounts from a million on are a thousand times too small, without an error.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @formulajs/formulajs@4.6.1 &> log || { cat log; exit 2; }

seen=$(node -e "const { NUMBERVALUE } = require('@formulajs/formulajs')
  console.log(['2.500,27', '12.345.678', '1.234.567,89', '3,5%'].map((text) => text + '=' + NUMBERVALUE(text, ',', '.')).join('  '))")
echo "$seen"
[ "$seen" = '2.500,27=2500.27  12.345.678=12345.678  1.234.567,89=NaN  3,5%=NaN' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
