// The examples that a person chooses from, computed from a sample of orders and the names of stored discounts.
import type { ExampleFamily, MappingExamples, PromotionReport } from '#contract/mapping-examples.ts'
import { parseCents } from '#server/domain/cents.ts'
import { storable } from '#server/domain/folded.ts'
import { classifier, decidingRule } from '../classify.ts'
import type { Mapping } from '../mapping.ts'
import { plainText } from '../pattern.ts'
import type { OrderPayload } from '../payloads.ts'
import { metaText, type TranslateContext } from '../translate.ts'
import { translateOrder } from '../translate-order.ts'
import { companyOf } from '../translate-people.ts'
import { distributorFields } from './distributor-fields.ts'
import { familiesOf, usesOf } from './families.ts'
import { type SeenName, type ShownName, shownNames } from './names.ts'
import { offersOf } from './offers.ts'
import { productPlaces } from './places.ts'
import { type NameRule, rulesFor } from './rules.ts'
import type { ShopSample } from './sample.ts'

const MOST_FAMILIES = 300
const SHOWN_NAMES = 50

export interface RoleCount {
  readonly role: string
  readonly accounts: number
}

/** Data of a shop: names of discounts and roles come from all stored orders if there are any. */
export interface Seen {
  readonly sample: ShopSample
  readonly names: readonly SeenName[]
  readonly roles: readonly RoleCount[]
}

export interface Family {
  readonly id: string
  readonly kind: ShownName['kind']
  readonly names: readonly ShownName[]
  /** Index of the rule that matches now; undefined if none does. */
  readonly rule: number | undefined
  /** How its names are recognised. */
  readonly form: NameRule | undefined
}

export function examplesOf({ sample, names, roles }: Seen, mapping: Mapping): MappingExamples {
  const orders = sample.orders.map(({ order }) => order)
  const families = familiesBy(names, mapping).slice(0, MOST_FAMILIES)
  return {
    month: sample.month,
    orders: orders.length,
    complete: sample.complete,
    families: families.map((family) => exampleOf(family, mapping)),
    offers: offersOf(sample, mapping).map(({ shown }) => shown),
    fields: distributorFields(orders),
    distributor: distributorKeys(orders, mapping),
    roles: roles.map(({ role, accounts }) => {
      const company = companyOf(role, mapping.companies) ?? null
      return { role, accounts, company, known: company !== null || mapping.other_roles.includes(role) }
    }),
    ...productPlaces(sample.products, sample.categories, mapping),
  }
}

/** All names of a family match the same rule now, or none. */
export function familiesBy(names: readonly SeenName[], mapping: Mapping): Family[] {
  const ruleOf = decidingRule(mapping)
  const groups = Map.groupBy(names, ({ kind, name }) => `${kind} ${ruleOf(kind, name, []) ?? ''}`)
  return [...groups]
    .flatMap(([key, seen]) => {
      const [kind = 'coupon', rule = ''] = key.split(' ')
      return recognised(familiesOf(shownNames(seen))).map(({ names: members, form }) => ({
        id: `${key} ${form && form.form !== 'exact' ? `${form.form} ${form.pattern}` : `exact ${members[0]?.shown}`}`,
        kind: kind === 'fee' ? ('fee' as const) : ('coupon' as const),
        names: members,
        rule: rule === '' ? undefined : Number(rule),
        form,
      }))
    })
    .sort((one, other) => usesOf(other.names) - usesOf(one.names))
}

/** Families with their form; those that would have the same get one that tells them apart. */
function recognised(families: readonly ShownName[][]) {
  const formOf = (names: readonly ShownName[], others: readonly ShownName[] = []) =>
    rulesFor(names, others)[0]
  const all = families.map((names) => ({ names, form: formOf(names) }))
  return [...Map.groupBy(all, ({ form }) => form?.pattern).values()].flatMap((alike) =>
    alike.length === 1
      ? alike
      : alike.map(({ names }) => {
          const others = alike.flatMap((one) => (one.names === names ? [] : one.names))
          return { names, form: formOf(names, others) }
        }),
  )
}

