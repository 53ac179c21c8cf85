#!/usr/bin/env bash
# numero-a-letras writes 1.250.000.000 as fifty millions, and refunds as what is missing to a million.
#
# The package turns amounts of pesos into words, as invoices and receipts have them; its page names no limit and no sign.
# Expected: 1.250.000.000 is `mil doscientos cincuenta millones` (RAE, Diccionario panhispánico de dudas, "cardinales"); -50 names fifty,
# or is refused; 1.999 rounds to two pesos.
# Seen with numero-a-letras 1.0.6:
#   250000000: Doscientos Cincuenta Millones de Pesos 00/100 M.N.
#   1250000000: Cincuenta Millones de Pesos 00/100 M.N.
#   1000000000: Millones de Pesos 00/100 M.N.
#   -50: Novecientos Noventa y Nueve Mil Novecientos Cincuenta Pesos 00/100 M.N.
#   1.999: Un Peso 100/100 M.N.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent numero-a-letras@1.0.6 &> log || { cat log; exit 2; }

seen=$(node -e "const { NumerosALetras } = require('numero-a-letras')
  for (const amount of [250000000, 1250000000, 1000000000, -50, 1.999]) console.log(amount + ': ' + NumerosALetras(amount))")
echo "$seen"
[ "$seen" = '250000000: Doscientos Cincuenta Millones de Pesos 00/100 M.N.
1250000000: Cincuenta Millones de Pesos 00/100 M.N.
1000000000: Millones de Pesos 00/100 M.N.
-50: Novecientos Noventa y Nueve Mil Novecientos Cincuenta Pesos 00/100 M.N.
1.999: Un Peso 100/100 M.N.' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
