// Hostile messages to /mcp, addresses of data links and questions, as arbitraries of fast-check.
import fc from 'fast-check'
import { DIMENSION_KEYS } from '#contract/questions/dimensions.ts'
import { escapedValue } from '#contract/questions/filter.ts'
import { MEASURE_KEYS } from '#contract/questions/measures.ts'
import { HOSTILE_NAMES } from '../fixtures/hostile-shop.ts'
import { legalTexts, WRONG_TEXTS } from './hostile-values.ts'

const texts = fc.oneof(
  fc.constantFrom(...legalTexts, ...WRONG_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...MEASURE_KEYS, ...DIMENSION_KEYS, '2026-05', '2026-05-01', '2026-05-31'),
  fc.constantFrom(
    'province:CÓRDOBA',
    'city:%',
    'customer:1',
    'segment!:\\,',
    'distributor:101,102',
    '-net_sale',
  ),
)
const KEYS = [
  ...[
    'foo',
    '1e400',
    '-1',
    '99999999999999999999',
    '1.99999999999999999999',
    '1.2.3',
    '007',
    'name:',
    'guest-x',
  ],
  ...['order-', '8', '24', '0', '1', 'new', '', '\ud800', '\u0001', 'ñ'.repeat(5000), ...HOSTILE_NAMES],
]

/** Keys of every dimension, most of them impossible. */
export const hostileFilters = DIMENSION_KEYS.flatMap((dimension) =>
  KEYS.flatMap((key) => ['', '!'].map((mark) => `${dimension}${mark}:${escapedValue(key)}`)),
)
const filters = fc.constantFrom(...hostileFilters)

const values = fc.oneof(
  texts,
  filters,
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, 1e300, -1),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(texts, texts, { maxKeys: 2 }),
)

const TOOLS = [
  ...['list_measures_and_dimensions', 'answer_question', 'explain_change', 'find_orders', 'get_order'],
  ...['list_views', 'run_view', 'nothing', '__proto__', ''],
]
const QUESTION = [
  ...['measures', 'by', 'grain', 'from', 'to', 'period', 'compare', 'where', 'order', 'limit', 'page'],
]
const ARGUMENTS = [
  ...QUESTION,
  ...['rows', 'measure', 'month', 'status', 'distributor', 'province', 'order_id', 'invoice_number', 'id'],
  ...['name', '__proto__'],
]
const METHODS = ['tools/call', 'tools/list', 'initialize', 'ping', 'resources/read', 'prompts/get', 'nothing']

const toolCall = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.integer(),
  method: fc.constant('tools/call'),
  params: fc.record({
    name: fc.constantFrom(...TOOLS),
    arguments: fc.dictionary(fc.constantFrom(...ARGUMENTS), values, { maxKeys: 6 }),
  }),
})
const anyMessage = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), values),
    id: values,
    method: fc.oneof(fc.constantFrom(...METHODS), values),
    params: fc.oneof(values, fc.object({ maxDepth: 2 })),
  },
  { requiredKeys: [] },
)

/** Bodies of POST /mcp. */
export const hostileMessage = fc.oneof(
  { arbitrary: toolCall.map((message) => JSON.stringify(message)), weight: 6 },
  { arbitrary: anyMessage.map((message) => JSON.stringify(message)), weight: 2 },
  { arbitrary: fc.array(toolCall, { maxLength: 3 }).map((messages) => JSON.stringify(messages)), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
)

const ENDINGS = [
  '.csv',
  '.json',
  '.parquet',
  '.exe',
  '',
  '.csv.csv',
  '.csv?csv=excel',
  '.csv?csv=x',
  '.json?x=1',
]

/** Paths below /api/data/; some contain the secret of a link. */
export const hostileLink = (secret: string) =>
  fc
    .tuple(
      fc.oneof(texts, fc.constantFrom('gondola_lnk_', 'gondola_lnk_'.concat('0'.repeat(36)), secret)),
      fc.constantFrom(...ENDINGS),
    )
    .map(([text, ending]) => encodeURIComponent(text.toWellFormed()) + ending)

/** Query strings of questions. */
export const hostileQuestion = fc
  .array(fc.oneof(fc.tuple(fc.constantFrom(...QUESTION), texts), fc.tuple(fc.constant('where'), filters)), {
    maxLength: 5,
  })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&'))
