#!/usr/bin/env bash
# ts-postgres gives null for every numeric of PostgreSQL, so the sum of a column of money is null.
#
# Its page says that it has a default mapping for built-in types and asks for results in binary form; its DataType lists Numeric, and no
# limit is named. A numeric that is no NULL has a value (PostgreSQL 17, 8.1.2 Arbitrary Precision Numbers); sum and avg of numeric, and avg
# of integers, are numeric (9.21 Aggregate Functions).
# Expected: 1234.50 as text, number or else, or an error.
# Seen with ts-postgres 2.0.4 and, for comparison, pg 8.23.1, both on PGlite 0.5.14 (PostgreSQL compiled to WebAssembly):
#   ts-postgres: {"importe":null,"nada":null,"suma":null,"promedio":null,"pedidos":2,"hora":null}
#   pg: {"importe":"1234.50","nada":null,"suma":"-44.10","promedio":"1.5000000000000000","pedidos":2,"hora":"23:30:00"}
# Types without a reader, numeric, time and interval among them, are null as if there were no value: `?? 0` makes sales of nothing, while
# the counts beside them are right.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent ts-postgres@2.0.4 pg@8.23.1 @electric-sql/pglite@0.5.14 \
  @electric-sql/pglite-socket@0.2.17 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { createServer } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'
import { connect } from 'ts-postgres'

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address()
    probe.close(() => resolve(free))
  })
})
const server = new PGLiteSocketServer({ db: await PGlite.create(), port, host: '127.0.0.1' })
await server.start()
const query = `select 1234.50::numeric(18, 2) as importe, null::numeric as nada, sum(total) as suma, avg(orden) as promedio,
  count(*)::int as pedidos, time '23:30' as hora from (values (1, 1.00::numeric), (2, -45.10)) as ventas (orden, total)`
const place = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }

const client = await connect({ ...place, ssl: 'disable' })
const { names, rows } = await client.query(query)
console.log('ts-postgres:', JSON.stringify(Object.fromEntries(names.map((name, index) => [name, rows[0][index]]))))
await client.end()
const other = new pg.Client(place)
await other.connect()
console.log('pg:', JSON.stringify((await other.query(query)).rows[0]))
await other.end()
process.exit(0)
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'ts-postgres: {"importe":null,"nada":null,"suma":null,"promedio":null,"pedidos":2,"hora":null}
pg: {"importe":"1234.50","nada":null,"suma":"-44.10","promedio":"1.5000000000000000","pedidos":2,"hora":"23:30:00"}' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
