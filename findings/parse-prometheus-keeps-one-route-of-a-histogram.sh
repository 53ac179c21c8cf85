#!/usr/bin/env bash
# parse-prometheus-text-format keeps one series of a histogram that has labels: its last buckets, without their label, sum and count.
#
# In the text format of Prometheus each set of labels is a series of its own; a histogram has buckets, a sum and a count per set (exposition
# formats, "Histograms and summaries"). The package's page says that its output aims to be compatible with that of prom2json, which has one
# entry with `labels`, `buckets`, `count` and `sum` per set; its own example of a summary with labels has two.
# Expected: /ventas with 90 calls, of which 80 within a tenth of a second, and /metas with 2, of which 1.
# Seen with parse-prometheus-text-format 1.1.1:
#   counter: /ventas 90, /metas 2
#   histogram with labels: no label, 0.1=1 +Inf=2, sum undefined, count undefined
#   histogram without labels: no label, 0.1=80 +Inf=90, sum 5.5, count 90
#   summary with labels: /ventas sum 5.5 count 90, /metas sum 3 count 2
# The time of the route that comes last stands for that of all: 90 of 92 calls are missing, and half of the rest seem slow. Counters,
# summaries and histograms without labels are right.
#
# Run by hand: installs the pinned package into a temporary folder, and fails if the behaviour has changed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-audit --no-fund --silent parse-prometheus-text-format@1.1.1 &> log || { cat log; exit 2; }

cat > read.mjs <<'JS'
import parser from 'parse-prometheus-text-format'

const parse = parser.default ?? parser
const histogram = (label) => {
  const within = label === '/metas' ? [1, 2, 3] : [80, 90, 5.5]
  const route = label ? `ruta="${label}",` : ''
  const braces = label ? `{ruta="${label}"}` : ''
  return [
    `espera_bucket{${route}le="0.1"} ${within[0]}`,
    `espera_bucket{${route}le="+Inf"} ${within[1]}`,
    `espera_sum${braces} ${within[2]}`,
    `espera_count${braces} ${within[1]}`,
  ]
}
const read = (lines) => parse(`${lines.join('\n')}\n`)[0].metrics
const label = (metric) => metric.labels?.ruta ?? 'no label'
const pairs = (buckets) => Object.entries(buckets).map(([bound, count]) => `${bound}=${count}`).join(' ')
const buckets = (metric) => `${label(metric)}, ${pairs(metric.buckets)}, sum ${metric.sum}, count ${metric.count}`
const show = (name, metrics, line) => console.log(`${name}: ${metrics.map(line).join(', ')}`)

const counter = read(['# TYPE llamadas counter', 'llamadas{ruta="/ventas"} 90', 'llamadas{ruta="/metas"} 2'])
show('counter', counter, (metric) => `${label(metric)} ${metric.value}`)
const type = '# TYPE espera histogram'
show('histogram with labels', read([type, ...histogram('/ventas'), ...histogram('/metas')]), buckets)
show('histogram without labels', read([type, ...histogram('')]), buckets)
const summary = ['/ventas', '/metas'].flatMap((route) => histogram(route).filter((line) => !line.includes('_bucket')))
show('summary with labels', read(['# TYPE espera summary', ...summary]), (metric) => `${label(metric)} sum ${metric.sum} count ${metric.count}`)
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = 'counter: /ventas 90, /metas 2
histogram with labels: no label, 0.1=1 +Inf=2, sum undefined, count undefined
histogram without labels: no label, 0.1=80 +Inf=90, sum 5.5, count 90
summary with labels: /ventas sum 5.5 count 90, /metas sum 3 count 2' ] || {
  echo 'The behaviour has changed.'
  exit 1
}
