#!/usr/bin/env bash
# @microsoft/recognizers-text reads `medio millón` as 0.000002, and `2 millones y medio` as half a million.
#
# The project's page says that numbers of Spanish are fully supported. RAE (Diccionario panhispánico de dudas, "cardinales" and
# "millón"): mil millones is 10^9; medio millón is the half of one.
# Expected: 500000, 2500000, 1000000000 and 1200000000.
# Seen with @microsoft/recognizers-text-suite 1.3.1:
#   medio millón: 2E-06
#   half a million (en-us): 2E-06
#   2 millones y medio: 500000
#   mil millones: 1000
#   mil doscientos millones: 1200
#   dos mil millones: 2000000000
#   un millón doscientos mil: 1200000
# A half of something is taken for one part of it, and mil before millones ends the number. Targets and limits told to a bot in words
# come millions of times too small.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @microsoft/recognizers-text-suite@1.3.1 &> log || { cat log; exit 2; }

seen=$(node -e "const { recognizeNumber } = require('@microsoft/recognizers-text-suite')
  const read = (words, culture) => recognizeNumber(words, culture).map(({ resolution }) => resolution.value).join(' ')
  console.log('medio millón: ' + read('medio millón', 'es-es'))
  console.log('half a million (en-us): ' + read('half a million', 'en-us'))
  for (const words of ['2 millones y medio', 'mil millones', 'mil doscientos millones', 'dos mil millones', 'un millón doscientos mil'])
    console.log(words + ': ' + read(words, 'es-es'))")
echo "$seen"
[ "$seen" = 'medio millón: 2E-06
half a million (en-us): 2E-06
2 millones y medio: 500000
mil millones: 1000
mil doscientos millones: 1200
dos mil millones: 2000000000
un millón doscientos mil: 1200000' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
