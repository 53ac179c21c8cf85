// Classifies coupons and negative fees by the mapping's rules, in order.
import { type DiscountGroup, NO_SUB_GROUP } from '#contract/benefit-groups.ts'
import { companyName } from '#server/domain/company-name.ts'
import type { OrderDiscountFact } from '#server/domain/facts.ts'
import type { DiscountRule, Mapping } from './mapping.ts'
import { patternOf } from './pattern.ts'
import type { MetaPayload } from './payloads.ts'

export interface Classified {
  discount_group: DiscountGroup
  sub_group: string
  promo_name: string
  promo_type: OrderDiscountFact['promo_type']
  /** False if no rule matched. */
  mapped: boolean
}

export type Classify = (kind: 'coupon' | 'fee', name: string, meta: readonly MetaPayload[]) => Classified

/** Limits memory: shops with one coupon per customer have millions of codes. */
const REMEMBERED = 10_000

export function classifier(mapping: Mapping): Classify {
  const rules = mapping.discounts.map(compile)
  const boxes = mapping.mixed_boxes.map(patternOf)
  const buyGet = mapping.buy_x_get_y.map(patternOf)
  const readsMeta = mapping.discounts.some((rule) => rule.meta !== undefined)
  const known = new Map<string, Classified>()

  const promoType = (name: string): Classified['promo_type'] => {
    if (boxes.some((box) => box.test(name))) return 'boxes-mix'
    return buyGet.some((promo) => promo.test(name)) ? 'buy-x-get-y' : ''
  }

  const classify: Classify = (kind, name, meta) => {
    for (const rule of rules) {
      const placed = rule(kind, name, meta)
      if (placed) return { ...placed, promo_type: placed.promo_type ?? promoType(name), mapped: true }
    }
    return {
      discount_group: 'OTROS',
      sub_group: NO_SUB_GROUP.key,
      promo_name: name,
      promo_type: promoType(name),
      mapped: false,
    }
  }

  if (readsMeta) return classify
  return (kind, name, meta) => {
    const key = `${kind}:${name}`
    const before = known.get(key)
    if (before) return before
    const fresh = classify(kind, name, meta)
    if (known.size < REMEMBERED) known.set(key, fresh)
    return fresh
  }
}

/** Index of the first matching rule; undefined without one. */
export function decidingRule(mapping: Mapping) {
  const rules = mapping.discounts.map(compile)
  return (kind: 'coupon' | 'fee', name: string, meta: readonly MetaPayload[]): number | undefined => {
    const index = rules.findIndex((rule) => rule(kind, name, meta) !== undefined)
    return index < 0 ? undefined : index
  }
}

function compile(rule: DiscountRule) {
  const named = rule.group === 'CORPORATIVOS' ? companyName : (subGroup: string) => subGroup
  const ofName = rule.pattern === undefined ? undefined : patternOf(rule.pattern)
  const ofMeta = rule.meta && { key: rule.meta.key, pattern: patternOf(rule.meta.pattern) }
  return (kind: 'coupon' | 'fee', name: string, meta: readonly MetaPayload[]) => {
    if (rule.kind !== undefined && rule.kind !== kind) return undefined
    let caught = ofName?.match(name)
    if (ofName && !caught) return undefined
    if (ofMeta) {
      const value = meta.find((entry) => entry.key === ofMeta.key)?.value
      const inMeta = value === undefined ? undefined : ofMeta.pattern.match(String(value))
      if (!inMeta) return undefined
      caught ??= inMeta
    }
    if (!caught) return undefined
    return {
      discount_group: rule.group,
      sub_group: named(quoted(rule.sub_group, caught, name)) || NO_SUB_GROUP.key,
      promo_name: quoted(rule.promo_name, caught, name) || name,
      promo_type: rule.promo_type,
    }
  }
}

/** `$1` … `$9`: a group of the pattern; `$&`: the whole match; `$_`: the whole name. */
const quoted = (template: string, caught: readonly string[], name: string): string =>
  template
    .replace(/\$([1-9&_])/g, (_, what: string) => {
      if (what === '_') return name
      return (what === '&' ? caught[0] : caught[Number(what)]) ?? ''
    })
    .trim()
