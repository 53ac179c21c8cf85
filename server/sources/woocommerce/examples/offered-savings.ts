// Fields of lines that hold what a promotion took off their price, as discount plug-ins write them.
import { parseCents } from '#server/domain/cents.ts'
import { folded } from '#server/domain/folded.ts'
import { textAt } from '../line-savings.ts'
import type { Mapping } from '../mapping.ts'
import { parsed } from '../meta-amount.ts'
import type { LinePayload, ProductPayload } from '../payloads.ts'
import { type Offer, shownOffer, Tally } from './offer-evidence.ts'
import type { ShopSample } from './sample.ts'

/** Words of a saved amount, as folded text; a rate is none. */
const SAVED =
  /\b(?:saved|savings?|you save|ahorr(?:o|ado)|rebaja|descuento|discount(?: amount| value| total)?)\b/
const NO_AMOUNT = /\b(?:percent(?:age)?|porcentaje|rate|type|tipo|ids?|code|codigo|name|nombre|discounted)\b/
/** Words of the price before the promotion. */
const BEFORE = /\b(?:initial|original|regular|before|base|antes|lista) ?(?:price|precio)?\b/
const AFTER = /\b(?:discounted|final|sale|reduced|rebajado) ?(?:price|precio)?\b/
const NAMES = ['title', 'name', 'label', 'titulo', 'nombre', 'rule_name', 'rule']
const SHOWN_NAMES = 5

interface Found {
  readonly key: string
  readonly field?: string
  readonly name_field?: string
}

interface Seen {
  readonly line: LinePayload
  readonly value: Readonly<Record<string, unknown>>
  /** In cents. */
  readonly amount: number
  /** In cents, with tax if prices have it. */
  readonly subtotal: number
}

export function savingOffers(sample: ShopSample, { line_savings }: Mapping): Offer[] {
  const tally = new Tally()
  const seen = new Map<string, Seen[]>()
  for (const { order } of sample.orders)
    for (const line of order.line_items)
      for (const { key, value } of line.meta_data) {
        const [field, amount] = savedIn(key, value) ?? []
        if (field === undefined || amount === undefined || isKnown(line, amount)) continue
        const id = JSON.stringify(field === '' ? { key } : { key, field })
        tally.add(id, order.id, amount)
        const tax = order.prices_include_tax ? parseCents(line.subtotal_tax) : 0
        const subtotal = parseCents(line.subtotal) + tax
        seen.set(id, [...(seen.get(id) ?? []), { line, value: fieldsOf(value), amount, subtotal }])
      }
  const prices = new Map(sample.products.map((product) => [product.id, product]))
  return [...tally.found].map(([id, evidence]) => {
    const found: Found = JSON.parse(id)
    const lines = seen.get(id) ?? []
    const name_field = nameField(lines)
    const per_unit = isPerUnit(lines, prices)
    const saving = { ...found, ...(name_field && { name_field }), per_unit, name: 'Rebaja de precio' }
    // What a unit saves counts once per unit.
    const amount = per_unit
      ? lines.reduce((sum, one) => sum + Math.round(one.amount * Math.abs(one.line.quantity)), 0)
      : evidence.amount
    const chosen = line_savings.some(({ key, field }) => key === found.key && field === found.field)
    const text = [found.key, found.field].filter(Boolean).join('.')
    return {
      shown: shownOffer(
        text,
        { ...evidence, amount },
        { part: 'saving', from: 'saved_amount', chosen, names: namesIn(lines, name_field) },
      ),
      nameIn: (mapping) => ({ ...mapping, line_savings: [...mapping.line_savings, saving] }),
    }
  })
}

/** The field of a value ('': the value itself) and its amount in cents. */
function savedIn(key: string, value: unknown): [string, number] | undefined {
  const fields = Object.entries(fieldsOf(value))
  if (fields.length === 0) {
    const amount = isSaved(key) ? centsOf(value) : 0
    return amount > 0 ? ['', amount] : undefined
  }
  const saved = fields
    .filter(([field]) => isSaved(field))
    .map(([field, told]): [string, number] => [field, centsOf(told)])
    .filter(([, amount]) => amount > 0)
  // The plain amount before its variants ('saved_amount_based_on_tax_settings').
  return saved.sort(([one], [other]) => one.length - other.length)[0]
}

const isSaved = (name: string): boolean => SAVED.test(folded(name)) && !NO_AMOUNT.test(folded(name))

const centsOf = (value: unknown): number => {
  const cents = typeof value === 'string' || typeof value === 'number' ? parseCents(String(value)) : 0
  return Number.isNaN(cents) ? 0 : Math.abs(cents)
}

/** The fields of an object, or of the first in a list; none for anything else. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const told = parsed(value)
  const one = Array.isArray(told) ? told[0] : told
  return typeof one === 'object' && one !== null ? Object.fromEntries(Object.entries(one)) : {}
}

/** A discount that the line itself shows. */
const isKnown = ({ subtotal, total }: LinePayload, amount: number): boolean =>
  parseCents(subtotal) - parseCents(total) === amount

/** Where most values tell the promotion's name: a field, or a field of another. */
function nameField(lines: readonly Seen[]): string | undefined {
  const paths = new Set(
    lines.flatMap(({ value }) =>
      Object.keys(value).flatMap((field) => [field, ...NAMES.map((name) => `${field}.${name}`)]),
    ),
  )
  return [...paths]
    .filter((path) => NAMES.includes(path.split('.').at(-1) ?? ''))
    .map((path) => ({
      path,
      told: lines.filter(({ value }) => textAt(value, path.split('.')) !== '').length,
    }))
    .filter(({ told }) => told * 2 >= lines.length && told > 0)
    .sort((one, other) => other.told - one.told)[0]?.path
}

const namesIn = (lines: readonly Seen[], path: string | undefined): string[] =>
  path === undefined
    ? []
    : [...new Set(lines.map(({ value }) => textAt(value, path.split('.'))))]
        .filter((name) => name !== '')
        .slice(0, SHOWN_NAMES)

/** Lines of several units tell which: by the price before the promotion, which the value or the catalogue holds. */
function isPerUnit(lines: readonly Seen[], products: ReadonlyMap<number, ProductPayload>): boolean {
  let votes = 0
  for (const { line, value, amount, subtotal } of lines) {
    if (line.quantity <= 1) continue
    const priced = (words: RegExp) =>
      centsOf(Object.entries(value).find(([field]) => words.test(folded(field)))?.[1])
    const before = priced(BEFORE) || centsOf(products.get(line.product_id)?.price)
    if (before === 0) continue
    const after = priced(AFTER) || subtotal / line.quantity
    const saved = before - after
    votes += Math.abs(saved - amount) < Math.abs(saved * line.quantity - amount) ? 1 : -1
  }
  return votes > 0
}
