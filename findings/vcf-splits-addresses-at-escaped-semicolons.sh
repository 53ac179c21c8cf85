#!/usr/bin/env bash
# vcf of npm splits a contact's address at a semicolon that is part of its street, and leaves backslashes in names and notes.
#
# In a vCard a comma, a semicolon or a line break of a text is written with a backslash (RFC 6350, 3.4 "Property Value Escaping"), and jCard
# has the text without it (RFC 7095, 3.3). ADR and N are lists that plain semicolons divide. The package's page has both formats.
# Expected: the street `San Martín 5; piso 2` in Rosario; `Sur, S.A.`; a note of two lines, which is written with `\n`.
# Seen with vcf 2.1.2 and, for comparison, ical.js 2.2.1:
#   address: vcf ["","","San Martín 5\\"," piso 2","Rosario","Santa Fe","S2000","Argentina"]  ical.js ["","","San Martín 5; piso 2","Rosario","Santa Fe","S2000","Argentina"]
#   name: vcf "Distribuidora Sur\\, S.A."  ical.js "Distribuidora Sur, S.A."
#   note: vcf "Entrega\\nlunes"  ical.js "Entrega\nlunes"
#   a note of two lines is written: vcf "NOTE:Entregalunes"  ical.js "NOTE:Entrega\\nlunes"
# In a list of clients that is filled from the contacts of a phone, the floor becomes the town, the town the province and the province the
# postal code. A line break of a note that the package writes is lost, and the words around it become one.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent vcf@2.1.2 ical.js@2.2.1 &> log || { cat log; exit 2; }

cat > contacts.mjs <<'JS'
import ICAL from 'ical.js'
import VCard from 'vcf'
const lines = [
  'BEGIN:VCARD',
  'VERSION:4.0',
  'FN:Distribuidora Sur\\, S.A.',
  'ADR:;;San Martín 5\\; piso 2;Rosario;Santa Fe;S2000;Argentina',
  'NOTE:Entrega\\nlunes',
  'END:VCARD',
]
const text = `${lines.join('\r\n')}\r\n`
const [, seen] = new VCard().parse(text).toJSON()
const [, other] = ICAL.parse(text)
for (const [label, name] of [['address', 'adr'], ['name', 'fn'], ['note', 'note']]) {
  const value = (card) => JSON.stringify(card.find(([property]) => property === name)[3])
  console.log(`${label}: vcf ${value(seen)}  ical.js ${value(other)}`)
}
const card = new VCard()
card.set('fn', 'Distribuidora Sur, S.A.')
card.set('note', 'Entrega\nlunes')
const note = (written) => JSON.stringify(written.split(/\r?\n/).filter((line) => !/^(BEGIN|VERSION|FN|END)/.test(line)).join('|'))
const component = new ICAL.Component('vcard')
component.addPropertyWithValue('note', 'Entrega\nlunes')
console.log(`a note of two lines is written: vcf ${note(card.toString('4.0'))}  ical.js ${note(component.toString())}`)
JS
seen=$(node contacts.mjs)
echo "$seen"
[ "$seen" = 'address: vcf ["","","San Martín 5\\"," piso 2","Rosario","Santa Fe","S2000","Argentina"]  ical.js ["","","San Martín 5; piso 2","Rosario","Santa Fe","S2000","Argentina"]
name: vcf "Distribuidora Sur\\, S.A."  ical.js "Distribuidora Sur, S.A."
note: vcf "Entrega\\nlunes"  ical.js "Entrega\nlunes"
a note of two lines is written: vcf "NOTE:Entregalunes"  ical.js "NOTE:Entrega\\nlunes"' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
