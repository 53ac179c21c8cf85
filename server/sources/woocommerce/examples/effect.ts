// What another mapping changes in the figures of a sample of orders.
import { DISCOUNT_GROUPS, type DiscountGroup } from '#contract/benefit-groups.ts'
import type { MappingEffect } from '#contract/mapping-examples.ts'
import { BENEFIT_STATUSES } from '#contract/statuses.ts'
import { parseCents } from '#server/domain/cents.ts'
import { NO_BUSINESS, NO_DISTRIBUTOR, NO_SEGMENT, type OrderFacts } from '#server/domain/facts.ts'
import type { Mapping } from '../mapping.ts'
import type { TranslateContext } from '../translate.ts'
import { translateProduct } from '../translate-catalogue.ts'
import { acceptedOrder } from '../translate-order.ts'
import { companyOf } from '../translate-people.ts'
import type { RoleCount, Seen } from './examples.ts'
import type { ShopSample } from './sample.ts'

const MOST_ROWS = 50

/** Sums in cents by key, before and after. */
type Sums = Map<string, { before: number; after: number }>
type Side = 'before' | 'after'

export function effectOf(
  { sample, roles }: Seen,
  before: TranslateContext,
  after: TranslateContext,
): MappingEffect {
  const pairs = sample.orders.flatMap(({ order, refunds }) => {
    const [old, fresh] = [acceptedOrder(order, refunds, before), acceptedOrder(order, refunds, after)]
    return old && fresh && old.order.counted ? [{ old, fresh }] : []
  })
  const sums = newSums()
  // The new mapping first, so that its names of distributors have priority.
  const [olds, freshes] = [pairs.map(({ old }) => old), pairs.map(({ fresh }) => fresh)]
  addSide(sums, 'after', freshes, sample, after.mapping)
  addSide(sums, 'before', olds, sample, before.mapping)
  const distributorsOf = (side: Side) =>
    [...sums.distributors].filter(([id, sum]) => id !== NO_DISTRIBUTOR.dist_id && sum[side] !== 0).length
  return {
    groups: DISCOUNT_GROUPS.map((group) => ({
      group,
      ...inMoney(sums.discounted.get(group)),
      uses_before: sums.uses.get(group)?.before ?? 0,
      uses_after: sums.uses.get(group)?.after ?? 0,
    })),
    reports: REPORTS.map((report) => ({
      report,
      ...inMoney(sums.reported.get(report)),
      uses_before: sums.reportUses.get(report)?.before ?? 0,
      uses_after: sums.reportUses.get(report)?.after ?? 0,
    })),
    totals: TOTALS.map((total) => ({ total, ...inMoney(sums.totals.get(total)) })),
    sub_groups: movesOf(pairs),
    distributors: rows(sums.distributors).map(([dist_id, sum]) => ({
      dist_id,
      name: sums.names.get(dist_id) ?? dist_id,
      ...sum,
    })),
    distributor_count: { before: distributorsOf('before'), after: distributorsOf('after') },
    businesses: rows(sums.businesses).map(([business, sum]) => ({ business, ...sum })),
    segments: rows(sums.segments).map(([key, sum]) => {
      const [business = '', segment = ''] = key.split('\0')
      return { business, segment, ...sum }
    }),
    companies: companyRows(sums.companies, roles, before.mapping, after.mapping),
  }
}

const REPORTS = ['boxes-mix', 'buy-x-get-y'] as const
const TOTALS = ['gross', 'discount', 'net', 'paid', 'gap'] as const

const sumsByKey = (): Sums => new Map()

const newSums = () => ({
  discounted: sumsByKey(),
  uses: sumsByKey(),
  reported: sumsByKey(),
  reportUses: sumsByKey(),
  totals: sumsByKey(),
  companies: sumsByKey(),
  distributors: sumsByKey(),
  businesses: sumsByKey(),
  segments: sumsByKey(),
  names: new Map<string, string>([[NO_DISTRIBUTOR.dist_id, NO_DISTRIBUTOR.name]]),
})

