// What chooses the rows of a table: its parameters that are not the default, and typed texts, for mails and names of files.
import { benefitGroup } from '#contract/benefit-groups.ts'
import { NONE } from '#contract/buyers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import { EFFECT_SEGMENTS } from '#contract/lists/benefit-effect.ts'
import { RFM_BEFORE, RFM_SEGMENTS } from '#contract/lists/buyers.ts'
import { MOVE_STATES, SELLER_STATES } from '#contract/lists/distribution.ts'
import { BENEFIT_HAVING, PERFORMANCE_BUYERS, PERFORMANCE_BY } from '#contract/lists/performance.ts'
import { CUSTOMER_MOVES, PRODUCT_MOVES } from '#contract/lists/profile.ts'
import { OPEN_AGES } from '#contract/lists/service.ts'
import { type DimensionKey, isDimension } from '#contract/questions/dimensions.ts'
import { EVERY_STATUS, type TableFilter, withoutValues } from '#contract/questions/filter.ts'
import { statusLabel } from '#contract/statuses.ts'
import { PRODUCT_STATUS_LABELS, type ValueLabels } from '#contract/value-labels.ts'

/** What is chosen by the values of a parameter; the other parameters may say what they are. */
type Words = (values: readonly string[], query: Readonly<Record<string, unknown>>) => TableFilter

const kept =
  (dimension: DimensionKey, keyOf = (value: string) => value): Words =>
  (values) => ({ dimension, isExcluded: false, values: values.map(keyOf) })

const without =
  (dimension: DimensionKey): Words =>
  (values) =>
    withoutValues(dimension, values)

const named =
  (title: string, labels: ValueLabels = {}): Words =>
  (values) => ({ title, values: values.map((value) => entryOf(labels, value) ?? value) })

const flag =
  (title: string): Words =>
  () => ({ title, values: [] })

/** What a row of the table is about says what the value is. */
const keptBy =
  (dimensions: Readonly<Record<string, DimensionKey>> = {}): Words =>
  (values, { by }) => {
    const word = String(by)
    const dimension = entryOf(dimensions, word) ?? word
    return isDimension(dimension) ? kept(dimension)(values, {}) : named('Valor')(values, {})
  }

const orNone = (value: string) => (value === NONE ? '' : value)

const statuses: Words = (values) => (values.length === 0 ? EVERY_STATUS : kept('status')(values, {}))

const STATES: ValueLabels = {
  ...SELLER_STATES,
  ...MOVE_STATES,
  ...PRODUCT_MOVES,
  ...CUSTOMER_MOVES,
  ...PERFORMANCE_BUYERS,
  sold: 'Ganados y los que siguen',
  active: 'Nuevos y recurrentes',
  ...{ waiting: 'Esperan', removed: 'Quitados', kept: 'Conservados', accepted: 'Aceptadas' },
}

const YES_OR_NO: ValueLabels = { true: 'sí', false: 'no' }

const subGroup = kept('benefit_sub_group')

const WORDS: Readonly<Record<string, Words>> = {
  only_dist_id: kept('distributor'),
  dist_id: kept('distributor'),
  distributor: kept('distributor'),
  not_dist_ids: without('distributor'),
  province: kept('province'),
  company: kept('company', orNone),
  role_name: kept('company'),
  role: kept('company'),
  benefit: kept('benefit_group', orNone),
  group: kept('benefit_group', (word) => benefitGroup(word)?.name ?? word),
  sub_group: subGroup,
  only_sub_group: subGroup,
  promotion: kept('promotion'),
  only_discount: named('Cupón o promoción'),
  only_coupon: named('Cupón'),
  promotion_ids: named('Cupón'),
  order_status: statuses,
  /** Of orders a province, elsewhere how something stands. */
  state: (values, query) =>
    values.every((value) => entryOf(STATES, value) !== undefined)
      ? named('Situación', STATES)(values, query)
      : kept('province')(values, query),
  value: keptBy(PERFORMANCE_BY),
  key: keptBy(),
  category_id: named('Categoría'),
  line_type: named('Tipo', { coupon: 'cupones', fee: 'promociones' }),
  type: named('Tipo', { ORDEN: 'orden', DEVOLUCION: 'devolución', COMPRA: 'compra', LLEVA: 'lleva' }),
  discounts: flag('Solo con descuento'),
  counted: flag('Solo las que suman en las cifras'),
  common: flag('Solo los que más se venden'),
  missing: flag('Solo sin costo'),
  age: named('Antigüedad', OPEN_AGES),
  /** Of buyers who are compared, and of all. */
  segment: (values, query) =>
    named('Segmento', 'side' in query ? EFFECT_SEGMENTS : RFM_SEGMENTS)(values, query),
  having: named('Órdenes', BENEFIT_HAVING),
  side: named('Compradores', { users: 'Usuarios', controls: 'Comparados' }),
  previous: named('Mes anterior', RFM_BEFORE),
  months: named('Meses'),
  months_since: named('Meses después'),
  allow_receive_comunications: named('Acepta comunicaciones', YES_OR_NO),
  allow_receive_samples: named('Acepta muestras', YES_OR_NO),
  from: named('Desde'),
  to: named('Hasta'),
  // Names of people stay out of names of files.
  buyer: flag('De una persona'),
  bought_order_id: flag('De una persona'),
}

/** Orders have several statuses, a list of words; what else has a status has one. */
const statusWords = (value: unknown): Words =>
  Array.isArray(value)
    ? statuses
    : (values) => named('Estado', { any: 'todos' })(values.map(labelOfStatus), {})

const labelOfStatus = (status: string): string =>
  entryOf(PRODUCT_STATUS_LABELS, status) ?? (status.startsWith('wc-') ? statusLabel(status) : status)

/** Parameters that choose no rows: what a row is, with what it is compared, its page and its file. */
const NO_FILTER = new Set([
  ...['page', 'per_page', 'order', 'orderBy', 'order_by', 'export', 'format', 'csv'],
  ...['start_date', 'compare', 'days', 'beside', 'by'],
])

interface Asked {
  readonly params: unknown
  readonly query: unknown
}

/** Without the texts of personal columns and of settings, which name people. */
export function filtersOf(endpoint: Endpoint, { params, query }: Asked): TableFilter[] {
  const given: Record<string, unknown> = { ...Object(params), ...Object(query) }
  const usual: Record<string, unknown> = Object(endpoint.query.safeParse({}).data)
  return Object.entries(given).flatMap(([name, value]) => {
    if (NO_FILTER.has(name) || value === undefined || value === '') return []
    if (JSON.stringify(value) === JSON.stringify(entryOf(usual, name))) return []
    const values = (Array.isArray(value) ? value : [value]).map(String)
    return typedFilter(endpoint, name, values) ?? wordsOf(name, value)(values, given)
  })
}

function typedFilter({ list, access }: Endpoint, name: string, values: readonly string[]) {
  const key = entryOf(list?.filters ?? {}, name)
  const column = list?.columns.find((one) => one.key === key)
  if (!column) return undefined
  const isPersonal = column.personal || access === 'settings'
  return isPersonal ? { title: `Filtrado por ${column.title}`, values: [] } : { title: column.title, values }
}

const wordsOf = (name: string, value: unknown): Words =>
  name === 'status' ? statusWords(value) : (entryOf(WORDS, name) ?? named(name))