function exampleOf({ id, kind, names, rule, form }: Family, mapping: Mapping): ExampleFamily {
  const classify = classifier(mapping)
  const places = names.map(({ name }) => classify(kind, name, []))
  const subGroups = new Set(places.map(({ sub_group }) => sub_group))
  const reports = new Set(places.map(({ promo_type }) => promo_type))
  return {
    id,
    kind,
    form: form?.form ?? 'exact',
    label: [...(form?.pieces[0] ?? [])],
    group: rule === undefined ? null : (places[0]?.discount_group ?? null),
    sub_group: rule !== undefined && subGroups.size === 1 ? [...subGroups].join('') : '',
    report: reports.size === 1 ? places[0]?.promo_type || null : null,
    suggested_report: suggestedReport(names),
    uses: usesOf(names),
    amount: names.reduce((sum, { amount }) => sum + amount, 0) / 100,
    order_id: names[0]?.order_id ?? 0,
    names: names.slice(0, SHOWN_NAMES).map(({ shown, uses, amount, order_id }) => ({
      name: shown,
      uses,
      amount: amount / 100,
      order_id,
    })),
    more: Math.max(0, names.length - SHOWN_NAMES),
  }
}

const unaccented = (text: string): string =>
  plainText(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Words of promotions, without accents. */
const REPORT_WORDS = {
  'boxes-mix': /\b(?:cajas?|box(?:es)?|mix|surtid[ao]s?|combos?|packs?|canastas?)\b/,
  'buy-x-get-y':
    /\d ?[x+] ?\d|\blleva\w* \d|\b(?:2d?a|3r?a|segund[ao]|tercer[ao]?)\b.*(?:unidad|%|gratis)|\bgratis\b.*\d|\d.*\bgratis\b/,
}

/** The report that at least half of the names point to. */
function suggestedReport(names: readonly ShownName[]): PromotionReport | null {
  const reports = Object.entries(REPORT_WORDS) as [PromotionReport, RegExp][]
  const found = reports.find(
    ([, words]) => names.filter(({ shown }) => words.test(unaccented(shown))).length * 2 >= names.length,
  )
  return found?.[0] ?? null
}

/** The first keys of the mapping that these orders have; a field without a pair is both id and name. */
function distributorKeys(
  orders: readonly OrderPayload[],
  { distributor }: Mapping,
): MappingExamples['distributor'] {
  const present = (keys: readonly string[]) =>
    keys.find((key) => orders.some(({ meta_data }) => metaText(meta_data, [key]) !== ''))
  const id_key = present(distributor.id_keys)
  return id_key === undefined ? null : { id_key, name_key: present(distributor.name_keys) ?? id_key }
}

/** The coupons and negative fees of a sample. */
export function namesIn(sample: ShopSample, context: TranslateContext): SeenName[] {
  const seen = new Map<string, SeenName & { readonly buyers: Set<string> }>()
  for (const { order, refunds } of sample.orders) {
    const buyer = `${storable(order.billing.first_name)} ${storable(order.billing.last_name)}`
    for (const { kind, name, amount } of translateOrder(order, refunds, context).discounts) {
      const key = `${kind} ${name}`
      const before = seen.get(key)
      const buyers = (before?.buyers ?? new Set()).add(buyer)
      seen.set(key, {
        kind,
        name,
        uses: (before?.uses ?? 0) + 1,
        amount: (before?.amount ?? 0) + parseCents(amount),
        order_id: before?.order_id ?? order.id,
        buyers,
        buyer: buyers.size === 1 ? buyer : undefined,
      })
    }
  }
  return [...seen.values()].map(({ buyers: _, ...name }) => name)
}

/** The roles of the sampled accounts, most frequent first. */
export const rolesIn = ({ roles }: ShopSample): RoleCount[] =>
  [...Map.groupBy(roles.values(), (role) => role)]
    .map(([role, { length }]) => ({ role, accounts: length }))
    .sort((one, other) => other.accounts - one.accounts || (one.role < other.role ? -1 : 1))
