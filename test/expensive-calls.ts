// Every call that reads, with its most expensive parameters: whole pages and files, all months, the finest splits.

import { tryAlert } from '#contract/alerts/calls.ts'
import { type ConditionBody, canSplit } from '#contract/alerts/rule.ts'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DIMENSION_KEYS, type DimensionKey } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS, type MeasureKey } from '#contract/questions/measures.ts'
import { fits } from '#contract/questions/rules.ts'

interface ExpensiveCall {
  readonly path: string
  /** Of a POST. */
  readonly body?: object
}

interface Shop {
  /** Values for `{name}` in paths. */
  readonly parameters: Readonly<Record<string, string>>
  /** Month views and lists are read in the first and the last. */
  readonly months: readonly string[]
}

const reads: readonly Endpoint[] = endpoints.filter(
  ({ method, acts, onlyReads }: Endpoint) => (method === 'GET' && !acts) || onlyReads,
)

/** The most expensive value of a parameter; filters of lists search anywhere for a text that most rows contain. */
const DEAREST: Readonly<Record<string, string>> = {
  ...{ compare: 'year', days: 'same', months: '24', subMonths: '24', previous: '1' },
}

export function expensiveCalls(shop: Shop): ExpensiveCall[] {
  return [...reads.flatMap((endpoint) => ofEndpoint(endpoint, shop)), ...questions(), ...trials()]
}

function ofEndpoint(endpoint: Endpoint, { parameters, months }: Shop): ExpensiveCall[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  if (endpoint.method !== 'GET' || names.some((name) => !parameters[name])) return []
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
  const own = Object.keys((endpoint.query as { shape?: object }).shape ?? {})
  const query = new URLSearchParams()
  for (const name of own) if (DEAREST[name]) query.set(name, DEAREST[name])
  if (endpoint.monthly) query.set('start_date', months.at(-1) ?? '')
  if (!endpoint.list) return [{ path: `${path}?${query}` }]
  query.set('per_page', String(endpoint.list.maxPerPage))
  const filtered = new URLSearchParams(query)
  for (const name of Object.keys(endpoint.list.filters)) filtered.set(name, 'a')
  return [
    { path: `${path}?${query}` },
    { path: `${path}?${filtered}` },
    { path: `${path}?${query}&export=1` },
    { path: `${path}?${query}&export=1&format=xlsx` },
  ]
}

/** The dimensions with most values first. */
const FINE: readonly DimensionKey[] = ['customer', 'product', 'city', 'benefit_code', 'company', 'hour']

function questions(): ExpensiveCall[] {
  const of = (measure: string, by: readonly string[], more = '') =>
    `/api/questions/answer?measures=${measure}&by=${by.join(',')}&period=all&compare=year&per_page=1000${more}`
  return MEASURE_KEYS.flatMap((measure) => {
    const fine = FINE.filter((dimension) => fits(measure, dimension))
    const [first = '', second = ''] = fine
    return [
      of(measure, [first]),
      of(measure, [first, second]),
      of(measure, [first], '&grain=day'),
      of(measure, [second], '&grain=week&limit=10'),
      of(measure, [first, second], '&export=1&format=xlsx'),
      `/api/questions/explain?measure=${measure}&period=latest_month&compare=year`,
    ].map((path) => ({ path }))
  })
}

/** Of every measure, the finest splits. */
const FLOWS: readonly ConditionBody[] = [
  { kind: 'falls', by: 1, over: 28, compare: 'usual' },
  { kind: 'below', value: 1_000_000, over: 7 },
]
/** Of one measure, every split. */
const OTHERS: readonly ConditionBody[] = [
  { kind: 'rises', by: 1, over: 28, compare: 'year' },
  { kind: 'no_orders', hours: 1 },
  { kind: 'stuck', status: 'wc-completed', days: 1 },
  { kind: 'misses_goal' },
]

function trials(): ExpensiveCall[] {
  const of = (condition: ConditionBody, measure: MeasureKey, dimensions: readonly DimensionKey[]) =>
    dimensions
      .filter((by) => fits(measure, by) && canSplit(by, condition.kind))
      .map((by) => ({ path: tryAlert.path, body: { question: `measures=${measure}&by=${by}`, condition } }))
  return [
    ...FLOWS.flatMap((condition) =>
      MEASURE_KEYS.flatMap((measure) => of(condition, measure, FINE).slice(0, 3)),
    ),
    ...OTHERS.flatMap((condition) => of(condition, 'orders', DIMENSION_KEYS)),
  ]
}
