#!/usr/bin/env bash
# csvjson and csvjson-csv2json lose names that end in a quote, such as `TV 32"`, and csvjson writes commas as tabs.
#
# RFC 4180 (2, rules 5 to 7): a field with commas, line breaks or quotes stands in quotes, and a quote in it is doubled.
# Expected: `"TV 32"""` is read as `TV 32"`, as csv-string does; `Pérez, Ana` is written as `"Pérez, Ana"`.
# Seen with csvjson 5.1.0, csvjson-csv2json 5.0.6 and, for comparison, csv-string 4.1.1:
#   "TV 32""": csvjson []  csvjson-csv2json [TV 32]  csv-string [TV 32"]
#   "Caño 1/2"" x 6 m": csvjson [x 6 m]  csvjson-csv2json [Caño 1/2" x 6 m]  csv-string [Caño 1/2" x 6 m]
#   "Pérez, Ana": csvjson [Pérez, Ana]  csvjson-csv2json [Pérez, Ana]  csv-string [Pérez, Ana]
#   csvjson writes Pérez, Ana as "Pérez\t Ana", and TV 32" with `wrap` as "\"TV 32\"\""
# Products in inches change their name or come without one, so reports by name join what they are not; commas of written names are tabs.
# Neither page names a limit; that of csvjson has `quote: '"'` in its examples, as used here.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent csvjson@5.1.0 csvjson-csv2json@5.0.6 csv-string@4.1.1 &> log || { cat log; exit 2; }

cat > names.cjs <<'JS'
const csvjson = require('csvjson')
const csv2json = require('csvjson-csv2json')
const { parse } = require('csv-string')
for (const field of ['"TV 32"""', '"Caño 1/2"" x 6 m"', '"Pérez, Ana"']) {
  const text = `nombre,precio\n${field},250000\n`
  const seen = [csvjson.toObject(text, { delimiter: ',', quote: '"' })[0].nombre, csv2json(text)[0].nombre, parse(text)[1][0]]
  console.log(`${field}: csvjson [${seen[0]}]  csvjson-csv2json [${seen[1]}]  csv-string [${seen[2]}]`)
}
const written = (nombre, options) => JSON.stringify(csvjson.toCSV([{ nombre }], { headers: 'key', ...options }).split('\n')[1])
console.log(`csvjson writes Pérez, Ana as ${written('Pérez, Ana')}, and TV 32" with \`wrap\` as ${written('TV 32"', { wrap: true })}`)
JS
seen=$(node names.cjs)
echo "$seen"
[ "$seen" = '"TV 32""": csvjson []  csvjson-csv2json [TV 32]  csv-string [TV 32"]
"Caño 1/2"" x 6 m": csvjson [x 6 m]  csvjson-csv2json [Caño 1/2" x 6 m]  csv-string [Caño 1/2" x 6 m]
"Pérez, Ana": csvjson [Pérez, Ana]  csvjson-csv2json [Pérez, Ana]  csv-string [Pérez, Ana]
csvjson writes Pérez, Ana as "Pérez\t Ana", and TV 32" with `wrap` as "\"TV 32\"\""' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
