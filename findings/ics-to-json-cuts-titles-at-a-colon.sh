#!/usr/bin/env bash
# ics-to-json reads the title `Feriado: Revolución de Mayo` of a calendar as `Feriado`, and joins the words where a line is folded.
#
# RFC 5545: the value of a line begins after its first colon and may have more of them (3.1, contentline); a fold is the line break and one
# space, so a second space belongs to the text (3.1); `\,` is a comma and `\n` a line break (3.3.11 TEXT). The package's page names no limit.
# Expected: what ical.js reads.
# Seen with ics-to-json 2.0.2 and, for comparison, ical.js 2.2.1:
#   Feriado: Revolución de Mayo: ics-to-json "Feriado"  ical.js "Feriado: Revolución de Mayo"
#   Promo 2x1\, de 18:30 a 20: ics-to-json "Promo 2x1\\, de 18"  ical.js "Promo 2x1, de 18:30 a 20"
#   Reparto a Chaco y<fold> a Formosa: ics-to-json "Reparto a Chaco ya Formosa"  ical.js "Reparto a Chaco y a Formosa"
#   $ 1.234\,50: ics-to-json "$ 1.234\\,50"  ical.js "$ 1.234,50"
# Holidays that a calendar names with their kind are all called `Feriado`, and what hour a promotion has is lost, without an error.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent ics-to-json@2.0.2 ical.js@2.2.1 &> log || { cat log; exit 2; }

cat > titles.mjs <<'JS'
import ICAL from 'ical.js'
import { icsToJson } from 'ics-to-json'

const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Ejemplo//Calendario//ES', 'BEGIN:VEVENT', 'UID:1@example.com']
const calendar = (title) =>
  [...head, 'DTSTAMP:20260101T000000Z', 'DTSTART;VALUE=DATE:20260525', `SUMMARY:${title}`, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
for (const title of ['Feriado: Revolución de Mayo', 'Promo 2x1\\, de 18:30 a 20', 'Reparto a Chaco y\r\n  a Formosa', '$ 1.234\\,50']) {
  const text = calendar(title)
  const [{ summary }] = icsToJson(text)
  const expected = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).summary
  console.log(`${title.replace('\r\n ', '<fold>')}: ics-to-json ${JSON.stringify(summary)}  ical.js ${JSON.stringify(expected)}`)
}
JS
seen=$(node titles.mjs)
echo "$seen"
[ "$seen" = 'Feriado: Revolución de Mayo: ics-to-json "Feriado"  ical.js "Feriado: Revolución de Mayo"
Promo 2x1\, de 18:30 a 20: ics-to-json "Promo 2x1\\, de 18"  ical.js "Promo 2x1, de 18:30 a 20"
Reparto a Chaco y<fold> a Formosa: ics-to-json "Reparto a Chaco ya Formosa"  ical.js "Reparto a Chaco y a Formosa"
$ 1.234\,50: ics-to-json "$ 1.234\\,50"  ical.js "$ 1.234,50"' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
