#!/usr/bin/env bash
# vega-loader and datalib take `Zona 1` for 1 January 2001 and `Distribuidor 7` for July, and make one article of Yerba 1 and Azúcar 1.
#
# With `parse: 'auto'` both infer the type of each column (their pages, "parse" and "read"). A column whose texts `Date.parse` does not refuse
# is one of dates. ECMA-262 (21.4.3.2 Date.parse) leaves what is in no standard format to each engine, and V8 reads a word and a number as
# a month, a day or a year.
# Expected: texts, as autoType of d3-dsv leaves them, which takes ISO 8601 alone for dates.
# Seen with vega-loader 5.1.3, datalib 1.9.3 and, for comparison, d3-dsv 3.0.1 on Node 24.21.0, in UTC:
#   zones 1 to 12: vega-loader date 2001-01-01 … 2001-12-01  datalib date 2001-01-01 … 2001-12-01  d3-dsv Zona 1 … Zona 12
#   distributors 7 and 8: vega-loader date 2001-07-01 … 2001-08-01  datalib date 2001-07-01 … 2001-08-01  d3-dsv Distribuidor 7 … Distribuidor 8
#   units of articles: vega-loader 2 groups 15 4  datalib 2 groups 15 4  d3-dsv 3 groups 10 5 4
#   zones 1 to 13: vega-loader string Zona 1 … Zona 13  datalib string Zona 1 … Zona 13  d3-dsv Zona 1 … Zona 13
# Sales by zone stand on an axis of time, and articles whose names end in the same number are added up. With a thirteenth zone, which is
# no month, all are texts again, so the same chart changes with its data.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent vega-loader@5.1.3 datalib@1.9.3 d3-dsv@3.0.1 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { autoType, csvParse } from 'd3-dsv'
import datalib from 'datalib'
import { inferType, read } from 'vega-loader'

const readers = {
  'vega-loader': (text) => read(text, { type: 'csv', parse: 'auto' }),
  datalib: (text) => datalib.read(text, { type: 'csv', parse: 'auto' }),
  'd3-dsv': (text) => csvParse(text, autoType),
}
const types = { 'vega-loader': inferType, datalib: datalib.type.infer }
const shown = (value) => (typeof value === 'number' ? new Date(value).toISOString().slice(0, 10) : value)
const line = (label, part) => console.log(`${label}: ${Object.keys(readers).map((name) => `${name} ${part(name)}`).join('  ')}`)

function column(label, texts) {
  line(label, (name) => {
    const rows = readers[name](`nombre,unidades\n${texts.map((text) => `${text},1`).join('\n')}\n`)
    const type = types[name] ? `${types[name](texts)} ` : ''
    return `${type}${shown(rows[0].nombre)} … ${shown(rows.at(-1).nombre)}`
  })
}
const zones = (count) => Array.from({ length: count }, (_, place) => `Zona ${place + 1}`)
column('zones 1 to 12', zones(12))
column('distributors 7 and 8', ['Distribuidor 7', 'Distribuidor 8'])
line('units of articles', (name) => {
  const rows = readers[name]('articulo,unidades\nYerba 1,10\nAzúcar 1,5\nYerba 5,4\n')
  const sums = new Map()
  for (const row of rows) sums.set(Number(row.articulo) || row.articulo, (sums.get(Number(row.articulo) || row.articulo) ?? 0) + row.unidades)
  return `${sums.size} groups ${[...sums.values()].join(' ')}`
})
column('zones 1 to 13', zones(13))
JS
seen=$(TZ=UTC node read.mjs)
echo "$seen"
[ "$seen" = 'zones 1 to 12: vega-loader date 2001-01-01 … 2001-12-01  datalib date 2001-01-01 … 2001-12-01  d3-dsv Zona 1 … Zona 12
distributors 7 and 8: vega-loader date 2001-07-01 … 2001-08-01  datalib date 2001-07-01 … 2001-08-01  d3-dsv Distribuidor 7 … Distribuidor 8
units of articles: vega-loader 2 groups 15 4  datalib 2 groups 15 4  d3-dsv 3 groups 10 5 4
zones 1 to 13: vega-loader string Zona 1 … Zona 13  datalib string Zona 1 … Zona 13  d3-dsv Zona 1 … Zona 13' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
