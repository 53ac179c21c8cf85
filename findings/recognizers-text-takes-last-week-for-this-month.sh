#!/usr/bin/env bash
# @microsoft/recognizers-text takes `la semana pasada`, `el mes pasado` and `el año pasado` for the month that runs.
#
# The project's page says that numbers and dates of Spanish are fully supported, and its specs have `desde 2 de Oct hasta 22 de Octubre`
# with both ends (Specs/DateTime/Spanish/DatePeriodParser.json). With the words the other way round, and in English, the periods are
# right.
# Expected on Wednesday 18 March 2026: 9 to 15 March; February; 2025; `desde … hasta …` with both ends. The end is the day after.
# Seen with @microsoft/recognizers-text-suite 1.3.1:
#   en-us last week: 2026-03-09 2026-03-16
#   es-es la pasada semana: 2026-03-09 2026-03-16
#   es-es la semana pasada: 2026-03-01 2026-04-01
#   en-us last month: 2026-02-01 2026-03-01
#   es-es el mes pasado: 2026-03-01 2026-04-01
#   es-es el mes anterior: 2026-03-01 2026-04-01
#   en-us last year: 2025-01-01 2026-01-01
#   es-es el año pasado: 2026-03-01 2026-04-01
#   en-us from march 5th 2026 to march 12th 2026: 2026-03-05 2026-03-12
#   es-es desde el 5/3/2026 hasta el 12/3/2026: 2026-03-05 (none)
# Bots find the period of a question with it: asked in the usual words for the sales of last month or year, they answer with those of the
# month that runs, and nothing in the answer of the package tells the two apart.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @microsoft/recognizers-text-suite@1.3.1 &> log || { cat log; exit 2; }

cat > periods.cjs <<'JS'
const { recognizeDateTime, DateTimeOptions } = require('@microsoft/recognizers-text-suite')
const now = new Date(2026, 2, 18, 12)
const asked = {
  'last week': 'en-us', 'la pasada semana': 'es-es', 'la semana pasada': 'es-es', 'last month': 'en-us', 'el mes pasado': 'es-es',
  'el mes anterior': 'es-es', 'last year': 'en-us', 'el año pasado': 'es-es', 'from march 5th 2026 to march 12th 2026': 'en-us',
  'desde el 5/3/2026 hasta el 12/3/2026': 'es-es',
}
for (const [words, culture] of Object.entries(asked)) {
  const [{ start, end }] = recognizeDateTime(words, culture, DateTimeOptions.None, now)[0].resolution.values
  console.log(`${culture} ${words}: ${start} ${end ?? '(none)'}`)
}
JS
seen=$(TZ=America/Argentina/Buenos_Aires node periods.cjs)
echo "$seen"
[ "$seen" = 'en-us last week: 2026-03-09 2026-03-16
es-es la pasada semana: 2026-03-09 2026-03-16
es-es la semana pasada: 2026-03-01 2026-04-01
en-us last month: 2026-02-01 2026-03-01
es-es el mes pasado: 2026-03-01 2026-04-01
es-es el mes anterior: 2026-03-01 2026-04-01
en-us last year: 2025-01-01 2026-01-01
es-es el año pasado: 2026-03-01 2026-04-01
en-us from march 5th 2026 to march 12th 2026: 2026-03-05 2026-03-12
es-es desde el 5/3/2026 hasta el 12/3/2026: 2026-03-05 (none)' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
