// What looks like a payment with a voucher: negative fees, order fields with the amount, and totals below the sum of their parts.
import { parseCents } from '#server/domain/cents.ts'
import { folded, storable } from '#server/domain/folded.ts'
import type { Mapping } from '../mapping.ts'
import { centsIn, parsed } from '../meta-amount.ts'
import { patternOf } from '../pattern.ts'
import type { MetaPayload, OrderPayload } from '../payloads.ts'
import { gapOf, roundingOf } from '../rounding.ts'
import { metaText } from '../translate.ts'
import { FEE_KEY } from '../vouchers.ts'
import { familiesOf } from './families.ts'
import { type SeenName, type ShownName, shownNames } from './names.ts'
import { type Evidence, type Offer, shownOffer, Tally } from './offer-evidence.ts'
import { type NameRule, paymentRules } from './payment-rules.ts'
import type { ShopSample } from './sample.ts'

/** Words of fees and fields that pay, as folded text. */
const PAYS =
  /\b(?:wallet|billetera|monedero|gift ?cards?|giftcards?|ywgc|vouchers?|vales?|tarjetas?(?: de)? regalo|store credits?|credito (?:de|en) (?:la )?tienda|nota de credito|saldo(?: a favor)?|partial payment)\b/

/** Without a telling word, this many orders must lack exactly what a field holds. */
const LEAST_EQUAL = 2

type Fee = OrderPayload['fee_lines'][number]

export const paymentOffers = (sample: ShopSample, mapping: Mapping): Offer[] => [
  ...feeKeyOffers(sample, mapping),
  ...feeOffers(sample, mapping),
  ...gapOffers(sample, mapping),
]

const negativeFees = ({ orders }: ShopSample) =>
  orders.flatMap(({ order }) =>
    order.fee_lines.filter(({ total }) => parseCents(total) < 0).map((fee) => ({ order, fee })),
  )

const paidBy = ({ total, total_tax }: Fee): number => -parseCents(total) - parseCents(total_tax)

const pays = (text: string): boolean => PAYS.test(folded(text))

/** A key that pays, which no translation changes; '' for a fee without one. */
const payingKey = ({ name, meta_data }: Fee): string => {
  const key = metaText(meta_data, [FEE_KEY])
  return key !== '' && (pays(key) || pays(name)) ? key : ''
}

function feeKeyOffers(sample: ShopSample, { voucher_payments: paying }: Mapping): Offer[] {
  const tally = new Tally()
  const names = new Map<string, string>()
  for (const { order, fee } of negativeFees(sample)) {
    const key = payingKey(fee)
    if (key === '') continue
    tally.add(key, order.id, paidBy(fee))
    names.set(key, storable(fee.name.trim()))
  }
  return [...tally.found].map(([key, evidence]) => ({
    shown: shownOffer(key, evidence, {
      ...{ part: 'payment', from: 'fee_key', chosen: paying.fee_keys.includes(key) },
      names: [names.get(key) ?? ''].filter((name) => name !== ''),
    }),
    nameIn: (mapping) => withPayments(mapping, { fee_keys: [...mapping.voucher_payments.fee_keys, key] }),
  }))
}

const withPayments = (mapping: Mapping, more: Partial<Mapping['voucher_payments']>): Mapping => ({
  ...mapping,
  voucher_payments: { ...mapping.voucher_payments, ...more },
})

/** Fees without a key, by families of names. */
function feeOffers(sample: ShopSample, { voucher_payments: paying }: Mapping): Offer[] {
  const fees = negativeFees(sample).filter(({ fee }) => payingKey(fee) === '')
  const names = shownNames(fees.map(seenFee))
  const families = familiesOf(names.filter(({ raw }) => raw.some(pays)))
  return families.flatMap((family) => {
    const others = names.filter((name) => !family.includes(name))
    return paymentRules(family, others).map((rule) => feeOffer(rule, fees, paying))
  })
}

