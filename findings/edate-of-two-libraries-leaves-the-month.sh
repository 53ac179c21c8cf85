#!/usr/bin/env bash
# EDATE of fast-formula-parser and @handsontable/formulajs: a month after 31 January is 3 March.
#
# OpenFormula (OpenDocument 1.3, part 4, "EDATE"): if the new month is shorter, the day becomes its last one. Both packages say that they
# implement functions of Excel, which has 28 February too, as their own EOMONTH gives.
# Expected for 2026-01-31 and one month: serial 46081, 28 February 2026.
# Seen with fast-formula-parser 1.0.19, @handsontable/formulajs 2.0.2, @formulajs/formulajs 4.6.1 and hyperformula 3.5.0, in UTC:
#   fast-formula-parser 46084  @handsontable/formulajs 46084  @formulajs/formulajs 46081  hyperformula 46081
# "The same day a month later" compares a month with the one after next.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent fast-formula-parser@1.0.19 @handsontable/formulajs@2.0.2 @formulajs/formulajs@4.6.1 \
  hyperformula@3.5.0 &> log || { cat log; exit 2; }

cat > edate.cjs <<'JS'
const Parser = require('fast-formula-parser')
const { HyperFormula } = require('hyperformula')
const day = new Date(2026, 0, 31)
const serial = (date) => Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(1899, 11, 30)) / 86_400_000)
const formula = 'EDATE(DATE(2026,1,31),1)'
console.log(
  `fast-formula-parser ${new Parser().parse(formula, { sheet: 'Hoja', row: 1, col: 1 })}`,
  ` @handsontable/formulajs ${require('@handsontable/formulajs').EDATE(day, 1)}`,
  ` @formulajs/formulajs ${serial(require('@formulajs/formulajs').EDATE(day, 1))}`,
  ` hyperformula ${HyperFormula.buildFromArray([[`=${formula}`]], { licenseKey: 'gpl-v3' }).getCellValue({ sheet: 0, row: 0, col: 0 })}`,
)
JS
seen=$(TZ=UTC node edate.cjs)
echo "$seen"
[ "$seen" = 'fast-formula-parser 46084  @handsontable/formulajs 46084  @formulajs/formulajs 46081  hyperformula 46081' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
