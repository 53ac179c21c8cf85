#!/usr/bin/env bash
# aws-cron-parser and @cheap-glitch/mi-cron run what is due on the 31st on 3 March, 1 May and 1 July too.
#
# A schedule of cron runs when every field matches the time (POSIX crontab; the rules of Amazon EventBridge, which aws-cron-parser names as
# its specification: day of month 1 to 31), so a month without a 31st has no run.
# Expected after 31 January 2026 for the 31st at 9: 31 March, 31 May, 31 July and 31 August; for every tenth day (1, 11, 21, 31): nothing on
# 3 March.
# Seen with aws-cron-parser 1.1.12, @cheap-glitch/mi-cron 1.0.1 and, for comparison, cronosjs 1.7.1, in UTC:
#   31st: aws 03-03 03-31 05-01 05-31  mi-cron 03-03 03-31 05-01 05-31  cronosjs 03-31 05-31 07-31 08-31
#   1, 11, 21 and 31: aws 02-01 02-11 02-21 03-03  mi-cron 02-01 02-11 02-21 03-03  cronosjs 02-01 02-11 02-21 03-01
#   29 February: aws 2026-03-01  mi-cron 2026-03-01  cronosjs 2028-02-29
# The days that a month lacks are counted into the next one. A closing of the month on the 31st also closes months that have just begun,
# and the run of 1 March is put off to the 3rd.
#
# Run by hand: installs the pinned packages into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent aws-cron-parser@1.1.12 @cheap-glitch/mi-cron@1.0.1 cronosjs@1.7.1 &> log || { cat log; exit 2; }

cat > runs.cjs <<'JS'
const aws = require('aws-cron-parser')
const { parseCron } = require('@cheap-glitch/mi-cron')
const { CronosExpression } = require('cronosjs')
const start = new Date(Date.UTC(2026, 0, 31, 12))
const runs = (count, next) => {
  const found = []
  while (found.length < count) found.push(next(found.at(-1) ?? start))
  return found
}
const all = (count, days) => {
  const parsed = aws.parse(`0 9 ${days} ? *`)
  return [
    ['aws', runs(count, (after) => aws.next(parsed, after))],
    ['mi-cron', runs(count, (after) => parseCron.nextDate(`0 9 ${days} *`, after))],
    ['cronosjs', CronosExpression.parse(`0 9 ${days} *`, { timezone: 'UTC' }).nextNDates(start, count)],
  ]
}
const shown = (found, from) => found.map(([name, dates]) => `${name} ${dates.map((date) => date.toISOString().slice(from, 10)).join(' ')}`).join('  ')
console.log(`31st: ${shown(all(4, '31 *'), 5)}`)
console.log(`1, 11, 21 and 31: ${shown(all(4, '*/10 *'), 5)}`)
console.log(`29 February: ${shown(all(1, '29 2'), 0)}`)
JS
seen=$(TZ=UTC node runs.cjs)
echo "$seen"
[ "$seen" = '31st: aws 03-03 03-31 05-01 05-31  mi-cron 03-03 03-31 05-01 05-31  cronosjs 03-31 05-31 07-31 08-31
1, 11, 21 and 31: aws 02-01 02-11 02-21 03-03  mi-cron 02-01 02-11 02-21 03-03  cronosjs 02-01 02-11 02-21 03-01
29 February: aws 2026-03-01  mi-cron 2026-03-01  cronosjs 2028-02-29' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
