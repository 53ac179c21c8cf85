#!/usr/bin/env bash
# dbf-reader reads the dates of DBF files a month late: 31 January 2026 is 3 March.
#
# dBASE table file format: a field of type D has the digits YYYYMMDD, one of type N digits, or spaces for no value. The package's page
# says that it reads dBase files and names no limit.
# Expected: 2026-01-31, 1999-12-31 and 2026-02-28, and no amount in the last row.
# Seen with dbf-reader 1.0.3 and, for comparison, dbffile 1.13.0:
#   dbf-reader: Ana 2026-03-03 1234.5, Eva 2000-01-31 -45.1, Juan 2026-03-28 0
#   dbffile: Ana 2026-01-31 1234.5, Eva 1999-12-31 -45.1, Juan 2026-02-28 null
# The month is taken for one that counts from 0. What a shop brings over from its old FoxPro or Clipper system has the sales of January
# in February, those of its last days in March, and those of December in the next year.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent dbf-reader@1.0.3 dbffile@1.13.0 &> log || { cat log; exit 2; }

cat > read.cjs <<'JS'
const { writeFileSync, readFileSync } = require('node:fs')
const { Dbf } = require('dbf-reader')
const { DBFFile } = require('dbffile')

const fields = [['NOMBRE', 'C', 10, 0], ['FECHA', 'D', 8, 0], ['TOTAL', 'N', 10, 2]]
const rows = [
  ['Ana', '20260131', '1234.50'],
  ['Eva', '19991231', '-45.10'],
  ['Juan', '20260228', ''],
]
const head = Buffer.alloc(32)
head.set([3, 126, 2, 1])
head.writeUInt32LE(rows.length, 4)
head.writeUInt16LE(33 + 32 * fields.length, 8)
head.writeUInt16LE(29, 10)
const described = fields.map(([name, type, length, decimals]) => {
  const field = Buffer.alloc(32)
  field.write(name + '\0'.repeat(11 - name.length) + type)
  field.set([length, decimals], 16)
  return field
})
const data = rows.map(([name, day, total]) => ` ${name.padEnd(10)}${day}${total.padStart(10)}`).join('')
writeFileSync('ventas.dbf', Buffer.concat([head, ...described, Buffer.from(`\r${data}\x1a`)]))

const day = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
const line = (name, read) =>
  console.log(`${name}: ${read.map(({ NOMBRE, FECHA, TOTAL }) => `${NOMBRE} ${day(FECHA)} ${TOTAL}`).join(', ')}`)
async function run() {
  line('dbf-reader', Dbf.read(readFileSync('ventas.dbf')).rows)
  line('dbffile', await (await DBFFile.open('ventas.dbf')).readRecords())
}
run()
JS
seen=$(TZ=UTC node read.cjs)
echo "$seen"
[ "$seen" = 'dbf-reader: Ana 2026-03-03 1234.5, Eva 2000-01-31 -45.1, Juan 2026-03-28 0
dbffile: Ana 2026-01-31 1234.5, Eva 1999-12-31 -45.1, Juan 2026-02-28 null' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