/** Orders are sorted newest first. */
function addSide(
  sums: ReturnType<typeof newSums>,
  side: Side,
  orders: readonly OrderFacts[],
  sample: ShopSample,
  mapping: Mapping,
): void {
  const places = placesOf(sample, mapping)
  for (const { order, discounts, lines, distributor } of orders) {
    if (isBenefit(order.status)) {
      for (const { discount_group, promo_type, amount } of discounts) {
        add(sums.discounted, discount_group, side, parseCents(amount))
        add(sums.uses, discount_group, side, 1)
        add(sums.reported, promo_type, side, parseCents(amount))
        add(sums.reportUses, promo_type, side, 1)
      }
      const company = companyOf(sample.roles.get(order.customer_id) ?? '', mapping.companies)
      if (company !== undefined) add(sums.companies, company, side, parseCents(order.net))
    }
    if (order.status !== 'wc-completed') continue
    for (const total of TOTALS)
      add(sums.totals, total, side, parseCents(total === 'paid' ? order.voucher_paid : order[total]))
    add(sums.distributors, order.dist_id, side, parseCents(order.net))
    if (distributor?.name && !sums.names.has(order.dist_id)) sums.names.set(order.dist_id, distributor.name)
    for (const { product_id, net } of lines) {
      const { business, segment } = places.get(product_id) ?? NOWHERE
      add(sums.businesses, business, side, parseCents(net))
      add(sums.segments, `${business}\0${segment}`, side, parseCents(net))
    }
  }
}

const NOWHERE = { business: NO_BUSINESS, segment: NO_SEGMENT }
const isBenefit = (status: string): boolean => BENEFIT_STATUSES.some((one) => one === status)

function placesOf({ products, categories }: ShopSample, mapping: Mapping) {
  const placed = products.map((product) => translateProduct(product, categories, mapping))
  return new Map(placed.map(({ product_id, business, segment }) => [product_id, { business, segment }]))
}

function add(sums: Sums, key: string, side: Side, amount: number): void {
  const sum = sums.get(key) ?? { before: 0, after: 0 }
  sum[side] += amount
  sums.set(key, sum)
}

const inMoney = ({ before, after } = { before: 0, after: 0 }) => ({
  before: before / 100,
  after: after / 100,
})

/** The largest first. */
const rows = (sums: Sums) =>
  [...sums]
    .sort(
      ([one, left], [other, right]) =>
        Math.max(right.before, right.after) - Math.max(left.before, left.after) || (one < other ? -1 : 1),
    )
    .slice(0, MOST_ROWS)
    .map(([key, sum]) => [key, inMoney(sum)] as const)

type Discount = OrderFacts['discounts'][number]

const discountKey = ({ kind, discount_id, name }: Discount): string => `${kind} ${discount_id} ${name}`

/** Discounts that both sides have; payments and savings of prices are on one side only. */
function movesOf(pairs: readonly { old: OrderFacts; fresh: OrderFacts }[]): MappingEffect['sub_groups'] {
  const moves = new Map<string, MappingEffect['sub_groups'][number] & { cents: number }>()
  for (const { old, fresh } of pairs.filter(({ old }) => isBenefit(old.order.status))) {
    const olds = new Map(old.discounts.map((discount) => [discountKey(discount), discount]))
    for (const discount of fresh.discounts) {
      const { discount_group: to, sub_group, amount } = discount
      const one = olds.get(discountKey(discount))
      if (!one || (one.discount_group === to && one.sub_group === sub_group)) continue
      const from: DiscountGroup = one.discount_group
      const key = JSON.stringify([from, to, sub_group])
      const { uses, cents } = moves.get(key) ?? { uses: 0, cents: 0 }
      const sum = cents + parseCents(amount)
      moves.set(key, { from, to, sub_group, uses: uses + 1, cents: sum, amount: sum / 100 })
    }
  }
  return [...moves.values()]
    .sort((one, other) => other.cents - one.cents)
    .slice(0, MOST_ROWS)
    .map(({ cents: _, ...move }) => move)
}

function companyRows(
  sums: Sums,
  roles: readonly RoleCount[],
  before: Mapping,
  after: Mapping,
): MappingEffect['companies'] {
  const accounts = sumsByKey()
  for (const { role, accounts: count } of roles)
    for (const [side, { companies }] of Object.entries({ before, after }) as [Side, Mapping][]) {
      const company = companyOf(role, companies)
      if (company !== undefined) add(accounts, company, side, count)
    }
  // Companies whose accounts bought nothing are listed too.
  for (const company of accounts.keys()) add(sums, company, 'before', 0)
  return rows(sums).map(([company, sum]) => ({
    company,
    ...sum,
    accounts_before: accounts.get(company)?.before ?? 0,
    accounts_after: accounts.get(company)?.after ?? 0,
  }))
}
