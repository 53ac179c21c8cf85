#!/usr/bin/env bash
# parsedbf counts the deleted rows of a DBF file as if they were there, and node-dbf reads every yes and no as nothing.
#
# dBASE table file format: the first byte of a row is a space, or an asterisk where the row is deleted (it stays in the file until it is
# packed); a field of type L has one of Y, y, T, t (yes), N, n, F, f (no) or ? for no value. The page of parsedbf names no limit; node-dbf
# says that `@deleted` tells which rows are.
# Expected: two sales that add up to 1189.40, one of them paid; the third row, an annulled one, left out or marked.
# Seen with parsedbf 2.0.0, node-dbf 0.4.0 and, for comparison, dbffile 1.13.0:
#   parsedbf: Ana 1234.5 paid=true, Eva -45.1 paid=false, Luis 999.99 paid=true; sum 2189.39
#   node-dbf: Ana 1234.5 paid=null, Eva -45.1 paid=null, Luis 999.99 paid=null deleted; sum 1189.40
#   dbffile: Ana 1234.5 paid=true, Eva -45.1 paid=false; sum 1189.40
# Programs of FoxPro and Clipper annul an invoice by deleting its row, so what a shop brings over from them has every annulled sale again,
# and nothing in a row tells it from the others. With node-dbf no invoice is paid.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent parsedbf@2.0.0 node-dbf@0.4.0 dbffile@1.13.0 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs'
import { DBFFile } from 'dbffile'
import nodeDbf from 'node-dbf'
import parseDBF from 'parsedbf'

const fields = [['CLIENTE', 'C', 8, 0], ['IMPORTE', 'N', 10, 2], ['PAGADA', 'L', 1, 0]]
const rows = [' Ana        1234.50T', ' Eva         -45.10F', '*Luis        999.99T']
const head = Buffer.alloc(32)
head.set([3, 126, 2, 1])
head.writeUInt32LE(rows.length, 4)
head.writeUInt16LE(33 + 32 * fields.length, 8)
head.writeUInt16LE(20, 10)
const described = fields.map(([name, type, length, decimals]) => {
  const field = Buffer.alloc(32)
  field.write(name.padEnd(11, '\0') + type)
  field.set([length, decimals], 16)
  return field
})
writeFileSync('ventas.dbf', Buffer.concat([head, ...described, Buffer.from(`\r${rows.join('')}\x1a`)]))

function line(name, read) {
  const sales = read.map((row) => `${row.CLIENTE} ${row.IMPORTE} paid=${row.PAGADA}${row['@deleted'] ? ' deleted' : ''}`)
  const sum = read.filter((row) => !row['@deleted']).reduce((total, row) => total + row.IMPORTE, 0)
  console.log(`${name}: ${sales.join(', ')}; sum ${sum.toFixed(2)}`)
}
const file = readFileSync('ventas.dbf')
line('parsedbf', parseDBF(new DataView(file.buffer, file.byteOffset, file.byteLength)))
const Parser = nodeDbf.default ?? nodeDbf
const parser = new Parser('ventas.dbf')
const marked = []
await new Promise((resolve, reject) => {
  parser.on('record', (row) => marked.push(row))
  parser.on('end', resolve)
  parser.on('error', reject)
  parser.parse()
})
line('node-dbf', marked)
line('dbffile', await (await DBFFile.open('ventas.dbf')).readRecords())
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'parsedbf: Ana 1234.5 paid=true, Eva -45.1 paid=false, Luis 999.99 paid=true; sum 2189.39
node-dbf: Ana 1234.5 paid=null, Eva -45.1 paid=null, Luis 999.99 paid=null deleted; sum 1189.40
dbffile: Ana 1234.5 paid=true, Eva -45.1 paid=false; sum 1189.40' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