const seenFee = ({ order, fee }: { order: OrderPayload; fee: Fee }): SeenName => ({
  kind: 'fee',
  name: storable(fee.name.trim()),
  uses: 1,
  amount: paidBy(fee),
  order_id: order.id,
  buyer: `${storable(order.billing.first_name)} ${storable(order.billing.last_name)}`,
})

function feeOffer(
  { pattern, form, pieces, names }: NameRule,
  fees: ReturnType<typeof negativeFees>,
  paying: Mapping['voucher_payments'],
): Offer {
  const raw = new Set(names.flatMap((name: ShownName) => name.raw))
  const tally = new Tally()
  for (const { order, fee } of fees)
    if (raw.has(storable(fee.name.trim()))) tally.add(pattern, order.id, paidBy(fee))
  const named = paying.fees.map(patternOf)
  const chosen = [...raw].every((name) => named.some((one) => one.test(name)))
  const evidence = tally.found.get(pattern) ?? { orders: new Set<number>(), amount: 0 }
  const shown = shownOffer(pattern, evidence, {
    part: 'payment',
    from: 'fee',
    chosen,
    form,
    label: pieces[0] ?? [],
  })
  return {
    shown,
    nameIn: (mapping) => withPayments(mapping, { fees: [...mapping.voucher_payments.fees, pattern] }),
  }
}

/** Orders whose total lacks something, and the fields that hold what it lacks. */
function gapOffers(sample: ShopSample, { voucher_payments: paying }: Mapping): Offer[] {
  const [lacking, equal] = [new Tally(), new Tally()]
  const holders = new Map<string, Holder>()
  for (const { order } of sample.orders) {
    const gap = gapOf(order, roundingOf(order))
    if (gap >= 0) continue
    lacking.add('', order.id, -gap)
    for (const [name, told] of new Map(order.meta_data.flatMap((entry) => holdersOf(entry, -gap)))) {
      holders.set(name, told)
      equal.add(name, order.id, -gap)
    }
  }
  const chosen = new Set(paying.meta_keys.map(nameOf))
  const fields = [...equal.found].filter(([name, { orders }]) => pays(name) || orders.size >= LEAST_EQUAL)
  return [
    ...withoutRepeats(fields, chosen).map(([name, evidence]) => ({
      shown: shownOffer(name, evidence, { part: 'payment', from: 'order_meta', chosen: chosen.has(name) }),
      nameIn: (mapping: Mapping) =>
        withPayments(mapping, {
          meta_keys: [...mapping.voucher_payments.meta_keys, holders.get(name) ?? name],
        }),
    })),
    ...[...lacking.found].map(([key, evidence]) => ({
      shown: shownOffer(key, evidence, { part: 'payment', from: 'gap', chosen: paying.gap }),
      nameIn: (mapping: Mapping) => withPayments(mapping, { gap: true }),
    })),
  ]
}

type Named = readonly [name: string, Evidence]

/** Of fields that tell the same payments, such as a sum and its parts, one: together they would count twice. */
const withoutRepeats = (fields: readonly Named[], chosen: ReadonlySet<string>): Named[] =>
  [...Map.groupBy(fields, ([, { orders }]) => [...orders].join()).values()].flatMap((alike) => {
    const [first] = alike
    const one = alike.find(([name]) => chosen.has(name)) ?? alike.find(([name]) => pays(name)) ?? first
    return one ? [one] : []
  })

type Holder = Mapping['voucher_payments']['meta_keys'][number]

const nameOf = (told: Holder): string => (typeof told === 'string' ? told : `${told.key}.${told.field}`)

/** The field if it holds this amount, else the first fields of its value that do. */
function holdersOf({ key, value }: MetaPayload, cents: number): (readonly [string, Holder])[] {
  const holds = (field?: string) => Math.abs(centsIn(value, field) - cents) <= 1
  if (holds()) return [[key, key]]
  const told = parsed(value)
  if (typeof told !== 'object' || told === null) return []
  const inner = [told, ...Object.values(told)].flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one) : [],
  )
  const field = [...new Set(inner)].find(holds)
  return field === undefined ? [] : [[nameOf({ key, field }), { key, field }]]
}
