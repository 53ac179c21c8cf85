#!/usr/bin/env bash
# jinq's distinct of two fields drops every pair whose values have come before in other pairs; its maximum of refunds is 0.
#
# The package offers queries on arrays in the manner of SQL. SELECT DISTINCT of two columns leaves out rows that are equal in both, and MAX and
# MIN are the largest and the smallest of the values that are there (ISO/IEC 9075-2). The package's page has orderBy('Age') for numbers, and
# its result in the order of their size.
# Expected: four pairs; -45.1; 0; -60, -7, 9, 25 and 100.
# Seen with jinq 1.6.1 and, for comparison, sql.js 1.14.1 (SQLite):
#   distinct province and group: jinq Salta/Aceites Chaco/Fideos  SQLite Salta/Aceites Chaco/Fideos Salta/Fideos Chaco/Aceites
#   max of -500, -45.1 in a group: jinq 0  SQLite -45.1
#   min of 0, 9, 100 in a group: jinq 9  SQLite 0
#   orderBy of 100, 9, -7, 25, -60: jinq -60 -7 100 25 9  SQLite -60 -7 9 25 100
# Half of the pairs of province and group are missing, without an error. A 0 is no minimum, refunds have 0 as their maximum, and the best
# seller stands among the worst; with orderBy([{ field: 'valor' }]) the order is right.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent jinq@1.6.1 sql.js@1.14.1 &> log || { cat log; exit 2; }

cat > queries.cjs <<'JS'
const Jinq = require('jinq')
const sqlite = require('sql.js')
const names = [['Salta', 'Aceites'], ['Chaco', 'Fideos'], ['Salta', 'Fideos'], ['Chaco', 'Aceites']]
const pairs = names.map(([provincia, rubro]) => ({ provincia, rubro }))
const values = (list) => list.map((valor) => ({ grupo: 'A', valor }))
const one = (rows) => rows.map(({ valor }) => valor).join(' ')
const two = (rows) => rows.map(({ provincia, rubro }) => `${provincia}/${rubro}`).join(' ')
const cases = [
  ['distinct province and group', pairs, (list) => list.distinct('provincia', 'rubro'), 'SELECT DISTINCT provincia, rubro FROM t', two],
  ['max of -500, -45.1 in a group', values([-500, -45.1]), (list) => list.groupBy('grupo').max('valor'), 'SELECT MAX(valor) AS valor FROM t', one],
  ['min of 0, 9, 100 in a group', values([0, 9, 100]), (list) => list.groupBy('grupo').min('valor'), 'SELECT MIN(valor) AS valor FROM t', one],
  ['orderBy of 100, 9, -7, 25, -60', values([100, 9, -7, 25, -60]), (list) => list.orderBy('valor'), 'SELECT valor FROM t ORDER BY valor', one],
]
sqlite().then(({ Database }) => {
  for (const [name, rows, jinq, query, shown] of cases) {
    const database = new Database()
    const columns = Object.keys(rows[0])
    database.run(`CREATE TABLE t (${columns.join(', ')})`)
    for (const row of rows) database.run('INSERT INTO t VALUES (?, ?)', Object.values(row))
    const statement = database.prepare(query)
    const expected = []
    while (statement.step()) expected.push(statement.getAsObject())
    console.log(`${name}: jinq ${shown(jinq(new Jinq().from(structuredClone(rows))).select())}  SQLite ${shown(expected)}`)
  }
})
JS
seen=$(node queries.cjs)
echo "$seen"
[ "$seen" = 'distinct province and group: jinq Salta/Aceites Chaco/Fideos  SQLite Salta/Aceites Chaco/Fideos Salta/Fideos Chaco/Aceites
max of -500, -45.1 in a group: jinq 0  SQLite -45.1
min of 0, 9, 100 in a group: jinq 9  SQLite 0
orderBy of 100, 9, -7, 25, -60: jinq -60 -7 100 25 9  SQLite -60 -7 9 25 100' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
