#!/usr/bin/env bash
# PERCENTILE of @handsontable/formulajs is that of PERCENTILE.EXC, and its ROUND rounds negative halves up.
#
# Microsoft's pages: PERCENTILE is the older name of PERCENTILE.INC, and that of {1,2,3,4} at 0.3 is 1.9; ROUND(-1.475, 2) is -1.48.
# The package says that it implements most formula functions of Excel.
# Seen with @handsontable/formulajs 2.0.2:
#   PERCENTILE=1.5  PERCENTILE.INC=1.9  ROUND(1.475)=1.48  ROUND(-1.475)=-1.47
# A refund no longer takes back what the sale added, and a workbook's limits of the best or worst tenth move.
# @formulajs/formulajs 4.6.1 rounds -1.475 to -1.48, and has PERCENTILE.INC and PERCENTILE.EXC alone.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @handsontable/formulajs@2.0.2 &> log || { cat log; exit 2; }

seen=$(node -e "const f = require('@handsontable/formulajs')
  console.log('PERCENTILE=' + f.PERCENTILE([1, 2, 3, 4], 0.3), ' PERCENTILE.INC=' + f.PERCENTILEINC([1, 2, 3, 4], 0.3),
    ' ROUND(1.475)=' + f.ROUND(1.475, 2), ' ROUND(-1.475)=' + f.ROUND(-1.475, 2))")
echo "$seen"
[ "$seen" = 'PERCENTILE=1.5  PERCENTILE.INC=1.9  ROUND(1.475)=1.48  ROUND(-1.475)=-1.47' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
