#!/usr/bin/env bash
# alasql takes no notice of ORDER BY in OVER, and starts its numbers anew wherever the province of the row before is another.
#
# ISO/IEC 9075-2 (SQL): ROW_NUMBER counts the rows of a partition in the order of the window, and with an order an aggregate goes from the
# first row of the partition to the current one: a running total. A partition is all rows with the same value. The project's page offers SQL
# for data at hand and names no limit of OVER; window functions that it lacks (RANK, LAG) are errors.
# Expected for Salta 100 and 300, Chaco 50 and Salta 200, in this order of rows: what SQLite gives.
# Seen with alasql 4.19.1 and, for comparison, sql.js 1.14.1 (SQLite):
#   number by amount, within the province: alasql 100=1 300=2 50=1 200=1  SQLite 100=3 300=1 50=1 200=2
#   best of each province: alasql Salta=100 Chaco=50 Salta=200  SQLite Salta=300 Chaco=50
#   running total by day: alasql 300=650 50=650 200=650 100=650  SQLite 300=300 50=350 200=550 100=650
#   running total within the province: alasql 300=600 50=50 200=600 100=600  SQLite 300=300 50=50 200=500 100=600
# The best sale of a province is the one that the file has first, and a province that comes back in it is listed again. Running totals are
# the grand total in every row.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent --omit=optional alasql@4.19.1 sql.js@1.14.1 &> log || { cat log; exit 2; }

cat > windows.cjs <<'JS'
const alasql = require('alasql')
const sqlite = require('sql.js')
const sales = [
  { provincia: 'Salta', dia: '2026-01-04', importe: 100 },
  { provincia: 'Salta', dia: '2026-01-01', importe: 300 },
  { provincia: 'Chaco', dia: '2026-01-02', importe: 50 },
  { provincia: 'Salta', dia: '2026-01-03', importe: 200 },
]
const numbered = 'SELECT provincia, importe, ROW_NUMBER() OVER (PARTITION BY provincia ORDER BY importe DESC) AS n FROM ventas'
const running = (window) => `SELECT provincia, dia, importe, SUM(importe) OVER (${window}) AS valor FROM ventas ORDER BY dia`
const queries = [
  ['number by amount, within the province', 'importe', `SELECT provincia, importe, n AS valor FROM (${numbered}) AS a`],
  ['best of each province', 'provincia', `SELECT provincia, importe AS valor FROM (${numbered}) AS a WHERE n = 1`],
  ['running total by day', 'importe', running('ORDER BY dia')],
  ['running total within the province', 'importe', running('PARTITION BY provincia ORDER BY dia')],
]
alasql('CREATE TABLE ventas (provincia STRING, dia STRING, importe NUMBER)')
alasql.tables.ventas.data = sales
sqlite().then(({ Database }) => {
  const database = new Database()
  database.run('CREATE TABLE ventas (provincia TEXT, dia TEXT, importe REAL)')
  for (const { provincia, dia, importe } of sales) database.run('INSERT INTO ventas VALUES (?, ?, ?)', [provincia, dia, importe])
  const place = (row) => sales.findIndex(({ provincia, importe }) => (row.importe ? importe === row.importe : provincia === row.provincia))
  for (const [name, key, query] of queries) {
    const statement = database.prepare(query)
    const expected = []
    while (statement.step()) expected.push(statement.getAsObject())
    if (!query.endsWith('ORDER BY dia')) expected.sort((a, b) => place(a) - place(b))
    const shown = (rows) => rows.map((row) => `${row[key]}=${row.valor}`).join(' ')
    console.log(`${name}: alasql ${shown(alasql(query))}  SQLite ${shown(expected)}`)
  }
})
JS
seen=$(node windows.cjs)
echo "$seen"
[ "$seen" = 'number by amount, within the province: alasql 100=1 300=2 50=1 200=1  SQLite 100=3 300=1 50=1 200=2
best of each province: alasql Salta=100 Chaco=50 Salta=200  SQLite Salta=300 Chaco=50
running total by day: alasql 300=650 50=650 200=650 100=650  SQLite 300=300 50=350 200=550 100=650
running total within the province: alasql 300=600 50=50 200=600 100=600  SQLite 300=300 50=50 200=500 100=600' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
