#!/usr/bin/env bash
# eml-format of npm reads $ 1.234.567,89 in the subject of a mail as $_1.234.567,8; two others make two people of `Pérez, Ana`.
#
# A header with letters outside ASCII is written as encoded words of at most 75 characters (RFC 2047, 2). The space between two of them
# is no part of the text (6.2), `_` in them is a space (4.2), and they are decoded after the header is split into its addresses (6.1 and
# 5, rule 3: a comma that is encoded separates nothing).
# Expected: the subject as mailparser reads it; one addressee, Pérez, Ana.
# Seen with eml-format 0.6.1, eml-parse-js 1.1.15, letterparser 0.1.8 and, for comparison, mailparser 3.14.2:
#   eml-format: Ventas_de_marzo:_$_1.234.567,8 | Pérez,_Ana <ana@example.com>
#   eml-parse-js: Ventas de marzo: $ 1.234.567,89 en Córdoba | Pérez <>, Ana <ana@example.com>
#   letterparser: Ventas de marzo: $ 1.234.567,89 en Córdoba | <Pérez>, Ana <ana@example.com>
#   mailparser: Ventas de marzo: $ 1.234.567,89 en Córdoba | Pérez, Ana <ana@example.com>
# eml-format keeps the first word alone, wherever the sender had to cut: here between the decimals. Programs that file the mails of a shop
# by subject or addressee file another figure, or a person without address.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent eml-format@0.6.1 eml-parse-js@1.1.15 letterparser@0.1.8 mailparser@3.14.2 \
  &> log || { cat log; exit 2; }

cat > read.cjs <<'JS'
const { promisify } = require('node:util')
const { readEml } = require('eml-parse-js')
const emlFormat = require('eml-format')
const { extract } = require('letterparser')
const { simpleParser } = require('mailparser')
const mail = [
  'From: shop@example.com',
  'To: =?UTF-8?Q?P=C3=A9rez=2C_Ana?= <ana@example.com>',
  'Subject: =?UTF-8?Q?Ventas_de_marzo=3A_=24_1=2E234=2E567=2C8?=',
  ' =?UTF-8?Q?9_en_C=C3=B3rdoba?=',
  ...['Date: Sat, 31 Jan 2026 23:30:00 +0000', 'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8', '', 'Hola', ''],
].join('\r\n')
const person = ({ name, email, address = email }) => [name, `<${address}>`].filter(Boolean).join(' ')
const people = (list) => [list].flat().map(person).join(', ')
async function run() {
  const read = {
    'eml-format': await promisify(emlFormat.read)(mail),
    'eml-parse-js': readEml(mail),
    letterparser: extract(mail),
    mailparser: await simpleParser(mail),
  }
  for (const [name, { subject, to }] of Object.entries(read)) console.log(`${name}: ${subject} | ${people(to.value ?? to)}`)
}
run()
JS
seen=$(node read.cjs)
echo "$seen"
[ "$seen" = 'eml-format: Ventas_de_marzo:_$_1.234.567,8 | Pérez,_Ana <ana@example.com>
eml-parse-js: Ventas de marzo: $ 1.234.567,89 en Córdoba | Pérez <>, Ana <ana@example.com>
letterparser: Ventas de marzo: $ 1.234.567,89 en Córdoba | <Pérez>, Ana <ana@example.com>
mailparser: Ventas de marzo: $ 1.234.567,89 en Córdoba | Pérez, Ana <ana@example.com>' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
