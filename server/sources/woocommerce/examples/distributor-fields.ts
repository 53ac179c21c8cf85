// Order metas that look like a distributor. A value is shown only if several buyers share it, so that nobody's personal
// data appears.
import type { ExampleField } from '#contract/mapping-examples.ts'
import { folded, foldedEmail, storable } from '#server/domain/folded.ts'
import type { OrderPayload } from '../payloads.ts'
import { metaText } from '../translate.ts'

const SHOWN_VALUES = 5
const MOST_FIELDS = 20
const LONGEST_VALUE = 80
const LEAST_COVERAGE = 0.05
/** Share of orders in which two fields must agree to be an id and its name. */
const PAIRED = 0.9

/** Metas written by WooCommerce, payment gateways and other plug-ins. */
const TECHNICAL =
  /^_?(?:wc_|woocommerce|stripe|paypal|ppcp|mp_|mercadopago|transaction|payment|cart_|customer_|edit_|download|recorded|prices_include|is_vat|utm|session|wp_|new_order|date|fecha|invoice|factura|refund)/i
/** Fields that checkout plug-ins add: 'billing_sucursal'. */
const ADDED = /^_?(?:billing|shipping|order)_(.+)$/i
/** The rest of such a key where WooCommerce itself writes it, or it is part of an address. */
const OF_WOOCOMMERCE =
  /^(?:first_name|last_name|company|address(?:_.*)?|city|postcode|country|state|email|phone|key|total|tax|currency|version|stock_reduced|count|comments?|notes?|attribution.*|source.*|discount.*|shipping.*|number.*|status|date.*|type|method.*|option.*|interval|period|cp|c[oó]digo_?postal|zip.*|piso|depto|departamento|floor|altura|calle|street|barrio|localidad|locality|ciudad|provincia|partido|neighbou?rhood|entre_calles.*)$/i
/** Fields about the buyer, whatever their values. */
const PERSONAL =
  /mail|correo|phone|tel(?:e|[^a-z]|$)|cel(?:ular|[^a-z]|$)|whatsapp|dni|cui[tl]|address|direcci|domicilio|surname|apellido|first_?name|last_?name|(?:^|_)ip(?:_|$)|birth|nacimiento|legajo/i
const LIKELY =
  /dist|sucursal|branch|vendor|vendedor|seller|zona|zone|dep[oó]sito|warehouse|franqui|agen[ct]|representa|concesion|reparto|revendedor|mayorista|punto|store|local(?!idad)/i
/** Values that read like a distributor's name. */
const NAMED =
  /\b(?:dist(?:ribuidor[ae]?s?|rib)?|sucursal|reparto|dep[oó]sito|zona|agencia|franquicia|mayorista|representante|vendedor[ae]?|concesionari[ao]|punto de venta|local|hub|warehouse|branch)\b/i
