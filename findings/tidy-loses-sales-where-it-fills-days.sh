#!/usr/bin/env bash
# @tidyjs/tidy loses every sale when it fills the days between `2026-03-01` and `2026-03-04` with zeros.
#
# `complete` adds the combinations that are missing, to fill with zeros among others (the project's page, "complete"). Its notes on sequences
# (genai-docs/api-sequences.md) complete a column of `2023-01-01` and `2023-01-03` by fullSeqDateISOString, whose key is any text that
# `new Date` reads.
# Expected: 100, 0, 0 and 40, as with Date objects; the closings of January, February and March, as they are there.
# Seen with @tidyjs/tidy 2.6.1:
#   days as ISO texts: 2026-03-01T00:00:00.000Z 0, 2026-03-02T00:00:00.000Z 0, 2026-03-03T00:00:00.000Z 0, 2026-03-04T00:00:00.000Z 0
#   days as Date: 2026-03-01 100, 2026-03-02 0, 2026-03-03 0, 2026-03-04 40
#   closings of three months, as Date: 2026-01-31 10, 2026-03-03 0
# The sequence is written with its time, so no day of the data is found in it, and rows that are not in the sequence are dropped: a chart by
# day is a line at zero. A month after 31 January is 3 March, so months that are dated by their last day go the same way.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent @tidyjs/tidy@2.6.1 &> log || { cat log; exit 2; }

cat > fill.mjs <<'JS'
import { complete, fullSeqDate, fullSeqDateISOString, tidy } from '@tidyjs/tidy'

const text = (day) => (day instanceof Date ? day.toISOString().slice(0, 10) : day)
const show = (label, rows) => console.log(`${label}: ${rows.map(({ dia, neto }) => `${text(dia)} ${neto}`).join(', ')}`)
const dated = (rows) => rows.map(({ dia, neto }) => ({ dia: new Date(dia), neto }))

const sales = [
  { dia: '2026-03-01', neto: 100 },
  { dia: '2026-03-04', neto: 40 },
]
const closings = [
  { dia: '2026-01-31', neto: 10 },
  { dia: '2026-02-28', neto: 20 },
  { dia: '2026-03-31', neto: 30 },
]
show('days as ISO texts', tidy(sales, complete({ dia: fullSeqDateISOString('dia', 'day') }, { neto: 0 })))
show('days as Date', tidy(dated(sales), complete({ dia: fullSeqDate('dia', 'day') }, { neto: 0 })))
show('closings of three months, as Date', tidy(dated(closings), complete({ dia: fullSeqDate('dia', 'month') }, { neto: 0 })))
JS
seen=$(TZ=UTC node fill.mjs)
echo "$seen"
[ "$seen" = 'days as ISO texts: 2026-03-01T00:00:00.000Z 0, 2026-03-02T00:00:00.000Z 0, 2026-03-03T00:00:00.000Z 0, 2026-03-04T00:00:00.000Z 0
days as Date: 2026-03-01 100, 2026-03-02 0, 2026-03-03 0, 2026-03-04 40
closings of three months, as Date: 2026-01-31 10, 2026-03-03 0' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
