#!/usr/bin/env bash
# money-math rounds negative products, quotients and percentages to the wrong cent: 21 % of -45.10 is -9.46.
#
# Its page ("What does it do?") has negative amounts such as "-42.10" on input and output, and says that results are rounded to the whole
# cent. Expected: 21 % of -45.10, -9.471, is -9.47, as that of 45.10 is 9.47; 10.5 % of -123.45, -12.96225, is -12.96.
# Seen with money-math 2.6.3:
#   percent 21.00: 45.10=9.47  -45.10=-9.46
#   percent 10.50: 123.45=12.96  -123.45=-12.95
#   mul 1.05: 999.99=1049.99  -999.99=-1049.97
#   div 3.00: 20.00=6.67  -20.00=-6.65
# A cent is added to the cut value where half a cent is passed, also below zero, where it leads away: VAT of a refund does not take back
# that of its sale.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent money-math@2.6.3 &> log || { cat log; exit 2; }

seen=$(node -e "const money = require('money-math')
  for (const [name, by, amount] of [['percent', '21.00', '45.10'], ['percent', '10.50', '123.45'], ['mul', '1.05', '999.99'], ['div', '3.00', '20.00']])
    console.log(name + ' ' + by + ': ' + [amount, '-' + amount].map((one) => one + '=' + money[name](one, by)).join('  '))")
echo "$seen"
[ "$seen" = 'percent 21.00: 45.10=9.47  -45.10=-9.46
percent 10.50: 123.45=12.96  -123.45=-12.95
mul 1.05: 999.99=1049.99  -999.99=-1049.97
div 3.00: 20.00=6.67  -20.00=-6.65' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
