// Products that look like gift cards or top-ups of a wallet: by their type, a field of their lines, their name or their order.
import { parseCents } from '#server/domain/cents.ts'
import { folded, storable } from '#server/domain/folded.ts'
import type { Mapping } from '../mapping.ts'
import type { LinePayload } from '../payloads.ts'
import { metaText } from '../translate.ts'
import { type Offer, shownOffer, Tally } from './offer-evidence.ts'
import type { ShopSample } from './sample.ts'

/** Words of types and fields, as folded text. */
const VOUCHER =
  /\b(?:gift ?cards?|giftcards?|ywgc|vouchers?|vales?|tarjetas?(?: de)? regalo|wallet|billetera|monedero|top ?up|store credits?)\b/
/** Words of a product's name, as folded text. */
const VOUCHER_NAME =
  /\b(?:gift ?cards?|vouchers?|tarjetas?(?: de)? regalo|vales? (?:de|por)|wallet|billetera|monedero|top ?ups?|recarga de saldo|carga de saldo|store credits?)\b/
/** Fields that hold the card's code or worth. */
const CODE = /\b(?:codes?|codigos?|numbers?|numeros?|nro|amounts?|montos?|importe|valor|balance|saldo)\b/
/** Orders that filled a wallet. */
const FILLED = /\bwallet\b.*\b(?:purchase|credited|recharge|top ?up)\b/

const charged = ({ total, total_tax }: LinePayload): number => parseCents(total) + parseCents(total_tax)

export const voucherOffers = (sample: ShopSample, mapping: Mapping): Offer[] => [
  ...typeOffers(sample, mapping),
  ...lineOffers(sample, mapping),
  ...productOffers(sample, mapping),
]

const soldLines = ({ orders }: ShopSample) =>
  orders.flatMap(({ order }) => order.line_items.map((line) => ({ order, line })))

const isVoucherType = (type: string): boolean => VOUCHER.test(folded(type))
const isVoucherKey = (key: string): boolean => VOUCHER.test(folded(key)) && CODE.test(folded(key))

const typesOf = ({ products }: ShopSample) => new Map(products.map(({ id, type }) => [id, type]))

function typeOffers(sample: ShopSample, { vouchers }: Mapping): Offer[] {
  const types = typesOf(sample)
  const tally = new Tally()
  for (const { order, line } of soldLines(sample)) {
    const type = types.get(line.product_id) ?? ''
    if (isVoucherType(type)) tally.add(type, order.id, charged(line))
  }
  return [...tally.found].map(([type, evidence]) => ({
    shown: shownOffer(type, evidence, {
      ...{ part: 'voucher', from: 'product_type', chosen: vouchers.product_types.includes(type) },
    }),
    nameIn: (mapping) => ({
      ...mapping,
      vouchers: { ...mapping.vouchers, product_types: [...mapping.vouchers.product_types, type] },
    }),
  }))
}

/** Of fields on the same lines, the one with the shortest key. */
function lineOffers(sample: ShopSample, { vouchers }: Mapping): Offer[] {
  const tally = new Tally()
  const linesOf = new Map<string, string>()
  for (const { order, line } of soldLines(sample))
    for (const key of new Set(line.meta_data.map((entry) => entry.key))) {
      if (!isVoucherKey(key) || metaText(line.meta_data, [key]) === '') continue
      tally.add(key, order.id, charged(line))
      linesOf.set(key, `${linesOf.get(key) ?? ''} ${order.id}.${line.id}`)
    }
  const alike = Map.groupBy(tally.found.keys(), (key) => linesOf.get(key))
  return [...alike.values()].flatMap((keys) => {
    const isNamed = (key: string) => vouchers.line_keys.includes(key)
    const key = keys.find(isNamed) ?? keys.sort((one, other) => one.length - other.length)[0] ?? ''
    const evidence = tally.found.get(key)
    if (!evidence) return []
    const shown = shownOffer(key, evidence, { part: 'voucher', from: 'line_meta', chosen: isNamed(key) })
    const nameIn = (mapping: Mapping) => ({
      ...mapping,
      vouchers: { ...mapping.vouchers, line_keys: [...mapping.vouchers.line_keys, key] },
    })
    return [{ shown, nameIn }]
  })
}

/** Products that neither a type nor a field of their lines shows. */
function productOffers(sample: ShopSample, { vouchers }: Mapping): Offer[] {
  const types = typesOf(sample)
  const tally = new Tally()
  const names = new Map<string, string>()
  for (const { order, line } of soldLines(sample)) {
    if (line.product_id <= 0 || isVoucherType(types.get(line.product_id) ?? '')) continue
    if (line.meta_data.some(({ key }) => isVoucherKey(key))) continue
    const fills = order.line_items.length === 1 && order.meta_data.some(({ key }) => FILLED.test(folded(key)))
    if (!fills && !VOUCHER_NAME.test(folded(line.name))) continue
    tally.add(String(line.product_id), order.id, charged(line))
    names.set(String(line.product_id), storable(line.name))
  }
  return [...tally.found].map(([id, evidence]) => ({
    shown: shownOffer(id, evidence, {
      ...{ part: 'voucher', from: 'product', chosen: vouchers.product_ids.includes(Number(id)) },
      label: [{ is: 'text', text: names.get(id) || id }],
    }),
    nameIn: (mapping) => ({
      ...mapping,
      vouchers: { ...mapping.vouchers, product_ids: [...mapping.vouchers.product_ids, Number(id)] },
    }),
  }))
}