/** Values that read like ids: letters and digits, or numbers of three or more digits. */
const CODED = /^(?=.*\d)(?=.*\p{L})[\p{L}\d._-]{2,20}$|^\d{3,7}$/u
const FLAG = /^(?:0|1|yes|no|true|false|on|off|s[ií])$/i
const PERSONAL_VALUE =
  /@|https?:|^\W*(?:\d[\s().+-]*){8,}$|\d{4}-\d\d-\d\d|\d\d?\/\d\d?\/\d{2,4}|^[0-9a-f-]{20,}$|^[[{]|^a:\d+:/i

interface Candidate {
  readonly key: string
  /** The values of the orders, in the same sequence; '' for an order without one. */
  readonly values: readonly string[]
  /** Orders by value. */
  readonly counts: ReadonlyMap<string, number>
  readonly orders: number
}

export function distributorFields(orders: readonly OrderPayload[]): ExampleField[] {
  const keys = new Set(orders.flatMap(({ meta_data }) => meta_data.map(({ key }) => key)))
  const buyers = orders.map(buyerOf)
  const candidates = [...keys]
    .filter((key) => !TECHNICAL.test(key) && !PERSONAL.test(key) && !isOfWooCommerce(key))
    .map((key) => candidateOf(key, orders))
    .filter((candidate) => looksLikeDistributor(candidate, orders))
    .filter((candidate) => !ADDED.test(candidate.key) || readsLikeDistributor(candidate, orders))
  const pairs = pairsOf(candidates)
  const paired = new Set(pairs.flat())
  const scoreOf = (candidate: Candidate) =>
    (LIKELY.test(candidate.key) ? 2 : 0) + (paired.has(candidate) ? 1 : 0) + candidate.orders / orders.length
  return candidates
    .sort((one, other) => scoreOf(other) - scoreOf(one) || (one.key < other.key ? -1 : 1))
    .slice(0, MOST_FIELDS)
    .map((candidate) => fieldOf(candidate, orders.length, buyers, pairs))
    .filter(({ values }) => values.length > 0)
}

const isOfWooCommerce = (key: string): boolean => {
  const rest = ADDED.exec(key)?.[1]
  return rest !== undefined && OF_WOOCOMMERCE.test(rest)
}

/** A field beside the address must name distributors, in its key or its values, and not repeat the buyer's place. */
function readsLikeDistributor(
  { key, values, counts, orders }: Candidate,
  all: readonly OrderPayload[],
): boolean {
  const places = all.filter(({ billing: { city, state } }, index) =>
    [city, state].some((place) => place !== '' && folded(place) === folded(values[index] ?? '')),
  ).length
  if (places > orders * LEAST_COVERAGE) return false
  const distinct = [...counts.keys()]
  return (
    LIKELY.test(key.replace(ADDED, '$1')) ||
    distinct.every((value) => CODED.test(value)) ||
    distinct.filter((value) => NAMED.test(value)).length * 2 >= distinct.length
  )
}

const buyerOf = ({ id, customer_id, billing }: OrderPayload): string =>
  customer_id > 0 ? `account ${customer_id}` : foldedEmail(billing.email) || `order ${id}`

function candidateOf(key: string, orders: readonly OrderPayload[]): Candidate {
  const values = orders.map(({ meta_data }) => storable(metaText(meta_data, [key])))
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return { key, values, counts, orders: values.filter((value) => value !== '').length }
}

function looksLikeDistributor({ values, counts, orders }: Candidate, all: readonly OrderPayload[]): boolean {
  if (orders < all.length * LEAST_COVERAGE || counts.size < 2 || counts.size > orders / 2) return false
  const distinct = [...counts.keys()]
  if (distinct.every((value) => FLAG.test(value)) || distinct.some((value) => value.length > LONGEST_VALUE))
    return false
  if (distinct.some((value) => PERSONAL_VALUE.test(value))) return false
  const namesBuyer = all.filter(({ billing }, index) => {
    const value = folded(values[index] ?? '')
    const last = folded(billing.last_name)
    return last.length > 2 && value.split(' ').includes(last)
  }).length
  return namesBuyer <= orders * LEAST_COVERAGE
}

/** Fields whose values correspond one to one; a field has at most one pair. */
function pairsOf(candidates: readonly Candidate[]): [Candidate, Candidate][] {
  const pairs: [Candidate, Candidate][] = []
  for (const [index, one] of candidates.entries())
    for (const other of candidates.slice(index + 1)) {
      if (pairs.flat().some((taken) => taken === one || taken === other)) continue
      if (determines(one, other) && determines(other, one)) pairs.push([one, other])
    }
  return pairs
}

function determines(one: Candidate, other: Candidate): boolean {
  const byValue = Map.groupBy(
    other.values.flatMap((value, index) => (value && one.values[index] ? [[one.values[index], value]] : [])),
    ([value]) => value,
  )
  let agreeing = 0
  for (const pairs of byValue.values()) {
    const counts = Map.groupBy(pairs, ([, value]) => value)
    agreeing += Math.max(...[...counts.values()].map(({ length }) => length))
  }
  return agreeing >= PAIRED * Math.max(one.orders, other.orders)
}

function fieldOf(
  candidate: Candidate,
  all: number,
  buyers: readonly string[],
  pairs: readonly [Candidate, Candidate][],
): ExampleField {
  const { key, values, counts, orders } = candidate
  const pair = pairs.find((both) => both.includes(candidate))?.find((one) => one !== candidate)
  const isShared = (value: string) => new Set(buyers.filter((_, index) => values[index] === value)).size > 1
  return {
    key,
    orders,
    coverage: Math.round((orders / all) * 10_000) / 100,
    distinct: counts.size,
    values: [...counts]
      .sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1))
      .map(([value]) => value)
      .filter(isShared)
      .slice(0, SHOWN_VALUES),
    pair: pair?.key ?? null,
    holds: (pair ? idLikeness(candidate) > idLikeness(pair) : holdsIds(candidate)) ? 'ids' : 'names',
  }
}

const IDS = /(?:^|_)(?:id|cod|code|codigo|nro|num|number|numero|sku|slug)(?:_|$)/i

const holdsIds = ({ key, counts }: Candidate): boolean =>
  IDS.test(key) || [...counts.keys()].every((value) => !/\s/.test(value) && /\d/.test(value))

/** Ids have shorter values, often with digits and without blanks. */
const idLikeness = (candidate: Candidate): number => {
  const values = [...candidate.counts.keys()]
  const length = values.reduce((sum, value) => sum + value.length, 0) / values.length
  return (holdsIds(candidate) ? 1_000 : 0) + (IDS.test(candidate.key) ? 1_000 : 0) - length
}
